//! Engines of other people, where they are installed: short games at a small
//! fixed time and with a clock, without a fault.

#[path = "support/games.rs"]
mod games;

use std::path::{Path, PathBuf};

use arena::ending::EndCause;
use arena::engine::EngineConfig;
use arena::player::GameKind;

use games::{board, play, scripted, start};

/// Looks in the usual places; some are not in everybody's `PATH`.
fn installed(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push(Path::new("/usr/games").to_owned());
    let found = folders.into_iter().map(|folder| folder.join(program)).find(|file| file.is_file());
    if found.is_none() {
        let required = std::env::var_os("CHUHE_REQUIRE_PROGRAMS").is_some();
        assert!(!required, "{program} must be installed for this run of the tests");
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
        let log = play(board(game, None, 0).as_mut(), &mut players, control, 8);
        let what = format!("{program} {protocol} {control}: {:?}", log.ending);
        let clean = matches!(log.ending.cause, EndCause::Rules(_) | EndCause::AdjudicatedDraw);
        assert!(clean, "{what}");
        assert!(
            log.plies.iter().any(|ply| ply.info.depth.is_some_and(|depth| depth > 0)),
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
    use arena::player::{ChosenPly, Seat, View};
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
    let mut board = board(GameKind::Xiangqi, Some(fen), 0);
    player.begin(&View::new(board.as_ref(), Seat::First, 0, &|| false)).unwrap();
    let circle = ["a1e1", "e9f9", "e1f1", "f9e9", "f1e1", "e9f9", "e1f1", "f9e9", "f1e1"];
    for ply in circle {
        board.play(&ChosenPly::Text(ply.into())).unwrap_or_else(|error| panic!("{ply}: {error}"));
        if board.ending().is_some() {
            break;
        }
        let view = View::new(board.as_ref(), board.seat_to_move(), 0, &|| false);
        let answer = player.choose(&view, &budget);
        answer.unwrap_or_else(|fault| panic!("{config} after {ply}: {fault}"));
    }
    assert!(board.plies().len() > 5);
}
