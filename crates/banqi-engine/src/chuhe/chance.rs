//! Chance nodes: a flip with all its outcomes, bounded as in the Star1 and
//! Star2 procedures (Ballard 1983). Weights are whole numbers and sums exact, so every bound
//! is an integer inequality.

use arrayvec::ArrayVec;
use banqi::{Ply, Reveal};
use game::{Position as _, Score, Window};
use search::{Bound, Hit};

use super::node::Node;
use super::ordering::Picker;
use super::worker::{Worker, code_ply};
use crate::expectation::expectation;
use crate::judge::Judge;

/// The state of one chance node: what is known about every outcome.
struct Outcomes {
    /// What a won game counts.
    won: i32,
    items: ArrayVec<Outcome, 14>,
    weight: i64,
    low_sum: i64,
    high_sum: i64,
}

#[derive(Clone, Copy)]
struct Outcome {
    reveal: Reveal,
    weight: i64,
    low: i32,
    high: i32,
}

impl Outcomes {
    /// Replaces what is known about an outcome. A range that proved wrong (only
    /// narrowed ones can) gives way.
    fn set(&mut self, index: usize, low: i32, high: i32) {
        let item = &mut self.items[index];
        self.low_sum += item.weight * i64::from(low - item.low);
        self.high_sum += item.weight * i64::from(high - item.high);
        (item.low, item.high) = (low, high);
    }

    fn raise_low(&mut self, index: usize, low: i32) {
        let item = self.items[index];
        let low = low.max(item.low);
        self.set(index, low, item.high.max(low));
    }

    fn lower_high(&mut self, index: usize, high: i32) {
        let item = self.items[index];
        let high = high.min(item.high);
        self.set(index, item.low.min(high), high);
    }

    /// The window in which an outcome's value matters: at or below its lower end
    /// the whole node fails low, at or above its upper end high. Widened by one
    /// weight, so that rounding cannot make it wrong.
    fn window(&self, index: usize, window: Window) -> Window {
        let item = &self.items[index];
        let others_high = self.high_sum - item.weight * i64::from(item.high);
        let others_low = self.low_sum - item.weight * i64::from(item.low);
        let alpha = i64::from(window.alpha.get()) * self.weight - self.weight - others_high;
        let beta = i64::from(window.beta.get()) * self.weight + self.weight - others_low;
        let alpha = alpha.div_euclid(item.weight).max(i64::from(-self.won));
        let beta = (beta + item.weight - 1).div_euclid(item.weight).min(i64::from(self.won));
        let alpha = Score::new(alpha.min(i64::from(self.won - 1)) as i32);
        Window { alpha, beta: Score::new(beta as i32).max(alpha + 1) }
    }

    /// Everything an outcome can be worth.
    fn open(&self) -> Window {
        Window { alpha: Score::new(-self.won), beta: Score::new(self.won) }
    }

    fn low(&self) -> Score {
        expectation(self.low_sum, self.weight)
    }

    fn high(&self) -> Score {
        expectation(self.high_sum, self.weight)
    }
}

impl<E: Judge> Worker<'_, E> {
    /// The expected value of a flip for the side that makes it; `depth` is what
    /// remains for each outcome.
    pub fn flip(&mut self, flip: Ply, depth: i32, window: Window, node: Node) -> Score {
        self.chance_nodes += 1;
        let features = self.shared.features;
        let key = self.flip_key(flip);
        if features.flip_table
            && let Some(hit) = self.shared.table.probe(key)
            && self.deep_enough(hit.depth, depth)
            && answers(&hit, window)
        {
            return hit.score;
        }
        let mut outcomes = self.outcomes(flip);
        if features.star1 && features.outcome_ranges && depth > 0 {
            self.narrow(&mut outcomes, flip);
        }
        let score = self.star(&mut outcomes, flip, depth, window, node);
        if features.flip_table && !self.stopped {
            self.remember_flip(key, score, depth, window);
        }
        score
    }

    fn flip_key(&self, flip: Ply) -> u64 {
        self.table_key() ^ game::splitmix64(0xf11b_0000 + flip.index() as u64)
    }

    fn outcomes(&self, flip: Ply) -> Outcomes {
        let won = E::WON;
        let reveals = self.walker.position.reveals(flip);
        let weight = reveals.iter().map(|&(_, count)| i64::from(count)).sum();
        let item =
            |(reveal, count)| Outcome { reveal, weight: i64::from(count), low: -won, high: won };
        let mut items: ArrayVec<Outcome, 14> = reveals.into_iter().map(item).collect();
        // The heaviest first: they decide the most.
        items.sort_by_key(|item| std::cmp::Reverse(item.weight));
        let limit = i64::from(won) * weight;
        Outcomes { won, items, weight, low_sum: -limit, high_sum: limit }
    }

    /// Supposes that a deeper search does not differ from the quick value of an
    /// outcome by more than a margin: not sound, but it lets bounds close soon.
    fn narrow(&mut self, outcomes: &mut Outcomes, flip: Ply) {
        let margin = self.shared.params.outcome_margin;
        for index in 0..outcomes.items.len() {
            self.enter(flip, outcomes.items[index].reveal);
            let quick = E::outcome_value(-self.quiescence(Window::FULL));
            self.leave();
            if self.stopped {
                return;
            }
            outcomes.raise_low(index, quick - margin);
            outcomes.lower_high(index, quick + margin);
        }
    }

    /// Star1 over the outcomes, after the probes of Star2.
    fn star(
        &mut self,
        outcomes: &mut Outcomes,
        flip: Ply,
        depth: i32,
        window: Window,
        node: Node,
    ) -> Score {
        let bounded = self.shared.features.star1;
        if bounded && self.probed_out(outcomes, flip, depth, window) {
            return outcomes.high();
        }
        for index in 0..outcomes.items.len() {
            if bounded && outcomes.high() <= window.alpha {
                return outcomes.high();
            }
            if bounded && outcomes.low() >= window.beta {
                return outcomes.low();
            }
            let inner = if bounded { outcomes.window(index, window) } else { outcomes.open() };
            self.enter(flip, outcomes.items[index].reveal);
            let score = -self.search(depth, -inner, node.outcome());
            self.leave();
            if self.stopped {
                return outcomes.low();
            }
            let value = E::outcome_value(score);
            if score <= inner.alpha && value > -E::WON {
                outcomes.lower_high(index, value);
            } else if score >= inner.beta && value < E::WON {
                outcomes.raise_low(index, value);
            } else {
                outcomes.set(index, value, value);
            }
        }
        // An outcome outside its window has decided the node, so of two different
        // sums one lies outside the window.
        if outcomes.high() <= window.alpha { outcomes.high() } else { outcomes.low() }
    }

    /// Star2: what bounds outcomes from above before any of them is searched, the
    /// table's answers and then one good reply to each; whether that decides the
    /// node.
    fn probed_out(
        &mut self,
        outcomes: &mut Outcomes,
        flip: Ply,
        depth: i32,
        window: Window,
    ) -> bool {
        let features = self.shared.features;
        let table = features.star2_table && depth >= self.shared.params.star2_table_depth;
        let replies = features.star2 && depth >= self.shared.params.star2_depth;
        for (wanted, searched) in [(table, false), (replies, true)] {
            for index in 0..if wanted { outcomes.items.len() } else { 0 } {
                let item = outcomes.items[index];
                let alpha = outcomes.window(index, window).alpha;
                self.enter(flip, item.reveal);
                let high = if searched {
                    let beta = Score::new(item.high).max(alpha + 1);
                    self.reply_value(depth, Window { alpha, beta })
                } else {
                    self.table_value(depth)
                };
                self.leave();
                if self.stopped {
                    return false;
                }
                outcomes.lower_high(index, high);
                if outcomes.high() <= window.alpha {
                    return true;
                }
            }
        }
        false
    }

    /// An upper bound of the position from the table, for the side that is not to
    /// move.
    fn table_value(&self, depth: i32) -> i32 {
        let hit = self.shared.table.probe(self.table_key());
        match hit {
            Some(hit) if self.deep_enough(hit.depth, depth) && hit.bound.is_lower() => {
                let score = hit.score.from_node(self.walker.height() as i32);
                E::outcome_value(-score)
            }
            _ => E::WON,
        }
    }

    /// What the side that is not to move gets after one good reply: the best reply
    /// is no better for it.
    fn reply_value(&mut self, depth: i32, window: Window) -> i32 {
        let hit = self.shared.table.probe(self.table_key());
        let mut picker = Picker::all(hit.and_then(|hit| code_ply(hit.ply)));
        let Some((_, reply)) = picker.next(self, false) else { return E::WON };
        self.enter(reply, Reveal::Nothing);
        let score = self.search(depth - 1, window, Node::SIDE);
        self.leave();
        // At or above the window nothing is known.
        if score < window.beta { E::outcome_value(score) } else { E::WON }
    }

    fn remember_flip(&self, key: u64, score: Score, depth: i32, window: Window) {
        let bound = if window.fails_high(score) {
            Bound::Lower
        } else if window.fails_low(score) {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let hit = Hit { ply: 0, score, eval: Score::DRAW, depth, bound, pv: false };
        self.shared.table.store(key, hit);
    }
}

/// Whether a stored score decides a window.
#[inline]
pub(super) fn answers(hit: &Hit, window: Window) -> bool {
    match hit.bound {
        Bound::Exact => true,
        Bound::Lower => window.fails_high(hit.score),
        Bound::Upper => window.fails_low(hit.score),
        Bound::None => false,
    }
}
