//! `chuhe winrate`: what scores are worth, measured in finished games.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use ::arena::win_rate::{Calibration, Samples, Wanted, curve, fit};
use anyhow::{Context, Result};
use clap::ValueHint;
use search::{WinCurve, WinModel};
use serde_json::{Value, json};

use crate::args::GameName;
use crate::output;

/// Measure what scores are worth: fit the win-rate model, and check it
///
/// Reads what players said in finished games and how those ended. The model is
/// win = 1 / (1 + exp((pawn − score) / spread)): with the score `pawn` half of the
/// games are won, and it is shown as +1.00. Both numbers change with what is left on the
/// board: they are given for a bare board and for a full one, in the engine's own units, as
/// they stand in its source. The model in force is compared with the same games, and both
/// with the games of --check.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    chuhe match --engine name=a,builtin=chuhe --engine name=b,builtin=chuhe \\\n              \
    --tc nodes=20000 --games 400 --out runs/self\n  \
    chuhe winrate runs/self")]
pub struct Args {
    /// Run directories of `chuhe match`, or PGN files with scores
    #[arg(required = true, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    games: Vec<PathBuf>,
    /// Which game
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// Other games, to check the fitted model with
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    check: Vec<PathBuf>,
    /// Count only what this player said
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// How many of the engine's units are recorded as +1.00 (default: as it shows
    /// scores now; 100 for records of versions that showed units)
    #[arg(long, value_name = "N", value_parser = positive)]
    unit: Option<f64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0".to_owned())
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let in_force = curve(args.game.into());
    let games = samples(&args.games, args)?;
    let fitted = fit(&games).context("no scores")?;
    let mut comparisons = vec![
        Comparison { name: "fitted", of: "the games", curve: fitted, samples: &games },
        Comparison { name: "in force", of: "the games", curve: in_force, samples: &games },
    ];
    let others = samples(&args.check, args)?;
    if !args.check.is_empty() {
        comparisons.push(Comparison {
            name: "fitted",
            of: "--check",
            curve: fitted,
            samples: &others,
        });
        comparisons.push(Comparison {
            name: "in force",
            of: "--check",
            curve: in_force,
            samples: &others,
        });
    }
    if args.json {
        output::print_json(&json!(comparisons.iter().map(Comparison::json).collect::<Vec<_>>()))?;
    } else {
        output::print(&comparisons.iter().map(Comparison::text).collect::<Vec<_>>().join("\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What was said in the games, in the engine's units.
fn samples(paths: &[PathBuf], args: &Args) -> Result<Samples> {
    let wanted = Wanted { player: args.player.as_deref(), unit: args.unit };
    let mut samples = Samples::default();
    for path in paths {
        samples.read(path, wanted)?;
    }
    Ok(samples)
}

/// A model beside some games.
struct Comparison<'a> {
    name: &'static str,
    of: &'static str,
    curve: WinCurve,
    samples: &'a Samples,
}

impl Comparison<'_> {
    fn text(&self) -> String {
        let Comparison { name, of, curve, samples } = self;
        let found = Calibration::of(*curve, samples);
        let mut text = format!(
            "{name} model on {of}: pawn {:.0} … {:.0}, spread {:.0} … {:.0} (bare … full board)\n\
             {} games ({} left out), {} scores; log-loss {:.4} (without scores {:.4}), points off by {:.3}\n\
             {:>12} {:>8}   {:>18}   {:>18}\n",
            curve.bare.pawn,
            curve.full.pawn,
            curve.bare.spread,
            curve.full.spread,
            samples.games,
            samples.left_out,
            samples.said.len(),
            found.log_loss,
            found.blind,
            found.error,
            "shown",
            "scores",
            "promised W/D/L %",
            "came W/D/L %",
        );
        for row in &found.rows {
            let range = if row.to == i32::MAX {
                format!("{:.2}+", f64::from(row.from) / 100.0)
            } else {
                format!("{:.2}–{:.2}", f64::from(row.from) / 100.0, f64::from(row.to) / 100.0)
            };
            let parts = |[win, draw, loss]: [f64; 3]| {
                format!("{:.1} / {:.1} / {:.1}", 100.0 * win, 100.0 * draw, 100.0 * loss)
            };
            let _ = writeln!(
                text,
                "{range:>12} {:>8}   {:>18}   {:>18}",
                row.count,
                parts(row.promised),
                parts(row.came)
            );
        }
        text
    }

    fn json(&self) -> Value {
        let found = Calibration::of(self.curve, self.samples);
        let model = |model: WinModel| json!({"pawn": model.pawn, "spread": model.spread});
        let rows = found.rows.iter().map(|row| {
            let to = (row.to != i32::MAX).then_some(row.to);
            json!({"from": row.from, "to": to, "count": row.count, "promised": row.promised, "came": row.came})
        });
        json!({
            "model": self.name,
            "on": self.of,
            "bare": model(self.curve.bare),
            "full": model(self.curve.full),
            "games": self.samples.games,
            "left_out": self.samples.left_out,
            "scores": self.samples.said.len(),
            "log_loss": found.log_loss,
            "blind_log_loss": found.blind,
            "points_error": found.error,
            "rows": rows.collect::<Vec<_>>(),
        })
    }
}
