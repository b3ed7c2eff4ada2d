//! What was played in a position: by whom, with what result, when, and games to look at.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use library::archive::explore::{Continuation, Explored, Hit, Tally};
use library::archive::select::read_position;
use play::{AnyGame, AnyPly};
use records::Played;
use serde::Deserialize;
use serde_json::{Value, json};

use super::collection;
use super::filter::Filter;
use super::list::rows;
use crate::app::App;
use crate::collection::Collection;
use crate::error::ApiError;
use crate::http::body::Body;
use crate::live::messages::LineText;

/// So many players and model games are named.
const PLAYERS: usize = 8;
const MODELS: usize = 12;

/// A position, and which games count.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    line: LineText,
    #[serde(default)]
    filter: Filter,
}

/// `POST /api/library/explore`: results are those of who is to move.
///
/// # Errors
/// If the position is none, or names the condition that is none.
pub async fn explore(
    State(app): State<Arc<App>>,
    Body(asked): Body<Asked>,
) -> Result<Json<Value>, ApiError> {
    if asked.filter.needs_scan() {
        return Err(ApiError::bad("filter: places, material and patterns are not for exploring"));
    }
    app.blocking(move |app| {
        let all = collection(app)?;
        let line = asked.line.open()?;
        let board =
            read_position(&line.position()).map_err(|error| ApiError::bad(error.to_string()))?;
        let chosen = chosen(all, &asked.filter)?;
        let chosen = chosen.as_deref().map(Vec::as_slice);
        let explored = all.archive.explore(&board, chosen, PLAYERS)?;
        let models = all.archive.model_games(&board, chosen, MODELS)?;
        answer(all, &line, &explored, &models).map(Json)
    })
    .await
}

/// The games that count; `None` for all.
fn chosen(all: &Collection, filter: &Filter) -> Result<Option<Arc<Vec<u32>>>, ApiError> {
    if filter.is_empty() {
        return Ok(None);
    }
    let selection = filter.selection()?;
    all.choices.get(&format!("{filter:?}"), || Ok(all.archive.select(&selection)?)).map(Some)
}

fn answer(
    all: &Collection,
    line: &AnyGame,
    explored: &Explored,
    models: &[Hit],
) -> Result<Value, ApiError> {
    let plies = explored.plies.iter().map(|one| continuation(line, one));
    let years = explored.years.iter().map(|(year, of)| with(of, "year", json!(year)));
    let players = explored.players.iter().map(|(name, of)| with(of, "name", json!(name)));
    let ids: Vec<u32> = models.iter().map(|hit| hit.game).collect();
    let mut games = rows(&all.archive, &ids)?;
    for row in &mut games {
        let hit = models.iter().find(|hit| row["id"] == hit.game);
        row["ply"] = json!(hit.map(|hit| hit.ply));
    }
    Ok(json!({
        "fen": line.position(),
        "all": tally(&explored.tally),
        "plies": plies.collect::<Vec<_>>(),
        "years": years.collect::<Vec<_>>(),
        "players": players.collect::<Vec<_>>(),
        "models": games,
    }))
}

fn tally(tally: &Tally) -> Value {
    json!({
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score(),
    })
}

fn with(of: &Tally, name: &str, value: Value) -> Value {
    let mut all = tally(of);
    all[name] = value;
    all
}

fn continuation(line: &AnyGame, one: &Continuation) -> Value {
    let mut value = with(&one.tally, "ply", json!(one.played.map(|played| show(line, played))));
    value["first_year"] = json!(Some(one.years.0).filter(|&year| year > 0));
    value["last_year"] = json!(Some(one.years.1).filter(|&year| year > 0));
    value["latest"] = json!(one.game);
    value
}

/// A ply in every notation, a flip with what it turned up.
pub fn show(line: &AnyGame, played: Played) -> Value {
    let (ply, reveal) = match played {
        Played::Xiangqi(ply) => (AnyPly::Xiangqi(ply), None),
        Played::Banqi(played) => (AnyPly::Banqi(played.ply), played.reveal.piece()),
    };
    let Ok(view) = line.show(ply) else { return Value::Null };
    let mut value = json!(view);
    if let Some(piece) = reveal {
        value["reveal"] = json!(piece.letter().to_string());
    }
    value
}
