//! The transposition table.
//!
//! Four entries share a cache line. An entry is two words, the second one the
//! data, the first one the key mixed with the data: a torn write of two threads
//! then looks like another key, and no lock is needed (Hyatt & Mann 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use game::Score;

/// What a stored score means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Nothing: only the evaluation is stored.
    None,
    /// The score is at most this.
    Upper,
    /// The score is at least this.
    Lower,
    /// The score is this.
    Exact,
}

impl Bound {
    const fn from_bits(bits: u64) -> Bound {
        match bits & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    /// Whether a score of this bound proves something against `beta`-like limits
    /// from below.
    #[inline]
    pub const fn is_lower(self) -> bool {
        matches!(self, Bound::Lower | Bound::Exact)
    }

    /// Whether a score of this bound proves something from above.
    #[inline]
    pub const fn is_upper(self) -> bool {
        matches!(self, Bound::Upper | Bound::Exact)
    }
}

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hit {
    /// The best move, in the game's own code; 0 = none.
    pub ply: u16,
    /// The score, counted from the node.
    pub score: Score,
    /// The static evaluation.
    pub eval: Score,
    /// The depth it was searched to.
    pub depth: i32,
    /// What the score means.
    pub bound: Bound,
    /// Whether the node was on a principal variation.
    pub pv: bool,
}

/// Depths are stored from here, so that quiescence fits in too.
const DEPTH_OFFSET: i32 = 8;
const BUCKET: usize = 4;
const AGE_BITS: u32 = 5;
const AGE_MASK: u8 = (1 << AGE_BITS) - 1;

#[derive(Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

#[repr(align(64))]
#[derive(Default)]
struct Bucket([Entry; BUCKET]);

/// A table of positions, shared by all threads of a search.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

/// Bits of the data word: move 16, score 16, eval 16, depth 8, age 5, pv 1, bound 2.
fn pack(hit: &Hit, age: u8) -> u64 {
    let depth = (hit.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
    u64::from(hit.ply)
        | u64::from(hit.score.to_bits()) << 16
        | u64::from(hit.eval.to_bits()) << 32
        | depth << 48
        | u64::from(age & AGE_MASK) << 56
        | u64::from(hit.pv) << 61
        | (hit.bound as u64) << 62
}

fn unpack(data: u64) -> Hit {
    Hit {
        ply: data as u16,
        score: Score::from_bits((data >> 16) as u16),
        eval: Score::from_bits((data >> 32) as u16),
        depth: (data >> 48 & 0xff) as i32 - DEPTH_OFFSET,
        bound: Bound::from_bits(data >> 62),
        pv: data >> 61 & 1 != 0,
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 56) as u8 & AGE_MASK
}

impl TranspositionTable {
    /// A table of about so many megabytes, at least one bucket.
    ///
    /// # Errors
    /// If the memory cannot be had, with the number of megabytes asked for.
    pub fn new(megabytes: usize) -> Result<TranspositionTable, OutOfMemory> {
        let wanted = megabytes.saturating_mul(1 << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(wanted.max(1)).map_err(|_| OutOfMemory { megabytes })?;
        ask_for_large_pages(&mut buckets);
        buckets.resize_with(wanted.max(1), Bucket::default);
        Ok(TranspositionTable { buckets, age: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for entry in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *entry.check.get_mut() = 0;
            *entry.data.get_mut() = 0;
        }
        *self.age.get_mut() = 0;
    }

    /// A new search begins: what is in the table grows old.
    pub fn new_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store(age.wrapping_add(1) & AGE_MASK, Ordering::Relaxed);
    }

    /// The bucket of a key: its upper bits scaled to the number of buckets.
    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Asks the memory for a bucket that will be needed soon.
    #[inline]
    #[allow(unsafe_code)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: a prefetch reads nothing and cannot fault; the pointer comes
            // from a live reference besides.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Hit> {
        for entry in &self.bucket(key).0 {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Remembers a position. A deeper entry of the same search is kept unless the
    /// new one is exact; of several entries the shallowest and oldest gives way.
    #[inline]
    pub fn store(&self, key: u64, mut hit: Hit) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut victim = &bucket.0[0];
        let mut least = i32::MAX;
        for entry in &bucket.0 {
            let data = entry.data.load(Ordering::Relaxed);
            if data != 0 && entry.check.load(Ordering::Relaxed) ^ data == key {
                let old = unpack(data);
                if hit.ply == 0 {
                    hit.ply = old.ply;
                }
                let keep =
                    hit.bound != Bound::Exact && age_of(data) == age && hit.depth + 4 < old.depth;
                if keep {
                    return;
                }
                victim = entry;
                break;
            }
            let older = i32::from(age.wrapping_sub(age_of(data)) & AGE_MASK);
            let worth = if data == 0 { i32::MIN } else { unpack(data).depth - 4 * older };
            if worth < least {
                least = worth;
                victim = entry;
            }
        }
        let data = pack(&hit, age);
        victim.data.store(data, Ordering::Relaxed);
        victim.check.store(key ^ data, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths.
    pub fn fullness(&self) -> usize {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.buckets.len().min(250);
        let used = self.buckets[..sample].iter().flat_map(|bucket| &bucket.0).filter(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        });
        used.count() * 1000 / (sample * BUCKET)
    }
}

/// A probe goes anywhere in the table: with small pages, finding the page costs
/// as much as reading the memory. The pages must not have been touched yet.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn ask_for_large_pages(buckets: &mut Vec<Bucket>) {
    const PAGE: usize = 2 << 20;
    let memory = buckets.spare_capacity_mut();
    let (start, bytes) = (memory.as_mut_ptr().cast::<u8>(), size_of_val(memory));
    let skip = start.align_offset(PAGE);
    if skip >= bytes {
        return;
    }
    let length = (bytes - skip) / PAGE * PAGE;
    // SAFETY: the range lies inside memory this vector owns, and the advice does
    // not change what is in it. A refusal is harmless.
    let _ = unsafe {
        rustix::mm::madvise(start.add(skip).cast(), length, rustix::mm::Advice::LinuxHugepage)
    };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_: &mut Vec<Bucket>) {}

/// A table too large for this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory {
    /// How many megabytes were asked for.
    pub megabytes: usize,
}

impl std::fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no memory for a table of {} MB", self.megabytes)
    }
}

impl std::error::Error for OutOfMemory {}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(depth: i32, score: i32) -> Hit {
        Hit {
            ply: 77,
            score: Score::new(score),
            eval: Score::new(-score),
            depth,
            bound: Bound::Lower,
            pv: true,
        }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let table = TranspositionTable::new(1).unwrap();
        for depth in -3..60 {
            let key = game::splitmix64(depth as u64);
            table.store(key, hit(depth, depth * 7));
            assert_eq!(table.probe(key), Some(hit(depth, depth * 7)));
        }
        assert_eq!(table.probe(12345), None);
    }

    /// A table of one bucket; those of the given keys that are still in it.
    fn left(table: &TranspositionTable, keys: std::ops::RangeInclusive<u64>) -> Vec<u64> {
        keys.filter(|&key| table.probe(key).is_some()).collect()
    }

    #[test]
    fn old_and_shallow_entries_give_way() {
        let table = TranspositionTable::new(0).unwrap();
        for (key, depth) in [(1, 9), (2, 7), (3, 8), (4, 10)] {
            table.store(key, hit(depth, 1));
        }
        // Of one search the shallowest gives way, even to a shallower one.
        table.store(5, hit(6, 2));
        assert_eq!(left(&table, 1..=5), [1, 3, 4, 5]);
        // Older by a search counts as four plies shallower: of 9, 8, 10 of before
        // and 6 of now the 8 is worth the least.
        table.new_search();
        table.store(5, hit(6, 3));
        table.store(6, hit(1, 4));
        assert_eq!(left(&table, 1..=6), [1, 4, 5, 6]);
        // Age is not everything: 1 of now gives way before 9 and 10 of before.
        table.store(7, hit(2, 5));
        assert_eq!(left(&table, 1..=7), [1, 4, 5, 7]);
        assert_eq!(table.probe(7), Some(hit(2, 5)));
    }

    /// An entry that says of which key it is in every part but its depth, which
    /// says which of several stores it was.
    fn signed(key: u64, depth: i32) -> Hit {
        let sign = game::splitmix64(key ^ depth as u64);
        Hit {
            ply: sign as u16 | 1,
            score: Score::new((sign >> 16) as i32 % 15_000),
            eval: Score::new((sign >> 40) as i32 % 15_000),
            depth,
            bound: Bound::from_bits(1 + sign % 3),
            pv: sign >> 63 != 0,
        }
    }

    /// Stores and probes related keys at random; how many probes hit.
    fn hammer(table: &TranspositionTable, seed: u64) -> usize {
        let mut rng = game::Rng::new(seed);
        let mut hits = 0;
        for _ in 0..400_000 {
            // Keys that differ in a few low bits only: all in one bucket.
            let key = 0x1234_5678_9abc_de00 ^ rng.below(24) as u64;
            if rng.below(2) == 0 {
                table.store(key, signed(key, 1 + rng.below(30) as i32));
            } else if let Some(hit) = table.probe(key) {
                assert_eq!(hit, signed(key, hit.depth), "{key:x} got the data of another");
                hits += 1;
            }
        }
        hits
    }

    #[test]
    fn threads_that_write_over_each_other_never_read_the_data_of_another_key() {
        let table = TranspositionTable::new(0).unwrap();
        std::thread::scope(|scope| {
            let threads: Vec<_> = (1..=4)
                .map(|seed| {
                    scope.spawn({
                        let table = &table;
                        move || hammer(table, seed)
                    })
                })
                .collect();
            for thread in threads {
                assert!(thread.join().unwrap() > 1_000, "hardly a probe found anything");
            }
        });
    }

    #[test]
    fn a_deeper_entry_of_the_same_search_stays() {
        let table = TranspositionTable::new(0).unwrap();
        table.store(9, hit(12, 1));
        table.store(9, hit(3, 2));
        assert_eq!(table.probe(9).unwrap().depth, 12);
        table.new_search();
        table.store(9, hit(3, 2));
        assert_eq!(table.probe(9).unwrap().depth, 3);
    }

    #[test]
    fn absurd_sizes_are_refused() {
        assert!(TranspositionTable::new(usize::MAX >> 21).is_err());
    }
}
