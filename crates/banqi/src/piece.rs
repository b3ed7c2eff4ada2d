//! Kinds, coloured pieces, and what may stand on a square.

use std::fmt;

use game::Side;

/// The seven kinds, highest rank first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// 帥 將, letter K.
    King,
    /// 仕 士, letter A.
    Advisor,
    /// 相 象, letter E.
    Elephant,
    /// 俥 車, letter R.
    Rook,
    /// 傌 馬, letter H.
    Horse,
    /// 炮 包, letter C.
    Cannon,
    /// 兵 卒, letter P.
    Pawn,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 7;

    /// Every kind, highest rank first.
    pub const ALL: [Kind; Kind::COUNT] = [
        Kind::King,
        Kind::Advisor,
        Kind::Elephant,
        Kind::Rook,
        Kind::Horse,
        Kind::Cannon,
        Kind::Pawn,
    ];

    /// 0 for the king to 6 for the pawn.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many of this kind one side has in a full set.
    pub const fn in_set(self) -> u32 {
        match self {
            Kind::King => 1,
            Kind::Pawn => 5,
            _ => 2,
        }
    }

    /// The upper-case letter of the text forms.
    pub const fn letter(self) -> char {
        b"KAERHCP"[self as usize] as char
    }

    /// The word used in reasons and error texts.
    pub const fn name(self) -> &'static str {
        ["king", "advisor", "elephant", "rook", "horse", "cannon", "pawn"][self as usize]
    }

    /// Whether this kind may take `victim` at all: by a step, or, for the
    /// cannon, by a jump.
    ///
    /// ```
    /// use banqi::Kind::*;
    /// assert!(Rook.can_capture(Cannon) && !Rook.can_capture(Elephant));
    /// assert!(Pawn.can_capture(King) && !King.can_capture(Pawn));
    /// assert!(Cannon.can_capture(King) && !Pawn.can_capture(Cannon));
    /// ```
    #[inline]
    pub const fn can_capture(self, victim: Kind) -> bool {
        matches!(self, Kind::Cannon) || self.captures_adjacent(victim)
    }

    /// Whether this kind may take `victim` by a step to the next square.
    /// Cannons never do.
    #[inline]
    pub const fn captures_adjacent(self, victim: Kind) -> bool {
        match self {
            Kind::King => !matches!(victim, Kind::Pawn),
            Kind::Pawn => matches!(victim, Kind::King | Kind::Pawn),
            Kind::Cannon => false,
            _ => self as u8 <= victim as u8,
        }
    }

    /// The kind of a letter of our text form, either case: `K A E R H C P`, or
    /// the older `G` king, `M` elephant, `N` horse, `S` pawn.
    pub const fn from_letter(letter: char) -> Option<Kind> {
        Some(match letter.to_ascii_uppercase() {
            'K' | 'G' => Kind::King,
            'A' => Kind::Advisor,
            'E' | 'M' => Kind::Elephant,
            'R' => Kind::Rook,
            'H' | 'N' => Kind::Horse,
            'C' => Kind::Cannon,
            'P' | 'S' => Kind::Pawn,
            _ => return None,
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece of known side and kind.
///
/// ```
/// use banqi::{Kind, Piece, Side};
/// let piece = Piece::new(Side::Black, Kind::Horse);
/// assert_eq!(piece.letter(), 'h');
/// assert_eq!(piece.to_string(), "black horse");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

impl Piece {
    /// How many different pieces there are.
    pub const COUNT: usize = 2 * Kind::COUNT;

    /// The piece of a side and a kind.
    #[inline]
    pub const fn new(side: Side, kind: Kind) -> Piece {
        Piece((side.index() * Kind::COUNT + kind.index()) as u8)
    }

    /// The piece of an index below 14.
    ///
    /// # Panics
    /// If the index is 14 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Piece {
        assert!(index < Piece::COUNT, "piece indices end at 13");
        Piece(index as u8)
    }

    /// Every piece: red king to red pawn, then black king to black pawn.
    pub fn all() -> impl DoubleEndedIterator<Item = Piece> + ExactSizeIterator {
        (0..Piece::COUNT).map(Piece::from_index)
    }

    /// 0–6 for red king to pawn, 7–13 for black.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whose piece it is.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 < Kind::COUNT as u8 { Side::Red } else { Side::Black }
    }

    /// Its kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        let index = self.0 as usize;
        Kind::ALL[if index < Kind::COUNT { index } else { index - Kind::COUNT }]
    }

    /// The letter of the text form: upper case for red, lower case for black.
    pub const fn letter(self) -> char {
        self.side_case(self.kind().letter())
    }

    /// The piece of a letter of our text form, see [`Kind::from_letter`].
    pub const fn from_letter(letter: char) -> Option<Piece> {
        match Kind::from_letter(letter) {
            Some(kind) => Some(Piece::new(Piece::side_of_letter(letter), kind)),
            None => None,
        }
    }

    /// The Chinese character that stands on the piece.
    pub const fn character(self) -> char {
        ['帥', '仕', '相', '俥', '傌', '炮', '兵', '將', '士', '象', '車', '馬', '包', '卒']
            [self.0 as usize]
    }

    /// An upper-case letter in the case of this piece's side.
    pub(crate) const fn side_case(self, upper: char) -> char {
        match self.side() {
            Side::Red => upper,
            Side::Black => upper.to_ascii_lowercase(),
        }
    }

    /// The side a letter's case stands for.
    pub(crate) const fn side_of_letter(letter: char) -> Side {
        if letter.is_ascii_uppercase() { Side::Red } else { Side::Black }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side(), self.kind())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// What stands on an occupied square as everybody sees it: a face-up piece, or
/// the back of one.
///
/// ```
/// use banqi::{Kind, Piece, Side, Tile};
/// let rook = Piece::new(Side::Red, Kind::Rook);
/// assert_eq!(Tile::from(rook).piece(), Some(rook));
/// assert_eq!(Tile::FACE_DOWN.piece(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tile(u8);

impl Tile {
    /// A piece nobody has seen yet.
    pub const FACE_DOWN: Tile = Tile(Piece::COUNT as u8);
    /// How many different tiles there are.
    pub const COUNT: usize = Piece::COUNT + 1;

    /// The index of the piece, or 14 for a face-down one.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The piece, if it is face up.
    #[inline]
    pub const fn piece(self) -> Option<Piece> {
        if self.0 < Piece::COUNT as u8 { Some(Piece(self.0)) } else { None }
    }

    /// The letter of the text form: that of the piece, or `X`.
    pub const fn letter(self) -> char {
        match self.piece() {
            Some(piece) => piece.letter(),
            None => 'X',
        }
    }
}

impl From<Piece> for Tile {
    #[inline]
    fn from(piece: Piece) -> Tile {
        Tile(piece.0)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_capture_table_is_the_one_of_the_rules() {
        // Rows: attacker K A E R H C P; columns: victim K A E R H C P.
        let table = ["111111.", ".111111", "..11111", "...1111", "....111", "1111111", "1.....1"];
        for (attacker, row) in Kind::ALL.into_iter().zip(table) {
            for (victim, cell) in Kind::ALL.into_iter().zip(row.chars()) {
                assert_eq!(attacker.can_capture(victim), cell == '1', "{attacker} x {victim}");
                let adjacent = cell == '1' && attacker != Kind::Cannon;
                assert_eq!(attacker.captures_adjacent(victim), adjacent, "{attacker} x {victim}");
            }
        }
    }

    #[test]
    fn letters_and_indices_name_every_piece() {
        for piece in Piece::all() {
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            assert_eq!(Piece::new(piece.side(), piece.kind()), piece);
            assert_eq!(Piece::from_index(piece.index()), piece);
        }
        let letters: String = Piece::all().map(Piece::letter).collect();
        assert_eq!(letters, "KAERHCPkaerhcp");
    }

    #[test]
    fn older_letters_are_read() {
        let read: String =
            "GSMNgsmn".chars().map(|c| Piece::from_letter(c).unwrap().letter()).collect();
        assert_eq!(read, "KPEHkpeh");
        assert_eq!(Piece::from_letter('X'), None);
    }

    #[test]
    fn a_set_has_sixteen_pieces_a_side() {
        assert_eq!(Kind::ALL.iter().map(|kind| kind.in_set()).sum::<u32>(), 16);
    }
}
