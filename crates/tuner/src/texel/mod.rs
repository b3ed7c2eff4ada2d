//! Gradient (Texel) tuning: the parameters under which the evaluation of quiet
//! positions foretells results best.
//!
//! Every position is *traced* once: how often each parameter counts in it. From then on
//! the evaluation under other values is a short sum, and so is its gradient. Terms that
//! are not sums of parameters are traced by their slopes at the values of the moment, and
//! traced anew now and then.

mod banqi;
mod fit;
mod traces;
mod xiangqi;

pub use banqi::BanqiTracer;
pub use fit::{Fit, FitSettings, best_scale, loss};
pub use traces::{Head, NONE, Tracer, Traces, trace_all};
pub use xiangqi::XiangqiTracer;
