//! Sets of squares as 32-bit words.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Square;

/// A set of squares: bit n is the square with index n.
///
/// ```
/// use banqi::{Bitboard, Square};
/// let corner: Square = "a1".parse().unwrap();
/// let around = Bitboard::of(corner).spread();
/// assert_eq!(around.iter().map(|s| s.to_string()).collect::<Vec<_>>(), ["b1", "a2"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u32);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const FULL: Bitboard = Bitboard(u32::MAX);
    /// The leftmost file.
    pub const FILE_A: Bitboard = Bitboard(0x0101_0101);
    /// The rightmost file.
    pub const FILE_H: Bitboard = Bitboard(0x8080_8080);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// Whether a square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// How many squares are in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// Every square moved one file towards a; what leaves the board is lost.
    #[inline]
    pub const fn left(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::FILE_A.0) >> 1)
    }

    /// Every square moved one file towards h.
    #[inline]
    pub const fn right(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::FILE_H.0) << 1)
    }

    /// Every square moved one rank towards 4.
    #[inline]
    pub const fn up(self) -> Bitboard {
        Bitboard(self.0 << 8)
    }

    /// Every square moved one rank towards 1.
    #[inline]
    pub const fn down(self) -> Bitboard {
        Bitboard(self.0 >> 8)
    }

    /// Every square one step from a member of the set.
    #[inline]
    pub const fn spread(self) -> Bitboard {
        Bitboard(self.left().0 | self.right().0 | self.up().0 | self.down().0)
    }

    /// The image under a symmetry of the board: 0 left–right, 1 up–down, 2 both.
    pub const fn mirror(self, which: usize) -> Bitboard {
        Bitboard(match which {
            0 => self.0.reverse_bits().swap_bytes(),
            1 => self.0.swap_bytes(),
            _ => self.0.reverse_bits(),
        })
    }

    /// The members, lowest index first.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(self.0)
    }
}

/// Iterator over the squares of a [`Bitboard`].
#[derive(Clone, Debug)]
pub struct Squares(u32);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

/// Draws the set as it lies on the board, rank 4 on top.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            let row = self.0 >> (8 * rank) & 0xff;
            let cells = (0..Square::FILES).map(|file| if row >> file & 1 != 0 { '#' } else { '.' });
            writeln!(f, "{}", cells.collect::<String>())?;
        }
        Ok(())
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

macro_rules! bit_operators {
    ($($operator:ident $method:ident, $assigning:ident $assign:ident;)*) => {$(
        impl $operator for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0.$method(other.0))
            }
        }
        impl $assigning for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Bitboard) {
                self.0.$assign(other.0);
            }
        }
    )*};
}

bit_operators! {
    BitAnd bitand, BitAndAssign bitand_assign;
    BitOr bitor, BitOrAssign bitor_assign;
    BitXor bitxor, BitXorAssign bitxor_assign;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_do_not_wrap_around_the_edges() {
        let edges = Bitboard::FILE_A | Bitboard::FILE_H;
        assert_eq!(edges.left(), Bitboard(0x4040_4040));
        assert_eq!(edges.right(), Bitboard(0x0202_0202));
        assert_eq!(Bitboard::FULL.up(), Bitboard(0xffff_ff00));
        assert_eq!(Bitboard::FULL.down(), Bitboard(0x00ff_ffff));
    }

    #[test]
    fn mirrors_agree_with_those_of_squares() {
        for square in Square::all() {
            for which in 0..3 {
                let image = Bitboard::of(square.mirror(which));
                assert_eq!(Bitboard::of(square).mirror(which), image, "{square} {which}");
            }
        }
    }

    #[test]
    fn a_set_is_drawn_with_rank_4_on_top() {
        let set: Bitboard = ["a1", "h4", "c2"].iter().map(|s| s.parse().unwrap()).collect();
        assert_eq!(format!("{set:?}"), ".......#\n........\n..#.....\n#.......\n");
    }
}
