//! How far back a score depends on the line that led to it: the graph-history
//! interaction of Campbell 1985.

/// The lowest ply of the line that a score depends on.
///
/// A repetition is a fact of a line, not of a position: its score is true for the
/// nodes that see the whole cycle below them, and false for those inside it. A node
/// at `ply` may keep its score in a table if nothing before `ply` went into it.
///
/// ```
/// use search::Dependence;
/// // At ply 9 the position of ply 5 stands again.
/// let cycle = Dependence::since(5);
/// assert!(cycle.binds(8) && cycle.binds(6));
/// assert!(!cycle.binds(5) && !cycle.binds(0));
/// assert!(!Dependence::NONE.binds(9));
/// assert!(Dependence::NONE.with(cycle).binds(6));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependence(i32);

impl Dependence {
    /// True on every line.
    pub const NONE: Dependence = Dependence(i32::MAX);

    /// True only where the line since this ply is the same; negative = since before
    /// the root.
    #[inline]
    pub const fn since(ply: i32) -> Dependence {
        Dependence(ply)
    }

    /// What depends on both.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Dependence) -> Dependence {
        Dependence(if self.0 < other.0 { self.0 } else { other.0 })
    }

    /// Whether a node at this ply must not pass its score on to other lines.
    #[inline]
    pub const fn binds(self, ply: usize) -> bool {
        self.0 < ply as i32
    }
}
