//! A fixed piece of work: its node count is the signature of the search.

use search::{Engine as _, OptionError, Request, Settings, Unattended};

use crate::chuhe::{Chuhe, Profile};
use crate::engine::BanqiGame;

/// Positions of all phases, from quick games.
pub const BENCH_POSITIONS: &[&str] = &[
    "XXXeXXXX/RXpXAXrp/XPXXXHXX/pXRXEXPX b K1A1E1H1C2P3k1a2e1r1h2c2p2 0 1",
    "XXXXXXXX/PXXXrhXX/XRXXXXXH/hXP1XAX1 b K1A1E2R1H1C2P3k1a2e2r1c1p4 0 1",
    "XXXXXXXX/cpXXX1XX/XXXXXXXX/1eXHPcpE b K1A1E1R2H1C1P4k1a2e1r2h2p3 0 1",
    "X1cCXEXX/RXpXAX1r/XPXpXHp1/pXRa1XPX b K1A1H1C1P2k1a1e1r1h2c1 0 1",
    "XAXeXXkr/PXpXrhX1/XRXXXXH1/hp1PXAXe b K1E2R1C2P3a2c1p2 0 1",
    "pkXXXXrX/cpaXX1XP/hXPXXXC1/1eXHP1Pc b K1A1E1R2H1P1a1e1r1h1p2 0 1",
    "X2CX2X/RXpXAX1E/XcXpX2r/pXa2XHh b K1A1H1C1P2k1a1e1r1c1 0 1",
    "XAXeXXkr/PXpXrhX1/4XXHe/1R1RXAX1 b K1E2C2P3a2p1 0 1",
    "pkXXrXCc/cp1PX1XP/hXaXPh2/eA1H2P1 b K1R2H1a1e1p1 0 1",
    "X3X2X/RXpXAX2/XcCpXh1E/pX3aC1 b K1A1H1P2a1e1r1c1 0 1",
    "p1kX1R2/c1p1X1aP/hpaX2h1/eA2H3 b K1H1e1 0 1",
    "1R2X2X/1XpXAX2/X2pX1a1/Ca6 b K1A1H1P1e1r1c1 0 1",
    "pp1e2Ka/ck2HR2/h2a4/eA6 b - 0 1",
    "4A1ce/3X4/3pX1a1/8 b K1r1 0 1",
];

/// The depth each position is searched to: some seconds of work, so
/// that nodes per second mean something.
pub const BENCH_DEPTH: i32 = 14;

/// The depth of [`SIGNATURES`]: short enough for every run of the tests.
pub const SIGNATURE_DEPTH: i32 = 9;

/// The nodes of a bench to [`SIGNATURE_DEPTH`], by profile of this search. Another
/// number is another search, or another network: a change that means to be none keeps
/// them.
pub const SIGNATURES: [(&str, u64); 2] = [("chuhe", 213_242), ("chuhe-hce", 178_469)];

/// Searches [`BENCH_POSITIONS`] with one thread; the nodes of all. The same number on
/// every machine, until the search changes. Other profiles than those of
/// [`SIGNATURES`] have no bench; for them that of `chuhe` is done.
///
/// # Errors
/// If there is not enough memory for the table.
pub fn bench(profile: &str, depth: i32) -> Result<u64, OptionError> {
    let profile = Profile::ALL.into_iter().find(|known| known.name() == profile);
    let settings = Settings { hash: 16, ..Settings::default() };
    let mut engine = Chuhe::new(profile.unwrap_or(Profile::Chuhe), &settings)?;
    Ok(BENCH_POSITIONS.iter().map(|text| nodes_of(&mut engine, text, depth)).sum())
}

fn nodes_of(engine: &mut Chuhe, text: &str, depth: i32) -> u64 {
    let position = text.parse().expect("the bench positions are legal");
    let game = BanqiGame::from_position(Default::default(), position, 0);
    engine.new_game();
    engine.search(&game, &Request::to_depth(depth), &Unattended, &mut |_| {}).nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bench_counts_what_its_signature_says() {
        for (profile, known) in SIGNATURES {
            let nodes = bench(profile, SIGNATURE_DEPTH).unwrap();
            assert_eq!(
                nodes,
                known,
                "the bench of {profile} to depth {SIGNATURE_DEPTH} counts {nodes} nodes, SIGNATURES \
                 in {} says {known}: the search has changed. If it was meant to, write {nodes} \
                 there and end the commit with the line `Bench: N` that `chuhe bench banqi` prints",
                file!()
            );
        }
    }

    #[test]
    fn every_position_of_the_bench_is_searched() {
        let mut engine =
            Chuhe::new(Profile::Chuhe, &Settings { hash: 1, ..Settings::default() }).unwrap();
        for text in BENCH_POSITIONS {
            assert!(nodes_of(&mut engine, text, 3) > 50, "{text}");
        }
    }
}
