//! DhtmlXQ, the tags of 東萍 (dpxq.com): alone, in UBB, in web pages and in their
//! scripts.
//!
//! `[DhtmlXQ_movelist]7747…[/DhtmlXQ_movelist]`: four digits a ply, file and rank of
//! both points, ranks from black's side. `move_A_B_C` is variation C, which takes the
//! place of ply B of variation A; `comment5` and `comment2_5` are said after a ply.

mod reader;
mod tags;
mod writer;

pub use reader::read;
pub use tags::detects;
pub use writer::write;

/// Tags that have another name with us.
const NAMES: [(&str, &str); 15] = [
    ("title", "Title"),
    ("event", "Event"),
    ("class", "EventClass"),
    ("date", "Date"),
    ("place", "Site"),
    ("round", "Round"),
    ("table", "Table"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("redrating", "RedElo"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("blackrating", "BlackElo"),
    ("timerule", "TimeControl"),
    ("endtype", "Termination"),
];

/// Tags that say nothing about the game.
const IDLE: [&str; 5] = ["ver", "pver", "init", "generator", "viewurl"];
