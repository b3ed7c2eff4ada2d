//! A ply of either game.

use std::fmt;

use banqi::Reveal;
use game::GameKind;

/// A ply with what it turned up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Played {
    /// Xiangqi.
    Xiangqi(xiangqi::Ply),
    /// Dark chess, with the outcome of a flip.
    Banqi(banqi::notation::Played),
}

/// The bits of a dark chess ply; the outcome of a flip stands above them.
const PLY_BITS: u32 = 10;

impl Played {
    /// A number below 2¹⁴ for compact storage; its meaning is part of our file
    /// formats and never changes. Xiangqi: from × 128 + to, points counted from a0
    /// along the ranks. Dark chess: from × 32 + to, plus 1024 × (1 + piece) if a
    /// piece was turned up.
    ///
    /// ```
    /// use records::{GameKind, Played};
    /// let played = Played::Xiangqi("h2e2".parse().unwrap());
    /// assert_eq!(played.code(), 25 << 7 | 22);
    /// assert_eq!(Played::from_code(GameKind::Xiangqi, 25 << 7 | 22), Some(played));
    /// ```
    pub const fn code(self) -> u16 {
        match self {
            Played::Xiangqi(ply) => ply.code(),
            Played::Banqi(played) => {
                let outcome = match played.reveal {
                    Reveal::Nothing => 0,
                    Reveal::Piece(piece) => piece.index() as u16 + 1,
                };
                outcome << PLY_BITS | played.ply.index() as u16
            }
        }
    }

    /// The inverse of [`Played::code`]; `None` for numbers that are no ply.
    pub fn from_code(kind: GameKind, code: u16) -> Option<Played> {
        match kind {
            GameKind::Xiangqi => xiangqi::Ply::from_code(code).map(Played::Xiangqi),
            GameKind::Banqi => {
                let ply = banqi::Ply::from_index(usize::from(code) & ((1 << PLY_BITS) - 1));
                let reveal = match usize::from(code >> PLY_BITS) {
                    0 => Reveal::Nothing,
                    outcome => Reveal::Piece(banqi::Piece::all().nth(outcome - 1)?),
                };
                Some(Played::Banqi(banqi::notation::Played { ply, reveal }))
            }
        }
    }
}

impl fmt::Display for Played {
    /// Coordinates: `h2e2`; in dark chess `a1a2`, `a1=R`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Played::Xiangqi(ply) => ply.fmt(f),
            Played::Banqi(played) => f.write_str(&banqi::notation::coordinate::write(played)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_back_and_stay_what_they_are() {
        for (kind, text, code) in [
            (GameKind::Xiangqi, "a0a1", 9),
            (GameKind::Xiangqi, "i9i0", 89 << 7 | 8),
            (GameKind::Banqi, "a1b1", 1),
            (GameKind::Banqi, "a1=K", 1 << 10),
            (GameKind::Banqi, "h4=p", 14 << 10 | 31 << 5 | 31),
        ] {
            let played = Played::from_code(kind, code).unwrap();
            assert_eq!((played.to_string().as_str(), played.code()), (text, code));
        }
        for code in 0..=u16::MAX {
            for kind in [GameKind::Xiangqi, GameKind::Banqi] {
                assert!(Played::from_code(kind, code).is_none_or(|played| played.code() == code));
            }
        }
    }
}
