//! Through a book from the start.

use std::collections::HashSet;

use book::{BookFile, Entry};
use game::{GameKind, Position as _};
use records::fold::Folded;
use records::{Board, Played};

use crate::MakeError;
use crate::games;

/// A position of a book.
pub struct Stop {
    /// The position.
    pub board: Board,
    /// How many plies lead to it.
    pub ply: u32,
    /// Its moves, as they are in this position.
    pub moves: Vec<(Played, Entry)>,
}

/// Visits every position that a book's moves lead to from the usual start, each once,
/// the nearest first. Moves that cannot be played are not followed.
///
/// # Errors
/// Those of the visitor.
pub fn each(
    file: &BookFile,
    plies: u32,
    visit: &mut dyn FnMut(&Stop) -> Result<(), MakeError>,
) -> Result<(), MakeError> {
    let kind = file.header().game;
    let mut level = vec![games::start(kind)?];
    let mut seen = HashSet::new();
    for ply in 0..plies {
        if level.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for board in level {
            let folded = Folded::of(&board);
            if !seen.insert(folded.key) {
                continue;
            }
            let stop = Stop { moves: moves(file, kind, &folded), board, ply };
            if stop.moves.is_empty() {
                continue;
            }
            visit(&stop)?;
            for &(played, _) in &stop.moves {
                next.extend(outcomes(&stop.board, played));
            }
        }
        level = next;
    }
    Ok(())
}

/// The moves of a position, as they are there.
pub fn moves(file: &BookFile, kind: GameKind, folded: &Folded) -> Vec<(Played, Entry)> {
    let of = |entry: Entry| Some((folded.ply(kind, entry.code)?, entry));
    file.find(folded.key).filter_map(of).collect()
}

/// The positions a move may lead to: one, or as many as a flip can turn up.
pub fn outcomes(board: &Board, played: Played) -> Vec<Board> {
    let all = match (board, played) {
        (Board::Banqi(position), Played::Banqi(choice)) if position.is_legal(choice.ply) => {
            let reveals = position.reveals(choice.ply).into_iter();
            let with = |reveal| Played::Banqi(banqi::Played { ply: choice.ply, reveal });
            reveals.map(|(reveal, _)| with(reveal)).collect()
        }
        (_, played) => vec![played],
    };
    all.into_iter().filter_map(|played| games::after(board, played).ok()).collect()
}

/// What is found when a whole book is looked through.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sound {
    /// Positions that are reached.
    pub positions: usize,
    /// Moves of those.
    pub moves: usize,
    /// The plies of the longest line, its last move included.
    pub deepest: u32,
    /// Moves that cannot be played.
    pub illegal: Vec<String>,
    /// Moves that stand twice, or not in their order.
    pub disordered: usize,
    /// Moves of the book that a search found.
    pub searches: usize,
    /// Those among them that are recorded, too.
    pub matched: usize,
}

impl Sound {
    /// Whether nothing is wrong.
    pub fn is_well(&self) -> bool {
        self.illegal.is_empty() && self.disordered == 0
    }
}

/// Looks through a whole book: order, legal moves, what is reached.
///
/// # Errors
/// Never in a program that works.
pub fn check(file: &BookFile) -> Result<Sound, MakeError> {
    let mut sound = Sound::default();
    let mut before: Option<(u64, u16)> = None;
    for entry in file.entries() {
        let place = entry.place();
        sound.disordered += usize::from(before.replace(place).is_some_and(|last| last >= place));
        sound.searches += usize::from(entry.marks.search);
        sound.matched += usize::from(entry.marks.search && entry.marks.record);
    }
    each(file, u32::MAX, &mut |stop| {
        sound.positions += 1;
        sound.moves += stop.moves.len();
        sound.deepest = stop.ply + 1;
        for &(played, _) in &stop.moves {
            if outcomes(&stop.board, played).is_empty() {
                sound.illegal.push(format!("{played} after {} plies", stop.ply));
            }
        }
        Ok(())
    })?;
    Ok(sound)
}
