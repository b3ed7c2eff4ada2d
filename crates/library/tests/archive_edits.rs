//! Removing, bringing back, changing and tagging games: afterwards everything that is
//! counted is what a plain count of the games that are there gives.

mod support;

use std::sync::atomic::Ordering;

use library::archive::import::{Event, Import};
use library::archive::order::Order;
use library::archive::{Selection, Tally};
use library::{Archive, LibraryError};
use records::{Board, GameKind, GameResult, Start};
use support::{file, import, open, random_games, table};

fn start() -> Board {
    Board::open(&Start::usual(GameKind::Xiangqi)).unwrap()
}

fn all(archive: &Archive) -> Vec<u32> {
    archive.select(&Selection::default()).unwrap()
}

/// What the start position's sums should be: every game that is there, red to move.
fn plain_tally(archive: &Archive) -> Tally {
    let mut tally = Tally::default();
    for summary in archive.summaries(&all(archive)).unwrap() {
        tally.games += 1;
        match summary.result {
            GameResult::First => tally.wins += 1,
            GameResult::Draw => tally.draws += 1,
            GameResult::Second => tally.losses += 1,
            GameResult::Unknown => {}
        }
    }
    tally
}

#[track_caller]
fn check(archive: &Archive) {
    let ids = all(archive);
    assert_eq!(archive.count().unwrap(), ids.len() as u64);
    let explored = archive.explore(&start(), None, 3).unwrap();
    assert_eq!(explored.tally, plain_tally(archive));
    assert_eq!(explored, archive.explore(&start(), Some(&ids), 3).unwrap());
    let at_start: Vec<u32> =
        archive.games_at(&start()).unwrap().iter().map(|hit| hit.game).collect();
    assert_eq!(at_start, ids);
    for (ply, _) in explored.plies.iter().zip(0..3) {
        let mut board = start();
        if let Some(played) = ply.played {
            board.play(played).unwrap();
            let sum = archive.explore(&board, None, 3).unwrap();
            assert_eq!(sum, archive.explore(&board, Some(&ids), 3).unwrap());
        }
    }
}

fn filled(folder: &std::path::Path, games: usize) -> Archive {
    let archive = open(folder);
    let path = file(folder, "a.tsv", table(&random_games(games, 3)));
    import(&archive, vec![path]);
    archive
}

#[test]
fn removed_games_are_not_counted_until_they_are_back() {
    let folder = tempfile::tempdir().unwrap();
    let archive = filled(folder.path(), 400);
    check(&archive);
    let before = all(&archive);
    let gone = archive.remove(&[3, 5, 7, 7, 100_000]).unwrap();
    assert_eq!(gone, [3, 5, 7]);
    assert_eq!(archive.count().unwrap(), before.len() as u64 - 3);
    assert!(archive.is_removed(5).unwrap() && !archive.is_removed(6).unwrap());
    check(&archive);
    let bin = Selection { removed: true, ..Selection::default() };
    assert_eq!(archive.select(&bin).unwrap(), gone);
    assert!(archive.game(5).unwrap().is_some(), "it can still be looked at");
    assert_eq!(archive.restore(&[5, 6]).unwrap(), [5]);
    check(&archive);
    assert_eq!(archive.restore(&gone).unwrap(), [3, 7]);
    assert_eq!(all(&archive), before);
    check(&archive);
}

#[test]
fn a_removed_game_may_be_imported_again() {
    let folder = tempfile::tempdir().unwrap();
    let archive = filled(folder.path(), 20);
    let games = random_games(20, 3);
    archive.remove(&[2]).unwrap();
    let totals = import(&archive, vec![file(folder.path(), "b.tsv", table(&games) + "\n")]);
    assert_eq!((totals.added, totals.duplicates), (1, 19));
    check(&archive);
}

#[test]
fn a_changed_game_has_a_successor_and_can_be_brought_back() {
    let folder = tempfile::tempdir().unwrap();
    let archive = filled(folder.path(), 60);
    archive.tag(&[4], "to learn", true).unwrap();
    let mut game = archive.game(4).unwrap().unwrap().game;
    game.set_header("Red", "柳大華");
    game.set_header("Date", "2001.02.03");
    game.result = GameResult::Draw;
    let new = archive.replace(4, &game).unwrap();
    let summary = archive.summaries(&[new]).unwrap().remove(0);
    assert_eq!((summary.red.as_str(), summary.result), ("柳大華", GameResult::Draw));
    assert_eq!((summary.date.year(), summary.source.ends_with("a.tsv")), (2001, true));
    assert_eq!(archive.count().unwrap(), 60);
    assert_eq!(archive.tags_of(&[new]).unwrap()[&new], ["to learn"]);
    check(&archive);
    assert!(archive.replace(4, &game).is_err(), "it is gone");
    let player = Some("柳大华".to_owned());
    let found = archive.select(&Selection { player, ..Selection::default() }).unwrap();
    assert_eq!(found, [new]);
    // One step back: the old game is there, its successor is not.
    assert_eq!(archive.restore(&[4]).unwrap(), [4]);
    assert!(all(&archive).contains(&4) && !all(&archive).contains(&new));
    check(&archive);
    let bin = Selection { removed: true, ..Selection::default() };
    assert!(archive.select(&bin).unwrap().is_empty(), "nothing was thrown away");
    // And forward again.
    assert_eq!(archive.restore(&[new]).unwrap(), [new]);
    assert!(!all(&archive).contains(&4) && all(&archive).contains(&new));
    check(&archive);
}

#[test]
fn games_of_our_own_are_added_and_tagged() {
    let folder = tempfile::tempdir().unwrap();
    let archive = open(folder.path());
    let game = random_games(1, 9).remove(0);
    let (one, two) = (archive.add(&game).unwrap(), archive.add(&game).unwrap());
    assert_ne!(one, two);
    check(&archive);
    archive.tag(&[one, two, 77], "杯", true).unwrap();
    archive.tag(&[one], "a", true).unwrap();
    assert_eq!(archive.tags().unwrap(), [("a".to_owned(), 1), ("杯".to_owned(), 2)]);
    let tag = Some("a".to_owned());
    let found = archive.select(&Selection { tag, ..Selection::default() }).unwrap();
    assert_eq!(found, [one]);
    archive.tag(&[one], "a", false).unwrap();
    archive.remove(&[two]).unwrap();
    assert_eq!(archive.tags().unwrap(), [("杯".to_owned(), 1)]);
}

#[test]
fn whole_names_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    let archive = filled(folder.path(), 100);
    let select = |name: &str, whole_names| {
        let player = Some(name.to_owned());
        archive.select(&Selection { player, whole_names, ..Selection::default() }).unwrap().len()
    };
    assert_eq!(select("胡荣华", true), select("胡荣华", false));
    assert!(select("胡荣", false) > 0 && select("胡荣", true) == 0);
    assert_eq!(select("上海 胡榮華", true), select("胡荣华", true));
}

#[test]
fn lists_have_the_order_that_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let archive = filled(folder.path(), 150);
    let ids = all(&archive);
    for order in Order::ALL {
        assert_eq!(Order::of_name(order.name()), Some(order));
        for descending in [false, true] {
            let sorted = archive.put_in_order(ids.clone(), order, descending).unwrap();
            let mut same = sorted.clone();
            same.sort_unstable();
            assert_eq!(same, ids, "{order:?}: nothing is lost");
            let games = archive.summaries(&sorted).unwrap();
            let key = |game: &library::archive::Summary| match order {
                Order::Added => format!("{:9}", game.id),
                Order::Date => format!("{:9}", game.date.number()),
                Order::Red => library::archive::names::player(&game.red).folded,
                Order::Black => library::archive::names::player(&game.black).folded,
                Order::Event => library::archive::names::event(&game.event).folded,
                Order::Plies => format!("{:9}", game.plies),
                Order::Opening => game.opening.map_or(String::new(), |one| one.code.to_owned()),
                Order::Result => game.result.text().to_owned(),
            };
            if order == Order::Result {
                continue;
            }
            let in_order = games.windows(2).all(|pair| match descending {
                true => key(&pair[0]) >= key(&pair[1]),
                false => key(&pair[0]) <= key(&pair[1]),
            });
            assert!(in_order, "{order:?} {descending}");
        }
    }
}

#[test]
fn model_games_came_to_the_position_and_known_players_stand_first() {
    let folder = tempfile::tempdir().unwrap();
    let archive = filled(folder.path(), 200);
    archive.remove(&[1, 2]).unwrap();
    let models = archive.model_games(&start(), None, 10).unwrap();
    assert_eq!(models.len(), 10);
    let hits = archive.games_at(&start()).unwrap();
    assert!(models.iter().all(|model| hits.contains(model)));
    let ids: Vec<u32> = models.iter().map(|model| model.game).collect();
    for game in archive.summaries(&ids).unwrap() {
        assert!(!game.red.is_empty() && !game.black.is_empty(), "{game:?}");
        assert_ne!(game.result, GameResult::Unknown);
    }
    let chosen = [9, 10, 11];
    let few = archive.model_games(&start(), Some(&chosen), 10).unwrap();
    assert_eq!(few.len(), 3);
}

#[test]
fn a_heat_map_counts_every_piece_once() {
    let folder = tempfile::tempdir().unwrap();
    let archive = filled(folder.path(), 5);
    for side in [game::Side::Red, game::Side::Black] {
        let mut map = library::archive::heat::HeatMap::default();
        archive.heat(&all(&archive), side, &mut map).unwrap();
        let king = &map.counts[xiangqi::Kind::King.index()];
        assert_eq!(king.iter().sum::<u64>(), map.positions, "one king in each position");
        let palace = (0..3).flat_map(|rank| (3..6).map(move |file| rank * 9 + file));
        assert_eq!(palace.map(|point| king[point]).sum::<u64>(), map.positions, "{side:?}");
    }
}

#[test]
fn an_upload_has_its_own_name_and_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let archive = open(folder.path());
    let path = file(folder.path(), "upload-1", table(&random_games(5, 4)));
    let named = Import { name: Some("club.tsv".into()), ..Import::of(vec![path]) };
    assert_eq!(archive.import(&named, &mut |_| {}).unwrap().added, 5);
    assert_eq!(archive.summaries(&[1]).unwrap()[0].source, "club.tsv");
    let path = file(folder.path(), "upload-2", table(&random_games(50, 5)));
    let stopped = Import { name: Some("b.tsv".into()), ..Import::of(vec![path]) };
    stopped.stop.store(true, Ordering::Relaxed);
    let mut told = Vec::new();
    let totals = archive
        .import(&stopped, &mut |event| {
            if let Event::File { message, .. } = event {
                told.push(message.to_owned());
            }
        })
        .unwrap();
    assert_eq!(totals.added, 0);
    assert!(told[0].contains("stopped"), "{told:?}");
    // The same file goes on where it was.
    stopped.stop.store(false, Ordering::Relaxed);
    assert_eq!(archive.import(&stopped, &mut |_| {}).unwrap().added, 50);
    let packed = zstd::bulk::compress(&[b' '; 4096], 1).unwrap();
    let path = file(folder.path(), "c.pgn.zst", packed);
    let small = Import { unpacked: 1000, ..Import::of(vec![path]) };
    let mut told = Vec::new();
    archive.import(&small, &mut |event| told.push(format!("{event:?}"))).unwrap();
    assert!(told.iter().any(|line| line.contains("unpacks to more than")), "{told:?}");
}

#[test]
fn nobody_changes_games_while_another_writes() {
    let folder = tempfile::tempdir().unwrap();
    let archive = filled(folder.path(), 3);
    let hold = library::Hold::take(archive.path()).unwrap();
    hold.announce("an import").unwrap();
    let refused = archive.remove(&[1]).unwrap_err();
    assert!(refused.to_string().contains("an import"), "{refused}");
    let error = archive.tag(&[1], "x", true).unwrap_err();
    let library::archive::edit::EditError::Library(error) = error else { panic!("{error}") };
    assert!(matches!(error, LibraryError::Writing { .. }));
}
