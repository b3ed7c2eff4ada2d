//! The archive: what goes in comes out, and neither a full disk nor another process does
//! harm.

mod support;

use std::path::{Path, PathBuf};

use library::LibraryError;
use library::archive::fold::Image;
use library::archive::import::{Event, Import};
use library::archive::{Archive, Date, Selection, select};
use records::{Board, Game, GameKind, Start};
use support::{file, image_of, import, open, random_games, table};

#[test]
fn games_come_out_as_they_went_in() {
    let folder = tempfile::tempdir().unwrap();
    let archive = open(folder.path());
    let text = "[Red \"上海 胡榮華\"]\n[Black \"許銀川\"]\n[Date \"1999.12.31\"]\n[Event \"杯賽\"]\n\n\
                1. 炮二平五 {good} (1. 马二进三) 马８进７ 2. 马二进三 1-0\n";
    let path = file(folder.path(), "a.pgn", text);
    let totals = import(&archive, vec![path]);
    assert_eq!((totals.read, totals.added, totals.problems), (1, 1, 0));
    let stored = archive.game(1).unwrap().unwrap();
    let read = records::read_text(text, GameKind::Xiangqi).games.remove(0);
    assert_eq!(stored.game.headers, read.headers);
    assert_eq!((&stored.game.tree, stored.game.result), (&read.tree, read.result));
    let summary = &stored.summary;
    assert_eq!((summary.red.as_str(), summary.black.as_str()), ("胡榮華", "許銀川"));
    assert_eq!((summary.date, summary.plies), (Date::read("1999.12.31"), 3));
    assert_eq!(summary.opening.unwrap().code, "B01");
    assert!(archive.game(2).unwrap().is_none());
}

#[test]
fn a_second_import_adds_nothing_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let archive = open(folder.path());
    let games = random_games(200, 1);
    let path = file(folder.path(), "a.tsv", table(&games));
    assert_eq!(import(&archive, vec![path.clone()]).added, 200);
    let mut told = Vec::new();
    let again = archive
        .import(&Import::of(vec![path]), &mut |event| told.push(format!("{event:?}")))
        .unwrap();
    assert_eq!((again.added, again.known_files, again.read), (0, 1, 0));
    assert!(told[0].starts_with("Known"), "{told:?}");
    // The same games in another file, another format, or looked at in a mirror.
    let json: String = games.iter().map(records::json::write).collect();
    let mirrored: Vec<Game> =
        games.iter().map(|game| image_of(game, Image { swapped: true, mirror: 1 })).collect();
    let others = [("b.jsonl", json), ("c.tsv", table(&mirrored))];
    let others = others.map(|(name, text)| file(folder.path(), name, text));
    let totals = import(&archive, others.to_vec());
    assert_eq!((totals.read, totals.added, totals.duplicates), (400, 0, 400));
    let keep = Import {
        keep_duplicates: true,
        ..Import::of(vec![file(folder.path(), "d.tsv", table(&games[..5]) + "\n")])
    };
    assert_eq!(archive.import(&keep, &mut |_| {}).unwrap().added, 5);
}

#[test]
fn bad_files_are_told_and_the_rest_is_imported() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("in");
    std::fs::create_dir(&inside).unwrap();
    let archive = open(folder.path());
    let good = table(&random_games(3, 8));
    let packed = zstd::bulk::compress(good.as_bytes(), 1).unwrap();
    file(&inside, "1.zip", b"PK\x03\x04 and no more");
    file(&inside, "2.tsv.gz", [0x1f, 0x8b, 8, 0, 1, 2, 3]);
    file(&inside, "3.tsv.zst", &packed[..packed.len() / 2]);
    file(&inside, "4.xqf", b"XQ");
    file(&inside, "5.pgn", "");
    file(&inside, "6.pgn", "1. h2e2 h9g7 2. h2e2");
    // A bomb: a hundred megabytes of nothing.
    let mut bomb = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    std::io::copy(&mut std::io::Read::take(std::io::repeat(b' '), 100 << 20), &mut bomb).unwrap();
    file(&inside, "7.pgn.zst", bomb.finish().unwrap());
    file(&inside, "8.tsv", good);
    let mut told = Vec::new();
    let totals = archive
        .import(&Import::of(vec![inside, folder.path().join("none")]), &mut |event| match event {
            Event::File { file, message } => {
                told.push(format!("{}: {message}", file.rsplit('/').next().unwrap()));
            }
            Event::Problem { file, problem } => told.push(format!("{file}: {problem}")),
            _ => {}
        })
        .unwrap();
    assert_eq!(totals.added, 4, "{told:?}");
    for name in ["1.zip", "2.tsv", "4.xqf", "5.pgn", "6.pgn", "none"] {
        assert!(told.iter().any(|line| line.contains(name)), "{name}: {told:?}");
    }
    assert_eq!(totals.problems as usize, told.len());
}

#[test]
fn a_full_disk_ends_an_import_that_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let games = random_games(600, 9);
    let parts: Vec<PathBuf> = games
        .chunks(50)
        .enumerate()
        .map(|(index, part)| file(folder.path(), &format!("{index:02}.tsv"), table(part)))
        .collect();
    let options = Import { batch: 50, ..Import::of(parts) };
    let whole = Archive::open(&folder.path().join("whole.sqlite")).unwrap();
    whole.import(&options, &mut |_| {}).unwrap();
    let archive = open(folder.path());
    let full = Import { room: Some(30), ..options.clone() };
    let error = archive.import(&full, &mut |_| {}).unwrap_err();
    assert!(matches!(error, LibraryError::Full { .. }), "{error}");
    let kept = archive.count().unwrap();
    assert!(kept > 0 && kept < 600 && kept.is_multiple_of(50), "{kept}");
    let totals = archive.import(&options, &mut |_| {}).unwrap();
    assert_eq!(totals.added + kept, 600);
    assert_eq!(totals.duplicates, 0);
    for id in (1..=600).step_by(37) {
        assert_eq!(archive.game(id).unwrap(), whole.game(id).unwrap());
    }
    let start = Board::open(&Start::usual(GameKind::Xiangqi)).unwrap();
    let explore = |archive: &Archive| archive.explore(&start, None, 20).unwrap();
    assert_eq!(explore(&archive), explore(&whole));
}

#[test]
fn the_second_writer_is_told_who_writes() {
    let folder = tempfile::tempdir().unwrap();
    let archive = open(folder.path());
    let path = file(folder.path(), "a.tsv", table(&random_games(300, 10)));
    let other = open(folder.path());
    let mut second = None;
    let options = Import { batch: 1, ..Import::of(vec![path.clone()]) };
    archive
        .import(&options, &mut |_| {
            second.get_or_insert_with(|| {
                // Reading goes on meanwhile.
                assert!(other.count().unwrap() > 0);
                other.import(&Import::of(vec![path.clone()]), &mut |_| {}).unwrap_err().to_string()
            });
        })
        .unwrap();
    let told = second.unwrap();
    let who = format!("chuhe games import (process {})", std::process::id());
    assert!(told.contains(&who), "{told}");
}

#[test]
fn dark_chess_is_kept_too() {
    let folder = tempfile::tempdir().unwrap();
    let archive = open(folder.path());
    let lines = "result_first\tfirst\tsecond\tdate\tmoves\n\
                 1-0\tA\tB\t4:15pm Jan 13, 2022\tb8(G) d8(c) c8(C) b7(P)\n\
                 0-1\tB\tA\t\tb1(g) d1(C) c1(c)\n";
    let totals = import(&archive, vec![file(folder.path(), "a.tsv", lines)]);
    assert_eq!((totals.added, totals.problems), (2, 0));
    let stored = archive.game(1).unwrap().unwrap();
    assert_eq!(stored.summary.kind, GameKind::Banqi);
    assert_eq!((stored.summary.red.as_str(), stored.summary.date), ("A", Date::read("2022.01.13")));
    assert_eq!(stored.game.tree.main_plies().count(), 4);
    // The second game is the first one upside down with colours swapped, one ply shorter.
    let mut board = Board::open(&stored.game.start).unwrap();
    for played in stored.game.tree.main_plies().take(3) {
        board.play(played).unwrap();
    }
    let hits = archive.games_at(&board).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.game).collect::<Vec<_>>(), [1, 2]);
    let explored = archive.explore(&board, None, 5).unwrap();
    assert_eq!((explored.tally.wins, explored.tally.losses), (1, 1));
    assert!(explored.plies.iter().any(|ply| ply.played.is_none()));
    let selection = Selection { kind: Some(GameKind::Banqi), ..Selection::default() };
    assert_eq!(archive.select(&selection).unwrap(), [1, 2]);
    assert!(select::read_position(&board_text(&board)).is_ok());
}

fn board_text(board: &Board) -> String {
    match board {
        Board::Xiangqi(position) => position.to_string(),
        Board::Banqi(position) => position.to_string(),
    }
}

#[test]
fn other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "text.sqlite", "no database at all, but long enough to be read");
    let error = Archive::open(&path).err().unwrap();
    assert!(error.to_string().contains("damaged"), "{error}");
    let path = folder.path().join("library.sqlite");
    drop(library::Library::open(&path).unwrap());
    let error = Archive::open(&path).err().unwrap();
    assert!(error.to_string().contains("something else"), "{error}");
}

/// The collections outside the repository, if they are there.
#[test]
fn whole_collections_are_imported() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !data.exists() {
        println!("skipped: no ../shared/data");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let archive = open(folder.path());
    let totals = import(&archive, vec![data.join("banqi/games.tsv.zst")]);
    assert_eq!((totals.added + totals.duplicates, totals.problems), (2166, 0));
    let totals = import(&archive, vec![data.join("games/masters.tsv.zst")]);
    assert_eq!((totals.read, totals.added, totals.problems), (26_384, 26_384, 0));
    let again = import(&archive, vec![data.join("games/masters.tsv.zst")]);
    assert_eq!((again.added, again.known_files), (0, 1));
}
