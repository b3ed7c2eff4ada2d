//! `chuhe games stats --emit`: where winners stand, as parameters, a picture or numbers.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{ValueEnum, ValueHint};
use library::Archive;
use records::{Board, GameKind};
use serde_json::{Value, json};
use tuner::engine::EngineSetup;
use tuner::statistics::winners::PHASES;
use tuner::statistics::{Winners, heat_maps};
use xiangqi::Kind;

use super::filter::Filter;
use super::table::counted;
use crate::output::print;
use crate::params::{Form, written};

/// What is made of the pieces' places.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// First values of an evaluation's parameters
    Params,
    /// Heat maps, an SVG picture
    Svg,
    /// How often pieces stood where, by phase, colour and result, as JSON
    Counts,
}

/// Where it goes.
#[derive(clap::Args)]
pub struct EmitArgs {
    /// Make something of where winners stand (Kao 2009, section 2.3.2) instead of summing up
    #[arg(long, value_enum)]
    pub emit: Option<Emit>,
    /// --emit: the file to write; standard output if there is none
    #[arg(long, value_name = "FILE", requires = "emit", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// --emit params: the program whose parameters they become
    #[arg(long, requires = "emit", default_value = "shenxiang")]
    profile: String,
    /// --emit params: how they are written; toml is what the option EvalFile takes
    #[arg(long, value_enum, requires = "emit", default_value = "toml")]
    to: Form,
}

/// Counts the chosen games and writes what is wanted.
pub fn run(archive: &Archive, filter: &Filter, emit: Emit, args: &EmitArgs) -> Result<()> {
    let set = EngineSetup::new(GameKind::Xiangqi, &args.profile).params()?;
    let ids = filter.select_kind(archive, GameKind::Xiangqi)?;
    let mut winners = Winners::default();
    archive.each_line(&ids, |line| {
        line.each_board(|board, _| {
            if let Board::Xiangqi(position) = board {
                winners.add(position, line.result);
            }
            true
        });
        true
    })?;
    if winners.positions() == 0 {
        bail!("{} with a result: nothing can be counted", counted(0, "game"));
    }
    let text = match emit {
        Emit::Params => written(&winners.params(&set)?, args.to, GameKind::Xiangqi)?,
        Emit::Svg => heat_maps(&winners),
        Emit::Counts => serde_json::to_string(&counts(&winners))? + "\n",
    };
    write(args.out.as_deref(), &text)
}

fn write(out: Option<&Path>, text: &str) -> Result<()> {
    match out {
        Some(path) => {
            std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
        }
        None => print(text),
    }
}

/// By kind and phase, rows from the enemy's home rank on, five columns; each point has
/// red's won, drawn and lost, then black's.
fn counts(winners: &Winners) -> Value {
    let mut all = json!({"positions": winners.positions()});
    for kind in Kind::ALL {
        for (phase, name) in PHASES.into_iter().enumerate() {
            let cell = |row, column| winners.square(phase, kind, row, column);
            let rows: Vec<Vec<_>> =
                (0..10).map(|row| (0..5).map(|column| cell(row, column)).collect()).collect();
            all[kind.name()][name] = json!(rows);
        }
    }
    all
}
