//! Dark chess endings against stored tables and positions, and files of them.

use banqi::{Kind, Piece, Position, Side, Square};
use tablebase::Builder;
use tablebase::banqi::{self as tables, BanqiTables, Class, Endings, Exact};

fn data(name: &str) -> String {
    let path = format!("{}/../../testdata/banqi/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The letters of the contest platform: G is a guard, M an elephant, N a horse.
fn piece(letter: char) -> Piece {
    let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Black };
    let place = "KGMRNCP".find(letter.to_ascii_uppercase()).expect("a platform letter");
    Piece::new(side, Kind::ALL[place])
}

/// A platform square: files a–d, ranks 1–8 from the bottom, a8 is our a1.
fn square(text: &str) -> Square {
    let bytes = text.as_bytes();
    let (file, rank) = (usize::from(bytes[0] - b'a'), usize::from(bytes[1] - b'1'));
    Square::new(7 - rank, file).expect("a platform square")
}

/// Our text of a line like `Ka1 kc1`.
fn position(pieces: &str, red: bool) -> Position {
    let mut board = [['1'; 8]; 4];
    for word in pieces.split_whitespace() {
        let square = square(&word[1..]);
        board[square.rank()][square.file()] = piece(word.chars().next().unwrap()).letter();
    }
    let rows: Vec<String> = board.iter().rev().map(|row| row.iter().collect()).collect();
    format!("{} {}", rows.join("/"), if red { 'r' } else { 'b' }).parse().unwrap()
}

fn counts(text: &str) -> [u64; 3] {
    let numbers: Vec<u64> = text.split('/').map(|number| number.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

#[test]
fn censuses_agree_with_the_stored_tables() {
    let mut endings = Endings::new();
    let mut compared = 0;
    for line in data("endgame_tables.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let pieces: Vec<Piece> = (fields[0].to_owned() + fields[1]).chars().map(piece).collect();
        let census = endings.census(&pieces);
        assert_eq!(census, [counts(fields[2]), counts(fields[3])], "{line}");
        compared += 1;
    }
    assert_eq!(compared, 262);
}

#[test]
fn stored_positions_have_their_values_and_distances() {
    let mut endings = Endings::new();
    let mut compared = 0;
    for line in data("endgame_positions.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let value = endings.value(&position(fields[1], fields[2] == "red")).unwrap();
        // The stored distances count a side without a ply as one ply more.
        let (word, plies) = match value {
            Exact::Win(plies) => ("win", plies),
            Exact::Loss(plies) => ("loss", plies),
            Exact::Draw => ("draw", 0),
        };
        assert_eq!(word, fields[3], "{line}");
        let stored: u16 = fields[4].parse().unwrap_or(0);
        assert!(stored == plies || stored == plies + 1, "{line}: {plies}");
        compared += 1;
    }
    assert_eq!(compared, 2244);
}

#[test]
fn every_class_agrees_with_its_successors() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["K-P", "C-R", "CC-K", "KP-A", "AC-K", "KA-EC"];
    let classes: Vec<Class> = names.iter().map(|name| name.parse().unwrap()).collect();
    let builder = Builder {
        folder: folder.path(),
        threads: 2,
        memory: 1 << 30,
        end_up_to: 1_000_000,
        stop: &std::sync::atomic::AtomicBool::new(false),
    };
    tables::build(&classes, &builder, &mut |_| {}).unwrap();
    let tables = BanqiTables::open(folder.path().to_str().unwrap()).unwrap();
    for class in tables::order(&classes) {
        let step = 1 + class.size() / 500;
        let verified = tables::verify(&tables, &class, 0, step, &|| false).unwrap();
        assert!(verified.positions > 200, "{class}: {}", verified.positions);
        assert_eq!(verified.disagreements, [], "{class}");
    }
}
