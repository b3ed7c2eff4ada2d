//! A network in the place of the hand-written evaluation. What theory knows about
//! endings with few pieces is kept.

use game::{Score, Side};
use network::{Network, State, XiangqiInputs};
use search::{Change, Evaluator};
use xiangqi::{Piece, Position};

use crate::eval::{self, Chuhe, Evaluation, Styled};

/// With so few pieces on the board theory is asked.
const FEW: u32 = 10;

/// A network and the evaluation whose knowledge of endings it uses.
pub(crate) struct Learned<'a> {
    network: &'a Network<XiangqiInputs>,
    evaluation: &'a Evaluation,
}

impl<'a> Learned<'a> {
    pub fn new(network: &'a Network<XiangqiInputs>, evaluation: &'a Evaluation) -> Learned<'a> {
        Learned { network, evaluation }
    }

    #[cold]
    fn with_theory(&self, position: &Position, value: i32) -> i32 {
        let red = if position.turn() == Side::Red { value } else { -value };
        let known = self.evaluation.known_ending(position, red);
        if position.turn() == Side::Red { known } else { -known }
    }
}

impl Evaluator<Position> for Learned<'_> {
    type State = State<XiangqiInputs>;

    fn start(&self, position: &Position) -> Self::State {
        let mut state = State::new(self.network);
        state.start(position, ());
        state
    }

    #[inline]
    fn made(&self, state: &mut Self::State, position: &Position, change: &Change<Piece>) {
        state.made(position, change.taken, change.put);
    }

    #[inline]
    fn passed(&self, state: &mut Self::State, _: Option<Score>) {
        state.passed();
    }

    #[inline]
    fn unmade(&self, state: &mut Self::State) {
        state.unmade();
    }

    #[inline]
    fn evaluate(&self, state: &mut Self::State, position: &Position) -> Score {
        let mut value = state.evaluate(position);
        if position.occupied().count() <= FEW {
            value = self.with_theory(position, value);
        }
        Score::new(value)
    }
}

/// The hand-written evaluation and a network that corrects it.
pub(crate) struct Corrected<'a> {
    hand: Styled<'a, Chuhe>,
    network: &'a Network<XiangqiInputs>,
}

impl<'a> Corrected<'a> {
    pub fn new(network: &'a Network<XiangqiInputs>, evaluation: &'a Evaluation) -> Corrected<'a> {
        Corrected { hand: Styled::new(evaluation), network }
    }
}

impl Evaluator<Position> for Corrected<'_> {
    type State = (eval::State, State<XiangqiInputs>);

    fn start(&self, position: &Position) -> Self::State {
        let mut state = State::new(self.network);
        state.start(position, ());
        (self.hand.start(position), state)
    }

    #[inline]
    fn made(&self, (hand, network): &mut Self::State, position: &Position, change: &Change<Piece>) {
        self.hand.made(hand, position, change);
        network.made(position, change.taken, change.put);
    }

    /// Nothing is carried over a pass: the correction depends on who is to move.
    #[inline]
    fn passed(&self, (hand, network): &mut Self::State, _: Option<Score>) {
        self.hand.passed(hand, None);
        network.passed();
    }

    #[inline]
    fn unmade(&self, (hand, network): &mut Self::State) {
        self.hand.unmade(hand);
        network.unmade();
    }

    #[inline]
    fn evaluate(&self, (hand, network): &mut Self::State, position: &Position) -> Score {
        let limit = Score::BEST_EVAL.get();
        let sum = self.hand.evaluate(hand, position).get() + network.evaluate(position);
        Score::new(sum.clamp(-limit, limit))
    }
}
