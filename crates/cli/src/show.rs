//! `chuhe show`: a position as a board, with its plies in every notation.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::{Context, Result};
use banqi::notation::platform;
use game::Position as _;
use serde_json::{Value, json};
use xiangqi::notation::{self, Notation};

use crate::args::GameName;
use crate::output;

/// Show a position as text, with its legal plies in every notation
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe show --game xiangqi\n  \
    chuhe show --game xiangqi --fen \"4k4/4a4/9/9/9/9/9/4C4/9/4K4 b\" --chinese\n  \
    chuhe show --game banqi --json")]
pub struct Args {
    /// Which game
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// The position; the start position if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Draw the board with Chinese characters
    #[arg(long)]
    chinese: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    match args.game {
        GameName::Xiangqi => show_xiangqi(args)?,
        GameName::Banqi => show_banqi(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn show_xiangqi(args: &Args) -> Result<()> {
    let fen = args.fen.as_deref().unwrap_or(xiangqi::START_FEN);
    let setup: xiangqi::Setup = fen.parse().context("--fen")?;
    let position = xiangqi::Position::try_from(&setup).context("--fen")?;
    let plies = position.legal_plies();
    let rows: Vec<[String; Notation::ALL.len()]> = plies
        .iter()
        .map(|&ply| Notation::ALL.map(|notation| notation::write(&position, ply, notation)))
        .collect();
    if args.json {
        return output::print_json(&json!({
            "game": "xiangqi",
            "position": setup.to_string(),
            "turn": position.turn().name(),
            "in_check": position.in_check(),
            "plies": rows.iter().map(|row| named_columns(row)).collect::<Vec<_>>(),
        }));
    }
    let board = if args.chinese { position.diagram_chinese() } else { position.diagram() };
    let check = if position.in_check() { ", in check" } else { "" };
    let mut text = format!("{board}\n{setup}\n{} to move{check}, ", position.turn());
    writeln!(text, "{} legal plies", rows.len())?;
    write_table(&mut text, &Notation::ALL.map(Notation::name), &rows)?;
    output::print(&text)
}

fn named_columns(row: &[String]) -> Value {
    Notation::ALL
        .iter()
        .zip(row)
        .map(|(notation, text)| (notation.name().to_owned(), json!(text)))
        .collect()
}

fn show_banqi(args: &Args) -> Result<()> {
    let setup: banqi::Setup = match &args.fen {
        Some(fen) => fen.parse().context("--fen")?,
        None => banqi::Position::start().setup(),
    };
    let position = banqi::Position::try_from(&setup).context("--fen")?;
    let rows: Vec<[String; 2]> =
        position.legal_plies().iter().map(|&ply| [ply.to_string(), platform_text(ply)]).collect();
    let turn = position.side_to_move().map_or("unknown", game::Side::name);
    if args.json {
        let plies: Vec<Value> =
            rows.iter().map(|[ours, theirs]| json!({"ply": ours, "platform": theirs})).collect();
        return output::print_json(&json!({
            "game": "banqi",
            "position": setup.to_string(),
            "turn": turn,
            "plies": plies,
        }));
    }
    let board = if args.chinese { position.diagram_chinese() } else { position.diagram() };
    let mut text = format!("{board}\n{setup}\nside to move: {turn}, {} legal plies\n", rows.len());
    write_table(&mut text, &["ply", "platform"], &rows)?;
    output::print(&text)
}

/// A flip that has not shown its piece yet is written as its square alone.
fn platform_text(ply: banqi::Ply) -> String {
    if ply.is_flip() {
        platform::write_square(ply.from())
    } else {
        platform::write(&banqi::Played { ply, reveal: banqi::Reveal::Nothing })
    }
}

/// Columns as wide as their widest cell on a terminal, where a Chinese character
/// takes two places.
fn write_table<const N: usize>(
    text: &mut String,
    head: &[&str; N],
    rows: &[[String; N]],
) -> std::fmt::Result {
    let width = |cell: &str| cell.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
    let widths: [usize; N] = std::array::from_fn(|column| {
        rows.iter().map(|row| width(&row[column])).chain([width(head[column])]).max().unwrap_or(0)
    });
    let head = head.map(str::to_owned);
    for row in std::iter::once(&head).chain(rows) {
        let mut line = String::new();
        for (cell, wide) in row.iter().zip(widths) {
            write!(line, "{cell}{}  ", " ".repeat(wide - width(cell)))?;
        }
        writeln!(text, "{}", line.trim_end())?;
    }
    Ok(())
}
