//! Work in numbered pieces.
//!
//! A [`Work`] says what one job is and how it is done; its result depends on nothing
//! but the work and the job, so it does not matter who does it, or how often. An
//! [`Executor`] does the jobs of a batch, on the threads of this process or on many
//! machines, and hands out the results in the order of their numbers. An [`Archive`]
//! keeps every result as it comes, so that a run which was killed asks only for what
//! is missing.
//!
//! ```
//! use std::ops::ControlFlow;
//! use jobs::{Archive, Executor, Pulse, Stop, Work};
//!
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Squares;
//!
//! impl Work for Squares {
//!     const KIND: &'static str = "squares";
//!     type Job = u64;
//!     type Output = u64;
//!     type Tools = ();
//!     fn fingerprint(&self) -> Result<String, String> { Ok("1".to_owned()) }
//!     fn tools(&self) -> Result<(), String> { Ok(()) }
//!     fn perform(&self, _: &mut (), _: u64, job: &u64, _: &Pulse<'_>) -> Result<u64, String> {
//!         Ok(job * job)
//!     }
//! }
//!
//! let mut sums = Vec::new();
//! let executor = Executor::threads(2);
//! let mut archive = Archive::none();
//! executor.run(&mut archive, &Squares, 0, &[1, 2, 3], &Stop::default(), &mut |done| {
//!     sums.push(done.result.unwrap());
//!     ControlFlow::Continue(())
//! }).unwrap();
//! assert_eq!(sums, [1, 4, 9]);
//! ```
#![forbid(unsafe_code)]

mod archive;
mod collect;
mod error;
mod executor;
mod name;
#[cfg(feature = "nats")]
pub mod nats;
mod threads;
mod work;

pub use archive::Archive;
pub use collect::{Done, End, Failure};
pub use error::JobsError;
pub use executor::Executor;
pub use name::run_name;
pub use work::{AnyWork, Pulse, Registry, Stop, Work};
