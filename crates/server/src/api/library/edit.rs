//! Removing games, bringing them back, tagging them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use library::archive::tags;
use serde::Deserialize;
use serde_json::{Value, json};

use super::collection;
use crate::app::App;
use crate::error::ApiError;
use crate::http::body::Body;

/// Some games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    ids: Vec<u32>,
}

/// A tag for some games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tagged {
    ids: Vec<u32>,
    tag: String,
    on: bool,
}

/// `POST /api/library/remove`: the answer has the ids to bring back.
///
/// # Errors
/// If there are too many, or the archive is being written.
pub async fn remove(
    State(app): State<Arc<App>>,
    Body(games): Body<Games>,
) -> Result<Json<Value>, ApiError> {
    app.blocking(move |app| {
        let all = collection(app)?;
        let removed = all.archive.remove(&games.ids)?;
        all.choices.forget();
        Ok(Json(json!({"ids": removed})))
    })
    .await
}

/// `POST /api/library/restore`: what was removed or changed is as it was before.
///
/// # Errors
/// If there are too many, or the archive is being written.
pub async fn restore(
    State(app): State<Arc<App>>,
    Body(games): Body<Games>,
) -> Result<Json<Value>, ApiError> {
    app.blocking(move |app| {
        let all = collection(app)?;
        let back = all.archive.restore(&games.ids)?;
        all.choices.forget();
        Ok(Json(json!({"ids": back})))
    })
    .await
}

/// `POST /api/library/tag`: puts a tag on games or takes it from them.
///
/// # Errors
/// If it is no tag, or the archive is being written.
pub async fn tag(
    State(app): State<Arc<App>>,
    Body(tagged): Body<Tagged>,
) -> Result<Json<Value>, ApiError> {
    let none = || ApiError::bad(format!("tag: expected 1 to {} characters", tags::LONGEST));
    let tag = tags::tidy(&tagged.tag).ok_or_else(none)?;
    app.blocking(move |app| {
        let archive = &collection(app)?.archive;
        archive.tag(&tagged.ids, &tag, tagged.on)?;
        let tags = archive.tags()?;
        let tags: Vec<Value> =
            tags.iter().map(|(tag, games)| json!({"tag": tag, "games": games})).collect();
        Ok(Json(json!({"tags": tags})))
    })
    .await
}
