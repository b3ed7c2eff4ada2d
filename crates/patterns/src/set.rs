//! A set of patterns, ready to be compiled.

use xiangqi::{Position, Side};

use crate::check;
use crate::diagnostic::Diagnostic;
use crate::ground::{Ground, ground};
use crate::interpret;
use crate::pattern::Pattern;
use crate::resolve;

/// Patterns and what they come to for each colour and wing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PatternSet {
    /// In the order of the text.
    pub patterns: Vec<Pattern>,
    /// In the order of the patterns.
    pub grounds: Vec<Ground>,
}

/// A pattern that is on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match {
    /// The number of the pattern.
    pub pattern: usize,
    /// Who `us` is; red for patterns that name colours.
    pub side: Side,
    /// Whether it is the mirror image.
    pub mirrored: bool,
    /// The points it is about.
    pub points: u128,
    /// How often it counts.
    pub count: u32,
}

impl PatternSet {
    /// Reads a text; patterns with errors are left out.
    pub fn read(text: &str) -> (PatternSet, Vec<Diagnostic>) {
        let (patterns, mut found) = resolve::read(text);
        found.extend(check::warnings(&patterns));
        found.sort_by_key(|one| (one.span.start, !one.is_error()));
        (PatternSet::of(patterns), found)
    }

    /// A set of patterns.
    pub fn of(patterns: Vec<Pattern>) -> PatternSet {
        let of = |(number, pattern)| ground(number as u32, pattern);
        let grounds = patterns.iter().enumerate().flat_map(of).collect();
        PatternSet { patterns, grounds }
    }

    /// The set with those of another after its own; of equal names the later counts.
    #[must_use]
    pub fn with(mut self, other: PatternSet) -> PatternSet {
        self.patterns.retain(|one| other.find(&one.key).is_none());
        self.patterns.extend(other.patterns);
        PatternSet::of(self.patterns)
    }

    /// The number of a pattern.
    pub fn find(&self, key: &str) -> Option<usize> {
        self.patterns.iter().position(|pattern| pattern.key == key)
    }

    /// The set of some patterns only.
    pub fn only(&self, wanted: impl Fn(&Pattern) -> bool) -> PatternSet {
        PatternSet::of(self.patterns.iter().filter(|one| wanted(one)).cloned().collect())
    }

    /// Every pattern on the board, by the reference matcher: each once a side, in the
    /// order of the set.
    pub fn matches(&self, position: &Position) -> Vec<Match> {
        let mut found: Vec<Match> = Vec::new();
        for ground in &self.grounds {
            if interpret::matches(position, ground) {
                self.add(&mut found, position, ground);
            }
        }
        found
    }

    /// Adds a ground pattern that is on the board. Both wings of a shape count as one,
    /// and as often as the one that counts more.
    pub fn add(&self, found: &mut Vec<Match>, position: &Position, ground: &Ground) {
        let Some(points) = interpret::matched_points(position, ground) else { return };
        let pattern = ground.pattern as usize;
        let count = interpret::count(position, ground);
        let known = found.iter_mut().find(|one| one.pattern == pattern && one.side == ground.side);
        match known {
            Some(known) => {
                known.points |= points;
                known.count = known.count.max(count);
            }
            None => found.push(Match {
                pattern,
                side: ground.side,
                mirrored: ground.mirrored,
                points,
                count,
            }),
        }
    }
}
