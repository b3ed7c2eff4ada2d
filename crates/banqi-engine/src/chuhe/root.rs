//! The root: iterative deepening over the plies that may really be played, one line
//! or several.

use std::cmp::Reverse;

use banqi::{Ply, Reveal};
use game::{Score, Window};
use search::{Answer, Bound, TimePlan};

use super::flip_score::best_flips;
use super::node::Node;
use super::ordering::Picker;
use super::worker::{Line, Worker};
use crate::engine::BanqiGame;
use crate::judge::Judge;

/// A ply at the root with what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootPly {
    pub ply: Ply,
    pub score: Score,
    /// What the score means.
    pub bound: Bound,
    /// The depth it was found at; 0: never searched.
    pub depth: i32,
    pub line: Line,
    /// A ply that ends the game by the rules needs no search.
    known: Option<Score>,
}

impl RootPly {
    fn new(ply: Ply) -> RootPly {
        let (score, bound) = (-Score::INFINITE, Bound::Exact);
        RootPly { ply, score, bound, depth: 0, line: Line::new(), known: None }
    }
}

/// What one thread is asked to do.
#[derive(Clone, Copy)]
pub(super) struct Schedule<'a> {
    pub max_depth: i32,
    /// Helper threads begin one ply deeper, to run ahead.
    pub first_depth: i32,
    pub plan: Option<TimePlan>,
    /// Enough is a win in so many own plies.
    pub mate: Option<u32>,
    /// How many lines are wanted.
    pub lines: usize,
    /// Only these plies; empty = all.
    pub only: &'a [Ply],
}

/// What the main thread found.
pub(super) struct Found {
    /// The wanted lines, best first; empty if there is no ply.
    pub plies: Vec<RootPly>,
    /// The last finished depth.
    pub depth: i32,
}

impl Found {
    /// The answer of a finished search.
    pub fn answer(&self, nodes: u64, chance_nodes: u64) -> Answer<Ply> {
        let line = |root: &RootPly| {
            let score = if root.score == -Score::INFINITE { Score::DRAW } else { root.score };
            let plies = if root.line.is_empty() { vec![root.ply] } else { root.line.to_vec() };
            search::Line { score, plies }
        };
        let reached = self.plies.first().map_or(0, |root| root.depth).max(self.depth);
        let lines = self.plies.iter().map(line).collect();
        Answer { lines, depth: self.depth, reached, nodes, chance_nodes, ..Answer::none() }
    }
}

/// The plies worth searching: all moves and captures, and the best flips by a quick
/// look, or those asked for. Plies by which the rules make the mover lose are left
/// out, unless there are no others; as lines among others they are shown as losses.
pub(super) fn root_plies(
    worker: &mut Worker<'_, impl Judge>,
    game: &BanqiGame,
    schedule: &Schedule<'_>,
) -> Vec<RootPly> {
    let wanted = |ply: Ply| schedule.only.is_empty() || schedule.only.contains(&ply);
    let mut plies = Vec::new();
    let mut picker = Picker::all(None);
    while let Some((_, ply)) = picker.next(worker, false) {
        plies.push(RootPly::new(ply));
    }
    let values = worker.values();
    let mut flips = best_flips(&worker.walker.position, &values, worker.shared.params);
    if worker.shared.features.flip_choice && schedule.only.is_empty() {
        let least = schedule.lines.saturating_sub(plies.len());
        flips.truncate(least.max(worker.shared.params.root_flips as usize));
    }
    plies.extend(flips.into_iter().map(|(_, ply)| RootPly::new(ply)));
    plies.retain(|root| wanted(root.ply));
    if game.rules().long_chase > 0 {
        judge_chases(&mut plies, game, schedule.lines > 1 || !schedule.only.is_empty());
    }
    plies
}

/// Finds the plies that are a chase too many; if they are to be shown, their score is
/// known, else they go unless there are no others.
fn judge_chases(plies: &mut Vec<RootPly>, game: &BanqiGame, shown: bool) {
    if shown {
        for root in plies.iter_mut().filter(|root| forbidden(game, root.ply)) {
            root.known = Some(Score::rule_loss_in(1));
        }
    } else if plies.iter().any(|root| !forbidden(game, root.ply)) {
        plies.retain(|root| !forbidden(game, root.ply));
    }
}

/// Whether a quiet ply ends the game as a loss for the mover: a chase too many.
pub(crate) fn forbidden(game: &BanqiGame, ply: Ply) -> bool {
    if ply.is_flip() || game.position().is_capture(ply) {
        return false;
    }
    let mut next = game.clone();
    next.play(ply, Reveal::Nothing).is_ok()
        && next.verdict().is_some_and(|verdict| verdict.cause == game::Cause::PerpetualChase)
}

impl<E: Judge> Worker<'_, E> {
    /// Deepens until a limit ends it.
    pub(super) fn deepen(&mut self, mut plies: Vec<RootPly>, schedule: &Schedule<'_>) -> Found {
        if plies.is_empty() {
            return Found { plies, depth: 0 };
        }
        let wanted = schedule.lines.clamp(1, plies.len());
        self.one_line = wanted == 1;
        let mut finished = 0;
        for depth in schedule.first_depth..=schedule.max_depth {
            self.root_depth = depth;
            let kept = if wanted == 1 { Vec::new() } else { plies.clone() };
            let done = self.iterate(&mut plies, depth, wanted, &kept);
            if done < wanted {
                if wanted > 1 {
                    plies = proved(plies, kept, wanted, done);
                }
                break;
            }
            finished = depth;
            if self.reporter.is_some() {
                self.report();
                self.tell_lines(&plies[..wanted]);
            }
            if self.stopped || self.is_enough(&plies, wanted, schedule) {
                break;
            }
        }
        plies.truncate(wanted);
        // Of plies never searched one is enough, to have an answer.
        let searched = plies.iter().take_while(|root| root.depth > 0).count();
        plies.truncate(searched.max(1));
        Found { plies, depth: finished }
    }

    /// One iteration over all wanted lines; how many were finished before a stop. The
    /// search of a line looks at all plies that are left; where all are wanted, each
    /// is looked at by itself.
    fn iterate(
        &mut self,
        plies: &mut [RootPly],
        depth: i32,
        wanted: usize,
        kept: &[RootPly],
    ) -> usize {
        let expected: Vec<(Ply, Score)> = plies.iter().map(|root| (root.ply, root.score)).collect();
        let each = wanted == plies.len();
        for done in 0..wanted {
            let end = if each { done + 1 } else { plies.len() };
            let first = plies[done].ply;
            let last = expected.iter().find(|(ply, _)| *ply == first).map(|(_, score)| *score);
            self.aspire(&mut plies[done..end], depth, last.unwrap_or(-Score::INFINITE));
            if self.stopped {
                return done;
            }
            if !each && done + 1 < wanted {
                self.tell_lines_early(&merged(plies, kept, wanted, done + 1));
            }
        }
        plies[..wanted].sort_by_key(|root| Reverse(root.score));
        wanted
    }

    /// Whether another iteration would be of no use or take too long.
    fn is_enough(&self, plies: &[RootPly], wanted: usize, schedule: &Schedule<'_>) -> bool {
        let best = plies[0].score.plies_to_end();
        if let (Some(mate), Some(end)) = (schedule.mate, best)
            && end > 0
            && end <= 2 * mate as i32
        {
            return true;
        }
        let decided = |root: &RootPly| {
            let end = root.score.plies_to_end();
            root.known.is_some() || end.is_some_and(|plies| plies.abs() <= self.root_depth)
        };
        if plies[..wanted].iter().all(decided) || self.shared.control.has_enough_nodes() {
            return true;
        }
        let Some(plan) = schedule.plan else { return false };
        if self.shared.control.pondering() || plan.soft == plan.hard {
            return false;
        }
        // Of a ply that is alone because only it is asked for the value is wanted. The
        // next iteration takes at least as long as all before it.
        plies.len() == 1 && schedule.only.is_empty()
            || self.shared.control.elapsed() * 2 > plan.soft
    }

    /// Searches a line with a window around its last score and widens it when it
    /// fails.
    fn aspire(&mut self, plies: &mut [RootPly], depth: i32, last: Score) {
        let params = self.shared.params;
        let mut margin = params.aspiration;
        let narrow = self.shared.features.aspiration
            && depth >= params.aspiration_depth
            && !last.is_decided();
        let mut window = if narrow { Window::around(last, margin) } else { Window::FULL };
        loop {
            let score = self.search_root(plies, depth, window);
            if self.stopped {
                return;
            }
            margin *= params.aspiration_growth;
            let most = margin > params.aspiration_most;
            if window.fails_low(score) && window.alpha > Window::FULL.alpha {
                self.tell_change(&plies[0]);
                window.alpha = if most { Window::FULL.alpha } else { score - margin };
            } else if window.fails_high(score) && window.beta < Window::FULL.beta {
                self.tell_change(&plies[0]);
                window.beta = if most { Window::FULL.beta } else { score + margin };
            } else {
                return;
            }
        }
    }

    /// Looks at plies in their order; the best so far comes to the front.
    fn search_root(&mut self, plies: &mut [RootPly], depth: i32, window: Window) -> Score {
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        for index in 0..plies.len() {
            let inner = Window { alpha, beta: window.beta };
            let score = self.search_root_ply(&plies[index], depth, inner, index == 0);
            if self.stopped {
                // What was found before the stop stands: a better ply is in front.
                return best;
            }
            best = best.max(score);
            if score > alpha || index == 0 {
                self.note(&mut plies[index], score, window);
                plies[..=index].rotate_right(1);
                if index > 0 && score < window.beta {
                    self.tell_change(&plies[0]);
                }
                alpha = alpha.max(score);
            }
            if score >= window.beta {
                break;
            }
        }
        best
    }

    /// Keeps what a search found out about a ply.
    fn note(&self, root: &mut RootPly, score: Score, window: Window) {
        root.score = score;
        root.bound = bound_of(score, window);
        root.depth = self.root_depth;
        root.line.clear();
        root.line.push(root.ply);
        if !root.ply.is_flip() && root.known.is_none() {
            root.line.extend(self.lines[1].iter().copied().take(60));
        }
    }

    fn search_root_ply(
        &mut self,
        root: &RootPly,
        depth: i32,
        window: Window,
        first: bool,
    ) -> Score {
        if let Some(known) = root.known {
            return known;
        }
        if root.ply.is_flip() {
            let node = if first { Node::PV } else { Node::SIDE };
            return self.flip(root.ply, self.flip_depth(depth), window, node);
        }
        self.enter(root.ply, Reveal::Nothing);
        let mut score = window.alpha + 1;
        if !first && self.shared.features.pvs {
            score = -self.search(depth - 1, -Window::null(window.alpha), Node::SIDE);
        }
        if score > window.alpha {
            score = -self.search(depth - 1, -window, Node::PV);
        }
        self.leave();
        score
    }
}

/// What a score found with a window means.
fn bound_of(score: Score, window: Window) -> Bound {
    if window.fails_low(score) {
        Bound::Upper
    } else if window.fails_high(score) {
        Bound::Lower
    } else {
        Bound::Exact
    }
}

/// The lines finished in this iteration, best first, and behind them those of the
/// one before. No other ply is better than the worst finished one: the search of
/// each line looked at all that were left.
fn merged(plies: &[RootPly], kept: &[RootPly], wanted: usize, done: usize) -> Vec<RootPly> {
    let mut lines = plies[..done].to_vec();
    lines.sort_by_key(|root| Reverse(root.score));
    let Some(worst) = lines.last().map(|root| root.score) else { return kept.to_vec() };
    let rest = kept.iter().filter(|old| plies[..done].iter().all(|root| root.ply != old.ply));
    for root in rest.take(wanted - done) {
        let mut root = root.clone();
        if root.score > worst {
            (root.score, root.bound) = (worst, Bound::Upper);
        }
        lines.push(root);
    }
    lines
}

/// What stands of several lines after a stop: those finished, and behind them those
/// of the iteration before. None can be replaced alone, and where each ply was looked
/// at by itself a finished one proves nothing about the others: there it goes back.
fn proved(plies: Vec<RootPly>, kept: Vec<RootPly>, wanted: usize, done: usize) -> Vec<RootPly> {
    let before = kept.iter().any(|root| root.depth > 0);
    if !before {
        // In the very first iteration anything is better than nothing.
        let mut plies = plies;
        plies.truncate(done.max(1));
        plies.sort_by_key(|root| Reverse(root.score));
        plies
    } else if done == 0 || wanted == plies.len() {
        kept
    } else {
        merged(&plies, &kept, wanted, done)
    }
}
