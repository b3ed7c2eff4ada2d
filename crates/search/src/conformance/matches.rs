//! Laws that need games: stronger levels win.

use game::{Game, Outcome, Position, Rng, Side};

use super::{Boxed, GameOf, Subject};
use crate::engine::Request;
use crate::host::Unattended;

/// Two levels that meet.
#[derive(Clone, Copy, Debug)]
pub struct Pairing {
    /// The weaker level.
    pub weak: u8,
    /// The stronger level.
    pub strong: u8,
    /// Pairs of games, each level beginning one of a pair.
    pub pairs: u64,
    /// The least share of the points the stronger one must get, in percent.
    pub least: u32,
}

/// Plays the pairings and returns the strong sides' points in percent.
pub fn check_levels<S: Subject>(subject: &S, rules: &S::Rules, pairings: &[Pairing]) -> Vec<u32> {
    pairings.iter().map(|pairing| check_pairing(subject, rules, pairing)).collect()
}

fn check_pairing<S: Subject>(subject: &S, rules: &S::Rules, pairing: &Pairing) -> u32 {
    let mut engines = [pairing.weak, pairing.strong].map(|level| {
        let mut engine = subject.engine();
        engine.set_option("Skill Level", &level.to_string()).expect("a level of the pairing");
        engine
    });
    let mut halves = 0;
    for pair in 0..pairing.pairs {
        for begins in [0, 1] {
            let points = play_game::<S>(&mut engines, begins, rules, pair);
            halves += points[1];
        }
    }
    let percent = (halves * 50 / pairing.pairs / 2) as u32;
    assert!(percent >= pairing.least, "{pairing:?}: the stronger level got {percent} %");
    percent
}

/// No game is longer.
const MOST_PLIES: usize = 300;
/// No level looks at more.
const MOST_NODES: u64 = 2_000_000;

/// Plays one game, chance by a seed that both games of a pair share; the points of
/// both engines in halves.
fn play_game<S: Subject>(
    engines: &mut [Boxed<S>; 2],
    begins: usize,
    rules: &S::Rules,
    seed: u64,
) -> [u64; 2] {
    let mut game: GameOf<S> = Game::new(rules.clone());
    let mut chance = Rng::new(seed);
    engines.iter_mut().for_each(|engine| engine.new_game());
    let mut first_side: Option<Side> = game.position().side_to_move();
    while game.verdict().is_none() && game.plies().len() < MOST_PLIES {
        let mover = (begins + game.plies().len()) % 2;
        // An engine that does not know its level would never end.
        let request =
            Request { seed: seed + game.plies().len() as u64, ..Request::of_nodes(MOST_NODES) };
        let found = engines[mover].search(&game, &request, &Unattended, &mut |_| {});
        let Some(ply) = found.ply() else { break };
        let reveals = game.position().reveals(ply);
        let reveal = chance.weighted(&reveals).expect("chance has an answer");
        game.play(ply, reveal).expect("an engine's ply is legal");
        // Whoever did not just move is to move now.
        first_side = first_side.or_else(|| game.position().side_to_move().map(|side| !side));
    }
    match (game.verdict().map(|verdict| verdict.outcome), first_side) {
        (Some(Outcome::Win(side)), Some(first)) => {
            let winner = if side == first { begins } else { 1 - begins };
            if winner == 0 { [2, 0] } else { [0, 2] }
        }
        _ => [1, 1],
    }
}
