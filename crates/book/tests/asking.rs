//! Books as engines ask them: whichever way round a position is, and only when they may.

use book::entry::Marks;
use book::{BookFile, Books, Header, Owner, Policy, Table, Variety};
use game::{GameKind, NullObserver, Position as _, Rng};
use records::Played;
use records::fold::Folded;
use search::book::{Book, Moment, Told};

type Xiangqi = xiangqi::Position;

fn after(moves: &str) -> Xiangqi {
    let mut position = Xiangqi::start();
    for word in moves.split_whitespace() {
        let ply = position.parse_ply(word).unwrap();
        position.make_ply(ply, &mut NullObserver);
    }
    position
}

/// A book that knows some moves of positions.
fn books(owner: Owner, known: &[(&str, &str)], policy: Policy) -> Books {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(Header::new(GameKind::Xiangqi, "computer"));
    table.header.owner = owner;
    for (moves, ply) in known {
        let ply = Played::Xiangqi(ply.parse().unwrap());
        let entry = table.at(&Folded::of_xiangqi(&after(moves)), ply);
        entry.marks = Marks { chosen: true, record: true, ..Marks::default() };
        entry.counts.wins = 9;
    }
    let path = folder.path().join("own.book");
    table.write(&path).unwrap();
    Books::new(vec![BookFile::open(&path).unwrap()], policy)
}

fn ask(books: &Books, position: &Xiangqi, played: usize) -> Option<String> {
    let moment = Moment { played, rules: &"computer" };
    let told: Told<xiangqi::Ply> = books.choose(position, &moment, &mut Rng::new(1))?;
    Some(told.ply.to_string())
}

#[test]
fn positions_are_found_whichever_way_round_they_are() {
    let known = [("h2e2 h9g7 g3g4 c6c5", "h0g2")];
    let books = books(Owner::Both, &known, Policy::default());
    let check = |position: Xiangqi, expected: Option<&str>| {
        assert_eq!(ask(&books, &position, 4).as_deref(), expected, "{position}");
    };
    check(after("h2e2 h9g7 g3g4 c6c5"), Some("h0g2"));
    check(after("g3g4 c6c5 h2e2 h9g7"), Some("h0g2"));
    check(after("b2e2 b9c7 c3c4 g6g5"), Some("b0c2"));
    check(after("h2e2 h9g7 g3g4 g6g5"), None);
    let fen = |text: &str| text.parse::<Xiangqi>().unwrap();
    let swapped = "rnbakabnr/9/4c2c1/p3p1p1p/2p6/6P2/P1P1P3P/1CN4C1/9/R1BAKABNR b";
    check(fen(swapped), Some("b9c7"));
    let both = "rnbakabnr/9/1c2c4/p1p1p3p/6p2/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R b";
    check(fen(both), Some("h9g7"));
    check(fen(&swapped.replace(" b", " w")), None);
}

#[test]
fn a_book_speaks_for_its_owner_in_its_depth_under_its_rules() {
    let known = [("", "h2e2"), ("h2e2", "h9g7")];
    let both = |policy: Policy| {
        let books = books(Owner::Both, &known, policy);
        [("", 0), ("h2e2", 1)].map(|(moves, ply)| ask(&books, &after(moves), ply).is_some())
    };
    let usual = Policy::default();
    assert_eq!(both(usual), [true, true]);
    assert_eq!(both(Policy { red: false, ..usual }), [false, true]);
    assert_eq!(both(Policy { black: false, ..usual }), [true, false]);
    assert_eq!(both(Policy { plies: 1, ..usual }), [true, false]);
    let red = books(Owner::Red, &known, usual);
    assert!(ask(&red, &after(""), 0).is_some() && ask(&red, &after("h2e2"), 1).is_none());
    let asian = Moment { played: 0, rules: &"asian,fold=3" };
    assert_eq!(Book::<Xiangqi>::choose(&red, &after(""), &asian, &mut Rng::new(1)), None);
}

#[test]
fn a_book_says_why() {
    let books = books(Owner::Red, &[("", "h2e2")], Policy::default());
    let moment = Moment { played: 0, rules: &"computer" };
    let told = Book::<Xiangqi>::choose(&books, &after(""), &moment, &mut Rng::new(1)).unwrap();
    assert_eq!(told.why, "book own.book: 9 games, 100.0 % of the points, 90.0 % with caution");
}

#[test]
fn several_good_moves_vary_with_the_dice() {
    let known = [("", "h2e2"), ("", "g3g4"), ("", "g0e2")];
    let drawn = |variety: Variety| {
        let books = books(Owner::Red, &known, Policy { variety, ..Policy::default() });
        let moment = Moment { played: 0, rules: &"computer" };
        let ply = |seed| Book::<Xiangqi>::choose(&books, &after(""), &moment, &mut Rng::new(seed));
        let plies = (0..60).map(|seed| ply(seed).unwrap().ply.to_string());
        plies.collect::<std::collections::BTreeSet<String>>().len()
    };
    assert_eq!([Variety::Best, Variety::Weighted, Variety::Uniform].map(drawn), [1, 3, 3]);
}

#[test]
fn dark_chess_has_books_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(Header::new(GameKind::Banqi, "computer"));
    let start = banqi::Position::start();
    let flip: banqi::Ply = start.legal_plies()[5];
    let played = Played::Banqi(banqi::Played { ply: flip, reveal: banqi::Reveal::Nothing });
    let entry = table.at(&Folded::of_banqi(&start), played);
    entry.marks.chosen = true;
    let path = folder.path().join("dark.book");
    table.write(&path).unwrap();
    let text = path.to_str().unwrap();
    let books = Books::open(GameKind::Banqi, text, Policy::default()).unwrap().unwrap();
    let moment = Moment { played: 0, rules: &"computer" };
    let told = Book::<banqi::Position>::choose(&books, &start, &moment, &mut Rng::new(1)).unwrap();
    assert!(start.is_legal(told.ply) && told.ply.is_flip());
    let error = Books::open(GameKind::Xiangqi, text, Policy::default()).unwrap_err().to_string();
    assert!(error.ends_with("a book for banqi: expected one for xiangqi"), "{error}");
    assert!(Books::open(GameKind::Xiangqi, "<empty>", Policy::default()).unwrap().is_none());
}
