//! What a writer writes, a reader reads: random trees in every format.

mod support;

use game::Rng;
use records::pgn::{self, Options};
use records::write::{Target, Writer};
use records::xqf::{self, Keys};
use records::{Game, GameKind, Hint, Played, Start, Tree, read};
use support::{Wanted, random_game, shape};
use xiangqi::notation::Notation;

const GAMES: usize = 1_000;
const EVERYTHING: Wanted =
    Wanted { kind: GameKind::Xiangqi, variations: true, remarks: true, starts: true };

/// Writes and reads random games and compares headers, start, result and tree.
fn check(target: Target, wanted: impl Fn(usize) -> Wanted, headers: &[(&str, &str)]) {
    let joined = !matches!(target, Target::Pgn | Target::Json);
    let mut rng = Rng::new(7);
    for index in 0..GAMES {
        let mut game = random_game(wanted(index), &mut rng);
        for (name, value) in headers {
            game.set_header(name, *value);
        }
        let notation = Notation::ALL[index % Notation::ALL.len()];
        let file = Writer::new(target, notation).write(&game).unwrap();
        let shown = String::from_utf8_lossy(&file);
        let record = read(&file, GameKind::Xiangqi);
        assert_eq!((record.format, record.games.len()), (target.name(), 1), "{shown}");
        assert_eq!(record.problems, [], "{shown}");
        let again = &record.games[0];
        assert_eq!(again.problems, [], "{shown}");
        assert_eq!(again.start, plain(&game.start, &again.start), "{shown}");
        assert_eq!(again.result, game.result, "{shown}");
        for (name, value) in headers {
            assert_eq!(again.header(name), Some(*value), "{shown}");
        }
        assert_same(again, &game, joined);
    }
}

fn assert_same(again: &Game, game: &Game, joined: bool) {
    let (again, game) = (shape(again, joined), shape(game, joined));
    for (again, game) in again.iter().zip(&game) {
        assert_eq!(again, game);
    }
    assert_eq!(again.len(), game.len());
}

/// Binary files have no counters, and contest records no clock.
fn plain(start: &Start, read: &Start) -> Start {
    match (start, read) {
        (Start::Xiangqi(own), Start::Xiangqi(read)) => Start::Xiangqi(xiangqi::Setup {
            halfmoves: read.halfmoves,
            fullmoves: read.fullmoves,
            ..own.clone()
        }),
        (Start::Banqi(own), Start::Banqi(read)) => {
            Start::Banqi(banqi::Setup { clock: read.clock, ply: read.ply, ..own.clone() })
        }
        _ => start.clone(),
    }
}

const NAMES: [(&str, &str); 4] =
    [("Event", "五羊杯 \"a\" b"), ("Date", "2001.02.03"), ("Red", "许银川"), ("Black", "呂欽")];

#[test]
fn pgn() {
    let wanted = |index| match index % 4 {
        3 => Wanted { kind: GameKind::Banqi, starts: false, ..EVERYTHING },
        _ => EVERYTHING,
    };
    let hard = [("Event", "a \"b\" \\ 杯"), ("Annotator", "x]"), ("Red", "許銀川")];
    check(Target::Pgn, wanted, &hard);
}

#[test]
fn xqf() {
    check(Target::Xqf, |_| EVERYTHING, &NAMES);
}

#[test]
fn cbr() {
    let more = [&NAMES[..], &[("RedTeam", "广东"), ("Round", "3"), ("Title", "𠀀題")]].concat();
    check(Target::Cbr, |_| EVERYTHING, &more);
}

#[test]
fn dhtmlxq() {
    let more = [&NAMES[..], &[("RedTeam", "广东"), ("Other", "[x] y")]].concat();
    check(Target::DhtmlXq, |_| EVERYTHING, &more);
}

#[test]
fn json() {
    let wanted = |index| match index % 3 {
        2 => Wanted { kind: GameKind::Banqi, ..EVERYTHING },
        _ => EVERYTHING,
    };
    check(Target::Json, wanted, &NAMES);
}

#[test]
fn tsv() {
    let lines = Wanted { variations: false, remarks: false, ..EVERYTHING };
    check(Target::Tsv, |_| lines, &NAMES);
    let dark = Wanted { kind: GameKind::Banqi, ..lines };
    check(Target::Tsv, |_| dark, &[("First", "Ann"), ("Termination", "NoMove")]);
}

#[test]
fn contest_record() {
    let dark = Wanted { kind: GameKind::Banqi, variations: false, remarks: false, starts: false };
    check(
        Target::Contest,
        |_| dark,
        &[("First", "Ann B"), ("Second", "Bo"), ("TimeControl", "900")],
    );
}

#[test]
fn every_version_and_key_of_xqf() {
    let mut rng = Rng::new(11);
    for index in 0..GAMES {
        let game = random_game(EVERYTHING, &mut rng);
        let version = 10 + (index % 9) as u8;
        let mut byte = || if index % 5 == 0 { 0 } else { rng.below(256) as u8 };
        let keys = Keys {
            mask: byte(),
            or: [byte(), byte(), byte(), byte()],
            xy: [byte(), byte(), byte(), byte()],
        };
        let file = xqf::write_encrypted(&game, version, keys).unwrap();
        let again = &read(&file, GameKind::Xiangqi).games[0];
        assert_eq!(again.problems, [], "version {version}, {keys:?}");
        assert_same(again, &game, true);
        assert_eq!(again.start, plain(&game.start, &again.start));
    }
}

#[test]
fn several_games_in_one_file() {
    let mut rng = Rng::new(3);
    let games: Vec<Game> = (0..20).map(|_| random_game(EVERYTHING, &mut rng)).collect();
    for target in [Target::Pgn, Target::DhtmlXq, Target::Json, Target::Tsv] {
        let mut writer = Writer::new(target, Notation::Wxf);
        let file: Vec<u8> = games.iter().flat_map(|game| writer.write(game).unwrap()).collect();
        let record = read(&file, GameKind::Xiangqi);
        assert_eq!((record.format, record.games.len()), (target.name(), games.len()));
        for (again, game) in record.games.iter().zip(&games) {
            assert!(again.tree.main_plies().eq(game.tree.main_plies()), "{target:?}");
            assert_eq!(again.problems, []);
        }
    }
    for target in [Target::Xqf, Target::Cbr] {
        let mut writer = Writer::new(target, Notation::Wxf);
        assert!(writer.write(&games[0]).is_ok() && writer.write(&games[1]).is_err());
    }
}

#[test]
fn a_library_of_records() {
    let mut rng = Rng::new(5);
    let games: Vec<Game> = (0..5).map(|_| random_game(EVERYTHING, &mut rng)).collect();
    let mut file = vec![0; 66624 + 276 * 8];
    file[..16].copy_from_slice(b"CCBridgeLibrary\0");
    file[60] = 8;
    for game in &games {
        file.extend(records::ccbridge::cbr::write(game).unwrap());
        // Records begin at every 4096th byte; what lies between is no data.
        file.resize(66624 + 276 * 8 + (file.len() - 66624 - 276 * 8).next_multiple_of(4096), 0xEE);
    }
    for slots in [8, 9, 255] {
        file[60] = slots;
        let record = read(&file, GameKind::Xiangqi);
        assert_eq!((record.format, record.games.len()), ("cbl", games.len()), "{slots}");
        for (again, game) in record.games.iter().zip(&games) {
            assert_eq!(again.problems, []);
            assert_same(again, game, true);
        }
    }
}

#[test]
fn a_game_that_black_begins_is_numbered_so() {
    let fen = "3k5/9/9/9/9/9/9/9/4A4/4KR3 b - - 0 1";
    let mut game = Game::new(Start::read(GameKind::Xiangqi, fen).unwrap());
    let mut node = Tree::ROOT;
    for ply in ["d9d8", "f0f9", "d8d7"] {
        node = game.tree.play(node, Played::Xiangqi(ply.parse().unwrap()));
    }
    let text = pgn::write(&game, Options { notation: Notation::Iccs });
    assert!(text.contains(&format!("[FEN \"{fen}\"]")), "{text}");
    assert!(text.ends_with("\n1... D9-D8\n2. F0-F9 D8-D7\n*\n"), "{text}");
}

#[test]
fn a_deep_tree_is_written_and_read() {
    let mut game = Game::new(Start::usual(GameKind::Xiangqi));
    let line = ["a0a1", "a9a8", "a1a0", "a8a9"];
    let mut node = Tree::ROOT;
    for index in 0..20_000 {
        node = game.tree.play(node, Played::Xiangqi(line[index % 4].parse().unwrap()));
        if index % 4 == 1 {
            let parent = game.tree.node(node).parent();
            game.tree.play(parent, Played::Xiangqi("i9i8".parse().unwrap()));
        }
    }
    for target in [Target::Pgn, Target::Xqf, Target::Cbr, Target::DhtmlXq, Target::Json] {
        let file = Writer::new(target, Notation::Uci).write(&game).unwrap();
        let record = read(&file, GameKind::Xiangqi);
        assert_eq!(record.games[0].tree.len(), game.tree.len(), "{target:?}");
    }
}

#[test]
fn a_million_nested_variations_need_no_stack() {
    // Every line is left at its first ply by a line that is left at its first ply.
    let mut text = String::from("1. h2e2 ");
    for index in 0..500_000 {
        text.push_str(if index % 2 == 0 { "(1. h0g2 h9g7 " } else { "(1... c6c5 2. c3c4 " });
    }
    text.push_str(&")".repeat(500_000));
    let record = read(text.as_bytes(), Hint::new(GameKind::Xiangqi));
    let game = &record.games[0];
    assert!(game.tree.len() >= 4, "{}", game.tree.len());
    let again = pgn::write(game, Options { notation: Notation::Uci });
    assert_eq!(read(again.as_bytes(), GameKind::Xiangqi).games[0].tree.len(), game.tree.len());
}
