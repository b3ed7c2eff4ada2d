//! The archive of games: importing, choosing, looking at, changing, taking away.
//!
//! | module | what it answers |
//! |---|---|
//! | [`filter`] | which games are meant |
//! | [`list`] | chosen games, in pieces |
//! | [`import`] | files from a browser into the archive |
//! | [`game`] | one game: shown, changed, added |
//! | [`edit`] | removing, bringing back, tagging |
//! | [`export`] | chosen games as a file |
//! | [`statistics`] | what can be said about chosen games, and about a player |
//! | [`explore`] | what was played in a position |

pub mod edit;
pub mod explore;
pub mod export;
pub mod filter;
pub mod game;
pub mod import;
pub mod list;
pub mod statistics;

use std::sync::Arc;

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use library::archive::edit::EditError;
use library::archive::openings;
use serde_json::{Value, json};

use crate::app::App;
use crate::collection::Collection;
use crate::error::{ApiError, Code};

/// Everything below `/api/library`.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(about))
        .route("/openings", get(all_openings))
        .route("/names", get(statistics::names))
        .route("/lists", post(list::create))
        .route("/lists/{id}", get(list::show).delete(list::forget))
        .route("/imports", get(import::list).post(import::create))
        .route("/imports/{id}", get(import::show))
        .route("/imports/{id}/stop", post(import::stop))
        .route("/games", post(game::add))
        .route("/games/{id}", get(game::show).put(game::change))
        .route("/remove", post(edit::remove))
        .route("/restore", post(edit::restore))
        .route("/tag", post(edit::tag))
        .route("/export", post(export::export))
        .route("/statistics", post(statistics::statistics))
        .route("/player", get(statistics::player))
        .route("/explore", post(explore::explore))
}

/// The collection of the server.
///
/// # Errors
/// If it has none.
pub fn collection(app: &App) -> Result<&Arc<Collection>, ApiError> {
    let none = || ApiError::new(Code::NotFound, "this server has no archive of games");
    app.collection.as_ref().ok_or_else(none)
}

/// `GET /api/library`: how much there is.
///
/// # Errors
/// If there is no archive or it cannot be read.
pub async fn about(State(app): State<Arc<App>>) -> Result<Json<Value>, ApiError> {
    app.blocking(|app| {
        let archive = &collection(app)?.archive;
        let tags: Vec<Value> = archive
            .tags()?
            .iter()
            .map(|(tag, games)| json!({"tag": tag, "games": games}))
            .collect();
        Ok(Json(json!({
            "games": archive.count()?,
            "bytes": archive.bytes(),
            "tags": tags,
            "most_bytes": crate::collection::upload::MOST_BYTES,
        })))
    })
    .await
}

/// `GET /api/library/openings`: our classification.
pub async fn all_openings() -> Json<Value> {
    let opening = |opening: &openings::Opening| {
        json!({
            "code": opening.code,
            "en": opening.english,
            "zh_hant": opening.traditional,
            "zh_hans": opening.simplified,
        })
    };
    Json(json!({"openings": openings::all().iter().map(opening).collect::<Vec<_>>()}))
}

impl From<EditError> for ApiError {
    fn from(error: EditError) -> ApiError {
        match error {
            EditError::TooMany(_) => ApiError::new(Code::TooMany, error.to_string()),
            EditError::Game(_) => ApiError::bad(error.to_string()),
            EditError::Library(error) => error.into(),
        }
    }
}
