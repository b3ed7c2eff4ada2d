//! The socket of a tab: games it watches, analyses and reviews it asks for.
//!
//! | module | what it does |
//! |---|---|
//! | [`messages`] | what a client may say |
//! | [`outbox`] | what waits to be sent; late news replaces early news |
//! | [`socket`] | the conversation |
//! | [`jobs`] | the searches a socket has asked for |

pub mod jobs;
pub mod messages;
pub mod outbox;
pub mod socket;
