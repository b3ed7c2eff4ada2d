//! The archive: what goes in comes out, positions are found in every image, and neither
//! a full disk nor another process does harm.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use game::{NullObserver, Position as _, Rng};
use library::LibraryError;
use library::archive::duplicates::{Nearness, Sameness};
use library::archive::fold::{Folded, Image};
use library::archive::import::{Event, Import, Totals};
use library::archive::{Archive, Date, Selection, select};
use records::{Board, Game, GameKind, GameResult, Played, Start};

fn open(folder: &Path) -> Archive {
    Archive::open(&folder.join("archive.sqlite")).unwrap()
}

fn file(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

fn import(archive: &Archive, paths: Vec<PathBuf>) -> Totals {
    archive.import(&Import::of(paths), &mut |_| {}).unwrap()
}

/// Random games of which many share their openings, as a table.
fn random_games(count: usize, seed: u64) -> Vec<Game> {
    let mut rng = Rng::new(seed);
    let names = ["胡榮華", "上海 胡荣华", "許銀川", "吕钦", "佚名", "Alice"];
    let results = [GameResult::First, GameResult::Second, GameResult::Draw, GameResult::Unknown];
    (0..count)
        .map(|index| {
            let mut game = Game::new(Start::usual(GameKind::Xiangqi));
            game.set_header("Red", names[rng.below(6)]);
            game.set_header("Black", names[rng.below(6)]);
            game.set_header("Event", format!("第{}屆賽 甲 勝 乙", rng.below(4)));
            game.set_header("Date", format!("{}.01.0{}", 1990 + rng.below(20), 1 + index % 9));
            game.set_header("Id", index.to_string());
            game.result = results[rng.below(4)];
            let mut position = xiangqi::Position::start();
            let mut node = 0;
            for ply in 0..10 + rng.below(60) {
                let plies = position.legal_plies();
                if plies.is_empty() {
                    break;
                }
                let among = if ply < 6 { 3.min(plies.len()) } else { plies.len() };
                let chosen = plies[rng.below(among)];
                node = game.tree.play(node, Played::Xiangqi(chosen));
                position.make_ply(chosen, &mut NullObserver);
            }
            game
        })
        .collect()
}

fn table(games: &[Game]) -> String {
    let lines: String = games.iter().map(records::tsv::write_line).collect();
    records::tsv::write_columns(GameKind::Xiangqi) + &lines
}

fn image_of(game: &Game, image: Image) -> Game {
    let Start::Xiangqi(setup) = &game.start else { panic!() };
    let mut other = xiangqi::Setup::empty();
    for (index, piece) in setup.board.iter().enumerate() {
        let piece = piece.map(|piece| xiangqi::Piece::from_index(image.piece(piece.index())));
        other.board[image.point(index)] = piece;
    }
    other.turn = if image.swapped { !setup.turn } else { setup.turn };
    let mut images = Game { start: Start::Xiangqi(other), ..Game::new(game.start.clone()) };
    images.headers.clone_from(&game.headers);
    images.result = match (game.result, image.swapped) {
        (GameResult::First, true) => GameResult::Second,
        (GameResult::Second, true) => GameResult::First,
        (result, _) => result,
    };
    if image.swapped {
        let of = |name| game.header(name).unwrap_or_default().to_owned();
        let (red, black) = (of("Red"), of("Black"));
        images.set_header("Red", black);
        images.set_header("Black", red);
    }
    let mut node = 0;
    for played in game.tree.main_plies() {
        node = images.tree.play(node, image.ply(played));
    }
    images
}

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

/// What was played at every position, counted without any index: in the frame of the
/// side to move, by text.
type Counted = HashMap<u64, BTreeMap<String, [u32; 4]>>;

fn count_slowly(games: &[Game]) -> (Counted, Vec<(Board, u64)>) {
    let (mut counted, mut boards) = (Counted::new(), Vec::new());
    for game in games {
        let mut board = Board::open(&game.start).unwrap();
        let mut seen = HashSet::new();
        let plies: Vec<Played> = game.tree.main_plies().collect();
        for ply in 0..=plies.len() {
            let folded = Folded::of(&board);
            if seen.insert(folded.key) {
                let Board::Xiangqi(position) = &board else { panic!() };
                let red = position.turn() == game::Side::Red;
                let column = match (game.result, red) {
                    (GameResult::Draw, _) => 2,
                    (GameResult::Unknown, _) => 0,
                    (GameResult::First, true) | (GameResult::Second, false) => 1,
                    _ => 3,
                };
                let text = plies.get(ply).map_or("end".to_owned(), |&played| {
                    Played::from_code(GameKind::Xiangqi, folded.code(played)).unwrap().to_string()
                });
                counted.entry(folded.key).or_default().entry(text).or_default()[column] += 1;
                boards.push((board.clone(), folded.key));
            }
            if let Some(&played) = plies.get(ply) {
                board.play(played).unwrap();
            }
        }
    }
    (counted, boards)
}

#[test]
fn the_index_counts_what_a_slow_count_counts() {
    let folder = tempfile::tempdir().unwrap();
    let archive = open(folder.path());
    let mut games = random_games(120, 2);
    for image in Image::all(GameKind::Xiangqi).filter(|&image| image != Image::default()) {
        let images: Vec<Game> = games[..40].iter().map(|game| image_of(game, image)).collect();
        games.extend(images);
    }
    // Small batches make many segments, which are merged more than once.
    let halves: Vec<PathBuf> = (0..games.len())
        .step_by(3)
        .map(|at| {
            let part = &games[at..(at + 3).min(games.len())];
            file(folder.path(), &format!("{at:04}.tsv"), table(part))
        })
        .collect();
    let options = Import { keep_duplicates: true, batch: 3, threads: 3, ..Import::of(halves) };
    assert_eq!(archive.import(&options, &mut |_| {}).unwrap().added, games.len() as u64);
    let (counted, boards) = count_slowly(&games);
    let mut rng = Rng::new(4);
    for _ in 0..600 {
        let (board, key) = &boards[rng.below(boards.len())];
        let explored = archive.explore(board, None, 3).unwrap();
        let slowly = &counted[key];
        assert_eq!(explored.plies.len(), slowly.len());
        let folded = Folded::of(board);
        for ply in &explored.plies {
            let text = ply.played.map_or("end".to_owned(), |played| {
                // What is shown can be played in the position that was asked about.
                assert!(board.clone().play(played).is_ok(), "{played}");
                Played::from_code(GameKind::Xiangqi, folded.code(played)).unwrap().to_string()
            });
            let tally = ply.tally;
            let found = [
                tally.games - tally.wins - tally.draws - tally.losses,
                tally.wins,
                tally.draws,
                tally.losses,
            ];
            assert_eq!(found, slowly[&text], "{text}");
        }
        let games: u32 = slowly.values().flatten().sum();
        assert_eq!(explored.tally.games, games);
        assert_eq!(explored.years.iter().map(|(_, tally)| tally.games).sum::<u32>(), games);
        assert_eq!(archive.games_at(board).unwrap().len(), games as usize);
    }
}

#[test]
fn games_are_found_by_everything_that_is_known_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let archive = open(folder.path());
    let games = random_games(300, 5);
    import(&archive, vec![file(folder.path(), "a.tsv", table(&games))]);
    let select = |selection: Selection| archive.select(&selection).unwrap();
    let slowly = |wanted: &dyn Fn(&Game) -> bool| -> Vec<u32> {
        let numbered = (1..).zip(&games);
        numbered.filter(|(_, game)| wanted(game)).map(|(id, _)| id).collect()
    };
    let is_hu = |game: &Game, name: &str| {
        game.header(name).is_some_and(|name| name.contains("胡榮華") || name.contains("胡荣华"))
    };
    let hu = || Some("胡榮華".to_owned());
    let found = select(Selection { player: hu(), ..Selection::default() });
    assert_eq!(found, slowly(&|game| is_hu(game, "Red") || is_hu(game, "Black")));
    let found = select(Selection { red: Some("胡荣".into()), ..Selection::default() });
    assert_eq!(found, slowly(&|game| is_hu(game, "Red")));
    let opponent = Some("alice".to_owned());
    let found = select(Selection { player: hu(), opponent, ..Selection::default() });
    let alice = |game: &Game, name: &str| game.header(name) == Some("Alice");
    let both = |game: &Game| {
        is_hu(game, "Red") && alice(game, "Black") || is_hu(game, "Black") && alice(game, "Red")
    };
    assert_eq!(found, slowly(&both));
    assert!(!found.is_empty());
    let result = Some(GameResult::Draw);
    let found = select(Selection { result, ..Selection::default() });
    assert_eq!(found, slowly(&|game| game.result == GameResult::Draw));
    let (since, until) = (Some(Date::read("1995")), Some(Date::read("1999")));
    let found = select(Selection { since, until, ..Selection::default() });
    assert_eq!(
        found,
        slowly(&|game| ("1995".."2000").contains(&&game.header("Date").unwrap()[..4]))
    );
    let found = select(Selection { event: Some("第2届赛".into()), ..Selection::default() });
    assert_eq!(found, slowly(&|game| game.header("Event").unwrap().starts_with("第2")));
    let reaches = |game: &Game, wanted: &dyn Fn(&Board) -> bool| {
        let mut board = Board::open(&game.start).unwrap();
        wanted(&board)
            || game.tree.main_plies().any(|played| {
                board.play(played).unwrap();
                wanted(&board)
            })
    };
    let places: library::archive::places::Places = "e4=P, h?=C".parse().unwrap();
    let found = select(Selection { places: Some(places.clone()), ..Selection::default() });
    assert_eq!(found, slowly(&|game| reaches(game, &|board| places.matches(board))));
    assert!(!found.is_empty() && found.len() < 300);
    let material: library::archive::material::Material = "RRNNCCPPPPP-rrnnccpppp".parse().unwrap();
    let found = select(Selection { material: Some(material), ..Selection::default() });
    assert_eq!(found, slowly(&|game| reaches(game, &|board| material.matches(board))));
    assert!(!found.is_empty() && found.len() < 300);
    let position = archive.game(7).unwrap().unwrap().game;
    let mut board = Board::open(&position.start).unwrap();
    for played in position.tree.main_plies().take(5) {
        board.play(played).unwrap();
    }
    let key = Folded::of(&board).key;
    let found = select(Selection { position: Some(board), ..Selection::default() });
    assert_eq!(found, slowly(&|game| reaches(game, &|board| Folded::of(board).key == key)));
    let wrong = Selection { opening: Some("Z99".into()), ..Selection::default() };
    assert!(archive.select(&wrong).unwrap_err().to_string().contains("Z99"));
    let all: Vec<u32> = (1..=300).collect();
    let statistics = archive.statistics(&all, 5).unwrap();
    assert_eq!(statistics.results.games, 300);
    let plies: usize = games.iter().map(|game| game.tree.len()).sum();
    assert_eq!(statistics.plies, plies as u64);
    let some = archive.statistics(&[3, 7, 299], 5).unwrap();
    assert_eq!(some.results.games, 3);
}

#[test]
fn duplicates_are_found_and_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let archive = open(folder.path());
    let games: Vec<Game> =
        random_games(60, 6).into_iter().filter(|game| game.tree.len() > 45).take(8).collect();
    let mut more = games.clone();
    more.push(image_of(&games[0], Image { swapped: false, mirror: 1 }));
    // The beginning of a game, and one that goes another way at its end.
    let cut = |game: &Game, plies: usize| {
        let mut short = Game { headers: game.headers.clone(), ..Game::new(game.start.clone()) };
        let mut node = 0;
        for played in game.tree.main_plies().take(plies) {
            node = short.tree.play(node, played);
        }
        (short, node)
    };
    more.push(cut(&games[1], 40).0);
    let (mut other, node) = cut(&games[2], 40);
    let mut board = Board::open(&other.start).unwrap();
    for played in other.tree.main_plies() {
        board.play(played).unwrap();
    }
    let Board::Xiangqi(position) = &board else { panic!() };
    let next = games[2].tree.main_plies().nth(40).unwrap();
    let plies = position.legal_plies();
    let different = plies.iter().map(|&ply| Played::Xiangqi(ply)).find(|&ply| ply != next);
    other.tree.play(node, different.unwrap());
    more.push(other);
    let options = Import {
        keep_duplicates: true,
        ..Import::of(vec![file(folder.path(), "a.tsv", table(&more))])
    };
    archive.import(&options, &mut |_| {}).unwrap();
    let pairs = archive.duplicates(Nearness::default()).unwrap();
    let found: Vec<_> = pairs.iter().map(|pair| (pair.first, pair.second, pair.sameness)).collect();
    let expected = [(1, 9, Sameness::Same), (2, 10, Sameness::Prefix), (3, 11, Sameness::Near)];
    assert_eq!(found, expected);
}

#[test]
fn openings_are_known_by_any_order_and_on_either_side() {
    let folder = tempfile::tempdir().unwrap();
    let archive = open(folder.path());
    let lines = [
        ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7", "C00"),
        ("h2e2 b9c7 h0g2 h9g7 i0h0 i9h9", "C00"),
        ("b2e2 b9c7 b0c2 a9b9 a0b0 h9g7", "C00"),
        ("h2e2 h7e7 a3a4", "D00"),
        ("g3g4 c6c5", "E01"),
        ("i3i4 i6i5", "A01"),
    ];
    let moves: String = lines.iter().map(|(moves, _)| format!("*\t{moves}\n")).collect();
    let path = file(folder.path(), "a.tsv", "result\tmoves\n".to_owned() + &moves);
    let options = Import { keep_duplicates: true, ..Import::of(vec![path]) };
    archive.import(&options, &mut |_| {}).unwrap();
    for (id, (moves, code)) in (1..).zip(lines) {
        let summary = &archive.summaries(&[id]).unwrap()[0];
        assert_eq!(summary.opening.unwrap().code, code, "{moves}");
    }
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
