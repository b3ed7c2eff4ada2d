//! Test sets out of collections of games (Kao 2009, sections 2.2.3 and 2.3.4 to 2.3.5).
//!
//! | module | what |
//! |---|---|
//! | [`must_play`] | where one move did much better than all others |
//! | [`starts`] | positions to begin matches from |
//! | [`mates`] | mates by checks, proved, and where they were in games |
//! | [`tactics`] | forced wins of material |
//! | [`dark`] | dark chess: exactly one ply keeps the value |
//! | [`hunt`] | looking for those in games, on several threads |
//! | [`check`] | mates proved again on boards that share no code with ours |
//! | [`split`] | holding positions back by a hash |
//! | [`epd`] | positions as lines of text |
#![forbid(unsafe_code)]

pub mod check;
pub mod dark;
pub mod epd;
mod error;
pub mod hunt;
pub mod mates;
pub mod must_play;
pub mod split;
pub mod starts;
pub mod tactics;

pub use epd::Problem;
pub use error::TestsetError;
