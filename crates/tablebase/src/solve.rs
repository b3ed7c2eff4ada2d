//! Retrograde analysis of any finite game for two: from what is decided at once
//! backwards, by growing distance, on several threads.
//!
//! Every entry has a byte for its [`Level`] and a byte that counts the plies not yet
//! known to lose. A level is worked off by looking for its entries; their predecessors
//! by quiet plies are won (if the entry is lost) or have one ply less to hope for.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use game::Side;

use crate::level::{DRAW, ILLEGAL, INVALID, LOST, Level, MOST, WON_AT_ONCE};

/// The entries of a class, numbered without gaps for each side to move.
pub trait Space: Sync {
    /// How many entries each side to move has.
    fn size(&self) -> usize;

    /// What is known of an entry before any other of the class is, for red and for
    /// black to move.
    fn start(&self, index: usize) -> [Start; 2];

    /// Shows every entry of the other side from which a quiet ply leads to this one,
    /// once for each such ply.
    fn predecessors(&self, index: usize, side: Side, show: impl FnMut(usize));
}

/// What is known of an entry before any other of its class is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Two pieces on one square.
    Invalid,
    /// The other side left its king in check: whoever came here, lost.
    Illegal,
    /// A position.
    Position(Plies),
}

/// The plies of a position, and what those that leave the class lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plies {
    /// How many plies do not lose at once by leaving the class: quiet ones, and
    /// captures that draw or win.
    pub open: u8,
    /// The level a winning capture gives; 0 if there is none.
    pub winning: Level,
    /// The level of the worst capture that loses, seen by the opponent; 0 if none.
    pub losing: Level,
}

/// A solved class: the levels of both sides to move.
pub type Levels = [Vec<Level>; 2];

/// Why a class could not be solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// Stopped by whoever asked for it.
    #[error("stopped")]
    Stopped,
    /// A distance that does not fit into a table.
    #[error("a win takes more than {} plies: no table keeps that", MOST - 2)]
    TooLong,
    /// There is no memory for it.
    #[error("no memory for {0} bytes")]
    Memory(usize),
}

/// How far a solver is: told after every level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The level just worked off.
    pub level: Level,
    /// How many entries it had.
    pub entries: u64,
}

/// A flag in the counter: some captures lose, so the loss may be farther away than the
/// last quiet ply says.
const HAS_LOSING: u8 = 0x80;
/// Entries a thread takes at a time.
const CHUNK: usize = 1 << 15;

/// Solves a class.
///
/// # Errors
/// If it was stopped, or a distance is too long.
pub fn solve<S: Space>(
    space: &S,
    threads: usize,
    stop: &AtomicBool,
    told: &mut dyn FnMut(Step),
) -> Result<Levels, SolveError> {
    let work = Work::new(space, threads.max(1), stop)?;
    let mut work = work.begin()?;
    let mut level = ILLEGAL;
    while level <= work.highest.load(Relaxed) {
        let entries = work.work_off(level)?;
        told(Step { level, entries });
        level += 1;
    }
    let [red, black] = work.levels;
    let plain = |levels: Vec<AtomicU8>| {
        // Unknown to the end is a draw, which is the same number.
        levels.into_iter().map(AtomicU8::into_inner).collect()
    };
    Ok([plain(red), plain(black)])
}

/// The state of a solver.
struct Work<'a, S> {
    space: &'a S,
    threads: usize,
    stop: &'a AtomicBool,
    levels: [Vec<AtomicU8>; 2],
    open: [Vec<AtomicU8>; 2],
    /// Entries whose winning capture counts only from a later level on.
    later: Vec<Vec<(Side, u32)>>,
    /// The level of the worst losing capture of flagged entries, by index.
    losing: [Vec<(u32, Level)>; 2],
    highest: AtomicU8,
    too_long: AtomicBool,
}

fn zeros(count: usize) -> Result<Vec<AtomicU8>, SolveError> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(count).map_err(|_| SolveError::Memory(count))?;
    zeros.resize_with(count, || AtomicU8::new(DRAW));
    Ok(zeros)
}

/// What a thread noticed while looking at entries for the first time.
#[derive(Default)]
struct Noticed {
    chunk: usize,
    later: Vec<(Level, Side, u32)>,
    losing: [Vec<(u32, Level)>; 2],
}

impl<'a, S: Space> Work<'a, S> {
    fn new(space: &'a S, threads: usize, stop: &'a AtomicBool) -> Result<Self, SolveError> {
        let size = space.size();
        Ok(Work {
            space,
            threads,
            stop,
            levels: [zeros(size)?, zeros(size)?],
            open: [zeros(size)?, zeros(size)?],
            later: vec![Vec::new(); 256],
            losing: [Vec::new(), Vec::new()],
            highest: AtomicU8::new(LOST),
            too_long: AtomicBool::new(false),
        })
    }

    /// Looks at every entry once.
    fn begin(mut self) -> Result<Self, SolveError> {
        let mut noticed = self.in_chunks(|chunk, range| {
            let mut noticed = Noticed { chunk, ..Noticed::default() };
            for index in range {
                for (side, start) in Side::BOTH.into_iter().zip(self.space.start(index)) {
                    self.look(index, side, start, &mut noticed);
                }
            }
            noticed
        })?;
        noticed.sort_unstable_by_key(|noticed| noticed.chunk);
        for part in noticed {
            for (level, side, index) in part.later {
                self.later[usize::from(level)].push((side, index));
                self.highest.fetch_max(level, Relaxed);
            }
            let [red, black] = part.losing;
            self.losing[0].extend(red);
            self.losing[1].extend(black);
        }
        Ok(self)
    }

    fn look(&self, index: usize, side: Side, start: Start, noticed: &mut Noticed) {
        let s = side.index();
        let level = &self.levels[s][index];
        let plies = match start {
            Start::Invalid => return level.store(INVALID, Relaxed),
            Start::Illegal => return level.store(ILLEGAL, Relaxed),
            Start::Position(plies) => plies,
        };
        if plies.winning == WON_AT_ONCE {
            self.highest.fetch_max(WON_AT_ONCE, Relaxed);
            return level.store(WON_AT_ONCE, Relaxed);
        }
        if plies.winning != 0 {
            noticed.later.push((plies.winning, side, index as u32));
        }
        let mut open = plies.open;
        if plies.losing != 0 {
            open |= HAS_LOSING;
            noticed.losing[s].push((index as u32, plies.losing));
        }
        self.open[s][index].store(open, Relaxed);
        if plies.open == 0 {
            self.set(s, index, plies.losing.max(ILLEGAL) + 1);
        }
    }

    /// Gives an entry its level.
    #[inline]
    fn set(&self, side: usize, index: usize, level: Level) {
        if level > MOST {
            self.too_long.store(true, Relaxed);
            return;
        }
        self.levels[side][index].store(level, Relaxed);
        if self.highest.load(Relaxed) < level {
            self.highest.fetch_max(level, Relaxed);
        }
    }

    /// Works off the entries of a level.
    fn work_off(&mut self, level: Level) -> Result<u64, SolveError> {
        for (side, index) in std::mem::take(&mut self.later[usize::from(level)]) {
            let at = &self.levels[side.index()][index as usize];
            if at.load(Relaxed) == DRAW {
                at.store(level, Relaxed);
            }
        }
        let entries = AtomicU64::new(0);
        self.in_chunks(|_, range| {
            let mut count = 0;
            for side in Side::BOTH {
                let levels = &self.levels[side.index()];
                for start in range.clone().step_by(64) {
                    let end = (start + 64).min(range.end);
                    // Most blocks have none: this test is a few vector instructions.
                    if levels[start..end].iter().any(|at| at.load(Relaxed) == level) {
                        for (at, index) in levels[start..end].iter().zip(start..) {
                            if at.load(Relaxed) == level {
                                count += 1;
                                self.go_back(index, side, level);
                            }
                        }
                    }
                }
            }
            entries.fetch_add(count, Relaxed);
        })?;
        if self.too_long.load(Relaxed) {
            return Err(SolveError::TooLong);
        }
        Ok(entries.into_inner())
    }

    fn go_back(&self, index: usize, side: Side, level: Level) {
        let before = side.other().index();
        if level.is_multiple_of(2) {
            self.space.predecessors(index, side, |from| {
                if self.levels[before][from].load(Relaxed) == DRAW {
                    self.set(before, from, level + 1);
                }
            });
        } else {
            self.space.predecessors(index, side, |from| {
                if self.levels[before][from].load(Relaxed) != DRAW {
                    return;
                }
                let left = self.open[before][from].fetch_sub(1, Relaxed) - 1;
                if left & !HAS_LOSING == 0 {
                    let losing = if left == 0 { 0 } else { self.losing_of(before, from) };
                    self.set(before, from, level.max(losing) + 1);
                }
            });
        }
    }

    fn losing_of(&self, side: usize, index: usize) -> Level {
        let list = &self.losing[side];
        let found = list.binary_search_by_key(&(index as u32), |&(index, _)| index);
        found.map_or(0, |at| list[at].1)
    }

    /// Runs a function over all entries, a chunk at a time, on every thread.
    fn in_chunks<T: Send>(
        &self,
        run: impl Fn(usize, std::ops::Range<usize>) -> T + Sync,
    ) -> Result<Vec<T>, SolveError> {
        in_chunks(self.space.size(), self.threads, self.stop, run)
    }
}

/// Runs a function over `0..size`, a chunk at a time, on several threads.
///
/// # Errors
/// If it was stopped.
pub(crate) fn in_chunks<T: Send>(
    size: usize,
    threads: usize,
    stop: &AtomicBool,
    run: impl Fn(usize, std::ops::Range<usize>) -> T + Sync,
) -> Result<Vec<T>, SolveError> {
    let next = AtomicUsize::new(0);
    let chunks = size.div_ceil(CHUNK);
    let one = || {
        let mut results = Vec::new();
        loop {
            let chunk = next.fetch_add(1, Relaxed);
            if chunk >= chunks || stop.load(Relaxed) {
                return results;
            }
            let start = chunk * CHUNK;
            results.push(run(chunk, start..(start + CHUNK).min(size)));
        }
    };
    let results = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(chunks)).map(|_| scope.spawn(one)).collect();
        let mut results = one();
        for other in others {
            results.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    });
    if stop.load(Relaxed) { Err(SolveError::Stopped) } else { Ok(results) }
}
