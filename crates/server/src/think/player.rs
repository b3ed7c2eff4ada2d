//! An engine with what its owner allows it, asked for a ply or an answer.

use play::choose::{self, Thinking, Wanted};
use play::coach::{self, Advice, CoachError};
use play::engine::Valued;
use play::{AnyGame, GameKind, Level, Seat};

use super::pool::Run;
use super::shelf::Order;
use crate::error::ApiError;

/// The table of a weak level, in megabytes: it looks at little.
const SMALL: usize = 1;

/// Who is asked for a ply.
#[derive(Clone, Debug)]
pub struct Player {
    /// The engine's profile.
    pub profile: String,
    /// Its level.
    pub level: Level,
    /// Megabytes of its table at the last level.
    pub hash: usize,
    /// Threads at the last level.
    pub threads: usize,
    /// What its doubts are decided by.
    pub seed: u64,
    /// For whom it thinks: at the last level it keeps what it learned there.
    pub tag: u64,
}

impl Player {
    /// What a weak level knows does not grow from ply to ply.
    fn order(&self, kind: GameKind, level: Level) -> Order {
        let profile = self.profile.clone();
        if level < Level::FULL {
            Order { kind, profile, threads: 1, megabytes: SMALL, tag: 0 }
        } else {
            Order { kind, profile, threads: self.threads, megabytes: self.hash, tag: self.tag }
        }
    }

    /// Chooses a ply; `None` if there is none, or the search was stopped before it
    /// had one.
    ///
    /// # Errors
    /// If the engine cannot be made.
    pub fn choose(
        &self,
        line: &AnyGame,
        thinking: Thinking,
        run: &Run,
    ) -> Result<Option<Valued>, ApiError> {
        let mut engine = run.engine(self.order(line.kind(), self.level))?;
        let wanted = Wanted { level: self.level, thinking, seed: self.seed };
        Ok(choose::choose(line, &mut engine, &wanted, run)?)
    }

    /// What speaks against a ply, if much does.
    ///
    /// # Errors
    /// If the engine cannot be made, or the ply is not legal.
    pub fn advise(&self, line: &AnyGame, ply: &str, run: &Run) -> Result<Option<Advice>, ApiError> {
        let mut engine = run.engine(self.order(line.kind(), Level::FULL))?;
        coach::advise(line, ply, &mut engine, run).map_err(|error| match error {
            CoachError::Game(error) => error.into(),
            CoachError::Engine(error) => error.into(),
        })
    }

    /// Whether it takes a draw in a seat.
    ///
    /// # Errors
    /// If the engine cannot be made.
    pub fn accepts_draw(&self, line: &AnyGame, seat: Seat, run: &Run) -> Result<bool, ApiError> {
        let mut engine = run.engine(self.order(line.kind(), Level::FULL))?;
        Ok(choose::accepts_draw(line, seat, &mut engine, run))
    }
}
