//! The evaluation: one file per term, each naming the source it comes from
//! (Shenxiang, Kao 2009; `docs/references.md` lists them).
//!
//! An [`Evaluation`] is built once from [`EvalParams`] and an [`EvalStyle`]. The
//! [`Accumulator`] follows the board ply by ply; everything else is computed from
//! one shared [`AttackInfo`]. Each term is a number per phase
//! ([`Packed`]); the sum is blended once, corrected by what theory says
//! about the ending, and seen from the side to move.
//!
//! ```
//! use game::Position as _;
//! use xiangqi::Position;
//! use xiangqi_engine::eval::{EvalStyle, Evaluation};
//!
//! let evaluation = Evaluation::of_style(EvalStyle::Chuhe);
//! let start = Position::start();
//! let score = evaluation.evaluate(&start, &evaluation.refresh(&start));
//! assert_eq!(evaluation.explain(&start).total, score.get());
//! ```

mod accumulator;
mod attack_info;
mod control;
mod document;
mod dynamic;
mod elephants;
mod endgames;
mod evaluation;
mod explain;
mod features;
mod king_safety;
mod lines;
mod material;
mod mobility;
mod numbers;
mod packed;
mod params;
mod params_text;
mod phase;
mod squares;
mod state;
mod style;
mod tempo;
mod threats;
mod trace;
mod tuned;

pub use accumulator::{Accumulator, AccumulatorObserver};
pub use attack_info::AttackInfo;
pub use elephants::raised_before_horse;
pub use endgames::{Verdict, verdict};
pub use evaluation::Evaluation;
pub use features::FeatureCounts;
pub use material::{Army, MaterialPreset};
pub use numbers::Tapered;
pub use packed::Packed;
pub use params::{EvalFileError, EvalParams};
pub use phase::PhaseRule;
pub use squares::SquareSource;
pub use state::{State, Styled};
pub use style::{Chuhe, EvalStyle, Shenxiang, Style};
pub use trace::{Parts, board_sums};
