//! Chosen games, in pieces.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use library::Archive;
use library::archive::Summary;
use library::archive::order::Order;
use library::archive::shape::Shape;
use serde::Deserialize;
use serde_json::{Value, json};

use super::collection;
use super::filter::Filter;
use crate::app::App;
use crate::collection::Collection;
use crate::collection::lists::{Found, List};
use crate::error::{ApiError, Code};
use crate::http::body::Body;
use crate::http::session::Caller;

/// So many games come in one answer.
const MOST_ROWS: usize = 200;
/// Most lists are made so fast that the first answer has them.
const WAIT: Duration = Duration::from_millis(400);

/// Which games, in which order.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    #[serde(default)]
    filter: Filter,
    #[serde(default)]
    order: String,
    #[serde(default)]
    descending: bool,
}

/// Which piece of a list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    #[serde(default)]
    from: usize,
    #[serde(default)]
    count: usize,
}

/// `POST /api/library/lists`: chooses games; the answer has the first of them, or says
/// that they are still looked for.
///
/// # Errors
/// Names the condition that is none.
pub async fn create(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Body(wanted): Body<Wanted>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let order = match wanted.order.as_str() {
        "" => Order::Added,
        name => Order::of_name(name).ok_or_else(|| {
            let names: Vec<&str> = Order::ALL.iter().map(|order| order.name()).collect();
            ApiError::bad(format!("order: expected one of {}", names.join(", ")))
        })?,
    };
    let all = Arc::clone(collection(&app)?);
    let filter = wanted.filter;
    // What is wrong is told at once, not when the list is asked for.
    let (selection, shape) = (filter.selection()?, filter.shape()?);
    let list = all.lists.create(&caller.owner, shape);
    let permit = match filter.needs_scan() {
        true => Some(scan_permit(&all, &list).await?),
        false => None,
    };
    let (making, archive) = (Arc::clone(&list), Arc::clone(&all.archive));
    let work = tokio::task::spawn_blocking(move || {
        let seen = |done, of| making.seen(done, of);
        let found = archive.select_watched(&selection, making.shape(), &seen);
        let found = found
            .map_err(ApiError::from)
            .and_then(|ids| Ok(archive.put_in_order(ids, order, wanted.descending)?));
        making.finish(found);
        drop(permit);
    });
    // A list that takes longer goes on by itself.
    let _ = tokio::time::timeout(WAIT, work).await;
    let piece = Piece { from: 0, count: 60 };
    let answer = app.blocking(move |app| answer(collection(app)?, &list, &piece)).await?;
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Room for a search that plays games through; who waits too long is told.
async fn scan_permit(
    all: &Collection,
    list: &List,
) -> Result<tokio::sync::OwnedSemaphorePermit, ApiError> {
    let wait = Arc::clone(&all.scans).acquire_owned();
    match tokio::time::timeout(Duration::from_secs(10), wait).await {
        Ok(Ok(permit)) => Ok(permit),
        _ => {
            all.lists.forget(list);
            Err(ApiError::new(Code::Busy, "another search is running: try again soon"))
        }
    }
}

/// `GET /api/library/lists/{id}?from=…&count=…`: a piece of a list.
///
/// # Errors
/// If there is no such list, or it could not be made.
pub async fn show(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    piece: Result<Query<Piece>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Value>, ApiError> {
    let Query(piece) = piece.map_err(|error| ApiError::bad(error.body_text()))?;
    app.blocking(move |app| {
        let all = collection(app)?;
        let list = find(all, &caller, &id)?;
        answer(all, &list, &piece).map(Json)
    })
    .await
}

/// `DELETE /api/library/lists/{id}`: nobody wants it any more.
///
/// # Errors
/// If there is no such list.
pub async fn forget(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let all = collection(&app)?;
    all.lists.forget(&*find(all, &caller, &id)?);
    Ok(StatusCode::NO_CONTENT)
}

/// A list of the caller.
///
/// # Errors
/// If there is none.
pub fn find(all: &Collection, caller: &Caller, id: &str) -> Result<Arc<List>, ApiError> {
    all.lists.find(&caller.owner, id).ok_or_else(|| ApiError::not_found("list"))
}

fn answer(all: &Collection, list: &List, piece: &Piece) -> Result<Value, ApiError> {
    let (looked, of) = list.progress();
    match list.found() {
        Found::NotYet => Ok(json!({
            "id": list.id(), "ready": false, "looked": looked, "of": of, "games": [],
        })),
        Found::Failed(error) => {
            all.lists.forget(list);
            Err(error)
        }
        Found::Games(ids) => {
            let from = piece.from.min(ids.len());
            let end = (from + piece.count.min(MOST_ROWS)).min(ids.len());
            Ok(json!({
                "id": list.id(),
                "ready": true,
                "count": ids.len(),
                "from": from,
                "games": rows_at(&all.archive, &ids[from..end], list.shape())?,
            }))
        }
    }
}

/// What lists show of games, and after which ply a shape is first there.
fn rows_at(archive: &Archive, ids: &[u32], shape: Option<&Shape>) -> Result<Vec<Value>, ApiError> {
    let mut rows = rows(archive, ids)?;
    let Some(shape) = shape else { return Ok(rows) };
    let found = archive.occurrences(ids, &|| shape.look(), &|_| true)?;
    let plies: HashMap<u32, u32> = found.iter().map(|one| (one.id, one.ply)).collect();
    for row in &mut rows {
        let id = row["id"].as_u64().unwrap_or_default();
        row["ply"] = json!(plies.get(&(id as u32)));
    }
    Ok(rows)
}

/// What lists show of games.
///
/// # Errors
/// If the archive cannot be read.
pub fn rows(archive: &Archive, ids: &[u32]) -> Result<Vec<Value>, ApiError> {
    let tags = archive.tags_of(ids)?;
    let games = archive.summaries(ids)?;
    Ok(games.iter().map(|game| row(game, &tags)).collect())
}

fn row(game: &Summary, tags: &HashMap<u32, Vec<String>>) -> Value {
    json!({
        "id": game.id,
        "game": game.kind,
        "red": game.red,
        "black": game.black,
        "event": game.event,
        "date": game.date.to_string(),
        "result": game.result.text(),
        "opening": game.opening.map(|opening| opening.code),
        "plies": game.plies,
        "source": game.source,
        "tags": tags.get(&game.id).map_or(&[][..], Vec::as_slice),
    })
}
