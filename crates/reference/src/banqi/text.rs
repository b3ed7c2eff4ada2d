//! The position text: `<board> <turn> <pool> <clock> <ply>`.

use super::board::{Board, Cell};
use super::square::Square;
use crate::{Colour, Kind, Piece};

const START: &str = "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX - K1A2E2R2H2C2P5k1a2e2r2h2c2p5 0 1";

fn kind_of(letter: char) -> Option<Kind> {
    match letter {
        'K' | 'G' => Some(Kind::King),
        'A' => Some(Kind::Advisor),
        'E' | 'M' => Some(Kind::Elephant),
        'R' => Some(Kind::Rook),
        'H' | 'N' => Some(Kind::Horse),
        'C' => Some(Kind::Cannon),
        'P' | 'S' => Some(Kind::Pawn),
        _ => None,
    }
}

/// The letter of a piece in the position text.
pub(super) fn letter_of(piece: Piece) -> char {
    piece.cased(match piece.kind {
        Kind::King => 'K',
        Kind::Advisor => 'A',
        Kind::Elephant => 'E',
        Kind::Rook => 'R',
        Kind::Horse => 'H',
        Kind::Cannon => 'C',
        Kind::Pawn => 'P',
    })
}

/// The piece of a letter of the position text, other engines' letters included.
pub(super) fn piece_of(letter: char) -> Result<Piece, String> {
    Piece::from_letter(letter, kind_of)
        .ok_or_else(|| format!("`{letter}` is no piece: one of KAERHCP or kaerhcp is right"))
}

/// Every piece there is, in the order the pool lists them.
fn all_pieces() -> impl Iterator<Item = Piece> {
    Colour::BOTH
        .into_iter()
        .flat_map(|colour| Kind::ALL.into_iter().map(move |kind| Piece::new(colour, kind)))
}

impl Board {
    /// All 32 pieces face down.
    #[must_use]
    pub fn start() -> Board {
        Board::from_text(START).expect("the start position is well formed")
    }

    /// Reads the position text.
    ///
    /// # Errors
    /// Says what is wrong and where. Besides misspelt fields, refused are boards without pieces,
    /// more pieces than the set holds, a pool that does not fit the face-down squares, and face-up
    /// pieces before the first flip.
    pub fn from_text(text: &str) -> Result<Board, String> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [cells, turn, pool, clock, ply] = fields[..] else {
            return Err(format!("{} fields in `{text}`: 5 are right", fields.len()));
        };
        let board = Board {
            cells: read_cells(cells)?,
            turn: read_turn(turn)?,
            pool: read_pool(pool)?,
            clock: read_number("clock", clock)?,
            ply: read_number("ply", ply)?,
        };
        board.refuse_impossible()?;
        Ok(board)
    }

    fn refuse_impossible(&self) -> Result<(), String> {
        let cells: Vec<Cell> = Square::all().map(|square| self.at(square)).collect();
        let face_down = cells.iter().filter(|&&cell| cell == Cell::FaceDown).count();
        let face_up = cells.iter().filter(|&&cell| matches!(cell, Cell::FaceUp(_))).count();
        if face_down != self.pool.len() {
            let pool = self.pool.len();
            return Err(format!("{face_down} squares are face down, but the pool holds {pool}"));
        }
        if face_down + face_up == 0 {
            return Err("the board is empty: at least one piece is needed".to_string());
        }
        if self.turn.is_none() && face_up > 0 {
            return Err("turn `-`, but a piece is face up: `r` or `b` is right".to_string());
        }
        if self.ply == 0 {
            return Err("ply 0: plies are counted from 1".to_string());
        }
        self.refuse_too_many(&cells)
    }

    fn refuse_too_many(&self, cells: &[Cell]) -> Result<(), String> {
        for piece in all_pieces() {
            let face_up = cells.iter().filter(|&&cell| cell == Cell::FaceUp(piece)).count();
            let count = face_up + self.pool_count(piece);
            let most = piece.kind.count_in_full_set();
            if count > most {
                let letter = letter_of(piece);
                return Err(format!("{count} of `{letter}`: the set holds {most}"));
            }
        }
        Ok(())
    }

    /// Writes the position text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let rows: Vec<String> = self.cells.iter().rev().map(write_row).collect();
        let turn = match self.turn {
            None => '-',
            Some(Colour::Red) => 'r',
            Some(Colour::Black) => 'b',
        };
        let (pool, clock, ply) = (self.write_pool(), self.clock, self.ply);
        format!("{} {turn} {pool} {clock} {ply}", rows.join("/"))
    }

    fn write_pool(&self) -> String {
        if self.pool.is_empty() {
            return "-".to_string();
        }
        all_pieces()
            .filter(|&piece| self.pool_count(piece) > 0)
            .map(|piece| format!("{}{}", letter_of(piece), self.pool_count(piece)))
            .collect()
    }
}

fn read_cells(text: &str) -> Result<[[Cell; 8]; 4], String> {
    let rows: Vec<&str> = text.split('/').collect();
    let [fourth, third, second, first] = rows[..] else {
        return Err(format!("{} ranks in `{text}`: 4 are right", rows.len()));
    };
    Ok([read_row(1, first)?, read_row(2, second)?, read_row(3, third)?, read_row(4, fourth)?])
}

fn read_row(rank: usize, row: &str) -> Result<[Cell; 8], String> {
    let mut cells = Vec::new();
    for letter in row.chars() {
        match letter {
            '1'..='8' => cells.extend(vec![Cell::Empty; letter as usize - '0' as usize]),
            'X' => cells.push(Cell::FaceDown),
            _ => {
                let piece = piece_of(letter).map_err(|error| format!("rank {rank}: {error}"))?;
                cells.push(Cell::FaceUp(piece));
            }
        }
    }
    let length = cells.len();
    cells.try_into().map_err(|_| format!("rank {rank} `{row}` has {length} squares: 8 are right"))
}

fn write_row(row: &[Cell; 8]) -> String {
    let mut text = String::new();
    let mut gap = 0;
    for &cell in row {
        if cell == Cell::Empty {
            gap += 1;
            continue;
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
            gap = 0;
        }
        text.push(if let Cell::FaceUp(piece) = cell { letter_of(piece) } else { 'X' });
    }
    if gap > 0 {
        text.push_str(&gap.to_string());
    }
    text
}

fn read_turn(text: &str) -> Result<Option<Colour>, String> {
    match text {
        "r" => Ok(Some(Colour::Red)),
        "b" => Ok(Some(Colour::Black)),
        "-" => Ok(None),
        _ => Err(format!("turn `{text}`: `r`, `b` or `-` is right")),
    }
}

/// The face-down pieces one by one, in the order of [`all_pieces`] whatever the text's order is,
/// so that equal pools are equal lists.
fn read_pool(text: &str) -> Result<Vec<Piece>, String> {
    let mut counts: Vec<(Piece, usize)> = Vec::new();
    let letters: Vec<char> = if text == "-" { Vec::new() } else { text.chars().collect() };
    for pair in letters.chunks(2) {
        let (letter, count) = match *pair {
            [letter, digit @ '1'..='9'] => (letter, digit as usize - '0' as usize),
            _ => return Err(format!("pool `{text}`: letters each with a count, like `K1p5`")),
        };
        let piece = piece_of(letter).map_err(|error| format!("pool `{text}`: {error}"))?;
        if counts.iter().any(|&(other, _)| other == piece) {
            return Err(format!("pool `{text}` counts `{}` twice", letter_of(piece)));
        }
        counts.push((piece, count));
    }
    let count_of = |piece: Piece| {
        counts.iter().find(|(other, _)| *other == piece).map_or(0, |&(_, count)| count)
    };
    Ok(all_pieces().flat_map(|piece| vec![piece; count_of(piece)]).collect())
}

fn read_number(field: &str, text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{field} `{text}`: a whole number is right"))
}
