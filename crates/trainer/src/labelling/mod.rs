//! Labelling: positions from anywhere, scored by searches.
//!
//! | file | what |
//! |---|---|
//! | `plan` | what is to be labelled, and how |
//! | `input` | positions of data files and of texts of games |
//! | `wander` | random plies from positions, for more and other ones |
//! | `judge` | who scores: a search, or an evaluation alone |
//! | `run` | the searches, on several threads into one folder that can be gone on with |
//! | `elsewhere` | the same by workers on other machines: a chunk of positions is a job |

mod elsewhere;
mod input;
mod judge;
mod plan;
mod run;
mod wander;

pub use elsewhere::LabelWork;
pub use input::Positions;
pub use plan::{LabelError, LabelPlan};
pub use run::{Progress, label, label_by};
pub use wander::Wandering;
