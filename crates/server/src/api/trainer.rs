//! The endgame trainer: positions of a class of an endgame table, what each ply changed,
//! and the defence that lasts longest. The tab keeps the line; nothing is remembered here.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use library::Id;
use play::tables::practice::{best, keeps, position};
use play::tables::{AnyTables, TableView, ValueView};
use play::{AnyGame, Chance, GameKind};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::board::{board, verdict};
use crate::error::{ApiError, Code};
use crate::http::body::Body;
use crate::live::messages::{LineText, PlyText};
use crate::think::gate::Class;

/// What is to be practised.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    game: GameKind,
    class: String,
    /// `win` or `draw`.
    #[serde(default = "win")]
    value: String,
}

fn win() -> String {
    "win".to_owned()
}

/// A ply in a line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    game: GameKind,
    start: String,
    #[serde(default)]
    plies: Vec<PlyText>,
    ply: String,
}

fn tables(app: &App, game: GameKind) -> Result<Arc<AnyTables>, ApiError> {
    let tables = app.knowledge.tables(game).filter(|tables| !tables.is_empty());
    tables.ok_or_else(|| ApiError::not_found("endgame table"))
}

/// What a value is, as clients see it.
fn value(view: &ValueView) -> Value {
    json!({"value": view.value, "distance": view.plies, "end": view.end})
}

/// `POST /api/trainer/start`: a position of a class, whoever is to do it to move.
///
/// # Errors
/// If there is no such table, or it has no such position.
pub async fn start(
    State(app): State<Arc<App>>,
    Body(wanted): Body<Wanted>,
) -> Result<Json<Value>, ApiError> {
    if !["win", "draw"].contains(&wanted.value.as_str()) {
        return Err(ApiError::bad("value: expected win or draw"));
    }
    let shared = Arc::clone(&app);
    let work = move |_: &_| {
        let tables = tables(&shared, wanted.game)?;
        if !tables.list().iter().any(|table| table.name == wanted.class) {
            return Err(ApiError::not_found("endgame table"));
        }
        let seed = Id::random().bits() as u64;
        let line = position(&tables, &wanted.class, &wanted.value, seed);
        let line = line.ok_or_else(|| ApiError::not_found("position"))?;
        let view = tables.view((&line).into()).ok_or_else(|| ApiError::not_found("position"))?;
        Ok(Json(json!({
            "game": wanted.game,
            "class": wanted.class,
            "start": line.start(),
            "board": board(&line, false),
            "plies": [],
            "worth": value(&view.worth),
        })))
    };
    app.pool.answer(Class::Question, work).await
}

/// `POST /api/trainer/play`: what a ply was worth, and the answer that lasts longest.
///
/// # Errors
/// If the ply cannot be played, the game is over, or no table has the position.
pub async fn play(
    State(app): State<Arc<App>>,
    Body(tried): Body<Tried>,
) -> Result<Json<Value>, ApiError> {
    let shared = Arc::clone(&app);
    let work = move |_: &_| {
        let tables = tables(&shared, tried.game)?;
        let Tried { game, start, plies, ply } = tried;
        let mut line = LineText { game, start: Some(start), plies, rules: None }.open()?;
        if line.verdict().is_some() {
            return Err(ApiError::new(Code::GameOver, "the ending is over"));
        }
        let before = known(&tables, &line)?;
        line.play(&ply, Chance::Told(None), false)?;
        let own = line.len() - 1;
        let worth = before.plies.iter().find(|rated| rated.ply == line.ply_view(own).ply);
        let worth = worth.map(|rated| rated.worth.clone());
        let kept = worth.as_ref().is_some_and(|worth| keeps(&before.worth, worth));
        let better = best(&before.plies).map(|rated| shown(&line, own, &rated.ply)).transpose()?;
        // The defence plays on even where the win was thrown away.
        let answer = tables.view((&line).into()).filter(|_| line.verdict().is_none());
        if let Some(answer) = answer.as_ref().and_then(|view| best(&view.plies)) {
            line.play(&answer.ply, Chance::Told(None), false)?;
        }
        let now = tables.view((&line).into()).filter(|_| line.len() == own + 2);
        Ok(Json(json!({
            "plies": line.ply_views(),
            "board": board(&line, line.verdict().is_some()),
            "before": value(&before.worth),
            "after": worth.as_ref().map(value),
            "kept": kept,
            "best": better,
            "worth": now.as_ref().map(|view| value(&view.worth)),
            "result": verdict(&line),
        })))
    };
    app.pool.answer(Class::Question, work).await
}

fn known(tables: &AnyTables, line: &AnyGame) -> Result<TableView, ApiError> {
    tables.view(line.into()).ok_or_else(|| ApiError::not_found("endgame table"))
}

/// Another ply than the one that was played, in every notation.
fn shown(line: &AnyGame, at: usize, ply: &str) -> Result<Value, ApiError> {
    let mut other = line.clone();
    while other.len() > at && other.undo() {}
    other.play(ply, Chance::Told(None), true)?;
    Ok(json!(other.ply_view(at)))
}
