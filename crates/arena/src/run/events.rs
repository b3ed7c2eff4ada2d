//! What a run tells while it goes on.

use serde::Serialize;

use super::directory::GameLine;
use super::summary::Summary;

/// Something happened. As JSON each is one line with a field `event`.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event<'a> {
    /// The run begins, or goes on after so many games.
    Start {
        /// Games planned.
        games: u32,
        /// Games already finished.
        done: usize,
        /// The command that goes on with it after an interruption.
        resume: &'a str,
    },
    /// A game ended.
    Game {
        /// The game.
        #[serde(flatten)]
        line: &'a GameLine,
        /// Games finished.
        done: usize,
        /// Games planned.
        games: u32,
    },
    /// The standing after a game.
    Standing(&'a Summary),
    /// The run is over or was interrupted.
    End {
        /// Whether everything planned was played, or the test decided.
        complete: bool,
        /// The final standing.
        summary: &'a Summary,
        /// The command that goes on with it, if it is not complete.
        #[serde(skip_serializing_if = "Option::is_none")]
        resume: Option<&'a str>,
    },
}

/// Takes what a run tells.
pub trait Listener {
    /// Called in order, from one thread.
    fn event(&mut self, event: &Event<'_>);
}

impl<F: FnMut(&Event<'_>)> Listener for F {
    fn event(&mut self, event: &Event<'_>) {
        self(event);
    }
}
