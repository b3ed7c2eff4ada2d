//! Pieces on points: part of a board, with wildcards.

use std::str::FromStr;

use game::Side;
use records::{Board, GameKind};

use super::fold::Image;
use super::line::{kind_number, other_order};

/// What is to stand on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    /// This piece, by its index.
    Piece(usize),
    /// Any piece of a side: 0 red, 1 black.
    Side(usize),
    /// Any piece, face up or down.
    Any,
    /// A piece that lies face down.
    Hidden,
    /// Nothing.
    Nothing,
}

/// A condition: some point of these holds what is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Condition {
    file: Option<u8>,
    rank: Option<u8>,
    wanted: Wanted,
}

/// Part of a board: every condition must hold.
///
/// `e2=C` is a red cannon on e2 (lower case for black), `e?=R` a red rook somewhere on
/// the e-file, `?9=R` one on the last rank, `??=p` a black pawn anywhere. Instead of a
/// piece: `+` any red one, `-` any black one, `*` any at all, `.` none, in dark chess
/// `x` one that lies face down. Conditions stand apart by commas or blanks. A position
/// matches if it or one of its images does.
///
/// ```
/// use library::archive::places::Places;
/// let places: Places = "e2=C, e3=., ?9=r".parse().unwrap();
/// assert!("e2:C".parse::<Places>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    /// By game, then by image.
    images: [Vec<Vec<Asked>>; 2],
}

/// A text that is no part of a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' is no piece on a point: expected e2=C (a red cannon on e2), e?=r (a black rook on the \
     e-file), c4=. (nothing), and + - * for any red, black or other piece"
)]
pub struct PlacesError(String);

impl FromStr for Places {
    type Err = PlacesError;

    fn from_str(text: &str) -> Result<Places, PlacesError> {
        let words = text.split([',', ' ', '\t', '\n']).filter(|word| !word.is_empty());
        let wrong = |word: &str| PlacesError(word.chars().take(40).collect());
        let conditions: Vec<Condition> = words
            .map(|word| condition(word).ok_or_else(|| wrong(word)))
            .collect::<Result<_, _>>()?;
        if conditions.is_empty() {
            return Err(wrong(text));
        }
        Ok(Places { images: GameKind::ALL.map(|kind| asked_of_images(kind, &conditions)) })
    }
}

fn condition(word: &str) -> Option<Condition> {
    let (point, wanted) = word.split_once('=')?;
    let &[file, rank] = point.as_bytes() else { return None };
    let file = match file.to_ascii_lowercase() {
        b'?' => None,
        letter @ b'a'..=b'i' => Some(letter - b'a'),
        _ => return None,
    };
    let rank = match rank {
        b'?' => None,
        digit @ b'0'..=b'9' => Some(digit - b'0'),
        _ => return None,
    };
    let mut letters = wanted.chars();
    let wanted = match (letters.next()?, letters.next()) {
        ('+', None) => Wanted::Side(0),
        ('-', None) => Wanted::Side(1),
        ('*', None) => Wanted::Any,
        ('.', None) => Wanted::Nothing,
        ('x' | 'X', None) => Wanted::Hidden,
        // Both games have the same kinds in another order: the index is that of xiangqi.
        (letter, None) => Wanted::Piece(xiangqi::Piece::from_letter(letter)?.index()),
        _ => return None,
    };
    Some(Condition { file, rank, wanted })
}

/// A condition on the board itself: one of these points holds what is wanted.
type Asked = (Wanted, u128);

impl Places {
    /// Whether a position or one of its images has all of it.
    pub fn matches(&self, board: &Board) -> bool {
        let images = &self.images[usize::from(kind_number(board.kind()))];
        images.iter().any(|image| {
            image.iter().all(|&(wanted, points)| points_with(board, wanted) & points != 0)
        })
    }
}

/// How many files and ranks a board has, and the number of its first rank.
const fn size(kind: GameKind) -> (u8, u8, u8) {
    match kind {
        GameKind::Xiangqi => (9, 10, 0),
        GameKind::Banqi => (8, 4, 1),
    }
}

/// The conditions as each image of a board must fulfil them.
fn asked_of_images(kind: GameKind, conditions: &[Condition]) -> Vec<Vec<Asked>> {
    let of_image = |image: Image| {
        let asked = conditions.iter().map(|condition| {
            let wanted = match condition.wanted {
                Wanted::Piece(piece) => Wanted::Piece(image.piece(piece)),
                Wanted::Side(side) => Wanted::Side(if image.swapped { 1 - side } else { side }),
                other => other,
            };
            (wanted, points_of(kind, condition, image))
        });
        asked.collect()
    };
    Image::all(kind).map(of_image).collect()
}

/// The points of a board that a condition names in one of its images.
fn points_of(kind: GameKind, condition: &Condition, image: Image) -> u128 {
    let (files, ranks, first) = size(kind);
    let named = |name: Option<u8>, number: u8| name.is_none_or(|name| name == number);
    let mut points = 0;
    for rank in (0..ranks).filter(|rank| named(condition.rank, rank + first)) {
        for file in (0..files).filter(|&file| named(condition.file, file)) {
            let index = usize::from(rank * files + file);
            points |= 1
                << match kind {
                    GameKind::Xiangqi => image.point(index),
                    GameKind::Banqi => image.square(banqi::Square::from_index(index)).index(),
                };
        }
    }
    points
}

/// The points where something stands.
fn points_with(board: &Board, wanted: Wanted) -> u128 {
    match board {
        Board::Xiangqi(position) => match wanted {
            Wanted::Piece(piece) => {
                let piece = xiangqi::Piece::from_index(piece);
                position.pieces(piece.side(), piece.kind()).0
            }
            Wanted::Side(side) => position.side(SIDES[side]).0,
            Wanted::Any => position.occupied().0,
            Wanted::Hidden => 0,
            Wanted::Nothing => !position.occupied().0,
        },
        Board::Banqi(position) => u128::from(match wanted {
            Wanted::Piece(piece) => position.pieces(banqi::Piece::from_index(other_order(piece))).0,
            Wanted::Side(side) => position.of_side(SIDES[side]).0,
            Wanted::Any => position.occupied().0,
            Wanted::Hidden => position.face_down().0,
            Wanted::Nothing => position.empty().0,
        }),
    }
}

const SIDES: [Side; 2] = [Side::Red, Side::Black];

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(places: &str, fen: &str) -> bool {
        let places: Places = places.parse().unwrap();
        places.matches(&Board::Xiangqi(fen.parse().unwrap()))
    }

    #[test]
    fn every_wildcard_means_what_it_says() {
        let fen = "3k5/9/9/9/9/9/9/9/R8/4K4 w";
        for places in ["a1=R", "a?=R", "?1=R", "??=R", "a1=+", "a1=*", "b1=.", "a1=R d9=k e0=K"] {
            assert!(matches(places, fen), "{places}");
        }
        for places in ["a1=N", "b1=R", "b?=R", "?2=R", "??=P", "??=c", "a1=R, ??=N"] {
            assert!(!matches(places, fen), "{places}");
        }
    }

    #[test]
    fn images_match_as_a_whole() {
        let fen = "3k5/9/9/9/9/9/9/9/R8/4K4 w";
        assert!(matches("i1=R f9=k", fen), "left and right");
        assert!(matches("i8=r f0=K", fen), "colours");
        assert!(matches("a8=r d0=K", fen), "both");
        assert!(!matches("i1=R d9=k", fen), "half of one and half of another");
        assert!(!matches("a8=R", fen), "colours and sides go together");
    }

    #[test]
    fn dark_chess_has_face_down_pieces() {
        let board = Board::Banqi("8/2P5/5X2/7k b P1".parse().unwrap());
        let matches = |places: &str| places.parse::<Places>().unwrap().matches(&board);
        assert!(matches("??=x") && matches("??=P") && matches("??=K ??=p") && matches("a?=."));
        assert!(!matches("??=K ??=P") && !matches("??=r") && !matches("i1=.") && !matches("a0=."));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", ",", "e2", "e2=", "e2=CC", "j2=C", "e=C", "e2=Z", "e10=C", "炮=C"] {
            assert!(text.parse::<Places>().is_err(), "{text}");
        }
    }
}
