//! Choices of games that were made a moment ago: who walks along a line with a filter asks
//! for the same games at every step.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::error::ApiError;

/// So many are kept, each so long.
const KEPT: usize = 8;
const FRESH: Duration = Duration::from_secs(15);

struct Choice {
    key: String,
    ids: Arc<Vec<u32>>,
    made: Instant,
}

/// Choices that are kept for a moment.
#[derive(Default)]
pub struct Choices(Mutex<Vec<Choice>>);

impl Choices {
    /// The games of a choice, chosen if they are not there.
    ///
    /// # Errors
    /// Those of the choosing.
    pub fn get(
        &self,
        key: &str,
        choose: impl FnOnce() -> Result<Vec<u32>, ApiError>,
    ) -> Result<Arc<Vec<u32>>, ApiError> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lock().retain(|choice| choice.made.elapsed() < FRESH);
        if let Some(found) = lock().iter().find(|choice| choice.key == key) {
            return Ok(Arc::clone(&found.ids));
        }
        let ids = Arc::new(choose()?);
        let mut all = lock();
        if all.len() >= KEPT {
            all.remove(0);
        }
        all.push(Choice { key: key.to_owned(), ids: Arc::clone(&ids), made: Instant::now() });
        Ok(ids)
    }

    /// Games were changed: everything is chosen anew.
    pub fn forget(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_made_once_until_games_change() {
        let choices = Choices::default();
        let made = std::cell::Cell::new(0);
        let choose = || {
            made.set(made.get() + 1);
            Ok(vec![made.get()])
        };
        assert_eq!(*choices.get("a", choose).unwrap(), [1]);
        assert_eq!(*choices.get("a", choose).unwrap(), [1]);
        assert_eq!(*choices.get("b", choose).unwrap(), [2]);
        choices.forget();
        assert_eq!(*choices.get("a", choose).unwrap(), [3]);
        assert!(choices.get("c", || Err(ApiError::bad("no"))).is_err());
    }
}
