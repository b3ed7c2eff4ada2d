//! Names of games and studies: 128 random bits, written in base 32.

use std::fmt;
use std::str::FromStr;

/// A name nobody can guess: 26 characters of `a–z` and `2–7`.
///
/// ```
/// use library::Id;
/// let id = Id::random();
/// assert_eq!(id.to_string().len(), 26);
/// assert_eq!(id.to_string().parse(), Ok(id));
/// assert!("../../etc/passwd".parse::<Id>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u128);

const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// 26 letters of five bits hold 130 bits; the first holds only three.
const LENGTH: usize = 26;

/// A text that is no id.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no id: expected 26 characters of a–z and 2–7")]
pub struct IdError(String);

impl Id {
    /// A new name.
    ///
    /// # Panics
    /// If the system has no random numbers, without which no name is safe.
    pub fn random() -> Id {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).expect("the system gives random numbers");
        Id(u128::from_le_bytes(bytes))
    }

    /// The 128 bits.
    pub const fn bits(self) -> u128 {
        self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |place: usize| {
            let shift = 5 * (LENGTH - 1 - place);
            LETTERS[(self.0 >> shift) as usize & 31] as char
        };
        f.write_str(&(0..LENGTH).map(letter).collect::<String>())
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Id {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Id, IdError> {
        let wrong = || IdError(text.chars().take(40).collect());
        if text.len() != LENGTH {
            return Err(wrong());
        }
        let mut bits: u128 = 0;
        for (place, byte) in text.bytes().enumerate() {
            let value = LETTERS.iter().position(|&letter| letter == byte).ok_or_else(wrong)?;
            if place == 0 && value > 7 {
                return Err(wrong());
            }
            bits = bits << 5 | value as u128;
        }
        Ok(Id(bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_reads_what_it_writes() {
        for bits in [0, 1, u128::MAX, 1 << 127, 0x0123_4567_89ab_cdef] {
            assert_eq!(Id(bits).to_string().parse(), Ok(Id(bits)));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let id = Id(5).to_string();
        let long = id.clone() + "a";
        let upper = id.to_uppercase();
        let too_large = "z".repeat(26);
        for text in ["", "a", &long, &upper, &too_large, "aaaaaaaaaaaaaaaaaaaaaaaaa/"] {
            assert!(text.parse::<Id>().is_err(), "{text}");
        }
    }

    #[test]
    fn random_ids_differ() {
        let ids: std::collections::HashSet<Id> = (0..1000).map(|_| Id::random()).collect();
        assert_eq!(ids.len(), 1000);
    }
}
