//! The library as a file: versions, damage, two at once, a full disk, a kill.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use library::{
    Change, Ending, GameFilter, Hold, Library, LibraryError, NewGame, PlyRow, RunRow, schema,
};

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
    library.append_ply(&id, Change::after(0, 11), 0, &ply("a1a1"), "p0", None).unwrap();
    let ending = Ending { winner: Some("first".into()), reason: "resignation".into() };
    library.append_ply(&id, Change::after(1, 12), 1, &ply("a1a2"), "p1", Some(&ending)).unwrap();
    drop(library);
    let library = Library::open(&file(&folder)).unwrap();
    let game = library.game(&id).unwrap().unwrap();
    assert_eq!((&game.new, game.revision, game.created, game.updated), (&new, 2, 10, 12));
    assert_eq!(game.plies, [ply("a1a1"), ply("a1a2")]);
    assert_eq!(game.ending, Some(ending));
    library.truncate(&id, Change::after(2, 13), 1, "p0").unwrap();
    let game = library.game(&id).unwrap().unwrap();
    assert_eq!((game.plies.len(), game.ending, game.revision), (1, None, 3));
    assert_eq!(library.owner_of_game(&id).unwrap().as_deref(), Some("ann"));
}

#[test]
fn what_several_owned_goes_to_one() {
    let library = Library::in_memory().unwrap();
    for (owner, time) in [("s-a", 1), ("s-b", 2), ("local", 3), ("t-x", 4), ("sxb", 5)] {
        library.create_game(&new_game(owner), time).unwrap();
        library.create_study(owner, "banqi", "title", "{}", 10, time).unwrap();
        library.set_settings(owner, owner, time).unwrap();
    }
    assert_eq!(library.adopt("s-", "t-y").unwrap(), 4);
    let counts = |owner: &str| {
        (library.count_games(owner).unwrap(), library.studies(owner, 10).unwrap().len())
    };
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
        let error = library
            .append_ply(id, Change::after(0, 2), number, &ply("a1a1"), "p", None)
            .unwrap_err();
        assert_eq!(error.is_gone(), *id == other, "{error}");
    }
    assert!(library.truncate(&id, Change::after(0, 2), 3, "p").is_err());
    let ending = Ending { winner: None, reason: "time".into() };
    assert!(library.finish(&other, Change::after(0, 2), &ending).unwrap_err().is_gone());
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
    let ending = Ending { winner: None, reason: "agreement".into() };
    library.finish(&ids[0], Change::after(0, 20), &ending).unwrap();
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
    let study = library.create_study("ann", "xiangqi", "one", "{}", 1, 1).unwrap();
    let more = library.create_study("ann", "xiangqi", "one", "{}", 1, 1).unwrap_err();
    assert!(matches!(more, LibraryError::TooMany { most: 1, .. }), "{more}");
    assert_eq!(library.owner_of_study(&study).unwrap().as_deref(), Some("ann"));
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
fn pattern_sets_are_kept_and_changed_once() {
    let library = Library::in_memory().unwrap();
    let id = library.create_pattern_set("ann", "mine", "(a)", 1, 1).unwrap();
    let more = library.create_pattern_set("ann", "more", "", 1, 1).unwrap_err();
    assert!(matches!(more, LibraryError::TooMany { most: 1, .. }), "{more}");
    assert_eq!(library.update_pattern_set(&id, "ours", "(b)", 0, 5).unwrap(), 1);
    let stale = library.update_pattern_set(&id, "theirs", "(c)", 0, 6).unwrap_err();
    assert!(matches!(stale, LibraryError::Stale { .. }), "{stale}");
    let set = library.pattern_set(&id).unwrap().unwrap();
    assert_eq!((&*set.title, &*set.text, set.updated, set.revision), ("ours", "(b)", 5, 1));
    assert_eq!(library.pattern_sets("ann", 9).unwrap(), [(id, "ours".to_owned(), 5)]);
    assert!(library.pattern_sets("bo", 9).unwrap().is_empty());
    assert_eq!(library.adopt("an", "bo").unwrap(), 1);
    assert_eq!(library.pattern_set(&id).unwrap().unwrap().owner, "bo");
    library.delete_pattern_set(&id).unwrap();
    assert!(library.delete_pattern_set(&id).unwrap_err().is_gone());
    assert!(library.update_pattern_set(&id, "x", "", 2, 7).unwrap_err().is_gone());
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
    assert_eq!(Library::open(&torn).unwrap().examine().unwrap(), [""; 0]);
    bytes[middle..middle + 6_000].fill(0xa5);
    std::fs::write(&torn, &bytes).unwrap();
    // Reading all of a large file would take its time: the start does not wait.
    let faults = Library::open(&torn).unwrap().examine().unwrap();
    assert!(!faults.is_empty());

    let blocked = folder.path().join("file");
    std::fs::write(&blocked, b"x").unwrap();
    let error = Library::open(&blocked.join("library.sqlite")).err().unwrap();
    assert!(matches!(error, LibraryError::Folder { .. }), "{error}");
}

#[test]
fn a_lost_last_byte_and_a_bad_page_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let library = Library::open(&path).unwrap();
    for number in 0..50 {
        library.create_game(&new_game("ann"), number).unwrap();
    }
    library.checkpoint().unwrap();
    assert_eq!(library.examine().unwrap(), [""; 0]);
    drop(library);
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    let faults = Library::open(&path).unwrap().examine().unwrap();
    assert!(faults[0].contains("last page"), "{faults:?}");
    let mut bad = whole.clone();
    let page = bad.len() - 4096;
    bad[page + 3] ^= 0x7f;
    std::fs::write(&path, &bad).unwrap();
    let library = Library::open(&path).unwrap();
    assert!(!library.examine().unwrap().is_empty());
    assert_eq!(Library::in_memory().unwrap().examine().unwrap(), [""; 0]);
}

#[test]
fn a_change_made_for_another_revision_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) =
        (Library::open(&file(&folder)).unwrap(), Library::open(&file(&folder)).unwrap());
    let id = one.create_game(&new_game("ann"), 1).unwrap();
    for number in 0..4 {
        let change = Change::after(number, 2);
        one.append_ply(&id, change, number as u32, &ply("a1a2"), "p", None).unwrap();
    }
    let before = one.game(&id).unwrap();
    // The other one has seen three plies, and knows nothing of the fourth.
    let late = Change::after(3, 9);
    let ending = Ending { winner: None, reason: "agreement".into() };
    for refused in [
        two.append_ply(&id, late, 3, &ply("a1a1"), "q", None),
        two.append_ply(&id, late, 4, &ply("a1a1"), "q", None),
        two.truncate(&id, late, 2, "q"),
        two.finish(&id, late, &ending),
    ] {
        let error = refused.unwrap_err();
        assert!(matches!(error, LibraryError::Stale { .. }), "{error}");
    }
    assert_eq!(one.game(&id).unwrap(), before);
    two.finish(&id, Change { seen: 4, next: 9, now: 9 }, &ending).unwrap();
    assert_eq!(one.game(&id).unwrap().unwrap().revision, 9);
}

#[test]
fn the_limit_of_games_holds_when_many_ask_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    drop(Library::open(&path).unwrap());
    let made: usize = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..6)
            .map(|_| {
                scope.spawn(|| {
                    let library = Library::open(&path).unwrap();
                    let make = |time| library.create_game_within(&new_game("ann"), 20, time);
                    (0..10).filter(|&time| make(time).is_ok()).count()
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    assert_eq!(made, 20);
    let library = Library::open(&path).unwrap();
    let error = library.create_game_within(&new_game("ann"), 20, 1).unwrap_err();
    assert!(matches!(error, LibraryError::TooMany { most: 20, .. }), "{error}");
    library.create_game_within(&new_game("bo"), 20, 1).unwrap();
}

#[test]
fn a_bad_row_does_not_hide_the_others_and_can_be_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let library = Library::open(&path).unwrap();
    let ids: Vec<_> =
        (0..4).map(|time| library.create_game(&new_game("ann"), time).unwrap()).collect();
    let other = rusqlite::Connection::open(&path).unwrap();
    let spoil = |sql: &str, id: &library::Id| other.execute(sql, [id.to_string()]).unwrap();
    spoil("UPDATE games SET id = 'no id' WHERE id = ?1", &ids[0]);
    spoil("UPDATE games SET first = CAST(x'ff00fe' AS TEXT) WHERE id = ?1", &ids[1]);
    spoil("UPDATE games SET plies = -5 WHERE id = ?1", &ids[2]);
    let filter = GameFilter { limit: 10, ..GameFilter::default() };
    let (games, more) = library.games("ann", &filter).unwrap();
    let listed: Vec<_> = games.iter().map(|game| game.id).collect();
    assert_eq!((listed, more), (vec![ids[3], ids[2], ids[1]], false));
    assert!(library.game(&ids[1]).is_err());
    library.delete_game(&ids[1]).unwrap();
    assert_eq!(library.games("ann", &filter).unwrap().0.len(), 2);
}

#[test]
fn one_process_holds_a_library_and_says_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let hold = Hold::take(&path).unwrap();
    hold.announce("http://localhost:1/").unwrap();
    let error = Hold::take(&path).err().expect("it is held");
    assert!(
        matches!(&error, LibraryError::Held { address: Some(url), .. } if url.ends_with(":1/")),
        "{error}"
    );
    assert!(error.to_string().contains("http://localhost:1/"), "{error}");
    // Who comes while the holder goes waits for it.
    hold.retire();
    let next = std::thread::spawn(move || Hold::take(&path).map(drop));
    std::thread::sleep(std::time::Duration::from_millis(50));
    drop(hold);
    next.join().unwrap().unwrap();
}

/// Runs one test of this file on a disk of so many bytes; `false` where no disk
/// can be made.
#[cfg(target_os = "linux")]
fn on_a_small_disk(test: &str, bytes: u32) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "mount -t tmpfs -o size={bytes} none \"$1\" && echo mounted && \
         {CHILD}=\"$1/library.sqlite\" exec \"$2\" --exact {test} --nocapture"
    );
    let ran = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", &script, "sh"])
        .args([folder.path(), &std::env::current_exe().unwrap()])
        .output();
    let Ok(output) = ran else { return false };
    let told = String::from_utf8_lossy(&output.stdout);
    let mounted = told.contains("mounted");
    let trouble = String::from_utf8_lossy(&output.stderr);
    assert!(!mounted || output.status.success(), "{told}{trouble}");
    mounted
}

/// Not a test by itself: fills its disk to the last byte, and deletes.
#[test]
fn child_that_fills_the_disk() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    let path = Path::new(&path);
    let library = Library::open(path).unwrap();
    let id = library.create_game(&new_game("ann"), 1).unwrap();
    for number in 0..300 {
        let change = Change::after(number, 2);
        library.append_ply(&id, change, number as u32, &ply("a1a2"), "p", None).unwrap();
    }
    library.set_tree(&id, &"x".repeat(100_000), 2).unwrap();
    library.checkpoint().unwrap();
    let filler = path.with_extension("filler");
    let mut filler = std::fs::File::create(filler).unwrap();
    while filler.write(&[1; 1_000]).is_ok_and(|written| written > 0) {}
    let error = library.set_tree(&id, &"y".repeat(200_000), 2).unwrap_err();
    assert!(matches!(error, LibraryError::Full { .. }), "{error}");
    library.delete_game(&id).unwrap();
    assert_eq!(library.game(&id).unwrap(), None);
    // There is room again for what is small.
    library.create_game(&new_game("ann"), 3).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn deleting_works_on_a_full_disk() {
    if !on_a_small_disk("child_that_fills_the_disk", 6 << 20) {
        eprintln!("not tried: this system lets nobody make a small disk");
    }
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
        match library.append_ply(&id, Change::after(kept.into(), 2), kept, &ply("a1a2"), "p", None)
        {
            Ok(()) => kept += 1,
            Err(error) => break error,
        }
        assert!(kept < 100_000, "the disk is never full");
    };
    assert!(matches!(error, LibraryError::Full { .. }), "{error}");
    assert_eq!(library.game(&id).unwrap().unwrap().plies.len(), kept as usize);
    library.limit_pages(1_000).unwrap();
    library.append_ply(&id, Change::after(kept.into(), 3), kept, &ply("a1a2"), "p", None).unwrap();
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
        library
            .append_ply(&id, Change::after(number.into(), 2), number, &ply("a1a2"), "p", None)
            .unwrap();
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
        library
            .append_ply(
                &id,
                Change::after(plies.len() as u64, 3),
                plies.len() as u32,
                &ply("a1a1"),
                "p",
                None,
            )
            .unwrap();
    }
}

#[test]
fn runs_are_remembered_with_where_they_stand() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    let library = Library::open(&path).unwrap();
    let run = |owner: &str, created| RunRow {
        id: library::Id::random(),
        owner: owner.into(),
        kind: "match".into(),
        title: "old and new".into(),
        state: "waiting".into(),
        settings: "{}".into(),
        brief: "{}".into(),
        error: String::new(),
        created,
        updated: created,
    };
    let (later, first) = (run("ann", 9), run("ann", 4));
    library.create_run(&later, 2).unwrap();
    library.create_run(&first, 2).unwrap();
    assert!(library.create_run(&run("ann", 10), 2).is_err(), "ann has two already");
    library.create_run(&run("ben", 11), 2).unwrap();
    library.update_run(&first.id, "failed", r#"{"done":3}"#, "no such engine", 12).unwrap();
    drop(library);
    let library = Library::open(&path).unwrap();
    let runs = library.runs().unwrap();
    assert_eq!(runs.len(), 3);
    assert_eq!(runs[1], later);
    let known = RunRow {
        state: "failed".into(),
        brief: r#"{"done":3}"#.into(),
        error: "no such engine".into(),
        updated: 12,
        ..first.clone()
    };
    assert_eq!(runs[0], known, "the oldest comes first");
    library.delete_run(&first.id).unwrap();
    assert!(library.delete_run(&first.id).unwrap_err().is_gone());
    assert!(library.update_run(&first.id, "done", "", "", 1).unwrap_err().is_gone());
}
