//! Books in files: what is written is read, and nothing damaged is.

use std::path::Path;

use book::entry::Marks;
use book::{BookError, BookFile, Counts, Entry, Header, Owner, Table};
use game::{GameKind, NullObserver, Position as _, Rng};
use records::Played;
use records::fold::Folded;

/// A book of random lines.
fn table(seed: u64, games: usize) -> Table {
    let mut rng = Rng::new(seed);
    let mut table = Table::new(Header::new(GameKind::Xiangqi, "computer"));
    for _ in 0..games {
        let mut position = xiangqi::Position::start();
        for _ in 0..12 {
            let plies = position.legal_plies();
            let ply = plies[rng.below(plies.len().min(4))];
            let entry = table.at(&Folded::of_xiangqi(&position), Played::Xiangqi(ply));
            entry.counts.wins += 1;
            entry.marks.record = true;
            position.make_ply(ply, &mut NullObserver);
        }
    }
    table
}

#[test]
fn what_is_written_is_read_and_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.book");
    let table = table(3, 200);
    let bytes = table.write(&path).unwrap();
    assert_eq!(bytes, std::fs::metadata(&path).unwrap().len());
    let file = BookFile::open(&path).unwrap();
    assert_eq!(file.header(), &table.header);
    let written: Vec<Entry> = table.entries().copied().collect();
    assert_eq!(file.entries().collect::<Vec<_>>(), written);
    assert!(bytes <= 24 * written.len() as u64, "{bytes} bytes for {} moves", written.len());
    for entry in &written {
        let key = entry.key << 8 | 77;
        let expected: Vec<Entry> =
            written.iter().filter(|other| other.key == entry.key).copied().collect();
        assert_eq!(file.find(key).collect::<Vec<_>>(), expected);
    }
    assert_eq!(file.find(0).count() + file.find(u64::MAX).count(), 0);
    assert!(!folder.path().join("some.book.part").exists());
}

#[test]
fn no_damage_is_overlooked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.book");
    table(1, 2).write(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let open = |bytes: &[u8]| BookFile::from_bytes(Path::new("some.book"), bytes);
    for length in 0..bytes.len() {
        let error = open(&bytes[..length]).unwrap_err();
        assert!(matches!(error, BookError::Magic { .. } | BookError::Length { .. }), "{error}");
    }
    for place in 0..bytes.len() {
        let mut other = bytes.clone();
        other[place] ^= 1 << (place % 8);
        // Two bytes of the beginning say nothing yet.
        assert!(open(&other).is_err() || (10..12).contains(&place), "byte {place}");
    }
    let mut newer = bytes.clone();
    newer[9] = 2;
    let error = open(&newer).unwrap_err().to_string();
    assert_eq!(error, "some.book: book of version 2: expected version 1; build it again");
    let error = open(&bytes[..bytes.len() - 5]).unwrap_err().to_string();
    assert!(error.contains("cut short or half written"), "{error}");
    let error = open(b"SQLite format 3").unwrap_err().to_string();
    assert_eq!(error, "some.book: not a book: expected a file that begins with CHUHEBOK");
    assert!(open(&bytes).unwrap().expect_game(GameKind::Banqi).is_err());
    let error = open(&bytes).unwrap().expect_rules("asian,fold=3").unwrap_err().to_string();
    assert!(error.contains("for the rules 'computer': expected 'asian'"), "{error}");
}

#[test]
fn a_book_that_cannot_be_replaced_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.book");
    table(1, 2).write(&path).unwrap();
    let before = std::fs::read(&path).unwrap();
    // Where the new file would be written a folder is in the way.
    std::fs::create_dir(folder.path().join("some.book.part")).unwrap();
    let error = table(2, 9).write(&path).unwrap_err().to_string();
    assert!(error.contains("some.book"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn merged_books_add_up_and_keep_their_makers() {
    let (one, other) = (table(1, 50), table(2, 70));
    let mut both = one.clone();
    both.merge(Path::new("other"), &other).unwrap();
    let games = |table: &Table| table.entries().map(|entry| entry.counts.games()).sum::<u32>();
    assert_eq!(games(&both), games(&one) + games(&other));
    let mut again = other.clone();
    again.merge(Path::new("one"), &one).unwrap();
    assert_eq!(again.entries().collect::<Vec<_>>(), both.entries().collect::<Vec<_>>());

    let start = Folded::of_xiangqi(&xiangqi::Position::start());
    let ply = Played::Xiangqi("h2e2".parse().unwrap());
    let searched = |maker: &str, depth: u8| {
        let mut table = Table::new(Header::new(GameKind::Xiangqi, "computer"));
        table.header.owner = Owner::Red;
        let maker = table.header.maker(maker);
        let entry = table.at(&start, ply);
        entry.marks = Marks { search: true, chosen: true, maker, ..Marks::default() };
        (entry.depth, entry.score) = (depth, i16::from(depth));
        table
    };
    let mut both = searched("old", 9);
    both.merge(Path::new("new"), &searched("new", 7)).unwrap();
    assert_eq!(both.header.makers, ["old", "new"]);
    let entry = *both.at(&start, ply);
    assert_eq!((entry.depth, entry.score, entry.marks.maker), (7, 7, 1), "the later maker");
    assert_eq!((both.header.owner, entry.counts), (Owner::Red, Counts::default()));
    both.merge(Path::new("games"), &one).unwrap();
    assert_eq!(both.header.owner, Owner::Both);

    let mut asian = Table::new(Header::new(GameKind::Xiangqi, "asian"));
    let error = asian.merge(Path::new("one.book"), &one).unwrap_err().to_string();
    assert!(error.starts_with("one.book: it is for the rules 'computer', not 'asian'"), "{error}");
    let mut dark = Table::new(Header::new(GameKind::Banqi, "computer"));
    assert!(dark.merge(Path::new("one.book"), &one).is_err());
}
