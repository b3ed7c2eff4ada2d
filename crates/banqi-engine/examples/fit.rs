//! Fits the evaluation to the results of quick games: positions without captures
//! from self-play, the sigmoid of the evaluation against the result, one
//! parameter after the other by its own step.
//!
//! `cargo run --release -p chuhe-banqi-engine --example fit -- [games=600] [nodes=800] [rounds=6]`

use banqi::{Deal, Position};
use banqi_engine::{BanqiGame, EvalParams, create, static_values};
use game::{Outcome, Rng};
use search::{ParamSet, Request, Settings, Unattended};

struct Sample {
    positions: Vec<Position>,
    /// 1, ½ or 0 for the side to move.
    results: Vec<f64>,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |key: &str, default: u64| {
        let found = words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
        found.map_or(default, |text| text.parse().expect("a number"))
    };
    let sample = play(number("games", 600), number("nodes", 800));
    println!("{} positions", sample.positions.len());
    let mut params = ParamSet::new(EvalParams::specs("eval"));
    let scale = best_scale(&sample, &params);
    let mut best = loss(&sample, &params, scale);
    println!("scale {scale}, loss {best:.6}");
    for round in 0..number("rounds", 6) {
        let before = best;
        for place in 0..params.len() {
            best = improve(&sample, &mut params, place, scale, best);
        }
        println!("round {round}: loss {best:.6}");
        if before - best < 1e-6 {
            break;
        }
    }
    for (spec, value) in params.specs().iter().zip(params.values()) {
        println!("{} {value} (was {})", spec.name, spec.default);
    }
}

/// Moves one parameter as long as the loss falls.
fn improve(sample: &Sample, params: &mut ParamSet, place: usize, scale: f64, mut best: f64) -> f64 {
    let step = params.specs()[place].step;
    for step in [step, -step] {
        loop {
            let mut values = params.values().to_vec();
            values[place] += step;
            let mut tried = params.clone();
            if tried.assign(&values).is_err() {
                break;
            }
            let loss = loss(sample, &tried, scale);
            if loss >= best - 1e-7 {
                break;
            }
            best = loss;
            *params = tried;
        }
    }
    best
}

fn loss(sample: &Sample, params: &ParamSet, scale: f64) -> f64 {
    let mut numbers = EvalParams::default();
    numbers.assign(params.values());
    let values = static_values(&sample.positions, &numbers);
    let square = |(value, result): (&i32, &f64)| {
        (1.0 / (1.0 + (-f64::from(*value) / scale).exp()) - result).powi(2)
    };
    values.iter().zip(&sample.results).map(square).sum::<f64>() / values.len() as f64
}

fn best_scale(sample: &Sample, params: &ParamSet) -> f64 {
    let scales = (2..40).map(|step| f64::from(step) * 50.0);
    let rated = scales.map(|scale| (loss(sample, params, scale), scale));
    rated.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(400.0, |(_, scale)| scale)
}

fn play(games: u64, nodes: u64) -> Sample {
    let mut sample = Sample { positions: Vec::new(), results: Vec::new() };
    let mut engine = create("chuhe", &Settings::default()).expect("the default profile");
    let request = Request::of_nodes(nodes);
    let mut rng = Rng::new(9);
    for seed in 0..games {
        let deal = Deal::shuffled(1_000_000 + seed);
        let mut game = BanqiGame::new(Default::default());
        engine.new_game();
        while game.verdict().is_none() {
            let mut ply = engine.search(&game, &request, &Unattended, &mut |_| {}).ply();
            // Some disorder, so that games and material differ.
            if rng.below(25) == 0 {
                ply = rng.choose(&game::Position::legal_plies(game.position())).copied();
            }
            let Some(ply) = ply else { break };
            game.play(ply, deal.reveal(ply)).expect("a legal ply");
        }
        let Some(verdict) = game.verdict() else { continue };
        for position in game.boards().iter().skip(4).step_by(5) {
            let Some(turn) = position.turn() else { continue };
            if !position.captures_only().is_empty() {
                continue;
            }
            sample.results.push(match verdict.outcome {
                Outcome::Draw => 0.5,
                Outcome::Win(side) => f64::from(u8::from(side == turn)),
            });
            sample.positions.push(position.clone());
        }
    }
    sample
}
