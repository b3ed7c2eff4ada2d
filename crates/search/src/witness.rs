//! What a search finds inside its tree, for whoever learns from it.
//!
//! A search scores thousands of positions besides the one it is asked about. Most of
//! those scores are bounds; together with the evaluation they still say what the
//! evaluation should have been (TreeStrap: Veness, Silver, Uther and Blair 2009).

use game::Score;

use crate::Bound;

/// What a search found out about a position below its root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How deep it looked.
    pub depth: i32,
    /// The score for the side to move.
    pub score: Score,
    /// What the score means; never [`Bound::None`].
    pub bound: Bound,
    /// What the evaluation said before.
    pub eval: Score,
    /// Whether the best ply captures.
    pub captures: bool,
    /// Plies without progress, where the search counts them.
    pub clock: u32,
}

impl Finding {
    /// The evaluation as the search corrects it: a bound moves it only if it is broken.
    ///
    /// ```
    /// use game::Score;
    /// use search::{Bound, witness::Finding};
    /// let found = |bound, score, eval| Finding {
    ///     depth: 3, score: Score::new(score), bound, eval: Score::new(eval), captures: false, clock: 0,
    /// };
    /// assert_eq!(found(Bound::Exact, 50, 10).value(), Score::new(50));
    /// assert_eq!(found(Bound::Lower, 50, 10).value(), Score::new(50));
    /// assert_eq!(found(Bound::Lower, 50, 80).value(), Score::new(80));
    /// assert_eq!(found(Bound::Upper, 50, 80).value(), Score::new(50));
    /// assert_eq!(found(Bound::Upper, 50, 10).value(), Score::new(10));
    /// ```
    pub fn value(&self) -> Score {
        match self.bound {
            Bound::Lower => self.eval.max(self.score),
            Bound::Upper => self.eval.min(self.score),
            Bound::Exact | Bound::None => self.score,
        }
    }
}

/// Whoever is told what a search finds below its root.
pub trait Witness<P>: Send + Sync {
    /// Findings of less depth are not told.
    fn least_depth(&self) -> i32;

    /// A position was searched. Positions in check, decided scores and scores that
    /// are true on one line only are not told.
    fn found(&self, position: &P, finding: &Finding);
}
