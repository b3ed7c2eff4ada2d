//! The contest platform's notation. Its board stands upright: files a–d from
//! left to right, ranks 1–8 from the bottom, so its top left square a8 is our
//! a1, its d8 our a4, its a1 our h1 and its d1 our h4. Pieces are
//! `K G M R N C P`, lower case for black; here `G` is the guard, our advisor.

use super::{ListError, Played, PlyTextError, read_words, write_words};
use crate::{Kind, Piece, Ply, Reveal, Square};

const PLAYED: &str = "a move like a4-a5, or a flip with its outcome like b3(n)";
const SQUARE: &str = "a file a–d and a rank 1–8";
const PIECES: &str = "K G M R N C P for red, k g m r n c p for black";
const LETTERS: &[u8; Kind::COUNT] = b"KGMRNCP";

/// The platform's name of a square.
///
/// ```
/// use banqi::notation::platform;
/// assert_eq!(platform::write_square("a1".parse().unwrap()), "a8");
/// assert_eq!(platform::read_square("d1").unwrap().to_string(), "h4");
/// ```
pub fn write_square(square: Square) -> String {
    let (file, rank) = (b'a' + square.rank() as u8, b'8' - square.file() as u8);
    format!("{}{}", file as char, rank as char)
}

/// The square of a platform name; `None` if it names none.
pub fn read_square(text: &str) -> Option<Square> {
    let &[file, rank] = text.as_bytes() else { return None };
    let our_rank = file.to_ascii_lowercase().checked_sub(b'a')?;
    let our_file = b'8'.checked_sub(rank)?;
    Square::new(our_file.into(), our_rank.into())
}

/// The platform's squares in the order of its files and boards: a8 b8 c8 d8,
/// then a7 and on to d1.
pub fn squares() -> impl Iterator<Item = Square> {
    (0..Square::FILES)
        .flat_map(|file| (0..Square::RANKS).filter_map(move |rank| Square::new(file, rank)))
}

/// The platform's letter of a piece.
pub const fn piece_letter(piece: Piece) -> char {
    piece.side_case(LETTERS[piece.kind().index()] as char)
}

/// The piece of a platform letter, strictly this notation's.
///
/// ```
/// use banqi::{Kind, notation::platform};
/// assert_eq!(platform::read_piece('g').unwrap().kind(), Kind::Advisor);
/// assert_eq!(platform::read_piece('A'), None);
/// ```
pub fn read_piece(letter: char) -> Option<Piece> {
    let upper = letter.to_ascii_uppercase();
    let index = LETTERS.iter().position(|&known| known as char == upper)?;
    Some(Piece::new(Piece::side_of_letter(letter), Kind::ALL[index]))
}

/// Reads `a4-a5` or `b3(n)`.
///
/// # Errors
/// Says which part is wrong.
pub fn read(text: &str) -> Result<Played, PlyTextError> {
    match *text.as_bytes() {
        [_, _, b'(', letter, b')'] if text.is_ascii() => {
            let ply = Ply::flip(square_in(text, &text[..2])?);
            Ok(Played { ply, reveal: Reveal::Piece(piece_in(text, letter.into())?) })
        }
        [_, _, b'-', _, _] if text.is_ascii() => {
            let ply = Ply::new(square_in(text, &text[..2])?, square_in(text, &text[3..])?);
            if ply.is_flip() {
                return Err(PlyTextError::NoOutcome { text: text.to_owned(), expected: "b3(n)" });
            }
            Ok(Played { ply, reveal: Reveal::Nothing })
        }
        _ => Err(PlyTextError::Form { text: text.to_owned(), expected: PLAYED }),
    }
}

/// Writes `a4-a5` or `b3(n)`.
pub fn write(played: &Played) -> String {
    let from = write_square(played.ply.from());
    match played.reveal {
        Reveal::Piece(piece) => format!("{from}({})", piece_letter(piece)),
        Reveal::Nothing => format!("{from}-{}", write_square(played.ply.to())),
    }
}

/// Reads plies with blanks between them; numbers like `12.` are passed over.
///
/// # Errors
/// Names the first ply that cannot be read.
///
/// ```
/// use banqi::notation::{coordinate, platform};
/// let plies = platform::read_list("1. b8(G) d8(c) 2. b8-c8").unwrap();
/// assert_eq!(coordinate::write_list(&plies), "a2=A a4=c a2a3");
/// assert_eq!(platform::write_list(&plies), "b8(G) d8(c) b8-c8");
/// ```
pub fn read_list(text: &str) -> Result<Vec<Played>, ListError> {
    read_words(text, read)
}

/// Writes plies with a blank between them.
pub fn write_list(plies: &[Played]) -> String {
    write_words(plies, write)
}

fn square_in(text: &str, part: &str) -> Result<Square, PlyTextError> {
    read_square(part).ok_or_else(|| PlyTextError::Square {
        text: text.to_owned(),
        square: part.to_owned(),
        expected: SQUARE,
    })
}

fn piece_in(text: &str, letter: char) -> Result<Piece, PlyTextError> {
    read_piece(letter).ok_or_else(|| PlyTextError::Piece {
        text: text.to_owned(),
        letter,
        expected: PIECES,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_map_both_ways() {
        for (platform, ours) in [("a8", "a1"), ("d8", "a4"), ("a1", "h1"), ("d1", "h4")] {
            assert_eq!(read_square(platform).unwrap().to_string(), ours);
            assert_eq!(write_square(ours.parse().unwrap()), platform);
        }
    }

    #[test]
    fn squares_come_in_board_order() {
        let names: Vec<String> = squares().map(write_square).collect();
        assert_eq!(names[..5], ["a8", "b8", "c8", "d8", "a7"]);
        assert_eq!((names.len(), names[31].as_str()), (32, "d1"));
    }

    #[test]
    fn pieces_map_both_ways() {
        let letters: String = Piece::all().map(piece_letter).collect();
        assert_eq!(letters, "KGMRNCPkgmrncp");
        assert!(Piece::all().all(|piece| read_piece(piece_letter(piece)) == Some(piece)));
    }

    #[test]
    fn a_step_on_one_board_is_a_step_on_the_other() {
        let played = read("a4-a5").unwrap();
        assert_eq!(played.ply.to_string(), "e1d1");
        assert!(crate::attacks::neighbours(played.ply.from()).contains(played.ply.to()));
    }
}
