//! The notation of contest records: files a–d, ranks 1–8, `b3(n)` for a flip and what it turned
//! up, `a4-a5` for a move or capture. The board is ours turned by a quarter: platform `a8` is our
//! `a1`, `d8` our `a4`, `a1` our `h1`, `d1` our `h4`.

use super::square::{Ply, Square};
use super::text::{letter_of, piece_of};
use crate::{Kind, Piece};

/// Reads a square of the platform.
///
/// # Errors
/// Names the text when it is no square of files a–d and ranks 1–8.
pub fn square_from_platform(text: &str) -> Result<Square, String> {
    let [file @ b'a'..=b'd', rank @ b'1'..=b'8'] = text.as_bytes() else {
        return Err(format!("no platform square `{text}`: a file a-d and a rank 1-8, like `b7`"));
    };
    Ok(Square { file: (b'8' - rank) as i8, rank: (file - b'a') as i8 })
}

/// Writes a square the way the platform does.
#[must_use]
pub fn square_to_platform(square: Square) -> String {
    format!("{}{}", (b'a' + square.rank as u8) as char, 8 - square.file)
}

/// Our letter for a piece the platform calls `letter`; here `G` is the guard, our advisor.
///
/// # Errors
/// Names a letter that is not one of `KGMRNCP` or `kgmrncp`.
pub fn letter_from_platform(letter: char) -> Result<char, String> {
    let kind_of = |upper: char| match upper {
        'K' => Some(Kind::King),
        'G' => Some(Kind::Advisor),
        'M' => Some(Kind::Elephant),
        'R' => Some(Kind::Rook),
        'N' => Some(Kind::Horse),
        'C' => Some(Kind::Cannon),
        'P' => Some(Kind::Pawn),
        _ => None,
    };
    let piece = Piece::from_letter(letter, kind_of)
        .ok_or_else(|| format!("`{letter}` is no platform piece: KGMRNCP or kgmrncp is right"))?;
    Ok(letter_of(piece))
}

/// The platform's letter for one of ours.
///
/// # Errors
/// Names a letter that is no piece.
pub fn letter_to_platform(letter: char) -> Result<char, String> {
    let piece = piece_of(letter)?;
    Ok(piece.cased(match piece.kind {
        Kind::King => 'K',
        Kind::Advisor => 'G',
        Kind::Elephant => 'M',
        Kind::Rook => 'R',
        Kind::Horse => 'N',
        Kind::Cannon => 'C',
        Kind::Pawn => 'P',
    }))
}

/// Reads a platform ply: ours as text, and our letter of what a flip turned up. The pair is what
/// [`super::Board::play`] takes.
///
/// # Errors
/// Names a text that is neither `b3(n)` nor `a4-a5`.
pub fn ply_from_platform(text: &str) -> Result<(String, Option<char>), String> {
    if let Some((from, to)) = text.split_once('-') {
        let ply = Ply { from: square_from_platform(from)?, to: square_from_platform(to)? };
        return Ok((ply.to_string(), None));
    }
    let wrong = || format!("no platform ply `{text}`: `b3(n)` or `a4-a5` is right");
    let (square, outcome) = text.split_once('(').ok_or_else(wrong)?;
    let mut letters = outcome.chars();
    let (Some(letter), Some(')'), None) = (letters.next(), letters.next(), letters.next()) else {
        return Err(wrong());
    };
    let square = square_from_platform(square)?;
    Ok((format!("{square}{square}"), Some(letter_from_platform(letter)?)))
}

/// Writes one of our plies, with the letter a flip turned up, the way the platform does.
///
/// # Errors
/// Says so when the ply is unreadable or letter and ply do not fit together.
pub fn ply_to_platform(text: &str, revealed: Option<char>) -> Result<String, String> {
    let (ply, revealed) = super::board::read_ply(text, revealed)?;
    let from = square_to_platform(ply.from);
    match (ply.is_flip(), revealed) {
        (true, Some(letter)) => Ok(format!("{from}({})", letter_to_platform(letter)?)),
        (false, None) => Ok(format!("{from}-{}", square_to_platform(ply.to))),
        _ => Err(format!("ply `{text}`: a flip needs the letter it turned up, a move has none")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_map_both_ways() {
        for (platform, ours) in [("a8", "a1"), ("d8", "a4"), ("a1", "h1"), ("d1", "h4")] {
            assert_eq!(square_from_platform(platform).unwrap().to_string(), ours);
            assert_eq!(square_to_platform(ours.parse().unwrap()), platform);
        }
    }

    #[test]
    fn every_square_and_letter_survives_the_way_there_and_back() {
        for square in Square::all() {
            assert_eq!(square_from_platform(&square_to_platform(square)), Ok(square));
        }
        for letter in "KGMRNCPkgmrncp".chars() {
            assert_eq!(letter_from_platform(letter).and_then(letter_to_platform), Ok(letter));
        }
        assert_eq!(letter_from_platform('g'), Ok('a'));
        assert_eq!(letter_to_platform('G'), Ok('K'), "`G` is the king in the position text");
    }

    #[test]
    fn plies_survive_the_way_there_and_back() {
        for text in ["b8(G)", "d1(p)", "c8-a8", "a1-a2"] {
            let (ply, revealed) = ply_from_platform(text).unwrap();
            assert_eq!(ply_to_platform(&ply, revealed), Ok(text.to_string()));
        }
        assert_eq!(ply_from_platform("b8(G)"), Ok(("a2a2".to_string(), Some('A'))));
        assert_eq!(ply_to_platform("a2=A", None), Ok("b8(G)".to_string()));
    }

    #[test]
    fn bad_texts_are_refused() {
        for text in ["", "b8", "b8()", "b8(GG)", "b8(X)", "b8(E)", "e1-e2", "a0-a1", "a1a2", "b8(G"]
        {
            assert!(ply_from_platform(text).is_err(), "{text}");
        }
        assert!(ply_to_platform("a1a1", None).is_err());
        assert!(ply_to_platform("a1a2", Some('K')).is_err());
    }
}
