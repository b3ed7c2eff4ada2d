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
        let (grounds, weights) = (&self.set.grounds, &self.weights);
        let none = self.is_silent();
        let weight = |ground: usize| weights[grounds[ground].pattern as usize];
        self.matcher.ask_for(|ground| none || weight(ground) != [0, 0]);
        self.matcher.weigh(|ground| match grounds[ground].side {
            Side::Red => weight(ground),
            Side::Black => weight(ground).map(|number| -number),
        });
    }

    /// Whether no pattern has a weight.
    pub fn is_silent(&self) -> bool {
        self.weights.iter().all(|weight| *weight == [0, 0])
    }

    /// What the patterns on the board are worth to the side to move.
    #[inline]
    fn score(&self, state: &mut MatchState, position: &Position) -> i32 {
        let sums = self.matcher.sums(state, position);
        if sums == [0, 0] {
            return 0;
        }
        let red = blend(sums, position);
        if position.turn() == Side::Red { red } else { -red }
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

/// What follows the board: the state of the evaluation, that of the matcher, and which
/// pieces each ply of the line moved.
pub(crate) struct State<Inner> {
    inner: Inner,
    matched: MatchState,
    trail: Vec<u16>,
}

impl<E: Evaluator<Position>> Evaluator<Position> for WithPatterns<'_, E> {
    type State = State<E::State>;

    fn start(&self, position: &Position) -> Self::State {
        State {
            inner: self.inner.start(position),
            matched: self.patterns.matcher.start(),
            trail: Vec::with_capacity(160),
        }
    }

    #[inline]
    fn made(&self, state: &mut Self::State, position: &Position, change: &Change<Piece>) {
        self.inner.made(&mut state.inner, position, change);
        let bit = |taken: Option<(Piece, u8)>| taken.map_or(0, |(piece, _)| 1 << piece.index());
        let pieces = bit(change.taken[0]) | bit(change.taken[1]);
        state.matched.moved(pieces);
        state.trail.push(pieces);
    }

    #[inline]
    fn passed(&self, state: &mut Self::State, before: Option<Score>) {
        // What is known is the sum, which does not tell the inner share.
        self.inner.passed(&mut state.inner, before.filter(|_| self.silent));
        state.trail.push(0);
    }

    #[inline]
    fn unmade(&self, state: &mut Self::State) {
        self.inner.unmade(&mut state.inner);
        state.matched.moved(state.trail.pop().unwrap_or(0));
    }

    #[inline]
    fn evaluate(&self, state: &mut Self::State, position: &Position) -> Score {
        let inner = self.inner.evaluate(&mut state.inner, position).get();
        let limit = Score::BEST_EVAL.get();
        Score::new((inner + self.patterns.score(&mut state.matched, position)).clamp(-limit, limit))
    }
}
