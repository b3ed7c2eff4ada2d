//! What waits to be sent to a socket. Searches and games put things in from any
//! thread and never wait: a game that changes twice before it is sent is sent
//! once, an analysis is replaced by its next state.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard};

use library::Id;
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::error::ApiError;

/// A socket that reads this slowly is closed.
const MOST_WAITING: usize = 4_096;

/// What waits to be sent.
#[derive(Default)]
pub struct Outbox {
    waiting: Mutex<Waiting>,
    bell: Notify,
}

/// What one look into the outbox finds.
#[derive(Default)]
pub struct Waiting {
    /// Games that have changed.
    pub games: BTreeSet<Id>,
    /// The newest state of the analysis.
    pub analysis: Option<String>,
    /// Whether something has happened in a run.
    pub runs: bool,
    /// Everything else, in order.
    pub messages: VecDeque<String>,
    /// Whether more came than a socket may let wait.
    pub overflow: bool,
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A game has changed.
    pub fn game_changed(&self, id: Id) {
        self.lock().games.insert(id);
        self.bell.notify_one();
    }

    /// A game was deleted.
    pub fn game_gone(&self, id: Id) {
        self.lock().games.remove(&id);
        self.send(&json!({"type": "gone", "id": id.to_string()}));
    }

    /// The analysis has news.
    pub fn analysis(&self, message: &Value) {
        self.lock().analysis = Some(message.to_string());
        self.bell.notify_one();
    }

    /// No analysis is wanted any more: its news is dropped.
    pub fn forget_analysis(&self) {
        self.lock().analysis = None;
    }

    /// Something has happened in a run.
    pub fn runs_changed(&self) {
        self.lock().runs = true;
        self.bell.notify_one();
    }

    /// A message that must not be lost.
    pub fn send(&self, message: &Value) {
        let mut waiting = self.lock();
        if waiting.messages.len() >= MOST_WAITING {
            waiting.overflow = true;
        } else {
            waiting.messages.push_back(message.to_string());
        }
        drop(waiting);
        self.bell.notify_one();
    }

    /// An error, about a request of a key or about a game.
    pub fn error(&self, key: Option<i64>, id: Option<Id>, error: &ApiError) {
        let mut message = json!({"type": "error", "error": error.json()});
        if let Some(key) = key {
            message["key"] = json!(key);
        }
        if let Some(id) = id {
            message["id"] = json!(id.to_string());
        }
        self.send(&message);
    }

    /// Waits until there is something.
    pub async fn ring(&self) {
        self.bell.notified().await;
    }

    /// Takes everything out; the analysis and news of runs only if their time has come.
    pub fn take(&self, with_analysis: bool, with_runs: bool) -> Waiting {
        let mut waiting = self.lock();
        let analysis = if with_analysis { None } else { waiting.analysis.take() };
        let runs = !with_runs && std::mem::take(&mut waiting.runs);
        let taken = std::mem::take(&mut *waiting);
        waiting.analysis = analysis;
        waiting.runs = runs;
        taken
    }

    /// Whether news of runs waits to be sent.
    pub fn has_runs(&self) -> bool {
        self.lock().runs
    }

    /// Whether an analysis waits to be sent.
    pub fn has_analysis(&self) -> bool {
        self.lock().analysis.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_news_replaces_early_news() {
        let outbox = Outbox::default();
        let id = Id::random();
        outbox.game_changed(id);
        outbox.game_changed(id);
        outbox.analysis(&json!(1));
        outbox.analysis(&json!(2));
        outbox.send(&json!("a"));
        outbox.runs_changed();
        let first = outbox.take(false, false);
        assert_eq!((first.games.len(), first.messages.len()), (1, 1));
        assert!(first.analysis.is_none() && outbox.has_analysis());
        assert_eq!(outbox.take(true, false).analysis.as_deref(), Some("2"));
        assert!(!outbox.has_analysis() && outbox.has_runs());
        assert!(!first.runs && outbox.take(false, true).runs && !outbox.has_runs());
    }

    #[test]
    fn a_socket_that_does_not_read_overflows() {
        let outbox = Outbox::default();
        for number in 0..=MOST_WAITING {
            outbox.send(&json!(number));
        }
        let taken = outbox.take(true, true);
        assert!(taken.overflow && taken.messages.len() == MOST_WAITING);
    }
}
