//! Inputs for a machine without coverage: random bytes, random text, and
//! mutations of known good inputs.

use game::Rng;

use crate::Target;

/// Longest input made from nothing.
const LONGEST: usize = 400;
/// Lengths that files must not be believed.
const NUMBERS: [u32; 6] = [0, 1, 0xffff, 0x7fff_ffff, 0x8000_0000, u32::MAX];

/// Makes inputs for one target: same seed, same inputs.
pub struct Inputs {
    rng: Rng,
    seeds: Vec<Vec<u8>>,
    words: &'static [&'static str],
}

impl Inputs {
    /// Inputs for a target, determined by `seed`.
    pub fn new(target: &Target, seed: u64) -> Inputs {
        Inputs { rng: Rng::new(seed), seeds: (target.seeds)(), words: target.words }
    }

    /// The next input.
    pub fn make(&mut self) -> Vec<u8> {
        match self.rng.below(8) {
            0 => self.random_bytes(),
            1 => self.random_words(),
            _ => self.mutated_seed(),
        }
    }

    fn random_bytes(&mut self) -> Vec<u8> {
        let length = self.length();
        (0..length).map(|_| self.rng.next_u64() as u8).collect()
    }

    fn random_words(&mut self) -> Vec<u8> {
        let count = self.rng.below(20);
        let mut text = Vec::new();
        for _ in 0..count {
            text.extend_from_slice(&self.word());
        }
        text
    }

    /// Half of them short: most faults need few bytes.
    fn length(&mut self) -> usize {
        let most = if self.rng.below(2) == 0 { LONGEST } else { 24 };
        self.rng.below(most)
    }

    fn mutated_seed(&mut self) -> Vec<u8> {
        let mut input = self.rng.choose(&self.seeds).cloned().unwrap_or_default();
        self.mutate(&mut input);
        // Half of the inputs have one fault only: more than that is refused early.
        while self.rng.below(2) == 0 {
            self.mutate(&mut input);
        }
        input
    }

    fn mutate(&mut self, input: &mut Vec<u8>) {
        if self.rng.below(2) == 0 && input.len() > 1 {
            return self.rearrange(input);
        }
        let at = self.rng.below(input.len() + 1);
        let end = at + self.rng.below(input.len() - at + 1).min(12);
        match self.rng.below(7) {
            0 => drop(input.drain(at..end)),
            1 => drop(input.splice(at..end, self.word())),
            2 => drop(input.splice(at..at, self.word())),
            3 => {
                let piece = input[at..end].to_vec();
                let to = self.rng.below(input.len() + 1);
                input.splice(to..to, piece);
            }
            4 => self.cross(input, at),
            5 => input.truncate(at),
            _ => {
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << self.rng.below(8);
                }
            }
        }
    }

    /// Other things from the same bytes: length and alphabet stay, so more of
    /// the results mean something.
    fn rearrange(&mut self, input: &mut [u8]) {
        let (a, b) = (self.rng.below(input.len()), self.rng.below(input.len()));
        match self.rng.below(5) {
            0 => input.swap(a, b),
            1 => input[a] = input[b],
            2 => input[a] = input[a].wrapping_add(1),
            3 => {
                // What may be a length becomes none that can be believed.
                let number = self.rng.choose(&NUMBERS).copied().unwrap_or_default();
                let bytes = input.iter_mut().skip(a);
                bytes.zip(number.to_le_bytes()).for_each(|(byte, new)| *byte = new);
            }
            _ => {
                let (first, last) = (a.min(b), a.max(b));
                input[first..=last].rotate_left(1);
            }
        }
    }

    /// Goes on from `at` as another seed does.
    fn cross(&mut self, input: &mut Vec<u8>, at: usize) {
        let Some(other) = self.rng.choose(&self.seeds) else { return };
        let from = self.rng.below(other.len() + 1);
        input.truncate(at);
        input.extend_from_slice(&other[from..]);
    }

    /// One of the target's words, or a few random bytes.
    fn word(&mut self) -> Vec<u8> {
        if self.rng.below(3) > 0
            && let Some(word) = self.rng.choose(self.words)
        {
            return word.as_bytes().to_vec();
        }
        let length = 1 + self.rng.below(3);
        (0..length).map(|_| self.rng.next_u64() as u8).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGET: Target = Target {
        name: "test",
        run: |_| {},
        seeds: || vec![b"rnbakabnr/9 w".to_vec(), b"a1=R".to_vec()],
        words: &["/", "車", " - "],
    };

    fn first(count: usize, seed: u64) -> Vec<Vec<u8>> {
        let mut inputs = Inputs::new(&TARGET, seed);
        (0..count).map(|_| inputs.make()).collect()
    }

    #[test]
    fn the_seed_determines_the_inputs() {
        assert_eq!(first(200, 1), first(200, 1));
        assert_ne!(first(200, 1), first(200, 2));
    }

    #[test]
    fn inputs_are_of_many_kinds() {
        let inputs = first(5_000, 1);
        let has = |test: fn(&Vec<u8>) -> bool| inputs.iter().any(test);
        assert!(has(|input| input.is_empty()));
        assert!(has(|input| input.len() > 200));
        assert!(has(|input| input.windows(3).any(|window| window == "車".as_bytes())));
        assert!(has(|input| input.starts_with(b"rnbak") && !input.ends_with(b" w")));
        let distinct: std::collections::HashSet<_> = inputs.iter().collect();
        assert!(distinct.len() > 3_000, "only {} distinct inputs", distinct.len());
    }
}
