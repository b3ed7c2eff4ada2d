//! Boards and messages as the platform writes them: files a–d, ranks 1–8.

use banqi::notation::platform;
use banqi::{Position, Square};

/// The board, rank 8 first.
pub fn board(position: &Position) -> Vec<String> {
    let cell = |square| match position.tile_at(square) {
        None => '-',
        Some(tile) => tile.piece().map_or('X', platform::piece_letter),
    };
    let squares: Vec<Square> = platform::squares().collect();
    let mut lines: Vec<String> = (1..=8)
        .rev()
        .zip(squares.chunks(4))
        .map(|(rank, row)| {
            let cells: Vec<String> = row.iter().map(|&square| cell(square).to_string()).collect();
            format!("{rank} {}", cells.join(" "))
        })
        .collect();
    lines.push("  a b c d".to_owned());
    lines
}

/// A message with our squares (a1 to h4, also in plies such as a1a2) turned into the
/// platform's. Words that only contain such letters are left alone.
pub fn message(text: &str) -> String {
    let is_inside = |c: char| c.is_ascii_alphanumeric();
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_inside(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        out.push_str(&squares_of(word).unwrap_or_else(|| word.to_owned()));
        let gap = after.find(is_inside).unwrap_or(after.len());
        out.push_str(&after[..gap]);
        rest = &after[gap..];
    }
    out
}

/// A word of one or two squares and nothing else.
fn squares_of(word: &str) -> Option<String> {
    let square = |text: Option<&str>| Some(platform::write_square(text?.parse().ok()?));
    match word.len() {
        2 => square(word.get(..2)),
        4 => Some(format!("{} {}", square(word.get(..2))?, square(word.get(2..))?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_platforms_squares() {
        assert_eq!(
            message("a1b1: the piece on a1 is face down, it can only be flipped (a1a1)"),
            "a8 a7: the piece on a8 is face down, it can only be flipped (a8 a8)"
        );
        assert_eq!(message("h4a4: red's own king"), "d1 d8: red's own king");
        assert_eq!(message("deed e9 暗棋 a5"), "deed e9 暗棋 a5");
    }

    #[test]
    fn boards_stand_upright() {
        let position: Position = "7k/8/8/KX6 r p1 0 1".parse().unwrap();
        let lines = board(&position);
        assert_eq!(lines[0], "8 K - - -");
        assert_eq!(lines[1], "7 X - - -");
        assert_eq!(lines[7], "1 - - - k");
        assert_eq!(lines[8], "  a b c d");
    }
}
