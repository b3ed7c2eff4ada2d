//! A network in the place of the hand-written evaluation.

use banqi::BanqiRules;
use banqi_engine::{BENCH_POSITIONS, BanqiGame, create};
use game::Score;
use network::{BanqiInputs, BanqiNetwork, Role, Shape, Width};
use search::{Request, Settings, Unattended};

fn bytes(seed: u64) -> Vec<u8> {
    let shape = Shape { width: Width::W64, inputs: BanqiInputs };
    BanqiNetwork::random(shape, seed).to_bytes()
}

fn game(text: &str) -> BanqiGame {
    BanqiGame::from_position(BanqiRules::default(), text.parse().unwrap(), 0)
}

fn engine() -> banqi_engine::BoxedEngine {
    create("chuhe", &Settings { hash: 1, ..Settings::default() }).unwrap()
}

fn by_hand_engine() -> banqi_engine::BoxedEngine {
    create("chuhe-hce", &Settings { hash: 1, ..Settings::default() }).unwrap()
}

fn search(engine: &mut banqi_engine::BoxedEngine) -> (u64, Score) {
    engine.new_game();
    let found =
        engine.search(&game(BENCH_POSITIONS[5]), &Request::to_depth(6), &Unattended, &mut |_| {});
    (found.nodes, found.score())
}

#[test]
fn a_network_evaluates_until_it_is_taken_away() {
    let mut engine = engine();
    let by_hand = search(&mut engine);
    engine.set_network(Some(&bytes(1))).unwrap();
    let learned = search(&mut engine);
    assert_ne!(learned, by_hand);
    assert_eq!(search(&mut engine), learned);
    engine.set_network(Some(&bytes(2))).unwrap();
    assert_ne!(search(&mut engine), learned);
    // The terms of the fight at hand are added to it, if they are wanted.
    engine.set_network(Some(&bytes(1))).unwrap();
    engine.set_option("Params", "search.network_terms=100").unwrap();
    assert_ne!(search(&mut engine), learned);
    engine.set_option("Params", "").unwrap();
    assert_eq!(search(&mut engine), learned);
    engine.set_network(None).unwrap();
    assert_eq!(search(&mut engine), by_hand);
}

#[test]
fn a_networks_scores_are_points() {
    let mut engine = engine();
    let game = game(BENCH_POSITIONS[8]);
    let model = engine.win_model(game.position());
    assert!((model.points(Score::new(2_000)) - 0.75).abs() > 0.01);
    engine.set_network(Some(&bytes(1))).unwrap();
    let model = engine.win_model(game.position());
    for units in [-4_000, -3_000, -1, 0, 500, 2_000, 4_000] {
        let points = (f64::from(units) / 4_000.0 + 1.0) / 2.0;
        assert!((model.points(Score::new(units)) - points).abs() < 1e-6, "{units}");
    }
    // No evaluation is as good as a won game.
    let (_, score) = search(&mut engine);
    assert!(score.is_decided() || score.get().abs() < 4_000);
    let won = self::game("8/8/8/Kp5r r");
    let found = engine.search(&won, &Request::to_depth(4), &Unattended, &mut |_| {});
    assert_eq!(found.ply().unwrap().to_string(), "a1a2");
}

#[test]
fn a_file_that_is_no_network_of_dark_chess_changes_nothing() {
    let mut engine = engine();
    engine.set_network(Some(&bytes(1))).unwrap();
    let learned = search(&mut engine);
    let whole = bytes(1);
    let changed = |place: usize, value: u8| {
        let mut bytes = whole.clone();
        bytes[place] = value;
        bytes
    };
    let cases = [
        (Vec::new(), "CHUHENET"),
        (b"eval.tempo=3".to_vec(), "CHUHENET"),
        (whole[..whole.len() - 1].to_vec(), "cut short"),
        ([&whole[..], b"more"].concat(), "after its end"),
        (changed(whole.len() / 2, whole[whole.len() / 2] ^ 1), "checksum"),
        (changed(8, 9), "version 9"),
        (changed(10, 0), "network for xiangqi"),
        (changed(11, 2), "role number 2"),
        (changed(14, 65), "width 65"),
    ];
    for (wrong, words) in cases {
        let error = engine.set_network(Some(&wrong)).unwrap_err().to_string();
        assert!(error.starts_with("option EvalFile: ") && error.contains(words), "{error}");
    }
    let shape = Shape { width: Width::W64, inputs: BanqiInputs };
    let numbers = BanqiNetwork::random(shape, 1).parameters();
    let small = BanqiNetwork::new(shape, 1_000, &numbers).unwrap().to_bytes();
    let error = engine.set_network(Some(&small)).unwrap_err().to_string();
    assert!(error.contains("scale 1000: expected 4000"), "{error}");
    assert_eq!(search(&mut engine), learned);
    let mut older = create("ntu-2018", &Settings { hash: 1, ..Settings::default() }).unwrap();
    assert!(older.set_network(Some(&whole)).unwrap_err().to_string().contains("takes no network"));
}

#[test]
fn a_correction_is_added_to_the_evaluation_and_counts_as_it_does() {
    let shape = Shape { width: Width::W64, inputs: BanqiInputs };
    let random = BanqiNetwork::random(shape, 1);
    let mut nothing = random.parameters();
    nothing.outputs.fill(0);
    nothing.output_bias.fill(0);
    let correction = |numbers| {
        let network = BanqiNetwork::new(shape, 900, &numbers).unwrap();
        network.in_role(Role::Correction).to_bytes()
    };
    let mut engine = by_hand_engine();
    let by_hand = search(&mut engine);
    engine.set_network(Some(&correction(nothing))).unwrap();
    assert_eq!(search(&mut engine), by_hand, "far from the draw limit nothing is changed");
    engine.set_network(Some(&correction(random.parameters()))).unwrap();
    assert_ne!(search(&mut engine), by_hand);
    let model = engine.win_model(game(BENCH_POSITIONS[8]).position());
    assert!((model.points(Score::new(900)) - 1.0 / (1.0 + (-1.0_f64).exp())).abs() < 1e-6);
}

/// The same position with red and black exchanged.
fn exchanged(text: &str) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let other = |letter: char| {
        let black = letter.is_ascii_lowercase();
        if black { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
    };
    let face_up = |letter: char| if letter == 'X' { letter } else { other(letter) };
    fields[0] = fields[0].chars().map(face_up).collect();
    fields[1] = if fields[1] == "r" { "b".to_owned() } else { "r".to_owned() };
    fields[2] = fields[2].chars().map(other).collect();
    fields.join(" ")
}

#[test]
fn exchanging_the_colours_changes_nothing() {
    for (role, scale) in [(Role::Whole, 4_000), (Role::Correction, 900)] {
        let shape = Shape { width: Width::W64, inputs: BanqiInputs };
        let numbers = BanqiNetwork::random(shape, 5).parameters();
        let network = BanqiNetwork::new(shape, scale, &numbers).unwrap().in_role(role);
        let mut engine = engine();
        engine.set_network(Some(&network.to_bytes())).unwrap();
        for terms in ["", "search.network_terms=100"] {
            engine.set_option("Params", terms).unwrap();
            for text in BENCH_POSITIONS {
                let value = |text: &str| engine.explain(&game(text)).unwrap().decided.value;
                assert_eq!(value(text), value(&exchanged(text)), "{text}");
            }
        }
    }
}
