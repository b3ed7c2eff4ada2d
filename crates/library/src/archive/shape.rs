//! Games in which a named shape occurs.

use std::sync::Arc;

use patterns::{Matcher, PatternSet};
use records::Board;

use super::scan::Look;

/// A shape that is looked for: any pattern of a set.
pub struct Shape {
    /// The patterns.
    pub set: PatternSet,
    /// What finds them.
    pub matcher: Arc<Matcher>,
}

impl Shape {
    /// The shape of a set of patterns.
    pub fn of(set: PatternSet) -> Shape {
        let matcher = Arc::new(Matcher::new(&set.grounds));
        Shape { set, matcher }
    }

    /// An eye that sees it on boards of xiangqi.
    pub fn look(&self) -> Look<'static> {
        let matcher = Arc::clone(&self.matcher);
        let mut state = matcher.start();
        Box::new(move |board| {
            let Board::Xiangqi(position) = board else { return false };
            let mut found = false;
            matcher.for_each(&mut state, position, |_, _| found = true);
            found
        })
    }
}
