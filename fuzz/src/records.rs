//! Targets of game records: whatever the bytes, games come out that can be played,
//! and what is written is read back.

use records::pgn::{self, Options};
use records::{Board, Game, GameKind, Tree};
use xiangqi::notation::Notation;

use crate::{Target, seeds};

/// The targets of this file.
pub const TARGETS: &[Target] = &[
    Target { name: "records_read", run: read, seeds: texts, words: WORDS },
    Target { name: "records_pgn", run: round_trip, seeds: texts, words: WORDS },
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
        let mut board = boards[node.parent].clone();
        board.play(node.played.expect("only the root has no ply")).expect("plies are legal");
        boards.push(board);
    }
    for problem in &game.problems {
        assert!(problem.place.line >= 1 && problem.place.column >= 1, "{problem}");
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
        open.extend(node.children.iter().rev().map(|&child| (child, depth + 1)));
    }
    rows
}
