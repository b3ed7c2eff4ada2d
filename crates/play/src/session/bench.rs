//! The engines' signatures, with the time they took.

use std::fmt;
use std::time::Instant;

use game::GameKind;

use super::banqi::Banqi;
use super::variant::Variant;
use super::xiangqi::Xiangqi;

/// What a bench counted, printed as `N nodes M nps`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bench {
    /// Nodes of all positions: the signature.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
}

impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bench { nodes, seconds } = self;
        write!(f, "{nodes} nodes {} nps", (*nodes as f64 / seconds.max(1e-9)) as u64)
    }
}

/// Searches the fixed positions of a game, to the usual depth or another, on one
/// thread.
///
/// # Errors
/// If there is no such profile, or not enough memory.
pub fn bench(kind: GameKind, profile: &str, depth: Option<i32>) -> Result<Bench, String> {
    match kind {
        GameKind::Xiangqi => bench_of::<Xiangqi>(profile, depth),
        GameKind::Banqi => bench_of::<Banqi>(profile, depth),
    }
}

pub(super) fn bench_of<V: Variant>(profile: &str, depth: Option<i32>) -> Result<Bench, String> {
    let begin = Instant::now();
    let nodes = V::bench(profile, depth.map(|depth| depth.clamp(1, 60)))?;
    Ok(Bench { nodes, seconds: begin.elapsed().as_secs_f64() })
}
