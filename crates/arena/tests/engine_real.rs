//! Engines of other people, where they are installed: short games at a small
//! fixed time and with a clock, without a fault.

#[path = "support/games.rs"]
mod games;

use std::path::{Path, PathBuf};

use arena::engine::EngineConfig;
use arena::player::GameKind;
use arena::table::EndCause;

use games::{play, play_with_margin, scripted, start, table};

/// Looks in the usual places; some are not in everybody's `PATH`.
fn installed(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push(Path::new("/usr/games").to_owned());
    let found = folders.into_iter().map(|folder| folder.join(program)).find(|file| file.is_file());
    if found.is_none() {
        eprintln!("skipped: {program} is not installed");
    }
    found
}

fn engine(program: &str, protocol: &str) -> Option<EngineConfig> {
    let path = installed(program)?;
    let command = path.to_str()?.to_owned();
    Some(EngineConfig::program(program, &command, protocol.parse().unwrap()))
}

/// Plays a game with each control, the engine's seat changing.
fn plays(program: &str, protocol: &str, controls: &[&str]) {
    let Some(config) = engine(program, protocol) else { return };
    let game = GameKind::Xiangqi;
    let mut players = [start(&config, game, None), start(&scripted("ucci", "", 5), game, None)];
    for control in controls {
        let log = play(table(game, None, 0).as_mut(), &mut players, control, 8);
        let what = format!("{program} {protocol} {control}: {:?}", log.ending);
        let clean = matches!(log.ending.cause, EndCause::Rules(_) | EndCause::AdjudicatedDraw);
        assert!(clean, "{what}");
        assert!(
            log.plies.iter().any(|ply| ply.thought.depth.is_some_and(|depth| depth > 0)),
            "{what}"
        );
        players.swap(0, 1);
    }
}

#[test]
fn fairy_stockfish_by_uci() {
    plays("fairy-stockfish", "uci", &["movetime=100", "2+0.05", "nodes=500", "depth=3"]);
}

#[test]
fn fairy_stockfish_by_ucci() {
    plays("fairy-stockfish", "ucci", &["movetime=100", "2+0.05", "nodes=500", "depth=3"]);
}

#[test]
fn fairy_stockfish_by_xboard() {
    plays("fairy-stockfish", "xboard", &["movetime=100", "2+0.05", "depth=3"]);
}

#[test]
fn sjaak() {
    plays("sjaakii", "xboard", &["movetime=100", "2+0.05", "depth=2"]);
}

#[test]
fn hoixiangqi() {
    plays("hoixiangqi", "xboard", &["movetime=100", "4+0.05", "depth=2"]);
}

#[test]
fn their_protocols_are_found_out() {
    for program in ["sjaakii", "hoixiangqi", "fairy-stockfish"] {
        plays(program, "auto", &["movetime=50"]);
    }
}

/// A perpetual check, which two of them refuse to look at.
#[test]
fn repetitions_do_not_lose_an_engine() {
    let fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1";
    for program in ["sjaakii", "hoixiangqi"] {
        let Some(config) = engine(program, "xboard") else { continue };
        repeat_before(&config, fen);
    }
}

fn repeat_before(config: &EngineConfig, fen: &str) {
    use arena::clock::Budget;
    use arena::player::Seat;
    use arena::table::with_view;
    use std::time::Duration;

    let mut player = start(config, GameKind::Xiangqi, None);
    let time = Duration::from_millis(50);
    let budget = Budget {
        control: "movetime=50".parse().unwrap(),
        own: time,
        other: time,
        moves_to_go: None,
        flag: Some(time * 10),
    };
    let mut table = table(GameKind::Xiangqi, Some(fen), 0);
    with_view(table.as_ref(), Seat::First, |view| player.begin(view)).unwrap();
    let circle = ["a1e1", "e9f9", "e1f1", "f9e9", "f1e1", "e9f9", "e1f1", "f9e9", "f1e1"];
    for ply in circle {
        table.play(ply).unwrap_or_else(|error| panic!("{ply}: {error}"));
        if table.ending().is_some() {
            break;
        }
        let answer =
            with_view(table.as_ref(), table.seat_to_move(), |view| player.choose(view, &budget));
        answer.unwrap_or_else(|fault| panic!("{config} after {ply}: {fault}"));
    }
    assert!(table.plies().len() > 5);
}

/// Full games from random openings, for people who want to see the engines work:
/// `cargo test -p chuhe-arena --test engine_real -- --ignored --nocapture`. The
/// variables `GAMES` and `CONTROL` change the length and the pace.
#[test]
#[ignore = "minutes of play"]
fn full_games_without_a_false_forfeit() {
    let games: u64 = std::env::var("GAMES").map_or(20, |text| text.parse().unwrap());
    let control = std::env::var("CONTROL").unwrap_or_else(|_| "movetime=50".to_owned());
    let pairs = [
        (("sjaakii", "xboard"), ("fairy-stockfish", "uci")),
        (("hoixiangqi", "xboard"), ("fairy-stockfish", "ucci")),
        (("sjaakii", "xboard"), ("hoixiangqi", "xboard")),
        (("fairy-stockfish", "xboard"), ("fairy-stockfish", "ucci")),
    ];
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut forfeits = 0;
    for (first, second) in pairs {
        if !format!("{first:?}{second:?}").contains(&only) {
            continue;
        }
        let both = engine(first.0, first.1).zip(engine(second.0, second.1));
        let Some((one, other)) = both else { continue };
        forfeits += full_games(&one, &other, games, &control);
    }
    assert_eq!(forfeits, 0, "the games above tell which");
}

fn full_games(one: &EngineConfig, other: &EngineConfig, games: u64, control: &str) -> u32 {
    let game = GameKind::Xiangqi;
    let mut players = [start(one, game, None), start(other, game, None)];
    let mut forfeits = 0;
    for number in 0..games {
        let opening = random_opening(number / 2);
        let mut table = table(game, Some(&opening), 0);
        let margin = std::time::Duration::from_millis(100);
        let log = play_with_margin(table.as_mut(), &mut players, control, 1000, margin);
        let seat = if number % 2 == 0 { [one, other] } else { [other, one] };
        let winner = log.ending.winner.map_or("draw", |winner| &seat[winner.index()].name);
        let slowest =
            |seat: usize| log.plies.iter().skip(seat).step_by(2).map(|ply| ply.time).max();
        println!(
            "{}({}) - {}({}) {control}: {winner} after {} plies, slowest {:?} {:?}; {}",
            seat[0].name,
            seat[0].protocol,
            seat[1].name,
            seat[1].protocol,
            log.plies.len(),
            slowest(0),
            slowest(1),
            log.ending.reason
        );
        if let EndCause::Fault(_) = log.ending.cause {
            forfeits += 1;
            players = [start(one, game, None), start(other, game, None)];
            if number % 2 == 0 {
                players.swap(0, 1);
            }
            continue;
        }
        players.swap(0, 1);
    }
    forfeits
}

/// The position after six random plies.
fn random_opening(seed: u64) -> String {
    use game::{NullObserver, Position, Rng};

    let mut rng = Rng::new(seed);
    let mut position = xiangqi::Position::start();
    for _ in 0..6 {
        let ply = *rng.choose(&position.legal_plies()).expect("an opening goes on");
        position.make(ply, (), &mut NullObserver);
    }
    xiangqi::Setup::from(&position).to_string()
}
