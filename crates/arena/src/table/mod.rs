//! The referee's board: it alone decides what is legal and when a game is over.

mod banqi;
mod xiangqi;

use game::{Cause, Side};
use serde::{Deserialize, Serialize};

pub use self::banqi::BanqiTable;
pub use self::xiangqi::XiangqiTable;

use crate::player::{FaultKind, GameKind, PlyText, Seat, View};

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

impl From<EndCause> for String {
    fn from(cause: EndCause) -> String {
        cause.name().to_owned()
    }
}

impl TryFrom<String> for EndCause {
    type Error = String;

    fn try_from(text: String) -> Result<EndCause, String> {
        EndCause::all()
            .find(|cause| cause.name() == text)
            .ok_or_else(|| format!("'{text}' is no cause a game ends by"))
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

/// A game under the referee's rules, spoken to in text.
pub trait Table: Send {
    /// Which game.
    fn kind(&self) -> GameKind;

    /// Plays a ply given in the game's own coordinate text.
    ///
    /// # Errors
    /// Why it is not legal.
    fn play(&mut self, ply: &str) -> Result<(), String>;

    /// The plies so far.
    fn plies(&self) -> &[PlyText];

    /// The start position's text, and whether it is the usual one.
    fn start(&self) -> (&str, bool);

    /// The current position's text.
    fn position(&self) -> String;

    /// The position after the last capture or flip, and the plies before it.
    fn anchor(&self) -> (String, usize);

    /// Whose turn it is.
    fn turn(&self) -> Option<Side>;

    /// The colour of the first seat, once known.
    fn first_side(&self) -> Option<Side>;

    /// The rules as text.
    fn rules(&self) -> String;

    /// The end by the rules, if it has come.
    fn ending(&self) -> Option<Ending>;

    /// How far a seat's material is ahead, in points of the game's own scale.
    fn lead(&self, seat: Seat) -> i32;

    /// Which seat is to move.
    fn seat_to_move(&self) -> Seat {
        if self.plies().len().is_multiple_of(2) { Seat::First } else { Seat::Second }
    }
}

/// Shows a player the game.
pub fn with_view<T>(table: &dyn Table, seat: Seat, use_view: impl FnOnce(&View<'_>) -> T) -> T {
    let position = table.position();
    let (anchor, before) = table.anchor();
    let rules = table.rules();
    let (start, usual_start) = table.start();
    use_view(&View {
        game: table.kind(),
        start,
        usual_start,
        plies: table.plies(),
        position: &position,
        anchor: (&anchor, before),
        turn: table.turn(),
        first_side: table.first_side(),
        seat,
        rules: &rules,
    })
}
