//! Targets of game records: whatever the bytes, games come out that can be played,
//! and what is written is read back.

use records::pgn::{self, Options};
use records::stream::Pieces;
use records::write::{Target as Format, Writer};
use records::xqf::{self, Keys};
use records::{Board, Game, GameKind, Hint, Tree};
use xiangqi::notation::Notation;

use crate::{Target, seeds};

/// The targets of this file: everything at once, PGN there and back, a big file in
/// pieces, and every reader alone.
pub const TARGETS: &[Target] = &[
    Target { name: "records_read", run: read, seeds: texts, words: WORDS },
    Target { name: "records_pgn", run: round_trip, seeds: texts, words: WORDS },
    Target { name: "records_pieces", run: pieces, seeds: texts, words: WORDS },
    Target { name: "records_xqf", run: |i| read_as("xqf", i), seeds: xqf_files, words: BYTES },
    Target { name: "records_cbr", run: |i| read_as("cbr", i), seeds: cbr_files, words: BYTES },
    Target { name: "records_cbl", run: |i| read_as("cbl", i), seeds: cbl_files, words: BYTES },
    Target { name: "records_cbf", run: |i| read_as("cbf", i), seeds: cbf_texts, words: XML },
    Target {
        name: "records_dhtmlxq",
        run: |i| read_as("dhtmlxq", i),
        seeds: tag_texts,
        words: TAGS,
    },
    Target { name: "records_mxq", run: |i| read_as("mxq", i), seeds: mxq_files, words: BYTES },
    Target { name: "records_che", run: |i| read_as("che", i), seeds: che_texts, words: NUMBERS },
    Target { name: "records_chn", run: |i| read_as("chn", i), seeds: site_files, words: BYTES },
    Target { name: "records_ccm", run: |i| read_as("ccm", i), seeds: site_files, words: BYTES },
    Target { name: "records_wxf", run: |i| read_as("wxf", i), seeds: wxf_texts, words: WORDS },
    Target { name: "records_tsv", run: |i| read_as("tsv", i), seeds: table_texts, words: TABLE },
    Target { name: "records_json", run: |i| read_as("json", i), seeds: json_texts, words: JSON },
    Target { name: "records_contest", run: |i| read_as("record", i), seeds: texts, words: WORDS },
];

const BYTES: &[&str] = &[
    "\0",
    "\0\0\0\0",
    "\u{1}",
    "\u{7f}",
    "XQ",
    "CCBridge Record\0",
    "CCBridgeLibrary\0",
    "Ends",
    "7C-4C",
    "\u{5}7C-4C",
    "\u{4}Ends",
];
const XML: &[&str] = &[
    "<ChineseChessRecord>",
    "<Move value=\"77-47\"/>",
    "<Move ",
    "value=",
    "\"",
    " end=\"1\"",
    " branch=\"1\"",
    "<![CDATA[",
    "]]>",
    "</Move>",
    "<FEN>",
    "</FEN>",
    "<MoveList>",
    "/>",
    ">",
    "&lt;",
    "00-00",
];
const TAGS: &[&str] = &[
    "[DhtmlXQ]",
    "[DhtmlXQ_",
    "]",
    "[/DhtmlXQ_",
    "movelist",
    "binit",
    "move_0_1_1",
    "move_1_2_2",
    "comment1_2",
    "comment0",
    "result",
    "7747",
    "7062",
    "10227967",
    "||",
    "DhtmlXQ_movelist = '",
    "'",
    "[0_1_0]",
    "[/0_1_0]",
];
const NUMBERS: &[&str] =
    &[" ", "0 ", "1 ", "9 ", "0 0 0 2 7 2 4 0 0 0 ", "18446744073709551615 ", "\n"];
const TABLE: &[&str] = &[
    "\t",
    "\n",
    "id\tmoves\n",
    "result_first\tmoves\n",
    "startfen",
    "startpos",
    "h2e2 ",
    "b8(G) ",
    "1-0",
    "炮二平五 ",
];
const JSON: &[&str] = &[
    "{\"game\":\"xiangqi\",\"nodes\":[{}",
    ",{\"ply\":\"h2e2\"}",
    ",\"parent\":0",
    "]}",
    "\n",
    "{",
    "}",
    "[",
    "]",
    "\"score\":{\"mate\":1}",
    "\"headers\":{",
    "\"marks\":[\"Gh2\"]",
    "\"game\":\"banqi\"",
];

#[rustfmt::skip]
const WORDS: &[&str] = &[
    " ", "\n", "\n\n", "[Red \"x\"]\n", "[FEN \"3k5/9/9/2P1P4/2P1P4/9/9/9/9/4K4 w\"]\n", "[", "]", "\"",
    "[Game \"Chinese Dark Chess\"]\n", "{", "}", "(", ")", ";", "1. ", "1... ", "$3", "!?", "*", "1-0",
    "====", "C2=5", "H8+7", "27=8", "炮二平五", "马８进７", "馬八進七", "h2e2", "h3e3", "i10h10", "H2-E2",
    "a1=R", "b8(G)", "a1a2", "* a vs b\n", "* 1. b8(G)\n", "position startpos moves ", " moves ", "\u{feff}",
    "\0", "（", "）", "好棋",
];

fn texts() -> Vec<Vec<u8>> {
    let mut all = seeds(&[
        "[Red \"甲\"]\n[Result \"1-0\"]\n\n1. C2=5 {a ) b} (1. H2+3 H8+7 (1... P7+1)) H8+7 $2 1-0\n====\nx\n",
        "1. 炮二平五 马８进７ 2. 马二进三",
        "3k5/9/9/9/9/9/9/9/4A4/4KR3 w - - 0 1 moves f0f9",
        "h3e3 h10g8",
        "* Jan 1\n* Ann vs Bo\n* 1 2 2 2 2 2 5 1 2 2 2 2 2 5\n* X X X X\n* 1. b8(G) d8(c)\n",
    ]);
    all.push(b"1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 *".to_vec());
    all.push(b"\xff\xfe1\0.\0 \0h\x002\0e\x002\0".to_vec());
    all
}

/// A game with everything: variations, comments, scores, clocks.
fn sample() -> Game {
    let text = "[Red \"甲\"]\n\n{start} 1. h2e2 {[%eval 0.3] a} (1. h0g2 h9g7 (1... c6c5)) (1. c3c4 {b}) h9g7 $1 *";
    records::read_text(text, GameKind::Xiangqi).games.remove(0)
}

fn written(format: Format) -> Vec<u8> {
    Writer::new(format, Notation::Uci).write(&sample()).expect("a game of xiangqi")
}

fn xqf_files() -> Vec<Vec<u8>> {
    let keys = Keys { mask: 255, or: [1, 2, 3, 4], xy: [5, 6, 7, 8] };
    let versions = [10, 11, 12, 18].into_iter();
    versions.filter_map(|version| xqf::write_encrypted(&sample(), version, keys)).collect()
}

fn cbr_files() -> Vec<Vec<u8>> {
    vec![written(Format::Cbr)]
}

fn cbl_files() -> Vec<Vec<u8>> {
    let mut library = vec![0; 66624 + 276];
    library[..16].copy_from_slice(b"CCBridgeLibrary\0");
    library[60] = 1;
    library.extend(written(Format::Cbr));
    vec![library]
}

fn cbf_texts() -> Vec<Vec<u8>> {
    seeds(&["<ChineseChessRecord><Head><Name>a</Name></Head><MoveList><Move value=\"00-00\"/>\
        <Move value=\"77-47\"><![CDATA[x]]></Move><Move value=\"70-62\" end=\"1\"/></MoveList>"])
}

fn tag_texts() -> Vec<Vec<u8>> {
    vec![
        written(Format::DhtmlXq),
        b"var DhtmlXQ_movelist = '[0_1_0]7747[/0_1_0][0_1_1]7967[/0_1_1]';".to_vec(),
    ]
}

fn mxq_files() -> Vec<Vec<u8>> {
    vec![b"\x00\x00\x03a-b\x00\x00\x00\x00\x00\x00\x00\x00\x00\x057C-4C\x057J-6H\x04Ends".to_vec()]
}

fn che_texts() -> Vec<Vec<u8>> {
    seeds(&["1 2 0 0 0 2 7 2 4 0 0 0 0 0 0 9 7 7 6 0 0 0"])
}

fn site_files() -> Vec<Vec<u8>> {
    vec![vec![7; 188 + 64], b"\0\0\0\x07\x04\x07\x07\0\0\0\x07\x06\0\x02".to_vec()]
}

fn wxf_texts() -> Vec<Vec<u8>> {
    seeds(&["RED\tAnn;\nRESULT\t1-0\nSTART{\n1. C2.5 h8+7\n}END\n"])
}

fn table_texts() -> Vec<Vec<u8>> {
    let mut all = seeds(&["id\tresult_first\tmoves\n1\t1-0\tb8(G) d8(c)\n"]);
    all.push(written(Format::Tsv));
    all
}

fn json_texts() -> Vec<Vec<u8>> {
    vec![written(Format::Json)]
}

/// One reader, whatever the bytes look like.
fn read_as(format: &str, input: &[u8]) {
    let format = records::Format::named(format).expect("a format of ours");
    for kind in [GameKind::Xiangqi, GameKind::Banqi] {
        let record = records::read(input, Hint::new(kind).of_format(format));
        record.games.iter().for_each(check);
    }
}

/// A file in pieces has the games of the whole one.
fn pieces(input: &[u8]) {
    let pieces = Pieces::new(input, GameKind::Xiangqi);
    let games: Vec<Game> =
        pieces.flat_map(|piece| piece.expect("memory can be read").read().games).collect();
    games.iter().for_each(check);
    assert_eq!(games.len(), records::read(input, GameKind::Xiangqi).games.len());
}

fn read(input: &[u8]) {
    for kind in [GameKind::Xiangqi, GameKind::Banqi] {
        for game in records::read(input, kind).games {
            check(&game);
        }
    }
}

/// Every ply of a tree can be played where it stands.
fn check(game: &Game) {
    let mut boards: Vec<Board> = vec![Board::open(&game.start).expect("a start is a position")];
    for node in &game.tree.nodes()[1..] {
        let mut board = boards[node.parent()].clone();
        board.play(node.played.expect("only the root has no ply")).expect("plies are legal");
        boards.push(board);
    }
    for problem in &game.problems {
        assert!(problem.place.line() != Some(0) && problem.place.column() != Some(0), "{problem}");
    }
}

fn round_trip(input: &[u8]) {
    for game in records::read(input, GameKind::Xiangqi).games.iter().take(4) {
        for notation in [Notation::Iccs, Notation::Wxf, Notation::Traditional] {
            let text = pgn::write(game, Options { notation });
            let again = records::read_text(&text, game.kind());
            assert_eq!(again.games.len(), 1, "{text}");
            assert_eq!(plies(&again.games[0]), plies(game), "{text}");
            assert_eq!(again.games[0].result, game.result, "{text}");
        }
    }
}

/// The plies of a tree, each line to its end before its rivals.
fn plies(game: &Game) -> Vec<(usize, Option<String>)> {
    let mut rows = Vec::new();
    let mut open = vec![(Tree::ROOT, 0)];
    while let Some((id, depth)) = open.pop() {
        let node = game.tree.node(id);
        rows.push((depth, node.played.map(|played| played.to_string())));
        let children: Vec<_> = game.tree.children(id).collect();
        open.extend(children.into_iter().rev().map(|child| (child, depth + 1)));
    }
    rows
}
