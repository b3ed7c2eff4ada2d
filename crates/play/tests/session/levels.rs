//! Weak levels roll dice: other games every time, the same with a seed.

use game::GameKind;
use play::session::Config;

use crate::support::Driver;

/// The first plies of some searches of one position by the weakest level.
fn choices(kind: GameKind, seed: Option<u64>) -> Vec<String> {
    let mut session = Driver::new(&Config { game: kind, seed, ..Config::default() });
    session.send("setoption name Skill Level value 1");
    if kind == GameKind::Banqi {
        session.send("position startpos moves a1=R h4=k b1=p");
    }
    let mut ply = || session.best("go depth 2").split(' ').nth(1).unwrap().to_owned();
    (0..24).map(|_| ply()).collect()
}

#[test]
fn a_seed_decides_what_a_weak_level_plays() {
    for kind in GameKind::ALL {
        let first = choices(kind, Some(1));
        assert_eq!(first, choices(kind, Some(1)), "{kind}: the same seed");
        assert_ne!(first, choices(kind, Some(1_000)), "{kind}: another seed");
        let mut plies = first.clone();
        plies.sort();
        plies.dedup();
        assert!(plies.len() > 1, "{kind}: every search rolls anew: {first:?}");
        assert_ne!(choices(kind, None), choices(kind, None), "{kind}: every session is another");
    }
}
