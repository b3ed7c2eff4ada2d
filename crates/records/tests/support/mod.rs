//! Random games for the tests of records.
#![allow(dead_code)]

use game::{Position as _, Rng};
use records::{
    Board, Colour, Game, GameKind, GameResult, Mark, NodeId, Played, Score, Start, Tree,
};

/// What makes life hard for readers.
const REMARKS: [&str; 8] = [
    "好棋",
    "a ) b ( c",
    "two\nlines",
    "x; y",
    "[Red \"x\"]",
    "1. h2e2 \"*\" 1-0",
    "妙着！弃馬，黑方難應。",
    "| 100% [x] \\ / <b>",
];

/// What a random game may hold.
#[derive(Clone, Copy)]
pub struct Wanted {
    pub kind: GameKind,
    pub variations: bool,
    pub remarks: bool,
    /// Starts other than the usual one.
    pub starts: bool,
}

/// A game of random plies with random variations, comments and marks.
pub fn random_game(wanted: Wanted, rng: &mut Rng) -> Game {
    let mut game = Game::new(random_start(wanted, rng));
    game.result = [GameResult::First, GameResult::Second, GameResult::Draw, GameResult::Unknown]
        [rng.below(4)];
    let mut ends: Vec<(NodeId, Board)> = vec![(Tree::ROOT, Board::open(&game.start).unwrap())];
    for _ in 0..1 + rng.below(60) {
        let branch = wanted.variations && rng.below(4) == 0;
        let at = if branch { rng.below(ends.len()) } else { ends.len() - 1 };
        let (node, mut board) = ends[at].clone();
        let Some(played) = random_ply(&board, rng) else { continue };
        board.play(played).unwrap();
        let id = game.tree.play(node, played);
        if wanted.remarks {
            say(&mut game, id, rng);
        }
        ends.push((id, board));
    }
    if wanted.remarks && rng.below(2) == 0 {
        game.tree.remarks_mut(Tree::ROOT).comment = "before all".to_owned();
    }
    game
}

fn random_start(wanted: Wanted, rng: &mut Rng) -> Start {
    if !wanted.starts || rng.below(2) == 0 {
        return Start::usual(wanted.kind);
    }
    let mut board = Board::open(&Start::usual(wanted.kind)).unwrap();
    for _ in 0..rng.below(80) {
        let Some(played) = random_ply(&board, rng) else { break };
        board.play(played).unwrap();
    }
    if random_ply(&board, rng).is_none() {
        return Start::usual(wanted.kind);
    }
    match board {
        Board::Xiangqi(position) => Start::Xiangqi(xiangqi::Setup::from(&position)),
        Board::Banqi(position) => Start::Banqi(position.setup()),
    }
}

fn say(game: &mut Game, id: NodeId, rng: &mut Rng) {
    let (variation, kind) = (!game.tree.is_main(id), game.kind());
    let points = if kind == GameKind::Xiangqi { 90 } else { 32 };
    let mut mark = |arrow: bool| Mark {
        colour: [Colour::Green, Colour::Red, Colour::Yellow, Colour::Blue][rng.below(4)],
        from: rng.below(points) as u8,
        to: arrow.then(|| rng.below(points) as u8),
    };
    let marks = [mark(false), mark(true)];
    let said = game.tree.remarks_mut(id);
    let mut now = |one_in: usize| rng.below(one_in) == 0;
    let [comment, before, nag, score, mate, time, drawn] =
        [now(4), variation && now(4), now(6), now(8), now(30), now(8), now(12)];
    if comment {
        said.comment = REMARKS[rng.below(REMARKS.len())].to_owned();
    }
    if before {
        said.before = REMARKS[rng.below(REMARKS.len())].to_owned();
    }
    if nag {
        said.nags = vec![1 + rng.below(6) as u8];
    }
    if score {
        said.score = Some(Score::Points(rng.below(2000) as i32 - 1000));
    }
    if mate {
        said.score = Some(Score::Mate(rng.below(20) as i32 - 10));
    }
    if time {
        said.clock = Some(rng.below(8_000_000) as u32);
        said.spent = Some(rng.below(60) as u32 * 1000);
    }
    if drawn {
        said.marks = marks.to_vec();
    }
}

pub fn random_ply(board: &Board, rng: &mut Rng) -> Option<Played> {
    match board {
        Board::Xiangqi(position) => {
            let plies = position.legal_plies();
            (!plies.is_empty()).then(|| Played::Xiangqi(plies[rng.below(plies.len())]))
        }
        Board::Banqi(position) => {
            let plies = position.legal_plies();
            if plies.is_empty() {
                return None;
            }
            let ply = plies[rng.below(plies.len())];
            let reveals = position.reveals(ply);
            let (reveal, _) = reveals[rng.below(reveals.len())];
            Some(Played::Banqi(banqi::notation::Played { ply, reveal }))
        }
    }
}

/// The tree as one text, whatever order its nodes were made in. With `joined` what
/// is said before and after a ply is one text, as in formats with one place for it.
pub fn shape(game: &Game, joined: bool) -> Vec<String> {
    let nodes = std::iter::once(Tree::ROOT).chain(game.tree.in_order());
    nodes
        .map(|id| {
            let node = game.tree.node(id);
            let mut remarks = node.remarks().clone();
            if joined && !remarks.before.is_empty() {
                let before = std::mem::take(&mut remarks.before);
                let between = if remarks.comment.is_empty() { "" } else { "\n" };
                remarks.comment = format!("{before}{between}{}", remarks.comment);
            }
            let played = node.played.map(|played| played.to_string());
            format!("{} {played:?} {remarks:?}", depth(game, id))
        })
        .collect()
}

fn depth(game: &Game, id: NodeId) -> usize {
    let up = std::iter::successors(Some(id), |&id| Some(game.tree.node(id).parent()));
    up.take_while(|&id| id != Tree::ROOT).count()
}

/// Every ply of a tree can be played where it stands, and every place is one.
pub fn check_sound(game: &Game) {
    let mut boards: Vec<Board> = vec![Board::open(&game.start).expect("a start is a position")];
    for node in &game.tree.nodes()[1..] {
        let mut board = boards[node.parent()].clone();
        board.play(node.played.expect("only the root has no ply")).expect("plies are legal");
        boards.push(board);
    }
    for problem in &game.problems {
        assert!(problem.place.line() != Some(0) && problem.place.column() != Some(0), "{problem}");
        assert!(!problem.message.is_empty(), "{problem:?}");
    }
}
