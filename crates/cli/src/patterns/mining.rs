//! `chuhe patterns mine`: shapes that foretell results, or where the evaluation errs.

use std::collections::{HashMap, HashSet};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::ValueHint;
use game::Side;
use play::{AnyEngine, AnyGame};
use records::GameResult;
use search::Settings;
use serde_json::json;
use trainer::data::{DataFile, Filter, Record};
use trainer::variety::{Variety, Xiangqi};
use xiangqi::Position;

use super::games::{each_game, walk};
use super::shape::{Shape, shapes};
use crate::output;

/// Propose shapes whose side does better than others, or better than the engine thinks
///
/// Looks for two pieces on points, of one side or of both, and for attacks and guards
/// between kinds. Half of the games find them, the other half (hold-out) must confirm them.
/// Prints patterns with support, effect, error and an example; copy what convinces into a
/// file. GAMES tell results, looked at every ten plies. With --errors labelled positions
/// (`chuhe selfplay`, `chuhe label`) tell what their searches found beyond the evaluation.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  chuhe patterns mine games.pgn\n  \
    chuhe patterns mine --errors positions.chd --profile chuhe-hce")]
pub struct Mine {
    /// A file of games in any format; - reads standard input
    #[arg(value_hint = ValueHint::FilePath, required_unless_present = "errors")]
    games: Option<String>,
    /// A file of labelled positions
    #[arg(long, value_name = "DATA", value_hint = ValueHint::FilePath, conflicts_with = "games")]
    errors: Option<String>,
    /// Whose evaluation errs
    #[arg(long, default_value = "chuhe", requires = "errors")]
    profile: String,
    /// At most so many labelled positions
    #[arg(long, default_value_t = 200_000, requires = "errors")]
    positions: usize,
    /// In at least so many games, or positions, of each half
    #[arg(long, default_value_t = 200)]
    support: u32,
    /// How many to print
    #[arg(long, default_value_t = 20)]
    most: usize,
    /// Print JSON, a line a pattern
    #[arg(long)]
    json: bool,
}

type XiangqiRecord = <Xiangqi as Variety>::Record;

/// So many labelled positions stand together in one half: neighbours are of one game.
const RUN: usize = 2_000;

/// Points that were made with a shape, or found beyond an evaluation.
#[derive(Clone, Copy, Default)]
struct Sum {
    count: u32,
    sum: f64,
    squares: f64,
}

impl Sum {
    fn add(&mut self, points: f64) {
        self.count += 1;
        self.sum += points;
        self.squares += points * points;
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.count.max(1))
    }

    /// The error of the mean.
    fn error(&self) -> f64 {
        let variance = self.squares / f64::from(self.count.max(1)) - self.mean().powi(2);
        (variance.max(0.0) / f64::from(self.count.max(1))).sqrt()
    }
}

#[derive(Default)]
struct Mined {
    halves: [Sum; 2],
    example: Option<String>,
}

/// Everything that was seen.
#[derive(Default)]
struct Mining {
    shapes: HashMap<Shape, Mined>,
    whole: [Sum; 2],
    support: u32,
}

impl Mining {
    fn add(&mut self, half: usize, shape: Shape, points: f64, position: &Position) {
        let mined = self.shapes.entry(shape).or_default();
        mined.halves[half].add(points);
        self.whole[half].add(points);
        if mined.example.is_none() && mined.halves[half].count >= self.support {
            mined.example = Some(position.to_string());
        }
    }
}

pub fn run(args: &Mine) -> Result<ExitCode> {
    let mut mining = Mining { support: args.support.max(1), ..Mining::default() };
    let unit = match (&args.errors, &args.games) {
        (Some(data), _) => {
            errors(args, data, &mut mining)?;
            "positions"
        }
        (None, Some(games)) => {
            results(games, &mut mining)?;
            "games"
        }
        (None, None) => bail!("mine what? Name a file of games, or --errors DATA"),
    };
    let whole = mining.whole;
    let mut found: Vec<(Shape, Mined, [f64; 2])> = mining
        .shapes
        .into_iter()
        .filter(|(_, mined)| mined.halves.iter().all(|half| half.count >= args.support))
        .map(|(shape, mined)| {
            let effect = [0, 1].map(|half| mined.halves[half].mean() - whole[half].mean());
            (shape, mined, effect)
        })
        // What is good for one side is bad for the other, in the same words turned round.
        .filter(|(shape, _, [first, _])| !matches!(shape, Shape::Facing(..)) || *first > 0.0)
        // The hold-out must agree by two errors.
        .filter(|(_, mined, [first, second])| {
            first * second > 0.0 && second.abs() > 2.0 * mined.halves[1].error()
        })
        .collect();
    found.sort_by(|a, b| b.2[0].abs().total_cmp(&a.2[0].abs()).then(a.0.cmp(&b.0)));
    for (index, one) in found.iter().take(args.most).enumerate() {
        print_found(args.json, unit, index, one)?;
    }
    if found.is_empty() {
        eprintln!("nothing that the hold-out confirms in {} {unit} of each half", args.support);
    }
    Ok(ExitCode::SUCCESS)
}

/// Points of games: a shape counts once a game for its side.
fn results(games: &str, mining: &mut Mining) -> Result<()> {
    let mut number = 0;
    each_game(games, |game| {
        let red = match game.result {
            GameResult::First => 1.0,
            GameResult::Draw => 0.5,
            GameResult::Second => 0.0,
            GameResult::Unknown => return Ok(true),
        };
        number += 1;
        let mut had = HashSet::new();
        walk(game, |ply, position| {
            if ply % 10 != 0 || ply <= 10 {
                return;
            }
            for side in Side::BOTH {
                let points = if side == Side::Red { red } else { 1.0 - red };
                shapes(position, side, |shape| {
                    if had.insert((shape, side)) {
                        mining.add(number % 2, shape, points, position);
                    }
                });
            }
        });
        Ok(true)
    })
}

/// What searches found beyond the evaluation, in points.
fn errors(args: &Mine, data: &str, mining: &mut Mining) -> Result<()> {
    let mut file = DataFile::<XiangqiRecord>::open(data.as_ref()).context(data.to_owned())?;
    let filter = Filter { quiet_only: true, largest_score: Some(2_000), ..Filter::default() };
    let kind = game::GameKind::Xiangqi;
    let engine =
        AnyEngine::create(kind, &args.profile, &Settings { hash: 1, ..Settings::default() })?;
    let points = |score: f32| f64::from(XiangqiRecord::points(score, XiangqiRecord::LOGIT as f32));
    let mut records = Vec::new();
    for block in file.blocks().to_vec() {
        if let Err(damage) = file.read(block, &mut records) {
            eprintln!("left out: {damage}");
        }
    }
    if records.is_empty() {
        bail!("{data} holds no labelled positions of xiangqi: `chuhe data info` tells what it is");
    }
    records.retain(|record: &XiangqiRecord| filter.passes(&record.label()));
    let every = records.len().div_ceil(args.positions.max(1)).max(1);
    for (index, record) in records.iter().enumerate().step_by(every) {
        let Ok(position) = record.position() else { continue };
        let board = AnyGame::open(kind, Some(&position.to_string()), None)?;
        let Some(told) = engine.explain(&board) else { bail!("{} has no terms", args.profile) };
        let label = f32::from(record.label().score);
        let beyond = points(label) - points(told.decided.value as f32);
        for side in Side::BOTH {
            let beyond = if side == position.turn() { beyond } else { -beyond };
            let mut had = HashSet::new();
            shapes(&position, side, |shape| {
                if had.insert(shape) {
                    mining.add(index / RUN % 2, shape, beyond, &position);
                }
            });
        }
    }
    Ok(())
}

fn print_found(
    as_json: bool,
    unit: &str,
    index: usize,
    (shape, mined, [first, second]): &(Shape, Mined, [f64; 2]),
) -> Result<()> {
    let example = mined.example.as_deref().unwrap_or_default();
    let text = format!("(pattern mined-{index} (when {shape}) (example \"{example}\"))");
    let [support, held] = mined.halves.map(|half| half.count);
    let error = mined.halves[1].error();
    if as_json {
        return output::print_json(&json!({
            "pattern": text, "support": [support, held], "effect": first,
            "hold_out": second, "error": error, "example": example,
        }));
    }
    output::print(&format!(
        "; {support} + {held} {unit}, {:+.1} % points, hold-out {:+.1} % ± {:.1}\n{text}\n",
        100.0 * first,
        100.0 * second,
        100.0 * error
    ))
}
