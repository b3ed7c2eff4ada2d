//! Games from texts and files, and trees of variations as PGN.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use play::GameKind;
use records::pgn::{self, Options};
use records::{Game, GameResult, Hint, NodeId, Played, Start, Tree};
use serde::Deserialize;
use serde_json::{Value, json};
use xiangqi::notation::Notation;

use super::tree::{MOST_MARKS, marks_of};
use crate::app::App;
use crate::board::{board, paste};
use crate::error::ApiError;
use crate::http::body::{Body, LargeBody};
use crate::http::file::File;
use crate::think::gate::Class;
use crate::think::pool::Run;

/// A tree of more plies is told by its main line alone.
const MOST_NODES: usize = 20_000;
/// The longest comment of a ply.
const LONGEST_COMMENT: usize = 10_000;
const MOST_HEADERS: usize = 60;
const LONGEST_HEADER: usize = 400;
const DEEPEST: usize = 2_100;

/// A text of a game, or of several.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pasted {
    game: GameKind,
    text: String,
    #[serde(default)]
    index: usize,
}

/// What is said about a file beside its bytes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    game: GameKind,
    #[serde(default)]
    index: usize,
    /// Its name: some formats are told by nothing else.
    #[serde(default)]
    name: String,
}

/// A tree to be written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    tree: Value,
    notation: Option<String>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
}

/// `POST /api/paste`: a position, moves or a game from any text.
///
/// # Errors
/// If not even a start position can be made out.
pub async fn paste(
    State(app): State<Arc<App>>,
    Body(pasted): Body<Pasted>,
) -> Result<Json<Value>, ApiError> {
    let work = move |_: &Run| paste::read(pasted.game, &pasted.text, pasted.index).map(answer);
    app.pool.answer(Class::Question, work).await
}

/// `POST /api/open?game=…&index=…&name=…`: the same from the bytes of a file.
///
/// # Errors
/// If not even a start position can be made out.
pub async fn open(
    State(app): State<Arc<App>>,
    opened: Result<Query<Opened>, axum::extract::rejection::QueryRejection>,
    File(bytes): File,
) -> Result<Json<Value>, ApiError> {
    let Query(opened) = opened.map_err(|error| ApiError::bad(error.body_text()))?;
    let work = move |_: &Run| {
        let hint = Hint::new(opened.game).named(&opened.name);
        paste::read_file(hint, &bytes, opened.index).map(answer)
    };
    app.pool.answer(Class::Question, work).await
}

/// `POST /api/pgn`: a tree of variations as PGN.
///
/// # Errors
/// If the tree has not the shape of one.
pub async fn write(
    State(app): State<Arc<App>>,
    LargeBody(written): LargeBody<Written>,
) -> Result<Json<Value>, ApiError> {
    let work = move |_: &Run| {
        let notation = notation(written.notation.as_deref())?;
        let mut game = game_of(&written.tree)?;
        check_headers(&json!(written.headers)).map_err(ApiError::bad)?;
        for (name, value) in written.headers {
            if name.eq_ignore_ascii_case("Result") {
                game.result = GameResult::read(&value).unwrap_or_default();
            } else {
                game.set_header(&name, value);
            }
        }
        Ok(Json(json!({"text": pgn::write(&game, Options { notation })})))
    };
    app.pool.answer(Class::Question, work).await
}

/// A game that was read, as the page opens it.
pub fn answer(found: paste::Pasted) -> Json<Value> {
    let game = &found.game;
    Json(json!({
        "kind": found.kind,
        "encoding": found.encoding,
        "notation": game.notation.map(|notation| notation.name()),
        "start": found.line.start(),
        "plies": found.line.ply_views(),
        "board": board(&found.line, false),
        "headers": headers(game),
        "result": game.result.text(),
        "stopped_at": found.stopped_at,
        "problems": game.problems.iter().take(50).map(|problem| json!({
            "code": problem.code.name(),
            "line": problem.place.line(),
            "column": problem.place.column(),
            "byte": problem.place.byte(),
            "token": problem.token,
            "message": problem.message,
        })).collect::<Vec<_>>(),
        "nodes": nodes(game),
        "games": found.games,
        "index": found.index,
    }))
}

fn headers(game: &Game) -> BTreeMap<&str, String> {
    let told = game.headers.iter().take(MOST_HEADERS).filter(|(_, value)| !value.is_empty());
    let short = |value: &str| value.chars().take(LONGEST_HEADER / 4).collect();
    told.map(|(name, value)| (name.as_str(), short(value))).collect()
}

/// The tree as a list: node 0 is the start, a parent stands before its children.
fn nodes(game: &Game) -> Vec<Value> {
    let tree = &game.tree;
    if tree.len() >= MOST_NODES {
        let root = json!({"comment": said(tree, Tree::ROOT)});
        let main = tree.main_line().into_iter().enumerate();
        let main = main.map(|(parent, id)| node(game, id, parent)).take(MOST_NODES - 1);
        return std::iter::once(root).chain(main).collect();
    }
    let all = 0..=tree.len();
    all.map(|id| node(game, id, tree.node(id).parent())).collect()
}

fn node(game: &Game, id: NodeId, parent: usize) -> Value {
    let (tree, kind) = (&game.tree, game.kind());
    let mut value = json!({});
    match tree.node(id).played {
        None => {}
        Some(Played::Xiangqi(ply)) => value["ply"] = json!(ply.to_string()),
        Some(Played::Banqi(played)) => {
            value["ply"] = json!(played.ply.to_string());
            if let Some(piece) = played.reveal.piece() {
                value["reveal"] = json!(piece.letter().to_string());
            }
        }
    }
    if id != Tree::ROOT {
        value["parent"] = json!(parent);
    }
    let comment = said(tree, id);
    if !comment.is_empty() {
        value["comment"] = json!(comment);
    }
    let remarks = tree.node(id).remarks();
    if let Some(mark) = remarks.nags.iter().find_map(|&nag| mark_of(nag)) {
        value["mark"] = json!(mark);
    }
    if !remarks.marks.is_empty() {
        let marks = remarks.marks.iter().take(MOST_MARKS).map(|mark| mark.text(kind));
        value["marks"] = json!(marks.collect::<Vec<_>>());
    }
    value
}

/// Everything that is said about a ply, with the marks behind the one that the page
/// shows for itself.
fn said(tree: &Tree, id: NodeId) -> String {
    let node = tree.node(id).remarks();
    let known = node.nags.iter().filter_map(|nag| MARKS.iter().find(|(number, ..)| number == nag));
    let signs = known.skip(1).map(|(_, _, sign)| *sign);
    let parts = [node.before.as_str()].into_iter().chain(signs).chain([node.comment.as_str()]);
    let text = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let end = text.floor_char_boundary(LONGEST_COMMENT);
    text[..end].to_owned()
}

/// PGN's numbers of marks, the page's names, and how they are written.
const MARKS: [(u8, &str, &str); 6] = [
    (1, "strong", "!"),
    (2, "mistake", "?"),
    (3, "brilliant", "!!"),
    (4, "blunder", "??"),
    (5, "interesting", "!?"),
    (6, "inaccuracy", "?!"),
];

fn mark_of(nag: u8) -> Option<&'static str> {
    MARKS.iter().find(|(number, ..)| *number == nag).map(|(_, mark, _)| *mark)
}

fn nag_of(mark: &str) -> Option<u8> {
    MARKS.iter().find(|(_, name, _)| *name == mark).map(|(number, ..)| *number)
}

/// The notation of a name.
///
/// # Errors
/// If there is none.
pub fn notation(name: Option<&str>) -> Result<Notation, ApiError> {
    match name {
        None | Some("iccs") => Ok(Notation::Iccs),
        Some("zh_hant") => Ok(Notation::Traditional),
        Some("zh_hans") => Ok(Notation::Simplified),
        Some(other) => other
            .parse()
            .map_err(|error: xiangqi::notation::UnknownNotation| ApiError::bad(error.to_string())),
    }
}

/// What a game says about itself: names and short texts.
///
/// # Errors
/// Says what has another form.
pub fn check_headers(headers: &Value) -> Result<(), String> {
    let Some(object) = headers.as_object() else {
        return if headers.is_null() { Ok(()) } else { Err("headers: expected an object".into()) };
    };
    let fits = |(name, value): (&String, &Value)| {
        name.len() <= 40 && value.as_str().is_some_and(|text| text.len() <= LONGEST_HEADER)
    };
    if object.len() > MOST_HEADERS || !object.iter().all(fits) {
        return Err(format!(
            "headers: expected at most {MOST_HEADERS} texts of at most {LONGEST_HEADER} bytes"
        ));
    }
    Ok(())
}

/// Changes what a game says about itself; an empty header goes.
///
/// # Errors
/// If one has not the form of a header.
pub fn set_headers(game: &mut Game, headers: BTreeMap<String, String>) -> Result<(), ApiError> {
    check_headers(&json!(headers)).map_err(ApiError::bad)?;
    for (name, value) in headers {
        let value = value.trim();
        if name.eq_ignore_ascii_case("Result") {
            let read = || ApiError::bad("Result: expected 1-0, 0-1, 1/2-1/2 or *");
            game.result = match value {
                "" => GameResult::Unknown,
                text => GameResult::read(text).ok_or_else(read)?,
            };
        } else if value.is_empty() {
            game.headers.retain(|(kept, _)| !kept.eq_ignore_ascii_case(&name));
        } else {
            game.set_header(&name, value);
        }
    }
    Ok(())
}

/// The game of a tree `{game, start, nodes: [{}, {parent, ply, reveal, comment,
/// mark, marks}, …]}`.
///
/// # Errors
/// Says what has another form.
pub fn game_of(tree: &Value) -> Result<Game, ApiError> {
    let wrong = |what: String| ApiError::bad(format!("tree: {what}"));
    let kind = tree["game"].as_str().and_then(GameKind::from_name);
    let kind = kind.ok_or_else(|| wrong("game: expected xiangqi or banqi".to_owned()))?;
    let start = match tree["start"].as_str() {
        Some(text) => Start::read(kind, text).map_err(|what| wrong(format!("start: {what}")))?,
        None => Start::usual(kind),
    };
    let mut game = Game::new(start);
    if let Some(rules) = tree["rules"].as_str() {
        game.set_header("Rules", rules);
    }
    let list =
        tree["nodes"].as_array().ok_or_else(|| wrong("nodes: expected a list".to_owned()))?;
    if list.len() > MOST_NODES {
        return Err(wrong(format!("more than {MOST_NODES} nodes")));
    }
    let mut ids: Vec<(NodeId, usize)> = Vec::with_capacity(list.len());
    for (number, node) in list.iter().enumerate() {
        let id = add(&mut game.tree, kind, node, &ids);
        ids.push(id.map_err(|what| wrong(format!("node {number}: {what}")))?);
    }
    Ok(game)
}

/// Adds a node; `ids` are those of the nodes before it, with their depths.
fn add(
    tree: &mut Tree,
    kind: GameKind,
    node: &Value,
    ids: &[(NodeId, usize)],
) -> Result<(NodeId, usize), String> {
    let place = if ids.is_empty() {
        (Tree::ROOT, 0)
    } else {
        let parent = node["parent"].as_u64().and_then(|parent| ids.get(parent as usize));
        let &(parent, depth) = parent.ok_or("parent: expected the number of a node before")?;
        if depth >= DEEPEST {
            return Err(format!("deeper than {DEEPEST}"));
        }
        (tree.play(parent, played(kind, node)?), depth + 1)
    };
    let added = tree.remarks_mut(place.0);
    added.comment = node["comment"].as_str().unwrap_or_default().to_owned();
    added.nags = node["mark"].as_str().and_then(nag_of).into_iter().collect();
    if !node["marks"].is_null() {
        let marks = marks_of(kind, &node["marks"]);
        added.marks = marks.ok_or("marks: expected texts such as Gh2e2 and Re4")?;
    }
    Ok(place)
}

fn played(kind: GameKind, node: &Value) -> Result<Played, String> {
    let text = node["ply"].as_str().ok_or("ply: expected text")?;
    match (kind, node["reveal"].as_str()) {
        (GameKind::Xiangqi, _) => {
            text.parse().map(Played::Xiangqi).map_err(|e: xiangqi::PlyError| e.to_string())
        }
        (GameKind::Banqi, Some(piece)) if !text.contains('=') => {
            let square = text.get(..2).unwrap_or(text);
            read_banqi(&format!("{square}={piece}"))
        }
        (GameKind::Banqi, _) => read_banqi(text),
    }
}

fn read_banqi(text: &str) -> Result<Played, String> {
    banqi::notation::coordinate::read(text).map(Played::Banqi).map_err(|error| error.to_string())
}
