//! Positions that many games came to, with what was played there.

use records::Board;
use rusqlite::Connection;

use super::explore::{Continuation, Tally};
use super::facts::Blocks;
use super::fold::Folded;
use super::index::{Entry, Index};
use super::sums::Sums;
use super::{Archive, damaged, lines};
use crate::LibraryError;

/// A position that many games came to. It and its images are one; what is told here is
/// as it looked in one of them.
#[derive(Clone, Debug)]
pub struct CommonPosition {
    /// The key of it and its images.
    pub key: u64,
    /// The position.
    pub board: Board,
    /// The first of its games by number.
    pub game: u32,
    /// How many plies were played before it in that game.
    pub ply: u16,
    /// Its games, with the results of who is to move.
    pub tally: Tally,
    /// What was played, the most played first; last those that ended there.
    pub plies: Vec<Continuation>,
}

impl Archive {
    /// The positions to which at least so many of the chosen games came (their ids, in
    /// order), in the order of their keys. A game counts once at a position.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn common_positions(
        &self,
        chosen: &[u32],
        at_least: u32,
    ) -> Result<Vec<CommonPosition>, LibraryError> {
        self.read(|connection| {
            let index = Index::open(connection)?;
            let mut found = Vec::new();
            let mut group: Vec<Entry> = Vec::new();
            let mut blocks = Blocks::new(connection);
            let mut end_group = |group: &mut Vec<Entry>| -> rusqlite::Result<()> {
                if group.len() >= at_least.max(1) as usize {
                    found.push(common(connection, &mut blocks, group)?);
                }
                group.clear();
                Ok(())
            };
            index.each_in_order(connection, |entry| {
                if group.first().is_some_and(|first| first.key != entry.key) {
                    end_group(&mut group)?;
                }
                if chosen.binary_search(&entry.game).is_ok() {
                    group.push(entry);
                }
                Ok(())
            })?;
            end_group(&mut group)?;
            Ok(found)
        })
    }
}

/// Sums up the games of a position.
fn common(
    connection: &Connection,
    blocks: &mut Blocks<'_>,
    group: &[Entry],
) -> rusqlite::Result<CommonPosition> {
    let mut sums = Sums::default();
    for &entry in group {
        sums.add(entry, &blocks.get(entry.game)?);
    }
    let first = group.iter().min_by_key(|entry| entry.game).copied();
    let gone = || damaged(&"a game of the position index");
    let Entry { key, game, ply, .. } = first.ok_or_else(gone)?;
    let line = lines::read(connection, game)?.ok_or_else(gone)?;
    let board = line.board_at(ply.into()).ok_or_else(gone)?;
    let tally = sums.tally;
    let plies = sums.continuations(board.kind(), &Folded::of(&board));
    Ok(CommonPosition { key, board, game, ply, tally, plies })
}
