//! `ta-1ply`: the course's baseline of 2018, which looks one ply ahead.
//!
//! The report (Liu 2018) tells no more than that it searched one ply; the piece values
//! are the report's, the choice among equals and the flips (when no ply gains
//! anything, any square) are ours.

use std::time::Duration;

use banqi::{Ply, Reveal};
use game::{Position as _, Rng};
use search::Limits;

use super::engine::{Found, Program, Task};
use super::ntu_eval::material;
use super::{Meter, WIN, to_score};
use crate::engine::BanqiGame;
use crate::walker::Walker;

/// The program of the profile `ta-1ply`.
pub(crate) struct OnePly;

/// The material after a ply, for the side that makes it.
fn value_after(walker: &mut Walker, ply: Ply) -> i32 {
    walker.make(ply, Reveal::Nothing);
    let lost = walker.eliminated() || !walker.position.has_legal_ply();
    let value = if lost { WIN } else { -material(walker.alive, walker.turn()) };
    walker.back();
    value
}

impl Program for OnePly {
    fn profile(&self) -> &'static str {
        "ta-1ply"
    }

    fn time(&self, limits: &Limits, _: Duration, _: &BanqiGame) -> Option<Duration> {
        limits.movetime
    }

    fn choose(&mut self, task: &Task<'_>) -> Found {
        let mut walker = Walker::at(task.game);
        let now = material(walker.alive, walker.turn());
        let mut plies = walker.position.legal_plies();
        plies.retain(|ply| task.wants(*ply));
        let mut rng = Rng::new(walker.key() ^ task.game.plies().len() as u64);
        let mut meter = Meter::new(task.control);
        let mut valued: Vec<(i32, Ply)> = Vec::new();
        for &ply in plies.iter().filter(|ply| !ply.is_flip()) {
            valued.push((value_after(&mut walker, ply), ply));
            meter.count();
            if meter.stopped() {
                break;
            }
        }
        meter.report();
        let best = valued.iter().map(|&(value, _)| value).max();
        let flips: Vec<Ply> = plies.iter().copied().filter(|ply| ply.is_flip()).collect();
        if best.is_none_or(|best| best <= now)
            && let Some(&flip) = rng.choose(&flips)
        {
            return Found { ply: Some(flip), score: to_score(now, 4), depth: 1 };
        }
        let best = best.unwrap_or(-WIN);
        let equal: Vec<Ply> =
            valued.iter().filter(|&&(value, _)| value == best).map(|&(_, ply)| ply).collect();
        Found { ply: rng.choose(&equal).copied(), score: to_score(best, 4), depth: 1 }
    }
}
