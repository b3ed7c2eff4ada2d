//! From labelled positions to networks.
//!
//! * [`data`]: positions with a search's score and their game's result, 32 bytes or
//!   fewer each, in checksummed blocks of append-only files; reading shuffles in
//!   bounded memory.
//! * [`train`]: a trainer of our own in plain Rust, on as many cores as there are, with
//!   checkpoints to resume from, and the export to whole numbers.
//! * [`training`]: a whole run from a plan: files in, a network and a report out.
//! * [`judging`]: what a network is worth on labelled positions, alone or beside another.
//! * [`labelling`]: positions from anywhere, scored by searches.
//! * [`selfplay`]: games of our engine against itself, for their positions.
//! * [`evolve`]: self-play, training and a test against the best, again and again.
//!
//! ```
//! use game::Position as _;
//! use network::{Shape, State, Width, XiangqiInputs};
//! use trainer::data::{Dataset, Filter, GameResult, Label, XiangqiRecord};
//! use trainer::train::{Options, Trainer};
//!
//! // Label positions: here every one is equal.
//! let position = xiangqi::Position::start();
//! let label = Label { score: 0, result: GameResult::Draw, ..Label::default() };
//! let records = vec![XiangqiRecord::new(&position, label); 1024];
//! let mut data = Dataset::memory(records).shuffled(4096, Filter::default(), 1);
//!
//! // Train on them, and make a network.
//! let shape = Shape { width: Width::W64, inputs: XiangqiInputs::default() };
//! let options = Options { positions: 4096, batch: 1024, ..Options::new(shape) };
//! let mut trainer = Trainer::<XiangqiRecord>::new(options).unwrap();
//! trainer.run(&mut data, &mut |_, _| std::ops::ControlFlow::Continue(())).unwrap();
//! let network = trainer.export().unwrap();
//! assert!(network.evaluate(&position, ()).abs() < 2_000);
//! ```
#![forbid(unsafe_code)]

pub mod data;
mod elsewhere;
pub mod engines;
pub mod evolve;
pub mod exact;
mod files;
pub mod judging;
pub mod labelling;
pub mod selfplay;
pub mod train;
pub mod training;
pub mod variety;

/// Adds every kind of work that a worker of self-play and labelling must know.
#[must_use]
pub fn registry(known: jobs::Registry) -> jobs::Registry {
    known.with::<selfplay::GamesWork>().with::<labelling::LabelWork>()
}
