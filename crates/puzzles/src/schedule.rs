//! When a failure comes back: soon at first, then later and later, until it is known.

/// A day, in milliseconds.
const DAY: i64 = 24 * 60 * 60_000;

/// How long after each success in a row a failure comes back; after the last one it is
/// known. A failure itself can be tried again at once.
pub const WAITS: [i64; 6] = [0, DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY];

/// Where a failed puzzle stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Review {
    /// Successes since the last failure.
    pub step: usize,
    /// When it is to come back.
    pub due: i64,
}

impl Review {
    /// Where a puzzle stands that was just solved or failed; none if it need not come back:
    /// it was never failed, or is known by now. What comes early counts only if it failed.
    pub fn next(before: Option<Review>, solved: bool, now: i64) -> Option<Review> {
        match (before, solved) {
            (None, true) => None,
            (_, false) => Some(Review { step: 0, due: now + WAITS[0] }),
            (Some(before), true) if now < before.due => Some(before),
            (Some(before), true) => {
                let step = before.step + 1;
                WAITS.get(step).map(|wait| Review { step, due: now + wait })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_comes_back_later_and_later_until_it_is_known() {
        assert_eq!(Review::next(None, true, 5), None);
        let mut review = Review::next(None, false, 0);
        let mut waits = Vec::new();
        let mut now = 0;
        while let Some(due) = review.map(|review| review.due) {
            waits.push(due - now);
            now = due;
            review = Review::next(review, true, now);
        }
        assert_eq!(waits, WAITS);
        assert!(WAITS.is_sorted());
    }

    #[test]
    fn failing_again_begins_anew_and_early_success_changes_nothing() {
        let known = Some(Review { step: 3, due: 1_000 });
        assert_eq!(Review::next(known, true, 999), known);
        let again = Review::next(known, false, 999).unwrap();
        assert_eq!((again.step, again.due), (0, 999 + WAITS[0]));
    }
}
