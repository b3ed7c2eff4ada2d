//! The pieces that lie face down, as counts.

use std::fmt;
use std::str::FromStr;

use crate::Piece;

/// How many of each piece lie face down: everybody knows this, nobody knows where.
///
/// The text is a letter and a count for each piece that occurs, or `-`.
///
/// ```
/// use banqi::{Kind, Piece, Pool, Side};
/// let pool: Pool = "R2p5".parse().unwrap();
/// assert_eq!(pool.count(Piece::new(Side::Black, Kind::Pawn)), 5);
/// assert_eq!((pool.total(), pool.kinds()), (7, 2));
/// assert_eq!(Pool::FULL.to_string(), "K1A2E2R2H2C2P5k1a2e2r2h2c2p5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pool(u64);

/// Four bits for each piece, its index first.
const BITS: usize = 4;
/// The lowest bit of every count.
const ONES: u64 = 0x0011_1111_1111_1111;

/// Why a text is not a pool.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PoolError {
    /// A character that is no piece letter.
    #[error(
        "pool: `{0}` is not a piece letter: expected K A E R H C P for red, k a e r h c p for black"
    )]
    Letter(char),
    /// No digit, or a digit above 5, after a letter.
    #[error("pool: after {0} expected a count from 0 to 5")]
    Count(char),
    /// The same piece twice.
    #[error("pool: {0} is counted twice: expected each letter once")]
    Twice(char),
}

impl Pool {
    /// Nothing lies face down.
    pub const EMPTY: Pool = Pool(0);
    /// A whole set lies face down.
    pub const FULL: Pool = Pool::full();

    const fn full() -> Pool {
        let mut pool = Pool(0);
        let mut index = 0;
        while index < Piece::COUNT {
            let piece = Piece::from_index(index);
            pool = pool.with(piece, piece.kind().in_set());
            index += 1;
        }
        pool
    }

    /// The same pool with another count of one piece.
    ///
    /// # Panics
    /// If the count is above 15.
    pub const fn with(self, piece: Piece, count: u32) -> Pool {
        assert!(count <= 15, "a count has four bits");
        let shift = BITS * piece.index();
        Pool(self.0 & !(15 << shift) | (count as u64) << shift)
    }

    /// How many of a piece lie face down.
    #[inline]
    pub const fn count(self, piece: Piece) -> u32 {
        (self.0 >> (BITS * piece.index()) & 15) as u32
    }

    /// All counts in one word, four bits a piece, red king lowest: for caches that
    /// are keyed by the pool.
    ///
    /// ```
    /// use banqi::Pool;
    /// assert_eq!("K1A2".parse::<Pool>().unwrap().bits(), 0x21);
    /// ```
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many pieces lie face down.
    pub const fn total(self) -> u32 {
        let pairs = (self.0 & 0x0f0f_0f0f_0f0f_0f0f) + (self.0 >> BITS & 0x0f0f_0f0f_0f0f_0f0f);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// How many different pieces lie face down.
    #[inline]
    pub const fn kinds(self) -> u32 {
        self.present().count_ones()
    }

    /// Every piece that lies face down, with its count, red king first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Piece, u32)> {
        let mut left = self.present();
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let piece = Piece::from_index(left.trailing_zeros() as usize / BITS);
            left &= left - 1;
            Some((piece, self.count(piece)))
        })
    }

    /// One more of a piece.
    #[inline]
    pub(crate) fn add(&mut self, piece: Piece) {
        self.0 += 1 << (BITS * piece.index());
    }

    /// One less of a piece that is there.
    #[inline]
    pub(crate) fn remove(&mut self, piece: Piece) {
        debug_assert!(self.count(piece) > 0, "no {piece} lies face down");
        self.0 -= 1 << (BITS * piece.index());
    }

    /// One bit for each piece that occurs.
    #[inline]
    const fn present(self) -> u64 {
        (self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & ONES
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Pool::EMPTY {
            return f.write_str("-");
        }
        self.iter().try_for_each(|(piece, count)| write!(f, "{}{count}", piece.letter()))
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pool({self})")
    }
}

impl FromStr for Pool {
    type Err = PoolError;

    fn from_str(text: &str) -> Result<Pool, PoolError> {
        if text == "-" {
            return Ok(Pool::EMPTY);
        }
        let mut pool = Pool::EMPTY;
        let mut seen = [false; Piece::COUNT];
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            let piece = Piece::from_letter(letter).ok_or(PoolError::Letter(letter))?;
            let count = letters.next().and_then(|digit| digit.to_digit(6));
            if std::mem::replace(&mut seen[piece.index()], true) {
                return Err(PoolError::Twice(letter));
            }
            pool = pool.with(piece, count.ok_or(PoolError::Count(letter))?);
        }
        Ok(pool)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_pool_is_a_set() {
        assert_eq!((Pool::FULL.total(), Pool::FULL.kinds()), (32, 14));
        assert_eq!(Pool::FULL.iter().map(|(_, count)| count).sum::<u32>(), 32);
    }

    #[test]
    fn adding_and_removing_go_back_and_forth() {
        for piece in Piece::all() {
            let mut pool = Pool::FULL;
            pool.remove(piece);
            assert_eq!(pool, Pool::FULL.with(piece, piece.kind().in_set() - 1));
            pool.add(piece);
            assert_eq!(pool, Pool::FULL);
        }
    }

    #[test]
    fn texts_are_read_and_written() {
        for text in ["-", "K1", "a2", "K1A2E2R2H2C2P5k1a2e2r2h2c2p5", "P5p5"] {
            assert_eq!(text.parse::<Pool>().unwrap().to_string(), text);
        }
        assert_eq!("s3g1K0".parse::<Pool>().unwrap().to_string(), "k1p3");
    }

    #[test]
    fn bad_texts_say_what_is_wrong() {
        let cases = [
            ("Q1", PoolError::Letter('Q')),
            ("K", PoolError::Count('K')),
            ("P6", PoolError::Count('P')),
            ("KK", PoolError::Count('K')),
            ("K1G1", PoolError::Twice('G')),
            ("K1-", PoolError::Letter('-')),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<Pool>(), Err(error), "{text}");
        }
    }
}
