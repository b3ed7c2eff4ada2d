//! Sets made of an archive, and the same by hand.

use std::path::Path;

use game::GameKind;
use jobs::{End, Stop};
use library::Archive;
use library::archive::Selection;
use library::archive::import::Import;
use testset::hunt::{self, Hunt, Quarry};
use testset::mates::Mates;
use testset::must_play::{self, Rule};
use testset::starts::{Tree, problem};
use testset::{TestsetError, check};

/// Games by their moves and results; some are played several times.
const GAMES: [(&str, &str, usize); 5] = [
    ("h2e2 h9g7 h0g2", "1-0", 6),
    ("h2e2 h9g7 b0c2", "0-1", 5),
    ("h2e2 b7e7 h0g2 b9c7", "1-0", 4),
    ("c3c4 b7e7", "0-1", 6),
    ("c3c4 g6g5", "1/2-1/2", 1),
];

/// A game that ends with two rooks against a bare king, the king to be mated.
const ENDING: &str = "[FEN \"4k4/9/9/9/9/9/9/9/RR7/3K5 w\"]\n\n1. a1a9 e9e8 1-0\n\n";

fn archive(folder: &Path, text: &str) -> (Archive, Vec<u32>) {
    std::fs::write(folder.join("games.pgn"), text).unwrap();
    let archive = Archive::open(&folder.join(Archive::FILE)).unwrap();
    let import = Import { keep_duplicates: true, ..Import::of(vec![folder.join("games.pgn")]) };
    archive.import(&import, &mut |_| {}).unwrap();
    let ids = archive.select(&Selection::default()).unwrap();
    (archive, ids)
}

fn openings() -> String {
    let one = |&(moves, result, times): &(&str, &str, usize)| {
        format!("[Result \"{result}\"]\n\n{moves} {result}\n\n").repeat(times)
    };
    GAMES.iter().map(one).collect()
}

#[test]
fn must_play_follows_its_rule() {
    let folder = tempfile::tempdir().unwrap();
    let (archive, ids) = archive(folder.path(), &openings());
    assert_eq!(ids.len(), 22);
    // Red won 10 and lost 11 of 22.
    let c = must_play::advantage(&archive, &ids).unwrap();
    assert!((c + 100.0 / 22.0).abs() < 1e-9, "{c}");
    let find = |gap, advantage, min_games| {
        let rule = Rule { gap, advantage, min_games };
        let set = must_play::find(&archive, &ids, &rule).unwrap();
        let mut found: Vec<(String, bool)> = set
            .positions
            .iter()
            .map(|one| (one.problem().best[0].clone(), one.second.is_some()))
            .collect();
        found.sort();
        found
    };
    // Moves by d: h2e2 (10 won, 5 lost) +33 before c3c4 -86; after h2e2 black's h9g7 -9,
    // b7e7 -100; after h9g7 h0g2 +100, b0c2 -100; after c3c4 b7e7 +100 (6), g6g5 0 (1).
    let own = |text: &str, varied| (text.to_owned(), varied);
    let at_30 = find(30.0, Some(0.0), 2);
    assert!(at_30.contains(&own("h2e2", true)) && at_30.contains(&own("h0g2", true)));
    assert!(at_30.contains(&own("b7e7", false)), "g6g5 has too few games: {at_30:?}");
    // With c red needs more.
    let with_c = find(30.0, Some(12.0), 2);
    assert!(!with_c.contains(&own("h2e2", true)) && with_c.contains(&own("h0g2", true)));
    assert!(find(30.0, Some(0.0), 1).contains(&own("b7e7", true)));
}

#[test]
fn leaves_are_those_of_the_tree() {
    let folder = tempfile::tempdir().unwrap();
    let (archive, ids) = archive(folder.path(), &openings());
    let tree = Tree::read(&archive, &ids, 4).unwrap();
    // With 4: after h0g2, after b0c2, at the end of b9c7's line, after b7e7 of c3c4.
    assert_eq!(tree.leaves(4).unwrap().len(), 4);
    // With 6: h0g2 after h9g7, and b7e7 after c3c4.
    let six: Vec<_> = tree.leaves(6).unwrap().into_iter().map(problem).collect();
    assert_eq!(six.len(), 2);
    assert!(six.iter().all(|problem| problem.remarks[0] == "6 games"));
    // With 16 no move of the start is left.
    assert_eq!(tree.leaves(16).unwrap().len(), 1);
    assert!(matches!(tree.leaves(3), Err(TestsetError::Range { .. })));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (archive, ids) = archive(folder.path(), &openings());
    let rule = Rule { gap: 30.0, advantage: None, min_games: 1 };
    let find = |ids: &[u32], rule: Rule| must_play::find(&archive, ids, &rule);
    assert!(matches!(find(&[], rule), Err(TestsetError::NoGames)));
    for gap in [0.0, -1.0, 101.0, f64::NAN] {
        assert!(matches!(find(&ids, Rule { gap, ..rule }), Err(TestsetError::Range { .. })));
    }
    let wrong = Rule { advantage: Some(101.0), ..rule };
    assert!(matches!(find(&ids, wrong), Err(TestsetError::Range { .. })));
    assert!(matches!(find(&ids, Rule { min_games: 0, ..rule }), Err(TestsetError::Range { .. })));
    for least in [0, 1, 23] {
        assert!(matches!(Tree::read(&archive, &ids, least), Err(TestsetError::Range { .. })));
    }
    assert!(matches!(Tree::read(&archive, &[], 5), Err(TestsetError::NoGames)));
}

#[test]
fn mates_of_games_are_found_proved_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    // The same ending twice, once in a mirror.
    let mirrored = ENDING.replace("RR7/3K5", "7RR/5K3").replace("a1a9", "i1i9");
    let (archive, ids) = archive(folder.path(), &format!("{ENDING}{mirrored}"));
    assert_eq!(ids.len(), 2);
    let mates = Mates { least: 1, most: 4, nodes: 100_000, variations: true };
    let hunt = Hunt { quarry: Quarry::Mates(mates), last: 40 };
    let journal = hunt::journal_of(&folder.path().join("mates.epd"), &hunt, &ids);
    let run = |stop: &Stop| {
        hunt::run(&archive, &ids, &hunt, 2, Some(&journal), stop, &mut |_, _, _| {}).unwrap()
    };
    let stopped = Stop::default();
    stopped.stop();
    assert_eq!(run(&stopped).0, End::Stopped);
    let (end, found) = run(&Stop::default());
    assert_eq!(end, End::Complete);
    let mut lengths: Vec<u32> = found.iter().filter_map(|problem| problem.mate).collect();
    lengths.sort_unstable();
    assert_eq!(lengths, [2, 3], "{found:?}");
    assert_eq!(check::mates(&found, 9, 1, &mut |_| {}).faults, Vec::<String>::new());
    // A second run reads what the first one kept.
    assert!(std::fs::metadata(&journal).unwrap().len() > 0);
    assert_eq!(run(&Stop::default()).1, found);
    let dark = archive.select(&Selection { kind: Some(GameKind::Banqi), ..Selection::default() });
    let none =
        hunt::run(&archive, &dark.unwrap(), &hunt, 1, None, &Stop::default(), &mut |_, _, _| {});
    assert!(matches!(none, Err(TestsetError::NoGames)));
}
