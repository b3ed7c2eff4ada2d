//! A run in its folder.
//!
//! | file | holds |
//! |---|---|
//! | `run.json` | everything that decides the run: settings, test sets |
//! | `state.json` | where it stands; replaced as a whole after every generation |
//! | `results.jsonl` | the result of every job, as it came |
//! | `history.csv` | a line a generation, for plots |
//! | `best.params` | the best values, as the option `Params` takes them |
//! | `report.html` | a page with plots |

mod directory;
mod gradient;
mod judge;
mod methods;
mod session;
mod settings;
mod state;

pub use directory::Directory;
pub use gradient::{MakeTracer, descend};
pub use judge::{Judge, JudgeSettings};
pub use methods::evolve;
pub use session::{Event, Session};
pub use settings::{Method, RunSettings};
pub use state::{MethodState, Point, State};
