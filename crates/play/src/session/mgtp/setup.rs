//! The position of `init_board`.

use banqi::notation::platform;
use banqi::{Pool, Position, Setup, Tile};
use game::Position as _;
use protocol::mgtp::{Cell, InitialBoard};

/// The pieces in the order of the request's counts.
const ORDER: &str = "PCNRMGKpcnrmgk";

/// The position of `init_board`: its counts are of living pieces, face-up ones
/// included.
pub(super) fn initial_setup(board: &InitialBoard) -> Result<Setup, String> {
    let mut setup = Position::start().setup();
    let mut pool = Pool::EMPTY;
    for (letter, &alive) in ORDER.chars().zip(&board.alive) {
        let (piece, alive) = (read_piece(letter)?, u32::from(alive));
        let most = piece.kind().in_set();
        if alive > most {
            return Err(format!("{alive} {piece}s are alive: a set has {most}"));
        }
        pool = pool.with(piece, alive);
    }
    let mut any_up = None;
    for (square, cell) in platform::squares().zip(board.cells) {
        setup.board[square.index()] = match cell {
            Cell::Empty => None,
            Cell::FaceDown => Some(Tile::FACE_DOWN),
            Cell::FaceUp(letter) => {
                let piece = read_piece(letter.letter())?;
                let living = pool.count(piece);
                if living == 0 {
                    return Err(format!("more {piece}s are face up than alive"));
                }
                pool = pool.with(piece, living - 1);
                any_up = Some(piece.side());
                Some(Tile::from(piece))
            }
        };
    }
    setup.pool = Some(pool);
    setup.turn = any_up;
    Ok(setup)
}

fn read_piece(letter: char) -> Result<banqi::Piece, String> {
    platform::read_piece(letter).ok_or_else(|| format!("{letter} is not a piece"))
}
