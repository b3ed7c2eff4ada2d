//! Puzzles as they are solved on the page: which comes next, what is said to a ply, what
//! is remembered of it.
//!
//! | module | what |
//! |---|---|
//! | [`sets`] | the shipped puzzles, and an owner's own ones |
//! | [`attempt`] | the puzzle that is open |
//! | [`score`] | ratings, streaks, failures that come back |
//! | [`making`] | puzzles out of the owner's games |

pub mod attempt;
pub mod making;
pub mod score;
pub mod sets;
