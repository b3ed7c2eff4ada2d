//! What every request passes through.
//!
//! | module | what it does |
//! |---|---|
//! | [`hosts`] | the names the server answers to, and where requests may come from |
//! | [`session`] | who asks: cookies, the token, places for sockets |
//! | [`rate`] | not too often |
//! | [`guard`] | all of these in order, and the headers of every answer |
//! | [`body`] | JSON bodies, not too large |
//! | [`file`] | bodies that are files |
//! | [`assets`] | the files of the web page |
//! | [`router`] | which path leads where |

pub mod assets;
pub mod body;
pub mod file;
pub mod guard;
pub mod hosts;
pub mod rate;
pub mod router;
pub mod session;
