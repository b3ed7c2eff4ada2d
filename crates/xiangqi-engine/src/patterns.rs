//! Patterns in the evaluation: a state beside that of the terms, with the patterns'
//! weights as parameters.

use game::{Score, Side};
use patterns::diagnostic::render_all;
use patterns::{MatchState, Matcher, PatternSet, shipped};
use search::{Change, Evaluator, OptionError, ParamSpec, Row};
use xiangqi::{Kind, Piece, Position};

/// No pattern is worth more.
const MOST: i32 = 2000;
/// A step that should be felt.
const STEP: i32 = 8;
/// The strength of both armies at the start: rooks two, horses and cannons one.
const FULL: i32 = 16;
/// So many messages about a file are told.
const MESSAGES: usize = 5;

/// Whether patterns are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// Where one has a weight.
    On,
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
            "off" => Ok(Use::Off),
            "measure" => Ok(Use::Measured),
            _ => Err(OptionError::Text {
                name: "Patterns",
                reason: format!("it is '{text}': expected on, off or measure"),
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
        let mut patterns = Patterns { set, matcher, weights };
        patterns.ask();
        patterns
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

    /// Asks the matcher for what has a weight; for all if nothing has, so that it can be
    /// measured.
    fn ask(&mut self) {
        let (set, weights) = (&self.set, &self.weights);
        let none = self.is_silent();
        self.matcher
            .ask_for(|ground| none || weights[set.grounds[ground].pattern as usize] != [0, 0]);
    }

    /// Whether no pattern has a weight.
    pub fn is_silent(&self) -> bool {
        self.weights.iter().all(|weight| *weight == [0, 0])
    }

    /// What the patterns on the board are worth to the side to move.
    #[inline]
    fn score(&self, state: &mut MatchState, position: &Position) -> i32 {
        let mut sums = [0; 2];
        // Both wings of a shape are one: the side and pattern that counted last.
        let mut seen: [(u32, Side); 8] = [(u32::MAX, Side::Red); 8];
        let mut number = 0;
        self.matcher.for_each(state, position, |ground, count| {
            let ground = &self.set.grounds[ground];
            let weight = self.weights[ground.pattern as usize];
            if weight == [0, 0] || seen.contains(&(ground.pattern, ground.side)) {
                return;
            }
            seen[number % seen.len()] = (ground.pattern, ground.side);
            number += 1;
            let sign = if ground.side == position.turn() { count as i32 } else { -(count as i32) };
            sums[0] += sign * weight[0];
            sums[1] += sign * weight[1];
        });
        if sums == [0, 0] { 0 } else { blend(sums, position) }
    }

    /// Every pattern on the board as a row, seen from the side to move.
    pub fn rows(&self, position: &Position) -> Option<Row> {
        let found = self.set.matches(position);
        let children: Vec<Row> = found
            .iter()
            .map(|one| {
                let [early, late] = self.weights[one.pattern];
                let value = blend([early, late], position) * one.count as i32;
                let value = if one.side == position.turn() { value } else { -value };
                let key = self.set.patterns[one.pattern].key.clone();
                Row { points: one.points, ..Row::new(key, Some(one.side), value) }
            })
            .collect();
        (!children.is_empty()).then(|| Row::of_parts("patterns", children))
    }
}

/// Between early and late, by the armies left.
fn blend([early, late]: [i32; 2], position: &Position) -> i32 {
    let count = |kind| position.kind(kind).count() as i32;
    let strength = 2 * count(Kind::Rook) + count(Kind::Horse) + count(Kind::Cannon);
    let strength = strength.min(FULL);
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

impl<E: Evaluator<Position>> Evaluator<Position> for WithPatterns<'_, E> {
    type State = (E::State, MatchState);

    fn start(&self, position: &Position) -> Self::State {
        (self.inner.start(position), self.patterns.matcher.start())
    }

    #[inline]
    fn made(&self, state: &mut Self::State, position: &Position, change: &Change<Piece>) {
        // The matcher compares boards when it is asked: there is nothing to tell it.
        self.inner.made(&mut state.0, position, change);
    }

    #[inline]
    fn passed(&self, state: &mut Self::State, before: Option<Score>) {
        // What is known is the sum, which does not tell the inner share.
        self.inner.passed(&mut state.0, before.filter(|_| self.silent));
    }

    #[inline]
    fn unmade(&self, state: &mut Self::State) {
        self.inner.unmade(&mut state.0);
    }

    #[inline]
    fn evaluate(&self, state: &mut Self::State, position: &Position) -> Score {
        let inner = self.inner.evaluate(&mut state.0, position).get();
        let limit = Score::BEST_EVAL.get();
        Score::new((inner + self.patterns.score(&mut state.1, position)).clamp(-limit, limit))
    }
}
