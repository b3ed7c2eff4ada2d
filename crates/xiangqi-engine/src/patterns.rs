//! Patterns in the evaluation: a state beside that of the terms, with the patterns'
//! weights as parameters.

use game::{Score, Side, Window};
use patterns::diagnostic::render_all;
use patterns::{Ground, MatchState, Matcher, PatternSet, shipped};
use search::{Change, Evaluator, OptionError, ParamSpec, Row};
use xiangqi::{Kind, Piece, Position};

use crate::guided::Actions;

/// No pattern is worth more.
const MOST: i32 = 2000;
/// A step that should be felt.
const STEP: i32 = 8;
/// The strength of both armies at the start: rooks two, horses and cannons one.
const FULL: i32 = 16;
/// A few plies seldom change what shapes are worth by more than this.
const CHANGE: i32 = 30;
/// So many messages about a file are told.
const MESSAGES: usize = 5;

/// Whether patterns are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// Where one has a weight.
    On,
    /// The same, and what they say about moves is heard by the search.
    Guide,
    /// Never.
    Off,
    /// Always, for measuring what that costs.
    Measured,
}

impl Use {
    /// The value of the option `Patterns`.
    pub fn read(text: &str) -> Result<Use, OptionError> {
        match text {
            "on" | "" => Ok(Use::On),
            "guide" => Ok(Use::Guide),
            "off" => Ok(Use::Off),
            "measure" => Ok(Use::Measured),
            _ => Err(OptionError::Text {
                name: "Patterns",
                reason: format!("it is '{text}': expected on, guide, off or measure"),
            }),
        }
    }
}

/// The patterns an engine knows, with what they are worth to it.
pub(crate) struct Patterns {
    set: PatternSet,
    matcher: Matcher,
    /// By pattern: early and late.
    weights: Vec<[i32; 2]>,
    /// By ground pattern: what it says about moves.
    actions: Vec<Option<Actions>>,
    /// Whether that is heard.
    guides: bool,
}

impl Patterns {
    /// The shipped set.
    pub fn shipped() -> Patterns {
        Patterns::new(shipped::shipped().clone(), shipped::matcher())
    }

    /// The shipped set and those of a text.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    pub fn with_text(text: &str) -> Result<Patterns, OptionError> {
        let (more, found) = PatternSet::read(text);
        let errors: Vec<_> = found.into_iter().filter(|one| one.is_error()).collect();
        if !errors.is_empty() {
            let reason = render_all(&errors, "patterns", text, MESSAGES);
            return Err(OptionError::Text { name: "PatternFile", reason });
        }
        let set = shipped::shipped().clone().with(more);
        let matcher = Matcher::new(&set.grounds);
        Ok(Patterns::new(set, matcher))
    }

    fn new(set: PatternSet, matcher: Matcher) -> Patterns {
        let weights = set.patterns.iter().map(|one| [one.weight.early, one.weight.late]).collect();
        let of = |ground: &Ground| Actions::of(&set.patterns[ground.pattern as usize], ground);
        let actions = set.grounds.iter().map(of).collect();
        let mut patterns = Patterns { set, matcher, weights, actions, guides: false };
        patterns.ask();
        patterns
    }

    /// Whether the search hears what patterns say about moves.
    pub fn guides(&self) -> bool {
        self.guides
    }

    /// Says whether the search hears what patterns say about moves.
    pub fn set_guides(&mut self, guides: bool) {
        if guides != self.guides {
            self.guides = guides;
            self.ask();
        }
    }

    /// Shows what every pattern on the board says about moves, and whose pattern it is.
    pub fn for_each_action(
        &self,
        state: &mut MatchState,
        position: &Position,
        mut show: impl FnMut(Side, &Actions),
    ) {
        self.matcher.for_each(state, position, |ground, _| {
            if let Some(actions) = &self.actions[ground] {
                show(self.set.grounds[ground].side, actions);
            }
        });
    }

    /// The weights as parameters, `patterns.hollow-cannon.early`; the text's numbers are
    /// the defaults.
    pub fn specs(&self) -> Vec<ParamSpec> {
        let spec = |key: &str, phase: &str, default: i32| ParamSpec {
            name: format!("patterns.{key}.{phase}").into(),
            default,
            min: -MOST,
            max: MOST,
            step: STEP,
        };
        let of = |one: &patterns::Pattern| {
            [spec(&one.key, "early", one.weight.early), spec(&one.key, "late", one.weight.late)]
        };
        self.set.patterns.iter().flat_map(of).collect()
    }

    /// The weights, in the order of [`Patterns::specs`].
    pub fn values(&self) -> Vec<i32> {
        self.weights.iter().flatten().copied().collect()
    }

    /// Takes over weights; whether one changed.
    pub fn assign(&mut self, values: &[i32]) -> bool {
        let weights: Vec<[i32; 2]> =
            values.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        if weights.len() != self.weights.len() || weights == self.weights {
            return false;
        }
        self.weights = weights;
        self.ask();
        true
    }

    /// What pieces on points that plans want them on are worth to the side to move.
    pub fn reached(&self, state: &mut MatchState, position: &Position) -> i32 {
        let mut sum = 0;
        self.for_each_action(state, position, |side, actions| {
            let reached = actions.reached(position);
            sum += if side == position.turn() { reached } else { -reached };
        });
        sum
    }

    /// Asks the matcher for what has a weight or is heard; for all if there is nothing, so
    /// that it can be measured.
    fn ask(&mut self) {
        let (grounds, weights) = (&self.set.grounds, &self.weights);
        let (none, guides, actions) = (self.is_silent(), self.guides, &self.actions);
        let weight = |ground: usize| weights[grounds[ground].pattern as usize];
        let counts = |ground: usize| weight(ground) != [0, 0] || none && !guides;
        self.matcher.ask_for(|ground| counts(ground) || guides && actions[ground].is_some());
        self.matcher.weigh(|ground| match grounds[ground].side {
            Side::Red => weight(ground),
            Side::Black => weight(ground).map(|number| -number),
        });
    }

    /// Whether no pattern has a weight.
    pub fn is_silent(&self) -> bool {
        self.weights.iter().all(|weight| *weight == [0, 0])
    }

    /// What the patterns on the board are worth to red.
    #[inline]
    fn worth(&self, state: &mut MatchState, position: &Position) -> i32 {
        let sums = self.matcher.sums(state, position);
        if sums == [0, 0] { 0 } else { blend(sums, position) }
    }

    /// Every pattern on the board as a row, seen from the side to move.
    pub fn rows(&self, position: &Position) -> Option<Row> {
        let found = self.set.matches(position);
        let mut children: Vec<Row> = found
            .iter()
            .map(|one| {
                let [early, late] = self.weights[one.pattern];
                let value = blend([early, late], position) * one.count as i32;
                let value = if one.side == position.turn() { value } else { -value };
                let key = self.set.patterns[one.pattern].key.clone();
                Row { points: one.points, ..Row::new(key, Some(one.side), value) }
            })
            .collect();
        if self.guides {
            let reached = self.reached(&mut self.matcher.start(), position);
            children.push(Row::new("goals", None, reached));
        }
        (!children.is_empty()).then(|| Row::of_parts("patterns", children))
    }
}

/// How much of both armies is left, of [`FULL`].
fn strength(position: &Position) -> i32 {
    let count = |kind| position.kind(kind).count() as i32;
    let strength = 2 * count(Kind::Rook) + count(Kind::Horse) + count(Kind::Cannon);
    strength.min(FULL)
}

/// How much early and late weights count.
pub(crate) fn shares(position: &Position) -> [f32; 2] {
    let early = strength(position) as f32 / FULL as f32;
    [early, 1.0 - early]
}

/// Between early and late, by the armies left.
fn blend([early, late]: [i32; 2], position: &Position) -> i32 {
    let strength = strength(position);
    (early * strength + late * (FULL - strength)) / FULL
}

/// An evaluation and what patterns add to it.
pub(crate) struct WithPatterns<'a, E> {
    inner: E,
    patterns: &'a Patterns,
    silent: bool,
}

impl<'a, E> WithPatterns<'a, E> {
    pub fn new(inner: E, patterns: &'a Patterns) -> WithPatterns<'a, E> {
        WithPatterns { inner, silent: patterns.is_silent(), patterns }
    }
}

/// What follows the board: the state of the evaluation, that of the matcher, and for each
/// ply of the line what it did.
pub(crate) struct State<Inner> {
    inner: Inner,
    pub matched: MatchState,
    trail: Vec<Level>,
}

/// A ply of the line.
#[derive(Clone, Copy)]
struct Level {
    /// The pieces it moved, a bit each.
    pieces: u16,
    /// What shapes are worth to red here, or where that was last looked for above.
    worth: i32,
}

impl<Inner> State<Inner> {
    fn worth(&self) -> i32 {
        self.trail.last().map_or(0, |level| level.worth)
    }

    fn push(&mut self, pieces: u16) {
        self.trail.push(Level { pieces, worth: self.worth() });
    }
}

impl<E: Evaluator<Position>> Evaluator<Position> for WithPatterns<'_, E> {
    type State = State<E::State>;

    fn start(&self, position: &Position) -> Self::State {
        let mut matched = self.patterns.matcher.start();
        let worth = self.patterns.worth(&mut matched, position);
        let mut trail = Vec::with_capacity(160);
        trail.push(Level { pieces: 0, worth });
        State { inner: self.inner.start(position), matched, trail }
    }

    #[inline]
    fn made(&self, state: &mut Self::State, position: &Position, change: &Change<Piece>) {
        self.inner.made(&mut state.inner, position, change);
        let bit = |taken: Option<(Piece, u8)>| taken.map_or(0, |(piece, _)| 1 << piece.index());
        let pieces = bit(change.taken[0]) | bit(change.taken[1]);
        state.matched.moved(pieces);
        state.push(pieces);
    }

    #[inline]
    fn passed(&self, state: &mut Self::State, before: Option<Score>) {
        // What is known is the sum, which does not tell the inner share.
        self.inner.passed(&mut state.inner, before.filter(|_| self.silent));
        state.push(0);
    }

    #[inline]
    fn unmade(&self, state: &mut Self::State) {
        self.inner.unmade(&mut state.inner);
        state.matched.moved(state.trail.pop().map_or(0, |level| level.pieces));
    }

    #[inline]
    fn evaluate(&self, state: &mut Self::State, position: &Position) -> Score {
        self.evaluate_near(state, position, Window::FULL)
    }

    /// A few plies change little of what shapes are worth: where that cannot matter it is
    /// taken from further up the line.
    #[inline]
    fn evaluate_near(&self, state: &mut Self::State, position: &Position, window: Window) -> Score {
        let inner = self.inner.evaluate_near(&mut state.inner, position, window).get();
        let limit = Score::BEST_EVAL.get();
        let with = |worth: i32| {
            let worth = if position.turn() == Side::Red { worth } else { -worth };
            Score::new((inner + worth).clamp(-limit, limit))
        };
        let rough = with(state.worth());
        if rough > window.beta + CHANGE || rough < window.alpha - CHANGE {
            return rough;
        }
        let worth = self.patterns.worth(&mut state.matched, position);
        if let Some(level) = state.trail.last_mut() {
            level.worth = worth;
        }
        with(worth)
    }
}

#[cfg(test)]
mod tests {
    use game::{NullObserver, Position as _, Rng};

    use super::*;
    use crate::eval::{Chuhe, EvalParams, EvalStyle, Evaluation, Styled};

    /// Where a score matters, shapes are looked for; elsewhere it stays on its side.
    #[test]
    fn what_matters_to_the_window_is_looked_for() {
        let mut patterns = Patterns::shipped();
        let values: Vec<i32> = (0..patterns.values().len() as i32).map(|at| at % 37 - 9).collect();
        assert!(patterns.assign(&values));
        let evaluation = Evaluation::new(EvalParams::default(), EvalStyle::Chuhe);
        let with = WithPatterns::new(Styled::<Chuhe>::new(&evaluation), &patterns);
        let (mut stale, mut rng) = (0, Rng::new(3));
        for _ in 0..8 {
            let mut position = Position::start();
            let mut state = with.start(&position);
            for _ in 0..90 {
                let Some(&ply) = rng.choose(&position.legal_plies()) else { break };
                let at = |square: xiangqi::Square| {
                    position.piece_at(square).map(|piece| (piece, square.index() as u8))
                };
                let (mover, taken) = (at(ply.from()), at(ply.to()));
                let put = mover.map(|(piece, _)| (piece, ply.to().index() as u8));
                position.make_ply(ply, &mut NullObserver);
                with.made(&mut state, &position, &Change { taken: [mover, taken], put });
                let truth = with.evaluate(&mut with.start(&position), &position);
                let far = Window::null(Score::new(truth.get() - 2_000));
                let rough = with.evaluate_near(&mut state, &position, far);
                assert!(far.fails_high(rough), "{rough:?} for {truth:?}: {position}");
                stale += i32::from(rough != truth);
                let near = Window::around(truth, 5);
                // Only while what is known from above is near enough may it stand.
                let told = with.evaluate_near(&mut state, &position, near);
                assert!(told == truth || (told.get() - truth.get()).abs() > CHANGE, "{position}");
                assert_eq!(with.evaluate(&mut state, &position), truth, "{position}");
            }
        }
        assert!(stale > 50, "{stale} were told roughly");
    }
}
