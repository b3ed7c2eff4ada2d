//! Commands about networks: training them, their data, and what they are worth.

pub mod data;
pub mod label;
mod library_games;
pub mod net;
mod net_wording;
pub mod train;
mod wording;
