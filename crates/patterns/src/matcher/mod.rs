//! The bit-parallel matcher: one bit a ground pattern, all of them at once.
//!
//! For every piece `k` and point `p` a mask has the bits of the patterns that accept `k`
//! on `p` or do not ask for `k`; others have those that accept so many of `k`, a phase, a
//! side to move. Candidates are the AND over the fourteen pieces of the OR over their
//! points. The ORs are kept with the board they were made for, so only pieces that moved
//! since the last question are worked out again, with the conditions that are about that
//! piece alone. What bits do not decide (lines, relations) is asked of the few candidates
//! left, and asked again only if a piece moved or a point changed that the answer depends
//! on. The filter may let too much through, never too little.

mod anchor;
mod build;
mod check;
mod depend;
mod need;

use xiangqi::{Bitboard, Piece, Position, Side};

use crate::board::{self, Bound};
use crate::ground::Ground;
use crate::set::{Match, PatternSet};
use check::Check;

pub(crate) use check::goes;
pub use need::{Needs, needs};

/// Words are taken four at a time: one register.
const LANE: usize = 4;
/// The order of the ANDs: kings decide most.
const ORDER: [usize; 14] = [7, 0, 11, 4, 10, 3, 12, 5, 8, 1, 9, 2, 13, 6];
/// Nothing bound.
const FREE: Bound = [None; 8];
/// Numbers of pieces of one kind, 0 to 5.
const COUNTS: usize = 6;

/// Whether a ground pattern is on a board, as compiled code: the number of the ground
/// pattern and the position. It is asked only for candidates.
pub type Verify = fn(usize, &Position) -> bool;

/// A condition about one kind alone.
#[derive(Clone, Debug)]
enum Local {
    /// These hold.
    Checks(Vec<Check>),
    /// Two of the kind stand so that they could guard each other.
    Pair,
}

/// A compiled set of ground patterns.
#[derive(Clone)]
pub struct Matcher {
    /// Words of a mask.
    words: usize,
    /// `[piece][point, or 90 for none][word]`
    masks: Vec<u64>,
    /// `[piece][number][word]`
    counts: Vec<u64>,
    /// `[phase][word]`, then `[side to move][word]`
    times: Vec<u64>,
    /// `[piece][word]`: the bits whose checks depend on the piece.
    by_kind: Vec<u64>,
    /// `[point][word]`: the bits whose checks depend on what stands there.
    by_point: Vec<u64>,
    /// By piece: bits with conditions about it alone.
    locals: Vec<Vec<(usize, Local)>>,
    /// The bits of patterns that need no check.
    exact: Vec<u64>,
    /// The bits that are asked for.
    live: Vec<u64>,
    /// By bit: the number of the ground pattern.
    ground: Vec<u32>,
    /// By bit.
    checks: Vec<Vec<Check>>,
    /// By bit: the variable that is counted.
    per: Vec<Option<u8>>,
    /// Checks as compiled code, if there is some.
    verify: Option<Verify>,
}

/// What a matcher remembers of the last position it was asked about.
#[derive(Clone, Debug)]
pub struct MatchState {
    boards: [u128; 14],
    /// `[piece][word]`
    ors: Vec<u64>,
    /// The bits whose answer must be asked for again.
    stale: Vec<u64>,
    /// The answers of checks, and how often each counts.
    results: Vec<u64>,
    numbers: Vec<u8>,
    phase: usize,
}

impl std::fmt::Debug for Matcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Matcher").field("patterns", &self.ground.len()).finish_non_exhaustive()
    }
}

impl Matcher {
    /// Compiles ground patterns.
    pub fn new(grounds: &[Ground]) -> Matcher {
        build::build(grounds)
    }

    /// The same with compiled code for what bits do not decide.
    #[must_use]
    pub fn with_code(mut self, verify: Verify) -> Matcher {
        self.verify = Some(verify);
        self
    }

    /// Asks only for some ground patterns.
    pub fn ask_for(&mut self, wanted: impl Fn(usize) -> bool) {
        self.live.fill(0);
        for (bit, &ground) in self.ground.iter().enumerate() {
            if wanted(ground as usize) {
                self.live[bit / 64] |= 1 << (bit % 64);
            }
        }
    }

    /// A state that knows no position yet.
    pub fn start(&self) -> MatchState {
        MatchState {
            // No piece stands on bit 127, so every board differs from this one.
            boards: [1 << 127; 14],
            ors: vec![0; 14 * self.words],
            stale: vec![u64::MAX; self.words],
            results: vec![0; self.words],
            numbers: vec![0; self.ground.len()],
            phase: 0,
        }
    }

    /// Shows every ground pattern on the board, by its number, and how often it counts.
    #[inline]
    pub fn for_each(
        &self,
        state: &mut MatchState,
        position: &Position,
        mut show: impl FnMut(usize, u32),
    ) {
        self.refresh(state, position);
        for lane in (0..self.words).step_by(LANE) {
            let left = self.left(state, position, lane);
            if left == [0; LANE] {
                continue;
            }
            for (word, bits) in left.into_iter().enumerate().filter(|(_, bits)| *bits != 0) {
                self.show_word(state, position, lane + word, bits, &mut show);
            }
        }
    }

    #[inline]
    fn show_word(
        &self,
        state: &mut MatchState,
        position: &Position,
        word: usize,
        bits: u64,
        show: &mut impl FnMut(usize, u32),
    ) {
        let exact = self.exact[word];
        let mut ask = bits & state.stale[word] & !exact;
        state.stale[word] &= !ask;
        while ask != 0 {
            let at = ask.trailing_zeros() as usize;
            let bit = word * 64 + at;
            let number = self.count(bit, self.ground[bit] as usize, position);
            state.numbers[bit] = number as u8;
            state.results[word] = state.results[word] & !(1 << at) | u64::from(number > 0) << at;
            ask &= ask - 1;
        }
        let mut found = bits & (exact | state.results[word]);
        while found != 0 {
            let at = found.trailing_zeros() as usize;
            let bit = word * 64 + at;
            let number = if exact >> at & 1 != 0 { 1 } else { u32::from(state.numbers[bit]) };
            show(self.ground[bit] as usize, number);
            found &= found - 1;
        }
    }

    /// How often a candidate counts.
    #[inline]
    fn count(&self, bit: usize, ground: usize, position: &Position) -> u32 {
        match (self.per[bit], self.verify) {
            (Some(variable), _) => {
                check::bindings(&self.checks[bit], position, &FREE, variable).count_ones()
            }
            (None, Some(verify)) => u32::from(verify(ground, position)),
            (None, None) => u32::from(check::all(&self.checks[bit], position, &FREE)),
        }
    }

    /// The bits of a lane that pass the filter.
    #[inline]
    fn left(&self, state: &MatchState, position: &Position, lane: usize) -> [u64; LANE] {
        let row = |masks: &[u64], at: usize| -> [u64; LANE] {
            masks[at * self.words + lane..][..LANE].try_into().unwrap_or_default()
        };
        let and =
            |a: [u64; LANE], b: [u64; LANE]| [a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]];
        let mut left = row(&self.live, 0);
        left = and(left, row(&self.times, state.phase));
        left = and(left, row(&self.times, 3 + position.turn().index()));
        for (turn, piece) in ORDER.into_iter().enumerate() {
            left = and(left, row(&state.ors, piece));
            if matches!(turn, 1 | 5 | 9) && left == [0; LANE] {
                return left;
            }
        }
        left
    }

    /// Brings the ORs of pieces that moved up to date, and notes which answers that may
    /// change.
    #[inline]
    fn refresh(&self, state: &mut MatchState, position: &Position) {
        let mut changed = 0;
        for index in 0..14 {
            let piece = Piece::from_index(index);
            let board = position.pieces(piece.side(), piece.kind()).0;
            if board != state.boards[index] {
                changed |= state.boards[index] ^ board;
                state.boards[index] = board;
                join(&mut state.stale, &self.by_kind[index * self.words..][..self.words]);
                self.bring_forward(
                    &mut state.ors[index * self.words..][..self.words],
                    index,
                    board,
                    position,
                );
                state.phase = board::phase(position).trailing_zeros() as usize;
            }
        }
        for point in Bitboard(changed & Bitboard::ALL.0) {
            join(&mut state.stale, &self.by_point[point.index() * self.words..][..self.words]);
        }
    }

    /// The OR over the points of a piece, without the patterns that ask for another number
    /// of it or whose conditions about it alone do not hold.
    #[inline]
    fn bring_forward(&self, out: &mut [u64], piece: usize, board: u128, position: &Position) {
        let row = |point: usize| &self.masks[(piece * 91 + point) * self.words..][..self.words];
        let mut points = Bitboard(board).into_iter();
        match points.next() {
            None => out.copy_from_slice(row(90)),
            Some(first) => out.copy_from_slice(row(first.index())),
        }
        points.for_each(|point| join(out, row(point.index())));
        let number = (board.count_ones() as usize).min(COUNTS - 1);
        let fitting = &self.counts[(piece * COUNTS + number) * self.words..][..self.words];
        for (word, &mask) in out.iter_mut().zip(fitting) {
            *word &= mask;
        }
        for (bit, local) in &self.locals[piece] {
            let (word, at) = (bit / 64, bit % 64);
            if out[word] >> at & 1 != 0 && !local.holds(piece, board, position) {
                out[word] &= !(1 << at);
            }
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

    /// How many checks a board needs now, and how many ground patterns are there: for
    /// statistics.
    pub fn tally(&self, state: &mut MatchState, position: &Position) -> (u32, u32) {
        self.refresh(state, position);
        let mut checked = 0;
        for lane in (0..self.words).step_by(LANE) {
            for (word, bits) in self.left(state, position, lane).into_iter().enumerate() {
                let word = lane + word;
                checked += (bits & state.stale[word] & !self.exact[word]).count_ones();
            }
        }
        let mut found = 0;
        self.for_each(state, position, |_, _| found += 1);
        (checked, found)
    }

    /// How many words a mask has, and how many ground patterns need no check.
    pub fn size(&self) -> (usize, usize) {
        (self.words, self.exact.iter().map(|word| word.count_ones() as usize).sum())
    }
}

impl Local {
    fn holds(&self, piece: usize, board: u128, position: &Position) -> bool {
        match self {
            Local::Checks(checks) => check::all(checks, position, &FREE),
            Local::Pair => depend::can_guard(Piece::from_index(piece).kind(), board),
        }
    }
}

#[inline]
fn join(into: &mut [u64], more: &[u64]) {
    for (word, &bits) in into.iter_mut().zip(more) {
        *word |= bits;
    }
}

/// The turn's place among the masks of times.
const _: () = assert!(Side::Red as usize == 0 && Side::Black as usize == 1);
