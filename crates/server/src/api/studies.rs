//! Variation trees: of games, and on their own as studies. The client makes
//! them; the server checks their shape and keeps them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use library::Id;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::board::Kind;
use crate::error::{ApiError, Code};
use crate::http::body::Body;
use crate::http::session::Caller;
use crate::time::now_ms;

/// The limits of a tree.
const MOST_NODES: usize = 20_000;
const DEEPEST: usize = 2_100;
const LONGEST_COMMENT: usize = 10_000;
/// Bytes of what a review found.
const LONGEST_REVIEW: usize = 400_000;
const LONGEST_TITLE: usize = 200;
const LISTED: u32 = 200;
/// So many studies an owner may have.
const MOST_STUDIES: u64 = 5_000;

/// A study as a client sends it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    game: Option<Kind>,
    /// What the tree says too; kept for clients that send it apart.
    #[allow(dead_code)]
    start: Option<String>,
    #[allow(dead_code)]
    rules: Option<String>,
    title: String,
    tree: Value,
}

type Asked = (State<Arc<App>>, Extension<Caller>, Path<String>);

/// `POST /api/studies`.
///
/// # Errors
/// If the tree has not the shape of one, or cannot be kept.
pub async fn create(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Body(sent): Body<Sent>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let game = sent.game.ok_or_else(|| ApiError::bad("game: expected xiangqi or banqi"))?;
    check_title(&sent.title)?;
    check_tree(&sent.tree)?;
    app.blocking(move |app| {
        if app.library.count_studies(&caller.owner)? >= MOST_STUDIES {
            let message = format!("{MOST_STUDIES} studies already: delete some");
            return Err(ApiError::new(Code::TooMany, message));
        }
        let tree = sent.tree.to_string();
        let id =
            app.library.create_study(&caller.owner, game.name(), &sent.title, &tree, now_ms())?;
        Ok((StatusCode::CREATED, Json(json!({"id": id.to_string()}))))
    })
    .await
}

/// `GET /api/studies`.
///
/// # Errors
/// If the library cannot be read.
pub async fn list(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Value>, ApiError> {
    app.blocking(move |app| {
        let studies = app.library.studies(&caller.owner, LISTED)?;
        let studies: Vec<Value> = studies
            .iter()
            .map(|study| {
                json!({
                    "id": study.id.to_string(),
                    "game": study.game,
                    "title": study.title,
                    "created": study.created,
                    "updated": study.updated,
                })
            })
            .collect();
        Ok(Json(json!({"studies": studies})))
    })
    .await
}

/// `GET /api/studies/{id}`.
///
/// # Errors
/// If there is no such study.
pub async fn show(
    (State(app), Extension(caller), Path(id)): Asked,
) -> Result<Json<Value>, ApiError> {
    app.blocking(move |app| {
        let study = own_study(app, &caller, &id)?;
        Ok(Json(json!({
            "id": study.id.to_string(),
            "game": study.game,
            "title": study.title,
            "tree": stored(&study.tree),
            "created": study.created,
            "updated": study.updated,
        })))
    })
    .await
}

/// `PUT /api/studies/{id}`.
///
/// # Errors
/// If there is no such study, or the tree has not the shape of one.
pub async fn change(
    (State(app), Extension(caller), Path(id)): Asked,
    Body(sent): Body<Sent>,
) -> Result<StatusCode, ApiError> {
    check_title(&sent.title)?;
    check_tree(&sent.tree)?;
    app.blocking(move |app| {
        let study = own_study(app, &caller, &id)?;
        app.library.update_study(&study.id, &sent.title, &sent.tree.to_string(), now_ms())?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// `DELETE /api/studies/{id}`.
///
/// # Errors
/// If there is no such study.
pub async fn delete(
    (State(app), Extension(caller), Path(id)): Asked,
    Body(super::games::Nothing {}): Body<super::games::Nothing>,
) -> Result<StatusCode, ApiError> {
    app.blocking(move |app| {
        let study = own_study(app, &caller, &id)?;
        app.library.delete_study(&study.id)?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// `GET /api/games/{id}/tree`: `null` if the game has none yet.
///
/// # Errors
/// If there is no such game.
pub async fn game_tree(
    (State(app), Extension(caller), Path(id)): Asked,
) -> Result<Json<Value>, ApiError> {
    app.blocking(move |app| {
        let id = own_game(app, &caller, &id)?;
        let tree = app.library.tree(&id)?;
        Ok(Json(tree.map_or(Value::Null, |tree| stored(&tree))))
    })
    .await
}

/// `PUT /api/games/{id}/tree`.
///
/// # Errors
/// If there is no such game, or the tree has not the shape of one.
pub async fn set_game_tree(
    (State(app), Extension(caller), Path(id)): Asked,
    Body(tree): Body<Value>,
) -> Result<StatusCode, ApiError> {
    check_tree(&tree)?;
    app.blocking(move |app| {
        let id = own_game(app, &caller, &id)?;
        app.library.set_tree(&id, &tree.to_string(), now_ms())?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

fn own_game(app: &App, caller: &Caller, id: &str) -> Result<Id, ApiError> {
    let none = || ApiError::not_found("game");
    let id: Id = id.parse().map_err(|_| none())?;
    let owner = app.library.owner_of_game(&id)?;
    if owner.as_deref() == Some(caller.owner.as_str()) { Ok(id) } else { Err(none()) }
}

fn own_study(app: &App, caller: &Caller, id: &str) -> Result<library::Study, ApiError> {
    let none = || ApiError::not_found("study");
    let id: Id = id.parse().map_err(|_| none())?;
    app.library.study(&id)?.filter(|study| study.owner == caller.owner).ok_or_else(none)
}

fn stored(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or(Value::Null)
}

fn check_title(title: &str) -> Result<(), ApiError> {
    if title.chars().count() <= LONGEST_TITLE {
        return Ok(());
    }
    Err(ApiError::bad(format!("title: expected at most {LONGEST_TITLE} characters")))
}

/// `{version: 1, game, start, rules, root}`.
fn check_tree(tree: &Value) -> Result<(), ApiError> {
    let wrong = |what: &str| ApiError::bad(format!("tree: {what}"));
    let object = tree.as_object().ok_or_else(|| wrong("expected an object"))?;
    for key in object.keys() {
        if !["version", "game", "start", "rules", "root", "review"].contains(&key.as_str()) {
            return Err(wrong(&format!(
                "unknown field {}",
                key.chars().take(30).collect::<String>()
            )));
        }
    }
    if tree["version"] != 1 {
        return Err(wrong("expected version 1"));
    }
    if tree["game"].as_str().and_then(Kind::from_name).is_none() {
        return Err(wrong("game: expected xiangqi or banqi"));
    }
    for field in ["start", "rules"] {
        if !(tree[field].is_null() || tree[field].is_string()) {
            return Err(wrong(&format!("{field}: expected text or null")));
        }
    }
    check_review(&tree["review"]).map_err(|what| wrong(&format!("review: {what}")))?;
    check_nodes(&tree["root"])
}

/// What a review found is the client's own: kept as it is, if it is not too long.
fn check_review(review: &Value) -> Result<(), &'static str> {
    if !(review.is_null() || review.is_object()) {
        return Err("expected an object or null");
    }
    if review.to_string().len() > LONGEST_REVIEW { Err("too long") } else { Ok(()) }
}

/// Walks the nodes without calling itself: a tree may be as deep as a game.
fn check_nodes(root: &Value) -> Result<(), ApiError> {
    let mut open = vec![(root, 0)];
    let mut count = 0;
    while let Some((node, depth)) = open.pop() {
        count += 1;
        if count > MOST_NODES || depth > DEEPEST {
            return Err(ApiError::bad(format!(
                "tree: more than {MOST_NODES} nodes, or deeper than {DEEPEST}"
            )));
        }
        check_node(node).map_err(|what| ApiError::bad(format!("tree: node {count}: {what}")))?;
        let children = node["children"].as_array().map_or(&[][..], Vec::as_slice);
        open.extend(children.iter().map(|child| (child, depth + 1)));
    }
    Ok(())
}

fn check_node(node: &Value) -> Result<(), String> {
    let object = node.as_object().ok_or("expected an object")?;
    for (key, value) in object {
        let fits = match key.as_str() {
            "ply" | "mark" | "reveal" => {
                value.is_null() || value.as_str().is_some_and(|text| text.len() <= 20)
            }
            "comment" => {
                value.is_null() || value.as_str().is_some_and(|text| text.len() <= LONGEST_COMMENT)
            }
            "score" => value.is_null() || is_score(value),
            "children" => value.is_array(),
            _ => return Err(format!("unknown field {}", key.chars().take(30).collect::<String>())),
        };
        if !fits {
            return Err(format!("{key} has the wrong form"));
        }
    }
    Ok(())
}

fn is_score(value: &Value) -> bool {
    let number = |field: &Value| field.is_null() || field.is_i64();
    value.as_object().is_some_and(|score| {
        score
            .iter()
            .all(|(key, value)| matches!(key.as_str(), "cp" | "mate" | "share") && number(value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_of_the_right_shape_are_taken() {
        let tree = json!({"version": 1, "game": "xiangqi", "start": null, "rules": "asian", "root": {
            "children": [{"ply": "h2e2", "comment": "良い", "mark": "!", "score": {"cp": 20, "mate": null},
                "children": [{"ply": "h9g7", "children": []}]}]}});
        assert_eq!(check_tree(&tree), Ok(()));
    }

    #[test]
    fn other_shapes_are_refused() {
        let tree = |root: Value| json!({"version": 1, "game": "banqi", "root": root});
        let mut deep = json!({});
        for _ in 0..100 {
            deep = json!({"children": [deep]});
        }
        assert_eq!(check_tree(&tree(deep)), Ok(()));
        for bad in [
            json!(null),
            json!([]),
            json!({"version": 2, "game": "banqi", "root": {}}),
            json!({"version": 1, "game": "chess", "root": {}}),
            json!({"version": 1, "game": "banqi", "root": {}, "extra": 1}),
            tree(json!(5)),
            tree(json!({"children": {}})),
            tree(json!({"children": [7]})),
            tree(json!({"ply": 7})),
            tree(json!({"ply": "x".repeat(21)})),
            tree(json!({"comment": "x".repeat(LONGEST_COMMENT + 1)})),
            tree(json!({"score": {"cp": "much"}})),
            tree(json!({"onclick": "alert(1)"})),
        ] {
            assert!(check_tree(&bad).is_err(), "{bad}");
        }
    }
}
