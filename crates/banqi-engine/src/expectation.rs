//! What a chance outcome counts and how outcomes are averaged: defined once,
//! used by the search, the flip analysis and the tests that check both.

use game::Score;

/// What a won game counts in an average. More than any evaluation, but not so
/// much that a small chance of a forced win outweighs a large material loss.
pub const WON: i32 = 8_000;

/// The largest evaluation: less than a won game.
pub const LARGEST_EVAL: i32 = WON - 500;

/// What a score counts in an average.
#[inline]
pub fn outcome_value(score: Score) -> i32 {
    score.get().clamp(-WON, WON)
}

/// The average of weighted outcome values, rounded to the nearest whole number,
/// halves away from zero, so that both sides see the same number.
///
/// ```
/// use banqi_engine::expectation;
/// assert_eq!(expectation(7, 2).get(), 4);
/// assert_eq!(expectation(-7, 2).get(), -4);
/// ```
#[inline]
pub fn expectation(sum: i64, weight: i64) -> Score {
    let half = if sum >= 0 { weight / 2 } else { -(weight / 2) };
    Score::new(((sum + half) / weight) as i32)
}
