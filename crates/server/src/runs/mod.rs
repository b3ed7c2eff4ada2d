//! Long work that outlives tabs and the server: matches between engines, tuning. Each has
//! a folder of its own and a row in the library; they run one after the other, on threads
//! that people's searches push aside.
//!
//! | module | what |
//! |---|---|
//! | [`run`] | one run: what it is, where it stands |
//! | [`registry`] | all of them: started, stopped, resumed, shown |
//! | [`mod@matches`] | matches and sequential tests |
//! | [`tuning`] | better parameters |
//! | [`engines`] | who may play in them |
//! | `priority` | threads that stand back |

pub mod engines;
pub mod matches;
mod priority;
pub mod registry;
pub mod run;
pub mod tuning;

pub use registry::Runs;
pub use run::{Phase, Run};
