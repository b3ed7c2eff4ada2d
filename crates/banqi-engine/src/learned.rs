//! A network in the place of the hand-written evaluation, alone or with its terms of
//! the fight at hand.

use banqi::{Position, Tile};
use game::{Position as _, Score};
use network::{BanqiInputs, BanqiNetwork, Clock, Inputs as _, State};
use search::{Change, Evaluator};

use crate::engine::BanqiGame;
use crate::eval::{self, Evaluation};
use crate::judge::Judge;
use crate::kept::Kept;

/// What a sure win is in a network's units: `POINTS · (2 · points − 1)`.
pub(crate) const POINTS: i32 = BanqiInputs::SCALE;

/// With so few pieces a correction is silent: who can take whom decides, a dead draw
/// must stay one, and the hand-written evaluation sees both.
const FEW: u32 = 3;

/// The clock of a game as networks see it.
pub(crate) fn clock(game: &BanqiGame) -> Clock {
    let small = |plies: u32| u16::try_from(plies).unwrap_or(u16::MAX);
    let (plies, limit) = (game.history().clock(), game.rules().no_progress_plies);
    Clock { plies: small(plies), limit: small(limit) }
}

/// A network, from the clock of a game on.
pub(crate) struct Learned<'a> {
    network: &'a BanqiNetwork,
    clock: Clock,
}

impl<'a> Learned<'a> {
    pub fn new(network: &'a BanqiNetwork, game: &BanqiGame) -> Learned<'a> {
        Learned { network, clock: clock(game) }
    }
}

/// What follows the board for a network, and the values found so far: those of
/// whatever is made of the network's value.
pub(crate) struct Following {
    network: State<BanqiInputs>,
    kept: Kept,
}

impl Following {
    /// The value of the present position, which `work` finds out if it is not kept.
    #[inline]
    fn value(
        &mut self,
        position: &Position,
        work: impl FnOnce(&mut State<BanqiInputs>) -> i32,
    ) -> i32 {
        // Near the draw limit the same board has other values.
        let step = self.network.note().clock().step() as u64;
        let key = position.key() ^ step.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if let Some(known) = self.kept.find(key) {
            return known;
        }
        let value = work(&mut self.network);
        self.kept.keep(key, value);
        value
    }
}

impl Judge for Learned<'_> {
    /// As many points as it brings.
    const WON: i32 = POINTS;
    const LARGEST: i32 = POINTS - 10;
    const IN_POINTS: bool = true;
    const KNOWS_CLOCK: bool = true;
}

impl Evaluator<Position> for Learned<'_> {
    type State = Following;

    fn start(&self, position: &Position) -> Following {
        let mut network = State::new(self.network);
        network.start(position, self.clock);
        Following { network, kept: Kept::new() }
    }

    #[inline]
    fn made(&self, state: &mut Self::State, position: &Position, change: &Change<Tile>) {
        state.network.made(position, change.taken, change.put);
    }

    #[inline]
    fn passed(&self, state: &mut Self::State, _: Option<Score>) {
        state.network.passed();
    }

    #[inline]
    fn unmade(&self, state: &mut Self::State) {
        state.network.unmade();
    }

    #[inline]
    fn evaluate(&self, state: &mut Self::State, position: &Position) -> Score {
        Score::new(state.value(position, |network| network.evaluate(position)))
    }
}

/// A network and the hand-written terms of the fight at hand: threats and the hunt.
pub(crate) struct Hybrid<'a> {
    learned: Learned<'a>,
    evaluation: &'a Evaluation,
    /// Units of the network for a hundred units of the terms.
    percent: i32,
}

impl<'a> Hybrid<'a> {
    pub fn new(learned: Learned<'a>, evaluation: &'a Evaluation, percent: i32) -> Hybrid<'a> {
        Hybrid { learned, evaluation, percent }
    }
}

/// What terms add to a network's value. As in the logistic curve the same advantage
/// brings fewer points where most of them are won or lost already.
#[inline]
fn with_terms(value: i32, terms: i32) -> i32 {
    let (value, terms, most) = (i64::from(value), i64::from(terms), i64::from(POINTS));
    (value + terms * (most * most - value * value) / (most * most)) as i32
}

impl Judge for Hybrid<'_> {
    const WON: i32 = Learned::WON;
    const LARGEST: i32 = Learned::LARGEST;
    const IN_POINTS: bool = true;
    const KNOWS_CLOCK: bool = true;
}

impl Evaluator<Position> for Hybrid<'_> {
    type State = (Following, eval::State);

    fn start(&self, position: &Position) -> Self::State {
        (self.learned.start(position), self.evaluation.start(position))
    }

    #[inline]
    fn made(&self, state: &mut Self::State, position: &Position, change: &Change<Tile>) {
        self.learned.made(&mut state.0, position, change);
        self.evaluation.made(&mut state.1, position, change);
    }

    #[inline]
    fn passed(&self, state: &mut Self::State, _: Option<Score>) {
        self.learned.passed(&mut state.0, None);
        self.evaluation.passed(&mut state.1, None);
    }

    #[inline]
    fn unmade(&self, state: &mut Self::State) {
        self.learned.unmade(&mut state.0);
        self.evaluation.unmade(&mut state.1);
    }

    #[inline]
    fn evaluate(&self, state: &mut Self::State, position: &Position) -> Score {
        let (following, by_hand) = state;
        Score::new(following.value(position, |network| {
            let terms = self.evaluation.fight(by_hand, position) * self.percent / 100;
            with_terms(network.evaluate(position), terms)
        }))
    }
}

/// The hand-written evaluation and a network that corrects it, in its units.
pub(crate) struct Corrected<'a> {
    evaluation: &'a Evaluation,
    learned: Learned<'a>,
}

impl<'a> Corrected<'a> {
    pub fn new(learned: Learned<'a>, evaluation: &'a Evaluation) -> Corrected<'a> {
        Corrected { evaluation, learned }
    }
}

impl Judge for Corrected<'_> {
    const WON: i32 = Evaluation::WON;
    const LARGEST: i32 = Evaluation::LARGEST;
    const IN_POINTS: bool = false;
    const KNOWS_CLOCK: bool = true;
}

impl Evaluator<Position> for Corrected<'_> {
    type State = (Following, eval::State);

    fn start(&self, position: &Position) -> Self::State {
        (self.learned.start(position), self.evaluation.start(position))
    }

    #[inline]
    fn made(&self, state: &mut Self::State, position: &Position, change: &Change<Tile>) {
        self.learned.made(&mut state.0, position, change);
        self.evaluation.made(&mut state.1, position, change);
    }

    #[inline]
    fn passed(&self, state: &mut Self::State, _: Option<Score>) {
        self.learned.passed(&mut state.0, None);
        self.evaluation.passed(&mut state.1, None);
    }

    #[inline]
    fn unmade(&self, state: &mut Self::State) {
        self.learned.unmade(&mut state.0);
        self.evaluation.unmade(&mut state.1);
    }

    #[inline]
    fn evaluate(&self, state: &mut Self::State, position: &Position) -> Score {
        let (following, by_hand) = state;
        Score::new(following.value(position, |network| {
            let by_hand = self.evaluation.evaluate_anew(by_hand, position);
            if position.occupied().count() <= FEW {
                return by_hand;
            }
            Self::bounded(by_hand + network.evaluate(position)).get()
        }))
    }
}

#[cfg(test)]
mod tests {
    use banqi::{Deal, Ply};
    use game::Rng;
    use network::{Shape, Width};
    use search::{Control, TranspositionTable, Unattended};

    use super::*;
    use crate::chuhe::{Features, SearchParams, Shared, Worker};
    use crate::eval::EvalParams;
    use crate::walker::Walker;

    /// Steps forwards, backwards and passes, as searches make them; whenever the
    /// evaluation is asked it is the one of a fresh start. How often it was asked.
    fn walk<E: Judge>(
        shared: Shared<'_, E>,
        game: &BanqiGame,
        deal: &Deal,
        rng: &mut Rng,
        fresh: impl Fn(&Position, Clock) -> i32,
    ) -> u32 {
        let mut worker = Worker::new(shared, Walker::at(game));
        let mut asked = 0;
        for _ in 0..400 {
            let (height, choice) = (worker.walker.height(), rng.below(10));
            let plies = worker.walker.position.legal_plies();
            let over = height > 100 || plies.is_empty() || worker.walker.eliminated();
            if height > 0 && (choice < 3 || over) {
                worker.leave();
            } else if choice == 3 {
                worker.enter_pass(Score::DRAW);
            } else if let Some(&ply) = rng.choose::<Ply>(&plies) {
                worker.enter(ply, deal.reveal(ply));
            }
            if rng.below(3) == 0 {
                let small = |plies: u32| u16::try_from(plies).unwrap_or(u16::MAX);
                let walker = &worker.walker;
                let clock = Clock { plies: small(walker.clock), limit: small(walker.limit) };
                let expected = E::bounded(fresh(&walker.position, clock));
                assert_eq!(worker.evaluate(), expected, "{}", worker.walker.position);
                asked += 1;
            }
        }
        asked
    }

    #[test]
    fn the_search_sees_the_value_of_a_fresh_start_whatever_was_made_and_unmade() {
        let shape = Shape { width: Width::W64, inputs: BanqiInputs };
        let network = BanqiNetwork::random(shape, 7);
        let evaluation = Evaluation::new(EvalParams::default());
        let params = SearchParams::default();
        let table = TranspositionTable::new(0).unwrap();
        let control = Control::new(&Unattended, None, None);
        let mut asked = 0;
        for seed in 0..8 {
            let (deal, mut rng) = (Deal::shuffled(seed), Rng::new(seed));
            let mut game = BanqiGame::new(Default::default());
            for _ in 0..rng.below(40) + 1 {
                let plies = game.position().legal_plies();
                let ply = *rng.choose(&plies).unwrap();
                if game.play(ply, deal.reveal(ply)).is_err() {
                    break;
                }
            }
            let shared = Shared {
                table: &table,
                evaluator: &Learned::new(&network, &game),
                worths: evaluation.worths(),
                control: &control,
                params: &params,
                features: Features::ALL,
                tables: None,
                threads: 1,
            };
            let whole = |position: &Position, clock| network.evaluate(position, clock);
            asked += walk(shared, &game, &deal, &mut rng, whole);
            let hybrid = Hybrid::new(Learned::new(&network, &game), &evaluation, 120);
            let with_fight = |position: &Position, clock| {
                let terms = evaluation.fight(&mut evaluation.start(position), position);
                with_terms(network.evaluate(position, clock), terms * 120 / 100)
            };
            let Shared { worths, features, .. } = shared;
            let (table, control, params) = (&table, &control, &params);
            let shared = Shared {
                table,
                evaluator: &hybrid,
                worths,
                control,
                params,
                features,
                tables: None,
                threads: 1,
            };
            asked += walk(shared, &game, &deal, &mut rng, with_fight);
        }
        assert!(asked > 1_000, "{asked}");
    }

    #[test]
    fn the_same_board_nearer_to_the_draw_limit_has_a_value_of_its_own() {
        let shape = Shape { width: Width::W64, inputs: BanqiInputs };
        let network = BanqiNetwork::random(shape, 7);
        // Fifty plies are left, then forty-six: another step of the clock.
        let position: Position = "8/8/8/K6h r".parse().unwrap();
        let game = BanqiGame::from_position(Default::default(), position.clone(), 10);
        let learned = Learned::new(&network, &game);
        let (mut state, mut walker) = (learned.start(&position), Walker::at(&game));
        let first = learned.evaluate(&mut state, &position).get();
        for text in ["a1a2", "h1g1", "a2a1", "g1h1"] {
            let ply = banqi::notation::coordinate::read_ply(text).unwrap();
            let change = walker.make(ply, banqi::Reveal::Nothing);
            learned.made(&mut state, &walker.position, &change);
        }
        assert_eq!(walker.position.key(), position.key());
        let later = learned.evaluate(&mut state, &walker.position).get();
        let fresh = |plies| network.evaluate(&position, Clock { plies, limit: 60 });
        assert_eq!((first, later), (fresh(10), fresh(14)));
        assert_ne!(first, later);
    }

    #[test]
    fn terms_count_whole_in_the_balance_and_never_pass_a_sure_win() {
        assert_eq!(with_terms(0, 300), 300);
        assert_eq!(with_terms(POINTS / 2, 400), POINTS / 2 + 300);
        assert_eq!(with_terms(-POINTS, 900), -POINTS);
        for value in (-POINTS..=POINTS).step_by(100) {
            assert_eq!(with_terms(value, 700), -with_terms(-value, -700));
            assert!(with_terms(value, 2_000) <= POINTS);
        }
    }
}
