//! `foodchain-2010` and `static-2008`: alpha-beta as in the thesis Hsieh 2010.
//!
//! Figures and chapters are its. Negamax alpha-beta (figure 3-20), a table with one slot per index in which
//! the deeper entry stays (figure 3-18), a pass while face-down pieces remain
//! (chapter 3.6), iterative deepening that orders the root (3.7), flips by the
//! least worst loss (3.9). The two profiles differ in the evaluation only.

use std::time::Duration;

use banqi::{Ply, Reveal};
use game::Position as _;
use search::Limits;
use search::limits::TimePolicy;

use super::engine::{Found, Program, Task};
use super::food_chain::ThesisEval;
use super::table::{Flag, Table};
use super::{INFINITE, MAX_HEIGHT, Meter, WIN, chases_too_often, to_score};
use crate::engine::BanqiGame;
use crate::walker::Walker;

/// Slots of the table, as in the thesis.
const SLOTS: usize = 1 << 20;
/// "Shallow search" after a flip, in plies; the thesis does not say, ours.
const FLIP_DEPTH: i32 = 2;
/// The thesis played about ten seconds a ply; on a clock these numbers are ours.
const TIME: TimePolicy = TimePolicy { expected_plies: 45.0, most: 0.2, stretch: 1.0 };

/// The program of the profiles `foodchain-2010` and `static-2008`.
pub(crate) struct Thesis {
    name: &'static str,
    table: Table,
    evaluation: fn(crate::walker::Alive) -> ThesisEval,
}

impl Thesis {
    pub fn food_chain() -> Thesis {
        let table = Table::new(SLOTS, 1);
        Thesis { name: "foodchain-2010", table, evaluation: ThesisEval::food_chain }
    }

    pub fn fixed() -> Thesis {
        let table = Table::new(SLOTS, 1);
        Thesis { name: "static-2008", table, evaluation: ThesisEval::fixed }
    }
}

/// A flip with what it risks.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlipRisk {
    pub ply: Ply,
    /// The worst value over all kinds that may turn up.
    pub worst: i32,
    /// The values summed, each as often as its kind lies face down.
    pub sum: i64,
}

pub(super) struct Run<'a> {
    pub walker: Walker,
    pub table: &'a mut Table,
    pub eval: ThesisEval,
    pub meter: Meter<'a>,
}

impl Run<'_> {
    /// Negamax with the table, figure 3-20.
    pub fn alpha_beta(&mut self, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        let height = self.walker.height();
        if self.walker.eliminated() {
            return height as i32 - WIN;
        }
        if depth <= 0 || height >= MAX_HEIGHT || self.meter.stopped() {
            return self.eval.evaluate(&self.walker);
        }
        let key = self.walker.key();
        if let Some(entry) = self.table.probe(key)
            && i32::from(entry.depth) >= depth
        {
            match entry.flag {
                Flag::Exact => return entry.value,
                Flag::Lower if entry.value >= beta => return beta,
                Flag::Upper if entry.value <= alpha => return alpha,
                _ => {}
            }
        }
        let plies = self.plies();
        let may_pass = !self.walker.position.face_down().is_empty();
        if plies.is_empty() && !may_pass {
            return height as i32 - WIN;
        }
        let mut raised = false;
        for ply in plies.into_iter().map(Some).chain(may_pass.then_some(None)) {
            let value = self.value_of(ply, depth, alpha, beta);
            if self.meter.stopped() {
                return alpha;
            }
            if value >= beta {
                self.table.store(key, depth, beta, Flag::Lower, 0);
                return beta;
            }
            if value > alpha {
                raised = true;
                alpha = value;
            }
        }
        let flag = if raised { Flag::Exact } else { Flag::Upper };
        self.table.store(key, depth, alpha, flag, 0);
        alpha
    }

    /// Captures first, then the other moves; no flips.
    fn plies(&self) -> game::PlyList<Ply> {
        let mut list = game::PlyList::new();
        self.walker.position.push_captures(&mut list);
        self.walker.position.push_quiets(&mut list);
        list
    }

    /// The value of a ply, or of a pass.
    fn value_of(&mut self, ply: Option<Ply>, depth: i32, alpha: i32, beta: i32) -> i32 {
        match ply {
            Some(ply) => drop(self.walker.make(ply, Reveal::Nothing)),
            None => self.walker.pass(),
        }
        self.meter.count();
        let value = -self.alpha_beta(depth - 1, -beta, -alpha);
        self.walker.back();
        value
    }

    /// Iterative deepening over the face-up plies; the best comes first.
    fn deepen(&mut self, plies: &mut Vec<(i32, Ply)>, max_depth: i32) -> i32 {
        let mut completed = 0;
        for depth in 1..=max_depth {
            let mut alpha = -INFINITE;
            let mut searched = Vec::new();
            for &(_, ply) in plies.iter() {
                if self.meter.stopped() {
                    break;
                }
                let value = self.value_of(Some(ply), depth, alpha, INFINITE);
                if self.meter.stopped() {
                    break;
                }
                // Plies that did not raise the value keep their old order.
                searched.push((if value > alpha { value } else { -INFINITE }, ply));
                alpha = alpha.max(value);
            }
            if self.meter.stopped() {
                break;
            }
            searched.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
            *plies = searched;
            completed = depth;
            if plies.is_empty() || alpha.abs() > WIN - 1000 {
                break;
            }
        }
        completed
    }

    /// Flips with their risks (chapter 3.9), the safest first.
    pub fn flips(&mut self, wanted: &[Ply]) -> Vec<FlipRisk> {
        let mut flips: Vec<FlipRisk> = Vec::new();
        for &ply in wanted {
            let mut risk = FlipRisk { ply, worst: INFINITE, sum: 0 };
            for (reveal, count) in self.walker.position.reveals(ply) {
                self.walker.make(ply, reveal);
                self.meter.count();
                let value = -self.alpha_beta(FLIP_DEPTH, -INFINITE, INFINITE);
                self.walker.back();
                risk.worst = risk.worst.min(value);
                risk.sum += i64::from(count) * i64::from(value);
                if self.meter.stopped() {
                    break;
                }
            }
            if self.meter.stopped() && !flips.is_empty() {
                break;
            }
            flips.push(risk);
        }
        flips.sort_by_key(|flip| std::cmp::Reverse((flip.worst, flip.sum)));
        flips
    }
}

impl Program for Thesis {
    fn profile(&self) -> &'static str {
        self.name
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn time(&self, limits: &Limits, overhead: Duration, _: &BanqiGame) -> Option<Duration> {
        limits.plan(&TIME, overhead).map(|plan| plan.hard)
    }

    fn choose(&mut self, task: &Task<'_>) -> Found {
        let walker = Walker::at(task.game);
        if walker.position.turn().is_none() {
            let flips = walker.position.flips();
            return Found::at_once(flips.into_iter().find(|&flip| task.wants(flip)));
        }
        self.table.new_search();
        let eval = (self.evaluation)(walker.alive);
        let meter = Meter::new(task.control);
        let mut run = Run { walker, table: &mut self.table, eval, meter };
        let mut wanted = run.walker.position.flips();
        wanted.retain(|flip| task.wants(*flip));
        let flips = run.flips(&wanted);
        let mut plies: Vec<(i32, Ply)> = run
            .plies()
            .into_iter()
            .filter(|&ply| task.wants(ply))
            .map(|ply| (-INFINITE, ply))
            .collect();
        if !flips.is_empty() || plies.iter().any(|&(_, ply)| !chases_too_often(task.game, ply)) {
            plies.retain(|&(_, ply)| !chases_too_often(task.game, ply));
        }
        // Of a ply that is alone because only it is asked for the value is wanted.
        let alone = plies.len() <= 1 && task.only.is_empty();
        let last = if alone { 1 } else { task.depth.unwrap_or(40).clamp(1, 60) };
        let depth = run.deepen(&mut plies, last);
        run.meter.report();
        let moved = plies.first().copied();
        // "Cannot be worse than the face-up plies" (3.9): not worse is enough.
        let flip = flips.first().filter(|flip| moved.is_none_or(|(value, _)| flip.worst >= value));
        let (value, ply) = match (flip, moved) {
            (Some(flip), _) => (flip.worst, Some(flip.ply)),
            (None, Some((value, ply))) => (value, Some(ply)),
            (None, None) => (-WIN, None),
        };
        Found { ply, score: to_score(value.max(-INFINITE + 1), 5), depth }
    }
}
