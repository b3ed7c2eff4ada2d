//! `chuhe patterns mine`: shapes that foretell results.

use std::collections::HashMap;
use std::process::ExitCode;

use anyhow::Result;
use clap::ValueHint;
use game::Side;
use records::GameResult;
use serde_json::json;
use xiangqi::{Bitboard, Kind, Position};

use super::games::{each_game, walk};
use crate::output;

/// Propose pairs of pieces and places whose side does better than others
///
/// Looks at every game once a phase of ten plies, for pairs of own pieces on points; half
/// of the games find them, the other half (hold-out) must confirm them. Prints patterns
/// with support, effect and error; copy what convinces into a file.
#[derive(clap::Args)]
pub struct Mine {
    /// A file of games in any format; - reads standard input
    #[arg(value_hint = ValueHint::FilePath)]
    games: String,
    /// In at least so many games of each half
    #[arg(long, default_value_t = 200)]
    support: u32,
    /// How many to print
    #[arg(long, default_value_t = 20)]
    most: usize,
    /// Print JSON, a line a pattern
    #[arg(long)]
    json: bool,
}

/// Two own pieces on points, as their side sees them, folded onto one wing.
type Pair = [(u8, u8); 2];

/// Games and twice the points, in each half.
type Counts = [(u32, u32); 2];

pub fn run(args: &Mine) -> Result<ExitCode> {
    let mut pairs: HashMap<Pair, Counts> = HashMap::new();
    let (mut number, mut whole) = (0usize, Counts::default());
    each_game(&args.games, |game| {
        let twice = match game.result {
            GameResult::First => 2,
            GameResult::Draw => 1,
            GameResult::Second => 0,
            GameResult::Unknown => return Ok(true),
        };
        number += 1;
        let mut had: HashMap<(Pair, bool), ()> = HashMap::new();
        walk(game, |ply, position| {
            if ply % 10 == 0 && ply > 10 {
                collect(position, &mut had);
            }
        });
        let half = number % 2;
        for ((pair, red), ()) in had {
            let points = if red { twice } else { 2 - twice };
            let counts = &mut pairs.entry(pair).or_default()[half];
            (counts.0, counts.1) = (counts.0 + 1, counts.1 + points);
            (whole[half].0, whole[half].1) = (whole[half].0 + 1, whole[half].1 + points);
        }
        Ok(true)
    })?;
    let share = |(games, points): (u32, u32)| f64::from(points) / 2.0 / f64::from(games.max(1));
    let mut found: Vec<(f64, f64, f64, Pair, Counts)> = pairs
        .into_iter()
        .filter(|(_, counts)| counts.iter().all(|half| half.0 >= args.support))
        .map(|(pair, counts)| {
            let effect = [0, 1].map(|half| share(counts[half]) - share(whole[half]));
            let error = (0.25 / f64::from(counts[1].0)).sqrt();
            (effect[0], effect[1], error, pair, counts)
        })
        // The hold-out must agree by two errors.
        .filter(|(first, second, error, ..)| first * second > 0.0 && second.abs() > 2.0 * error)
        .collect();
    found.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()).then(a.3.cmp(&b.3)));
    for (index, one) in found.iter().take(args.most).enumerate() {
        print_found(args.json, index, one)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_found(as_json: bool, index: usize, found: &(f64, f64, f64, Pair, Counts)) -> Result<()> {
    let (first, second, error, pair, counts) = found;
    let part = |(kind, point): (u8, u8)| {
        let square = xiangqi::Square::from_index(usize::from(point));
        format!("(at us.{} {square})", Kind::ALL[usize::from(kind)].name())
    };
    let text = format!("(pattern mined-{index} (when {} {}))", part(pair[0]), part(pair[1]));
    if as_json {
        return output::print_json(&json!({
            "pattern": text, "support": [counts[0].0, counts[1].0], "effect": first,
            "hold_out": second, "error": error,
        }));
    }
    output::print(&format!(
        "; {} + {} games, {:+.1} % points, hold-out {:+.1} % ± {:.1}\n{text}\n",
        counts[0].0,
        counts[1].0,
        100.0 * first,
        100.0 * second,
        100.0 * error
    ))
}

/// The pairs of a board, for both sides.
fn collect(position: &Position, had: &mut HashMap<(Pair, bool), ()>) {
    for side in Side::BOTH {
        let mut own: Vec<(u8, xiangqi::Square)> = Vec::new();
        for kind in [Kind::Horse, Kind::Rook, Kind::Cannon, Kind::Pawn] {
            let board: Bitboard = position.pieces(side, kind);
            own.extend(board.into_iter().map(|square| {
                (kind.index() as u8, if side == Side::Red { square } else { square.rotated() })
            }));
        }
        for (at, a) in own.iter().enumerate() {
            for b in &own[..at] {
                let plain = [(a.0, a.1.index() as u8), (b.0, b.1.index() as u8)];
                let mirror =
                    [(a.0, a.1.mirrored().index() as u8), (b.0, b.1.mirrored().index() as u8)];
                let sorted = |mut pair: Pair| {
                    pair.sort_unstable();
                    pair
                };
                had.insert((sorted(plain).min(sorted(mirror)), side == Side::Red), ());
            }
        }
    }
}
