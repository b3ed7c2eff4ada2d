//! The archive: positions are found in every image, games by everything that is known of
//! them, and what is nearly the same is told.

mod support;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use game::{Position as _, Rng};
use library::archive::duplicates::{Nearness, Sameness};
use library::archive::fold::{Folded, Image};
use library::archive::import::Import;
use library::archive::{Archive, Date, Selection};
use records::{Board, Game, GameKind, GameResult, Played, Start};
use support::{file, image_of, import, open, random_games, table};

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

/// Positions of so many games that their sums are kept: they say what counting says.
#[test]
fn sums_of_frequent_positions_are_those_of_their_games() {
    let folder = tempfile::tempdir().unwrap();
    let games = random_games(5_400, 12);
    let files: Vec<PathBuf> = games
        .chunks(600)
        .enumerate()
        .map(|(index, part)| file(folder.path(), &format!("{index}.tsv"), table(part)))
        .collect();
    let all: Vec<u32> = (1..=5_400).collect();
    let mut boards = vec![Board::open(&Start::usual(GameKind::Xiangqi)).unwrap()];
    for game in games.iter().step_by(900) {
        let mut board = boards[0].clone();
        for played in game.tree.main_plies().take(5) {
            board.play(played).unwrap();
            boards.push(board.clone());
        }
    }
    let mut answers = Vec::new();
    // Few games a segment and a merge; one large segment and a small one.
    for (name, batch) in [("small", 600), ("large", 4_800)] {
        let path = folder.path().join(name).with_extension("sqlite");
        let archive = Archive::open(&path).unwrap();
        let options = Import { keep_duplicates: true, batch, ..Import::of(files.clone()) };
        assert_eq!(archive.import(&options, &mut |_| {}).unwrap().added, 5_400);
        let kept: i64 = rusqlite::Connection::open(&path)
            .and_then(|connection| {
                connection.query_row("SELECT count(*) FROM sums", [], |row| row.get(0))
            })
            .unwrap();
        assert!(kept >= 3, "{kept} sums are kept");
        for board in &boards {
            let explored = archive.explore(board, None, 20).unwrap();
            assert_eq!(explored, archive.explore(board, Some(&all), 20).unwrap());
            answers.push(explored);
        }
    }
    let (small, large) = answers.split_at(boards.len());
    assert_eq!(small, large);
    assert_eq!(small[0].tally.games, 5_400);
}

/// An archive of the version before is read, and goes on as one of today's.
#[test]
fn an_archive_without_sums_gets_them_as_it_grows() {
    let folder = tempfile::tempdir().unwrap();
    let games = random_games(2_600, 13);
    let path = folder.path().join("archive.sqlite");
    let first = file(folder.path(), "1.tsv", table(&games[..1_300]));
    let second = file(folder.path(), "2.tsv", table(&games[1_300..]));
    let archive = open(folder.path());
    import(&archive, vec![first]);
    let start = Board::open(&Start::usual(GameKind::Xiangqi)).unwrap();
    let before = archive.explore(&start, None, 5).unwrap();
    drop(archive);
    let connection = rusqlite::Connection::open(&path).unwrap();
    let later = "DROP TABLE sums; DROP TABLE removed; DROP TABLE removed_positions; \
                 DROP TABLE tags; PRAGMA user_version = 1";
    connection.execute_batch(later).unwrap();
    drop(connection);
    let archive = open(folder.path());
    assert_eq!(archive.explore(&start, None, 5).unwrap(), before);
    import(&archive, vec![second]);
    let all: Vec<u32> = (1..=archive.count().unwrap() as u32).collect();
    let explored = archive.explore(&start, None, 5).unwrap();
    assert!(explored.tally.games > before.tally.games);
    assert_eq!(explored, archive.explore(&start, Some(&all), 5).unwrap());
    drop(archive);
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("PRAGMA user_version = 99").unwrap();
    drop(connection);
    let error = Archive::open(&path).err().unwrap();
    assert!(error.to_string().contains("newer Chuhe (version 99"), "{error}");
}

/// Games that begin alike, found by comparing all with all.
#[test]
fn beginnings_are_those_of_a_comparison_of_all_lines() {
    let folder = tempfile::tempdir().unwrap();
    let archive = open(folder.path());
    let mut games = random_games(80, 14);
    let mirror = Image { swapped: false, mirror: 1 };
    for index in 0..20 {
        // Short beginnings that many games share, and long ones; some in a mirror.
        let length = if index % 3 == 0 { 2 } else { games[index].tree.len() / 2 };
        let mut short = Game::new(games[index].start.clone());
        let mut node = 0;
        for played in games[index].tree.main_plies().take(length) {
            node = short.tree.play(node, played);
        }
        games.push(if index % 2 == 0 { short } else { image_of(&short, mirror) });
    }
    let options = Import {
        keep_duplicates: true,
        ..Import::of(vec![file(folder.path(), "a.tsv", table(&games))])
    };
    archive.import(&options, &mut |_| {}).unwrap();
    let lines: Vec<[Vec<Played>; 2]> = games
        .iter()
        .map(|game| {
            let line: Vec<Played> = game.tree.main_plies().collect();
            let mirrored = line.iter().map(|&played| mirror.ply(played)).collect();
            [line, mirrored]
        })
        .collect();
    let begins = |long: usize, short: usize| {
        lines[long][0].len() > lines[short][0].len()
            && lines[short].iter().any(|short| lines[long][0].starts_with(short))
    };
    let mut expected = Vec::new();
    for short in 0..games.len() {
        let longer = (0..games.len()).filter(|&long| begins(long, short));
        let longest = longer.max_by_key(|&long| (lines[long][0].len(), games.len() - long));
        expected
            .extend(longest.map(|long| (short.min(long) as u32 + 1, short.max(long) as u32 + 1)));
    }
    expected.sort_unstable();
    expected.dedup();
    let pairs = archive.duplicates(Nearness::default()).unwrap();
    let found = pairs.iter().filter(|pair| pair.sameness == Sameness::Prefix);
    let found: Vec<_> = found.map(|pair| (pair.first, pair.second)).collect();
    assert!(expected.len() >= 15, "{expected:?}");
    assert_eq!(found, expected);
}
