//! One thread of a search: its board, its experience, its node count.

use arrayvec::ArrayVec;
use banqi::{Ply, Position, Reveal, Side};
use game::Score;
use search::history::History;
use search::{Control, Dependence, TranspositionTable, Witness};

use super::features::Features;
use super::params::SearchParams;
use super::report::Reporter;
use crate::draw_limit::DrawLimit;
use crate::eval::{MaterialCache, Values, Worths};
use crate::judge::Judge;
use crate::walker::Walker;

/// No line of the search is longer.
pub(crate) const MAX_HEIGHT: usize = 120;

/// The expected plies from a node on.
pub(crate) type Line = ArrayVec<Ply, MAX_HEIGHT>;

/// What all threads of a search share.
pub(crate) struct Shared<'a, E> {
    pub table: &'a TranspositionTable,
    pub evaluator: &'a E,
    /// What pieces are worth when plies are ordered, whatever evaluates positions.
    pub worths: &'a Worths,
    pub control: &'a Control<'a>,
    pub params: &'a SearchParams,
    pub features: Features,
    /// Endgame tables, if there are any.
    pub tables: Option<&'a search::tables::Probing<'a, Position>>,
    /// How many threads there are.
    pub threads: usize,
}

// Derived, this would ask for an evaluator that can be copied.
impl<E> Clone for Shared<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Shared<'_, E> {}

/// One thread of a search.
pub(crate) struct Worker<'a, E: Judge> {
    pub shared: Shared<'a, E>,
    pub walker: Walker,
    state: E::State,
    pub material: MaterialCache,
    limit: DrawLimit,
    pub history: History<8192>,
    pub killers: [[Option<Ply>; 2]; MAX_HEIGHT + 1],
    pub lines: Vec<Line>,
    pub nodes: u64,
    pub chance_nodes: u64,
    pub deepest: usize,
    /// The iteration being searched.
    pub root_depth: i32,
    /// Whether one line only is wanted.
    pub(super) one_line: bool,
    /// Who is told of this thread; helpers are silent.
    pub(super) reporter: Option<Reporter<'a>>,
    /// Who is told what is found below the root.
    pub(super) witness: Option<&'a dyn Witness<Position>>,
    reported: u64,
    interval: u64,
    pub stopped: bool,
    /// What the score just returned depends on: a repetition is true on its line only.
    pub dependence: Dependence,
    root_side: Side,
}

impl<'a, E: Judge> Worker<'a, E> {
    pub fn new(shared: Shared<'a, E>, walker: Walker) -> Worker<'a, E> {
        Worker {
            shared,
            root_side: walker.turn(),
            state: shared.evaluator.start(&walker.position),
            material: MaterialCache::new(),
            limit: DrawLimit::new(walker.limit, shared.params),
            walker,
            history: History::new(2 * Ply::COUNT),
            killers: [[None; 2]; MAX_HEIGHT + 1],
            lines: vec![Line::new(); MAX_HEIGHT + 1],
            nodes: 0,
            chance_nodes: 0,
            deepest: 0,
            root_depth: 0,
            one_line: true,
            reporter: None,
            witness: None,
            reported: 0,
            interval: shared.control.interval(shared.threads),
            stopped: false,
            dependence: Dependence::NONE,
        }
    }

    /// Makes a ply and counts a node.
    #[inline]
    pub fn enter(&mut self, ply: Ply, reveal: Reveal) {
        let change = self.walker.make(ply, reveal);
        self.shared.evaluator.made(&mut self.state, &self.walker.position, &change);
        self.count();
    }

    /// Passes and counts a node; `eval` is the evaluation before.
    #[inline]
    pub fn enter_pass(&mut self, eval: Score) {
        self.walker.pass();
        self.shared.evaluator.passed(&mut self.state, Some(eval));
        self.count();
    }

    /// Takes back the last ply or pass.
    #[inline]
    pub fn leave(&mut self) {
        self.walker.back();
        self.shared.evaluator.unmade(&mut self.state);
    }

    /// What each piece is worth now.
    pub fn values(&mut self) -> Values {
        *self.material.values(self.walker.alive, self.shared.worths)
    }

    #[inline]
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes - self.reported >= self.interval {
            self.report();
        }
    }

    /// Tells the other threads about the nodes, asks whether to stop, and tells
    /// that it goes on.
    #[cold]
    pub fn report(&mut self) {
        self.shared.control.report(self.nodes - self.reported);
        self.reported = self.nodes;
        self.stopped = self.shared.control.stopped();
        if !self.stopped {
            self.tell_progress();
        }
    }

    /// The key under which the table knows this position: near the draw limit
    /// the clock is part of it.
    #[inline]
    pub fn table_key(&self) -> u64 {
        self.limit.key(self.walker.key(), self.walker.clock)
    }

    /// Asks the memory for the table's entry of the position after a ply.
    #[inline]
    pub fn prefetch(&self, ply: Ply) {
        let position = &self.walker.position;
        let clock = if position.is_capture(ply) { 0 } else { self.walker.clock + 1 };
        let key = position.key_after_move(ply);
        self.shared.table.prefetch(self.limit.key(key, clock));
    }

    /// The evaluation as it counts here: the draw limit takes its part.
    #[inline]
    pub fn evaluate(&mut self) -> Score {
        let eval = self.shared.evaluator.evaluate(&mut self.state, &self.walker.position);
        if E::KNOWS_CLOCK {
            return E::bounded(eval.get());
        }
        E::bounded(self.limit.faded(eval.get(), self.walker.clock))
    }

    /// What taking a piece of some worth adds to a score at most.
    #[inline]
    pub fn gain(&self, worth: i32) -> i32 {
        if E::IN_POINTS { worth * self.shared.params.network_margin / 100 } else { worth }
    }

    /// What a draw is worth to the side to move.
    #[inline]
    pub fn draw(&self) -> Score {
        let cost = if self.shared.features.contempt { self.shared.params.contempt } else { 0 };
        Score::new(if self.walker.turn() == self.root_side { -cost } else { cost })
    }

    /// Whether a stored depth is good for a search of `depth`. Without `tt_deeper`
    /// no deeper answer is taken either, for it would be another one.
    #[inline]
    pub fn deep_enough(&self, stored: i32, depth: i32) -> bool {
        if self.shared.features.tt_deeper { stored >= depth } else { stored == depth }
    }

    /// The cell of a ply in the history.
    #[inline]
    pub fn cell(side: Side, ply: Ply) -> usize {
        side.index() * Ply::COUNT + ply.index()
    }

    /// Learns which quiet ply was good and which were tried before it in vain.
    pub fn learn(&mut self, best: Ply, tried: &[Ply], depth: i32) {
        let side = self.walker.turn();
        let params = self.shared.params;
        let bonus = (depth * depth * params.history_bonus).min(params.history_most);
        self.history.update(Self::cell(side, best), bonus);
        for &ply in tried.iter().filter(|&&ply| ply != best) {
            self.history.update(Self::cell(side, ply), -bonus);
        }
        let killers = &mut self.killers[self.walker.height()];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
    }

    /// Joins a ply and the line that follows it.
    pub fn extend_line(&mut self, height: usize, ply: Ply) {
        let (before, after) = self.lines.split_at_mut(height + 1);
        let line = &mut before[height];
        line.clear();
        line.push(ply);
        if !ply.is_flip() {
            line.extend(after[0].iter().copied().take(MAX_HEIGHT - 1));
        }
    }
}

/// A ply as the table keeps it: 0 = none.
#[inline]
pub(crate) fn ply_code(ply: Option<Ply>) -> u16 {
    ply.map_or(0, |ply| ply.index() as u16 + 1)
}

/// The inverse of [`ply_code`].
#[inline]
pub(crate) fn code_ply(code: u16) -> Option<Ply> {
    code.checked_sub(1).map(|index| Ply::from_index(index.into()))
}

#[cfg(test)]
mod tests {
    use banqi::Deal;
    use game::{Position as _, Rng};
    use search::Unattended;

    use super::*;
    use crate::engine::BanqiGame;
    use crate::eval::{EvalParams, Evaluation, explain};

    /// Random plies until the game ends, made on a worker's board and in a game;
    /// at each the worker's evaluation, fresh and kept, is the one explained.
    fn walk(
        worker: &mut Worker<'_, Evaluation>,
        game: &mut BanqiGame,
        deal: &Deal,
        rng: &mut Rng,
    ) -> u32 {
        let mut near_the_limit = 0;
        while game.verdict().is_none() && worker.walker.height() < 2 * MAX_HEIGHT {
            let plies = game.position().legal_plies();
            let captures: Vec<Ply> =
                plies.iter().copied().filter(|&ply| game.position().is_capture(ply)).collect();
            let ply = *rng.choose(&captures).or_else(|| rng.choose(&plies)).unwrap();
            worker.enter(ply, deal.reveal(ply));
            game.play(ply, deal.reveal(ply)).unwrap();
            let explained = explain(game, worker.shared.evaluator, &worker.limit);
            let total = Score::new(explained.total);
            assert_eq!(worker.evaluate(), total, "{}", game.position());
            assert_eq!(worker.evaluate(), total, "{} when met again", game.position());
            let far = worker.walker.limit - worker.walker.clock >= worker.walker.limit / 2;
            let faded = explained.rows.iter().find(|row| row.key == "draw_limit").unwrap().value;
            assert!(!far || faded == 0, "{}: {faded}", game.position());
            near_the_limit += u32::from(faded != 0);
        }
        near_the_limit
    }

    #[test]
    fn the_evaluation_explained_is_the_one_the_search_uses() {
        let table = TranspositionTable::new(0).unwrap();
        let control = Control::new(&Unattended, None, None);
        let (params, features) = (SearchParams::default(), Features::ALL);
        let evaluation = Evaluation::new(EvalParams::default());
        let shared = Shared {
            table: &table,
            evaluator: &evaluation,
            worths: evaluation.worths(),
            control: &control,
            params: &params,
            features,
            tables: None,
            threads: 1,
        };
        let mut near_the_limit = 0;
        for seed in 0..12 {
            let (deal, mut rng) = (Deal::shuffled(seed), Rng::new(seed));
            let mut game = BanqiGame::new(Default::default());
            let first = game.position().legal_plies()[0];
            game.play(first, deal.reveal(first)).unwrap();
            let mut worker = Worker::new(shared, Walker::at(&game));
            near_the_limit += walk(&mut worker, &mut game, &deal, &mut rng);
        }
        assert!(near_the_limit > 20, "the draw limit was hardly met: {near_the_limit}");
    }
}
