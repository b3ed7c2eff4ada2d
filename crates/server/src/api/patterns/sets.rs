//! Sets of patterns: those that ship, which nobody changes, and the owner's own.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use library::Id;
use patterns::shipped::TEXTS;
use serde::Deserialize;
use serde_json::{Value, json};

use super::text::chunks;
use super::{LONGEST_SET, check_length};
use crate::api::games::Nothing;
use crate::app::App;
use crate::error::ApiError;
use crate::http::body::Body;
use crate::http::session::Caller;
use crate::time::now_ms;

/// Characters.
const LONGEST_TITLE: usize = 200;
const LISTED: u32 = 200;
/// So many sets an owner may have.
const MOST_SETS: u64 = 1_000;

/// A set as a client sends it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    title: String,
    text: String,
    /// The revision that was changed; a new set has none.
    #[serde(default)]
    revision: u64,
}

impl Sent {
    fn check(&self) -> Result<(), ApiError> {
        check_length(&self.text, LONGEST_SET)?;
        if self.title.trim().is_empty() || self.title.chars().count() > LONGEST_TITLE {
            return Err(ApiError::bad(format!("title: expected 1 to {LONGEST_TITLE} characters")));
        }
        Ok(())
    }
}

type Asked = (State<Arc<App>>, Extension<Caller>, Path<String>);

/// The name of a shipped set: that of its file.
fn shipped() -> impl Iterator<Item = (&'static str, &'static str)> {
    TEXTS.iter().map(|(file, text)| (file.trim_end_matches(".pat"), *text))
}

/// `GET /api/patterns/sets`.
///
/// # Errors
/// If the library cannot be read.
pub async fn list(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Value>, ApiError> {
    app.blocking(move |app| {
        let own = app.library.pattern_sets(&caller.owner, LISTED)?;
        let own = own.iter().map(|(id, title, updated)| {
            json!({"id": id.to_string(), "title": title, "updated": updated, "shipped": false})
        });
        let shipped =
            shipped().map(|(id, _)| json!({"id": id, "title": id, "updated": 0, "shipped": true}));
        Ok(Json(json!({"sets": own.chain(shipped).collect::<Vec<_>>()})))
    })
    .await
}

/// `GET /api/patterns/sets/{id}`: its patterns each for itself.
///
/// # Errors
/// If there is no such set.
pub async fn show(
    (State(app), Extension(caller), Path(id)): Asked,
) -> Result<Json<Value>, ApiError> {
    if let Some((id, text)) = shipped().find(|(name, _)| *name == id) {
        return Ok(Json(json!({
            "id": id, "title": id, "patterns": chunks(text), "revision": 0, "shipped": true,
        })));
    }
    app.blocking(move |app| {
        let set = own_set(app, &caller, &id)?;
        Ok(Json(json!({
            "id": set.id.to_string(),
            "title": set.title,
            "patterns": chunks(&set.text),
            "revision": set.revision,
            "shipped": false,
        })))
    })
    .await
}

/// `POST /api/patterns/sets`.
///
/// # Errors
/// If the set cannot be kept.
pub async fn create(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Body(sent): Body<Sent>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    sent.check()?;
    app.blocking(move |app| {
        let (owner, now) = (&caller.owner, now_ms());
        let id = app.library.create_pattern_set(owner, &sent.title, &sent.text, MOST_SETS, now)?;
        Ok((StatusCode::CREATED, Json(json!({"id": id.to_string(), "revision": 0}))))
    })
    .await
}

/// `PUT /api/patterns/sets/{id}`.
///
/// # Errors
/// If there is no such set, or somebody changed it since `revision`.
pub async fn change(
    (State(app), Extension(caller), Path(id)): Asked,
    Body(sent): Body<Sent>,
) -> Result<Json<Value>, ApiError> {
    sent.check()?;
    app.blocking(move |app| {
        let id = own_set(app, &caller, &id)?.id;
        let (title, text) = (&sent.title, &sent.text);
        let revision = app.library.update_pattern_set(&id, title, text, sent.revision, now_ms())?;
        Ok(Json(json!({"revision": revision})))
    })
    .await
}

/// `DELETE /api/patterns/sets/{id}`.
///
/// # Errors
/// If there is no such set.
pub async fn delete(
    (State(app), Extension(caller), Path(id)): Asked,
    Body(Nothing {}): Body<Nothing>,
) -> Result<StatusCode, ApiError> {
    app.blocking(move |app| {
        let id = own_set(app, &caller, &id)?.id;
        app.library.delete_pattern_set(&id)?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

fn own_set(app: &App, caller: &Caller, id: &str) -> Result<library::PatternSetRow, ApiError> {
    let none = || ApiError::not_found("set of patterns");
    let id: Id = id.parse().map_err(|_| none())?;
    app.library.pattern_set(&id)?.filter(|set| set.owner == caller.owner).ok_or_else(none)
}
