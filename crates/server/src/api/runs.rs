//! Long work: matches between engines, tuning. What a browser sends are names of what the server
//! has and numbers, never a command or a path.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use play::GameKind;
use serde::Deserialize;
use serde_json::{Value, json};

use super::records::answer;
use crate::app::App;
use crate::board::paste;
use crate::error::{ApiError, Code};
use crate::http::body::Body;
use crate::http::session::Caller;
use crate::runs::matches::{Match, MatchState};
use crate::runs::run::{Loaded, Run, Task};
use crate::runs::tuning::{self, Tuning};
use crate::runs::{Runs, engines};

/// Characters.
const LONGEST_TITLE: usize = 120;
/// So many games are listed at once.
const LISTED: usize = 100;

/// Everything below `/api/runs`.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(list))
        .route("/matches", post(create_match))
        .route("/tunings", post(create_tuning))
        .route("/{id}", get(show).delete(delete))
        .route("/{id}/stop", post(stop))
        .route("/{id}/resume", post(resume))
        .route("/{id}/games", get(games))
        .route("/{id}/games/{number}", get(game))
        .route("/{id}/record", get(record))
}

type Asked = (State<Arc<App>>, Extension<Caller>, Path<String>);

/// The runs of the server.
///
/// # Errors
/// If it keeps none.
pub fn runs(app: &App) -> Result<&Arc<Runs>, ApiError> {
    let none = || ApiError::new(Code::NotFound, "this server keeps no runs");
    app.runs.as_ref().ok_or_else(none)
}

fn own_run(app: &App, caller: &Caller, id: &str) -> Result<Arc<Run>, ApiError> {
    runs(app)?.find(&caller.owner, id)
}

/// `GET /api/runs`: every run, the newest first, and who may play in new ones.
///
/// # Errors
/// If the server keeps no runs.
pub async fn list(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Value>, ApiError> {
    let runs = runs(&app)?;
    let list = runs.of_owner(&caller.owner);
    let suites = tuning::test_sets(runs.material());
    Ok(Json(json!({
        "runs": list.iter().map(|run| run.brief()).collect::<Vec<_>>(),
        "engines": {
            "xiangqi": engines::all(GameKind::Xiangqi),
            "banqi": engines::all(GameKind::Banqi),
        },
        "suites": suites.into_iter().map(|(name, _)| name).collect::<Vec<_>>(),
        "lanes": crate::config::cores(),
    })))
}

/// A match as a browser sends it.
#[derive(Deserialize)]
pub struct NewMatch {
    #[serde(default)]
    title: String,
    #[serde(rename = "match")]
    wanted: Match,
}

/// `POST /api/runs/matches`.
///
/// # Errors
/// If it cannot be played or kept.
pub async fn create_match(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Body(new): Body<NewMatch>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    app.blocking(move |app| {
        let runs = runs(app)?;
        let settings = new.wanted.arena_settings()?;
        if let Some(rules) = &settings.rules {
            arena::run::RuleSet::read(settings.game, rules)
                .map_err(|error| ApiError::bad(error.to_string()))?;
        }
        let title = checked_title(new.title)?;
        let run = runs.start(&caller.owner, title, Task::Match(new.wanted))?;
        Ok((StatusCode::CREATED, Json(run.brief())))
    })
    .await
}

/// A tuning run as a browser sends it.
#[derive(Deserialize)]
pub struct NewTuning {
    #[serde(default)]
    title: String,
    tuning: Tuning,
}

/// `POST /api/runs/tunings`.
///
/// # Errors
/// If it makes no sense or cannot be kept.
pub async fn create_tuning(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Body(new): Body<NewTuning>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    app.blocking(move |app| {
        let runs = runs(app)?;
        new.tuning.settings(runs.material())?;
        let title = checked_title(new.title)?;
        let run = runs.start(&caller.owner, title, Task::Tuning(Box::new(new.tuning)))?;
        Ok((StatusCode::CREATED, Json(run.brief())))
    })
    .await
}

fn checked_title(title: String) -> Result<String, ApiError> {
    let title = title.trim();
    if title.chars().count() > LONGEST_TITLE || title.chars().any(char::is_control) {
        let message = format!("title: expected at most {LONGEST_TITLE} letters on one line");
        return Err(ApiError::bad(message));
    }
    Ok(title.to_owned())
}

/// `GET /api/runs/{id}`.
///
/// # Errors
/// If there is no such run.
pub async fn show(
    (State(app), Extension(caller), Path(id)): Asked,
) -> Result<Json<Value>, ApiError> {
    app.blocking(move |app| runs(app)?.detail(&own_run(app, &caller, &id)?).map(Json)).await
}

/// `POST /api/runs/{id}/stop`: finished games stay, and it can go on later.
///
/// # Errors
/// If there is no such run.
pub async fn stop(
    (State(app), Extension(caller), Path(id)): Asked,
) -> Result<Json<Value>, ApiError> {
    app.blocking(move |app| {
        let run = own_run(app, &caller, &id)?;
        runs(app)?.stop(&run);
        Ok(Json(run.brief()))
    })
    .await
}

/// `POST /api/runs/{id}/resume`.
///
/// # Errors
/// If there is no such run, or it is complete.
pub async fn resume(
    (State(app), Extension(caller), Path(id)): Asked,
) -> Result<Json<Value>, ApiError> {
    app.blocking(move |app| {
        let run = own_run(app, &caller, &id)?;
        runs(app)?.resume(&run)?;
        Ok(Json(run.brief()))
    })
    .await
}

/// `DELETE /api/runs/{id}`: with everything that came of it.
///
/// # Errors
/// If there is no such run, or it is at work.
pub async fn delete(
    (State(app), Extension(caller), Path(id)): Asked,
) -> Result<StatusCode, ApiError> {
    app.blocking(move |app| {
        let run = own_run(app, &caller, &id)?;
        runs(app)?.delete(&run)?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// Which games of a list.
#[derive(Deserialize)]
pub struct Piece {
    #[serde(default)]
    from: usize,
}

/// Looks into the games of a match.
fn with_games<T>(
    app: &App,
    run: &Arc<Run>,
    look: impl FnOnce(&MatchState) -> T,
) -> Result<T, ApiError> {
    runs(app)?.load(run)?;
    match &run.progress().loaded {
        Loaded::Match(state) => Ok(look(state)),
        Loaded::Nothing | Loaded::Tuning(_) => Err(ApiError::not_found("game")),
    }
}

/// `GET /api/runs/{id}/games?from=`: finished games, the newest first.
///
/// # Errors
/// If there is no such run, or it has no games.
pub async fn games(
    (State(app), Extension(caller), Path(id)): Asked,
    piece: Result<Query<Piece>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Value>, ApiError> {
    let Query(Piece { from }) = piece.map_err(|error| ApiError::bad(error.body_text()))?;
    app.blocking(move |app| {
        with_games(app, &own_run(app, &caller, &id)?, |state| {
            let games = state.games(from, LISTED);
            Json(json!({"count": state.lines.len(), "from": from, "games": games}))
        })
    })
    .await
}

/// `GET /api/runs/{id}/games/{number}`: one game as a file would be opened.
///
/// # Errors
/// If there is no such game.
pub async fn game(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path((id, number)): Path<(String, u32)>,
) -> Result<Json<Value>, ApiError> {
    app.blocking(move |app| {
        let run = own_run(app, &caller, &id)?;
        let (kind, record) =
            with_games(app, &run, |state| (state.game(), state.record(&run, number)))?;
        let record = record?.ok_or_else(|| ApiError::not_found("game"))?;
        let mut read = records::read_text(&record, kind);
        let game = if read.games.is_empty() { None } else { Some(read.games.swap_remove(0)) };
        let game = game.ok_or_else(|| ApiError::new(Code::Internal, "the record is damaged"))?;
        Ok(answer(paste::of_game(game)?))
    })
    .await
}

/// `GET /api/runs/{id}/record`: every finished game as a file.
///
/// # Errors
/// If there is no such run, or it has no games.
pub async fn record(
    (State(app), Extension(caller), Path(id)): Asked,
) -> Result<Response, ApiError> {
    app.blocking(move |app| {
        let run = own_run(app, &caller, &id)?;
        let name = with_games(app, &run, |state| arena::run::records_name(state.game()))?;
        let bytes = std::fs::read(run.folder.join(name));
        let bytes = bytes.map_err(|error| {
            tracing::error!("{name} of run {}: {error}", run.id);
            ApiError::new(Code::Internal, "the games cannot be read")
        })?;
        let headers = [
            (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"chuhe-{name}\"")),
        ];
        Ok((headers, bytes).into_response())
    })
    .await
}
