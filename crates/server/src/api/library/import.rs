//! Files from a browser into the archive.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::{Extension, Json};
use play::GameKind;
use serde::Deserialize;
use serde_json::{Value, json};

use super::collection;
use crate::app::App;
use crate::collection::imports::{self, Imports};
use crate::collection::upload::{MOST_BYTES, Upload, plain_name, too_large};
use crate::error::{ApiError, Code};
use crate::http::session::Caller;

/// What is said about a file beside its bytes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    name: String,
    /// The game of files that do not say it.
    #[serde(default = "xiangqi")]
    game: GameKind,
}

fn xiangqi() -> GameKind {
    GameKind::Xiangqi
}

/// `POST /api/library/imports?name=…&game=…`: takes a file and imports it when its turn
/// comes.
///
/// # Errors
/// If the file is too large, too slow or breaks off, or too many wait.
pub async fn create(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    named: Result<Query<Named>, axum::extract::rejection::QueryRejection>,
    request: Request,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let Query(named) = named.map_err(|error| ApiError::bad(error.body_text()))?;
    let all = Arc::clone(collection(&app)?);
    let body = file_body(request)?;
    let room = Arc::clone(&all.uploads).try_acquire_owned();
    let room = room.map_err(|_| ApiError::new(Code::Busy, "too many files at once: one by one"))?;
    let upload = Upload::receive(all.folder(), body, app.config.patience).await?;
    drop(room);
    let job = all.imports.create(&caller.owner, plain_name(&named.name), upload.bytes())?;
    let (running, collection, kind) = (Arc::clone(&job), Arc::clone(&all), named.game);
    let work = tokio::task::spawn_blocking(move || {
        collection.imports.run(&collection.archive, &running, upload, kind);
    });
    let late = Arc::clone(&job);
    tokio::spawn(async move {
        if tokio::time::timeout(imports::LONGEST, work).await.is_err() {
            Imports::stop(&late);
        }
    });
    Ok((StatusCode::CREATED, Json(job.json())))
}

/// The body of a request that holds a file.
fn file_body(request: Request) -> Result<Body, ApiError> {
    let text = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    // Not a type that a form of another page could send.
    if text(header::CONTENT_TYPE) != Some("application/octet-stream") {
        return Err(ApiError::bad("expected content-type: application/octet-stream"));
    }
    let length = text(header::CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
    if length > Some(MOST_BYTES) {
        return Err(too_large());
    }
    Ok(request.into_body())
}

/// `GET /api/library/imports`: every import that is remembered, the newest first.
///
/// # Errors
/// If there is no archive.
pub async fn list(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Value>, ApiError> {
    let jobs = collection(&app)?.imports.of_owner(&caller.owner);
    let jobs: Vec<Value> = jobs.iter().map(|job| job.json()).collect();
    Ok(Json(json!({"imports": jobs})))
}

/// `GET /api/library/imports/{id}`.
///
/// # Errors
/// If there is no such import.
pub async fn show(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    let job = collection(&app)?.imports.find(&caller.owner, &id);
    job.map(|job| Json(job.json())).ok_or_else(|| ApiError::not_found("import"))
}

/// `POST /api/library/imports/{id}/stop`: what was read so far stays.
///
/// # Errors
/// If there is no such import.
pub async fn stop(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let job = collection(&app)?.imports.find(&caller.owner, &id);
    Imports::stop(&*job.ok_or_else(|| ApiError::not_found("import"))?);
    Ok(StatusCode::NO_CONTENT)
}
