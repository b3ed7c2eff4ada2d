//! `ntu-2018`: the contest program of the course report Liu 2018.
//!
//! NegaScout over the face-up plies and a pass, a chance search for flips, four
//! slots per table index, aspiration from depth 3, quiescence with static
//! exchanges, extensions, draw avoidance, the report's evaluation and time rule.

use std::time::Duration;

use banqi::{Ply, Reveal};
use game::{Position as _, Score};
use search::Limits;

use super::engine::{Found, Program, Task};
use super::ntu_eval::{evaluate, exchange, is_endgame, value};
use super::table::{Flag, Table};
use super::{INFINITE, MAX_HEIGHT, Meter, WIN, chases_too_often, to_score};
use crate::engine::BanqiGame;
use crate::walker::Walker;

/// Half of the first window around the last value; the report gives none, ours.
const THRESHOLD: i32 = 200;
/// Rounds a game is planned for; ours.
const EXPECTED_ROUNDS: u32 = 60;
/// The main search's share of the time while flips are possible, in percent; ours.
const MAIN_SHARE: u32 = 50;
/// A position seen this often counts as a draw.
const REPEATS: u32 = 2;

/// The program of the profile `ntu-2018`.
pub(crate) struct Ntu {
    table: Table,
}

impl Ntu {
    /// The report's table has 2²⁸ indices; ours as many as the memory asked for.
    pub fn new(megabytes: usize) -> Ntu {
        let entries = (megabytes.clamp(1, 1024) << 20) / 32;
        Ntu { table: Table::new((entries / 2 + 1).next_power_of_two(), 4) }
    }
}

struct Run<'a> {
    walker: Walker,
    table: &'a mut Table,
    meter: Meter<'a>,
    endgame: bool,
    root_depth: i32,
}

/// A face-up ply, or a pass.
type Step = Option<Ply>;

impl Run<'_> {
    fn nega_scout(&mut self, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        let height = self.walker.height();
        if let Some(value) = self.ended(height) {
            return value;
        }
        if depth <= 0 {
            return self.quiescence(alpha, beta);
        }
        // Draws depend on the clock, so near the limit the table keeps out.
        let key = self.walker.key();
        let entry = self.table.probe(key).copied();
        if let Some(entry) = entry
            && i32::from(entry.depth) >= depth
            && height > 0
        {
            match entry.flag {
                Flag::Exact => return entry.value,
                Flag::Lower if entry.value >= beta => return entry.value,
                Flag::Upper if entry.value <= alpha => return entry.value,
                _ => {}
            }
        }
        let steps = self.steps(entry.map_or(0, |entry| entry.ply));
        if steps.is_empty() {
            return height as i32 - WIN;
        }
        let few = steps.len() <= 3;
        let given = alpha;
        let (mut best, mut best_step) = (-INFINITE, None);
        for (number, &step) in steps.iter().enumerate() {
            let capture = step.is_some_and(|ply| self.walker.position.is_capture(ply));
            // The report extends without end; twice the planned depth is ours.
            let longer = (capture || few) && (height as i32) < 2 * self.root_depth;
            let next = depth - 1 + i32::from(longer && depth == 1);
            let value = self.value_of(step, next, alpha, beta, number == 0);
            if self.meter.stopped() {
                return best.max(alpha);
            }
            if value > best {
                (best, best_step) = (value, step);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let flag = if best >= beta {
            Flag::Lower
        } else if best <= given {
            Flag::Upper
        } else {
            Flag::Exact
        };
        let code = best_step.map_or(0, |ply| ply.index() as u16 + 1);
        self.table.store(key, depth, best, flag, code);
        best
    }

    fn ended(&mut self, height: usize) -> Option<i32> {
        if self.walker.eliminated() {
            return Some(height as i32 - WIN);
        }
        // One ply before the limit, or seen twice: worth nothing to the leader.
        let late = self.walker.clock + 1 >= self.walker.limit;
        if height > 0 && (late || self.walker.times_seen() >= REPEATS) {
            return Some(0);
        }
        let over = height >= MAX_HEIGHT || self.meter.stopped();
        over.then(|| evaluate(&self.walker, self.endgame))
    }

    /// The table's ply, captures, quiet moves, and a pass while pieces lie face down.
    fn steps(&self, first: u16) -> Vec<Step> {
        let mut list = game::PlyList::new();
        self.walker.position.push_captures(&mut list);
        self.walker.position.push_quiets(&mut list);
        let mut steps: Vec<Step> = list.into_iter().map(Some).collect();
        if !self.walker.position.face_down().is_empty() {
            steps.push(None);
        }
        let wanted = first.checked_sub(1).map(|index| Ply::from_index(index.into()));
        if let Some(index) = steps.iter().position(|step| wanted.is_some() && *step == wanted) {
            steps[..=index].rotate_right(1);
        }
        steps
    }

    fn value_of(&mut self, step: Step, depth: i32, alpha: i32, beta: i32, first: bool) -> i32 {
        match step {
            Some(ply) => drop(self.walker.make(ply, Reveal::Nothing)),
            None => self.walker.pass(),
        }
        self.meter.count();
        let mut value = alpha + 1;
        if !first {
            value = -self.nega_scout(depth, -alpha - 1, -alpha);
        }
        if first || value > alpha && value < beta {
            value = -self.nega_scout(depth, -beta, -alpha);
        }
        self.walker.back();
        value
    }

    /// Goes on while some exchange does not lose.
    fn quiescence(&mut self, mut alpha: i32, beta: i32) -> i32 {
        let height = self.walker.height();
        if self.walker.eliminated() {
            return height as i32 - WIN;
        }
        let mut best = evaluate(&self.walker, self.endgame);
        alpha = alpha.max(best);
        if best >= beta || height >= MAX_HEIGHT || self.meter.stopped() {
            return best;
        }
        let mut captures = self.walker.position.captures_only();
        let position = &self.walker.position;
        captures.retain(|ply| exchange(position, ply.from(), ply.to()) >= 0);
        captures.sort_by_key(|ply| std::cmp::Reverse(position.piece_at(ply.to()).map_or(0, value)));
        for ply in captures {
            self.walker.make(ply, Reveal::Nothing);
            self.meter.count();
            let value = -self.quiescence(-beta, -alpha);
            self.walker.back();
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta || self.meter.stopped() {
                break;
            }
        }
        best
    }

    /// Deepening from 3 with aspiration; the best step and its value.
    fn main_search(&mut self, steps: &mut [Step], max_depth: i32) -> (Step, i32, i32) {
        let (mut best, mut completed) = ((steps[0], -INFINITE), 0);
        for depth in 3.min(max_depth)..=max_depth {
            self.root_depth = depth;
            let (mut low, mut high) = (-INFINITE, INFINITE);
            if completed > 0 {
                (low, high) = (best.1 - THRESHOLD, best.1 + THRESHOLD);
            }
            let mut found = self.root(steps, depth, low, high);
            if self.meter.stopped() {
                // Nothing is looked at again.
            } else if found.1 <= low && low > -INFINITE {
                found = self.root(steps, depth, -INFINITE, found.1 + 1);
            } else if found.1 >= high && high < INFINITE {
                found = self.root(steps, depth, found.1 - 1, INFINITE);
            }
            if self.meter.stopped() {
                // A first iteration cut short is better than nothing.
                if completed == 0 && found.1 > -INFINITE {
                    best = found;
                }
                break;
            }
            (best, completed) = (found, depth);
            if best.1.abs() > WIN - 1000 {
                break;
            }
        }
        (best.0, best.1, completed)
    }

    fn root(&mut self, steps: &mut [Step], depth: i32, mut alpha: i32, beta: i32) -> (Step, i32) {
        let mut best = (steps[0], -INFINITE);
        for index in 0..steps.len() {
            let value = self.value_of(steps[index], depth - 1, alpha, beta, index == 0);
            if self.meter.stopped() {
                break;
            }
            if value > best.1 {
                best = (steps[index], value);
                steps[..=index].rotate_right(1);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The steps to search at the root; a pass stands for the flips that are wanted.
    /// A chase too many only if there is nothing else.
    fn root_steps(&self, task: &Task<'_>, flips: &[Ply]) -> Vec<Step> {
        let mut steps = self.steps(0);
        steps.retain(|step| step.map_or(!flips.is_empty(), |ply| task.wants(ply)));
        let allowed = |step: &Step| step.is_none_or(|ply| !chases_too_often(task.game, ply));
        if steps.iter().any(allowed) {
            steps.retain(allowed);
        }
        steps
    }

    /// The flip with the best expectation as deep as the main search went, or as far
    /// as the time allows.
    fn best_flip(&mut self, flips: &[Ply], depth: i32) -> Option<(Ply, i32)> {
        let mut best = None;
        for depth in 1..=if flips.is_empty() { 0 } else { depth.max(1) } {
            if self.meter.stopped() {
                break;
            }
            let Some(found) = self.chance_search(flips, depth) else { break };
            best = Some(found);
        }
        best
    }

    /// The flip with the best expectation at one depth; `None` when stopped.
    fn chance_search(&mut self, flips: &[Ply], depth: i32) -> Option<(Ply, i32)> {
        self.root_depth = depth;
        let mut best = None;
        for &ply in flips {
            let (mut sum, mut weight) = (0, 0);
            for (reveal, count) in self.walker.position.reveals(ply) {
                self.walker.make(ply, reveal);
                self.meter.count();
                let value = -self.nega_scout(depth, -INFINITE, INFINITE);
                self.walker.back();
                if self.meter.stopped() {
                    return None;
                }
                // A won game is worth its material here: an average needs a scale.
                sum += i64::from(value.clamp(-30_000, 30_000)) * i64::from(count);
                weight += i64::from(count);
            }
            let expected = (sum / weight.max(1)) as i32;
            if best.is_none_or(|(_, value)| expected > value) {
                best = Some((ply, expected));
            }
        }
        best
    }
}

impl Program for Ntu {
    fn profile(&self) -> &'static str {
        "ntu-2018"
    }

    fn resize(&mut self, megabytes: usize) {
        *self = Ntu::new(megabytes);
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    /// The report's rule: time left by rounds left.
    fn time(&self, limits: &Limits, overhead: Duration, game: &BanqiGame) -> Option<Duration> {
        if let Some(time) = limits.movetime {
            return Some(time.saturating_sub(overhead).max(Duration::from_millis(1)));
        }
        let clock = limits.clock?;
        let round = game.plies().len() as u32 / 2;
        let rounds_left = (EXPECTED_ROUNDS + 1).saturating_sub(round).max(10);
        Some((clock.left.saturating_sub(overhead) / rounds_left).max(Duration::from_millis(1)))
    }

    fn choose(&mut self, task: &Task<'_>) -> Found {
        let walker = Walker::at(task.game);
        let mut flips = walker.position.flips();
        flips.retain(|flip| task.wants(*flip));
        if walker.position.turn().is_none() {
            return Found::at_once(flips.first().copied());
        }
        self.table.new_search();
        let endgame = is_endgame(&walker);
        let meter = Meter::new(task.control);
        let mut run = Run { walker, table: &mut self.table, meter, endgame, root_depth: 1 };
        let mut steps = run.root_steps(task, &flips);
        if steps.is_empty() {
            return Found { score: Score::loss_in(0), ..Found::at_once(None) };
        }
        let alone = steps.len() == 1 && flips.is_empty() && task.only.is_empty();
        // Few plies are searched deeper; the steps of it are ours.
        let planned = (40 - steps.len() as i32).clamp(10, 40);
        let max_depth = if alone { 1 } else { task.depth.unwrap_or(planned).clamp(1, 60) };
        if !flips.is_empty() {
            run.meter.next_part(task.time.map(|time| time * MAIN_SHARE / 100));
        }
        let (step, value, depth) = run.main_search(&mut steps, max_depth);
        run.meter.next_part(None);
        let flip = run.best_flip(&flips, depth);
        run.meter.report();
        let better = |&(_, expected): &(Ply, i32)| step.is_none() || expected > value;
        let (ply, value) = match (flip.filter(better), step) {
            (Some((ply, expected)), _) => (Some(ply), expected),
            (None, Some(ply)) => (Some(ply), value),
            (None, None) => (flips.first().copied(), value),
        };
        Found { ply, score: to_score(value, 4), depth }
    }
}
