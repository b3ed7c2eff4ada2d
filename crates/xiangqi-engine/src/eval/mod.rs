//! The evaluation: one file per term, each naming the source it comes from
//! (Shenxiang, Kao 2009; `docs/references.md` lists them).
//!
//! An [`Evaluation`] is built once from [`EvalParams`] and an [`EvalStyle`]. The
//! [`Accumulator`] follows the board ply by ply; everything else is computed from
//! one shared [`attack_info::AttackInfo`]. Each term is a number per phase
//! ([`packed::Packed`]); the sum is blended once, corrected by what theory says
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
//! let rows = evaluation.explain(&start);
//! assert_eq!(rows.iter().map(|row| row.total).sum::<i32>(), score.get());
//! ```

pub mod accumulator;
pub mod attack_info;
pub mod control;
pub mod document;
pub mod dynamic;
pub mod elephants;
pub mod endgames;
mod evaluation;
mod explain;
pub mod features;
pub mod king_safety;
pub mod lines;
pub mod material;
pub mod mobility;
pub mod numbers;
pub mod packed;
mod params;
mod params_text;
pub mod phase;
pub mod squares;
mod state;
mod style;
pub mod tempo;
pub mod threats;
mod tuned;

pub use accumulator::{Accumulator, Watch};
pub use evaluation::Evaluation;
pub use explain::TermRow;
pub use params::{EvalParamError, EvalParams, ParamEntry};
pub use state::{State, Styled};
pub use style::{Chuhe, EvalStyle, EvalStyleError, Shenxiang, Style};
