//! The library as a file: versions, damage, two at once, a full disk, a kill.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use library::{Ending, GameFilter, Library, LibraryError, NewGame, PlyRow, schema};

fn new_game(owner: &str) -> NewGame {
    NewGame {
        owner: owner.into(),
        game: "banqi".into(),
        first: r#"{"kind":"human"}"#.into(),
        second: r#"{"kind":"engine","profile":"chuhe","level":2}"#.into(),
        rules: "tcga".into(),
        start: "start".into(),
        seed: Some(u64::MAX),
        clock: Some(r#"{"per_move_ms":5000}"#.into()),
    }
}

fn ply(text: &str) -> PlyRow {
    PlyRow {
        ply: text.into(),
        reveal: Some("K".into()),
        spent: Some(12),
        left: Some([5, u64::MAX >> 1]),
    }
}

fn file(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("a").join("library.sqlite")
}

#[test]
fn a_game_comes_back_as_it_was_kept() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&file(&folder)).unwrap();
    let new = new_game("ann");
    let id = library.create_game(&new, 10).unwrap();
    library.append_ply(&id, 0, &ply("a1a1"), "p0", None, 11).unwrap();
    let ending = Ending { winner: Some("first".into()), reason: "resignation".into() };
    library.append_ply(&id, 1, &ply("a1a2"), "p1", Some(&ending), 12).unwrap();
    drop(library);
    let library = Library::open(&file(&folder)).unwrap();
    let game = library.game(&id).unwrap().unwrap();
    assert_eq!((&game.new, game.revision, game.created, game.updated), (&new, 2, 10, 12));
    assert_eq!(game.plies, [ply("a1a1"), ply("a1a2")]);
    assert_eq!(game.ending, Some(ending));
    library.truncate(&id, 1, "p0", 13).unwrap();
    let game = library.game(&id).unwrap().unwrap();
    assert_eq!((game.plies.len(), game.ending, game.revision), (1, None, 3));
    assert_eq!(library.owner_of_game(&id).unwrap().as_deref(), Some("ann"));
}

#[test]
fn what_several_owned_goes_to_one() {
    let library = Library::in_memory().unwrap();
    for (owner, time) in [("s-a", 1), ("s-b", 2), ("local", 3), ("t-x", 4), ("sxb", 5)] {
        library.create_game(&new_game(owner), time).unwrap();
        library.create_study(owner, "banqi", "title", "{}", time).unwrap();
        library.set_settings(owner, owner, time).unwrap();
    }
    assert_eq!(library.adopt("s-", "t-y").unwrap(), 4);
    let counts =
        |owner: &str| (library.count_games(owner).unwrap(), library.count_studies(owner).unwrap());
    assert_eq!(
        ["s-a", "s-b", "t-y", "local", "t-x", "sxb"].map(counts),
        [(0, 0), (0, 0), (2, 2), (1, 1), (1, 1), (1, 1)]
    );
    assert_eq!(library.settings("t-y").unwrap().as_deref(), Some("s-b"), "the last changed");
    assert_eq!(library.settings("s-a").unwrap(), None);
    // Once more changes nothing, and settings of one's own stay.
    library.create_game(&new_game("s-c"), 6).unwrap();
    library.set_settings("s-c", "s-c", 6).unwrap();
    assert_eq!((library.adopt("s-", "t-y").unwrap(), library.adopt("s-", "t-y").unwrap()), (1, 0));
    assert_eq!(library.settings("t-y").unwrap().as_deref(), Some("s-b"));
}

#[test]
fn a_ply_of_another_state_changes_nothing() {
    let library = Library::in_memory().unwrap();
    let id = library.create_game(&new_game("ann"), 1).unwrap();
    let other = library::Id::random();
    for (id, number) in [(&id, 1), (&id, 7), (&other, 0)] {
        let error = library.append_ply(id, number, &ply("a1a1"), "p", None, 2).unwrap_err();
        assert!(error.is_gone(), "{error}");
    }
    assert!(library.truncate(&id, 3, "p", 2).unwrap_err().is_gone());
    assert!(library.finish(&other, &Ending { winner: None, reason: "time".into() }, 2).is_err());
    assert!(library.delete_game(&other).unwrap_err().is_gone());
    assert!(library.set_tree(&other, "{}", 2).unwrap_err().is_gone());
    let game = library.game(&id).unwrap().unwrap();
    assert_eq!((game.plies.len(), game.revision), (0, 0));
    assert_eq!(library.game(&other).unwrap(), None);
}

#[test]
fn lists_are_the_owners_own_in_pages() {
    let library = Library::in_memory().unwrap();
    let ids: Vec<_> =
        (0..5).map(|time| library.create_game(&new_game("ann"), time).unwrap()).collect();
    library.create_game(&new_game("bo"), 9).unwrap();
    library.finish(&ids[0], &Ending { winner: None, reason: "agreement".into() }, 20).unwrap();
    let list = |filter: GameFilter| {
        let (games, more) = library.games("ann", &filter).unwrap();
        (games.iter().map(|game| game.id).collect::<Vec<_>>(), more)
    };
    let all = list(GameFilter { limit: 10, ..GameFilter::default() });
    assert_eq!(all, (vec![ids[0], ids[4], ids[3], ids[2], ids[1]], false));
    let page = list(GameFilter { limit: 2, ..GameFilter::default() });
    assert_eq!(page, (vec![ids[0], ids[4]], true));
    let next = list(GameFilter { limit: 3, after: Some(ids[4]), ..GameFilter::default() });
    assert_eq!(next, (vec![ids[3], ids[2], ids[1]], false));
    let open = list(GameFilter { limit: 9, finished: Some(false), ..GameFilter::default() });
    assert_eq!(open.0.len(), 4);
    let other = GameFilter { limit: 9, game: Some("xiangqi".into()), ..GameFilter::default() };
    assert_eq!(list(other).0.len(), 0);
    assert_eq!(library.count_games("ann").unwrap(), 5);
}

#[test]
fn games_have_names_and_are_found_across_pages() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&file(&folder)).unwrap();
    let ids: Vec<_> =
        (0..1_203).map(|time| library.create_game(&new_game("ann"), time).unwrap()).collect();
    library.rename_game(&ids[0], "最後一局").unwrap();
    library.rename_game(&ids[700], "第 700 局").unwrap();
    assert!(library.rename_game(&library::Id::random(), "x").unwrap_err().is_gone());
    drop(library);
    let library = Library::open(&file(&folder)).unwrap();
    let game = library.game(&ids[0]).unwrap().unwrap();
    assert_eq!((game.name.as_str(), game.revision, game.updated), ("最後一局", 0, 0));
    let find = |limit: u32, after| {
        let filter = GameFilter { limit, after, ..GameFilter::default() };
        let named = |game: &library::GameSummary| game.name.contains('局');
        let (games, more) = library.find_games("ann", &filter, named).unwrap();
        (games.iter().map(|game| game.id).collect::<Vec<_>>(), more)
    };
    assert_eq!(find(9, None), (vec![ids[700], ids[0]], false), "the newest first");
    assert_eq!(find(1, None), (vec![ids[700]], true));
    assert_eq!(find(1, Some(ids[700])), (vec![ids[0]], false));
}

#[test]
fn trees_studies_and_settings() {
    let library = Library::in_memory().unwrap();
    let id = library.create_game(&new_game("ann"), 1).unwrap();
    assert_eq!(library.tree(&id).unwrap(), None);
    library.set_tree(&id, "{}", 2).unwrap();
    library.set_tree(&id, "{1}", 3).unwrap();
    assert_eq!(library.tree(&id).unwrap().as_deref(), Some("{1}"));
    library.delete_game(&id).unwrap();
    assert_eq!(library.tree(&id).unwrap(), None, "a tree goes with its game");
    let study = library.create_study("ann", "xiangqi", "one", "{}", 1).unwrap();
    library.update_study(&study, "two", "{2}", 5).unwrap();
    let found = library.study(&study).unwrap().unwrap();
    assert_eq!((found.title.as_str(), found.tree.as_str(), found.updated), ("two", "{2}", 5));
    assert_eq!(
        (library.studies("ann", 9).unwrap().len(), library.studies("bo", 9).unwrap().len()),
        (1, 0)
    );
    library.delete_study(&study).unwrap();
    assert!(library.delete_study(&study).unwrap_err().is_gone());
    assert_eq!(library.settings("ann").unwrap(), None);
    library.set_settings("ann", "a", 1).unwrap();
    library.set_settings("ann", "b", 2).unwrap();
    assert_eq!(library.settings("ann").unwrap().as_deref(), Some("b"));
}

#[test]
fn a_file_of_version_one_becomes_new_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    schema::make_version_one(&path).unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    let id = library::Id::random();
    connection
        .execute(
            "INSERT INTO games (id, owner, game, first, second, rules, start, position, plies, \
             created, updated) VALUES (?1, 'ann', 'xiangqi', '1', '2', 'asian', 's', 's', 1, 5, 6)",
            [id.to_string()],
        )
        .unwrap();
    connection
        .execute("INSERT INTO plies (game, number, ply) VALUES (?1, 0, 'h2e2')", [id.to_string()])
        .unwrap();
    drop(connection);
    let library = Library::open(&path).unwrap();
    let game = library.game(&id).unwrap().unwrap();
    assert_eq!((game.plies[0].ply.as_str(), game.new.rules.as_str()), ("h2e2", "asian"));
    library.set_tree(&id, "{}", 7).unwrap();
    library.set_settings("ann", "{}", 7).unwrap();
}

#[test]
fn newer_and_damaged_files_are_named_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let newer = folder.path().join("newer.sqlite");
    drop(Library::open(&newer).unwrap());
    let connection = rusqlite::Connection::open(&newer).unwrap();
    connection.pragma_update(None, "user_version", schema::VERSION + 1).unwrap();
    drop(connection);
    let error = Library::open(&newer).err().unwrap();
    assert!(matches!(error, LibraryError::Newer { found, .. } if found == schema::VERSION + 1));
    assert!(error.to_string().contains("newer.sqlite"), "{error}");

    let garbage = folder.path().join("garbage.sqlite");
    std::fs::write(&garbage, b"no database, but long enough to look like something").unwrap();
    let before = std::fs::read(&garbage).unwrap();
    let error = Library::open(&garbage).err().unwrap();
    assert!(matches!(error, LibraryError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("garbage.sqlite"), "{error}");
    assert_eq!(std::fs::read(&garbage).unwrap(), before);

    let torn = folder.path().join("torn.sqlite");
    let library = Library::open(&torn).unwrap();
    for number in 0..200 {
        library.create_game(&new_game("ann"), number).unwrap();
    }
    library.checkpoint().unwrap();
    drop(library);
    let mut bytes = std::fs::read(&torn).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 6_000].fill(0xa5);
    std::fs::write(&torn, &bytes).unwrap();
    let error = Library::open(&torn).err().unwrap();
    assert!(matches!(error, LibraryError::Damaged { .. }), "{error}");

    let blocked = folder.path().join("file");
    std::fs::write(&blocked, b"x").unwrap();
    let error = Library::open(&blocked.join("library.sqlite")).err().unwrap();
    assert!(matches!(error, LibraryError::Folder { .. }), "{error}");
}

#[test]
fn many_open_a_new_file_at_the_same_moment() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..6)
            .map(|worker| {
                let path = &path;
                scope.spawn(move || {
                    let library = Library::open(path).unwrap();
                    for time in 0..10 {
                        library.create_game(&new_game(&format!("owner {worker}")), time).unwrap();
                    }
                })
            })
            .collect();
        workers.into_iter().for_each(|worker| worker.join().unwrap());
    });
    let library = Library::open(&path).unwrap();
    for worker in 0..6 {
        assert_eq!(library.count_games(&format!("owner {worker}")).unwrap(), 10);
    }
}

#[test]
fn a_full_disk_is_told_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&file(&folder)).unwrap();
    let id = library.create_game(&new_game("ann"), 1).unwrap();
    library.limit_pages(0).unwrap();
    let mut kept = 0;
    let error = loop {
        match library.append_ply(&id, kept, &ply("a1a2"), "p", None, 2) {
            Ok(()) => kept += 1,
            Err(error) => break error,
        }
        assert!(kept < 100_000, "the disk is never full");
    };
    assert!(matches!(error, LibraryError::Full { .. }), "{error}");
    assert_eq!(library.game(&id).unwrap().unwrap().plies.len(), kept as usize);
    library.limit_pages(1_000).unwrap();
    library.append_ply(&id, kept, &ply("a1a2"), "p", None, 3).unwrap();
}

/// Where the child of the next test writes.
const CHILD: &str = "CHUHE_LIBRARY_OF_CHILD";

/// Not a test by itself: a process that writes until it is killed.
#[test]
fn child_that_writes() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    let library = Library::open(Path::new(&path)).unwrap();
    let id = library.create_game(&new_game("ann"), 1).unwrap();
    let mut out = std::io::stdout();
    writeln!(out, "game {id}").unwrap();
    for number in 0.. {
        library.append_ply(&id, number, &ply("a1a2"), "p", None, 2).unwrap();
        writeln!(out, "kept {number}").unwrap();
        out.flush().unwrap();
    }
}

#[test]
fn a_killed_process_loses_nothing_it_was_told_is_kept() {
    for after in [1, 37, 160] {
        let folder = tempfile::tempdir().unwrap();
        let path = file(&folder);
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child_that_writes", "--nocapture"])
            .env(CHILD, &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let id = lines.find_map(|line| Some(line.split_once("game ")?.1.parse().unwrap()));
        let id: library::Id = id.unwrap();
        let told = lines.filter(|line| line.starts_with("kept ")).take(after).count();
        child.kill().unwrap();
        child.wait().unwrap();
        let library = Library::open(&path).unwrap();
        let plies = library.game(&id).unwrap().unwrap().plies;
        assert!(plies.len() >= told, "{} of {told}", plies.len());
        assert!(plies.iter().all(|row| *row == ply("a1a2")), "no half ply");
        library.append_ply(&id, plies.len() as u32, &ply("a1a1"), "p", None, 3).unwrap();
    }
}
