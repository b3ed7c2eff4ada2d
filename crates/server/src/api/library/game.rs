//! One game of the archive: shown, changed, added.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::collection;
use super::list::rows;
use crate::api::records::{answer, game_of, set_headers};
use crate::app::App;
use crate::board::paste;
use crate::error::ApiError;
use crate::http::body::LargeBody;

/// A game as a client changes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Changed {
    /// Headers that become something else; an empty one goes.
    #[serde(default)]
    headers: BTreeMap<String, String>,
    /// Its moves, if they change.
    tree: Option<Value>,
}

/// `GET /api/library/games/{id}`: as a file would be opened, with what lists show.
///
/// # Errors
/// If there is no such game.
pub async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<u32>,
) -> Result<Json<Value>, ApiError> {
    app.blocking(move |app| {
        let archive = &collection(app)?.archive;
        let stored = archive.game(id)?.ok_or_else(|| ApiError::not_found("game"))?;
        let Json(mut value) = answer(paste::of_game(stored.game)?);
        value["row"] = rows(archive, &[id])?.into_iter().next().unwrap_or_default();
        value["removed"] = json!(archive.is_removed(id)?);
        Ok(Json(value))
    })
    .await
}

/// `PUT /api/library/games/{id}`: a game takes the place of another; the old one can be
/// brought back. The answer has the new id.
///
/// # Errors
/// If there is no such game, or the new one cannot be kept.
pub async fn change(
    State(app): State<Arc<App>>,
    Path(id): Path<u32>,
    LargeBody(changed): LargeBody<Changed>,
) -> Result<Json<Value>, ApiError> {
    app.blocking(move |app| {
        let archive = &collection(app)?.archive;
        let stored = archive.game(id)?.ok_or_else(|| ApiError::not_found("game"))?;
        let mut game = stored.game;
        if let Some(tree) = &changed.tree {
            let new = game_of(tree)?;
            (game.start, game.tree) = (new.start, new.tree);
        }
        set_headers(&mut game, changed.headers)?;
        let new = archive.replace(id, &game)?;
        Ok(Json(json!({"id": new, "row": rows(archive, &[new])?.into_iter().next()})))
    })
    .await
}

/// `POST /api/library/games`: a game that somebody made here.
///
/// # Errors
/// If it cannot be kept.
pub async fn add(
    State(app): State<Arc<App>>,
    LargeBody(changed): LargeBody<Changed>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let tree = changed.tree.ok_or_else(|| ApiError::bad("tree: expected a tree"))?;
    app.blocking(move |app| {
        let archive = &collection(app)?.archive;
        let mut game = game_of(&tree)?;
        if game.tree.is_empty() {
            return Err(ApiError::bad("tree: expected at least one ply"));
        }
        set_headers(&mut game, changed.headers)?;
        let id = archive.add(&game)?;
        Ok((StatusCode::CREATED, Json(json!({"id": id}))))
    })
    .await
}
