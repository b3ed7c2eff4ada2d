//! Parameters in, better parameters out.
//!
//! * [`space`]: which parameters of an engine are tuned; a *genome* is their values.
//! * [`ga`]: the genetic tuner of Kao 2009, with the operators as documented.
//! * [`spsa`]: all parameters at once, by pairs of games.
//! * [`cma`]: CMA-ES for few parameters.
//! * [`texel`]: gradient tuning on labelled positions, by a traced evaluation.
//! * [`foreign`]: programs of others, tuned by their options.
//! * [`suite`], [`games`]: what sets are judged by: test sets, games.
//! * [`run`]: a run in its folder: settings, state, results; resumed after a kill.
//! * [`experiments`]: the experiments of Kao 2009, sections 3.2 to 3.4.
//! * [`statistics`]: first values from records of games.
//! * [`report`]: a page with its plots.
//!
//! The methods are plain values that are asked for candidates and told what those are
//! worth; chance follows from seed and generation. Whoever judges, in whatever order, a
//! run has the same outcome to the last parameter.
//!
//! ```
//! use search::params::{ParamSet, ParamSpec};
//! use tuner::fitness::Fitness;
//! use tuner::ga::{GaSettings, Population};
//! use tuner::space::Space;
//!
//! let spec = ParamSpec { name: "eval.pin".into(), default: 50, min: 0, max: 200, step: 4 };
//! let space = Space::new(ParamSet::new(vec![spec]), &["eval.".to_owned()]).unwrap();
//! let settings = GaSettings { candidates: 24, ..GaSettings::default() };
//! let mut population = Population::new(vec![space.origin()]);
//! for _ in 0..60 {
//!     let mut all = population.candidates(&space, &settings, 1);
//!     for one in &mut all {
//!         one.fitness = Some(Fitness::plain(i64::from(one.genome[0] - 80).abs()));
//!     }
//!     population.filter(all, &settings);
//! }
//! assert!((population.parents[0].genome[0] - 80).abs() <= 1);
//! ```
#![forbid(unsafe_code)]

pub mod cma;
pub mod engine;
mod error;
pub mod experiments;
pub mod fitness;
pub mod foreign;
pub mod ga;
pub mod games;
pub mod plot;
pub mod report;
pub mod run;
pub mod space;
pub mod spsa;
pub mod statistics;
pub mod suite;
pub mod texel;

pub use error::TuneError;

/// Every kind of work a worker of tuning runs must know; programs of others are started
/// only if they are allowed.
pub fn registry(allowed: &arena::engine::AllowedEngines) -> jobs::Registry {
    let (suites, games) = (allowed.clone(), allowed.clone());
    jobs::Registry::default()
        .with_prepared::<suite::SuiteWork>(move |work| work.engine.prepare(&suites))
        .with_prepared::<games::PairWork>(move |work| work.engine.prepare(&games))
}
