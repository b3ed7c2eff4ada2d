//! Mates in games: positions from which who is to move mates by checks.

use game::{NullObserver, Position as _};
use library::archive::fold::Folded;
use puzzles::prove::Outcome;
use puzzles::prove::mate::Prover;
use records::Board;
use serde::{Deserialize, Serialize};

use crate::epd::fen_of;
use crate::hunt::{Found, Tail};

/// Which mates are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mates {
    /// At least so many moves.
    pub least: u32,
    /// At most so many.
    pub most: u32,
    /// Nodes for a position.
    pub nodes: u64,
    /// Positions one ply beyond the end of the game, too.
    pub variations: bool,
}

impl Mates {
    pub(crate) fn prover(&self) -> Prover {
        Prover::new(self.nodes)
    }

    /// The mates among the positions of a game: of each length the first.
    pub(crate) fn look(
        &self,
        prover: &mut Prover,
        tail: &Tail,
        boards: &[(u32, Board)],
    ) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        let mut seen = Vec::new();
        let mut look = |ply: u32, position: &xiangqi::Position, played: bool| {
            let board = Board::Xiangqi(position.clone());
            let key = Folded::of(&board).key;
            if seen.contains(&key) {
                return;
            }
            seen.push(key);
            let Outcome::Wins { moves, best } = prover.solve(position, self.most) else { return };
            let known = found.iter().any(|one| one.length == moves);
            if moves < self.least || known {
                return;
            }
            let whence = if played { "" } else { ", one ply beyond the game" };
            found.push(Found {
                game: tail.game,
                ply,
                fen: fen_of(&board),
                best: best.iter().map(ToString::to_string).collect(),
                length: moves,
                remark: format!("mate in {moves} by checks, proved{whence}"),
            });
        };
        for (ply, board) in boards {
            let Board::Xiangqi(position) = board else { continue };
            look(*ply, position, true);
        }
        // Who was lost gave up: what would have come is looked at one ply further.
        if let (true, Some((ply, Board::Xiangqi(last)))) = (self.variations, boards.last()) {
            for reply in last.legal_plies() {
                let mut next = last.clone();
                next.make_ply(reply, &mut NullObserver);
                look(ply + 1, &next, false);
            }
        }
        found
    }
}
