//! `chuhe flips`: what each face-down piece of dark chess may turn out to be.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use game::Score;
use play::flips::{self, FLIP_POLICIES, FlipReport, FlipRequest, FlipRow, shown_average};
use play::{AnyGame, GameError, GameKind, Stopwatch};
use serde_json::{Value, json};

use crate::output;

/// Show, for every face-down square, what a flip may bring
///
/// For each piece that may turn up: its probability, the value for the side that
/// flips, and the best reply; then the average, the worst case, and which policy
/// would choose the square.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  chuhe flips --fen \"8/8/1X5X/K7 r r1p1\" --depth 4")]
pub struct Args {
    /// The position; the start position if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The rules, as for `chuhe judge --game banqi`
    #[arg(long, default_value = "tcga")]
    rules: String,
    /// How many plies each outcome is searched
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(i32).range(1..=20))]
    depth: i32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let told = AnyGame::open(GameKind::Banqi, args.fen.as_deref(), Some(&args.rules));
    let told = told.map_err(|error| {
        let option = if matches!(error, GameError::Rules(_)) { "--rules" } else { "--fen" };
        anyhow::Error::new(error).context(option)
    })?;
    let AnyGame::Banqi { game, .. } = &told else { bail!("only dark chess has flips") };
    let request = FlipRequest::to_depth(args.depth);
    let report = flips::analyse(game, &request, &Stopwatch::start())?;
    let report = report.context("the analysis was stopped")?;
    // Hundredths, as everywhere: 100 wins half of the games.
    let shown = &|score| flips::shown(told.win_model(), score);
    if args.json {
        output::print_json(&json(&report, shown))?;
    } else {
        output::print(&text(&report, shown)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(report: &FlipReport, shown: &dyn Fn(Score) -> i32) -> Result<String> {
    let mut text = String::new();
    if report.rows.is_empty() {
        text.push_str("no piece lies face down\n");
    }
    for row in &report.rows {
        let policies =
            if row.chosen_by.is_empty() { "-".to_owned() } else { row.chosen_by.join(", ") };
        writeln!(
            text,
            "{}: average {}, worst {}, chosen by {policies}",
            row.square,
            shown_average(row, shown),
            shown(row.worst)
        )?;
        for outcome in &row.outcomes {
            let share = 100.0 * f64::from(outcome.count) / f64::from(row.weight().max(1));
            let reply = outcome.reply.map_or("-".to_owned(), |ply| ply.to_string());
            writeln!(
                text,
                "  {}  {share:5.1} %  {:>7}  reply {reply}",
                outcome.piece.letter(),
                shown(outcome.value)
            )?;
        }
    }
    if let Some((ply, score)) = report.best_move {
        writeln!(text, "best other ply: {ply} {}", shown(score))?;
    }
    for (name, meaning) in FLIP_POLICIES {
        writeln!(text, "{name}: {meaning}")?;
    }
    Ok(text)
}

fn json(report: &FlipReport, shown: &dyn Fn(Score) -> i32) -> Value {
    let row = |row: &FlipRow| {
        let outcomes: Vec<Value> = row
            .outcomes
            .iter()
            .map(|outcome| {
                json!({
                    "piece": outcome.piece.letter().to_string(),
                    "count": outcome.count,
                    "probability": f64::from(outcome.count) / f64::from(row.weight().max(1)),
                    "value": shown(outcome.value),
                    "reply": outcome.reply.map(|ply| ply.to_string()),
                })
            })
            .collect();
        json!({
            "square": row.square.to_string(),
            "expectation": shown_average(row, shown),
            "worst": shown(row.worst),
            "chosen_by": row.chosen_by,
            "outcomes": outcomes,
        })
    };
    let best =
        report.best_move.map(|(ply, score)| json!({"ply": ply.to_string(), "value": shown(score)}));
    json!({"depth": report.depth, "flips": report.rows.iter().map(row).collect::<Vec<_>>(), "best_move": best})
}
