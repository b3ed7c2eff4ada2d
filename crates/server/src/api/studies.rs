//! Variation trees: of games, and on their own as studies. The client makes
//! them; the server checks their form ([`super::tree`]) and keeps them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use library::Id;
use play::GameKind;
use serde::Deserialize;
use serde_json::{Value, json};

use super::chapters::{self, Chapters};
use super::tree::{checked, stored};
use crate::app::App;
use crate::error::ApiError;
use crate::http::body::{Body, LargeBody};
use crate::http::session::Caller;
use crate::time::now_ms;

/// Characters.
const LONGEST_TITLE: usize = 200;
const LISTED: u32 = 200;
/// So many studies an owner may have.
const MOST_STUDIES: u64 = 5_000;

/// A study as a client sends it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    game: Option<GameKind>,
    /// What the tree says too; kept for clients that send it apart.
    #[allow(dead_code)]
    start: Option<String>,
    #[allow(dead_code)]
    rules: Option<String>,
    title: String,
    tree: Value,
    /// Which chapter's tree it is; the first one's if not given.
    chapter: Option<u32>,
}

type Asked = (State<Arc<App>>, Extension<Caller>, Path<String>);

/// `POST /api/studies`.
///
/// # Errors
/// If the tree has not the shape of one, or cannot be kept.
pub async fn create(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    LargeBody(sent): LargeBody<Sent>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let game = sent.game.ok_or_else(|| ApiError::bad("game: expected xiangqi or banqi"))?;
    check_title(&sent.title)?;
    app.blocking(move |app| {
        let tree = checked(sent.tree)?.to_string();
        let (owner, title, now) = (&caller.owner, &sent.title, now_ms());
        let id = app.library.create_study(owner, game.name(), title, &tree, MOST_STUDIES, now)?;
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
        let chapters = Chapters::read(&study.tree);
        Ok(Json(json!({
            "id": study.id.to_string(),
            "game": study.game,
            "title": study.title,
            "tree": chapters.list()[0].tree,
            "chapters": chapters.list(),
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
    LargeBody(sent): LargeBody<Sent>,
) -> Result<StatusCode, ApiError> {
    check_title(&sent.title)?;
    app.blocking(move |app| {
        let tree = checked(sent.tree)?;
        let act = |chapters: &mut Chapters| chapters.set_tree(sent.chapter, tree);
        chapters::change(app, &caller, &id, Some(&sent.title), act)?;
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
        let id = own_study_id(app, &caller, &id)?;
        app.library.delete_study(&id)?;
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
    LargeBody(tree): LargeBody<Value>,
) -> Result<StatusCode, ApiError> {
    app.blocking(move |app| {
        let tree = checked(tree)?.to_string();
        let id = own_game(app, &caller, &id)?;
        app.library.set_tree(&id, &tree, now_ms())?;
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

/// Without reading it: a study that cannot be read can be changed and deleted.
pub(super) fn own_study_id(app: &App, caller: &Caller, id: &str) -> Result<Id, ApiError> {
    let none = || ApiError::not_found("study");
    let id: Id = id.parse().map_err(|_| none())?;
    let owner = app.library.owner_of_study(&id)?;
    if owner.as_deref() == Some(caller.owner.as_str()) { Ok(id) } else { Err(none()) }
}

pub(super) fn own_study(app: &App, caller: &Caller, id: &str) -> Result<library::Study, ApiError> {
    let none = || ApiError::not_found("study");
    let id: Id = id.parse().map_err(|_| none())?;
    app.library.study(&id)?.filter(|study| study.owner == caller.owner).ok_or_else(none)
}

pub(super) fn check_title(title: &str) -> Result<(), ApiError> {
    if title.chars().count() <= LONGEST_TITLE {
        return Ok(());
    }
    Err(ApiError::bad(format!("title: expected at most {LONGEST_TITLE} characters")))
}
