//! Labels that are exact: what is known about a position needs no search.

use std::sync::Mutex;

use crate::data::{GameResult, Label, Record};
use crate::variety::Variety;

/// What is known about positions, shared by all threads.
pub struct Known<V: Variety>(Mutex<V::Endings>);

impl<V: Variety> Default for Known<V> {
    fn default() -> Known<V> {
        Known(Mutex::new(V::Endings::default()))
    }
}

impl<V: Variety> Known<V> {
    /// The record with an exact score and result, where they are known; else as it is.
    pub fn correct(&self, record: V::Record) -> V::Record {
        if !V::may_be_known(&record) {
            return record;
        }
        let mut endings = self.0.lock().unwrap_or_else(|held| held.into_inner());
        let Some(result) = V::known_result(&mut endings, &record) else { return record };
        let score = match result {
            GameResult::Win => V::CERTAIN,
            GameResult::Draw | GameResult::Unknown => 0,
            GameResult::Loss => -V::CERTAIN,
        };
        record.relabelled(Label { score, result, exact: true, ..record.label() })
    }
}
