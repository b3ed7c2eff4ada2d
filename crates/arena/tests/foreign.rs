//! Foreign engines behind the face of our own: they choose, analyse and review, and what
//! goes wrong is told.

use std::time::Duration;

use arena::engine::{EngineConfig, ProtocolName};
use arena::foreign;
use play::choose::{Thinking, Wanted, choose};
use play::engine::EngineError;
use play::stopwatch::Stopwatch;
use play::{AnyGame, Chance, GameKind, Level, analysis, review};

fn config(protocol: &str, deed: &str) -> EngineConfig {
    let program = env!("CARGO_BIN_EXE_scripted-engine");
    let named: ProtocolName = protocol.parse().unwrap();
    EngineConfig {
        args: [protocol, deed, "7"].map(str::to_owned).to_vec(),
        hang_timeout: Duration::from_millis(300),
        ..EngineConfig::program("scripted", program, named)
    }
}

fn opening() -> AnyGame {
    let mut game = AnyGame::open(GameKind::Xiangqi, None, None).unwrap();
    for ply in ["h2e2", "h9g7", "e2e6"] {
        game.play(ply, Chance::Told(None), true).unwrap();
    }
    game
}

const QUICK: Wanted =
    Wanted { level: Level::FULL, thinking: Thinking::Fixed(Duration::from_millis(50)), seed: 0 };

#[test]
fn every_protocol_plays_analyses_and_reviews() {
    for protocol in ["uci", "uci-1-10", "ucci"] {
        let mut engine = foreign::start(&config(protocol, "")).unwrap();
        let mut game = opening();
        for _ in 0..6 {
            let chosen = choose(&game, &mut engine, &QUICK, &Stopwatch::start());
            let chosen = chosen.unwrap_or_else(|error| panic!("{protocol}: {error}")).unwrap();
            game.play_ply(chosen.ply, Chance::Told(None), false).unwrap();
        }
        let host = Stopwatch::start();
        let mut done = false;
        let mut tell = |state: &analysis::State| {
            host.signals().stop();
            done |= state.done && !state.lines.is_empty();
        };
        analysis::analyse(&game, &mut engine, 1, &host, &mut tell).unwrap();
        assert!(done, "{protocol}");
        let settings =
            review::Settings { budget: Duration::from_millis(20), host: &Stopwatch::start() };
        let mut plies = 0;
        let sums = review::review(&opening(), &mut engine, &settings, &mut |_| plies += 1);
        assert!(sums.unwrap().is_some() && plies == 3, "{protocol}");
    }
}

#[test]
fn what_goes_wrong_is_told_and_the_next_question_begins_anew() {
    let mut engine = foreign::start(&config("uci", "crash@1")).unwrap();
    let game = opening();
    let failed = choose(&game, &mut engine, &QUICK, &Stopwatch::start());
    let Err(EngineError::Failed(words)) = failed else { panic!("{failed:?}") };
    assert!(words.starts_with("engine scripted: "), "{words}");
    assert!(foreign::start(&EngineConfig::program("a", "/no/such", ProtocolName::Uci)).is_err());
    let xboard = EngineConfig::program("a", "sh", ProtocolName::Xboard);
    assert!(foreign::start(&xboard).is_err());
}
