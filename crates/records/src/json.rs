//! Games as JSON, one a line.
//!
//! ```json
//! {"game": "xiangqi", "headers": {"Red": "甲"}, "start": "rnbak… w - - 0 1", "result": "1-0",
//!  "nodes": [{}, {"ply": "h2e2", "comment": "good"}, {"ply": "h9g7"}, {"ply": "h7e7", "parent": 1}]}
//! ```
//!
//! Node 0 is the start, every other one has a ply. `parent` is left out where it is
//! the node before. `score` (`points` or `mate`) is what the position is worth to the
//! first player, `clock` and `spent` are milliseconds.

use std::fmt;

use game::GameKind;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::annotations::{mark_text, read_mark};
use crate::board::Ranks;
use crate::model::{Game, GameResult, NodeId, Problem, ProblemCode, Remarks, Score, Start, Tree};
use crate::place::Place;
use crate::walk::{MOST_PLIES, Walk};

#[derive(Serialize, Deserialize)]
struct Line {
    game: String,
    #[serde(default)]
    headers: Pairs,
    #[serde(default)]
    start: String,
    #[serde(default)]
    result: String,
    #[serde(default)]
    nodes: Nodes,
}

/// The nodes of a tree; more than may be read are counted, not kept.
#[derive(Serialize, Default)]
#[serde(transparent)]
struct Nodes(Vec<JsonNode>);

impl<'de> Deserialize<'de> for Nodes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Nodes, D::Error> {
        struct Bounded;
        impl<'de> Visitor<'de> for Bounded {
            type Value = Nodes;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of nodes")
            }
            fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<Nodes, S::Error> {
                let mut nodes = Vec::new();
                // One more than can be played, so that the rest is told.
                while nodes.len() < MOST_PLIES + 2
                    && let Some(node) = list.next_element()?
                {
                    nodes.push(node);
                }
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Nodes(nodes))
            }
        }
        deserializer.deserialize_seq(Bounded)
    }
}

/// Names and values in their order.
#[derive(Default)]
struct Pairs(Vec<(String, String)>);

impl Serialize for Pairs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Pairs;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with texts")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Pairs, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
struct JsonNode {
    #[serde(skip_serializing_if = "String::is_empty")]
    ply: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    #[serde(skip_serializing_if = "String::is_empty")]
    before: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<JsonScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spent: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<String>,
}

#[derive(Serialize, Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum JsonScore {
    Points(i32),
    Mate(i32),
}

/// Whether the first line of a text is an object that names its game.
pub fn detects(text: &str, _: GameKind) -> bool {
    let first = text.trim_start();
    first.starts_with('{')
        && first.lines().next().is_some_and(|line| line.contains("\"game\"") && line.ends_with('}'))
}

/// Reads every line.
pub fn read(text: &str, _: GameKind) -> Vec<Game> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(index, line)| read_line(line, index + 1)).collect()
}

fn read_line(text: &str, number: usize) -> Game {
    let place = Place::text(number, 1);
    match serde_json::from_str::<Line>(text) {
        Ok(line) => game_of(line, place),
        Err(error) => {
            let mut game = Game::new(Start::usual(GameKind::Xiangqi));
            game.place = place;
            let place = Place::text(number, error.column().max(1));
            let message = format!("not a game as JSON: {error}");
            game.report(Problem::new(ProblemCode::Start, place, message));
            game
        }
    }
}

fn game_of(line: Line, place: Place) -> Game {
    let kind = if line.game == "banqi" { GameKind::Banqi } else { GameKind::Xiangqi };
    let start = match line.start.as_str() {
        "" | "startpos" => Ok(Start::usual(kind)),
        text => Start::read(kind, text),
    };
    let (start, problem) = match start {
        Ok(start) => (start, None),
        Err(message) => {
            let problem = Problem::new(ProblemCode::Start, place, message);
            (Start::usual(kind), Some(Problem { token: line.start, ..problem }))
        }
    };
    let mut game = Game::new(start);
    game.place = place;
    game.headers = line.headers.0;
    game.result = GameResult::read(&line.result).unwrap_or_default();
    match problem {
        Some(problem) => game.report(problem),
        None => read_nodes(&mut game, line.nodes.0, place),
    }
    game
}

/// Plays the nodes, each line to its end before its rivals, whatever order they
/// stand in: so the board never goes far.
fn read_nodes(game: &mut Game, nodes: Vec<JsonNode>, place: Place) {
    let Ok(mut walk) = Walk::open(&game.start) else { return };
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate().skip(1) {
        let parent = node.parent.unwrap_or(index - 1);
        if parent < index {
            children[parent].push(index);
        } else {
            let message = format!("node {index}: its parent {parent} does not stand before it");
            game.report(Problem::new(ProblemCode::Form, place, message).in_variation(true));
        }
    }
    let mut open = vec![(0, Tree::ROOT)];
    while let Some((index, id)) = open.pop() {
        let Some(node) = nodes.get(index) else { return };
        say(game, id, node);
        let mut below = Vec::new();
        for (rank, &child) in children[index].iter().enumerate() {
            walk.go(&game.tree, id);
            let ply = &nodes[child].ply;
            let found = walk.board().find(ply, Ranks::ZeroToNine);
            let made = found.and_then(|(played, notation)| {
                walk.play(&mut game.tree, played).map(|id| (id, notation))
            });
            match made {
                Ok((id, notation)) => {
                    game.notation.get_or_insert(notation);
                    below.push((child, id));
                }
                Err(message) => {
                    let main = rank == 0 && game.tree.first_child(id).is_none();
                    let message = format!("node {child}: {message}");
                    let problem = Problem::new(ProblemCode::Move, place, message).with_token(ply);
                    game.report(problem.in_variation(!main));
                    // Nothing takes the place of the line's own ply.
                    if main {
                        break;
                    }
                }
            }
        }
        open.extend(below.into_iter().rev());
    }
}

fn say(game: &mut Game, id: NodeId, node: &JsonNode) {
    let kind = game.kind();
    let remarks = Remarks {
        before: node.before.clone(),
        comment: node.comment.clone(),
        nags: node.nags.clone(),
        score: node.score.map(|score| match score {
            JsonScore::Points(points) => Score::Points(points),
            JsonScore::Mate(moves) => Score::Mate(moves),
        }),
        clock: node.clock,
        spent: node.spent,
        marks: node.marks.iter().filter_map(|mark| read_mark(mark, kind)).collect(),
    };
    if !remarks.is_empty() {
        *game.tree.remarks_mut(id) = remarks;
    }
}

/// Writes a game as one line, with its line end.
pub fn write(game: &Game) -> String {
    let tree = &game.tree;
    let mut numbers = vec![0; tree.len() + 1];
    let mut nodes = vec![json_node(game, Tree::ROOT)];
    for id in tree.in_order() {
        let number = nodes.len();
        numbers[id] = number;
        let mut node = json_node(game, id);
        let parent = numbers[tree.node(id).parent()];
        node.parent = (parent + 1 != number).then_some(parent);
        nodes.push(node);
    }
    let line = Line {
        game: match game.kind() {
            GameKind::Xiangqi => "xiangqi".to_owned(),
            GameKind::Banqi => "banqi".to_owned(),
        },
        headers: Pairs(game.headers.clone()),
        start: game.start.to_string(),
        result: game.result.text().to_owned(),
        nodes: Nodes(nodes),
    };
    // Texts and numbers can always be written.
    serde_json::to_string(&line).unwrap_or_default() + "\n"
}

fn json_node(game: &Game, id: NodeId) -> JsonNode {
    let node = game.tree.node(id);
    let remarks = node.remarks();
    JsonNode {
        ply: node.played.map(|played| played.to_string()).unwrap_or_default(),
        parent: None,
        before: remarks.before.clone(),
        comment: remarks.comment.clone(),
        nags: remarks.nags.clone(),
        score: remarks.score.map(|score| match score {
            Score::Points(points) => JsonScore::Points(points),
            Score::Mate(moves) => JsonScore::Mate(moves),
        }),
        clock: remarks.clock,
        spent: remarks.spent,
        marks: remarks.marks.iter().map(|mark| mark_text(mark, game.kind())).collect(),
    }
}
