//! `chuhe games show`.

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use library::Archive;
use library::archive::Stored;
use records::{Board, Format, pgn};
use serde_json::json;
use xiangqi::notation::Notation;

use super::Language;
use crate::convert::read_notation;
use crate::output::{print, print_json};

/// Show a game
#[derive(clap::Args)]
pub struct Args {
    /// Its number in lists
    #[arg(value_name = "ID")]
    id: u32,
    /// How moves are written
    #[arg(long, default_value = "iccs", value_parser = read_notation)]
    notation: Notation,
    /// The board after so many plies
    #[arg(long, value_name = "PLIES")]
    ply: Option<usize>,
    /// The language of the opening's name
    #[arg(long, value_enum, default_value = "en")]
    language: Language,
    /// Print JSON: what lists have, and the game as `chuhe convert --to json` writes it
    #[arg(long)]
    json: bool,
}

pub fn run(archive: &Archive, args: &Args) -> Result<ExitCode> {
    let id = args.id;
    let stored = archive.game(id)?.ok_or_else(|| anyhow!("there is no game {id}"))?;
    let board = args.ply.map(|ply| board_after(&stored, ply)).transpose()?;
    if args.json {
        let mut value = super::list::value(&stored.summary);
        value["record"] = serde_json::from_str(&records::json::write(&stored.game))?;
        value["position"] = json!(board.as_ref().map(text));
        print_json(&value)?;
        return Ok(ExitCode::SUCCESS);
    }
    let summary = &stored.summary;
    let opening =
        summary.opening.map(|opening| format!("{} {}", opening.code, args.language.name(opening)));
    let unit = match Format::of_file(&summary.source).map(|format| format.name) {
        Some("xqf" | "cbr" | "cbl" | "chn" | "ccm" | "mxq") => "byte",
        _ => "line",
    };
    let mut shown = format!("game {id} of {}, {unit} {}", summary.source, summary.place);
    shown += &opening.map_or("\n\n".to_owned(), |opening| format!("\n{opening}\n\n"));
    shown += &pgn::write(&stored.game, pgn::Options { notation: args.notation });
    if let Some(board) = board {
        let diagram = match &board {
            Board::Xiangqi(position) => position.diagram(),
            Board::Banqi(position) => position.diagram(),
        };
        shown += &format!("\n{diagram}\n{}\n", text(&board));
    }
    print(&shown)?;
    Ok(ExitCode::SUCCESS)
}

fn board_after(stored: &Stored, plies: usize) -> Result<Board> {
    let mut board = Board::open(&stored.game.start).map_err(|error| anyhow!(error))?;
    let line: Vec<_> = stored.game.tree.main_plies().collect();
    if plies > line.len() {
        return Err(anyhow!("the game has {} plies, not {plies}", line.len()));
    }
    for &played in &line[..plies] {
        board.play(played).map_err(|error| anyhow!(error))?;
    }
    Ok(board)
}

fn text(board: &Board) -> String {
    match board {
        Board::Xiangqi(position) => position.to_string(),
        Board::Banqi(position) => position.to_string(),
    }
}
