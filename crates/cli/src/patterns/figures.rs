//! Figures 5-1 and 5-2 of the document again, as drawings and a table.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::ValueHint;
use game::Rng;
use patterns::{PatternSet, random};

use super::compiled::{Row, rows};
use crate::output;

/// Draw the document's figures 5-1 and 5-2 for our compilers, and print their table
#[derive(clap::Args)]
pub struct Figures {
    /// Where the drawings go
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Numbers of ground patterns, separated by commas
    #[arg(long, default_value = "10,20,30,40,50")]
    counts: String,
}

pub fn run(args: &Figures) -> Result<ExitCode> {
    let mut all: Vec<(usize, Vec<Row>)> = Vec::new();
    output::print(
        "| ground patterns | method | expected cycles | counted | lines | ns a board |\n|---|---|---|---|---|---|\n",
    )?;
    for word in args.counts.split(',') {
        let count: usize =
            word.trim().parse().with_context(|| format!("--counts {word}: expected a number"))?;
        let rows = rows(&set_of(count), true);
        let mut text = String::new();
        for row in &rows {
            let show =
                |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.0}"));
            let cut = if row.is_cut { " (cut off)" } else { "" };
            let _ = writeln!(
                text,
                "| {count} | {}{cut} | {} | {} | {} | {} |",
                row.method,
                show(row.cycles),
                show(row.counted),
                show(row.lines),
                show(row.nanoseconds)
            );
        }
        output::print(&text)?;
        all.push((count, rows));
    }
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
        for (name, title, logarithmic, value) in FIGURES {
            let path = folder.join(name);
            std::fs::write(&path, drawing(title, &all, logarithmic, value))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

type Value = fn(&Row) -> Option<f64>;
const FIGURES: [(&str, &str, bool, Value); 3] = [
    ("patterns-5-1-cycles.svg", "Expected cycles a board (figure 5-1)", false, |row| row.cycles),
    ("patterns-5-2-lines.svg", "Lines of code (figure 5-2)", true, |row| row.lines),
    ("patterns-ns.svg", "Nanoseconds a board", true, |row| row.nanoseconds),
];

/// Ground patterns of the document's make: places, one colour, one wing.
fn set_of(count: usize) -> PatternSet {
    let mut set = random::set(&mut Rng::new(51), count);
    // One of each text: the document counts what its compiler is given.
    let mut seen = std::collections::HashSet::new();
    set.grounds.retain(|ground| seen.insert(ground.pattern));
    set
}

const COLOURS: [&str; 7] = ["#888", "#c60", "#06c", "#0a6", "#c09", "#444", "#d00"];

/// A line a method over the number of patterns.
fn drawing(title: &str, all: &[(usize, Vec<Row>)], logarithmic: bool, value: Value) -> String {
    let scaled = |value: f64| if logarithmic { value.max(1.0).log10() } else { value };
    let most = all
        .iter()
        .flat_map(|(_, rows)| rows.iter().filter_map(value))
        .map(scaled)
        .fold(1e-9, f64::max);
    let last = all.iter().map(|(count, _)| *count).max().unwrap_or(1) as f64;
    let place = |count: usize, value: f64| {
        (60.0 + 480.0 * count as f64 / last, 340.0 - 290.0 * scaled(value) / most)
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 380\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"760\" height=\"380\" fill=\"#fff\"/>\n<text x=\"60\" y=\"24\" font-size=\"16\">{title}</text>\n\
         <path d=\"M60 40V340H550\" fill=\"none\" stroke=\"#000\"/>\n"
    );
    for (count, _) in all {
        let (x, _) = place(*count, 1.0);
        let _ = writeln!(out, "<text x=\"{x:.0}\" y=\"358\" text-anchor=\"middle\">{count}</text>");
    }
    for step in 0..=4 {
        let part = most * f64::from(step) / 4.0;
        let label = if logarithmic { 10f64.powf(part) } else { part };
        let y = 340.0 - 290.0 * f64::from(step) / 4.0;
        let _ = writeln!(out, "<text x=\"54\" y=\"{y:.0}\" text-anchor=\"end\">{label:.0}</text>");
    }
    let methods: Vec<&str> =
        all.first().map_or(Vec::new(), |(_, rows)| rows.iter().map(|row| row.method).collect());
    for (index, method) in methods.into_iter().enumerate() {
        let points: Vec<String> = all
            .iter()
            .filter_map(|(count, rows)| Some((*count, value(&rows[index])?)))
            .map(|(count, value)| place(count, value))
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        if points.is_empty() {
            continue;
        }
        let (colour, y) = (COLOURS[index % COLOURS.len()], 60 + 18 * index);
        let points = points.join(" ");
        let _ = writeln!(
            out,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        );
        let _ = writeln!(out, "<text x=\"570\" y=\"{y}\" fill=\"{colour}\">{method}</text>");
    }
    out.push_str("</svg>\n");
    out
}
