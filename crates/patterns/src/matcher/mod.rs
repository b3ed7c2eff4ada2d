//! The bit-parallel matcher: one bit a ground pattern, all of them at once.
//!
//! For every piece `k` and point `p` a mask has the bits of the patterns that accept `k`
//! on `p` or do not ask for `k`; others have those that accept so many of `k`, a phase, a
//! side to move. Candidates are the AND over the fourteen pieces of the OR over their
//! points. What makes that cheap in a search:
//!
//! - Shapes are about kings, and kings seldom move. Each pair of points of both kings has
//!   a page of its own with the patterns that these points allow, made when
//!   it is first needed.
//! - The OR of a piece is made anew only when a piece of this kind moved. That of pawns,
//!   with the conditions that are about them alone, is remembered by where they stand.
//! - What bits do not decide (lines, relations) is asked of the few candidates left, and
//!   asked again only if a piece moved or a point changed that the answer depends on.
//! - The worth of what is found is brought up to date by what was found otherwise before.
//!
//! The filter may let too much through, never too little.

mod anchor;
mod answer;
mod check;
mod depend;
mod need;
mod page;
mod ray;
mod row;
mod state;

use std::sync::OnceLock;

use xiangqi::{Position, Side, Square};

use crate::board::Bound;
use crate::ground::Ground;
use crate::set::{Match, PatternSet};
use page::Page;
use row::Row;
use state::PageState;

pub(crate) use check::goes;
pub use need::{Needs, needs};

/// Nothing bound.
const FREE: Bound = [None; 8];
/// Numbers of pieces of one kind, 0 to 5.
const COUNTS: usize = 6;
/// Pairs of points of kings.
const PAGES: usize = 81;
/// With more ground patterns than this, a page for every pair would take too much memory:
/// one page has all.
const MANY: usize = 1 << 14;

/// Whether a ground pattern is on a board, as compiled code: the number of the ground
/// pattern and the position. It is asked only for candidates.
pub type Verify = fn(usize, &Position) -> bool;

/// A compiled set of ground patterns.
#[derive(Clone)]
pub struct Matcher {
    rows: Vec<Row>,
    /// By ground pattern: whether it is asked for.
    live: Vec<bool>,
    /// By ground pattern: what it is worth to red, early and late.
    worth: Vec<[i32; 2]>,
    /// Checks as compiled code, if there is some.
    verify: Option<Verify>,
    pages: Vec<OnceLock<Page>>,
}

/// What a matcher remembers of the positions it was asked about. It belongs to the matcher
/// that made it, as long as that is asked for the same patterns.
#[derive(Clone, Debug)]
pub struct MatchState {
    pages: Vec<Option<Box<PageState>>>,
    /// The page of the last question.
    last: usize,
    /// The pieces that may have moved since then.
    moved: u16,
}

impl MatchState {
    /// Tells that only these pieces, a bit each, have moved since the last question or the
    /// last call. Without a word all are looked at.
    #[inline]
    pub fn moved(&mut self, pieces: u16) {
        self.moved |= pieces;
    }
}

impl std::fmt::Debug for Matcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Matcher").field("patterns", &self.live.len()).finish_non_exhaustive()
    }
}

impl Matcher {
    /// Compiles ground patterns.
    pub fn new(grounds: &[Ground]) -> Matcher {
        let pages = if grounds.len() > MANY { 1 } else { PAGES };
        let of = |(number, ground)| row::rows_of(number, ground, pages > 1);
        let mut rows: Vec<Row> = grounds.iter().enumerate().flat_map(of).collect();
        rows.sort_by_key(Row::order);
        Matcher {
            live: vec![true; grounds.len()],
            worth: vec![[0; 2]; grounds.len()],
            verify: None,
            pages: vec![OnceLock::new(); pages],
            rows,
        }
    }

    /// The same with compiled code for what bits do not decide.
    #[must_use]
    pub fn with_code(mut self, verify: Verify) -> Matcher {
        self.verify = Some(verify);
        self
    }

    /// Asks only for some ground patterns. States made before are void.
    pub fn ask_for(&mut self, wanted: impl Fn(usize) -> bool) {
        self.live = (0..self.live.len()).map(wanted).collect();
        self.pages.fill(OnceLock::new());
    }

    /// Sets what each ground pattern is worth to red, early and late. States made before
    /// are void.
    pub fn weigh(&mut self, worth: impl Fn(usize) -> [i32; 2]) {
        self.worth = (0..self.live.len()).map(worth).collect();
        self.pages.fill(OnceLock::new());
    }

    /// A state that knows no position yet.
    pub fn start(&self) -> MatchState {
        MatchState { pages: vec![None; self.pages.len()], last: usize::MAX, moved: state::ALL }
    }

    #[inline]
    fn page_number(&self, position: &Position) -> usize {
        if self.pages.len() == 1 {
            return 0;
        }
        let in_palace = |square: Square| square.rank() % 7 * 3 + square.file() - 3;
        9 * in_palace(position.king(Side::Red)) + in_palace(position.king(Side::Black))
    }

    #[cold]
    fn make_page(&self, position: &Position) -> Page {
        let kings = [position.king(Side::Red), position.king(Side::Black)];
        let every = self.pages.len() == 1;
        let wanted = |row: &Row| self.live[row.number] && (every || row.allows(kings));
        let rows = self.rows.iter().enumerate().filter(|(_, row)| wanted(row));
        let chosen = rows.map(|(number, _)| number as u32).collect();
        Page::new(&self.rows, chosen, &self.worth, (!every).then_some(kings))
    }

    fn ground(&self, page: &Page, bit: usize) -> usize {
        self.rows[page.rows[bit] as usize].number
    }

    /// The page of a position and what is remembered of it, brought up to date.
    #[inline]
    fn find<'a, 'b>(
        &'a self,
        state: &'b mut MatchState,
        position: &Position,
        moved: u16,
    ) -> (&'a Page, &'b mut PageState) {
        let number = self.page_number(position);
        let page = self.pages[number].get_or_init(|| self.make_page(position));
        let moved = if number == state.last { moved } else { state::ALL };
        state.last = number;
        state.moved = 0;
        let known = state.pages[number]
            .get_or_insert_with(|| Box::new(PageState::new(page, &self.rows, position)));
        known.find(page, &self.rows, position, moved, self.verify);
        (page, known)
    }

    /// What the shapes on the board are worth to red, early and late. Only pieces that the
    /// state was told of are looked at, if both kings stand where they stood.
    #[inline]
    pub fn sums(&self, state: &mut MatchState, position: &Position) -> [i32; 2] {
        let moved = state.moved;
        self.find(state, position, moved).1.sums
    }

    /// Shows every ground pattern on the board, by its number, and how often it counts.
    #[inline]
    pub fn for_each(
        &self,
        state: &mut MatchState,
        position: &Position,
        mut show: impl FnMut(usize, u32),
    ) {
        let (page, known) = self.find(state, position, state::ALL);
        // The bits of a ground pattern that is counted stand side by side.
        let (mut last, mut count) = (usize::MAX, 0);
        for (word, &bits) in known.found().as_flattened().iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let ground = self.ground(page, word * 64 + bits.trailing_zeros() as usize);
                bits &= bits - 1;
                if ground != last && count > 0 {
                    show(last, std::mem::take(&mut count));
                }
                last = ground;
                count += 1;
            }
        }
        if count > 0 {
            show(last, count);
        }
    }

    /// Every pattern of a set on the board, as [`PatternSet::matches`] tells them. The
    /// matcher must be that of the set.
    pub fn matches(
        &self,
        set: &PatternSet,
        state: &mut MatchState,
        position: &Position,
    ) -> Vec<Match> {
        let mut grounds = Vec::new();
        self.for_each(state, position, |ground, _| grounds.push(ground));
        grounds.sort_unstable();
        let mut found = Vec::new();
        for ground in grounds {
            set.add(&mut found, position, &set.grounds[ground]);
        }
        found
    }

    /// How many candidates of a board need a check, and how many ground patterns are there:
    /// for statistics.
    pub fn tally(&self, state: &mut MatchState, position: &Position) -> (u32, u32) {
        let mut found = 0;
        self.for_each(state, position, |_, _| found += 1);
        (self.find(state, position, state::ALL).1.candidates(), found)
    }

    /// Of the page of a position: ground patterns, those that need no check, and words of
    /// a mask.
    pub fn size(&self, position: &Position) -> (usize, usize, usize) {
        let page = self.pages[self.page_number(position)].get_or_init(|| self.make_page(position));
        (page.rows.len(), page.rows.len() - page.checks, page.lanes * page::LANE)
    }
}
