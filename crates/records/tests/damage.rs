//! Damaged and hostile files: what can be played, where it stops, and nothing worse.

mod support;

use game::Rng;
use records::stream::Pieces;
use records::write::{Target, Writer};
use records::xqf::{self, Keys};
use records::{Game, GameKind, Hint, Place, ProblemCode, Tree, read};
use support::{Wanted, check_sound, random_game};
use xiangqi::notation::Notation;

/// A file of every format, by its name.
fn files(rng: &mut Rng) -> Vec<(&'static str, Vec<u8>)> {
    let wanted = Wanted { kind: GameKind::Xiangqi, variations: true, remarks: true, starts: true };
    let game = random_game(wanted, rng);
    let dark = random_game(Wanted { kind: GameKind::Banqi, ..wanted }, rng);
    let write =
        |target, game: &Game| Writer::new(target, Notation::Simplified).write(game).unwrap();
    let keys = Keys { mask: 255, or: [1, 2, 3, 4], xy: [5, 6, 7, 8] };
    let cbr = write(Target::Cbr, &game);
    let mut cbl = vec![0; 66624 + 276];
    cbl[..16].copy_from_slice(b"CCBridgeLibrary\0");
    cbl[60] = 1;
    cbl.extend(&cbr);
    vec![
        ("a.pgn", write(Target::Pgn, &game)),
        ("dark.pgn", write(Target::Pgn, &dark)),
        ("a.xqf", write(Target::Xqf, &game)),
        ("b.xqf", xqf::write_encrypted(&game, 18, keys).unwrap()),
        ("a.cbr", cbr),
        ("a.cbl", cbl),
        ("a.ubb", write(Target::DhtmlXq, &game)),
        ("a.tsv", write(Target::Tsv, &game)),
        ("dark.tsv", write(Target::Tsv, &dark)),
        ("a.jsonl", write(Target::Json, &game)),
        ("dark.txt", write(Target::Contest, &dark)),
        ("a.chn", vec![7; 188 + 320]),
        ("a.ccm", vec![7; 70]),
        ("a.che", b"1 2 0 0 0 2 7 2 4 0 0 0 0 0 0 9 7 7 6 0 0 0".to_vec()),
        ("a.mxq", b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x057C-4C\x04Ends".to_vec()),
        ("a.cbf", b"<ChineseChessRecord><MoveList><Move value=\"00-00\"/><Move value=\"77-47\"/></MoveList>".to_vec()),
        ("a.wxf", b"RED x\nSTART{\n1. C2=5 H8+7 (1... P7+1) {x}\n}END".to_vec()),
        ("a.txt", "1. 炮二平五 馬8進7 (1... 卒7进1) 2. 马二进三".as_bytes().to_vec()),
    ]
}

fn mutate(bytes: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len().max(1));
        match rng.below(8) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at.min(bytes.len()), rng.below(256) as u8),
            2 if !bytes.is_empty() => drop(bytes.remove(at)),
            3 if !bytes.is_empty() => bytes[at] ^= 1 << rng.below(8),
            4 => {
                let part = bytes[at..(at + rng.below(64)).min(bytes.len())].to_vec();
                let to = rng.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            5 if bytes.len() > 4 => {
                let at = at.min(bytes.len() - 4);
                let numbers = [0, 1, u32::MAX, i32::MAX as u32, 0x8000_0000, bytes.len() as u32];
                bytes[at..at + 4].copy_from_slice(&numbers[rng.below(6)].to_le_bytes());
            }
            _ if !bytes.is_empty() => {
                bytes[at] = b"(){}[]<>/_0129%*\"'\t\n\0\xff\x80"[rng.below(23)];
            }
            _ => {}
        }
    }
}

#[test]
fn mutated_files_give_games_that_can_be_played() {
    let mut rng = Rng::new(99);
    for _ in 0..60 {
        for (name, file) in files(&mut rng) {
            for _ in 0..4 {
                let mut bytes = file.clone();
                mutate(&mut bytes, &mut rng);
                for kind in [GameKind::Xiangqi, GameKind::Banqi] {
                    let hint = Hint::new(kind).named(name);
                    let record = read(&bytes, hint);
                    record.games.iter().for_each(check_sound);
                    let pieces = Pieces::new(&bytes[..], hint);
                    let games: Vec<Game> =
                        pieces.flat_map(|piece| piece.unwrap().read().games).collect();
                    assert_eq!(games.len(), record.games.len(), "{name}");
                }
            }
        }
    }
}

/// Wherever a file is cut, its main line is a beginning of the whole one, and a cut
/// is told.
#[test]
fn every_cut_gives_a_beginning() {
    let mut rng = Rng::new(17);
    let wanted =
        Wanted { kind: GameKind::Xiangqi, variations: true, remarks: false, starts: false };
    let game = random_game(wanted, &mut rng);
    let whole: Vec<_> = game.tree.main_plies().collect();
    for target in [Target::Xqf, Target::Cbr, Target::DhtmlXq, Target::Pgn] {
        let file = Writer::new(target, Notation::Uci).write(&game).unwrap();
        for end in 0..file.len() {
            let record = read(&file[..end], Hint::new(GameKind::Xiangqi));
            let Some(cut) = record.games.first().filter(|_| record.format == target.name()) else {
                continue;
            };
            let line: Vec<_> = cut.tree.main_plies().collect();
            assert!(whole.starts_with(&line), "{target:?} cut at {end}");
            let binary = matches!(target, Target::Xqf | Target::Cbr);
            assert!(!binary || !cut.problems.is_empty(), "{target:?} cut at {end}");
            if let Some(byte) = cut.problems.first().and_then(|problem| problem.place.byte()) {
                assert!(byte <= end, "{target:?} cut at {end}: {byte}");
            }
        }
    }
}

#[test]
fn lengths_of_two_gigabytes_are_not_believed() {
    let mut rng = Rng::new(1);
    let wanted =
        Wanted { kind: GameKind::Xiangqi, variations: false, remarks: false, starts: false };
    let mut game = random_game(wanted, &mut rng);
    game.tree.remarks_mut(1).comment = "said".to_owned();
    for (target, body, root) in [(Target::Xqf, 1024, 8), (Target::Cbr, 2214, 4)] {
        let mut file = Writer::new(target, Notation::Uci).write(&game).unwrap();
        let at = body + root + 4;
        file[at..at + 4].copy_from_slice(&0x7fff_ffffu32.to_le_bytes());
        let record = read(&file, GameKind::Xiangqi);
        let problem = record.games[0].problems.iter().find(|p| p.code == ProblemCode::Truncated);
        assert_eq!(problem.map(|problem| problem.place), Some(Place::Byte(at)), "{target:?}");
        assert_eq!(record.games[0].tree.len(), 1, "{target:?}");
    }
}

#[test]
fn a_rival_does_not_take_the_place_of_a_broken_main_ply() {
    let record = read(b"1. h2e2 (1. h0g2) h9g7", GameKind::Xiangqi);
    let file = Writer::new(Target::Cbr, Notation::Uci).write(&record.games[0]).unwrap();
    let mut broken = file.clone();
    // The first ply after the root: its target becomes its origin.
    broken[2214 + 4 + 3] = broken[2214 + 4 + 2];
    let game = &read(&broken, GameKind::Xiangqi).games[0];
    assert_eq!((game.tree.len(), game.problems.len()), (0, 1));
    assert_eq!(game.main_problem().map(|problem| problem.place), Some(Place::Byte(2218)));
    assert_eq!(read(&file, GameKind::Xiangqi).games[0].tree.len(), 3);
}

#[test]
fn very_many_problems_are_cut_short() {
    let text = format!("1. h2e2 {}", "(1. a0a9) ".repeat(5_000));
    let game = &read(text.as_bytes(), GameKind::Xiangqi).games[0];
    assert_eq!((game.problems.len(), game.tree.len()), (200, 1));
    assert_eq!(game.problems[199].code, ProblemCode::Limit);
}

#[test]
fn big_files_are_read_in_pieces_with_the_right_lines() {
    let game = "[Red \"甲\"]\n[Black \"乙\"]\n\n1. h2e2 {a\n[b]} h9g7 *\n\n";
    let count = 2_000_000 / game.len();
    let text = format!("{}{}", game.repeat(count), "[Red \"x\"]\n\n1. h2e2 h2e2 *\n");
    let (mut games, mut pieces, mut last) = (0, 0, None);
    for piece in Pieces::new(text.as_bytes(), GameKind::Xiangqi) {
        let record = piece.unwrap().read();
        pieces += 1;
        games += record.games.len();
        last = record.games.last().cloned();
    }
    assert_eq!(games, count + 1);
    assert!(pieces > 4, "{pieces}");
    let problem = &last.unwrap().problems[0];
    assert_eq!(problem.place, Place::text(count * 6 + 3, 9));
    let row = "1\th2e2 h9g7\n";
    let table = format!("id\tmoves\n{}2\th2e2 h2e2\n", row.repeat(60_000));
    let read: Vec<_> = Pieces::new(table.as_bytes(), GameKind::Xiangqi)
        .map(|piece| piece.unwrap().read())
        .collect();
    assert_eq!(read.iter().map(|record| record.games.len()).sum::<usize>(), 60_001);
    let problem = &read.last().unwrap().games.last().unwrap().problems[0];
    assert_eq!(problem.place.line(), Some(60_002));
}

#[test]
fn a_tree_of_a_million_plies_stays_small() {
    // XQF: one line of plies to and fro, each with a rival.
    let mut game = Game::new(records::Start::usual(GameKind::Xiangqi));
    let line = ["a0a1", "a9a8", "a1a0", "a8a9"];
    let rivals = ["i0i1", "i9i8", "i0i1", "i9i8"];
    let mut node = Tree::ROOT;
    for index in 0..500_000 {
        let parent = node;
        let played = |text: &str| records::Played::Xiangqi(text.parse().unwrap());
        node = game.tree.play(parent, played(line[index % 4]));
        game.tree.play(parent, played(rivals[index % 4]));
    }
    let file = xqf::write(&game).unwrap();
    let again = &read(&file, GameKind::Xiangqi).games[0];
    assert_eq!((again.tree.len(), again.problems.len()), (1_000_000, 0));
}
