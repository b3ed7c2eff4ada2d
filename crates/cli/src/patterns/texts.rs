//! Pattern files as texts: check, fmt, list, show.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::ValueHint;
use patterns::diagnostic::render_all;
use patterns::{PatternSet, format, resolve, shipped, syntax};
use serde_json::json;

use super::{MESSAGES, load};
use crate::output;

/// Say what is wrong with pattern files, with line, column and what would be right
#[derive(clap::Args)]
pub struct Check {
    /// The files
    #[arg(required = true, value_hint = ValueHint::FilePath)]
    files: Vec<String>,
    /// Print JSON, a line a message
    #[arg(long)]
    json: bool,
}

pub fn check(args: &Check) -> Result<ExitCode> {
    let mut failed = false;
    for file in &args.files {
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
        let (set, found) = PatternSet::read(&text);
        failed |= found.iter().any(patterns::Diagnostic::is_error);
        if args.json {
            for one in &found {
                let (line, column) = one.place(&text);
                let severity = if one.is_error() { "error" } else { "warning" };
                output::print_json(&json!({
                    "file": file, "line": line, "column": column, "severity": severity,
                    "message": one.message, "expected": one.expected,
                }))?;
            }
            continue;
        }
        output::print(&render_all(&found, file, &text, MESSAGES))?;
        let (patterns, grounds) = (set.patterns.len(), set.grounds.len());
        output::print(&format!("{file}: {patterns} patterns, {grounds} with colours and wings\n"))?;
    }
    Ok(if failed { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Write pattern files in their canonical form
#[derive(clap::Args)]
pub struct Fmt {
    /// The files
    #[arg(required = true, value_hint = ValueHint::FilePath)]
    files: Vec<String>,
    /// Change nothing; end with exit code 1 if a file is not in canonical form
    #[arg(long)]
    check: bool,
}

pub fn fmt(args: &Fmt) -> Result<ExitCode> {
    let mut differs = false;
    for file in &args.files {
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
        let (nodes, found) = syntax::parse(&text);
        if !found.is_empty() {
            bail!("{}", render_all(&found, file, &text, MESSAGES).trim_end());
        }
        let printed = format::format(&nodes);
        if printed == text {
            continue;
        }
        differs = true;
        if args.check {
            output::print(&format!("{file}: not in canonical form\n"))?;
        } else {
            std::fs::write(file, printed).with_context(|| format!("cannot write {file}"))?;
        }
    }
    Ok(if differs && args.check { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// List patterns with their names
#[derive(clap::Args)]
pub struct List {
    /// A file; the shipped patterns if not given
    #[arg(value_hint = ValueHint::FilePath)]
    file: Option<String>,
    /// Only those with this tag: mate, attack, structure, ending, cannon, …
    #[arg(long)]
    tag: Option<String>,
    /// Print JSON, a line a pattern
    #[arg(long)]
    json: bool,
}

pub fn list(args: &List) -> Result<ExitCode> {
    let set = load(args.file.as_deref())?;
    let tagged = |tags: &[String]| args.tag.as_ref().is_none_or(|tag| tags.contains(tag));
    for pattern in set.patterns.iter().filter(|one| tagged(&one.tags)) {
        let name = &pattern.name;
        if args.json {
            output::print_json(&json!({
                "key": pattern.key, "en": name.en, "hant": name.hant, "hans": name.hans,
                "tags": pattern.tags,
            }))?;
        } else {
            output::print(&format!("{:<34} {}  {}\n", pattern.key, name.hant, name.en))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Print a pattern: its text, what a picture in it means, an example on a board
#[derive(clap::Args)]
pub struct Show {
    /// Its name
    name: String,
    /// The file it is in; the shipped patterns if not given
    #[arg(value_hint = ValueHint::FilePath)]
    file: Option<String>,
}

pub fn show(args: &Show) -> Result<ExitCode> {
    let texts: Vec<String> = match &args.file {
        Some(file) => {
            vec![std::fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?]
        }
        None => shipped::TEXTS.iter().map(|(_, text)| (*text).to_owned()).collect(),
    };
    for text in &texts {
        for node in syntax::parse(text).0 {
            if node.items().get(1).and_then(|name| name.as_word()) == Some(&args.name) {
                output::print(&format::format(std::slice::from_ref(&node)))?;
                return more(&node, &args.name, text);
            }
        }
    }
    bail!("no pattern is named '{}': `chuhe patterns list` names them", args.name)
}

/// What a picture means, and an example.
fn more(node: &syntax::Node, name: &str, text: &str) -> Result<ExitCode> {
    if let Some(picture) = node.items().into_iter().find(|field| field.head() == Some("picture")) {
        let conditions = resolve::picture_conditions(picture, &mut Vec::new()).unwrap_or_default();
        let lines: Vec<String> = conditions.iter().map(format::short).collect();
        output::print(&format!("; the picture means\n(when {})\n", lines.join(" ")))?;
    }
    let (set, _) = PatternSet::read(text);
    let example = set.find(name).and_then(|at| set.patterns[at].examples.first());
    if let Some(position) = example.and_then(|fen| fen.parse::<xiangqi::Position>().ok()) {
        output::print(&format!("\n{}", position.diagram()))?;
    }
    Ok(ExitCode::SUCCESS)
}
