//! What every request passes through.
//!
//! | module | what it does |
//! |---|---|
//! | [`hosts`] | the names the server answers to, and where requests may come from |
//! | [`session`] | who asks: cookies, the token, places for sockets |
//! | [`rate`] | not too often |
//! | [`guard`] | all of these in order, and the headers of every answer |
//! | [`entrance`] | the token: with the address of a page, or asked for by one |
//! | [`body`] | JSON bodies, not too large |
//! | [`unread`] | whether a body was read to its end |
//! | [`mod@file`] | bodies that are files |
//! | [`assets`] | the files of the web page |
//! | [`bundle`] | most of them as few files |
//! | [`modules`] | an ES module as part of such a file |
//! | [`router`] | which path leads where |

pub mod assets;
pub mod body;
pub mod bundle;
pub mod entrance;
pub mod file;
pub mod guard;
pub mod hosts;
pub mod modules;
pub mod rate;
pub mod router;
pub mod session;
pub mod unread;
