//! The bench: fixed positions at a fixed depth. The node count is the engine's
//! signature: the same number means the same search.

use search::{CreateError, Host, Request, Settings};
use xiangqi::{Position, XiangqiRules};

use crate::engine::{XiangqiGame, create};

/// Openings, middlegames and endings of every kind.
const POSITIONS: [&str; 12] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w",
    "r1bakab1r/9/n1c3nc1/p3p1p1p/2p6/6P2/P1P1P3P/1CN1C1N2/9/R1BAKAB1R b",
    "2bakab1r/9/r1n1c1nc1/p1p1p3p/6p2/2P6/P3P1P1P/NC2C1N2/9/R1BAKABR1 w",
    "3akab1r/9/1cn1b1n2/p1p1p1p1p/9/2P3P2/P3P3P/1CN1C1N2/9/1RBAKABR1 b",
    "2bak4/4a4/4b1n2/p1N1p3p/6p2/2P1c4/P5P1P/4B1N2/4A4/2BAK4 w",
    "3ak4/4a4/b3b4/p1n1p3p/9/2N3R2/P3r3P/4B4/4A4/2BAK4 b",
    "4kab2/4a4/4b4/9/2n1c4/4P4/2N6/4B4/4A4/2BAKC3 w",
    "2b1ka3/4a4/4b4/4p4/9/2R6/4P4/4B4/4A3r/3AK1B2 w",
    "3a1k3/4a4/9/4n4/9/9/2p3N2/4B4/4A4/2BAK4 b",
    "4k4/4a4/3a5/9/9/4R4/9/4B4/3r5/4K1B2 w",
    "3k5/9/3P5/9/9/4p4/9/9/5p3/4K4 w",
];

/// How deep each position is searched.
pub const BENCH_DEPTH: i32 = 13;

/// The depth of [`SIGNATURES`]: short enough for every run of the tests.
pub const SIGNATURE_DEPTH: i32 = 9;

/// The nodes of a bench to [`SIGNATURE_DEPTH`], by profile. Another number is
/// another search: a change that means to be none keeps them.
pub const SIGNATURES: [(&str, u64); 3] =
    [("chuhe", 127_734), ("chuhe-hce", 142_053), ("shenxiang", 99_410)];

/// What a bench counted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BenchResult {
    /// Nodes of all positions.
    pub nodes: u64,
    /// Seconds by the host's clock.
    pub seconds: f64,
}

/// Searches every position of the bench on one thread. The host is asked for the
/// time before and after.
///
/// # Errors
/// If the profile does not exist.
pub fn bench(profile: &str, depth: i32, host: &dyn Host) -> Result<BenchResult, CreateError> {
    bench_with(profile, &Settings::default(), None, depth, host)
}

/// The same with other settings, and with the patterns of a text besides the shipped ones.
///
/// # Errors
/// If the profile does not exist, or the text is no set of patterns.
pub fn bench_with(
    profile: &str,
    settings: &Settings,
    patterns: Option<&str>,
    depth: i32,
    host: &dyn Host,
) -> Result<BenchResult, CreateError> {
    let mut engine = create(profile, settings)?;
    if patterns.is_some() {
        engine.set_patterns(patterns)?;
    }
    let begin = host.elapsed();
    let mut nodes = 0;
    for fen in POSITIONS {
        let position: Position = fen.parse().expect("the bench positions are legal");
        let game = XiangqiGame::from_position(XiangqiRules::default(), position, 0);
        engine.new_game();
        nodes += engine.search(&game, &Request::to_depth(depth), host, &mut |_| {}).nodes;
    }
    Ok(BenchResult { nodes, seconds: (host.elapsed() - begin).as_secs_f64() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Unattended;

    #[test]
    fn the_bench_counts_what_its_signatures_say() {
        let profiles = crate::PROFILES.map(|(profile, _)| profile);
        assert_eq!(SIGNATURES.map(|(profile, _)| profile), profiles);
        let depth = SIGNATURE_DEPTH;
        for (profile, known) in SIGNATURES {
            let nodes = bench(profile, depth, &Unattended).unwrap().nodes;
            assert_eq!(
                nodes,
                known,
                "the bench of {profile} to depth {depth} counts {nodes} nodes, SIGNATURES in {} \
                 says {known}: the search has changed. If it was meant to, write {nodes} there and \
                 end the commit with the line `Bench: N` that `chuhe bench xiangqi` prints",
                file!()
            );
        }
    }

    #[test]
    fn the_bench_counts_the_same_twice() {
        for profile in ["chuhe", "shenxiang"] {
            let once = bench(profile, 5, &Unattended).unwrap();
            assert_eq!(once.nodes, bench(profile, 5, &Unattended).unwrap().nodes);
            assert!(once.nodes > 5_000);
        }
    }
}
