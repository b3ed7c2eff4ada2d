//! Games between engines for the tests of the engine drivers.
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::Path;
use std::time::Duration;

use arena::adjudicate::Adjudication;
use arena::board::{BanqiBoard, RefereeBoard, XiangqiBoard};
use arena::clock::TimeControl;
use arena::engine::{self, EngineConfig, ProtocolName};
use arena::player::{Fault, GameKind, Player};
use arena::referee::{Conditions, GameLog, play_game};

/// The scripted engine with a deed and a seed.
pub fn scripted(protocol: &str, deed: &str, seed: u64) -> EngineConfig {
    let program = env!("CARGO_BIN_EXE_scripted-engine");
    let name: ProtocolName = protocol.parse().unwrap();
    let mut config = EngineConfig::program(&format!("{protocol} {deed}"), program, name);
    config.args = vec![protocol.to_owned(), deed.to_owned(), seed.to_string()];
    config.hang_timeout = Duration::from_millis(300);
    config.search_timeout = Duration::from_millis(1500);
    config
}

/// The game a protocol is for.
pub fn game_of(protocol: &str) -> GameKind {
    match protocol {
        "mgtp" | "banqi-uci" => GameKind::Banqi,
        _ => GameKind::Xiangqi,
    }
}

/// A board for a game; the number is the deal of dark chess.
pub fn board(game: GameKind, start: Option<&str>, number: u64) -> Box<dyn RefereeBoard> {
    match game {
        GameKind::Xiangqi => {
            let start = start.unwrap_or(xiangqi::START_FEN);
            Box::new(XiangqiBoard::new(xiangqi::XiangqiRules::default(), start).unwrap())
        }
        GameKind::Banqi => {
            Box::new(BanqiBoard::new(banqi::BanqiRules::default(), start, number).unwrap())
        }
    }
}

/// Starts an engine that must start.
pub fn start(config: &EngineConfig, game: GameKind, logs: Option<&Path>) -> Box<dyn Player> {
    try_start(config, game, logs).unwrap_or_else(|fault| panic!("{config}: {fault}"))
}

/// Starts an engine.
pub fn try_start(
    config: &EngineConfig,
    game: GameKind,
    logs: Option<&Path>,
) -> Result<Box<dyn Player>, Fault> {
    engine::start(config, game, logs, None)
}

/// Plays a game of at most so many plies. Only an engine that is really stuck is
/// late: the machine may have other things to do.
pub fn play(
    board: &mut dyn RefereeBoard,
    players: &mut [Box<dyn Player>; 2],
    control: &str,
    max_plies: u32,
) -> GameLog {
    play_with_margin(board, players, control, max_plies, Duration::from_secs(5))
}

/// Plays a game with a margin of one's own.
pub fn play_with_margin(
    board: &mut dyn RefereeBoard,
    players: &mut [Box<dyn Player>; 2],
    control: &str,
    max_plies: u32,
    margin: Duration,
) -> GameLog {
    let control: TimeControl = control.parse().unwrap();
    let conditions = Conditions {
        controls: [control; 2],
        seeds: [0; 2],
        margin,
        adjudication: Adjudication { max_plies: Some(max_plies), ..Adjudication::default() },
    };
    let [first, second] = players;
    play_game(board, &mut [first.as_mut(), second.as_mut()], &conditions, &|| false).unwrap()
}
