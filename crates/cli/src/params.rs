//! `chuhe params`: an engine's numbers, and files of them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Subcommand, ValueEnum, ValueHint};
use game::GameKind;
use search::ParamSet;
use serde_json::{Map, Value};
use tuner::engine::EngineSetup;
use xiangqi_engine::eval::EvalParams;

use crate::args::GameName;
use crate::output::{print, print_json};

/// Show, compare and change files of parameters
///
/// A file of parameters is one of three: name=value, separated by commas or lines (what the
/// option Params takes); JSON, an object of names and numbers; or, of xiangqi's evaluation,
/// TOML (what the option EvalFile takes). What a file does not say is as the profile has it.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe params show --profile shenxiang --filter eval.features\n  \
    printf 'eval.features.pin.early=70' > a.params && chuhe params check a.params\n  \
    printf 'eval.features.pin.late=90' > b.params && chuhe params diff a.params b.params\n  \
    chuhe params merge a.params b.params --to json\n  \
    chuhe params convert a.params --to toml")]
pub struct Args {
    /// Which game
    #[arg(long, value_enum, default_value = "xiangqi", global = true)]
    game: GameName,
    /// The program whose parameters they are
    #[arg(long, default_value = "chuhe-hce", global = true)]
    profile: String,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Every parameter with its value, default, range and step
    Show {
        /// A file whose values are shown
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
        /// Only names that begin so
        #[arg(long, value_name = "NAME", default_value = "")]
        filter: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// What differs between two files, or between the profile and a file
    Diff {
        /// One or two files
        #[arg(required = true, num_args = 1..=2, value_name = "FILE", value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Whether files can be read and every value is in its range
    Check {
        /// The files
        #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
    },
    /// The same values in another form
    Convert {
        /// The file
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// The form
        #[arg(long, value_enum)]
        to: Form,
    },
    /// Several files as one: what they change, later ones last
    Merge {
        /// The files
        #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        /// The form
        #[arg(long, value_enum, default_value = "params")]
        to: Form,
    },
}

/// How parameters are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// name=value a line, only what differs from the profile
    Params,
    /// An object of names and numbers, only what differs from the profile
    Json,
    /// All numbers of xiangqi's evaluation, for the option EvalFile
    Toml,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let game: GameKind = args.game.into();
    let base = EngineSetup::new(game, &args.profile).params()?;
    let read = |path: &PathBuf| -> Result<ParamSet> {
        let mut set = base.clone();
        read_into(&mut set, path, game)?;
        Ok(set)
    };
    match &args.command {
        Command::Show { file, filter, json } => {
            let set = file.as_ref().map_or_else(|| Ok(base.clone()), read)?;
            show(&set, filter, *json)?;
        }
        Command::Diff { files, json } => {
            let sets = files.iter().map(read).collect::<Result<Vec<_>>>()?;
            let (old, new) = match &sets[..] {
                [one] => (&base, one),
                [one, other, ..] => (one, other),
                [] => bail!("expected a file"),
            };
            diff(old, new, *json)?;
        }
        Command::Check { files } => {
            for path in files {
                let changed = read(path)?.changes().split(',').filter(|c| !c.is_empty()).count();
                print(&format!("{}: all is well, {changed} values differ\n", path.display()))?;
            }
        }
        Command::Convert { file, to } => print(&written(&read(file)?, *to, game)?)?,
        Command::Merge { files, to } => {
            let mut merged = base.clone();
            for path in files {
                // Only what a file changes: else a later one would undo an earlier.
                merged.apply(&read(path)?.changes())?;
            }
            print(&written(&merged, *to, game)?)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a file of parameters of any form into a set.
pub fn read_into(set: &mut ParamSet, path: &Path, game: GameKind) -> Result<()> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| name.clone())?;
    read_text(set, &text, game).with_context(|| name)
}

fn read_text(set: &mut ParamSet, text: &str, game: GameKind) -> Result<()> {
    let text = text.trim();
    if text.starts_with('{') {
        let object: Map<String, Value> = serde_json::from_str(text).context("not JSON")?;
        let mut changed = set.clone();
        for (name, value) in object {
            let number = value.as_i64();
            let number =
                number.ok_or_else(|| anyhow!("{name} is {value}: expected a whole number"))?;
            changed.set(&name, number)?;
        }
        *set = changed;
        return Ok(());
    }
    let is_list = text.is_empty()
        || text.lines().flat_map(|line| line.split(',')).all(|part| {
            let part = part.trim();
            part.is_empty() || part.starts_with("eval.") || part.starts_with("search.")
        });
    if is_list || game == GameKind::Banqi {
        let parts: Vec<&str> = text.split(['\n', ',']).map(str::trim).collect();
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        set.apply(&parts.join(","))?;
        return Ok(());
    }
    EvalParams::from_toml(text)?.write_to(set)?;
    Ok(())
}

/// A set's values in a form.
pub fn written(set: &ParamSet, form: Form, game: GameKind) -> Result<String> {
    let changes = set.changes();
    Ok(match form {
        Form::Params => changes.split(',').map(|change| format!("{change}\n")).collect(),
        Form::Json => {
            let defaults = set.specs().iter().map(|spec| spec.default);
            let changed: Map<String, Value> = set
                .iter()
                .zip(defaults)
                .filter(|((_, value), default)| value != default)
                .map(|((name, value), _)| (name.to_owned(), value.into()))
                .collect();
            serde_json::to_string_pretty(&changed)? + "\n"
        }
        Form::Toml if game == GameKind::Banqi => {
            bail!("--to toml: only xiangqi's evaluation has that form")
        }
        Form::Toml => EvalParams::of_set(set).to_toml(),
    })
}

fn show(set: &ParamSet, filter: &str, json: bool) -> Result<()> {
    let rows = || set.specs().iter().zip(set.values()).filter(|(s, _)| s.name.starts_with(filter));
    if rows().next().is_none() {
        bail!("no parameter's name begins with '{filter}'");
    }
    if json {
        let row = |(spec, value): (&search::ParamSpec, &i32)| {
            serde_json::json!({
                "name": spec.name, "value": value, "default": spec.default,
                "min": spec.min, "max": spec.max, "step": spec.step,
            })
        };
        return print_json(&rows().map(row).collect::<Vec<_>>());
    }
    let mut text = String::new();
    for (spec, value) in rows() {
        let _ = writeln!(
            text,
            "{:<44} {value:>6}  {}..{} step {} default {}",
            spec.name, spec.min, spec.max, spec.step, spec.default
        );
    }
    print(&text)
}

fn diff(old: &ParamSet, new: &ParamSet, json: bool) -> Result<()> {
    let differ = old.iter().zip(new.values()).filter(|((_, a), b)| a != *b);
    if json {
        let rows: Vec<Value> = differ
            .map(|((name, a), b)| serde_json::json!({"name": name, "old": a, "new": b}))
            .collect();
        return print_json(&rows);
    }
    let mut text = String::new();
    for ((name, a), b) in differ {
        let _ = writeln!(text, "{name:<44} {a:>6} → {b:>6}  ({:+})", b - a);
    }
    print(if text.is_empty() { "no difference\n" } else { &text })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> ParamSet {
        EngineSetup::new(GameKind::Xiangqi, "chuhe-hce").params().unwrap()
    }

    #[test]
    fn every_form_is_read_back() {
        let mut set = base();
        set.apply("eval.features.pin.early=70,eval.tempo.to_move.late=3").unwrap();
        for form in [Form::Params, Form::Json, Form::Toml] {
            let text = written(&set, form, GameKind::Xiangqi).unwrap();
            let mut again = base();
            read_text(&mut again, &text, GameKind::Xiangqi).unwrap();
            assert_eq!(again, set);
        }
    }

    #[test]
    fn wrong_names_and_values_are_named() {
        for (text, part) in [
            ("eval.nothing=3", "eval.nothing"),
            ("eval.features.pin.early=99999", "99999"),
            ("{\"eval.features.pin.early\": \"x\"}", "whole number"),
            ("[features]\npin = { early = 9999 }", "9999"),
        ] {
            let mut set = base();
            let error = format!("{:#}", read_text(&mut set, text, GameKind::Xiangqi).unwrap_err());
            assert!(error.contains(part), "{text}: {error}");
            assert_eq!(set, base(), "nothing is changed");
        }
    }
}
