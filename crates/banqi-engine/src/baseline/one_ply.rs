//! `ta-1ply`: the course's baseline of 2018, which looks one ply ahead.
//!
//! The report (Liu 2018) tells no more than that it searched one ply; the piece values
//! are the report's, the choice among equals and the flips (when no ply gains
//! anything, any square) are ours.

use banqi::{Ply, Reveal};
use game::{Position as _, Rng};
use search::Limits;

use super::ntu_eval::material;
use super::{WIN, choice, no_option, to_score};
use crate::engine::{BanqiGame, Choice, Engine, EngineError, EngineOption, Info, Signals};
use crate::walker::Walker;

/// The engine of the profile `ta-1ply`.
pub(crate) struct OnePly;

impl OnePly {
    pub fn new() -> OnePly {
        OnePly
    }
}

/// The material after a ply, for the side that makes it.
fn value_after(walker: &mut Walker, ply: Ply) -> i32 {
    walker.make(ply, Reveal::Nothing);
    let lost = walker.eliminated() || !walker.position.has_legal_ply();
    let value = if lost { WIN } else { -material(walker.alive, walker.turn()) };
    walker.back();
    value
}

impl Engine for OnePly {
    fn name(&self) -> &'static str {
        "ta-1ply"
    }

    fn options(&self) -> Vec<EngineOption> {
        Vec::new()
    }

    fn set_option(&mut self, name: &str, _: &str) -> Result<(), EngineError> {
        Err(no_option("ta-1ply", name))
    }

    fn new_game(&mut self) {}

    fn search(
        &mut self,
        game: &BanqiGame,
        _: &Limits,
        _: Signals<'_>,
        _: &mut dyn FnMut(&Info),
    ) -> Choice {
        let mut walker = Walker::at(game);
        let now = material(walker.alive, walker.turn());
        let plies = walker.position.legal_plies();
        let mut rng = Rng::new(walker.key() ^ game.plies().len() as u64);
        let valued: Vec<(i32, Ply)> = plies
            .iter()
            .filter(|ply| !ply.is_flip())
            .map(|&ply| (value_after(&mut walker, ply), ply))
            .collect();
        let best = valued.iter().map(|&(value, _)| value).max();
        let flips: Vec<Ply> = plies.iter().copied().filter(|ply| ply.is_flip()).collect();
        let nodes = valued.len() as u64;
        if best.is_none_or(|best| best <= now)
            && let Some(&flip) = rng.choose(&flips)
        {
            return choice(Some(flip), to_score(now, 4), 1, nodes);
        }
        let best = best.unwrap_or(-WIN);
        let equal: Vec<Ply> =
            valued.iter().filter(|&&(value, _)| value == best).map(|&(_, ply)| ply).collect();
        choice(rng.choose(&equal).copied(), to_score(best, 4), 1, nodes)
    }
}
