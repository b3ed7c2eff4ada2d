//! A game in progress: start + plies + rules.

use std::fmt::Debug;
use std::sync::OnceLock;

use crate::{NullObserver, Position, Rules, Verdict};

/// A ply together with what chance revealed.
#[derive(PartialEq, Eq, Debug)]
pub struct Played<P: Position> {
    /// What the player chose.
    pub ply: P::Ply,
    /// What chance answered.
    pub reveal: P::Reveal,
}

// Derived, these would ask for a copyable position.
impl<P: Position> Clone for Played<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Position> Copy for Played<P> {}

/// Why a ply was not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(String),
    /// The rules of movement forbid it.
    #[error("{0} is not legal here")]
    Illegal(String),
    /// Chance cannot have answered that.
    #[error("{ply} cannot reveal {reveal}: no such piece lies face down")]
    Reveal {
        /// The ply's text.
        ply: String,
        /// The reveal's text.
        reveal: String,
    },
}

/// A game: the start position, the plies played and the rules they are judged by.
#[derive(Clone, Debug)]
pub struct Game<P: Position, R: Rules<P>> {
    rules: R,
    boards: Vec<P>,
    plies: Vec<Played<P>>,
    history: R::History,
    /// Asked for when somebody wants to know: judging every ply of a long line
    /// that is only told would cost far more than playing it.
    verdict: OnceLock<Option<Verdict>>,
}

impl<P: Position, R: Rules<P>> Game<P, R> {
    /// A game from the usual start position.
    pub fn new(rules: R) -> Self {
        Self::from_position(rules, P::start(), 0)
    }

    /// A game from any position, `clock` plies after the last progress.
    pub fn from_position(rules: R, start: P, clock: u32) -> Self {
        let history = rules.begin(&start, clock);
        let verdict = OnceLock::new();
        Game { rules, boards: vec![start], plies: Vec::new(), history, verdict }
    }

    /// Plays a ply after checking that the game goes on, that the ply is legal
    /// and that chance may answer so.
    ///
    /// # Errors
    /// The game is then unchanged.
    pub fn play(&mut self, ply: P::Ply, reveal: P::Reveal) -> Result<(), PlayError> {
        if let Some(verdict) = self.verdict() {
            return Err(PlayError::Over(verdict.reason.clone()));
        }
        self.play_on(ply, reveal)
    }

    /// Like [`Game::play`], but a verdict does not stop it: for records whose
    /// players went on, and for judging a longer line.
    ///
    /// # Errors
    /// If the ply is not legal or chance cannot have answered so.
    pub fn play_on(&mut self, ply: P::Ply, reveal: P::Reveal) -> Result<(), PlayError> {
        let before = self.position();
        if !before.is_legal(ply) {
            return Err(PlayError::Illegal(ply.to_string()));
        }
        if !before.reveals(ply).iter().any(|&(possible, _)| possible == reveal) {
            return Err(PlayError::Reveal { ply: ply.to_string(), reveal: format!("{reveal:?}") });
        }
        let mut after = before.clone();
        after.make(ply, reveal, &mut NullObserver);
        let played = Played { ply, reveal };
        self.rules.record(
            &mut self.history,
            self.boards.last().expect("never empty"),
            &played,
            &after,
        );
        self.boards.push(after);
        self.plies.push(played);
        self.verdict = OnceLock::new();
        Ok(())
    }

    /// Takes back the last ply and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Played<P>> {
        let played = self.plies.pop()?;
        self.boards.pop();
        self.rules.forget(&mut self.history);
        self.verdict = OnceLock::new();
        Some(played)
    }

    /// The current position.
    pub fn position(&self) -> &P {
        self.boards.last().expect("a game has at least its start position")
    }

    /// The position the game started from.
    pub fn start(&self) -> &P {
        &self.boards[0]
    }

    /// Every position from the start to the current one.
    pub fn boards(&self) -> &[P] {
        &self.boards
    }

    /// The plies played.
    pub fn plies(&self) -> &[Played<P>] {
        &self.plies
    }

    /// The end of the game, if it has ended.
    pub fn verdict(&self) -> Option<&Verdict> {
        let judge = || self.rules.verdict(&self.history, &self.boards, &self.plies);
        self.verdict.get_or_init(judge).as_ref()
    }

    /// The rules in force.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// What the law remembers: counters, repetition facts.
    pub fn history(&self) -> &R::History {
        &self.history
    }
}
