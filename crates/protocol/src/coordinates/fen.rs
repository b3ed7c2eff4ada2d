//! The FEN spellings engines insist on. Only text is rewritten here; whether a
//! position is possible is for the rules of the game to say.

/// The letters of horse and elephant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letters {
    /// `N` and `B`: UCCI, Pikafish, Fairy-Stockfish.
    KnightBishop,
    /// `H` and `E`: xboard engines, WXF.
    HorseElephant,
}

impl Letters {
    fn letter(self, letter: char) -> char {
        match (self, letter) {
            (Letters::KnightBishop, 'h') => 'n',
            (Letters::KnightBishop, 'H') => 'N',
            (Letters::KnightBishop, 'e') => 'b',
            (Letters::KnightBishop, 'E') => 'B',
            (Letters::HorseElephant, 'n') => 'h',
            (Letters::HorseElephant, 'N') => 'H',
            (Letters::HorseElephant, 'b') => 'e',
            (Letters::HorseElephant, 'B') => 'E',
            (_, other) => other,
        }
    }
}

/// Rewrites the letters of a xiangqi FEN and leaves its other fields alone.
///
/// ```
/// use protocol::coordinates::{Letters, with_letters};
///
/// let fen = with_letters("rheakaehr/9 b - - 0 1", Letters::KnightBishop);
/// assert_eq!(fen, "rnbakabnr/9 b - - 0 1");
/// ```
pub fn with_letters(fen: &str, letters: Letters) -> String {
    let mut fields = fen.split_ascii_whitespace();
    let placement = fields.next().unwrap_or_default();
    let placement: String = placement.chars().map(|letter| letters.letter(letter)).collect();
    std::iter::once(placement.as_str()).chain(fields).collect::<Vec<_>>().join(" ")
}

/// A xiangqi FEN as xboard engines want it: letters `H` and `E`, and without the
/// two `-` that chess fills with castling and en passant.
///
/// ```
/// use protocol::coordinates::xboard_fen;
///
/// assert_eq!(xboard_fen("3k5/9/4N4/9 w - - 3 7"), "3k5/9/4H4/9 w 3 7");
/// ```
pub fn xboard_fen(fen: &str) -> String {
    let fen = with_letters(fen, Letters::HorseElephant);
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if fields.get(2..4) == Some(&["-", "-"]) {
        fields.drain(2..4);
    }
    fields.join(" ")
}

/// A xiangqi FEN with all six fields and the letters `N` and `B`, as UCI and UCCI
/// engines want it. Missing fields become `w - - 0 1`; Red's `r` becomes `w`.
///
/// ```
/// use protocol::coordinates::complete_fen;
///
/// assert_eq!(complete_fen("3k5/9/4H4/9 r"), "3k5/9/4N4/9 w - - 0 1");
/// assert_eq!(complete_fen("3k5/9/4H4/9 b 3 7"), "3k5/9/4N4/9 b - - 3 7");
/// ```
pub fn complete_fen(fen: &str) -> String {
    let fen = with_letters(fen, Letters::KnightBishop);
    let fields: Vec<&str> = fen.split(' ').collect();
    let side = match fields.get(1).copied() {
        None | Some("r") => "w",
        Some(side) => side,
    };
    let mut counters = fields.iter().skip(2).skip_while(|&&field| field == "-");
    let clock = counters.next().unwrap_or(&"0");
    let number = counters.next().unwrap_or(&"1");
    format!("{} {side} - - {clock} {number}", fields[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    #[test]
    fn the_start_position_goes_to_xboard_and_back() {
        let sent = xboard_fen(START);
        assert_eq!(sent, "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w 0 1");
        assert_eq!(complete_fen(&sent), START);
        assert_eq!(complete_fen(START), START);
        assert_eq!(xboard_fen(&sent), sent);
    }

    #[test]
    fn the_side_b_is_no_elephant() {
        assert_eq!(with_letters("4b4/9 b - - 0 1", Letters::HorseElephant), "4e4/9 b - - 0 1");
        assert_eq!(xboard_fen("4b4/9 b"), "4e4/9 b");
        assert_eq!(xboard_fen("4b4/9  b - -"), "4e4/9 b");
    }

    #[test]
    fn short_texts_do_no_harm() {
        assert_eq!(complete_fen(""), " w - - 0 1");
        assert_eq!(complete_fen("9/9"), "9/9 w - - 0 1");
        assert_eq!(complete_fen("9/9 b - -"), "9/9 b - - 0 1");
        assert_eq!(xboard_fen("   "), "");
    }
}
