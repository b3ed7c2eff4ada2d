//! A small seeded generator: same seed, same games, on every machine.

/// One step of SplitMix64, usable in constants: returns the output for a
/// counter value. Zobrist tables are built from it at compile time.
pub const fn splitmix64(counter: u64) -> u64 {
    let mut z = counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// xoshiro256**, seeded through SplitMix64.
///
/// ```
/// let mut a = game::Rng::new(7);
/// let mut b = game::Rng::new(7);
/// assert_eq!(a.next_u64(), b.next_u64());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// A generator whose whole sequence is determined by `seed`.
    pub const fn new(seed: u64) -> Rng {
        const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
        Rng {
            state: [
                splitmix64(seed),
                splitmix64(seed.wrapping_add(GAMMA)),
                splitmix64(seed.wrapping_add(GAMMA.wrapping_mul(2))),
                splitmix64(seed.wrapping_add(GAMMA.wrapping_mul(3))),
            ],
        }
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        let result = self.state[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = self.state[1] << 17;
        self.state[2] ^= self.state[0];
        self.state[3] ^= self.state[1];
        self.state[1] ^= self.state[2];
        self.state[0] ^= self.state[3];
        self.state[2] ^= shifted;
        self.state[3] = self.state[3].rotate_left(45);
        result
    }

    /// A whole number in `0..bound`, without modulo bias.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "an empty range has no random member");
        let bound = bound as u64;
        let reject_under = bound.wrapping_neg() % bound;
        loop {
            let wide = u128::from(self.next_u64()) * u128::from(bound);
            if wide as u64 >= reject_under {
                return (wide >> 64) as usize;
            }
        }
    }

    /// A number in `0.0..1.0`.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A random member of a slice, `None` if it is empty.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }

    /// One of several, each as likely as its weight, `None` if there is no weight.
    pub fn weighted<T: Copy>(&mut self, items: &[(T, u32)]) -> Option<T> {
        let total: usize = items.iter().map(|&(_, weight)| weight as usize).sum();
        if total == 0 {
            return None;
        }
        let mut left = self.below(total);
        for &(item, weight) in items {
            if left < weight as usize {
                return Some(item);
            }
            left -= weight as usize;
        }
        None
    }

    /// Puts a slice into random order (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_reaches_every_member_about_equally() {
        let mut rng = Rng::new(1);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[rng.below(7)] += 1;
        }
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
    }

    #[test]
    fn splitmix_matches_the_published_sequence_for_seed_zero() {
        // First output of Vigna's reference SplitMix64 with state 0.
        assert_eq!(splitmix64(0), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn shuffle_keeps_the_members() {
        let mut items: Vec<u32> = (0..50).collect();
        Rng::new(3).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
