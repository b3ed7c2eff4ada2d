//! What the writer writes, the reader reads: random trees in every notation.

use game::{Position as _, Rng};
use records::pgn::{self, Options};
use records::{Board, Game, GameKind, GameResult, NodeId, Played, Start, Tree, read};
use xiangqi::notation::Notation;

const REMARKS: [&str; 6] =
    ["好棋", "a ) b ( c", "two\nlines", "x; y", "[Red \"x\"]", "1. h2e2 \"*\" 1-0"];

/// A game of random plies with random variations, comments and marks.
fn random_game(kind: GameKind, rng: &mut Rng) -> Game {
    let mut game = Game::new(Start::usual(kind));
    game.result = [GameResult::First, GameResult::Second, GameResult::Draw, GameResult::Unknown]
        [rng.below(4)];
    game.set_header("Event", "a \"b\" \\ 杯");
    game.set_header("Annotator", "x]");
    let mut ends: Vec<(NodeId, Board)> = vec![(Tree::ROOT, Board::open(&game.start).unwrap())];
    for _ in 0..rng.below(60) {
        let at = if rng.below(4) == 0 { rng.below(ends.len()) } else { ends.len() - 1 };
        let (node, mut board) = ends[at].clone();
        let Some(played) = random_ply(&board, rng) else { continue };
        board.play(played).unwrap();
        let id = game.tree.play(node, played);
        let variation = game.tree.node(node).children[0] != id;
        let said = game.tree.node_mut(id);
        if rng.below(4) == 0 {
            said.comment = REMARKS[rng.below(6)].to_owned();
        }
        if variation && rng.below(4) == 0 {
            said.before = REMARKS[rng.below(6)].to_owned();
        }
        if rng.below(6) == 0 {
            said.nags = vec![1 + rng.below(6) as u8];
        }
        ends.push((id, board));
    }
    if rng.below(2) == 0 {
        game.tree.node_mut(Tree::ROOT).comment = "before all".to_owned();
    }
    game
}

fn random_ply(board: &Board, rng: &mut Rng) -> Option<Played> {
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

/// The tree as one text, whatever order its nodes were made in.
fn shape(game: &Game) -> Vec<String> {
    let mut rows = Vec::new();
    let mut open = vec![(Tree::ROOT, 0)];
    while let Some((id, depth)) = open.pop() {
        let node = game.tree.node(id);
        let played = node.played.map(|played| played.to_string());
        rows.push(format!(
            "{depth} {played:?} {:?} {:?} {:?}",
            node.before, node.comment, node.nags
        ));
        open.extend(node.children.iter().rev().map(|&child| (child, depth + 1)));
    }
    rows
}

#[test]
fn written_trees_are_read_back() {
    let mut rng = Rng::new(7);
    for index in 0..400 {
        let kind = if index % 4 == 3 { GameKind::Banqi } else { GameKind::Xiangqi };
        let game = random_game(kind, &mut rng);
        let notation = Notation::ALL[index % Notation::ALL.len()];
        let text = pgn::write(&game, Options { notation });
        let record = read(text.as_bytes(), GameKind::Xiangqi);
        assert_eq!(record.games.len(), 1, "{text}");
        let again = &record.games[0];
        assert_eq!(again.problems, [], "{text}");
        assert_eq!(shape(again), shape(&game), "{notation}\n{text}");
        assert_eq!((again.result, again.header("Event")), (game.result, game.header("Event")));
        assert_eq!(again.header("Annotator"), Some("x]"), "{text}");
    }
}

#[test]
fn a_game_that_black_begins_is_numbered_so() {
    let fen = "3k5/9/9/9/9/9/9/9/4A4/4KR3 b - - 0 1";
    let mut game = Game::new(Start::read(GameKind::Xiangqi, fen).unwrap());
    let mut node = Tree::ROOT;
    for ply in ["d9d8", "f0f9", "d8d7"] {
        node = game.tree.play(node, Played::Xiangqi(ply.parse().unwrap()));
    }
    let text = pgn::write(&game, Options { notation: Notation::Iccs });
    assert!(text.contains(&format!("[FEN \"{fen}\"]")), "{text}");
    assert!(text.ends_with("\n1... D9-D8\n2. F0-F9 D8-D7\n*\n"), "{text}");
}

#[test]
fn a_deep_tree_is_written_and_read() {
    let mut game = Game::new(Start::usual(GameKind::Xiangqi));
    let line = ["a0a1", "a9a8", "a1a0", "a8a9"];
    let mut node = Tree::ROOT;
    for index in 0..20_000 {
        node = game.tree.play(node, Played::Xiangqi(line[index % 4].parse().unwrap()));
        if index % 4 == 1 {
            let parent = game.tree.node(node).parent;
            game.tree.play(parent, Played::Xiangqi("i9i8".parse().unwrap()));
        }
    }
    let text = pgn::write(&game, Options { notation: Notation::Uci });
    let record = read(text.as_bytes(), GameKind::Xiangqi);
    assert_eq!(record.games[0].tree.len(), game.tree.len());
}
