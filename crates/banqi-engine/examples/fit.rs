//! Fits the evaluation to the results of quick games: positions without captures
//! from self-play, the sigmoid of the evaluation against the result, one
//! parameter after the other by its own step.
//!
//! `cargo run --release -p chuhe-banqi-engine --example fit -- [games=600] [nodes=800] [rounds=6]`

use std::sync::atomic::AtomicBool;

use banqi::{Deal, Position};
use banqi_engine::{BanqiGame, EvalParams, Signals, create, static_values};
use game::{Outcome, Rng};
use search::Limits;
use search::control::NoClock;

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
    let mut params = EvalParams::default();
    let scale = best_scale(&sample, &params);
    let mut best = loss(&sample, &params, scale);
    println!("scale {scale}, loss {best:.6}");
    for round in 0..number("rounds", 6) {
        let before = best;
        for about in EvalParams::INFO {
            best = improve(&sample, &mut params, about, scale, best);
        }
        println!("round {round}: loss {best:.6}");
        if before - best < 1e-6 {
            break;
        }
    }
    for (name, value) in params.values() {
        let default = EvalParams::INFO.iter().find(|about| about.name == name).map(|a| a.default);
        println!("{name} {value} (was {})", default.unwrap_or(0));
    }
}

/// Moves one parameter as long as the loss falls.
fn improve(
    sample: &Sample,
    params: &mut EvalParams,
    about: &search::params::ParamInfo,
    scale: f64,
    mut best: f64,
) -> f64 {
    for step in [about.step, -about.step] {
        loop {
            let now = params.values().find(|&(name, _)| name == about.name).map_or(0, |(_, v)| v);
            let mut tried = params.clone();
            if tried.set(about.name, i64::from(now + step)).is_err() {
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

fn loss(sample: &Sample, params: &EvalParams, scale: f64) -> f64 {
    let values = static_values(&sample.positions, params);
    let square = |(value, result): (&i32, &f64)| {
        (1.0 / (1.0 + (-f64::from(*value) / scale).exp()) - result).powi(2)
    };
    values.iter().zip(&sample.results).map(square).sum::<f64>() / values.len() as f64
}

fn best_scale(sample: &Sample, params: &EvalParams) -> f64 {
    let scales = (2..40).map(|step| f64::from(step) * 50.0);
    let rated = scales.map(|scale| (loss(sample, params, scale), scale));
    rated.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(400.0, |(_, scale)| scale)
}

fn play(games: u64, nodes: u64) -> Sample {
    let mut sample = Sample { positions: Vec::new(), results: Vec::new() };
    let mut engine = create("chuhe", 8, 1).expect("the default profile");
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut rng = Rng::new(9);
    for seed in 0..games {
        let deal = Deal::shuffled(1_000_000 + seed);
        let mut game = BanqiGame::new(Default::default());
        engine.new_game();
        while game.verdict().is_none() {
            let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
            let signals = Signals { clock: &NoClock, stop: &stop, pondering: &pondering };
            let mut ply = engine.search(&game, &limits, signals, &mut |_| {}).ply;
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
