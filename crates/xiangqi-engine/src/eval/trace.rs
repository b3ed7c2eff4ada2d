//! What tuners need to know: the sums before phases are blended, and those of many
//! parameter sets on one board.

use game::Side;
use xiangqi::Position;

use super::attack_info::AttackInfo;
use super::evaluation::{Evaluation, signed};
use super::material::Army;
use super::packed::{Blend, Packed};
use super::params::EvalParams;
use super::style::{Chuhe, EvalStyle, Shenxiang, Style};

/// The evaluation of a position before its phases are blended; red's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Opening, middlegame, endgame.
    pub sum: [i32; 3],
    /// The weights of the three, of [`Parts::WHOLE`].
    pub blend: [i32; 3],
    /// Both armies, red first.
    pub armies: [Army; 2],
}

impl Parts {
    /// What the weights of the phases sum to.
    pub const WHOLE: i32 = Blend::WHOLE;
}

fn lanes(sum: Packed) -> [i32; 3] {
    [sum.opening(), sum.middlegame(), sum.endgame()]
}

impl EvalParams {
    /// These numbers with other values, in the order of [`EvalParams::specs`]. Values
    /// are not checked: a tuner asks with numbers that no engine would play with.
    pub fn with_values(&self, values: &[i32]) -> EvalParams {
        let mut params = self.clone();
        let mut values = values.iter().copied();
        params.visit(&mut |_, _, _| values.next());
        params
    }
}

impl Evaluation {
    /// The sums of a position.
    pub fn parts(&self, position: &Position) -> Parts {
        let accumulator = self.refresh(position);
        let armies = accumulator.armies();
        let info = AttackInfo::new(position);
        let sum = accumulator.sum() + self.board_sum(position, &info, armies);
        let Blend { opening, middlegame, endgame } = self.blend(&accumulator);
        Parts { sum: lanes(sum), blend: [opening, middlegame, endgame], armies }
    }

    /// What theory and the limit of scores make of a blended value; red's view.
    pub fn theory(&self, red: i32, armies: [Army; 2]) -> i32 {
        match self.style() {
            EvalStyle::Chuhe => self.after_theory::<Chuhe>(red, armies),
            EvalStyle::Shenxiang => self.after_theory::<Shenxiang>(red, armies),
        }
    }

    /// Everything but material and places.
    fn board_sum(&self, position: &Position, info: &AttackInfo, armies: [Army; 2]) -> Packed {
        match self.style() {
            EvalStyle::Chuhe => self.board_sum_as::<Chuhe>(position, info, armies),
            EvalStyle::Shenxiang => self.board_sum_as::<Shenxiang>(position, info, armies),
        }
    }

    fn board_sum_as<S: Style>(
        &self,
        position: &Position,
        info: &AttackInfo,
        armies: [Army; 2],
    ) -> Packed {
        self.side_sum::<S>(position, info, armies, Side::Red)
            - self.side_sum::<S>(position, info, armies, Side::Black)
            + signed(position.turn(), self.tempo)
    }
}

/// What several evaluations of one style add for everything but material and places,
/// red's view: they share the look at the board.
pub fn board_sums(evaluations: &[Evaluation], position: &Position, out: &mut Vec<[i32; 3]>) {
    out.clear();
    let Some(first) = evaluations.first() else { return };
    let armies = first.refresh(position).armies();
    let info = AttackInfo::new(position);
    let sum = |evaluation: &Evaluation| lanes(evaluation.board_sum(position, &info, armies));
    out.extend(evaluations.iter().map(sum));
}
