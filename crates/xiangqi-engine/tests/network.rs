//! A network in the place of the hand-written evaluation.

use network::{Middle, Network, Role, Shape, Width, XiangqiInputs};
use search::{Request, Settings, Unattended};
use xiangqi_engine::{BoxedEngine, XiangqiGame, create};

fn bytes(seed: u64) -> Vec<u8> {
    let shape = Shape { width: Width::W64, inputs: XiangqiInputs::default() };
    Network::random(shape, seed).to_bytes()
}

fn search(engine: &mut BoxedEngine) -> (String, i32, u64) {
    engine.new_game();
    let game = XiangqiGame::new(Default::default());
    let found = engine.search(&game, &Request::to_depth(5), &Unattended, &mut |_| {});
    (found.ply().expect("a ply").to_string(), found.score().get(), found.nodes)
}

#[test]
fn a_network_decides_until_it_is_taken_away() {
    let mut engine = create("chuhe", &Settings { hash: 1, ..Settings::default() }).unwrap();
    let by_hand = search(&mut engine);
    engine.set_network(Some(&bytes(1))).unwrap();
    let learned = search(&mut engine);
    assert_ne!(learned, by_hand);
    assert_eq!(search(&mut engine), learned, "the same twice");
    engine.set_network(Some(&bytes(2))).unwrap();
    assert_ne!(search(&mut engine), learned, "another network");
    engine.set_network(None).unwrap();
    assert_eq!(search(&mut engine), by_hand);
}

#[test]
fn what_is_no_network_changes_nothing() {
    let mut engine = create("chuhe", &Settings { hash: 1, ..Settings::default() }).unwrap();
    engine.set_network(Some(&bytes(1))).unwrap();
    let learned = search(&mut engine);
    let whole = bytes(1);
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    for wrong in [&[][..], b"TOML = 1", &whole[..whole.len() - 1], &damaged] {
        let error = engine.set_network(Some(wrong)).unwrap_err().to_string();
        assert!(error.starts_with("option EvalFile: "), "{error}");
    }
    assert_eq!(search(&mut engine), learned);
}

/// The same position seen in a mirror.
fn mirrored(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').expect("a board and a turn");
    let ranks: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
    format!("{} {rest}", ranks.join("/"))
}

/// The same position with red and black exchanged.
fn exchanged(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').expect("a board and a turn");
    let other = |letter: char| match letter.is_ascii_lowercase() {
        true => letter.to_ascii_uppercase(),
        false => letter.to_ascii_lowercase(),
    };
    let ranks: Vec<String> =
        board.split('/').rev().map(|rank| rank.chars().map(other).collect()).collect();
    let turn = if rest.starts_with('w') { "b" } else { "w" };
    format!("{} {turn}", ranks.join("/"))
}

#[test]
fn a_mirror_and_exchanged_colours_change_nothing() {
    let mut engine = create("chuhe-hce", &Settings { hash: 1, ..Settings::default() }).unwrap();
    let game =
        |fen: &str| XiangqiGame::from_position(Default::default(), fen.parse().expect(fen), 0);
    for role in Role::ALL {
        // Inputs that are as symmetric with a king in the middle file.
        let inputs = XiangqiInputs { middle: Middle::Balance, ..XiangqiInputs::default() };
        let shape = Shape { width: Width::W64, inputs };
        engine.set_network(Some(&Network::random(shape, 5).in_role(role).to_bytes())).unwrap();
        let value = |fen: &str| engine.explain(&game(fen)).unwrap().decided.value;
        for fen in [
            "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w",
            "2bakab1r/9/r1n1c1nc1/p1p1p3p/6p2/2P6/P3P1P1P/NC2C1N2/9/R1BAKABR1 w",
            "3ak4/4a4/b3b4/p1n1p3p/9/2N3R2/P3r3P/4B4/4A4/2BAK4 b",
            "4k4/4a4/3a5/9/9/4R4/9/4B4/3r5/4K1B2 w",
        ] {
            assert_eq!(value(fen), value(&mirrored(fen)), "{fen}");
            assert_eq!(value(fen), value(&exchanged(fen)), "{fen}");
        }
    }
}
