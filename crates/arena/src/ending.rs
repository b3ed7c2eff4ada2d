//! How games end.

use game::Cause;
use serde::{Deserialize, Serialize};

use crate::player::{FaultKind, Seat};

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum EndCause {
    /// The rules ended it.
    Rules(Cause),
    /// A player failed.
    Fault(FaultKind),
    /// A player gave up.
    Resignation,
    /// The adjudicator saw a win.
    AdjudicatedWin,
    /// The adjudicator saw a draw.
    AdjudicatedDraw,
}

impl EndCause {
    /// Every cause, in the order reports list them.
    pub fn all() -> impl Iterator<Item = EndCause> {
        let rules = Cause::ALL.into_iter().map(EndCause::Rules);
        let faults = FaultKind::ALL.into_iter().map(EndCause::Fault);
        let rest = [EndCause::Resignation, EndCause::AdjudicatedWin, EndCause::AdjudicatedDraw];
        rules.chain(faults).chain(rest)
    }

    /// The word in records.
    pub const fn name(self) -> &'static str {
        match self {
            EndCause::Rules(cause) => cause.name(),
            EndCause::Fault(fault) => fault.name(),
            EndCause::Resignation => "resignation",
            EndCause::AdjudicatedWin => "adjudicated-win",
            EndCause::AdjudicatedDraw => "adjudicated-draw",
        }
    }
}

/// A word that names no cause.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a cause a game ends by")]
pub struct UnknownCause(pub String);

impl From<EndCause> for String {
    fn from(cause: EndCause) -> String {
        cause.name().to_owned()
    }
}

impl TryFrom<String> for EndCause {
    type Error = UnknownCause;

    fn try_from(text: String) -> Result<EndCause, UnknownCause> {
        EndCause::all().find(|cause| cause.name() == text).ok_or(UnknownCause(text))
    }
}

/// How a game ended, by seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Who won; `None` = a draw.
    pub winner: Option<Seat>,
    /// What kind of end it was.
    pub cause: EndCause,
    /// A sentence for people.
    pub reason: String,
}
