//! Reading and writing FEN.

use super::board::Board;
use super::square::Square;
use crate::{Colour, Kind, Piece};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

fn kind_of(letter: char) -> Option<Kind> {
    match letter {
        'K' => Some(Kind::King),
        'A' => Some(Kind::Advisor),
        'B' | 'E' => Some(Kind::Elephant),
        'N' | 'H' => Some(Kind::Horse),
        'R' => Some(Kind::Rook),
        'C' => Some(Kind::Cannon),
        'P' => Some(Kind::Pawn),
        _ => None,
    }
}

fn letter_of(piece: Piece) -> char {
    piece.cased(match piece.kind {
        Kind::King => 'K',
        Kind::Advisor => 'A',
        Kind::Elephant => 'B',
        Kind::Horse => 'N',
        Kind::Rook => 'R',
        Kind::Cannon => 'C',
        Kind::Pawn => 'P',
    })
}

impl Board {
    /// The initial position.
    #[must_use]
    pub fn start() -> Board {
        Board::from_fen(START).expect("the start position is well formed")
    }

    /// Reads a FEN; everything after the placement may be missing.
    ///
    /// Refused are positions that are not xiangqi at all: a king missing, doubled or outside its
    /// palace, kings facing each other, the side not to move in check. How many pieces there are
    /// and where advisors, elephants and pawns stand is left to [`Board::broken_limits`].
    ///
    /// # Errors
    /// Says what is wrong and where.
    pub fn from_fen(fen: &str) -> Result<Board, String> {
        let mut fields = fen.split_whitespace();
        let placement = fields.next().ok_or("an empty FEN: the placement is missing")?;
        let side = match fields.next() {
            None | Some("w" | "r") => Colour::Red,
            Some("b") => Colour::Black,
            Some(other) => return Err(format!("side to move `{other}`: `w` or `b` is right")),
        };
        let mut board = Board::empty(side);
        board.read_placement(placement)?;
        board.refuse_impossible()?;
        Ok(board)
    }

    fn read_placement(&mut self, placement: &str) -> Result<(), String> {
        let rows: Vec<&str> = placement.split('/').collect();
        if rows.len() != 10 {
            return Err(format!("{} ranks in `{placement}`: 10 are right", rows.len()));
        }
        for (rank, row) in (0..10).rev().zip(rows) {
            self.read_rank(rank, row)?;
        }
        Ok(())
    }

    fn read_rank(&mut self, rank: i8, row: &str) -> Result<(), String> {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(gap @ 1..=9) = letter.to_digit(10) {
                file += gap as i8;
                continue;
            }
            let piece = Piece::from_letter(letter, kind_of)
                .ok_or_else(|| format!("`{letter}` on rank {rank} is no piece and no gap 1-9"))?;
            let square = Square::new(file, rank)
                .ok_or_else(|| format!("rank {rank} `{row}` is longer than 9 points"))?;
            self.set(square, Some(piece));
            file += 1;
        }
        if file == 9 { Ok(()) } else { Err(format!("rank {rank} `{row}` does not fill 9 points")) }
    }

    fn refuse_impossible(&self) -> Result<(), String> {
        for colour in Colour::BOTH {
            let kings = self.count(colour, Kind::King);
            let (1, Some(square)) = (kings, self.king(colour)) else {
                return Err(format!("{colour:?} has {kings} kings: one is right"));
            };
            if !square.is_in_palace(colour) {
                return Err(format!("{colour:?}'s king on {square} stands outside its palace"));
            }
        }
        if self.kings_face() {
            return Err("the kings face each other on an open file".to_string());
        }
        let waiting = self.side_to_move().other();
        if self.is_in_check(waiting) {
            return Err(format!("{waiting:?} is in check, but it is not its turn"));
        }
        Ok(())
    }

    /// Everything about the pieces that no game from the initial position could bring about: more
    /// than the set holds, or a piece on a point it cannot walk to. Empty for ordinary positions.
    #[must_use]
    pub fn broken_limits(&self) -> Vec<String> {
        let mut broken = Vec::new();
        for colour in Colour::BOTH {
            for kind in Kind::ALL {
                let count = self.count(colour, kind);
                if count > kind.count_in_full_set() {
                    broken.push(format!("{colour:?} has {count} of {kind:?}"));
                }
            }
            for (square, kind) in self.pieces(colour) {
                if !can_ever_stand(Piece::new(colour, kind), square) {
                    broken.push(format!("{colour:?} {kind:?} cannot stand on {square}"));
                }
            }
        }
        broken
    }

    /// The FEN, with letters `KABNRCP` and counters `- - 0 1`.
    #[must_use]
    pub fn to_fen(&self) -> String {
        let rows: Vec<String> = (0..10).rev().map(|rank| self.write_rank(rank)).collect();
        let side = if self.side_to_move() == Colour::Red { 'w' } else { 'b' };
        format!("{} {side} - - 0 1", rows.join("/"))
    }

    fn write_rank(&self, rank: i8) -> String {
        let mut row = String::new();
        let mut gap = 0;
        for file in 0..9 {
            match self.at(Square { file, rank }) {
                None => gap += 1,
                Some(piece) => {
                    if gap > 0 {
                        row.push_str(&gap.to_string());
                    }
                    gap = 0;
                    row.push(letter_of(piece));
                }
            }
        }
        if gap > 0 {
            row.push_str(&gap.to_string());
        }
        row
    }
}

/// Whether a piece can get to a point from where it starts the game.
fn can_ever_stand(piece: Piece, square: Square) -> bool {
    let rank = if piece.colour == Colour::Red { square.rank } else { 9 - square.rank };
    match piece.kind {
        Kind::King => square.is_in_palace(piece.colour),
        Kind::Advisor => matches!((square.file, rank), (3 | 5, 0) | (4, 1) | (3 | 5, 2)),
        Kind::Elephant => matches!((square.file, rank), (2 | 6, 0) | (0 | 4 | 8, 2) | (2 | 6, 4)),
        Kind::Pawn => rank >= 5 || (rank >= 3 && square.file % 2 == 0),
        Kind::Rook | Kind::Horse | Kind::Cannon => true,
    }
}

/// The halfmove field of a FEN: plies since the last capture, 0 when the field is missing.
pub(super) fn halfmove_field(fen: &str) -> Result<u32, String> {
    match fen.split_whitespace().nth(4) {
        None => Ok(0),
        Some(text) => text
            .parse()
            .map_err(|_| format!("halfmove field `{text}`: a whole number from 0 is right")),
    }
}
