//! A game: a start position, the moves since, and what the rules say about it.

use super::board::Board;
use super::fen::halfmove_field;
use super::material::is_insufficient;
use super::natural_limit::NaturalCounter;
use super::repetition::{Cycle, CycleVerdict};
use super::square::Move;
use crate::Colour;

/// How a repeated position is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionLaw {
    /// Perpetual check loses; without any check in the cycle, a perpetual chase loses.
    Computer,
    /// Perpetual check loses, everything else is a draw.
    AllowChase,
    /// Every repetition is a draw.
    None,
}

/// The options that decide when a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How a cycle is judged.
    pub repetition: RepetitionLaw,
    /// At which occurrence of a position the stretch since the first of them is judged: 3, or 2
    /// to judge sooner. Below 2 repetition is never looked at.
    pub fold: usize,
    /// Counted plies without capture that make a draw; `None` for no limit.
    pub natural_limit: Option<u32>,
    /// Whether positions nobody can win are drawn at once.
    pub insufficient_material: bool,
}

impl Default for Rules {
    /// The `computer` law at the third occurrence, 120 plies, insufficient material on.
    fn default() -> Rules {
        Rules {
            repetition: RepetitionLaw::Computer,
            fold: 3,
            natural_limit: Some(120),
            insufficient_material: true,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move, which loses too.
    Stalemate,
    /// The loser gave check on every move of a cycle.
    PerpetualCheck,
    /// The loser chased one piece on every move of a cycle.
    PerpetualChase,
    /// A position was repeated and nobody, or everybody, is to blame.
    Repetition,
    /// Too many counted plies without a capture.
    NaturalLimit,
    /// Nobody has the pieces to win.
    InsufficientMaterial,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// Red has won.
    RedWins(Reason),
    /// Black has won.
    BlackWins(Reason),
    /// Nobody has won.
    Draw(Reason),
    /// The game goes on.
    Open,
}

impl GameResult {
    /// The win of the other side.
    #[must_use]
    pub fn loss_of(loser: Colour, reason: Reason) -> GameResult {
        match loser {
            Colour::Red => GameResult::BlackWins(reason),
            Colour::Black => GameResult::RedWins(reason),
        }
    }
}

/// A start position and the legal moves played from it.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    /// All boards so far, the start position first.
    boards: Vec<Board>,
    moves: Vec<Move>,
    /// The natural-limit counter at each of the boards.
    counters: Vec<NaturalCounter>,
}

impl Game {
    /// A game without moves; the halfmove field of the FEN is where the natural limit starts.
    ///
    /// # Errors
    /// Says what is wrong with the FEN.
    pub fn new(start_fen: &str, rules: Rules) -> Result<Game, String> {
        let counter = NaturalCounter { plies: halfmove_field(start_fen)?, ..Default::default() };
        let boards = vec![Board::from_fen(start_fen)?];
        Ok(Game { rules, boards, moves: Vec::new(), counters: vec![counter] })
    }

    /// The current position.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.boards[self.moves.len()]
    }

    /// The moves played so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The natural-limit counter in the current position.
    #[must_use]
    pub fn natural_counter(&self) -> NaturalCounter {
        self.counters[self.moves.len()]
    }

    /// Plays a move in text form. A game that is over by rule may be played on as long as there
    /// are legal moves, so that records which go on can be looked at to their end.
    ///
    /// # Errors
    /// Says why the text is no move or the move is not legal; the game stays as it was.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let chosen: Move = text.parse()?;
        let mut next = self.board().clone();
        next.play(chosen).map_err(|error| format!("ply {}: {error}", self.moves.len() + 1))?;
        self.counters.push(self.natural_counter().after(self.board(), chosen));
        self.boards.push(next);
        self.moves.push(chosen);
        Ok(())
    }

    /// What the rules say about the current position, whatever they said about earlier ones.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.result_at(self.moves.len())
    }

    /// After how many moves the game ended first, and how; `None` while it is open.
    #[must_use]
    pub fn ending(&self) -> Option<(usize, GameResult)> {
        (0..self.boards.len())
            .map(|ply| (ply, self.result_at(ply)))
            .find(|(_, result)| *result != GameResult::Open)
    }

    /// What the rules said after `ply` moves.
    fn result_at(&self, ply: usize) -> GameResult {
        let board = &self.boards[ply];
        let side = board.side_to_move();
        if board.is_over() {
            let mated = board.is_in_check(side);
            let reason = if mated { Reason::Checkmate } else { Reason::Stalemate };
            return GameResult::loss_of(side, reason);
        }
        if let Some(cycle) = self.cycle_to_judge(ply) {
            return self.judge(&cycle);
        }
        if self.rules.natural_limit.is_some_and(|limit| self.counters[ply].plies >= limit) {
            return GameResult::Draw(Reason::NaturalLimit);
        }
        if self.rules.insufficient_material && is_insufficient(board) {
            return GameResult::Draw(Reason::InsufficientMaterial);
        }
        GameResult::Open
    }

    /// The stretch of the game that ends in the position after `ply` moves and holds it `fold`
    /// times, if the position has occurred that often.
    fn cycle_to_judge(&self, ply: usize) -> Option<Cycle<'_>> {
        let occurrences: Vec<usize> =
            (0..=ply).filter(|&earlier| self.boards[earlier] == self.boards[ply]).collect();
        if self.rules.fold < 2 {
            return None;
        }
        let first = *occurrences.iter().nth_back(self.rules.fold - 1)?;
        Some(Cycle { boards: &self.boards[first..=ply], moves: &self.moves[first..ply] })
    }

    fn judge(&self, cycle: &Cycle<'_>) -> GameResult {
        let verdict = match self.rules.repetition {
            RepetitionLaw::Computer => cycle.judge(),
            RepetitionLaw::AllowChase => cycle.judge_checks_only(),
            RepetitionLaw::None => CycleVerdict::Draw,
        };
        match verdict {
            CycleVerdict::Draw => GameResult::Draw(Reason::Repetition),
            CycleVerdict::PerpetualCheckBy(side) => {
                GameResult::loss_of(side, Reason::PerpetualCheck)
            }
            CycleVerdict::PerpetualChaseBy(side) => {
                GameResult::loss_of(side, Reason::PerpetualChase)
            }
        }
    }
}
