//! Model games: of the games that came to a position, those worth looking at first.

use std::collections::HashMap;

use records::{Board, GameResult};

use super::Archive;
use super::explore::Hit;
use super::facts::{Blocks, Facts};
use super::fold::Folded;
use super::index::{Entry, Index};
use crate::LibraryError;

/// So many games of a position are weighed, the first that the index has: of the start
/// position there may be a hundred thousand, and any will do.
const WEIGHED: usize = 5_000;

impl Archive {
    /// Some games that came to a position, the most telling first: those between players
    /// who come to it most often, of these the latest; games whose result is not known
    /// stand last. Of all games, or of chosen ones (their ids, in order).
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn model_games(
        &self,
        board: &Board,
        chosen: Option<&[u32]>,
        most: usize,
    ) -> Result<Vec<Hit>, LibraryError> {
        let key = Folded::of(board).key;
        self.read(|connection| {
            let gone = super::explore::removed_at(connection, key)?;
            let wanted = |entry: &Entry| {
                !gone.contains(&entry.game)
                    && chosen.is_none_or(|chosen| chosen.binary_search(&entry.game).is_ok())
            };
            let mut blocks = Blocks::new(connection);
            let mut found: Vec<(Hit, Facts)> = Vec::new();
            for segment in Index::open(connection)?.segments() {
                segment.each_of_until(connection, key, |entry| {
                    if wanted(&entry) {
                        let hit = Hit { game: entry.game, ply: entry.ply };
                        found.push((hit, blocks.get(entry.game)?));
                    }
                    Ok(found.len() < WEIGHED)
                })?;
            }
            Ok(best(found, most))
        })
    }
}

/// The most telling games first.
fn best(mut found: Vec<(Hit, Facts)>, most: usize) -> Vec<Hit> {
    let mut often: HashMap<u32, u32> = HashMap::new();
    for (_, facts) in &found {
        for player in [facts.red, facts.black].into_iter().filter(|&player| player > 0) {
            *often.entry(player).or_default() += 1;
        }
    }
    let times = |player: u32| often.get(&player).copied().unwrap_or_default();
    found.sort_by_cached_key(|(hit, facts)| {
        let (red, black) = (times(facts.red), times(facts.black));
        let worth = (
            facts.result != GameResult::Unknown,
            red.min(black),
            red.max(black),
            facts.date.number(),
            hit.game,
        );
        std::cmp::Reverse(worth)
    });
    found.into_iter().take(most).map(|(hit, _)| hit).collect()
}
