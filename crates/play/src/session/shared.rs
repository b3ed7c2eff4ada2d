//! What a session keeps when the game changes.

use std::hash::{BuildHasher, Hasher, RandomState};

use protocol::coordinates::Ranks;
use search::Settings;

use super::output::Writer;

pub(super) struct Shared {
    pub writer: Writer,
    /// What the engine is set to; the next one is made from it.
    pub settings: Settings,
    pub show_wdl: bool,
    /// How the other side counts the ranks of xiangqi.
    pub ranks: Ranks,
    /// Whether the dialect leaves no doubt about it.
    pub ranks_fixed: bool,
    /// UCCI: whether clocks are in milliseconds.
    pub milliseconds: bool,
    pub seeds: Seeds,
}

/// A seed for every search: a weak level plays another game each time.
pub(super) struct Seeds(u64);

impl Seeds {
    /// Beginning with a number of one's own, or one of the system's.
    pub fn new(first: Option<u64>) -> Seeds {
        Seeds(first.unwrap_or_else(|| RandomState::new().build_hasher().finish()))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        self.0
    }
}
