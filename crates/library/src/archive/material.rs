//! Material: `RC-r` is a rook and a cannon against a rook.

use std::str::FromStr;

use records::{Board, GameKind};

use super::fold::Image;
use super::line::material_of;

/// What both sides have. In xiangqi kings are always there and are not named, and a side
/// may have any number of advisors and elephants unless it names one of them (then both
/// kinds count). In dark chess every piece counts, face up or down.
///
/// ```
/// use library::archive::material::Material;
/// let material: Material = "RC-r".parse().unwrap();
/// let board = |fen: &str| records::Board::Xiangqi(fen.parse().unwrap());
/// assert!(material.matches(&board("3k5/4a4/9/9/r8/9/9/9/1C7/R3K4 w")));
/// assert!(material.matches(&board("3k4r/4c4/9/9/9/9/9/9/9/R3K4 w")), "the other way round");
/// assert!(!material.matches(&board("3k5/9/9/9/9/9/9/9/1C7/R3K4 w")));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Material {
    /// By piece.
    counts: [u8; 14],
}

/// A text that is no material.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{text}' is no material{}: expected the pieces of one side, '-', and those of the other, \
     from R, N (H), C, P, A, B (E), such as RC-r or RPP-nc",
    wrong.map_or(String::new(), |letter| format!(" ('{letter}' is no piece of it)"))
)]
pub struct MaterialError {
    text: String,
    wrong: Option<char>,
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let error = |wrong| MaterialError { text: text.chars().take(40).collect(), wrong };
        let (one, two) = text.trim().split_once('-').ok_or_else(|| error(None))?;
        let mut counts = [0u8; 14];
        for (side, letters) in [one, two].into_iter().enumerate() {
            for letter in letters.chars() {
                let kind = xiangqi::Kind::from_letter(letter).ok_or_else(|| error(Some(letter)))?;
                let count = &mut counts[side * 7 + kind.index()];
                *count = count.saturating_add(1);
            }
        }
        Ok(Material { counts })
    }
}

impl Material {
    /// Whether a position has it, with either colour.
    pub fn matches(&self, board: &Board) -> bool {
        let has = material_of(board);
        self.each_way(board.kind(), |piece, wanted| wanted == count(has, piece))
    }

    /// Whether a game that ended with this material may have had it: pieces only become
    /// fewer.
    pub(super) fn may_precede(&self, kind: GameKind, last: u64) -> bool {
        self.each_way(kind, |piece, wanted| wanted >= count(last, piece))
    }

    fn each_way(&self, kind: GameKind, holds: impl Fn(usize, u8) -> bool) -> bool {
        [false, true].into_iter().any(|swapped| {
            let image = Image { swapped, mirror: 0 };
            let mut counts = self.counts.iter().enumerate();
            counts.all(|(piece, &wanted)| {
                !self.is_counted(kind, piece) || holds(image.piece(piece), wanted)
            })
        })
    }

    fn is_counted(&self, kind: GameKind, piece: usize) -> bool {
        const ADVISOR: usize = 1;
        const ELEPHANT: usize = 2;
        let side = piece / 7 * 7;
        match (kind, piece % 7) {
            (GameKind::Banqi, _) | (_, 3..) => true,
            (_, 0) => false,
            _ => self.counts[side + ADVISOR] + self.counts[side + ELEPHANT] > 0,
        }
    }
}

fn count(material: u64, piece: usize) -> u8 {
    (material >> (4 * piece) & 15) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_others_refused() {
        let same = |one: &str, two: &str| {
            one.parse::<Material>().unwrap() == two.parse::<Material>().unwrap()
        };
        assert!(same("RNC-r", "rhc-R") && same("-", "-") && same(" R- ", "r-"));
        assert!(!same("RA-r", "R-r"));
        for text in ["", "RC", "RX-r", "R-r-n-z", "炮-车"] {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
    }

    #[test]
    fn guards_count_when_named() {
        let matches = |material: &str, fen: &str| {
            let board = Board::Xiangqi(fen.parse().unwrap());
            material.parse::<Material>().unwrap().matches(&board)
        };
        let fen = "3k5/4a4/9/9/9/9/9/9/9/R3K4 w";
        assert!(matches("R-", fen) && matches("R-a", fen) && matches("A-R", fen));
        assert!(!matches("R-aa", fen) && !matches("RA-", fen) && !matches("R-ab", fen));
    }
}
