//! A board drawn with letters, as the conditions it means.

use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::Node;

/// The conditions of a picture: ten texts of nine characters, the enemy's back rank
/// first; `None` if it is none, which is told. Letters are pieces (upper case ours), `?` is anything, `.` an empty point, `*`
/// any piece, `+` one of ours, `-` one of theirs.
pub fn conditions(field: &Node, found: &mut Vec<Diagnostic>) -> Option<Vec<Node>> {
    let items = field.items();
    let rows: Vec<Vec<char>> = items[1..]
        .iter()
        .filter_map(|row| row.as_text())
        .map(|row| row.chars().collect())
        .collect();
    if rows.len() != 10 || items.len() != 11 || rows.iter().any(|row| row.len() != 9) {
        let message = "not a picture of a board";
        found.push(Diagnostic::error(field.span, message, "ten quoted texts of nine characters"));
        return None;
    }
    let (mut conditions, mut empty) = (Vec::new(), Vec::new());
    for (row, text) in rows.iter().enumerate() {
        for (file, &character) in text.iter().enumerate() {
            let point = format!("{}{}", (b'a' + file as u8) as char, 9 - row);
            let span = items[row + 1].span;
            match piece_word(character) {
                Some("?") => {}
                Some(".") => empty.push(Node::word(point, span)),
                Some(word) => conditions.push(at(word, &point, span)),
                None => {
                    let message = format!("'{character}' means nothing in a picture");
                    let expected = "a letter of RNCBAKPrncbakp, or ? . * + -";
                    found.push(Diagnostic::error(span, message, expected));
                    return None;
                }
            }
        }
    }
    if !empty.is_empty() {
        let points = Node::list(empty, field.span);
        conditions.push(Node::list(vec![Node::word("empty", field.span), points], field.span));
    }
    Some(conditions)
}

fn at(word: &str, point: &str, span: Span) -> Node {
    let words = ["at", word, point].map(|word| Node::word(word, span));
    Node::list(words.to_vec(), span)
}

/// What a character stands for.
fn piece_word(character: char) -> Option<&'static str> {
    Some(match character {
        '?' => "?",
        '.' => ".",
        '*' => "any",
        '+' => "us.any",
        '-' => "them.any",
        'R' => "us.rook",
        'N' => "us.horse",
        'C' => "us.cannon",
        'B' => "us.elephant",
        'A' => "us.advisor",
        'K' => "us.king",
        'P' => "us.pawn",
        'r' => "them.rook",
        'n' => "them.horse",
        'c' => "them.cannon",
        'b' => "them.elephant",
        'a' => "them.advisor",
        'k' => "them.king",
        'p' => "them.pawn",
        _ => return None,
    })
}
