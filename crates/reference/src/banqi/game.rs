//! A game: a start position, the plies since, and what the rules say about it.

use super::board::{Board, Cell, read_ply};
use super::square::{Ply, Square};
use crate::Colour;

/// When repetition draws a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Never.
    Off,
    /// When the same squares with the same side to move occur for this many times (2 or more).
    Position(usize),
    /// When the last plies are this many (2 or more) equal copies of an even number of plies.
    Cycle(usize),
}

/// The options that decide when a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Plies without capture or flip that make a draw; 0 for no limit.
    pub no_progress_plies: u32,
    /// When repetition makes a draw.
    pub repetition: Repetition,
    /// Which chase of the same piece on consecutive own plies loses; 0 for none.
    pub long_chase: u32,
}

impl Rules {
    /// 50 plies, no repetition rule, the tenth chase loses.
    #[must_use]
    pub fn thesis_2010() -> Rules {
        Rules { no_progress_plies: 50, repetition: Repetition::Off, long_chase: 10 }
    }

    /// 30 plies, third occurrence of a position.
    #[must_use]
    pub fn ntu_2018() -> Rules {
        Rules { no_progress_plies: 30, repetition: Repetition::Position(3), long_chase: 0 }
    }

    /// 60 plies, a cycle played three times.
    #[must_use]
    pub fn tcga() -> Rules {
        Rules { no_progress_plies: 60, repetition: Repetition::Cycle(3), long_chase: 0 }
    }

    /// 180 plies, third occurrence of a position.
    #[must_use]
    pub fn olympiad_2022() -> Rules {
        Rules { no_progress_plies: 180, repetition: Repetition::Position(3), long_chase: 0 }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::tcga()
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The loser has no piece left, face up or face down.
    Elimination,
    /// The loser is to move and has no legal ply.
    NoMove,
    /// The loser chased one piece too often in a row.
    LongChase,
    /// Too many plies without capture or flip.
    NoProgress,
    /// A position or a cycle of plies was repeated.
    Repetition,
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

/// A start position and the plies played from it.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    /// All boards so far, the start position first.
    boards: Vec<Board>,
    plies: Vec<Ply>,
}

impl Game {
    /// A game without plies; the clock of the position text is where the no-progress count starts.
    ///
    /// # Errors
    /// Says what is wrong with the position text.
    pub fn new(start: &str, rules: Rules) -> Result<Game, String> {
        Ok(Game { rules, boards: vec![Board::from_text(start)?], plies: Vec::new() })
    }

    /// The current position.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.boards[self.plies.len()]
    }

    /// The plies played so far.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Plays a ply, see [`Board::play`]. A game that is over by rule may be played on as long as
    /// there are legal plies, so that records which go on can be looked at to their end.
    ///
    /// # Errors
    /// Says why the ply cannot be played; the game stays as it was.
    pub fn play(&mut self, text: &str, revealed: Option<char>) -> Result<(), String> {
        let mut next = self.board().clone();
        next.play(text, revealed)
            .map_err(|error| format!("ply {}: {error}", self.plies.len() + 1))?;
        self.plies.push(read_ply(text, revealed)?.0);
        self.boards.push(next);
        Ok(())
    }

    /// What the rules say about the current position, whatever they said about earlier ones.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.result_at(self.plies.len())
    }

    /// After how many plies the game ended first, and how; `None` while it is open.
    #[must_use]
    pub fn ending(&self) -> Option<(usize, GameResult)> {
        (0..self.boards.len())
            .map(|count| (count, self.result_at(count)))
            .find(|(_, result)| *result != GameResult::Open)
    }

    /// What the rules said after `count` plies.
    fn result_at(&self, count: usize) -> GameResult {
        let board = &self.boards[count];
        for colour in Colour::BOTH {
            if board.pieces_left(colour) == 0 {
                return GameResult::loss_of(colour, Reason::Elimination);
            }
        }
        if let Some(turn) = board.turn() {
            if board.legal().is_empty() {
                return GameResult::loss_of(turn, Reason::NoMove);
            }
            if self.is_long_chase(count) {
                return GameResult::loss_of(turn.other(), Reason::LongChase);
            }
        }
        let limit = self.rules.no_progress_plies;
        if limit > 0 && board.clock() >= limit {
            return GameResult::Draw(Reason::NoProgress);
        }
        if self.is_repetition(count) {
            return GameResult::Draw(Reason::Repetition);
        }
        GameResult::Open
    }

    fn is_repetition(&self, count: usize) -> bool {
        match self.rules.repetition {
            Repetition::Off => false,
            Repetition::Position(times) => times >= 2 && self.occurrences(count) >= times,
            Repetition::Cycle(times) => times >= 2 && self.is_cycle(count, times),
        }
    }

    /// How often the position after `count` plies has occurred. Counters do not matter.
    fn occurrences(&self, count: usize) -> usize {
        let now = &self.boards[count];
        self.boards[..=count]
            .iter()
            .filter(|board| board.cells == now.cells && board.turn == now.turn)
            .count()
    }

    /// Whether the first `count` plies end in `times` equal copies of some even number of plies.
    fn is_cycle(&self, count: usize, times: usize) -> bool {
        (2..=count / times).step_by(2).any(|length| {
            let last = count - length..count;
            let start = count - times * length;
            (start..count).all(|number| {
                let twin = last.start + (number - start) % length;
                self.plies[number] == self.plies[twin] && self.is_quiet(number)
            })
        })
    }

    /// Whether ply `number`, from 0, was neither flip nor capture. A capture is never the same ply
    /// as the quiet move between the same squares, so cycles are made of quiet moves only.
    fn is_quiet(&self, number: usize) -> bool {
        let ply = self.plies[number];
        !ply.is_flip() && self.boards[number].at(ply.to) == Cell::Empty
    }

    fn is_long_chase(&self, count: usize) -> bool {
        let limit = self.rules.long_chase;
        limit > 0 && Square::all().any(|victim| self.chase_length(count, victim) >= limit)
    }

    /// On how many consecutive own plies, back from the last of the first `count`, the mover
    /// chased the piece that lies on `victim` after them.
    fn chase_length(&self, count: usize, mut victim: Square) -> u32 {
        let mut length = 0;
        let mut last = count;
        while last >= 1 && self.is_chase(last - 1, victim) {
            length += 1;
            if last < 2 {
                break;
            }
            // Before the opponent's ply in between, the piece may have lain elsewhere.
            let reply = self.plies[last - 2];
            if reply.to == victim {
                victim = reply.from;
            }
            last -= 2;
        }
        length
    }

    /// Whether ply `number` was a quiet move after which the moved piece could capture the piece
    /// on `victim`.
    fn is_chase(&self, number: usize, victim: Square) -> bool {
        self.is_quiet(number) && self.boards[number + 1].can_capture(self.plies[number].to, victim)
    }
}
