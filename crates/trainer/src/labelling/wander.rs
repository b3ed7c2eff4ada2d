//! Random plies from positions: more positions, and others than play leads to.

use game::{Game, Position as _, Rng, splitmix64};

use crate::data::{GameResult, Label, Record as _};
use crate::variety::{GameOf, Variety};

/// Copies of positions, each some random plies later.
pub struct Wandering<V: Variety, P> {
    positions: P,
    /// The position that is copied, and how many copies are to come.
    now: Option<(V::Record, u32)>,
    copies: u32,
    plies: usize,
    seed: u64,
    number: u64,
}

impl<V: Variety, P: Iterator<Item = V::Record>> Wandering<V, P> {
    /// So many copies of each position, each up to so many plies later.
    pub fn new(positions: P, copies: u32, plies: usize, seed: u64) -> Wandering<V, P> {
        Wandering { positions, now: None, copies: copies.max(1), plies, seed, number: 0 }
    }

    fn next_to_copy(&mut self) -> Option<V::Record> {
        let (record, left) = match self.now.take() {
            Some(now) => now,
            None => (self.positions.next()?, self.copies),
        };
        self.now = (left > 1).then_some((record, left - 1));
        Some(record)
    }
}

impl<V: Variety, P: Iterator<Item = V::Record>> Iterator for Wandering<V, P> {
    type Item = V::Record;

    fn next(&mut self) -> Option<V::Record> {
        loop {
            let record = self.next_to_copy()?;
            self.number += 1;
            let mut rng = Rng::new(self.seed ^ splitmix64(self.number));
            let plies = rng.below(self.plies + 1);
            if plies == 0 {
                return Some(record);
            }
            if let Some(later) = wander::<V>(&record, plies, &mut rng) {
                return Some(later);
            }
        }
    }
}

/// The position some random plies later; `None` if the game ends before.
fn wander<V: Variety>(record: &V::Record, plies: usize, rng: &mut Rng) -> Option<V::Record> {
    let clock = V::plies_without_progress(record);
    let mut game: GameOf<V> =
        Game::from_position(V::Rules::default(), record.position().ok()?, clock);
    for _ in 0..plies {
        let ply = *rng.choose(&game.position().legal_plies())?;
        let reveal = rng.weighted(&game.position().reveals(ply))?;
        game.play_on(ply, reveal).ok()?;
        game.verdict().is_none().then_some(())?;
    }
    let goes_on = !game.position().legal_plies().is_empty();
    let ply = record.label().ply.saturating_add(plies as u8);
    let label = Label { ply, result: GameResult::Unknown, ..Label::default() };
    goes_on.then(|| V::record(&game, label))
}
