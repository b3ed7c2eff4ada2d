//! The board on which a search walks: position, living pieces,
//! no-progress clock and the keys that repetitions are seen by.

use banqi::{BanqiRules, Kind, Piece, Ply, Position, Repetition, Reveal, Side, Tile, Undo};
use game::{NullObserver, Position as _};
use search::Change;

use crate::engine::BanqiGame;

/// How many of each piece are alive, face up or face down: four bits each, red
/// king to black pawn. A flip changes nothing here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Alive(pub u64);

impl Alive {
    const SIDE_BITS: u32 = 4 * Kind::COUNT as u32;
    const SIDE_MASK: u64 = (1 << Self::SIDE_BITS) - 1;

    pub fn of(position: &Position) -> Alive {
        let pieces =
            Piece::all().map(|piece| u64::from(position.alive(piece)) << (4 * piece.index()));
        Alive(pieces.fold(0, |all, count| all | count))
    }

    #[inline]
    pub fn count(self, piece: Piece) -> i32 {
        (self.0 >> (4 * piece.index()) & 15) as i32
    }

    /// Four bits for each kind of one side, king first.
    #[inline]
    pub fn side(self, side: Side) -> u32 {
        (self.0 >> (Self::SIDE_BITS * side.index() as u32) & Self::SIDE_MASK) as u32
    }

    #[inline]
    pub fn without(self, piece: Piece) -> Alive {
        Alive(self.0 - (1 << (4 * piece.index())))
    }
}

#[derive(Clone)]
struct Step {
    key: u64,
    clock: u32,
    alive: Alive,
    ply: Ply,
    undo: Option<Undo>,
}

/// What a ply changes on a board.
#[inline]
fn change(position: &Position, ply: Ply, reveal: Reveal, victim: Option<Piece>) -> Change<Tile> {
    let (from, to) = (ply.from().index() as u8, ply.to().index() as u8);
    let at = |piece: Option<Piece>, square| piece.map(|piece| (Tile::from(piece), square));
    let mover = position.piece_at(ply.from());
    let flip = ply.is_flip();
    let gone = if flip { Some((Tile::FACE_DOWN, from)) } else { at(mover, from) };
    let put = at(if flip { reveal.piece() } else { mover }, to);
    Change { taken: [gone, at(victim, to)], put }
}

/// The piece that a change took from the board for good.
#[inline]
pub(crate) fn victim(change: &Change<Tile>) -> Option<Piece> {
    change.taken[1].and_then(|(tile, _)| tile.piece())
}

/// A position with the way that led to it.
#[derive(Clone)]
pub(crate) struct Walker {
    pub position: Position,
    pub alive: Alive,
    /// Plies since the last capture or flip.
    pub clock: u32,
    /// Plies without progress that end the game; `u32::MAX` if none do.
    pub limit: u32,
    repetition_draws: bool,
    steps: Vec<Step>,
    /// How many of the steps were played before the search began.
    root: usize,
}

impl Walker {
    /// The walker at a game's present position, with the keys since the last
    /// progress.
    pub fn at(game: &BanqiGame) -> Walker {
        let rules: &BanqiRules = game.rules();
        let position = game.position().clone();
        let limit = if rules.no_progress_plies == 0 { u32::MAX } else { rules.no_progress_plies };
        let clock = game.history().clock();
        let quiet = (clock as usize).min(game.plies().len());
        let first = game.plies().len() - quiet;
        let steps = (first..game.plies().len()).map(|index| Step {
            key: game.boards()[index].key(),
            clock: 0,
            alive: Alive::default(),
            ply: game.plies()[index].ply,
            undo: None,
        });
        Walker {
            alive: Alive::of(&position),
            position,
            clock,
            limit,
            repetition_draws: rules.repetition != Repetition::Off,
            steps: steps.collect(),
            root: quiet,
        }
    }

    #[inline]
    pub fn turn(&self) -> Side {
        self.position.turn().unwrap_or(Side::Red)
    }

    #[inline]
    pub fn key(&self) -> u64 {
        self.position.key()
    }

    /// How many plies the search has walked.
    #[inline]
    pub fn height(&self) -> usize {
        self.steps.len() - self.root
    }

    /// Makes a ply; what it changed on the board.
    // Inside its caller only what is used of the change is ever computed.
    #[inline(always)]
    pub fn make(&mut self, ply: Ply, reveal: Reveal) -> Change<Tile> {
        let (key, clock, alive) = (self.position.key(), self.clock, self.alive);
        // A face-down piece is nobody's victim.
        let victim = self.position.piece_at(ply.to());
        let change = change(&self.position, ply, reveal, victim);
        if let Some(victim) = victim {
            self.alive = alive.without(victim);
        }
        let progress = victim.is_some() || ply.is_flip();
        self.clock = if progress { 0 } else { clock + 1 };
        let undo = Some(self.position.make(ply, reveal, &mut NullObserver));
        self.steps.push(Step { key, clock, alive, ply, undo });
        change
    }

    /// Gives the turn away. It stands for a flip somewhere far, so it counts as
    /// progress.
    pub fn pass(&mut self) {
        let (key, clock, alive) = (self.position.key(), self.clock, self.alive);
        self.position.pass();
        self.clock = 0;
        self.steps.push(Step { key, clock, alive, ply: Ply::from_index(0), undo: None });
    }

    /// Takes back the last ply or pass of the search.
    #[inline]
    pub fn back(&mut self) {
        debug_assert!(self.height() > 0, "only the search's own steps are taken back");
        let Some(step) = self.steps.pop() else { return };
        match step.undo {
            Some(undo) => self.position.unmake(step.ply, undo, &mut NullObserver),
            None => self.position.pass(),
        }
        self.clock = step.clock;
        self.alive = step.alive;
    }

    /// Whether the side to move has lost every piece.
    #[inline]
    pub fn eliminated(&self) -> bool {
        self.alive.side(self.turn()) == 0
    }

    /// Whether the no-progress limit is reached.
    #[inline]
    pub fn out_of_progress(&self) -> bool {
        self.clock >= self.limit
    }

    /// How often this position stood on the way since the last progress, within
    /// the search and before it, and how many plies ago first.
    fn seen(&self) -> (u32, u32, usize) {
        let now = self.position.key();
        let (mut inside, mut before, mut first) = (0, 0, 0);
        let reach = (self.clock as usize).min(self.steps.len());
        for ago in (4..=reach).step_by(2) {
            let index = self.steps.len() - ago;
            if self.steps[index].key == now {
                first = ago;
                if index >= self.root {
                    inside += 1;
                } else {
                    before += 1;
                }
            }
        }
        (inside, before, first)
    }

    /// Whether the search treats this position as a repetition: seen once since
    /// the root, or twice before it. How many plies ago the first time was.
    #[inline]
    pub fn repeated(&self) -> Option<usize> {
        if self.clock < 4 || !self.repetition_draws {
            return None;
        }
        let (inside, before, first) = self.seen();
        (inside >= 1 || before >= 2).then_some(first)
    }

    /// How often this position stood before, wherever.
    pub fn times_seen(&self) -> u32 {
        if self.clock < 4 {
            return 0;
        }
        let (inside, before, _) = self.seen();
        inside + before
    }
}

#[cfg(test)]
mod tests {
    use banqi::{Deal, Square};
    use game::Rng;

    use super::*;

    fn tiles(position: &Position) -> Vec<Option<Tile>> {
        let tile = |square: Square| match position.piece_at(square) {
            Some(piece) => Some(Tile::from(piece)),
            None => position.face_down().contains(square).then_some(Tile::FACE_DOWN),
        };
        Square::all().map(tile).collect()
    }

    /// Whoever follows the changes of a walk has the board before their eyes.
    #[test]
    fn changes_lead_from_board_to_board() {
        let (mut rng, mut captures) = (Rng::new(5), 0);
        for seed in 0..20 {
            let deal = Deal::shuffled(seed);
            let mut walker = Walker::at(&BanqiGame::new(Default::default()));
            let mut followed = tiles(&walker.position);
            for _ in 0..150 {
                let Some(&ply) = rng.choose(&walker.position.legal_plies()) else { break };
                let change = walker.make(ply, deal.reveal(ply));
                for (tile, square) in change.taken.into_iter().flatten() {
                    assert_eq!(followed[usize::from(square)].take(), Some(tile), "{ply}");
                }
                if let Some((tile, square)) = change.put {
                    assert_eq!(followed[usize::from(square)].replace(tile), None, "{ply}");
                }
                captures += u32::from(victim(&change).is_some());
                assert_eq!(followed, tiles(&walker.position), "{ply}");
                assert_eq!(walker.alive, Alive::of(&walker.position));
            }
        }
        assert!(captures > 50, "{captures} captures");
    }
}
