//! Simulated sequential tests keep the error rates they promise.
//!
//! Game pairs come from the model of Michel Van den Bergh's `pentanomial`
//! programs (vdbergh/pentanomial, README): BayesElo with a draw width of 327 and
//! openings that favour the first player by −90 or 200, equally often.

use arena::stats::strength::{NORMALIZED_ELO_SCALE, elo_from_score};
use arena::stats::{GameResult, Pentanomial, Sprt, SprtState};
use game::Rng;

const DRAW_ELO: f64 = 327.0;
const BIASES: [f64; 2] = [-90.0, 200.0];
const RUNS: u32 = 2_000;

fn logistic(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Probabilities of loss, draw and win for an engine with a head start.
fn game(elo: f64) -> [f64; 3] {
    let (loss, win) = (logistic(-elo - DRAW_ELO), logistic(elo - DRAW_ELO));
    [loss, 1.0 - loss - win, win]
}

/// Probabilities of the six kinds of pair when the engine is `elo` BayesElo stronger.
#[derive(Clone, Copy, Default)]
struct PairModel {
    kinds: [f64; 6],
}

const KINDS: [(GameResult, GameResult); 6] = [
    (GameResult::Loss, GameResult::Loss),
    (GameResult::Loss, GameResult::Draw),
    (GameResult::Win, GameResult::Loss),
    (GameResult::Draw, GameResult::Draw),
    (GameResult::Win, GameResult::Draw),
    (GameResult::Win, GameResult::Win),
];

impl PairModel {
    fn new(elo: f64) -> PairModel {
        let mut model = PairModel::default();
        for bias in BIASES {
            let ([l1, d1, w1], [l2, d2, w2]) = (game(elo + bias), game(elo - bias));
            let kinds = [
                l1 * l2,
                l1 * d2 + d1 * l2,
                l1 * w2 + w1 * l2,
                d1 * d2,
                d1 * w2 + w1 * d2,
                w1 * w2,
            ];
            for (sum, kind) in model.kinds.iter_mut().zip(kinds) {
                *sum += kind / BIASES.len() as f64;
            }
        }
        model
    }

    fn score_and_variance(&self) -> (f64, f64) {
        let scores = [0.0, 0.25, 0.5, 0.5, 0.75, 1.0];
        let mean = |values: [f64; 6]| values.iter().zip(self.kinds).map(|(v, p)| v * p).sum();
        let score = mean(scores);
        (score, mean(scores.map(|value| (value - score) * (value - score))))
    }

    fn elo(&self) -> f64 {
        elo_from_score(self.score_and_variance().0)
    }

    fn normalized_elo(&self) -> f64 {
        let (score, variance) = self.score_and_variance();
        NORMALIZED_ELO_SCALE * (score - 0.5) / (2.0 * variance).sqrt()
    }

    /// The model with the given strength, measured by a rising function.
    fn with(strength: fn(&PairModel) -> f64, target: f64) -> PairModel {
        let (mut low, mut high) = (-500.0, 500.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if strength(&PairModel::new(middle)) < target { low = middle } else { high = middle }
        }
        PairModel::new(low)
    }

    fn play(&self, rng: &mut Rng, pairs: &mut Pentanomial) {
        let mut point = rng.unit();
        let kind = self.kinds.iter().position(|probability| {
            point -= probability;
            point < 0.0
        });
        let (first, second) = KINDS[kind.unwrap_or(5)];
        pairs.add_pair(first, second);
    }
}

/// Share of tests that accept H1, and how many pairs a test takes on average.
fn simulate(sprt: &Sprt, model: &PairModel, runs: u32, seed: u64) -> (f64, f64) {
    let mut rng = Rng::new(seed);
    let (mut passed, mut played) = (0, 0);
    for _ in 0..runs {
        let mut pairs = Pentanomial::default();
        let verdict = loop {
            model.play(&mut rng, &mut pairs);
            match sprt.decide(sprt.llr(&pairs)) {
                SprtState::Continue => {}
                verdict => break verdict,
            }
        };
        passed += u32::from(verdict == SprtState::AcceptH1);
        played += pairs.pairs();
    }
    (f64::from(passed) / f64::from(runs), played as f64 / f64::from(runs))
}

/// Both error rates are at most 5 % up to two and a half standard deviations of
/// 2,000 trials, and not so far below that the test wastes games.
fn check_error_rates(text: &str, strength: fn(&PairModel) -> f64) {
    let sprt: Sprt = text.parse().unwrap();
    let noise = 2.5 * (0.05 * 0.95 / f64::from(RUNS)).sqrt();
    let (false_positive, _) = simulate(&sprt, &PairModel::with(strength, sprt.elo0()), RUNS, 1);
    let (pass, _) = simulate(&sprt, &PairModel::with(strength, sprt.elo1()), RUNS, 2);
    for error in [false_positive, 1.0 - pass] {
        assert!(error <= 0.05 + noise, "{text}: error rate {error}");
        assert!(error >= 0.025, "{text}: error rate {error}");
    }
}

#[test]
fn the_pair_model_is_the_published_one() {
    // Probabilities in self-play, from the same README and model_be.py.
    let [ll, ld, wl, dd, wd, ww] = PairModel::new(0.0).kinds;
    let expected = [0.015_923_689, 0.218_913_224, 0.530_326_172, 0.218_913_224, 0.015_923_689];
    for (actual, expected) in [ll, ld, wl + dd, wd, ww].into_iter().zip(expected) {
        assert!((actual - expected).abs() < 1e-8, "{actual} {expected}");
    }
    assert!((PairModel::with(PairModel::elo, 10.0).elo() - 10.0).abs() < 1e-9);
}

#[test]
fn logistic_tests_keep_their_error_rates() {
    check_error_rates("elo0=0,elo1=20,model=logistic", PairModel::elo);
}

#[test]
fn normalized_tests_keep_their_error_rates() {
    check_error_rates("elo0=0,elo1=40,model=normalized", PairModel::normalized_elo);
}

#[test]
fn a_published_test_takes_as_many_games_as_published() {
    // README: elo0 = 0, elo1 = 10, true Elo 10: 1806 ± 11 games and a pass rate
    // of 0.950, with a correction of the bounds for overshoot that is not made
    // here and so saves them a few games and us a few errors.
    let sprt: Sprt = "elo0=0,elo1=10,model=logistic".parse().unwrap();
    let (pass, pairs) = simulate(&sprt, &PairModel::with(PairModel::elo, 10.0), 800, 3);
    assert!((2.0 * pairs / 1806.0 - 1.0).abs() < 0.08, "{} games", 2.0 * pairs);
    assert!((0.94..0.97).contains(&pass), "{pass}");
}
