//! The root: iterative deepening over the plies that may really be played.

use banqi::{Ply, Reveal};
use game::{Score, Window};
use search::{Bound, TimePlan};

use super::flip_score::best_flips;
use super::node::Node;
use super::ordering::Picker;
use super::worker::{Line, Worker};
use crate::engine::{BanqiGame, Choice};

/// A ply at the root with what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootPly {
    pub ply: Ply,
    pub score: Score,
    /// What the score means.
    pub bound: Bound,
    /// Orders plies that failed low: the score before, or the quick look.
    pub order: i32,
    pub line: Line,
}

impl RootPly {
    fn new(ply: Ply, order: i32) -> RootPly {
        let (score, bound) = (-Score::INFINITE, Bound::Exact);
        RootPly { ply, score, bound, order, line: Line::new() }
    }
}

/// What ends the iterations of one thread.
pub(super) struct Schedule {
    pub max_depth: i32,
    pub plan: Option<TimePlan>,
    /// Helper threads begin one ply deeper, to run ahead.
    pub first_depth: i32,
}

/// The plies worth searching: all moves and captures, and the best flips by a
/// quick look. Plies by which the rules make the mover lose are left out, unless
/// there are no others.
pub(super) fn root_plies(worker: &mut Worker<'_>, game: &BanqiGame) -> Vec<RootPly> {
    let mut plies = Vec::new();
    let mut picker = Picker::all(None);
    while let Some((order, ply)) = picker.next(worker, false) {
        plies.push(RootPly::new(ply, order));
    }
    let values = *worker.evaluator.values(&worker.walker);
    let mut flips = best_flips(&worker.walker.position, &values);
    if worker.shared.features.flip_choice {
        flips.truncate(worker.shared.params.root_flips as usize);
    }
    plies.extend(flips.into_iter().map(|(order, ply)| RootPly::new(ply, order)));
    if game.rules().long_chase > 0 {
        let allowed: Vec<RootPly> =
            plies.iter().filter(|root| !forbidden(game, root.ply)).cloned().collect();
        if !allowed.is_empty() {
            return allowed;
        }
    }
    plies
}

/// Whether a quiet ply ends the game as a loss for the mover: a chase too many.
fn forbidden(game: &BanqiGame, ply: Ply) -> bool {
    if ply.is_flip() || game.position().is_capture(ply) {
        return false;
    }
    let mut next = game.clone();
    next.play(ply, Reveal::Nothing).is_ok()
        && next.verdict().is_some_and(|verdict| verdict.cause == game::Cause::PerpetualChase)
}

/// Deepens until a limit ends it; the best ply is the first of `plies` then.
pub(super) fn deepen(worker: &mut Worker<'_>, plies: &mut [RootPly], schedule: &Schedule) -> i32 {
    let mut completed = 0;
    let mut depth = schedule.first_depth;
    while depth <= schedule.max_depth && !plies.is_empty() {
        let last = plies[0].score;
        worker.root_depth = depth;
        aspire(worker, plies, depth, last);
        if worker.stopped {
            break;
        }
        completed = depth;
        if worker.news.is_some() {
            worker.report();
            worker.tell_line(&plies[0], depth);
        }
        if worker.stopped || enough(worker, plies, depth, schedule.plan) {
            break;
        }
        depth += 1;
    }
    completed
}

/// Whether another iteration would be of no use or take too long.
fn enough(worker: &Worker<'_>, plies: &[RootPly], depth: i32, plan: Option<TimePlan>) -> bool {
    if let Some(moves) = plies[0].score.plies_to_end()
        && moves.abs() <= depth
    {
        return true;
    }
    let Some(plan) = plan else { return false };
    if worker.shared.control.pondering() || plan.soft == plan.hard {
        return false;
    }
    // The next iteration takes at least as long as all before it.
    plies.len() == 1 || worker.shared.control.elapsed() * 2 > plan.soft
}

/// Searches with a window around the last score and widens it when it fails.
fn aspire(worker: &mut Worker<'_>, plies: &mut [RootPly], depth: i32, last: Score) {
    let mut margin = worker.shared.params.aspiration;
    let narrow = worker.shared.features.aspiration && depth >= 4 && !last.is_decided();
    let mut window = if narrow { Window::around(last, margin) } else { Window::FULL };
    loop {
        let score = search_root(worker, plies, depth, window);
        if worker.stopped {
            return;
        }
        margin *= 3;
        if window.fails_low(score) && window.alpha > Window::FULL.alpha {
            worker.tell_line_early(&plies[0]);
            window.alpha = if margin > 1500 { Window::FULL.alpha } else { score - margin };
        } else if window.fails_high(score) && window.beta < Window::FULL.beta {
            worker.tell_line_early(&plies[0]);
            window.beta = if margin > 1500 { Window::FULL.beta } else { score + margin };
        } else {
            return;
        }
    }
}

fn search_root(
    worker: &mut Worker<'_>,
    plies: &mut [RootPly],
    depth: i32,
    window: Window,
) -> Score {
    let mut alpha = window.alpha;
    let mut best = -Score::INFINITE;
    for index in 0..plies.len() {
        let inner = Window { alpha, beta: window.beta };
        let score = search_root_ply(worker, plies[index].ply, depth, inner, index == 0);
        if worker.stopped {
            // What was found before the stop stands: a better ply is in front.
            return best;
        }
        let root = &mut plies[index];
        if score > best {
            best = score;
        }
        if score > alpha || index == 0 {
            root.score = score;
            root.bound = bound_of(score, window);
            root.order = score.get();
            root.line.clear();
            root.line.push(root.ply);
            if !root.ply.is_flip() {
                root.line.extend(worker.lines[1].iter().copied().take(60));
            }
            plies[..=index].rotate_right(1);
            if index > 0 && score < window.beta {
                worker.tell_line_early(&plies[0]);
            }
            alpha = alpha.max(score);
        }
        if score >= window.beta {
            break;
        }
    }
    best
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

fn search_root_ply(
    worker: &mut Worker<'_>,
    ply: Ply,
    depth: i32,
    window: Window,
    first: bool,
) -> Score {
    if ply.is_flip() {
        let node = if first { Node::PV } else { Node::SIDE };
        return worker.flip(ply, worker.flip_depth(depth), window, node);
    }
    worker.enter(ply, Reveal::Nothing);
    let mut score = window.alpha + 1;
    if !first && worker.shared.features.pvs {
        score = -worker.search(depth - 1, -Window::null(window.alpha), Node::SIDE);
    }
    if score > window.alpha {
        score = -worker.search(depth - 1, -window, Node::PV);
    }
    worker.walker.back();
    score
}

/// The answer of a finished search.
pub(super) fn choice(plies: &[RootPly], depth: i32, nodes: u64, chance_nodes: u64) -> Choice {
    let best = plies.first();
    let score = best.map_or(Score::loss_in(0), |root| root.score);
    let score = if score == -Score::INFINITE { Score::DRAW } else { score };
    let mut line = best.map_or(Vec::new(), |root| root.line.to_vec());
    if line.is_empty() {
        line.extend(best.map(|root| root.ply));
    }
    Choice { ply: best.map(|root| root.ply), score, depth, nodes, chance_nodes, line }
}
