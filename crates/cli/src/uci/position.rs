//! Positions and moves of xiangqi as a conversation writes them.

use game::{Game, Position as _};
use protocol::coordinates::{Ranks, convert};
use protocol::{PositionText, Start};
use xiangqi::{Ply, Position, Setup, XiangqiRules};

/// A game of xiangqi.
pub type XiangqiGame = Game<Position, XiangqiRules>;

/// The position in one line.
pub fn fen(game: &XiangqiGame) -> String {
    let mut setup = Setup::from(game.position());
    setup.halfmoves = game.history().limit().plies();
    setup.to_string()
}

/// A move in a counting of ranks.
pub fn read_move(position: &Position, text: &str, ranks: Ranks) -> Result<Ply, String> {
    let plain = match ranks {
        Ranks::ZeroToNine => text.to_owned(),
        ranks => convert(text, ranks, Ranks::ZeroToNine).map_err(|error| error.to_string())?,
    };
    position.parse_ply(&plain).map_err(|error| error.to_string())
}

/// The game of a `position`.
pub fn read_position(
    text: &PositionText,
    rules: &XiangqiRules,
    ranks: Ranks,
) -> Result<XiangqiGame, String> {
    let fen = match &text.start {
        Start::StartPos => xiangqi::START_FEN,
        Start::Fen(fen) => fen.as_str(),
    };
    let setup: Setup =
        fen.parse().map_err(|error: xiangqi::FenError| format!("position: {error}"))?;
    let position = Position::try_from(&setup).map_err(|error| format!("position: {error}"))?;
    let mut game = Game::from_position(rules.clone(), position, setup.halfmoves);
    for (number, text) in (1..).zip(&text.moves) {
        let ply = read_move(game.position(), text, ranks)
            .map_err(|error| format!("position, move {number}: {error}"))?;
        game.play_on(ply, ()).map_err(|error| format!("position, move {number}: {error}"))?;
    }
    Ok(game)
}
