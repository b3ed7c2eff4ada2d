//! Published programs as measured baselines: their search, evaluation and flip
//! policy as written (`docs/references.md` lists the sources). Numbers the sources
//! do not give are ours and say so.

mod engine;
#[cfg(test)]
mod figures;
mod food_chain;
mod ntu;
mod ntu_eval;
mod one_ply;
mod table;
mod thesis;

use std::time::Duration;

use banqi::{Ply, Reveal};
use game::Score;
use search::Control;

pub(crate) use engine::Baseline;
pub(crate) use ntu::Ntu;
pub(crate) use one_ply::OnePly;
pub(crate) use thesis::Thesis;

use crate::engine::BanqiGame;

/// Beyond every value of these programs.
const INFINITE: i32 = 1_000_000;
/// A won game; less by a point for each ply it takes.
const WIN: i32 = 900_000;
/// No line is longer.
const MAX_HEIGHT: usize = 100;

/// Counts nodes and knows when to stop.
struct Meter<'a> {
    control: &'a Control<'a>,
    nodes: u64,
    reported: u64,
    interval: u64,
    /// Ends a part of the search before the whole of it.
    deadline: Option<Duration>,
    late: bool,
}

impl<'a> Meter<'a> {
    fn new(control: &'a Control<'a>) -> Meter<'a> {
        let interval = control.interval(1);
        Meter { control, nodes: 0, reported: 0, interval, deadline: None, late: false }
    }

    #[inline]
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes - self.reported >= self.interval {
            self.report();
        }
    }

    fn report(&mut self) {
        self.control.report(self.nodes - self.reported);
        self.reported = self.nodes;
        self.late = self.deadline.is_some_and(|end| self.control.elapsed() >= end);
    }

    /// Whether this part of the search is to end.
    #[inline]
    fn stopped(&self) -> bool {
        self.late || self.control.stopped()
    }

    /// Begins the next part, which ends at `deadline`.
    fn next_part(&mut self, deadline: Option<Duration>) {
        self.deadline = deadline;
        self.late = false;
    }
}

/// A value of these programs as a score: `unit` is what a hundredth is here.
fn to_score(value: i32, unit: i32) -> Score {
    if value.abs() > WIN - 1000 {
        let plies = (WIN - value.abs()).clamp(0, 900);
        return if value > 0 { Score::win_in(plies) } else { Score::loss_in(plies) };
    }
    Score::new(value / unit)
}

/// Whether a quiet ply would be the chase too many: no program walks into a
/// loss by rule (ours; the sources do not say).
fn chases_too_often(game: &BanqiGame, ply: Ply) -> bool {
    if game.rules().long_chase == 0 || ply.is_flip() || game.position().is_capture(ply) {
        return false;
    }
    let mut next = game.clone();
    next.play(ply, Reveal::Nothing).is_ok()
        && next.verdict().is_some_and(|verdict| verdict.cause == game::Cause::PerpetualChase)
}
