//! Good engines play whole games over every protocol.

#[path = "support/games.rs"]
mod games;

use arena::ending::EndCause;
use arena::engine::{EngineConfig, ProtocolName};
use arena::player::{GameKind, Player};

use games::{board, game_of, play, scripted, start};

fn assert_clean(cause: EndCause, what: &str) {
    let clean = matches!(cause, EndCause::Rules(_) | EndCause::AdjudicatedDraw);
    assert!(clean, "{what}");
}

#[test]
fn every_protocol_plays_against_every_other_of_its_game() {
    let protocols = ["uci", "uci-1-10", "uci-0-9", "ucci", "xboard", "banqi-uci", "mgtp"];
    for (i, first) in protocols.into_iter().enumerate() {
        for second in protocols.into_iter().filter(|second| game_of(second) == game_of(first)) {
            let game = game_of(first);
            let mut players = [
                start(&scripted(first, "noise", i as u64), game, None),
                start(&scripted(second, "", 100 + i as u64), game, None),
            ];
            for number in 0..2 {
                let log = play(board(game, None, number).as_mut(), &mut players, "60+1", 400);
                let what = format!("{first} - {second}: {:?}", log.ending);
                assert_clean(log.ending.cause, &what);
                assert!(log.plies.len() > 10, "{what}");
            }
        }
    }
}

#[test]
fn every_limit_is_understood() {
    let cases = [
        ("uci", "movetime=20 nodes=50 depth=3 40/10+0.1 10+0"),
        ("ucci", "movetime=20 nodes=50 depth=3 40/10+0.1 10+0"),
        ("xboard", "movetime=20 movetime=1000 depth=3 40/10+0.1 10+0"),
        ("banqi-uci", "movetime=20 nodes=50 depth=3 40/10+0.1 10+0"),
        ("mgtp", "movetime=20 40/10+0.1 10+0"),
    ];
    for (protocol, controls) in cases {
        let game = game_of(protocol);
        let mut players = [
            start(&scripted(protocol, "", 1), game, None),
            start(&scripted(protocol, "", 2), game, None),
        ];
        for control in controls.split(' ') {
            let log = play(board(game, None, 9).as_mut(), &mut players, control, 8);
            let what = format!("{protocol} {control}: {:?}", log.ending);
            assert_eq!(log.ending.cause, EndCause::AdjudicatedDraw, "{what}");
        }
    }
}

#[test]
fn positions_other_than_the_usual_start() {
    let cases = [
        (GameKind::Xiangqi, "3ak4/4a4/9/9/4R4/9/9/4B4/9/3K1c3 b - - 3 20"),
        (GameKind::Banqi, "K1X4p/2P2c2/1XX5/7k r P2h1 4 40"),
    ];
    for (game, start_text) in cases {
        let protocols = match game {
            GameKind::Xiangqi => ["uci", "uci-1-10", "ucci", "xboard"].as_slice(),
            GameKind::Banqi => ["banqi-uci", "mgtp"].as_slice(),
        };
        for protocol in protocols {
            for seed in 0..3 {
                let mut players = [
                    start(&scripted(protocol, "", seed), game, None),
                    start(&scripted(protocol, "", 50 + seed), game, None),
                ];
                let mut board = board(game, Some(start_text), seed);
                let log = play(board.as_mut(), &mut players, "60+1", 60);
                assert_clean(log.ending.cause, &format!("{protocol}: {:?}", log.ending));
            }
        }
    }
}

#[test]
fn information_and_times_are_reported() {
    for protocol in ["uci", "ucci", "xboard"] {
        let mut players = [
            start(&scripted(protocol, "", 1), GameKind::Xiangqi, None),
            start(&scripted(protocol, "", 2), GameKind::Xiangqi, None),
        ];
        let log = play(board(GameKind::Xiangqi, None, 0).as_mut(), &mut players, "10+0.1", 6);
        for ply in &log.plies {
            let info = (ply.info.score, ply.info.depth, ply.info.nodes);
            assert_eq!(info, (Some(12), Some(3), Some(345)), "{protocol}");
            assert!(ply.time.as_nanos() > 0, "{protocol}");
            assert_eq!(ply.cpu.is_some(), std::path::Path::new("/proc/self/stat").exists());
        }
    }
}

#[test]
fn an_engine_stopped_by_analysis() {
    let config = EngineConfig { stop: "analyze".parse().unwrap(), ..scripted("xboard", "", 1) };
    let mut players = [
        start(&config, GameKind::Xiangqi, None),
        start(&scripted("uci", "", 2), GameKind::Xiangqi, None),
    ];
    let log = play(board(GameKind::Xiangqi, None, 0).as_mut(), &mut players, "movetime=20", 12);
    assert_eq!(log.ending.cause, EndCause::AdjudicatedDraw, "{:?}", log.ending);
    assert_eq!(log.plies[0].info.nodes, Some(345));
}

#[test]
fn the_protocol_is_found_out() {
    for protocol in ["uci", "uci-1-10", "ucci", "xboard", "banqi-uci", "mgtp"] {
        let game = game_of(protocol);
        let mut config = scripted(protocol, "", 3);
        config.protocol = ProtocolName::Auto;
        config.start_timeout = std::time::Duration::from_millis(600);
        let mut players: [Box<dyn Player>; 2] =
            [start(&config, game, None), start(&scripted(protocol, "", 4), game, None)];
        let log = play(board(game, None, 0).as_mut(), &mut players, "10+0.1", 10);
        assert_eq!(log.ending.cause, EndCause::AdjudicatedDraw, "{protocol}: {:?}", log.ending);
    }
}

#[test]
fn a_program_of_the_platform_need_not_know_every_command() {
    let mut players = [
        start(&scripted("mgtp", "narrow", 3), GameKind::Banqi, None),
        start(&scripted("mgtp", "", 4), GameKind::Banqi, None),
    ];
    let log = play(board(GameKind::Banqi, None, 0).as_mut(), &mut players, "10+0.1", 10);
    assert_eq!(log.ending.cause, EndCause::AdjudicatedDraw, "{:?}", log.ending);
}

#[test]
fn a_new_process_for_every_game_if_asked_for() {
    let config = EngineConfig { restart: true, ..scripted("uci", "crash@5", 1) };
    let good = scripted("uci", "", 2);
    let mut players =
        [start(&config, GameKind::Xiangqi, None), start(&good, GameKind::Xiangqi, None)];
    // Four answers a game: without a new process the second game would see the fifth.
    for _ in 0..3 {
        let log = play(board(GameKind::Xiangqi, None, 0).as_mut(), &mut players, "10+0.1", 8);
        assert_eq!(log.ending.cause, EndCause::AdjudicatedDraw, "{:?}", log.ending);
    }
}
