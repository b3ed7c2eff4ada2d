//! The moves of one game, one after the other.

use game::{NullObserver, Position as _};

use super::iccs::Ranks;
use super::{NotationError, Symbols, read_with};
use crate::{Ply, Position};

/// Reads the moves of a game, in whatever notation each is written.
///
/// `h3e3` is a move with ranks 0–9 and another one with ranks 1–10. A game is
/// written in one of the two: its moves are read with ranks 0–9, and if one of them
/// is then not legal, all with ranks 1–10. A game that is legal in neither is
/// refused as the first reading refuses it.
///
/// ```
/// use game::Position as _;
/// use xiangqi::Position;
/// use xiangqi::notation::read_game;
///
/// let plies = read_game(&Position::start(), &["h3e3", "h10g8"]).unwrap();
/// assert_eq!(plies, read_game(&Position::start(), &["h2e2", "h9g7"]).unwrap());
/// ```
///
/// # Errors
/// The place of the first move that cannot be read, from 0, and what is wrong with it.
pub fn read_game(start: &Position, moves: &[&str]) -> Result<Vec<Ply>, (usize, NotationError)> {
    read_all(start, moves, Ranks::AsWritten)
        .or_else(|error| read_all(start, moves, Ranks::OneToTen).map_err(|_| error))
}

fn read_all(
    start: &Position,
    moves: &[&str],
    ranks: Ranks,
) -> Result<Vec<Ply>, (usize, NotationError)> {
    let mut position = start.clone();
    let mut plies = Vec::with_capacity(moves.len());
    for (place, text) in moves.iter().enumerate() {
        let ply =
            read_with(&position, &Symbols::new(text), ranks).map_err(|error| (place, error))?;
        position.make(ply, (), &mut NullObserver);
        plies.push(ply);
    }
    Ok(plies)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(moves: &str) -> Result<Vec<String>, (usize, NotationError)> {
        let words: Vec<&str> = moves.split(' ').collect();
        let plies = read_game(&Position::start(), &words)?;
        Ok(plies.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn both_ways_to_count_ranks_are_read() {
        let expected = Ok(["h2e2", "h9g7", "h0g2"].map(str::to_owned).to_vec());
        assert_eq!(texts("h2e2 h9g7 h0g2"), expected);
        assert_eq!(texts("h3e3 h10g8 h1g3"), expected);
        assert_eq!(texts("炮二平五 H8+7 h1g3"), expected);
    }

    #[test]
    fn a_game_counts_its_ranks_in_one_way() {
        assert_eq!(texts("h2e2 h10g8 h1g3").unwrap_err().0, 2);
        assert_eq!(texts("h2e2 a9a0").unwrap_err().0, 1);
    }
}
