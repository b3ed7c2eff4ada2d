//! The board of a scripted engine, and its choice of plies.

use banqi::Side;
use banqi::notation::{coordinate, platform};
use game::{NullObserver, Position, Rng};
use protocol::mgtp::{Cell, InitialBoard};

/// A position of either game.
#[allow(clippy::large_enum_variant, reason = "a program has one")]
pub enum Board {
    Xiangqi(xiangqi::Position),
    Banqi(banqi::Position),
}

impl Board {
    /// The usual start.
    pub fn start(banqi: bool) -> Board {
        match banqi {
            true => Board::Banqi(Position::start()),
            false => Board::Xiangqi(Position::start()),
        }
    }

    /// A position from its text.
    pub fn read(&self, text: &str) -> Board {
        match self {
            Board::Xiangqi(_) => Board::Xiangqi(text.parse().expect("a xiangqi position")),
            Board::Banqi(_) => Board::Banqi(text.parse().expect("a dark chess position")),
        }
    }

    /// The board of `init_board`, red to move.
    pub fn initial(board: &InitialBoard) -> Board {
        const ORDER: &str = "PCNRMGKpcnrmgk";
        let piece = |letter| platform::read_piece(letter).expect("a piece");
        let mut setup = banqi::Setup { turn: Some(Side::Red), ..banqi::Position::start().setup() };
        for (square, cell) in platform::squares().zip(board.cells) {
            setup.board[square.index()] = match cell {
                Cell::Empty => None,
                Cell::FaceDown => Some(banqi::Tile::FACE_DOWN),
                Cell::FaceUp(up) => Some(piece(up.letter()).into()),
            };
        }
        let mut pool = banqi::Pool::EMPTY;
        for (letter, alive) in ORDER.chars().zip(board.alive) {
            let piece = piece(letter);
            pool = pool.with(piece, u32::from(alive) - setup.face_up_count(piece));
        }
        setup.pool = Some(pool);
        Board::Banqi(banqi::Position::try_from(&setup).expect("a dark chess position"))
    }

    /// Plays `h2e2`, `a1a2` or `a1=R`.
    pub fn play(&mut self, text: &str) {
        match self {
            Board::Xiangqi(position) => {
                let ply = position.parse_ply(text).expect("a legal move");
                position.make(ply, (), &mut NullObserver);
            }
            Board::Banqi(position) => {
                let played = coordinate::read(text).expect("a ply with its outcome");
                assert!(position.is_legal(played.ply), "{text} is not legal");
                position.make(played.ply, played.reveal, &mut NullObserver);
            }
        }
    }

    /// Any legal ply.
    pub fn choose(&self, rng: &mut Rng) -> Option<String> {
        match self {
            Board::Xiangqi(position) => pick(position, rng),
            Board::Banqi(position) => pick(position, rng),
        }
    }

    /// A ply no rules allow.
    pub fn illegal(&self, rng: &mut Rng) -> String {
        match self {
            // Back from where nothing of the mover's stands.
            Board::Xiangqi(position) => {
                let text = pick(position, rng).unwrap_or_else(|| "a0a1".into());
                format!("{}{}", &text[2..], &text[..2])
            }
            Board::Banqi(_) => "a1h4".into(),
        }
    }

    /// A move for a piece that lies face down.
    pub fn move_of_hidden(&self) -> String {
        let Board::Banqi(position) = self else { return "a0a1".into() };
        let hidden = position.face_down().into_iter().next().expect("a face-down piece");
        let to = banqi::attacks::neighbours(hidden).into_iter().next().expect("a neighbour");
        format!("{hidden}{to}")
    }
}

fn pick<P: Position>(position: &P, rng: &mut Rng) -> Option<String> {
    rng.choose(&position.legal_plies()).map(ToString::to_string)
}

/// Our `a1a2` as the platform's `a8 b8`.
pub fn to_platform(ply: &str) -> String {
    let square = |text: &str| platform::write_square(text.parse().expect("a square"));
    format!("{} {}", square(&ply[..2]), square(&ply[2..]))
}

/// A platform square as ours.
pub fn from_platform(square: &str) -> String {
    platform::read_square(square).expect("a square").to_string()
}
