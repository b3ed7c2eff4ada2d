//! What a position text says, and whether the rules accept it.

use std::fmt;

use game::Side;

use crate::{Piece, Pool, PoolError, Position, Square, Tile};

/// What a position text says: `<board> <turn> <pool> <clock> <ply>`.
///
/// Reading asks only for correct writing; [`Position::try_from`] asks whether
/// the parts fit together. Fields missing at the end take these values:
/// * turn: `-` if no piece is face up, otherwise `r`;
/// * pool: not stated (`?`), see [`Setup::pool`];
/// * clock: 0; ply: 1.
///
/// ```
/// use banqi::{Position, Setup};
/// let setup: Setup = "8/3k4/8/R7 b - 12 80".parse().unwrap();
/// assert_eq!((setup.clock, setup.ply), (12, 80));
/// assert!(Position::try_from(&setup).is_ok());
/// assert_eq!(setup.to_string(), "8/3k4/8/R7 b - 12 80");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What stands on each square, by index.
    pub board: [Option<Tile>; Square::COUNT],
    /// Whose turn it is; `None` while colours are not fixed.
    pub turn: Option<Side>,
    /// What lies face down; `None` if the text does not say it (`?`). It then
    /// follows from the board if nothing has been captured, that is if there
    /// are as many face-down pieces as pieces that are not face up.
    pub pool: Option<Pool>,
    /// Plies since the last capture or flip.
    pub clock: u32,
    /// The number of the next ply, from 1.
    pub ply: u32,
}

impl Setup {
    /// What stands on a square.
    pub fn tile_at(&self, square: Square) -> Option<Tile> {
        self.board[square.index()]
    }

    /// How many pieces lie face down.
    pub fn face_down_count(&self) -> u32 {
        self.board.iter().filter(|&&tile| tile == Some(Tile::FACE_DOWN)).count() as u32
    }

    /// How many of a piece are face up.
    pub fn face_up_count(&self, piece: Piece) -> u32 {
        self.board.iter().filter(|&&tile| tile == Some(piece.into())).count() as u32
    }

    /// The pieces of a full set that are not face up.
    fn missing(&self) -> Pool {
        Piece::all().fold(Pool::EMPTY, |pool, piece| {
            pool.with(piece, piece.kind().in_set().saturating_sub(self.face_up_count(piece)))
        })
    }

    /// The stated pool, or the one that follows from the board.
    fn resolved_pool(&self) -> Result<Pool, SetupReason> {
        if let Some(pool) = self.pool {
            return Ok(pool);
        }
        match self.face_down_count() {
            0 => Ok(Pool::EMPTY),
            count if count == self.missing().total() => Ok(self.missing()),
            count => Err(SetupReason::PoolNeeded { count, missing: self.missing().total() }),
        }
    }

    fn pool_reasons(&self, pool: Pool) -> Vec<SetupReason> {
        let (face_down, total) = (self.face_down_count(), pool.total());
        let size = (face_down != total).then_some(SetupReason::PoolSize { total, face_down });
        size.into_iter().collect()
    }

    fn count_reasons(&self, pool: Pool) -> impl Iterator<Item = SetupReason> {
        Piece::all().filter_map(move |piece| {
            let count = self.face_up_count(piece) + pool.count(piece);
            let too_many = count > piece.kind().in_set();
            too_many.then_some(SetupReason::TooMany { piece, count })
        })
    }

    fn turn_reasons(&self) -> Option<SetupReason> {
        let up = Square::all().find_map(|square| Some((square, self.tile_at(square)?.piece()?)));
        match (self.turn, up) {
            (None, Some((square, piece))) => Some(SetupReason::TurnMissing { square, piece }),
            _ => None,
        }
    }
}

/// A position that plies and rules work with.
///
/// A board need not come from a whole set: fewer pieces are fine, face down
/// too. A side may be named before any piece is face up; the first flip then
/// decides nothing.
impl TryFrom<&Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: &Setup) -> Result<Position, SetupError> {
        let mut reasons = Vec::new();
        let pool = setup.resolved_pool().unwrap_or_else(|reason| {
            reasons.push(reason);
            Pool::EMPTY
        });
        if reasons.is_empty() {
            reasons.extend(setup.pool_reasons(pool));
        }
        reasons.extend(setup.count_reasons(pool));
        reasons.extend(setup.turn_reasons());
        if setup.board.iter().all(Option::is_none) {
            reasons.push(SetupReason::NoPiece);
        }
        if !reasons.is_empty() {
            return Err(SetupError { reasons });
        }
        Ok(Position::from_parts(&setup.board, pool, setup.turn))
    }
}

/// One reason why a setup is no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupReason {
    /// More of a piece than a set has.
    #[error("{count} {piece}s, face up and in the pool: a set has {}", piece.kind().in_set())]
    TooMany {
        /// Which piece.
        piece: Piece,
        /// How many there are.
        count: u32,
    },
    /// The pool does not have as many pieces as lie face down.
    #[error("the pool has {total} pieces, but {face_down} lie face down (X)")]
    PoolSize {
        /// Pieces in the pool.
        total: u32,
        /// Face-down squares.
        face_down: u32,
    },
    /// No pool is stated and it does not follow from the board.
    #[error(
        "the pool field is needed: {count} pieces lie face down, but {missing} of the set are not \
         face up, so some were captured"
    )]
    PoolNeeded {
        /// Face-down squares.
        count: u32,
        /// Pieces of the set that are not face up.
        missing: u32,
    },
    /// Turn `-` although a piece is face up.
    #[error("the turn is `-`, but the {piece} on {square} is face up: expected `r` or `b`")]
    TurnMissing {
        /// Where a piece is face up.
        square: Square,
        /// Which piece.
        piece: Piece,
    },
    /// Nothing on the board.
    #[error("the board is empty: expected at least one piece")]
    NoPiece,
}

/// Every reason why a setup is no position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// At least one reason.
    pub reasons: Vec<SetupReason>,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.reasons.iter().map(ToString::to_string).collect();
        f.write_str(&texts.join("; "))
    }
}

impl std::error::Error for SetupError {}

/// Why a text is not a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupTextError {
    /// Nothing to read.
    #[error("the text is empty: expected `<board> <turn> <pool> <clock> <ply>`")]
    Empty,
    /// A sixth field.
    #[error("`{0}` is one field too many: expected `<board> <turn> <pool> <clock> <ply>`")]
    TooManyFields(String),
    /// Not four ranks.
    #[error("board: found {0} ranks, expected 4 with `/` between")]
    Ranks(usize),
    /// A rank that does not have eight squares.
    #[error("board: rank {rank} has {squares} squares, expected 8")]
    Width {
        /// The rank, 1–4.
        rank: usize,
        /// How many squares it has.
        squares: usize,
    },
    /// A character that means nothing here.
    #[error(
        "board, {square}: `{letter}` is no piece: expected one of K A E R H C P (red), \
         k a e r h c p (black), X (face down) or 1–8 (empty squares)"
    )]
    Letter {
        /// Where it stands.
        square: Square,
        /// The character.
        letter: char,
    },
    /// Not a side.
    #[error("turn: `{0}` is no side: expected `r`, `b` or `-`")]
    Turn(String),
    /// Not a pool.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// Not a number of plies.
    #[error("clock: `{0}` is not a number of plies")]
    Clock(String),
    /// Not a ply number.
    #[error("ply: `{0}` is not a number from 1")]
    Ply(String),
}

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// It is not written as one.
    #[error(transparent)]
    Text(#[from] SetupTextError),
    /// Its parts do not fit together.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl std::str::FromStr for Setup {
    type Err = SetupTextError;

    fn from_str(text: &str) -> Result<Setup, SetupTextError> {
        let mut fields = text.split_whitespace();
        let board = read_board(fields.next().ok_or(SetupTextError::Empty)?)?;
        let turn = match fields.next() {
            Some(text) => read_turn(text)?,
            None => default_turn(&board),
        };
        let pool = fields.next().filter(|&text| text != "?").map(str::parse).transpose()?;
        let clock = fields.next().map_or(Ok(0), read_clock)?;
        let ply = fields.next().map_or(Ok(1), read_ply_number)?;
        match fields.next() {
            Some(extra) => Err(SetupTextError::TooManyFields(extra.to_owned())),
            None => Ok(Setup { board, turn, pool, clock, ply }),
        }
    }
}

fn read_board(text: &str) -> Result<[Option<Tile>; Square::COUNT], SetupTextError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != Square::RANKS {
        return Err(SetupTextError::Ranks(rows.len()));
    }
    let mut board = [None; Square::COUNT];
    for (rank, row) in rows.iter().rev().enumerate() {
        read_rank(row, rank, &mut board)?;
    }
    Ok(board)
}

fn read_rank(
    row: &str,
    rank: usize,
    board: &mut [Option<Tile>; Square::COUNT],
) -> Result<(), SetupTextError> {
    let mut file = 0;
    for letter in row.chars() {
        if let Some(skipped @ 1..) = letter.to_digit(9) {
            file += skipped as usize;
            continue;
        }
        // Past the edge only the width is worth a message.
        if let Some(square) = Square::new(file, rank) {
            let tile = tile_of(letter).ok_or(SetupTextError::Letter { square, letter })?;
            board[square.index()] = Some(tile);
        }
        file += 1;
    }
    match file {
        Square::FILES => Ok(()),
        squares => Err(SetupTextError::Width { rank: rank + 1, squares }),
    }
}

fn tile_of(letter: char) -> Option<Tile> {
    match letter {
        'X' | 'x' => Some(Tile::FACE_DOWN),
        _ => Piece::from_letter(letter).map(Tile::from),
    }
}

fn read_turn(text: &str) -> Result<Option<Side>, SetupTextError> {
    match text {
        "r" => Ok(Some(Side::Red)),
        "b" => Ok(Some(Side::Black)),
        "-" => Ok(None),
        _ => Err(SetupTextError::Turn(text.to_owned())),
    }
}

fn default_turn(board: &[Option<Tile>; Square::COUNT]) -> Option<Side> {
    board.iter().flatten().any(|tile| tile.piece().is_some()).then_some(Side::Red)
}

fn read_clock(text: &str) -> Result<u32, SetupTextError> {
    text.parse().map_err(|_| SetupTextError::Clock(text.to_owned()))
}

fn read_ply_number(text: &str) -> Result<u32, SetupTextError> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| SetupTextError::Ply(text.to_owned()))
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            self.write_rank(rank, f)?;
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(match self.turn {
            Some(Side::Red) => "r ",
            Some(Side::Black) => "b ",
            None => "- ",
        })?;
        match self.pool {
            Some(pool) => write!(f, "{pool}")?,
            None => f.write_str("?")?,
        }
        write!(f, " {} {}", self.clock, self.ply)
    }
}

impl Setup {
    fn write_rank(&self, rank: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = &self.board[rank * Square::FILES..(rank + 1) * Square::FILES];
        for group in row.chunk_by(|a, b| a.is_none() && b.is_none()) {
            match group[0] {
                Some(tile) => write!(f, "{}", tile.letter())?,
                None => write!(f, "{}", group.len())?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Position, String> {
        text.parse::<Position>().map_err(|error| error.to_string())
    }

    #[test]
    fn missing_fields_take_their_defaults() {
        let cases = [
            ("XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX", "- K1A2E2R2H2C2P5k1a2e2r2h2c2p5 0 1"),
            ("XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXK", "r A2E2R2H2C2P5k1a2e2r2h2c2p5 0 1"),
            ("8/8/8/K6k", "r - 0 1"),
            ("8/8/8/K6k b", "b - 0 1"),
            ("8/8/8/K6k b ?", "b - 0 1"),
        ];
        for (text, rest) in cases {
            let board = text.split(' ').next().unwrap();
            assert_eq!(read(text).unwrap().to_string(), format!("{board} {rest}"), "{text}");
        }
    }

    #[test]
    fn an_unstated_pool_is_written_as_a_question_mark() {
        let setup: Setup = "8/8/8/K5Xk b".parse().unwrap();
        assert_eq!(setup.to_string(), "8/8/8/K5Xk b ? 0 1");
        assert_eq!(setup.to_string().parse(), Ok(setup));
    }

    #[test]
    fn older_letters_are_read_and_ours_are_written() {
        let position = read("gsmn4/8/8/4GSMN r - 0 1").unwrap();
        assert_eq!(position.to_string(), "kpeh4/8/8/4KPEH r - 0 1");
    }

    #[test]
    fn every_reason_is_listed() {
        let error = read("KK6/8/8/X6k - r3R2 0 1").unwrap_err();
        let reasons = [
            "the pool has 5 pieces, but 1 lie face down (X)",
            "2 red kings, face up and in the pool: a set has 1",
            "3 black rooks, face up and in the pool: a set has 2",
            "the turn is `-`, but the black king on h1 is face up: expected `r` or `b`",
        ];
        assert_eq!(error, reasons.join("; "));
    }
}
