//! Where every face-down piece really lies: what the referee knows.

use std::fmt;
use std::str::FromStr;

use game::{Position as _, Rng};

use crate::{Piece, Ply, Pool, Position, Reveal, Square};

/// The hidden side of a board: the piece under each face-down square.
///
/// The same seed gives the same deal, so two games can be played on one deal
/// with the seats swapped. The text is one letter per square in the order
/// a1 … h1, a2 … h4, with `.` where nothing is hidden.
///
/// ```
/// use banqi::{Deal, Ply, Position, Reveal};
/// use game::{NullObserver, Position as _};
///
/// let deal = Deal::shuffled(7);
/// let mut position = Position::start();
/// assert!(deal.fits(&position));
/// let flip = Ply::flip("e3".parse().unwrap());
/// position.make(flip, deal.reveal(flip), &mut NullObserver);
/// assert_eq!(Reveal::from(position.piece_at(flip.from()).unwrap()), deal.reveal(flip));
/// assert!(deal.fits(&position));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    pieces: [Option<Piece>; Square::COUNT],
}

/// Why a text is not a deal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealError {
    /// Not 32 characters.
    #[error("a deal has 32 letters, one for each square from a1 to h4, found {0}")]
    Length(usize),
    /// Neither a piece nor a dot.
    #[error("{square}: `{letter}` is no piece: expected K A E R H C P, k a e r h c p or `.`")]
    Letter {
        /// Where it stands.
        square: Square,
        /// The character.
        letter: char,
    },
    /// More of a piece than a set has.
    #[error("{count} {piece}s: a set has {}", piece.kind().in_set())]
    TooMany {
        /// Which piece.
        piece: Piece,
        /// How many there are.
        count: u32,
    },
}

impl Deal {
    /// A whole set, shuffled over the start position.
    pub fn shuffled(seed: u64) -> Deal {
        Deal::for_position(&Position::start(), seed)
    }

    /// The pool of a position, shuffled over its face-down squares.
    pub fn for_position(position: &Position, seed: u64) -> Deal {
        let mut hidden: Vec<Piece> = position
            .pool()
            .iter()
            .flat_map(|(piece, count)| std::iter::repeat_n(piece, count as usize))
            .collect();
        Rng::new(seed).shuffle(&mut hidden);
        let mut pieces = [None; Square::COUNT];
        for (square, piece) in position.face_down().iter().zip(hidden) {
            pieces[square.index()] = Some(piece);
        }
        Deal { pieces }
    }

    /// The piece that was dealt to a square, turned up since or not.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// What a flip on this square turns up; nothing if nothing was dealt there.
    pub fn reveal_at(&self, square: Square) -> Reveal {
        self.piece_at(square).map_or(Reveal::Nothing, Reveal::Piece)
    }

    /// What a ply turns up: nothing unless it is a flip.
    pub fn reveal(&self, ply: Ply) -> Reveal {
        if ply.is_flip() { self.reveal_at(ply.from()) } else { Reveal::Nothing }
    }

    /// Whether the pieces dealt to a position's face-down squares are its pool:
    /// true from the first ply to the last of a game played on this deal.
    pub fn fits(&self, position: &Position) -> bool {
        let hidden: Option<Vec<Piece>> =
            position.face_down().iter().map(|square| self.piece_at(square)).collect();
        hidden.is_some_and(|hidden| {
            let mut pool = Pool::EMPTY;
            hidden.into_iter().for_each(|piece| pool.add(piece));
            pool == position.pool()
        })
    }

    fn count(&self, piece: Piece) -> u32 {
        self.pieces.iter().filter(|&&dealt| dealt == Some(piece)).count() as u32
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.pieces.iter().map(|piece| piece.map_or('.', Piece::letter));
        f.write_str(&letters.collect::<String>())
    }
}

impl FromStr for Deal {
    type Err = DealError;

    fn from_str(text: &str) -> Result<Deal, DealError> {
        let length = text.chars().count();
        if length != Square::COUNT {
            return Err(DealError::Length(length));
        }
        let mut pieces = [None; Square::COUNT];
        for (square, letter) in Square::all().zip(text.chars()).filter(|&(_, c)| c != '.') {
            let piece = Piece::from_letter(letter).ok_or(DealError::Letter { square, letter })?;
            pieces[square.index()] = Some(piece);
        }
        let deal = Deal { pieces };
        match Piece::all().find(|&piece| deal.count(piece) > piece.kind().in_set()) {
            Some(piece) => Err(DealError::TooMany { piece, count: deal.count(piece) }),
            None => Ok(deal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{NullObserver, conformance::random_position};

    #[test]
    fn a_deal_answers_every_flip_of_a_random_game() {
        for seed in 0..200 {
            let deal = Deal::shuffled(seed);
            let mut rng = Rng::new(seed);
            let mut position = Position::start();
            while let Some(&ply) = rng.choose(&position.legal_plies()) {
                let reveal = deal.reveal(ply);
                assert!(position.reveals(ply).iter().any(|&(possible, _)| possible == reveal));
                position.make(ply, reveal, &mut NullObserver);
                assert!(deal.fits(&position), "{position}");
                if position.face_down().is_empty() {
                    break;
                }
            }
        }
    }

    #[test]
    fn a_deal_can_be_made_in_the_middle_of_a_game() {
        for seed in 0..200 {
            let position: Position = random_position(seed, 50);
            let deal = Deal::for_position(&position, seed);
            assert!(deal.fits(&position), "{position}");
            assert_eq!(deal.to_string().parse(), Ok(deal));
        }
    }

    #[test]
    fn deals_differ_by_seed_and_by_square() {
        assert_ne!(Deal::shuffled(1), Deal::shuffled(2));
        let kings: std::collections::HashSet<_> =
            (0..500).map(|seed| Deal::shuffled(seed).to_string().find('K')).collect();
        assert_eq!(kings.len(), 32, "the red king never lies on some square");
    }

    #[test]
    fn bad_texts_say_what_is_wrong() {
        let cases = [
            ("K", "a deal has 32 letters, one for each square from a1 to h4, found 1"),
            (
                "KAXRHCP.........................",
                "c1: `X` is no piece: expected K A E R H C P, k a e r h c p or `.`",
            ),
            ("KK..............................", "2 red kings: a set has 1"),
        ];
        for (text, expected) in cases {
            assert_eq!(text.parse::<Deal>().unwrap_err().to_string(), expected);
        }
    }
}
