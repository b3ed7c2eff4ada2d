//! Puzzles: what there is, the one that is open, and what is done to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use play::GameKind;
use puzzles::shipped;
use serde::Deserialize;
use serde_json::{Value, json};

use super::games::Nothing;
use crate::app::App;
use crate::error::ApiError;
use crate::http::body::Body;
use crate::http::session::Caller;
use crate::puzzles::attempt::{self, Open, Seen, Wanted};
use crate::puzzles::{making, score};
use crate::think::gate::Class;
use crate::time::now_ms;

/// So many points of a rating are shown.
const SHOWN: u32 = 200;

/// The routes below `/api/puzzles`.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(overview))
        .route("/next", post(next))
        .route("/play", post(play))
        .route("/hint", post(hint))
        .route("/give-up", post(give_up))
        .route("/proof", get(proof))
        .route("/make", post(make))
        .route("/make/stop", post(stop))
}

/// Which game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Of {
    game: GameKind,
}

/// A ply for the puzzle that is open.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ply {
    game: GameKind,
    attempt: String,
    plies: usize,
    ply: String,
}

type Asked = (State<Arc<App>>, Extension<Caller>);
type Query1 = Result<Query<Of>, axum::extract::rejection::QueryRejection>;

fn of(query: Query1) -> Result<GameKind, ApiError> {
    let Query(of) = query.map_err(|error| ApiError::bad(error.body_text()))?;
    Ok(of.game)
}

/// Does something with the library and the prover, in turn with everything that thinks.
async fn work(
    app: Arc<App>,
    work: impl FnOnce(&Arc<App>) -> Result<Value, ApiError> + Send + 'static,
) -> Result<Json<Value>, ApiError> {
    let shared = Arc::clone(&app);
    app.pool.answer(Class::Question, move |_| work(&shared).map(Json)).await
}

/// `GET /api/puzzles?game=…`: what there is, the rating and its history, failures that come
/// back, and the puzzle that is open.
///
/// # Errors
/// If the library cannot be read.
pub async fn overview(
    (State(app), Extension(caller)): Asked,
    query: Query1,
) -> Result<Json<Value>, ApiError> {
    let game = of(query)?;
    work(app, move |app| {
        let owner = &caller.owner;
        let kind = score::kind(game);
        let row = app.library.rating(owner, &kind)?;
        let history = app.library.rating_history(owner, &kind, SHOWN)?;
        let states = app.library.puzzle_states(owner, game.name())?;
        let own = app.sets.own(&app.library, owner, game)?;
        let shipped = shipped::shipped(game);
        let (mut goals, mut themes) = (BTreeMap::new(), BTreeMap::new());
        for puzzle in shipped.iter().chain(own.iter()) {
            *goals.entry(puzzle.goal.name()).or_insert(0) += 1;
            for theme in &puzzle.themes {
                *themes.entry(theme.as_str()).or_insert(0) += 1;
            }
        }
        let themes = themes.into_iter().filter_map(|(key, count)| {
            let mut theme = attempt::theme(key)?;
            theme["count"] = json!(count);
            Some(theme)
        });
        let themes: Vec<Value> = themes.collect();
        let now = now_ms();
        let dues: Vec<i64> =
            states.iter().filter_map(|state| state.review.map(|(_, due)| due)).collect();
        let open = attempt::current(app, owner, game)?;
        let rating = score::rating(row);
        let history: Vec<Value> = history
            .iter()
            .map(|one| json!({"rating": one.rating, "score": one.score, "played": one.played}))
            .collect();
        Ok(json!({
            "game": game,
            "count": shipped.len(),
            "own": own.len(),
            "tried": states.len(),
            "rating": rating.rating,
            "deviation": rating.deviation,
            "tries": row.map_or(0, |row| row.games),
            "solved": row.map_or(0, |row| row.won),
            "streak": row.map_or(0, |row| row.streak),
            "best_streak": row.map_or(0, |row| row.best_streak),
            "history": history,
            "due": dues.iter().filter(|&&due| due <= now).count(),
            "later": dues.iter().filter(|&&due| due > now).count(),
            "next_due": dues.iter().min(),
            "goals": goals,
            "themes": themes,
            "attempt": open.map(|open| open.view()).transpose()?,
            "making": app.making.json(owner),
        }))
    })
    .await
}

/// `POST /api/puzzles/next`: chooses another puzzle and opens it.
///
/// # Errors
/// If there is none of the kind.
pub async fn next(
    (State(app), Extension(caller)): Asked,
    Body(wanted): Body<Wanted>,
) -> Result<Json<Value>, ApiError> {
    work(app, move |app| attempt::next(app, &caller.owner, &wanted)?.view()).await
}

/// Does something to the puzzle as it was seen.
async fn act(
    (State(app), Extension(caller)): Asked,
    seen: Seen,
    act: impl FnOnce(&mut Open, &Arc<App>, &str) -> Result<(), ApiError> + Send + 'static,
) -> Result<Json<Value>, ApiError> {
    work(app, move |app| {
        let _turn = app.sets.turn();
        let mut open = attempt::seen(app, &caller.owner, &seen)?;
        act(&mut open, app, &caller.owner)?;
        open.view()
    })
    .await
}

/// `POST /api/puzzles/play`.
///
/// # Errors
/// If the ply is not legal, the puzzle is over, or another tab has gone on.
pub async fn play(asked: Asked, Body(body): Body<Ply>) -> Result<Json<Value>, ApiError> {
    let Ply { game, attempt, plies, ply } = body;
    let seen = Seen { game, attempt, plies };
    act(asked, seen, move |open, app, owner| open.play(app, owner, &ply)).await
}

/// `POST /api/puzzles/hint`: the piece first, then the ply.
///
/// # Errors
/// If the puzzle is over, or another tab has gone on.
pub async fn hint(asked: Asked, Body(seen): Body<Seen>) -> Result<Json<Value>, ApiError> {
    act(asked, seen, |open, app, owner| open.hint(app, owner)).await
}

/// `POST /api/puzzles/give-up`.
///
/// # Errors
/// If the puzzle is over, or another tab has gone on.
pub async fn give_up(asked: Asked, Body(seen): Body<Seen>) -> Result<Json<Value>, ApiError> {
    act(asked, seen, |open, app, owner| open.give_up(app, owner)).await
}

/// `GET /api/puzzles/proof?game=…`: the whole proof as a list of nodes.
///
/// # Errors
/// If the puzzle is still to be solved.
pub async fn proof(
    (State(app), Extension(caller)): Asked,
    query: Query1,
) -> Result<Json<Value>, ApiError> {
    let game = of(query)?;
    work(app, move |app| {
        let open = attempt::current(app, &caller.owner, game)?;
        open.ok_or_else(|| ApiError::not_found("puzzle"))?.proof()
    })
    .await
}

/// `POST /api/puzzles/make`: looks for puzzles in the owner's games.
///
/// # Errors
/// If somebody does so already.
pub async fn make(
    (State(app), Extension(caller)): Asked,
    Body(of): Body<Of>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let begun = app.blocking(move |app| {
        making::start(app, &caller.owner, of.game)?;
        Ok(Json(app.making.json(&caller.owner)))
    });
    Ok((StatusCode::CREATED, begun.await?))
}

/// `POST /api/puzzles/make/stop`: what was found so far is kept.
///
/// # Errors
/// Never, but for a body that is none.
pub async fn stop(
    (State(app), Extension(caller)): Asked,
    Body(Nothing {}): Body<Nothing>,
) -> Result<StatusCode, ApiError> {
    app.making.stop(&caller.owner);
    Ok(StatusCode::NO_CONTENT)
}
