//! Verdicts and the trait of a rule set.

use std::fmt::{self, Debug};

use crate::{Played, Position, Side};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The word used in JSON: `red_wins`, `black_wins` or `draw`.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Win(Side::Red) => "red_wins",
            Outcome::Win(Side::Black) => "black_wins",
            Outcome::Draw => "draw",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The kind of reason a game ended by, for statistics; [`Verdict::reason`] is
/// the sentence for people.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Cause {
    /// In check and without a legal ply.
    Checkmate,
    /// Without a legal ply, which loses in both games.
    NoMove,
    /// No piece left.
    Elimination,
    /// A repetition that neither side must avoid.
    Repetition,
    /// One side checked on every move of a repetition.
    PerpetualCheck,
    /// One side chased on every move.
    PerpetualChase,
    /// Too many plies without progress.
    NoProgress,
    /// Nobody can win with what is left.
    InsufficientMaterial,
}

impl Cause {
    /// Every cause, in the order reports list them.
    pub const ALL: [Cause; 8] = [
        Cause::Checkmate,
        Cause::NoMove,
        Cause::Elimination,
        Cause::Repetition,
        Cause::PerpetualCheck,
        Cause::PerpetualChase,
        Cause::NoProgress,
        Cause::InsufficientMaterial,
    ];

    /// The word used in records and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Cause::Checkmate => "checkmate",
            Cause::NoMove => "no-move",
            Cause::Elimination => "elimination",
            Cause::Repetition => "repetition",
            Cause::PerpetualCheck => "perpetual-check",
            Cause::PerpetualChase => "perpetual-chase",
            Cause::NoProgress => "no-progress",
            Cause::InsufficientMaterial => "insufficient-material",
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The end of a game and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who won.
    pub outcome: Outcome,
    /// What kind of end it is.
    pub cause: Cause,
    /// A sentence a person can read, e.g. "red chases the cannon on e5 with every move".
    pub reason: String,
}

/// The law of a game: named options, and what they say about a history.
///
/// The board knows no history; a rule set keeps what it needs in `History`,
/// one record per ply, so that plies can be taken back.
pub trait Rules<P: Position>: Clone + Debug + Send + Sync + 'static {
    /// What the law remembers of the plies played.
    type History: Clone + Debug + Send + Sync + 'static;

    /// The memory before the first ply. `clock` counts the plies without
    /// progress that the start position's text reports.
    fn begin(&self, start: &P, clock: u32) -> Self::History;

    /// Remembers one ply. `before` and `after` are the boards around it.
    fn record(&self, history: &mut Self::History, before: &P, played: &Played<P>, after: &P);

    /// Forgets the last remembered ply.
    fn forget(&self, history: &mut Self::History);

    /// What the law says now. `boards` are all boards from the start to the
    /// current one (never empty), `plies` the plies between them.
    fn verdict(
        &self,
        history: &Self::History,
        boards: &[P],
        plies: &[Played<P>],
    ) -> Option<Verdict>;
}
