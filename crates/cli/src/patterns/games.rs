//! Patterns over files of games: stats, frequency, search.

use std::fs::File;
use std::io::Read;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::ValueHint;
use game::{NullObserver, Position as _, Side};
use patterns::compile::Places;
use patterns::{MatchState, Matcher, PatternSet, shipped};
use records::stream::Pieces;
use records::{Game, GameKind, GameResult, Played};
use serde_json::json;
use xiangqi::Position;

use super::{load, named_or_file};
use crate::output;

/// Count where pieces stand in games: the table of probabilities that compilers use
#[derive(clap::Args)]
pub struct Stats {
    /// A file of games in any format; - reads standard input
    #[arg(value_hint = ValueHint::FilePath)]
    games: String,
}

pub fn stats(args: &Stats) -> Result<ExitCode> {
    let mut places = Places::default();
    each_game(&args.games, |game| {
        walk(game, |_, position| places.add(position));
        Ok(true)
    })?;
    output::print(&places.to_text())?;
    Ok(ExitCode::SUCCESS)
}

/// How often each pattern occurs in games: in which phase, and with what result
#[derive(clap::Args)]
pub struct Frequency {
    /// A file of games in any format; - reads standard input
    #[arg(value_hint = ValueHint::FilePath)]
    games: String,
    /// A file of patterns; the shipped ones if not given
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    patterns: Option<String>,
    /// Print JSON, a line a pattern
    #[arg(long)]
    json: bool,
}

/// What is counted of a pattern.
#[derive(Clone, Default)]
struct Counted {
    positions: u64,
    phases: [u64; 3],
    games: u64,
    decided: u64,
    /// Twice the points of the side that had it, in games with a result.
    points: u64,
}

pub fn frequency(args: &Frequency) -> Result<ExitCode> {
    let set = load(args.patterns.as_deref())?;
    let matcher = matcher_of(&set, args.patterns.is_none());
    let mut state = matcher.start();
    let mut all = vec![Counted::default(); set.patterns.len()];
    let (mut positions, mut games) = (0u64, 0u64);
    let begin = Instant::now();
    each_game(&args.games, |game| {
        games += 1;
        let mut had = vec![[false; 2]; set.patterns.len()];
        walk(game, |_, position| {
            positions += 1;
            count_board(&set, &matcher, &mut state, position, &mut all, &mut had);
        });
        for (counted, had) in all.iter_mut().zip(had) {
            counted.end(game.result, had);
        }
        Ok(true)
    })?;
    eprintln!(
        "{} positions of {} games in {:.1} s",
        output::grouped(positions),
        output::grouped(games),
        begin.elapsed().as_secs_f64()
    );
    for (pattern, counted) in set.patterns.iter().zip(&all) {
        print_counted(args.json, &pattern.key, &pattern.name.hant, counted, positions)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn count_board(
    set: &PatternSet,
    matcher: &Matcher,
    state: &mut MatchState,
    position: &Position,
    all: &mut [Counted],
    had: &mut [[bool; 2]],
) {
    let phase = patterns::board::phase(position).trailing_zeros() as usize;
    let mut last = usize::MAX;
    matcher.for_each(state, position, |ground, _| {
        let ground = &set.grounds[ground];
        let number = ground.pattern as usize;
        had[number][ground.side.index()] = true;
        if last != number {
            all[number].positions += 1;
            all[number].phases[phase] += 1;
            last = number;
        }
    });
}

impl Counted {
    fn end(&mut self, result: GameResult, had: [bool; 2]) {
        for side in Side::BOTH.into_iter().filter(|side| had[side.index()]) {
            self.games += 1;
            let points = match (result, side) {
                (GameResult::Unknown, _) => continue,
                (GameResult::Draw, _) => 1,
                (GameResult::First, Side::Red) | (GameResult::Second, Side::Black) => 2,
                _ => 0,
            };
            self.decided += 1;
            self.points += points;
        }
    }
}

fn print_counted(
    as_json: bool,
    key: &str,
    name: &str,
    counted: &Counted,
    positions: u64,
) -> Result<()> {
    let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    let score = share(counted.points, 2 * counted.decided);
    // The error of an average of points between 0 and 1.
    let error = if counted.decided == 0 { 0.0 } else { (0.25 / counted.decided as f64).sqrt() };
    if as_json {
        return output::print_json(&json!({
            "pattern": key, "positions": counted.positions, "phases": counted.phases,
            "games": counted.games, "score": score, "error": error,
        }));
    }
    let [opening, middle, end] = counted.phases.map(|part| 100.0 * share(part, counted.positions));
    output::print(&format!(
        "{key:<34} {name} {:>9} positions ({:.2} %; {opening:.0}/{middle:.0}/{end:.0} % opening/middlegame/endgame) {:>7} games, {:.1} % ± {:.1} for its side\n",
        counted.positions,
        100.0 * share(counted.positions, positions),
        counted.games,
        100.0 * score,
        100.0 * error
    ))
}

/// Find positions with a pattern in a file of games
#[derive(clap::Args)]
pub struct Search {
    /// The pattern's name, or a file of patterns of which any will do
    pattern: String,
    /// A file of games in any format; - reads standard input
    #[arg(value_hint = ValueHint::FilePath)]
    games: String,
    /// Stop after so many games with it
    #[arg(long, default_value_t = 20)]
    most: usize,
    /// Print JSON, a line a game
    #[arg(long)]
    json: bool,
}

pub fn search(args: &Search) -> Result<ExitCode> {
    let set = named_or_file(&args.pattern)?;
    let matcher = Matcher::new(&set.grounds);
    let mut state = matcher.start();
    let (mut number, mut shown) = (0, 0);
    each_game(&args.games, |game| {
        number += 1;
        let mut first = None;
        walk(game, |ply, position| {
            if first.is_none() {
                matcher.for_each(&mut state, position, |ground, _| {
                    first.get_or_insert((ply, position.to_string(), ground));
                });
            }
        });
        if let Some((ply, fen, ground)) = first {
            shown += 1;
            let key = &set.patterns[set.grounds[ground].pattern as usize].key;
            let side = set.grounds[ground].side.to_string();
            if args.json {
                output::print_json(
                    &json!({"game": number, "ply": ply, "fen": fen, "pattern": key, "side": side}),
                )?;
            } else {
                output::print(&format!("game {number}, ply {ply}: {key} for {side}: {fen}\n"))?;
            }
        }
        Ok(shown < args.most)
    })?;
    Ok(ExitCode::SUCCESS)
}

fn matcher_of(set: &PatternSet, is_shipped: bool) -> Matcher {
    if is_shipped { shipped::matcher() } else { Matcher::new(&set.grounds) }
}

/// Reads a file game by game, until `show` says it is enough.
pub fn each_game(name: &str, mut show: impl FnMut(&Game) -> Result<bool>) -> Result<()> {
    let reader: Box<dyn Read> = match name {
        "-" => Box::new(std::io::stdin()),
        _ => Box::new(File::open(name).with_context(|| format!("cannot read {name}"))?),
    };
    for piece in Pieces::new(reader, GameKind::Xiangqi) {
        for game in &piece.with_context(|| format!("cannot read {name}"))?.read().games {
            if !show(game)? {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Shows every position of a game's main line with the number of plies before it.
pub fn walk(game: &Game, mut show: impl FnMut(usize, &Position)) {
    let Ok(records::Board::Xiangqi(mut position)) = records::Board::open(&game.start) else {
        return;
    };
    show(0, &position);
    for (index, node) in game.tree.main_line().into_iter().enumerate() {
        let Some(Played::Xiangqi(ply)) = game.tree.node(node).played else { return };
        position.make(ply, (), &mut NullObserver);
        show(index + 1, &position);
    }
}
