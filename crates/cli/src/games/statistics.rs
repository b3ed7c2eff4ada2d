//! `chuhe games stats`.

use std::process::ExitCode;

use anyhow::Result;
use library::Archive;
use library::archive::statistics::{Record, Results, Statistics};
use serde_json::{Value, json};

use super::Language;
use super::emit::EmitArgs;
use super::filter::Filter;
use super::table::{counted, cut, table};
use crate::output::{grouped, print, print_json};

/// Sum up games: results, years, openings, players, events; where winners stand
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    filter: Filter,
    /// So many openings, players and events are named
    #[arg(long, default_value_t = 10)]
    top: usize,
    /// By year, too
    #[arg(long)]
    years: bool,
    /// The language of the openings' names
    #[arg(long, value_enum, default_value = "en")]
    language: Language,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    emit: EmitArgs,
}

pub fn run(archive: &Archive, args: &Args) -> Result<ExitCode> {
    if let Some(emit) = args.emit.emit {
        super::emit::run(archive, &args.filter, emit, &args.emit)?;
        return Ok(ExitCode::SUCCESS);
    }
    let ids = args.filter.select(archive, &[])?;
    let statistics = archive.statistics(&ids, args.top)?;
    if args.json {
        print_json(&value(&statistics))?;
    } else {
        print(&text(&statistics, args))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn results_value(results: &Results) -> Value {
    json!({
        "games": results.games,
        "red": results.red,
        "draws": results.draws,
        "black": results.black,
        "unknown": results.unknown(),
    })
}

fn value(statistics: &Statistics) -> Value {
    let named = |name: &str, of: Value| {
        let mut of = of;
        of["name"] = json!(name);
        of
    };
    let player = |record: &Record| {
        json!({
            "games": record.games,
            "wins": record.wins,
            "draws": record.draws,
            "losses": record.losses,
        })
    };
    let openings = statistics.openings.iter().map(|(opening, results)| {
        let mut value = results_value(results);
        value["code"] = json!(opening.map(|opening| opening.code));
        value
    });
    let years = statistics.years.iter().map(|(year, results)| {
        let mut value = results_value(results);
        value["year"] = json!(year);
        value
    });
    let players = statistics.players.iter().map(|(name, record)| named(name, player(record)));
    let events = statistics.events.iter().map(|(name, of)| named(name, results_value(of)));
    json!({
        "results": results_value(&statistics.results),
        "banqi": statistics.dark,
        "plies": statistics.plies,
        "shortest": statistics.shortest,
        "longest": statistics.longest,
        "first_date": statistics.dates.map(|(first, _)| first.to_string()),
        "last_date": statistics.dates.map(|(_, last)| last.to_string()),
        "player_count": statistics.player_count,
        "event_count": statistics.event_count,
        "openings": openings.collect::<Vec<_>>(),
        "players": players.collect::<Vec<_>>(),
        "events": events.collect::<Vec<_>>(),
        "years": years.collect::<Vec<_>>(),
    })
}

fn percent(part: u64, of: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / of.max(1) as f64)
}

fn cells(name: String, results: &Results) -> Vec<String> {
    let known = results.games - results.unknown();
    vec![
        name,
        grouped(results.games),
        percent(results.red, known),
        percent(results.draws, known),
        percent(results.black, known),
    ]
}

fn text(statistics: &Statistics, args: &Args) -> String {
    let Statistics { results, plies, .. } = statistics;
    let mut text = counted(results.games, "game");
    if statistics.dark > 0 {
        text += &format!(", {} of dark chess", grouped(statistics.dark));
    }
    if let Some((first, last)) = statistics.dates {
        text += &format!(", {first} to {last}");
    }
    let [red, black] = match statistics.dark == results.games {
        true => ["first won", "second won"],
        false => ["red won", "black won"],
    };
    text += &format!(
        "\n{red} {}, drawn {}, {black} {}, not known {}\n{:.1} plies a game, {} to {}; {}, {}\n",
        grouped(results.red),
        grouped(results.draws),
        grouped(results.black),
        grouped(results.unknown()),
        *plies as f64 / results.games.max(1) as f64,
        statistics.shortest,
        statistics.longest,
        counted(statistics.player_count as u64, "player"),
        counted(statistics.event_count as u64, "event"),
    );
    let section = |title: &str, rows: Vec<Vec<String>>| {
        let names = [title, "games", red, "drawn", black];
        if rows.is_empty() { String::new() } else { "\n".to_owned() + &table(&names, &rows) }
    };
    let openings = statistics.openings.iter().map(|(opening, of)| {
        let name = opening.map_or("none".to_owned(), |opening| {
            format!("{} {}", opening.code, args.language.name(opening))
        });
        cells(cut(&name, 60), of)
    });
    text += &section("opening", openings.collect());
    let players = statistics.players.iter().map(|(name, record)| {
        let record = Results {
            games: record.games,
            red: record.wins,
            draws: record.draws,
            black: record.losses,
        };
        cells(cut(name, 30), &record)
    });
    let rows: Vec<Vec<String>> = players.collect();
    if !rows.is_empty() {
        text += &format!("\n{}", table(&["player", "games", "won", "drawn", "lost"], &rows));
    }
    let events = statistics.events.iter().map(|(name, of)| cells(cut(name, 60), of));
    text += &section("event", events.collect());
    if args.years {
        let year = |year: u16| if year == 0 { "unknown".to_owned() } else { year.to_string() };
        let years = statistics.years.iter().map(|(number, of)| cells(year(*number), of));
        text += &section("year", years.collect());
    }
    text
}
