//! Targets of the archive: whatever stands in a file, it is read or refused.

use std::io::{Read, Write as _};

use ::library::archive::fold::Folded;
use ::library::archive::index::{Entry, read_page, write_pages};
use ::library::archive::material::Material;
use ::library::archive::places::Places;
use ::library::archive::{Date, are_sums, import, names, openings, select};
use records::{Board, GameKind, read};

use crate::{Target, seeds};

/// The targets of this file.
pub const TARGETS: &[Target] = &[
    Target { name: "library_page", run: page, seeds: pages, words: &["\0", "\u{1}", "\u{7f}"] },
    Target { name: "library_texts", run: texts, seeds: names_seeds, words: WORDS },
    Target { name: "library_open", run: open, seeds: packed, words: PACKED },
    Target { name: "library_game", run: game, seeds: games, words: WORDS },
];

const WORDS: &[&str] = &[
    "胡榮華",
    "上海",
    "特级大师",
    " ",
    "　",
    "(",
    "（",
    "先勝",
    "2008",
    ".",
    "11",
    "年",
    "月",
    "Jan",
    "R",
    "C",
    "-",
    "r",
    "e2=C",
    "?",
    "=",
    ",",
    "*",
    "+",
    "x",
    "h2e2",
    "h9g7",
    "\t",
    "\n",
    "[",
    "]",
];
const PACKED: &[&str] = &["PK\u{3}\u{4}", "PK\u{5}\u{6}", "PK\u{1}\u{2}", "\0\0", "a.pgn", "\u{8}"];

fn pages() -> Vec<Vec<u8>> {
    let entry = |number: u32| Entry {
        key: u64::from(number / 3).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 1,
        game: number,
        ply: number as u16 % 90,
        next: if number.is_multiple_of(7) { Entry::END } else { number as u16 },
    };
    let mut entries: Vec<Entry> = (0..60).map(entry).collect();
    entries.sort_unstable();
    // Sums: one ply with its games, a year, two players.
    let sums =
        vec![1, 7, 3, 1, 1, 1, 0, 0, 0, 9, 1, 0, 3, 1, 1, 1, 2, 4, 2, 1, 1, 0, 1, 1, 0, 0, 1];
    assert!(are_sums(&sums));
    write_pages(&entries).into_iter().chain([sums]).collect()
}

/// A page that is read whole says the same when it is written again; sums are read or
/// refused.
fn page(input: &[u8]) {
    are_sums(input);
    let (entries, whole) = read_page(input);
    if whole && entries.is_sorted() {
        let again: Vec<Entry> =
            write_pages(&entries).iter().flat_map(|page| read_page(page).0).collect();
        assert_eq!(again, entries);
    }
}

fn names_seeds() -> Vec<Vec<u8>> {
    seeds(&["上海 胡榮華", "2008年11月7日", "RC-r", "e2=C, g?=N, ?9=r", "C00", "1990.05.01"])
}

fn texts(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let folded = names::fold(&text);
    assert_eq!(names::fold(&folded), folded, "folded stays folded");
    let player = names::player(&text);
    assert_eq!(player.shown.chars().count(), player.folded.chars().count());
    names::event(&text);
    let date = Date::read(&text);
    assert_eq!(Date::read(&date.to_string()), date, "{text}");
    assert_eq!(Date::from_number(date.number()), date);
    assert!(openings::find(&text).iter().all(|&row| row <= openings::all().len()));
    let boards = GameKind::ALL.map(|kind| Board::open(&records::Start::usual(kind)).unwrap());
    for board in boards.into_iter().chain(select::read_position(&text)) {
        let _ = text.parse::<Material>().map(|material| material.matches(&board));
        let _ = text.parse::<Places>().map(|places| places.matches(&board));
        Folded::of(&board);
    }
    let _ = (select::read_result(&text), select::read_date(&text));
}

fn packed() -> Vec<Vec<u8>> {
    // An empty zip file, a gz and a zst frame of a few letters.
    let zip = b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    let gz = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0x4b, 0x4c, 4, 0, 0x6d, 0x48, 0x83, 0x9e, 2];
    let zst = vec![0x28, 0xb5, 0x2f, 0xfd, 0x20, 2, 0x11, 0, 0, b'a', b'b'];
    vec![zip, gz, zst, b"1. h2e2".to_vec()]
}

/// Opens a file; of what it unpacks to the beginning is read.
fn open(input: &[u8]) {
    let path = std::env::temp_dir().join(format!("chuhe-fuzz-open-{}", std::process::id()));
    let written = std::fs::File::create(&path).and_then(|mut file| file.write_all(input));
    if written.is_err() {
        return;
    }
    import::open_for_fuzzing(&path, &mut |reader| {
        let _ = reader.take(1 << 20).read_to_end(&mut Vec::new());
    });
}

fn games() -> Vec<Vec<u8>> {
    seeds(&[
        "[Red \"甲\"]\n\n1. 炮二平五 马８进７ (1... 炮8平5) 2. 马二进三 1-0",
        "result_first\tfirst\tmoves\n1-0\tA\tb8(G) d8(c) c8(C) b7(P)",
        "result\tmoves\n1-0\th2e2 h9g7 h0g2",
    ])
}

/// Whatever is read can be kept, and is given back.
fn game(input: &[u8]) {
    for game in read(input, GameKind::Xiangqi).games {
        import::keep_for_fuzzing(&game);
    }
}
