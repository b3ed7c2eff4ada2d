//! Networks in sessions and players.

use std::sync::Arc;

use game::GameKind;
use network::{BanqiNetwork, Shape, Width, XiangqiNetwork};
use play::player::{GameRef, Player};
use play::session::mgtp::{Config, MgtpSession};
use play::{AnyGame, Stopwatch};
use search::Limits;

use crate::support::Driver;

/// A network of random weights of a game.
fn random_network(kind: GameKind) -> Vec<u8> {
    match kind {
        GameKind::Xiangqi => {
            XiangqiNetwork::random(Shape { width: Width::W64, inputs: Default::default() }, 1)
                .to_bytes()
        }
        GameKind::Banqi => {
            BanqiNetwork::random(Shape { width: Width::W64, inputs: Default::default() }, 1)
                .to_bytes()
        }
    }
}

#[test]
fn a_network_decides_until_another_file_is_loaded() {
    let name = format!("chuhe-session-{}.net", std::process::id());
    let path = std::env::temp_dir().join(name);
    let load = format!("setoption name EvalFile value {}", path.display());
    for kind in GameKind::ALL {
        let mut session = Driver::of(kind);
        session.send("setoption name Profile value chuhe-hce");
        let by_hand = session.remark("eval");
        assert!(!by_hand.contains("decided by"), "{by_hand}");
        let whole = random_network(kind);
        std::fs::write(&path, &whole).unwrap();
        assert_eq!(session.remark(&load), "");
        let learned = session.remark("eval");
        assert!(learned.starts_with(by_hand.trim_end()), "the rows stay: {learned}");
        assert!(learned.contains("decided by network"), "{learned}");
        // Another profile of ours keeps it, beside the rows of its own numbers.
        let decided = |text: &str| text.lines().last().map(str::to_owned);
        session.send("setoption name Profile value chuhe");
        let other_rows = session.remark("eval");
        assert_eq!(decided(&other_rows), decided(&learned));
        let learned = other_rows;
        let other = GameKind::ALL.into_iter().find(|&other| other != kind).unwrap();
        let mut damaged = whole.clone();
        damaged[whole.len() / 2] ^= 1;
        let cases: [(&[u8], &str); 4] = [
            (&random_network(other), "expected one for"),
            (&whole[..whole.len() / 2], "cut short"),
            (&damaged, "checksum"),
            (b"\xff\xfe\x00", "neither a network nor"),
        ];
        for (bytes, words) in cases {
            std::fs::write(&path, bytes).unwrap();
            let remark = session.remark(&load);
            assert!(remark.contains("option EvalFile: ") && remark.contains(words), "{remark}");
            assert_eq!(session.remark("eval"), learned, "what was loaded stays in force");
        }
        session.send("setoption name Profile value chuhe-hce");
        session.send("setoption name EvalFile value <empty>");
        assert_eq!(session.remark("eval"), by_hand);
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn players_and_the_tournament_session_take_networks() {
    let name = format!("chuhe-player-{}.net", std::process::id());
    let path = std::env::temp_dir().join(name).display().to_string();
    let option = [("EvalFile".to_owned(), path.clone())];
    for kind in GameKind::ALL {
        let start = (kind == GameKind::Banqi).then_some("8/1K3a2/2e4R/5r2 b");
        let game = AnyGame::open(kind, start, None).unwrap();
        let choose = |options: &[(String, String)]| {
            let mut player = Player::new(kind, "chuhe-hce", options).unwrap();
            let limits = Limits { depth: Some(4), ..Limits::default() };
            player.choose(GameRef::from(&game), limits, 1, &Stopwatch::start()).unwrap()
        };
        std::fs::write(&path, random_network(kind)).unwrap();
        assert_ne!(choose(&option).score, choose(&[]).score, "{kind}");
    }
    let session = |eval_file: &str| {
        let config = Config { eval_file: eval_file.to_owned(), ..Config::default() };
        MgtpSession::new(&config, Arc::new(|_| {}), Arc::new(|_| {})).err()
    };
    assert_eq!(session(&path), None);
    std::fs::write(&path, "eval.tempo=3").unwrap();
    let error = session(&path).unwrap().to_string();
    assert!(error.contains("option EvalFile: ") && error.contains("expected a network"), "{error}");
    std::fs::remove_file(&path).unwrap();
    let error = Player::new(GameKind::Banqi, "chuhe", &option).err().unwrap().to_string();
    assert!(error.contains(&path), "{error}");
}
