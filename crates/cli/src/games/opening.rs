//! `chuhe games opening`: what was played in a position.

use std::process::ExitCode;

use anyhow::Result;
use library::Archive;
use library::archive::{Explored, Tally, openings};
use records::Board;
use serde_json::{Value, json};
use xiangqi::notation::Notation;

use super::Language;
use super::filter::{self, Filter};
use super::table::{counted, table};
use crate::convert::read_notation;
use crate::output::{grouped, print, print_json};

/// What was played in a position, by whom, with what result, when
///
/// Without --fen and --moves it is the start. Positions with colours swapped or left and
/// right exchanged count as the same; moves are shown as they are in the position that
/// was asked about. Other options count only games that are like that.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe games opening --moves \"h2e2 h9g7\" --notation wxf\n  \
    chuhe games opening --player 胡荣华 --since 1980\n  \
    chuhe games opening --list --language hant")]
pub struct Args {
    #[command(flatten)]
    filter: Filter,
    /// How moves are written
    #[arg(long, default_value = "iccs", value_parser = read_notation)]
    notation: Notation,
    /// So many players are named
    #[arg(long, default_value_t = 10)]
    players: usize,
    /// By year, too
    #[arg(long)]
    years: bool,
    /// Name every opening of the classification
    #[arg(long)]
    list: bool,
    /// The language of the openings' names
    #[arg(long, value_enum, default_value = "en")]
    language: Language,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Whether no archive is needed.
    pub fn lists(&self) -> bool {
        self.list
    }
}

pub fn list(args: &Args) -> Result<ExitCode> {
    if args.json {
        for opening in openings::all() {
            print_json(&json!({
                "code": opening.code,
                "en": opening.english,
                "hant": opening.traditional,
                "hans": opening.simplified,
                "lines": opening.lines.iter().map(|line| line.join(" ")).collect::<Vec<_>>(),
            }))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let row = |opening: &openings::Opening| {
        let name = args.language.name(opening).to_owned();
        let line = opening.lines.first().map_or_else(String::new, |line| line.join(" "));
        vec![opening.code.to_owned(), name, line]
    };
    let rows: Vec<Vec<String>> = openings::all().iter().map(row).collect();
    print(&table(&["code", "name", "moves"], &rows))?;
    Ok(ExitCode::SUCCESS)
}

pub fn run(archive: &Archive, args: &Args) -> Result<ExitCode> {
    let board = match args.filter.position()? {
        Some(board) => board,
        None => filter::start(args.filter.game)?,
    };
    let chosen = match args.filter.has_others() {
        true => Some(args.filter.select_others(archive)?),
        false => None,
    };
    let explored = archive.explore(&board, chosen.as_deref(), args.players)?;
    if args.json {
        print_json(&value(&board, &explored, args.notation))?;
    } else {
        print(&text(&board, &explored, args))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn tally_value(tally: &Tally) -> Value {
    json!({
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score(),
    })
}

fn value(board: &Board, explored: &Explored, notation: Notation) -> Value {
    let with = |tally: &Tally, name: &str, value: Value| {
        let mut all = tally_value(tally);
        all[name] = value;
        all
    };
    let plies = explored.plies.iter().map(|ply| {
        let mut all = with(&ply.tally, "ply", json!(ply.played.map(|played| played.to_string())));
        all["text"] = json!(ply.played.map(|played| board.write(played, notation)));
        all["first_year"] = json!(Some(ply.years.0).filter(|&year| year > 0));
        all["last_year"] = json!(Some(ply.years.1).filter(|&year| year > 0));
        all["latest"] = json!(ply.game);
        all
    });
    let years = explored.years.iter().map(|(year, tally)| with(tally, "year", json!(year)));
    let players = explored.players.iter().map(|(name, tally)| with(tally, "name", json!(name)));
    json!({
        "all": tally_value(&explored.tally),
        "plies": plies.collect::<Vec<_>>(),
        "years": years.collect::<Vec<_>>(),
        "players": players.collect::<Vec<_>>(),
    })
}

fn cells(name: String, tally: &Tally) -> Vec<String> {
    let score = tally.score().map_or_else(String::new, |score| format!("{:.1} %", 100.0 * score));
    vec![
        name,
        grouped(tally.games.into()),
        grouped(tally.wins.into()),
        grouped(tally.draws.into()),
        grouped(tally.losses.into()),
        score,
    ]
}

fn text(board: &Board, explored: &Explored, args: &Args) -> String {
    let games = explored.tally.games;
    if games == 0 {
        let hint = match board {
            Board::Xiangqi(_) => " (dark chess: --game banqi)",
            Board::Banqi(_) => "",
        };
        return format!("no game came to this position{hint}\n");
    }
    let mut text =
        format!("{}; results are those of who is to move\n\n", counted(games.into(), "game"));
    let plies = explored.plies.iter().map(|ply| {
        let name = ply.played.map(|played| board.write(played, args.notation));
        let mut row = cells(name.unwrap_or_else(|| "(end)".to_owned()), &ply.tally);
        row.push(match ply.years {
            (0, _) => String::new(),
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}–{last}"),
        });
        row.push(ply.game.to_string());
        row
    });
    let names = ["move", "games", "won", "drawn", "lost", "score", "years", "latest"];
    text += &table(&names, &plies.collect::<Vec<_>>());
    let players = explored.players.iter().map(|(name, tally)| cells(name.clone(), tally));
    let rows: Vec<Vec<String>> = players.collect();
    if !rows.is_empty() {
        let names = ["to move", "games", "won", "drawn", "lost", "score"];
        text += &format!("\n{}", table(&names, &rows));
    }
    if args.years {
        let year = |year: u16| if year == 0 { "unknown".to_owned() } else { year.to_string() };
        let years = explored.years.iter().map(|(number, tally)| cells(year(*number), tally));
        let names = ["year", "games", "won", "drawn", "lost", "score"];
        text += &format!("\n{}", table(&names, &years.collect::<Vec<_>>()));
    }
    text
}
