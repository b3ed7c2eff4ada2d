//! Whether a dark chess player gets on: a ply that brings the own pieces back to
//! where they stood before has changed nothing but the other side's position.

use banqi::{Ply, Position, Reveal, Side};
use game::{NullObserver, Position as _};

use crate::engine::BanqiGame;

/// How often the mover's pieces have already stood, since the last flip or capture,
/// as they would stand after this ply. 0 for every ply that changes something.
pub fn returns(game: &BanqiGame, ply: Ply) -> u32 {
    let Some(side) = game.position().turn() else { return 0 };
    if ply.is_flip() || game.position().piece_at(ply.to()).is_some() {
        return 0;
    }
    let mut after = game.position().clone();
    after.make(ply, Reveal::Nothing, &mut NullObserver);
    // Boards with the mover to move: the own pieces stand as its last ply left them.
    let before = game.boards().iter().rev().take(reversible(game) + 1).step_by(2);
    before.skip(1).filter(|board| same_pieces(board, &after, side)).count() as u32
}

/// Plies since the last flip or capture.
fn reversible(game: &BanqiGame) -> usize {
    let quiet = |(board, played): &(&Position, &banqi::Played)| {
        !played.ply.is_flip() && board.piece_at(played.ply.to()).is_none()
    };
    let played = game.boards().iter().zip(game.plies());
    played.rev().take_while(quiet).count()
}

fn same_pieces(one: &Position, other: &Position, side: Side) -> bool {
    let squares = one.of_side(side);
    squares == other.of_side(side)
        && squares.iter().all(|square| one.piece_at(square) == other.piece_at(square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use banqi::notation::coordinate;

    fn after(start: &str, plies: &str) -> BanqiGame {
        let mut game = BanqiGame::from_position(Default::default(), start.parse().unwrap(), 0);
        for text in plies.split_whitespace() {
            let played = coordinate::read(text).unwrap();
            game.play_on(played.ply, played.reveal).unwrap();
        }
        game
    }

    fn count(game: &BanqiGame, ply: &str) -> u32 {
        returns(game, coordinate::read_ply(ply).unwrap())
    }

    #[test]
    fn going_back_is_seen_and_counted() {
        let start = "7X/8/8/K6h r P1";
        let game = after(start, "a1a2 h1g1");
        assert_eq!((count(&game, "a2a1"), count(&game, "a2a3"), count(&game, "h4h4")), (1, 0, 0));
        let game = after(start, "a1a2 h1g1 a2a1 g1f1 a1a2 f1e1");
        assert_eq!(count(&game, "a2a1"), 2, "whatever the other side does");
        let game = after(start, "a1a2 h1g1 a2b2 g1f1 b2b1 f1e1");
        assert_eq!(count(&game, "b1a1"), 1, "a round trip is one too");
    }

    #[test]
    fn a_flip_or_capture_begins_anew() {
        let start = "7X/8/8/K6h r P1";
        let game = after(start, "a1a2 h1g1 a2a1 g1f1 h4=P f1e1");
        assert_eq!(count(&game, "a1a2"), 0);
    }
}
