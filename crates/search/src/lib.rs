//! What both engines' searches are built from, without knowing either game:
//!
//! | module | what it is |
//! |---|---|
//! | [`tt`] | the transposition table: lock-free, in cache-line buckets |
//! | [`history`] | bounded statistics that order moves and correct evaluations |
//! | [`dependence`] | which scores are true on one line only |
//! | [`evaluate`] | what a search asks of an evaluation: a state that follows the board |
//! | [`heap`] | memory that goes back to the system when it is freed |
//! | [`limits`] | what a search may use, and the time manager's plan |
//! | [`engine`] | the boundary of every engine: request, report, answer |
//! | [`host`] | who runs a search: its time, its end, its yield point |
//! | [`options`], [`params`](mod@params) | options and parameters, each declared once |
//! | [`level`] | weaker play |
//! | [`book`] | what an engine asks of an opening book |
//! | [`tables`] | what an engine asks of endgame tables |
//! | [`explain`] | an evaluation in rows |
//! | [`control`] | node counts and limits that the threads of a search share |
//! | [`witness`] | what a search finds inside its tree |
//! | [`win_rate`] | what a score is worth: chances, and the number people see |
//!
//! The searches themselves live with their games: their steps differ more than
//! they agree. Time comes in through the [`Host`] trait, so the engines run where
//! there is no system clock.

pub mod book;
pub mod conformance;
pub mod control;
pub mod dependence;
pub mod engine;
pub mod evaluate;
pub mod explain;
pub mod heap;
pub mod history;
pub mod host;
pub mod level;
pub mod limits;
pub mod options;
pub mod params;
pub mod tables;
pub mod tt;
pub mod win_rate;
pub mod witness;

pub use book::Book;
pub use control::Control;
pub use dependence::Dependence;
pub use engine::{Answer, CreateError, Engine, Line, LineReport, Report, Request, Source};
pub use evaluate::{Change, Evaluator, Guide, MoveHint};
pub use explain::{Decided, DecidedBy, Explanation, Row};
pub use host::{Flow, Host, Signals, Unattended};
pub use level::{Level, Strength};
pub use limits::{ClockTime, Limits, TimePlan};
pub use options::{EngineOption, OptionError, OptionKind, Settings};
pub use params::{ParamError, ParamSet, ParamSpec};
pub use tables::Tables;
pub use tt::{Bound, Hit, TranspositionTable};
pub use win_rate::{Chances, WinCurve, WinModel, mate_in_moves};
pub use witness::{Finding, Witness};
