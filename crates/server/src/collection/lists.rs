//! Chosen games, kept while somebody scrolls through them: a list of a hundred thousand
//! games is chosen once and read in pieces.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use library::archive::shape::Shape;

use crate::error::ApiError;

/// So many lists are kept, and so many ids in all of them.
const LISTS: usize = 48;
const IDS: usize = 8 << 20;

/// What came of a choice.
#[derive(Clone)]
pub enum Found {
    /// Games are still being looked through.
    NotYet,
    /// The games, in the order of the list.
    Games(Arc<Vec<u32>>),
    /// It could not be made.
    Failed(ApiError),
}

/// A list of games in the making, or made.
pub struct List {
    id: u64,
    owner: String,
    /// What games are looked through for.
    shape: Option<Arc<Shape>>,
    stop: AtomicBool,
    done: AtomicUsize,
    all: AtomicUsize,
    found: Mutex<Found>,
}

impl List {
    /// Its name.
    pub fn id(&self) -> String {
        self.id.to_string()
    }

    /// The shape that every game of it has.
    pub fn shape(&self) -> Option<&Shape> {
        self.shape.as_deref()
    }

    /// Notes how many of how many games were looked through; whether to go on.
    pub fn seen(&self, done: usize, all: usize) -> bool {
        self.done.store(done, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
        !self.is_stopped()
    }

    /// How many of how many games were looked through.
    pub fn progress(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed))
    }

    /// Whether nobody wants it any more.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Nobody wants it any more.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// What came of it.
    pub fn found(&self) -> Found {
        self.found.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }

    /// Keeps what came of it.
    pub fn finish(&self, found: Result<Vec<u32>, ApiError>) {
        let found = found.map_or_else(Found::Failed, |ids| Found::Games(Arc::new(ids)));
        *self.found.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = found;
    }

    fn size(&self) -> usize {
        match self.found() {
            Found::Games(ids) => ids.len(),
            _ => 0,
        }
    }
}

/// The lists that are kept, the one used last at the end.
#[derive(Default)]
pub struct Lists {
    next: AtomicU64,
    all: Mutex<Vec<Arc<List>>>,
}

impl Lists {
    fn all(&self) -> MutexGuard<'_, Vec<Arc<List>>> {
        self.all.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A new list; those that were not used for the longest time go.
    pub fn create(&self, owner: &str, shape: Option<Shape>) -> Arc<List> {
        let list = Arc::new(List {
            id: self.next.fetch_add(1, Ordering::Relaxed) + 1,
            owner: owner.to_owned(),
            shape: shape.map(Arc::new),
            stop: AtomicBool::new(false),
            done: AtomicUsize::new(0),
            all: AtomicUsize::new(0),
            found: Mutex::new(Found::NotYet),
        });
        let mut all = self.all();
        let mut ids: usize = all.iter().map(|list| list.size()).sum();
        while all.len() >= LISTS || ids > IDS && !all.is_empty() {
            let oldest = all.remove(0);
            oldest.stop();
            ids -= oldest.size().min(ids);
        }
        all.push(Arc::clone(&list));
        list
    }

    /// A list of this owner.
    pub fn find(&self, owner: &str, id: &str) -> Option<Arc<List>> {
        let id: u64 = id.parse().ok()?;
        let mut all = self.all();
        let place = all.iter().position(|list| list.id == id && list.owner == owner)?;
        let list = all.remove(place);
        all.push(Arc::clone(&list));
        Some(list)
    }

    /// Lets a list go.
    pub fn forget(&self, list: &List) {
        list.stop();
        self.all().retain(|kept| kept.id != list.id);
    }

    /// Ends every search.
    pub fn stop_all(&self) {
        self.all().iter().for_each(|list| list.stop());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_that_was_not_used_goes_first() {
        let lists = Lists::default();
        let first = lists.create("me", None).id();
        let second = lists.create("me", None);
        for _ in 0..LISTS - 1 {
            assert!(lists.find("me", &first).is_some());
            lists.create("me", None);
        }
        assert!(lists.find("me", &first).is_some(), "used all the time");
        assert!(lists.find("me", &second.id()).is_none() && second.is_stopped());
        assert!(lists.find("another", &first).is_none());
        assert!(lists.find("me", "x").is_none());
    }

    #[test]
    fn all_lists_together_are_bounded() {
        let lists = Lists::default();
        let large = lists.create("me", None);
        large.finish(Ok(vec![1; IDS + 1]));
        let next = lists.create("me", None);
        assert!(lists.find("me", &large.id()).is_none());
        assert!(lists.find("me", &next.id()).is_some());
    }
}
