//! All terms together.

use game::{Observer as _, Score, Side};
use search::Change;
use xiangqi::{Piece, Position};

use super::accumulator::{Accumulator, AccumulatorObserver, PieceSquareSums};
use super::attack_info::AttackInfo;
use super::control::Control;
use super::dynamic::Dynamic;
use super::elephants::Elephants;
use super::endgames::{self, EndgameParams};
use super::features::Features;
use super::king_safety::KingSafety;
use super::material::Army;
use super::mobility::Mobility;
use super::packed::{Blend, Packed};
use super::params::EvalParams;
use super::phase::Phases;
use super::style::{Chuhe, EvalStyle, Shenxiang, Style};
use super::threats::Threats;

/// No evaluation is larger.
pub const LIMIT: i32 = Score::BEST_EVAL.get();

/// An evaluation with all its tables.
#[derive(Clone, Debug)]
pub struct Evaluation {
    pub(super) params: EvalParams,
    pub(super) style: EvalStyle,
    sums: PieceSquareSums,
    phases: Phases,
    mobility: Mobility,
    control: Control,
    features: Features,
    dynamic: Dynamic,
    king: KingSafety,
    threats: Threats,
    elephants: Elephants,
    endgames: EndgameParams,
    pub(super) tempo: Packed,
}

impl Evaluation {
    /// Builds the tables of a parameter set.
    pub fn new(params: EvalParams, style: EvalStyle) -> Evaluation {
        endgames::prepare();
        Evaluation {
            style,
            sums: PieceSquareSums::new(&params.material, &params.squares),
            phases: Phases::new(params.phase_rule, &params.phase),
            mobility: Mobility::new(&params.mobility),
            control: params.control.packed(),
            features: params.features.packed(),
            dynamic: Dynamic::new(&params.dynamic),
            king: KingSafety::new(&params.danger, &params.king),
            threats: params.threats.packed(),
            elephants: params.elephants.packed(),
            endgames: params.endgames.clone(),
            tempo: params.tempo.packed().to_move,
            params,
        }
    }

    /// The evaluation of a style with its own numbers.
    pub fn of_style(style: EvalStyle) -> Evaluation {
        Evaluation::new(EvalParams::of_style(style), style)
    }

    /// The numbers it was built from.
    pub fn params(&self) -> &EvalParams {
        &self.params
    }

    /// The terms it uses.
    pub fn style(&self) -> EvalStyle {
        self.style
    }

    /// The incremental part from nothing.
    pub fn refresh(&self, position: &Position) -> Accumulator {
        Accumulator::refresh(&self.sums, position)
    }

    /// The accumulator after a change of the board.
    #[inline]
    pub(super) fn after(&self, before: Accumulator, change: &Change<Piece>) -> Accumulator {
        let mut after = before;
        let mut observer = self.observer(&mut after);
        for (piece, square) in change.taken.into_iter().flatten() {
            observer.take(piece, usize::from(square));
        }
        if let Some((piece, square)) = change.put {
            observer.put(piece, usize::from(square));
        }
        after
    }

    /// An observer that changes an accumulator as the board changes.
    #[inline]
    pub fn observer<'a>(&'a self, accumulator: &'a mut Accumulator) -> AccumulatorObserver<'a> {
        AccumulatorObserver::new(&self.sums, accumulator)
    }

    /// How good a position is for the side to move. The accumulator must be that
    /// of the position.
    pub fn evaluate(&self, position: &Position, accumulator: &Accumulator) -> Score {
        match self.style {
            EvalStyle::Chuhe => self.evaluate_as::<Chuhe>(position, accumulator),
            EvalStyle::Shenxiang => self.evaluate_as::<Shenxiang>(position, accumulator),
        }
    }

    /// The same for a style that the compiler knows.
    #[inline]
    pub(super) fn evaluate_as<S: Style>(
        &self,
        position: &Position,
        accumulator: &Accumulator,
    ) -> Score {
        debug_assert_eq!(*accumulator, self.refresh(position), "a stale accumulator");
        let armies = accumulator.armies();
        let info = AttackInfo::new(position);
        let mut sum = accumulator.sum() + self.side_sum::<S>(position, &info, armies, Side::Red)
            - self.side_sum::<S>(position, &info, armies, Side::Black);
        sum += signed(position.turn(), self.tempo);
        let blend = self.phases.blend(armies, accumulator.at_home());
        let red = self.after_theory::<S>(sum.blend(blend), armies);
        Score::new(if position.turn() == Side::Red { red } else { -red })
    }

    /// The evaluation after a passed turn: everything but the tempo is the same,
    /// seen from the other side.
    #[inline]
    pub fn after_pass(&self, evaluation: Score, accumulator: &Accumulator) -> Score {
        let blend = self.phases.blend(accumulator.armies(), accumulator.at_home());
        Score::new(2 * self.tempo.blend(blend) - evaluation.get())
    }

    /// How much of each phase a position is in.
    pub fn blend(&self, accumulator: &Accumulator) -> Blend {
        self.phases.blend(accumulator.armies(), accumulator.at_home())
    }

    /// What all terms give to a side. One copy of the code for both sides: two
    /// would push the rest of the search out of the instruction cache.
    #[inline(never)]
    pub(super) fn side_sum<S: Style>(
        &self,
        position: &Position,
        info: &AttackInfo,
        armies: [Army; 2],
        side: Side,
    ) -> Packed {
        let mut sum = Packed::ZERO;
        self.side_terms::<S>(position, info, armies, side, &mut |_, _, part| sum += part);
        sum
    }

    /// Shows what every term gives to each side, under its key.
    pub(super) fn terms(
        &self,
        position: &Position,
        armies: [Army; 2],
        mut show: impl FnMut(&'static str, Side, Packed),
    ) {
        let info = AttackInfo::new(position);
        for side in Side::BOTH {
            match self.style {
                EvalStyle::Chuhe => {
                    self.side_terms::<Chuhe>(position, &info, armies, side, &mut show);
                }
                EvalStyle::Shenxiang => {
                    self.side_terms::<Shenxiang>(position, &info, armies, side, &mut show);
                }
            }
        }
    }

    /// The terms that look at the board, in the order of the explanation.
    #[inline(always)]
    fn side_terms<S: Style>(
        &self,
        position: &Position,
        info: &AttackInfo,
        armies: [Army; 2],
        side: Side,
        show: &mut impl FnMut(&'static str, Side, Packed),
    ) {
        if S::STYLE == EvalStyle::Shenxiang {
            show("mobility", side, self.mobility.horses_only(info, side));
            show("named_features", side, self.features.score(position, info, side));
            return;
        }
        show("mobility", side, self.mobility.score(position, info, side));
        show("control_points", side, self.control.score(info, side));
        show("named_features", side, self.features.score(position, info, side));
        show("dynamic_material", side, self.dynamic.score(position, armies, side));
        show("king_safety", side, self.king.score(position, info, armies, side));
        show("threats_and_protection", side, self.threats.score(position, info, side));
        show("raised_elephant", side, self.elephants.score(position, side));
    }

    /// What theory makes of a value of somebody else's; from red's view to red's view.
    pub(crate) fn known_ending(&self, position: &Position, red: i32) -> i32 {
        self.after_theory::<Chuhe>(red, self.refresh(position).armies())
    }

    /// Known endings and the limit of scores; from red's view to red's view.
    #[inline]
    pub(super) fn after_theory<S: Style>(&self, red: i32, armies: [Army; 2]) -> i32 {
        let [strong, weak] = if red >= 0 { armies } else { [armies[1], armies[0]] };
        let score = match S::STYLE {
            EvalStyle::Chuhe => self.endgames.apply(red.abs(), strong, weak),
            EvalStyle::Shenxiang => red.abs(),
        };
        let score = score.min(LIMIT);
        if red >= 0 { score } else { -score }
    }
}

/// A number of the side to move, seen by red.
#[inline]
pub(super) fn signed(turn: Side, value: Packed) -> Packed {
    if turn == Side::Red { value } else { -value }
}
