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
//! | [`control`] | the shared stop flag, node counts and the injected clock |
//! | [`params`](mod@params) | parameters declared once: value, range, step, name |
//! | [`win_rate`] | what a score is worth: chances, and the number people see |
//!
//! The searches themselves live with their games: their steps differ more than
//! they agree. Time comes in through the [`control::Clock`] trait, so the engines
//! run where there is no system clock.

pub mod control;
pub mod dependence;
pub mod evaluate;
pub mod heap;
pub mod history;
pub mod limits;
pub mod params;
pub mod tt;
pub mod win_rate;

pub use control::{Clock, Control};
pub use dependence::Dependence;
pub use evaluate::{Change, Evaluator};
pub use limits::{Limits, TimePlan};
pub use tt::{Bound, Hit, TranspositionTable};
pub use win_rate::{Chances, WinCurve, WinModel};
