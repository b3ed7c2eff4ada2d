//! The game of a session, from a text or under other rules.

use game::{Game, Position, Rules};
use protocol::PositionText;
use protocol::coordinates::Ranks;

use super::variant::{GameOf, Variant};

/// The game of a `position`, with the clock of its start.
pub(super) fn read_position<V: Variant>(
    text: &PositionText,
    rules: &V::Rules,
    ranks: Ranks,
) -> Result<(GameOf<V>, u32), String> {
    let (start, clock) =
        V::read_start(&text.start).map_err(|error| format!("position: {error}"))?;
    let mut game = Game::from_position(rules.clone(), start, clock);
    for (number, text) in (1..).zip(&text.moves) {
        let wrong = |error: &dyn std::fmt::Display| format!("position, move {number}: {error}");
        let played = V::read_played(game.position(), text, ranks).map_err(|error| wrong(&error))?;
        game.play_on(played.ply, played.reveal).map_err(|error| wrong(&error))?;
    }
    Ok((game, clock))
}

/// The same game under other rules.
pub(super) fn rejudged<P: Position, R: Rules<P>>(
    game: &Game<P, R>,
    rules: &R,
    start_clock: u32,
) -> Result<Game<P, R>, String> {
    let mut judged = Game::from_position(rules.clone(), game.start().clone(), start_clock);
    for played in game.plies() {
        judged.play_on(played.ply, played.reveal).map_err(|error| error.to_string())?;
    }
    Ok(judged)
}
