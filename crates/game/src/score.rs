//! Scores and windows as types, so that a wrong sign is a type error.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// How good a position is for the side to move, in hundredths of a pawn; or a
/// decided game with the distance to its end in plies.
///
/// Scores lie in bands, from the best down: a forced end on the board, a win that
/// an endgame table promises, a win by the rules (the opponent breaks the
/// repetition law), evaluations; then the same below zero.
///
/// ```
/// use game::Score;
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert_eq!(-Score::win_in(3), Score::loss_in(3));
/// assert_eq!(Score::win_in(3).plies_to_end(), Some(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i16);

impl Score {
    /// A draw, or equal chances.
    pub const DRAW: Score = Score(0);
    /// Beyond every real score.
    pub const INFINITE: Score = Score(32_001);
    /// The longest distance to the end of a game that a score can tell, in plies.
    pub const MAX_PLY: i32 = 1_000;
    /// The tops of the bands; each is [`Score::MAX_PLY`] deep.
    const WIN: i16 = 32_000;
    const TABLE_WIN: i16 = 30_000;
    const RULE_WIN: i16 = 28_000;
    /// The largest evaluation.
    pub const BEST_EVAL: Score = Score(20_000);

    /// An evaluation, kept away from decided games.
    #[inline]
    pub const fn new(centipawns: i32) -> Score {
        let limit = Self::BEST_EVAL.0 as i32;
        Score(if centipawns > limit {
            limit
        } else if centipawns < -limit {
            -limit
        } else {
            centipawns
        } as i16)
    }

    /// The side to move wins in so many plies.
    #[inline]
    pub const fn win_in(plies: i32) -> Score {
        Score(Self::WIN - plies as i16)
    }

    /// The side to move loses in so many plies.
    #[inline]
    pub const fn loss_in(plies: i32) -> Score {
        Score(plies as i16 - Self::WIN)
    }

    /// An endgame table promises the side to move a win in so many plies.
    #[inline]
    pub const fn table_win_in(plies: i32) -> Score {
        Score(Self::TABLE_WIN - plies as i16)
    }

    /// An endgame table promises the other side a win in so many plies.
    #[inline]
    pub const fn table_loss_in(plies: i32) -> Score {
        Score(plies as i16 - Self::TABLE_WIN)
    }

    /// The other side breaks a rule in so many plies and loses.
    #[inline]
    pub const fn rule_win_in(plies: i32) -> Score {
        Score(Self::RULE_WIN - plies as i16)
    }

    /// The side to move breaks a rule in so many plies and loses.
    #[inline]
    pub const fn rule_loss_in(plies: i32) -> Score {
        Score(plies as i16 - Self::RULE_WIN)
    }

    /// The number itself.
    #[inline]
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    /// Whether the game is decided for either side, by whatever band.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > Self::BEST_EVAL.0
    }

    /// Whether the rules decide the game, and not the board.
    #[inline]
    pub const fn is_by_rule(self) -> bool {
        self.0.abs() > Self::BEST_EVAL.0 && self.0.abs() <= Self::RULE_WIN
    }

    /// Whether the side to move has won, by whatever band.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > Self::BEST_EVAL.0
    }

    /// Whether the side to move has lost, by whatever band.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::BEST_EVAL.0
    }

    /// Plies to a forced end on the board: positive if won, negative if lost. The
    /// other bands end by conversion or by the rules, and have none.
    pub const fn plies_to_end(self) -> Option<i32> {
        let plies = (Self::WIN - self.0.abs()) as i32;
        if plies > Self::MAX_PLY {
            None
        } else if self.0 > 0 {
            Some(plies)
        } else {
            Some(-plies)
        }
    }

    /// The score as a table keeps it: distances to the end counted from the node
    /// at `ply`, not from the root.
    #[inline]
    #[must_use]
    pub const fn to_node(self, ply: i32) -> Score {
        if self.is_win() {
            Score(self.0 + ply as i16)
        } else if self.is_loss() {
            Score(self.0 - ply as i16)
        } else {
            self
        }
    }

    /// The inverse of [`Score::to_node`].
    #[inline]
    #[must_use]
    pub const fn from_node(self, ply: i32) -> Score {
        if self.is_win() {
            Score(self.0 - ply as i16)
        } else if self.is_loss() {
            Score(self.0 + ply as i16)
        } else {
            self
        }
    }

    /// The raw 16 bits, for tables.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0 as u16
    }

    /// The inverse of [`Score::to_bits`], never beyond [`Score::INFINITE`].
    #[inline]
    pub const fn from_bits(bits: u16) -> Score {
        let limit = Self::INFINITE.0;
        let value = bits as i16;
        Score(if value > limit {
            limit
        } else if value < -limit {
            -limit
        } else {
            value
        })
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    /// Moves a score without leaving the range of scores.
    #[inline]
    fn add(self, centipawns: i32) -> Score {
        let limit = i32::from(Self::INFINITE.0);
        Score((i32::from(self.0) + centipawns).clamp(-limit, limit) as i16)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    #[inline]
    fn sub(self, centipawns: i32) -> Score {
        self + -centipawns
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if plies >= 0 => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {}", -plies),
            None => write!(f, "{}", self.0),
        }
    }
}

/// The scores a search still cares about: strictly between `alpha` and `beta`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the side to move is sure of.
    pub alpha: Score,
    /// What the other side will not allow.
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Window = Window { alpha: Score(-32_001), beta: Score::INFINITE };

    /// A window that only asks "above `score` or not".
    #[inline]
    pub fn null(score: Score) -> Window {
        Window { alpha: score, beta: score + 1 }
    }

    /// A window around a score.
    #[inline]
    pub fn around(score: Score, margin: i32) -> Window {
        Window { alpha: score - margin, beta: score + margin }
    }

    /// The score half way between both ends.
    #[inline]
    pub fn middle(self) -> Score {
        Score(((self.alpha.get() + self.beta.get()) / 2) as i16)
    }

    /// Whether it only asks one question.
    #[inline]
    pub fn is_null(self) -> bool {
        self.beta.get() - self.alpha.get() == 1
    }

    /// Whether a score is at least what the other side allows.
    #[inline]
    pub fn fails_high(self, score: Score) -> bool {
        score >= self.beta
    }

    /// Whether a score is at most what the side to move is sure of.
    #[inline]
    pub fn fails_low(self, score: Score) -> bool {
        score <= self.alpha
    }
}

impl Neg for Window {
    type Output = Window;

    /// The same window seen by the other side.
    #[inline]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_never_look_like_forced_ends() {
        assert!(!Score::new(1_000_000).is_decided());
        assert!(!Score::new(-1_000_000).is_decided());
        assert!(Score::win_in(Score::MAX_PLY).is_win());
        assert!(Score::loss_in(0).is_loss());
    }

    #[test]
    fn the_bands_do_not_overlap() {
        let far = Score::MAX_PLY;
        let down = [
            Score::win_in(0),
            Score::win_in(far),
            Score::table_win_in(0),
            Score::table_win_in(far),
            Score::rule_win_in(0),
            Score::rule_win_in(far),
            Score::BEST_EVAL,
        ];
        assert!(down.is_sorted_by(|better, worse| better > worse), "{down:?}");
        assert_eq!(-Score::table_win_in(7), Score::table_loss_in(7));
        assert_eq!(-Score::rule_win_in(7), Score::rule_loss_in(7));
        for score in [Score::table_win_in(3), Score::rule_loss_in(3), Score::BEST_EVAL] {
            assert_eq!(score.plies_to_end(), None, "{score:?}");
        }
        assert_eq!(Score::loss_in(12).plies_to_end(), Some(-12));
    }

    #[test]
    fn tables_keep_distances_from_the_node() {
        let scores = [Score::win_in(9), Score::loss_in(12), Score::new(33)];
        for score in scores.into_iter().chain([Score::table_win_in(9), Score::rule_loss_in(9)]) {
            assert_eq!(score.to_node(5).from_node(5), score);
            assert_eq!(Score::from_bits(score.to_bits()), score);
        }
        assert_eq!(Score::win_in(9).to_node(5), Score::win_in(4));
        assert_eq!(Score::loss_in(9).to_node(5), Score::loss_in(4));
        assert_eq!(Score::table_loss_in(9).to_node(5), Score::table_loss_in(4));
    }
}
