//! A coach: a look at a ply before it is played, with a search of the position and one of
//! what the ply leads to.

use search::Host;

use crate::choose::{Wanted, choose};
use crate::engine::{AnyEngine, EngineError};
use crate::error::GameError;
use crate::game::{AnyGame, Chance};
use crate::ply;
use crate::review::BLUNDER;
use crate::score::thousandths;
use crate::words::PlyView;

/// What speaks against a ply.
#[derive(Clone, Debug)]
pub struct Advice {
    /// Expected points it would lose, in thousandths.
    pub lost: i32,
    /// What would have been better.
    pub best: PlyView,
    /// What punishes it.
    pub reply: PlyView,
    /// The game after the ply and what punishes it.
    pub after: AnyGame,
}

/// Why no advice can be given.
#[derive(Debug, thiserror::Error)]
pub enum CoachError {
    /// The ply is none, or not legal.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The engine plays the other game.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Looks at a ply; nothing if it is no blunder, or is a flip, which nobody can foresee.
///
/// # Errors
/// If the ply is none or not legal, or the engine plays the other game.
pub fn advise(
    game: &AnyGame,
    text: &str,
    engine: &mut AnyEngine,
    host: &dyn Host,
) -> Result<Option<Advice>, CoachError> {
    let (wanted, _) = ply::read(game.kind(), text)?;
    let view = game.show(wanted)?;
    if view.to.is_none() {
        return Ok(None);
    }
    let mut after = game.clone();
    after.play_ply(wanted, Chance::Told(None), false)?;
    if after.verdict().is_some() {
        return Ok(None);
    }
    let Some(best) = choose(game, engine, &Wanted::HINT, host)? else { return Ok(None) };
    if best.ply == wanted {
        return Ok(None);
    }
    let model = engine.win_model(game);
    let Some(reply) = choose(&after, engine, &Wanted::HINT, host)? else { return Ok(None) };
    let lost = model.points(best.score) - model.points(-reply.score);
    if lost < BLUNDER {
        return Ok(None);
    }
    let shown = after.show(reply.ply)?;
    // A flip that punishes is not played on: nobody knows what it turns up.
    if shown.to.is_some() {
        after.play_ply(reply.ply, Chance::Told(None), true)?;
    }
    let best = game.show(best.ply)?;
    Ok(Some(Advice { lost: thousandths(lost), best, reply: shown, after }))
}

#[cfg(test)]
mod tests {
    use game::GameKind;
    use search::Settings;

    use super::*;
    use crate::stopwatch::Stopwatch;

    fn advice(kind: GameKind, start: &str, ply: &str) -> Option<Advice> {
        let game = AnyGame::open(kind, Some(start), None).unwrap();
        let settings = Settings { hash: 1, ..Settings::default() };
        let mut engine = AnyEngine::create(kind, "chuhe", &settings).unwrap();
        advise(&game, ply, &mut engine, &Stopwatch::start()).unwrap()
    }

    #[test]
    fn a_rook_left_standing_is_warned_of_and_taking_one_is_not() {
        // Both rooks look at each other along the file.
        let start = "3k5/9/9/r8/9/9/9/9/9/R3K4 w";
        let found = advice(GameKind::Xiangqi, start, "e0e1").expect("a warning");
        assert_eq!((found.best.ply.as_str(), found.reply.ply.as_str()), ("a0a6", "a6a0"));
        assert!(found.lost >= 200 && found.after.len() == 2, "{found:?}");
        assert!(advice(GameKind::Xiangqi, start, "a0a6").is_none());
        let dark = advice(GameKind::Banqi, "8/8/p7/K1r5 r", "a1b1");
        assert!(dark.is_none_or(|found| found.lost >= 200));
    }

    #[test]
    fn what_is_no_ply_is_refused() {
        let game = AnyGame::open(GameKind::Xiangqi, None, None).unwrap();
        let mut engine =
            AnyEngine::create(GameKind::Xiangqi, "chuhe", &Settings::default()).unwrap();
        for text in ["", "a0a9", "zz"] {
            assert!(advise(&game, text, &mut engine, &Stopwatch::start()).is_err(), "{text}");
        }
    }
}
