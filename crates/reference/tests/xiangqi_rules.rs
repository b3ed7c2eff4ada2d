//! Repetition, natural limit, mate and material of xiangqi games.

use std::fs;

use reference::Colour;
use reference::xiangqi::{Board, Game, GameResult, Reason, RepetitionLaw, Rules, chased};
use serde_json::Value;

fn cases(name: &str) -> Vec<Value> {
    let file = format!("{}/../../testdata/rules/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_else(|| panic!("no text `{key}` in {case}"))
}

fn moves(case: &Value) -> Vec<&str> {
    case["moves"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

fn play(fen: &str, moves: &[&str], rules: Rules) -> Game {
    let mut game = Game::new(fen, rules).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for text in moves {
        game.play(text).unwrap_or_else(|error| panic!("{fen}: {error}"));
    }
    game
}

fn verdict(result: GameResult) -> &'static str {
    match result {
        GameResult::RedWins(_) => "red_wins",
        GameResult::BlackWins(_) => "black_wins",
        GameResult::Draw(_) => "draw",
        GameResult::Open => "open",
    }
}

/// Rules that leave every question but repetition aside.
fn repetition_only(repetition: RepetitionLaw) -> Rules {
    Rules { repetition, natural_limit: None, insufficient_material: false, ..Rules::default() }
}

#[test]
fn every_repetition_case_gets_its_computer_verdict() {
    let mut judged = 0;
    for case in cases("repetition_cases.json") {
        // Positions no engine accepts carry the verdict of the rule's text instead.
        let expected =
            case["computer_rule"].as_str().or(case["computer_rule_by_reference"].as_str());
        let Some(expected) = expected else { continue };
        let game =
            play(text(&case, "fen"), &moves(&case), repetition_only(RepetitionLaw::Computer));
        assert_eq!(verdict(game.result()), expected, "{}", text(&case, "id"));
        judged += 1;
    }
    assert_eq!(judged, 324);
}

#[test]
fn cases_end_at_their_first_decided_ply() {
    let mut seen = 0;
    for case in cases("repetition_cases.json") {
        let Some(ply) = case["computer_rule_first_decided_ply"].as_u64() else { continue };
        let game =
            play(text(&case, "fen"), &moves(&case), repetition_only(RepetitionLaw::Computer));
        let (ended, _) = game.ending().expect("a decided case has ended");
        assert_eq!(ended as u64, ply, "{}", text(&case, "id"));
        seen += 1;
    }
    assert_eq!(seen, 121);
}

#[test]
fn looser_laws_punish_less() {
    for case in cases("repetition_cases.json") {
        let all = moves(&case);
        let result = |law| play(text(&case, "fen"), &all, repetition_only(law)).result();
        let draw = GameResult::Draw(Reason::Repetition);
        let allowing_chase = match result(RepetitionLaw::Computer) {
            GameResult::RedWins(Reason::PerpetualChase)
            | GameResult::BlackWins(Reason::PerpetualChase) => draw,
            other => other,
        };
        assert_eq!(result(RepetitionLaw::AllowChase), allowing_chase, "{}", text(&case, "id"));
        assert_eq!(result(RepetitionLaw::None), draw, "{}", text(&case, "id"));
    }
}

#[test]
fn the_fold_says_which_occurrence_counts() {
    let (fen, cycle) = ("4k4/9/9/9/9/9/9/R8/4A4/3K5 w", ["a2b2", "e9e8", "b2a2", "e8e9"]);
    for (fold, plies) in [(2, 4), (3, 8), (4, 12)] {
        let rules = Rules { fold, ..repetition_only(RepetitionLaw::Computer) };
        let game = play(fen, &cycle.repeat(4), rules);
        let expected = (plies, GameResult::Draw(Reason::Repetition));
        assert_eq!(game.ending(), Some(expected), "fold {fold}");
    }
    let never = Rules { fold: 0, ..repetition_only(RepetitionLaw::Computer) };
    assert_eq!(play(fen, &cycle.repeat(4), never).ending(), None);
}

#[test]
fn a_perpetual_checker_loses_at_the_third_occurrence() {
    let fen = "3k5/R8/9/9/9/9/9/9/9/4K4 w";
    let cycle = ["a8a9", "d9d8", "a9a8", "d8d9"];
    let game = play(fen, &cycle.repeat(3), Rules::default());
    assert_eq!(game.ending(), Some((8, GameResult::BlackWins(Reason::PerpetualCheck))));
}

#[test]
fn natural_limit_counters_match_ply_by_ply() {
    let rules = Rules { fold: 0, insufficient_material: false, ..Rules::default() };
    for case in cases("natural_limit_cases.json") {
        let fen = text(&case, "fen");
        let mut game = Game::new(fen, rules).unwrap();
        let counters = case["rule60_after_each_ply"].as_array().unwrap();
        for (ply, (text, count)) in moves(&case).into_iter().zip(counters).enumerate() {
            game.play(text).unwrap();
            let plies = u64::from(game.natural_counter().plies);
            assert_eq!(plies, count.as_u64().unwrap(), "{fen} after ply {}", ply + 1);
        }
        assert_eq!(game.moves().len(), counters.len());
        let draw = GameResult::Draw(Reason::NaturalLimit);
        let ending = case["draw_at_ply"].as_u64().map(|ply| (ply as usize, draw));
        assert_eq!(game.ending(), ending, "{fen}");
    }
}

#[test]
fn the_halfmove_field_seeds_the_limit_and_mate_wins_over_it() {
    let result = |fen: &str, text: &str| play(fen, &[text], Rules::default()).result();
    let rooks = "4k4/R8/9/9/9/9/9/9/1R7/3K5";
    assert_eq!(result(&format!("{rooks} w - - 118 60"), "b1b2"), GameResult::Open);
    let draw = GameResult::Draw(Reason::NaturalLimit);
    assert_eq!(result(&format!("{rooks} w - - 119 60"), "b1b2"), draw);
    let mate = GameResult::RedWins(Reason::Checkmate);
    assert_eq!(result(&format!("{rooks} w - - 119 60"), "b1b9"), mate);
    assert!(Game::new(&format!("{rooks} w - - x 60"), Rules::default()).is_err());
}

#[test]
fn a_capture_empties_the_counter() {
    let game = play("4k4/9/9/9/9/9/9/1p7/1R7/3K5 w - - 77 40", &["b1b2"], Rules::default());
    assert_eq!(game.natural_counter(), Default::default());
}

#[test]
fn a_side_without_moves_has_lost() {
    let result = |fen: &str| Game::new(fen, Rules::default()).unwrap().result();
    let mated = "1R2k4/R8/9/9/9/9/9/9/9/3K5 b";
    assert_eq!(result(mated), GameResult::RedWins(Reason::Checkmate));
    let stalemated = "3k5/2P6/9/9/9/9/9/9/9/4K4 b";
    assert_eq!(result(stalemated), GameResult::RedWins(Reason::Stalemate));
    assert!(!Board::from_fen(stalemated).unwrap().is_in_check(Colour::Black));
}

#[test]
fn hopeless_material_is_a_draw() {
    let draw = GameResult::Draw(Reason::InsufficientMaterial);
    for (fen, expected) in [
        ("3ak4/4a4/4b4/9/9/9/9/4B4/9/3K5 w", draw),
        ("4k4/9/9/9/9/9/9/9/4C4/3K5 w", draw),
        ("4k4/9/9/9/9/9/9/4B4/2C6/3K5 w", draw),
        ("3ak4/9/9/9/9/9/9/9/4C4/5K3 b", draw),
        ("3ak4/9/9/9/9/9/9/9/2C6/5K3 w", draw),
        ("3ak4/9/9/9/9/9/9/4B4/2C6/5K3 w", draw),
        ("4k4/4a4/3a5/9/9/9/9/9/2C6/5K3 w", draw),
        // The same pieces, but c1c9 mates.
        ("3ak4/4a4/9/9/9/9/9/9/2C6/5K3 w", GameResult::Open),
        ("3ak4/4a4/9/9/9/9/9/4B4/2C6/5K3 w", GameResult::Open),
        ("4k4/9/9/9/9/9/9/9/2C1A4/3K5 w", GameResult::Open),
        ("4k4/9/2c6/9/9/9/9/9/2C6/3K5 w", draw),
        ("4k4/9/2c1b4/9/9/9/9/9/2C6/3K5 w", draw),
        ("4k4/4a4/2c6/9/9/9/9/9/2C6/3K5 w", GameResult::Open),
        ("4k4/9/9/9/9/9/9/9/2CC5/3K5 w", GameResult::Open),
        ("4k4/9/9/9/9/9/9/9/2N6/3K5 w", GameResult::Open),
        ("4k4/9/9/9/9/P8/9/9/9/3K5 w", GameResult::Open),
    ] {
        assert_eq!(Game::new(fen, Rules::default()).unwrap().result(), expected, "{fen}");
        let off = Rules { insufficient_material: false, ..Rules::default() };
        assert_eq!(Game::new(fen, off).unwrap().result(), GameResult::Open, "{fen}");
    }
}

#[test]
fn the_chase_relation_by_hand() {
    for (fen, victims) in [
        // A rook on a bare cannon, then on one a king protects.
        ("4k4/9/9/9/9/2c3R2/9/9/9/3K5 b", vec!["c4"]),
        ("3k5/3c2R2/9/9/9/9/9/9/9/4K4 b", vec![]),
        // A horse on a protected rook is a chase all the same.
        ("3ak4/4r4/9/5N3/9/9/9/9/9/3K5 b", vec!["e8"]),
        // Rook against rook offers an exchange.
        ("4k4/9/9/9/9/2r3R2/9/9/9/3K5 b", vec![]),
        // A pawn at home is never chased, a crossed one is.
        ("4k4/9/9/2p3R2/9/9/9/9/9/3K5 b", vec![]),
        ("4k4/9/9/9/9/2p3R2/9/9/9/3K5 b", vec!["c4"]),
        // A rook pinned by the enemy king threatens nothing beside the file.
        ("4k4/9/9/9/9/2c1R4/9/9/9/4K4 b", vec![]),
        // In check, pins go beyond legality: the rooks are transparent to the black king, so it
        // pins the cannon, whose legal capture on e3 is then no chase. Without that king it is.
        ("4k4/9/9/9/4C4/4r4/4r4/9/9/4K4 w", vec![]),
        ("3k5/9/9/9/4C4/4r4/4r4/9/9/4K4 w", vec!["e3"]),
        // The only screen of a checking cannon is not pinned.
        ("3k5/9/9/4c4/9/9/n3R4/9/9/4K4 w", vec!["a3", "e6"]),
    ] {
        let board = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let found: Vec<String> =
            chased(&board, Colour::Red).into_iter().map(|square| square.to_string()).collect();
        assert_eq!(found, victims, "{fen}");
    }
}
