//! The main lines of chosen games, one after the other.

use game::GameKind;
use records::{Board, GameResult, Played};
use rusqlite::OptionalExtension;

use super::facts::result_of_number;
use super::line::{kind_of_number, open_start, plies, replay};
use super::{Archive, damaged};
use crate::LibraryError;

/// So many games are read in one go.
const CHUNK: usize = 256;

/// The main line of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MainLine {
    /// The game.
    pub id: u32,
    /// Which game it is.
    pub kind: GameKind,
    /// How it ended.
    pub result: GameResult,
    start: Option<String>,
    moves: Vec<u8>,
}

impl MainLine {
    /// What was played; every ply can be played, the archive has seen to that.
    pub fn plies(&self) -> Vec<Played> {
        plies(self.kind, &self.moves).flatten().collect()
    }

    /// Shows each position with the number of plies before it, until `false`.
    pub fn each_board(&self, show: impl FnMut(&Board, usize) -> bool) {
        // A damaged line was refused when it was read.
        let _ = replay(self.kind, self.start.as_deref(), &self.moves, show);
    }

    /// The position after so many plies; none if the game was shorter.
    pub fn board_at(&self, ply: usize) -> Option<Board> {
        let mut found = None;
        self.each_board(|board, at| {
            if at == ply {
                found = Some(board.clone());
            }
            at < ply
        });
        found
    }

    fn check(&self) -> Result<(), String> {
        open_start(self.kind, self.start.as_deref())?;
        match plies(self.kind, &self.moves).all(|played| played.is_some()) {
            true => Ok(()),
            false => Err("a number that is no ply".to_owned()),
        }
    }
}

impl Archive {
    /// Shows the main lines of games, in the order of the ids; ids of no game are left
    /// out. `false` ends it.
    ///
    /// # Errors
    /// If the file cannot be read, or a game is damaged.
    pub fn each_line(
        &self,
        ids: &[u32],
        mut show: impl FnMut(&MainLine) -> bool,
    ) -> Result<(), LibraryError> {
        let mut wanted = true;
        for chunk in ids.chunks(CHUNK) {
            let lines = self.read(|connection| {
                chunk.iter().map(|&id| read(connection, id)).collect::<Result<Vec<_>, _>>()
            })?;
            for line in lines.into_iter().flatten() {
                wanted = wanted && show(&line);
            }
            if !wanted {
                break;
            }
        }
        Ok(())
    }
}

/// Reads the main line of a game.
pub(super) fn read(
    connection: &rusqlite::Connection,
    id: u32,
) -> rusqlite::Result<Option<MainLine>> {
    let sql = "SELECT kind, result, start, moves FROM games JOIN bodies USING (id) WHERE id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let line = statement.query_row([id], |row| {
        Ok(MainLine {
            id,
            kind: kind_of_number(row.get(0)?),
            result: result_of_number(row.get(1)?),
            start: row.get(2)?,
            moves: row.get(3)?,
        })
    });
    let line = line.optional()?;
    if let Some(line) = &line {
        line.check().map_err(|message| damaged(&format!("game {id}: {message}")))?;
    }
    Ok(line)
}
