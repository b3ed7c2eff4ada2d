//! A whole training run: files of labelled positions in, a network, its curve and a
//! report out. What is interrupted goes on with the same plan.
//!
//! | file | what |
//! |---|---|
//! | `plan` | what is to be trained, and on what |
//! | `sources` | the files of a plan, and what of them a run began with |
//! | `run` | the run itself |
//! | `report` | what came of it |

mod plan;
mod report;
mod run;
mod sources;

pub use plan::{Amount, TrainingPlan};
pub use report::{HeldOut, TrainingReport, network_scores};
pub use run::train;
pub use sources::{Data, data_files};
