//! A network in the place of the hand-written evaluation.

use network::{Network, Shape, Width, XiangqiInputs};
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
