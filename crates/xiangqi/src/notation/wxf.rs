//! WXF letters: `C2=5`, `H8+7`, tandem `C+-3`, pawns `13=4`.

use super::columns::{self, Action, Description, Place, Which};
use super::{NotationError, Symbols};
use crate::{Kind, Ply, Position};

const SHAPE: &str = "4, such as C2=5, C+-3 or 13=4";
const FIRST: &str =
    "a piece (K A E H R C P; also G, B or M, N), + or - or . for a place, or an ordinal 1–5";
const SECOND: &str = "a file 1–9, + or - or . for a place, or a–e";

/// Whether the characters are laid out as a WXF move: four, the third a
/// direction; or five, the last a check mark.
pub(super) fn has_shape(symbols: &[char]) -> bool {
    let body = body(symbols);
    body.len() == 4 && action(body[2]).is_some()
}

/// Some writers add `+` for check and `#` for mate.
fn body(symbols: &[char]) -> &[char] {
    match symbols {
        [body @ .., '+' | '#'] if body.len() == 4 => body,
        _ => symbols,
    }
}

/// Writes one form: `+` and `-` for two on one file, ordinal and file for more
/// pawns on a file or several files with pawns, else letter and file.
pub(super) fn write(position: &Position, ply: Ply) -> String {
    let Some(piece) = position.piece_at(ply.from()) else { return ply.to_string() };
    let letter = letter(piece.kind());
    let file = ply.from().file_for(piece.side());
    let (action, number) = columns::movement(piece, ply);
    let sign = match action {
        Action::Advance => '+',
        Action::Retreat => '-',
        Action::Traverse => '=',
    };
    match columns::tandem(position, ply.from()) {
        None => format!("{letter}{file}{sign}{number}"),
        Some(tandem) if tandem.total > 2 => format!("{}{file}{sign}{number}", tandem.on_file),
        Some(tandem) if tandem.on_file == 1 => format!("{letter}+{sign}{number}"),
        Some(_) => format!("{letter}-{sign}{number}"),
    }
}

/// Reads every form met: piece and file, place before or after the piece, a–e
/// for the place among tandem pieces, ordinal and file for pawns.
pub(super) fn read(position: &Position, symbols: &Symbols<'_>) -> Result<Ply, NotationError> {
    let &[first, second, third, fourth] = body(&symbols.symbols) else {
        return Err(symbols.wrong_length(SHAPE));
    };
    let (kind, which) = who(symbols, first, second)?;
    let action = action(third).ok_or_else(|| symbols.unexpected(2, "+, -, = or ."))?;
    let number = digit(fourth).ok_or_else(|| symbols.unexpected(3, "a digit 1–9"))?;
    Description { kind, which, action, number }.find(position, symbols)
}

fn who(symbols: &Symbols<'_>, first: char, second: char) -> Result<(Kind, Which), NotationError> {
    if let Some(kind) = kind(first) {
        let which = which(second).ok_or_else(|| symbols.unexpected(1, SECOND))?;
        return Ok((kind, which));
    }
    if let Some(place) = place(first) {
        let kind = kind(second).ok_or_else(|| symbols.unexpected(1, "a piece K A E H R C P"))?;
        return Ok((kind, Which::Place(place)));
    }
    let ordinal = digit(first).filter(|&ordinal| ordinal <= 5);
    let ordinal = ordinal.ok_or_else(|| symbols.unexpected(0, FIRST))?;
    let file = digit(second).ok_or_else(|| symbols.unexpected(1, "a file 1–9"))?;
    Ok((Kind::Pawn, Which::PlaceOnFile(Place::Nth(ordinal), file)))
}

fn which(symbol: char) -> Option<Which> {
    match symbol.to_ascii_lowercase() {
        letter @ 'a'..='e' => Some(Which::Place(Place::Nth(letter as usize - 'a' as usize + 1))),
        other => place(other).map(Which::Place).or_else(|| digit(other).map(Which::File)),
    }
}

/// Not the letters of FENs: here `G` is the guard and `M` the minister.
fn kind(symbol: char) -> Option<Kind> {
    Some(match symbol.to_ascii_uppercase() {
        'K' => Kind::King,
        'A' | 'G' => Kind::Advisor,
        'E' | 'B' | 'M' => Kind::Elephant,
        'H' | 'N' => Kind::Horse,
        'R' => Kind::Rook,
        'C' => Kind::Cannon,
        'P' => Kind::Pawn,
        _ => return None,
    })
}

fn letter(kind: Kind) -> char {
    ['K', 'A', 'E', 'H', 'R', 'C', 'P'][kind.index()]
}

fn place(symbol: char) -> Option<Place> {
    match symbol {
        '+' => Some(Place::Front),
        '.' | '=' => Some(Place::Middle),
        '-' => Some(Place::Rear),
        _ => None,
    }
}

fn action(symbol: char) -> Option<Action> {
    match symbol {
        '+' => Some(Action::Advance),
        '-' => Some(Action::Retreat),
        '=' | '.' => Some(Action::Traverse),
        _ => None,
    }
}

fn digit(symbol: char) -> Option<usize> {
    symbol.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as usize)
}
