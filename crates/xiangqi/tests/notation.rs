//! Notations against texts typed by hand, and against texts from real games.

use game::Position as _;
use xiangqi::notation::chinese::{self, Digits, Script};
use xiangqi::notation::{self, Notation, NotationError, read, read_as};
use xiangqi::{Ply, Position};

/// Position, ply, WXF, traditional, simplified.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

const START: &str = xiangqi::START_FEN;
const AFTER_CENTRAL_CANNON: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
const THREE_RED: &str = "3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w";
const THREE_BLACK: &str = "4k4/9/9/9/9/4p4/4p4/4p4/9/3K5 b";
const FOUR_RED: &str = "3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w";
const FOUR_BLACK: &str = "3k5/9/9/9/9/2p6/2p6/2p6/2p6/4K4 b";
const FIVE_RED: &str = "3k2P2/6P2/6P2/6P2/6P2/9/9/9/9/4K4 w";
const FIVE_BLACK: &str = "4k4/9/9/9/9/6p2/6p2/6p2/6p2/3K2p2 b";
/// g6 g5 and c8 c7.
const TWO_AND_TWO: &str = "4k4/2P6/2P6/6P2/6P2/9/9/9/9/3K5 w";
/// b1 b3 and h0 h2 h4.
const TWO_AND_THREE: &str = "4k4/9/9/9/9/7p1/1p7/7p1/1p7/3K3p1 b";
/// i8 i6 i5 and a7 a5.
const THREE_AND_TWO: &str = "4k4/8P/P8/8P/P7P/9/9/9/9/3K5 w";
const ROOKS: &str = "3k5/9/9/9/R8/9/9/R8/9/4K4 w";
const HORSES: &str = "3k5/9/9/2n6/9/9/2n6/9/9/4K4 b";
const CANNONS: &str = "3k5/9/7C1/9/9/7C1/9/9/9/4K4 w";
const GUARDS: &str = "3k5/9/9/9/9/2B6/9/5A3/9/2B1KA3 w";
const BLACK_GUARDS: &str = "2bak4/9/3a5/9/2b6/9/9/9/9/5K3 b";

const TABLE: &[Row] = &[
    (START, "h2e2", "C2=5", "炮二平五", "炮二平五"),
    (START, "b2b9", "C8+7", "炮八進七", "炮八进七"),
    (START, "b2b1", "C8-1", "炮八退一", "炮八退一"),
    (START, "b0c2", "H8+7", "馬八進七", "马八进七"),
    (START, "h0g2", "H2+3", "馬二進三", "马二进三"),
    (START, "a0a1", "R9+1", "車九進一", "车九进一"),
    (START, "c3c4", "P7+1", "兵七進一", "兵七进一"),
    (START, "g0e2", "E3+5", "相三進五", "相三进五"),
    (START, "d0e1", "A6+5", "仕六進五", "仕六进五"),
    (START, "e0e1", "K5+1", "帥五進一", "帅五进一"),
    (AFTER_CENTRAL_CANNON, "b9c7", "H2+3", "馬２進３", "马２进３"),
    (AFTER_CENTRAL_CANNON, "h9g7", "H8+7", "馬８進７", "马８进７"),
    (AFTER_CENTRAL_CANNON, "b7e7", "C2=5", "炮２平５", "炮２平５"),
    (AFTER_CENTRAL_CANNON, "h7h8", "C8-1", "炮８退１", "炮８退１"),
    (AFTER_CENTRAL_CANNON, "g9e7", "E7+5", "象７進５", "象７进５"),
    (AFTER_CENTRAL_CANNON, "f9e8", "A6+5", "士６進５", "士６进５"),
    (AFTER_CENTRAL_CANNON, "i9i8", "R9+1", "車９進１", "车９进１"),
    (AFTER_CENTRAL_CANNON, "a6a5", "P1+1", "卒１進１", "卒１进１"),
    (AFTER_CENTRAL_CANNON, "e9e8", "K5+1", "將５進１", "将５进１"),
    (THREE_RED, "e7e8", "15+1", "前兵進一", "前兵进一"),
    (THREE_RED, "e6d6", "25=6", "中兵平六", "中兵平六"),
    (THREE_RED, "e5f5", "35=4", "後兵平四", "后兵平四"),
    (THREE_BLACK, "e2e1", "15+1", "前卒進１", "前卒进１"),
    (THREE_BLACK, "e3d3", "25=4", "中卒平４", "中卒平４"),
    (THREE_BLACK, "e4f4", "35=6", "後卒平６", "后卒平６"),
    (FOUR_RED, "c8d8", "17=6", "一兵平六", "一兵平六"),
    (FOUR_RED, "c7b7", "27=8", "二兵平八", "二兵平八"),
    (FOUR_RED, "c6d6", "37=6", "三兵平六", "三兵平六"),
    (FOUR_RED, "c5b5", "47=8", "四兵平八", "四兵平八"),
    (FOUR_BLACK, "c1c0", "13+1", "一卒進１", "一卒进１"),
    (FOUR_BLACK, "c2b2", "23=2", "二卒平２", "二卒平２"),
    (FOUR_BLACK, "c3d3", "33=4", "三卒平４", "三卒平４"),
    (FOUR_BLACK, "c4b4", "43=2", "四卒平２", "四卒平２"),
    (FIVE_RED, "g9f9", "13=4", "一兵平四", "一兵平四"),
    (FIVE_RED, "g6h6", "43=2", "四兵平二", "四兵平二"),
    (FIVE_RED, "g5h5", "53=2", "五兵平二", "五兵平二"),
    (FIVE_BLACK, "g0f0", "17=6", "一卒平６", "一卒平６"),
    (FIVE_BLACK, "g1h1", "27=8", "二卒平８", "二卒平８"),
    (FIVE_BLACK, "g4h4", "57=8", "五卒平８", "五卒平８"),
    (TWO_AND_TWO, "g6f6", "13=4", "一兵平四", "一兵平四"),
    (TWO_AND_TWO, "g5h5", "23=2", "二兵平二", "二兵平二"),
    (TWO_AND_TWO, "c8d8", "17=6", "三兵平六", "三兵平六"),
    (TWO_AND_TWO, "c7b7", "27=8", "四兵平八", "四兵平八"),
    (TWO_AND_THREE, "b1b0", "12+1", "一卒進１", "一卒进１"),
    (TWO_AND_THREE, "b3c3", "22=3", "二卒平３", "二卒平３"),
    (TWO_AND_THREE, "h0i0", "18=9", "三卒平９", "三卒平９"),
    (TWO_AND_THREE, "h2h1", "28+1", "四卒進１", "四卒进１"),
    (TWO_AND_THREE, "h4h3", "38+1", "五卒進１", "五卒进１"),
    (THREE_AND_TWO, "i8i9", "11+1", "一兵進一", "一兵进一"),
    (THREE_AND_TWO, "i6h6", "21=2", "二兵平二", "二兵平二"),
    (THREE_AND_TWO, "i5h5", "31=2", "三兵平二", "三兵平二"),
    (THREE_AND_TWO, "a7a8", "19+1", "四兵進一", "四兵进一"),
    (THREE_AND_TWO, "a5b5", "29=8", "五兵平八", "五兵平八"),
    (ROOKS, "a5a6", "R++1", "前車進一", "前车进一"),
    (ROOKS, "a2a0", "R--2", "後車退二", "后车退二"),
    (ROOKS, "a2c2", "R-=7", "後車平七", "后车平七"),
    (HORSES, "c3e2", "H++5", "前馬進５", "前马进５"),
    (HORSES, "c6a7", "H--1", "後馬退１", "后马退１"),
    (CANNONS, "h7h5", "C+-2", "前炮退二", "前炮退二"),
    (CANNONS, "h4e4", "C-=5", "後炮平五", "后炮平五"),
    (GUARDS, "f0e1", "A4+5", "仕四進五", "仕四进五"),
    (GUARDS, "f2e1", "A4-5", "仕四退五", "仕四退五"),
    (GUARDS, "c0e2", "E7+5", "相七進五", "相七进五"),
    (GUARDS, "c4e2", "E7-5", "相七退五", "相七退五"),
    (BLACK_GUARDS, "d9e8", "A4+5", "士４進５", "士４进５"),
    (BLACK_GUARDS, "d7e8", "A4-5", "士４退５", "士４退５"),
    (BLACK_GUARDS, "c9a7", "E3+1", "象３進１", "象３进１"),
    (BLACK_GUARDS, "c5e7", "E3-5", "象３退５", "象３退５"),
];

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn ply(text: &str) -> Ply {
    text.parse().unwrap()
}

#[test]
fn the_table_is_written_and_read() {
    for &(fen, move_text, wxf, traditional, simplified) in TABLE {
        let (position, ply) = (position(fen), ply(move_text));
        assert!(position.is_legal(ply), "{ply} in {fen}");
        let texts = [
            (Notation::Uci, move_text),
            (Notation::Wxf, wxf),
            (Notation::Traditional, traditional),
            (Notation::Simplified, simplified),
        ];
        for (notation, text) in texts {
            assert_eq!(notation::write(&position, ply, notation), text, "{ply} in {fen}");
            assert_eq!(read(&position, text), Ok(ply), "{text} in {fen}");
            assert_eq!(read_as(&position, text, notation), Ok(ply), "{text} in {fen}");
        }
    }
}

#[test]
fn other_forms_are_read() {
    let table: &[(&str, &str, &[&str])] = &[
        (START, "h2e2", &["H2-E2", "H2E2", "h2-e2", "ｈ２ｅ２", " h2e2\n"]),
        (START, "h2e2", &["C2.5", "c2=5", "c2.5", "Ｃ２＝５", "C2=5+", "C2=5#"]),
        (START, "h2e2", &["炮2平5", "砲２平５", "包二平五", "炮二平5", "　炮二平五　"]),
        (START, "h0g2", &["N2+3", "n2+3", "傌二進三", "马2进3", "馬２進３"]),
        (START, "a0a1", &["r9+1", "俥九進一", "伡九进1", "车9进１", "硨九進一"]),
        (START, "d0e1", &["G6+5", "g6+5", "a6+5", "士六進五", "士6进5"]),
        (START, "g0e2", &["B3+5", "M3+5", "e3+5", "象三進五"]),
        (START, "e0e1", &["k5+1", "將五進一", "将5进1", "帥5進1", "帅五进一"]),
        (START, "c3c4", &["p7+1", "卒七進一", "卒7进1"]),
        (ROOKS, "a5a6", &["+R+1", "+r+1", "r++1", "Ra+1", "前俥进1", "一车进一"]),
        (ROOKS, "a2a0", &["-R-2", "R−−2", "Rb-2", "后車退２"]),
        (ROOKS, "a5a9", &["車九進四", "R9+4"]),
        (CANNONS, "h4e4", &["-C=5", "-C.5", "C-.5", "c-.5", "后砲平５"]),
        (THREE_RED, "e7e8", &["P++1", "+P+1", "Pa+1", "pA+1", "一兵進一", "前五進一", "前５进１"]),
        (THREE_RED, "e6d6", &["P.=6", "P..6", ".P.6", "P==6", "Pb.6", "二兵平六", "中五平六"]),
        (THREE_RED, "e5f5", &["P-=4", "-P.4", "Pc=4", "三兵平四", "后五平四", "3五平四"]),
        (FOUR_RED, "c8d8", &["Pa=6", "P+.6", "前兵平六", "前七平六"]),
        (FOUR_RED, "c7b7", &["Pb=8", "中兵平八", "二七平八"]),
        (FOUR_RED, "c5b5", &["Pd=8", "后七平八"]),
        (FIVE_BLACK, "g4h4", &["Pe=8", "5卒平8", "后7平8"]),
        (TWO_AND_TWO, "g6f6", &["Pa.4", "前三平四", "前兵平四", "P+=4"]),
        (TWO_AND_TWO, "g5h5", &["Pb.2", "后三平二", "后兵平二", "P-=2"]),
        (TWO_AND_TWO, "c8d8", &["Pc=6", "前七平六"]),
        (TWO_AND_TWO, "c7b7", &["Pd=8", "后七平八"]),
        (TWO_AND_THREE, "h2h1", &["Pd+1", "中８進１", "四兵进一"]),
        (GUARDS, "f0e1", &["-A+5", "A-+5", "后仕进五"]),
        (GUARDS, "f2e1", &["A+-5", "前士退五"]),
        (BLACK_GUARDS, "c5e7", &["E+-5", "前象退５", "象三退五"]),
    ];
    for &(fen, expected, texts) in table {
        for text in texts {
            assert_eq!(read(&position(fen), text), Ok(ply(expected)), "{text} in {fen}");
        }
    }
}

/// Where the readings of other writers disagree with the numbering, or where
/// the text does not say enough, nothing is guessed.
#[test]
fn ambiguous_texts_are_refused() {
    let table: &[(&str, &str, &[&str])] = &[
        (ROOKS, "車九平七", &["a2c2", "a5c5"]),
        (ROOKS, "R9+1", &["a2a3", "a5a6"]),
        (FOUR_RED, "后兵平八", &["c5b5", "c6b6"]),
        (TWO_AND_TWO, "前兵進一", &["g6g7", "c8c9"]),
        (TWO_AND_TWO, "P-=8", &["c7b7", "c8b8"]),
        (THREE_AND_TWO, "兵一平二", &["i5h5", "i6h6", "i8h8"]),
    ];
    for &(fen, text, expected) in table {
        let expected: Vec<Ply> = expected.iter().map(|text| ply(text)).collect();
        match read(&position(fen), text) {
            Err(NotationError::Ambiguous { candidates, .. }) => {
                assert_eq!(candidates, expected, "{text} in {fen}");
            }
            other => panic!("{text} in {fen}: {other:?}"),
        }
    }
}

#[test]
fn errors_say_what_and_where() {
    let table: &[(&str, &str, &str)] = &[
        (START, "", "'' is a move in no known notation"),
        (START, "hello", "'hello' is a move in no known notation"),
        (START, "炮二平", "it has 3 characters, expected 4"),
        (START, "炮二平五五", "it has 5 characters, expected 4"),
        (START, "龍二平五", "character 1 is '龍', expected a piece"),
        (START, "六兵平五", "character 1 is '六', expected a piece"),
        (START, "炮十平五", "character 2 is '十', expected a file"),
        (START, "前平平五", "character 2 is '平', expected a piece"),
        (START, "炮二去五", "character 3 is '去', expected 進"),
        (START, "炮二平〇", "character 4 is '〇', expected a digit"),
        (START, "X2=5", "character 1 is 'X', expected a piece"),
        (START, "C0=5", "character 2 is '0', expected a file"),
        (START, "C2=x", "character 4 is 'x', expected a digit"),
        (START, "z2e2", "character 1 is 'z', expected a file a–i"),
        (START, "h2e12", "character 5 is '2', expected no second digit"),
        (START, "h4e4", "no legal move fits 'h4e4': h4 is empty"),
        (START, "h2h2", "both points are the same"),
        (START, "炮三平五", "there is no red cannon on file 3"),
        (START, "前炮平五", "there is no red cannon in front among those that share a file"),
        (START, "13=4", "g3f3: the pawn on g3 cannot reach f3"),
        (START, "23=4", "there is no red pawn with number 2 on file 3"),
        (START, "馬二平三", "the horse on h0 has no such move"),
        (START, "馬二進四", "h0f1: the horse on h0 cannot reach f1"),
        (START, "C2+9", "the cannon on h2 has no such move"),
        (START, "帥五退一", "the king on e0 has no such move"),
        (THREE_BLACK, "將５平４", "e9d9: the black king would stand in check"),
        (ROOKS, "車九平七", "fits several legal moves: a2c2, a5c5"),
    ];
    for &(fen, text, expected) in table {
        let error = read(&position(fen), text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn ranks_are_never_guessed_from_single_digits() {
    let start = Position::start();
    assert_eq!(read(&start, "h2e2"), Ok(ply("h2e2")));
    assert_eq!(read_as(&start, "h3e3", Notation::UciOneToTen), Ok(ply("h2e2")));
    assert!(read(&start, "h3e3").is_err(), "0–9: an empty point");
    assert_eq!(read_as(&start, "c4c5", Notation::UciOneToTen), Ok(ply("c3c4")));
    assert!(read_as(&start, "a0a1", Notation::UciOneToTen).is_err(), "no rank 0 in 1–10");
    let black = position(AFTER_CENTRAL_CANNON);
    for text in ["b10c8", "B10-C8"] {
        assert_eq!(read(&black, text), Ok(ply("b9c7")), "{text}");
        assert_eq!(read_as(&black, text, Notation::UciOneToTen), Ok(ply("b9c7")), "{text}");
        let error = read_as(&black, text, Notation::Uci).unwrap_err().to_string();
        assert!(error.contains("character 3 is '0', expected a rank 0–9"), "{error}");
    }
    let back_rank = position("3k4r/9/9/9/9/9/9/9/9/4K4 b");
    let along = ply("i9h9");
    assert_eq!(notation::write(&back_rank, along, Notation::UciOneToTen), "i10h10");
    assert_eq!(notation::write(&back_rank, along, Notation::Iccs), "I9-H9");
    assert_eq!(read(&back_rank, "i10-h10"), Ok(along));
}

#[test]
fn one_notation_does_not_read_another() {
    let start = Position::start();
    for (text, own) in [("C2=5", 1), ("炮二平五", 2), ("h2e2", 0)] {
        for (group, notation) in
            [Notation::Uci, Notation::Wxf, Notation::Simplified].iter().enumerate()
        {
            assert_eq!(read_as(&start, text, *notation).is_ok(), group == own, "{text} {notation}");
        }
    }
}

#[test]
fn names_are_read_back() {
    for notation in Notation::ALL {
        assert_eq!(notation.name().parse(), Ok(notation));
        assert_eq!(notation.to_string().to_uppercase().parse(), Ok(notation));
    }
    let error = "morse".parse::<Notation>().unwrap_err().to_string();
    assert!(
        error.contains("'morse' is not a notation: expected one of iccs, uci, uci-1-10"),
        "{error}"
    );
}

#[test]
fn digits_of_black_may_be_plain() {
    let black = position(FOUR_BLACK);
    let text = chinese::write(&black, ply("c2b2"), Script::Simplified, Digits::Ascii);
    assert_eq!(text, "二卒平2");
    assert_eq!(read(&black, &text), Ok(ply("c2b2")));
    let start = Position::start();
    let text = chinese::write(&start, ply("h2e2"), Script::Simplified, Digits::Ascii);
    assert_eq!(text, "炮二平五", "red keeps its numerals");
}

/// Texts of real games with the ply they meant; the file is not part of the
/// repository.
#[test]
fn tandem_moves_of_real_games() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/formats/notation_cn_tandem.tsv");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: no ../shared/data");
        return;
    };
    let mut wrong = Vec::new();
    let mut rows = 0;
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [fen, token, uci, wxf, ..] = columns[..] else { panic!("too few columns: {line}") };
        let (position, ply) = (position(fen), ply(uci));
        rows += 1;
        for (text, notation) in [(token, Notation::Traditional), (wxf, Notation::Wxf)] {
            let found = read(&position, text);
            let written = notation::write(&position, ply, notation);
            if found != Ok(ply) || written != text {
                wrong.push(format!("{text} = {uci} in {fen}: {found:?}, written {written}"));
            }
        }
    }
    assert!(wrong.is_empty(), "of {rows} rows:\n{}", wrong.join("\n"));
    assert!(rows >= 98, "only {rows} rows");
    println!("{rows} rows read and written");
}
