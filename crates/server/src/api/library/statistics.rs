//! What can be said about chosen games, and about a player.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use game::Side;
use library::Archive;
use library::archive::Selection;
use library::archive::heat::HeatMap;
use library::archive::statistics::{Record, Results, Statistics};
use serde::Deserialize;
use serde_json::{Value, json};

use super::collection;
use super::filter::Filter;
use crate::app::App;
use crate::error::ApiError;
use crate::http::body::Body;

/// So many openings, players and events are named.
const NAMED: usize = 15;
/// So many games of a player are played through for a heat map, the latest.
const MAPPED: usize = 1_000;
/// So many names are offered.
const OFFERED: usize = 12;

/// A player.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    name: String,
}

/// The beginning of a name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Typed {
    of: String,
    text: String,
}

/// `POST /api/library/statistics`: sums over chosen games.
///
/// # Errors
/// Names the condition that is none.
pub async fn statistics(
    State(app): State<Arc<App>>,
    Body(filter): Body<Filter>,
) -> Result<Json<Value>, ApiError> {
    let all = Arc::clone(collection(&app)?);
    let (selection, shape) = (filter.selection()?, filter.shape()?);
    let room = match filter.needs_scan() {
        true => Arc::clone(&all.scans).acquire_owned().await.ok(),
        false => None,
    };
    app.blocking(move |_| {
        let ids = all.archive.select_watched(&selection, shape.as_ref(), &|_, _| true)?;
        drop(room);
        Ok(Json(sums(&all.archive.statistics(&ids, NAMED)?)))
    })
    .await
}

/// `GET /api/library/player?name=…`: a player's games by colour, with openings, years,
/// opponents, and where the pieces stand.
///
/// # Errors
/// If nobody has that name.
pub async fn player(
    State(app): State<Arc<App>>,
    named: Result<Query<Named>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Value>, ApiError> {
    let Query(named) = named.map_err(|error| ApiError::bad(error.body_text()))?;
    let room = Arc::clone(&collection(&app)?.large).acquire_owned().await;
    app.blocking(move |app| {
        let archive = &collection(app)?.archive;
        let red = of_colour(archive, &named.name, Side::Red)?;
        let black = of_colour(archive, &named.name, Side::Black)?;
        if red.is_empty() && black.is_empty() {
            return Err(ApiError::not_found("player"));
        }
        let mut map = HeatMap::default();
        for (ids, side) in [(&red, Side::Red), (&black, Side::Black)] {
            archive.heat(&ids[ids.len().saturating_sub(MAPPED)..], side, &mut map)?;
        }
        drop(room);
        Ok(Json(json!({
            "name": named.name,
            "red": sums(&archive.statistics(&red, NAMED)?),
            "black": sums(&archive.statistics(&black, NAMED)?),
            "heat": heat(&map),
        })))
    })
    .await
}

fn of_colour(archive: &Archive, name: &str, side: Side) -> Result<Vec<u32>, ApiError> {
    let name = Some(name.to_owned());
    let mut selection = Selection { whole_names: true, ..Selection::default() };
    match side {
        Side::Red => selection.red = name,
        Side::Black => selection.black = name,
    }
    Ok(archive.select(&selection)?)
}

/// By kind of piece and point, in how many of a thousand positions one stood there.
fn heat(map: &HeatMap) -> Value {
    let share = |count: u64| (count * 1000).checked_div(map.positions).unwrap_or_default();
    let mut all = json!({"positions": map.positions});
    for kind in xiangqi::Kind::ALL {
        let counts = map.counts[kind.index()].map(share);
        all[kind.name()] = json!(counts.as_slice());
    }
    all
}

/// `GET /api/library/names?of=player|event&text=…`: names that hold a text.
///
/// # Errors
/// If something else is asked for.
pub async fn names(
    State(app): State<Arc<App>>,
    typed: Result<Query<Typed>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Value>, ApiError> {
    let Query(typed) = typed.map_err(|error| ApiError::bad(error.body_text()))?;
    app.blocking(move |app| {
        let archive = &collection(app)?.archive;
        let names = match typed.of.as_str() {
            "player" => archive.players_like(&typed.text, OFFERED)?,
            "event" => archive.events_like(&typed.text, OFFERED)?,
            _ => return Err(ApiError::bad("of: expected player or event")),
        };
        Ok(Json(json!({"names": names})))
    })
    .await
}

fn results(results: &Results) -> Value {
    json!({
        "games": results.games,
        "red": results.red,
        "draws": results.draws,
        "black": results.black,
        "unknown": results.unknown(),
    })
}

fn with(mut value: Value, name: &str, other: Value) -> Value {
    value[name] = other;
    value
}

fn sums(statistics: &Statistics) -> Value {
    let player = |record: &Record| {
        json!({
            "games": record.games,
            "wins": record.wins,
            "draws": record.draws,
            "losses": record.losses,
        })
    };
    let openings = statistics
        .openings
        .iter()
        .map(|(opening, of)| with(results(of), "code", json!(opening.map(|one| one.code))));
    let years = statistics.years.iter().map(|(year, of)| with(results(of), "year", json!(year)));
    let players = statistics.players.iter().map(|(name, of)| with(player(of), "name", json!(name)));
    let events = statistics.events.iter().map(|(name, of)| with(results(of), "name", json!(name)));
    json!({
        "results": results(&statistics.results),
        "banqi": statistics.dark,
        "plies": statistics.plies,
        "shortest": statistics.shortest,
        "longest": statistics.longest,
        "first_date": statistics.dates.map(|(first, _)| first.to_string()),
        "last_date": statistics.dates.map(|(_, last)| last.to_string()),
        "player_count": statistics.player_count,
        "event_count": statistics.event_count,
        "openings": openings.collect::<Vec<_>>(),
        "years": years.collect::<Vec<_>>(),
        "players": players.collect::<Vec<_>>(),
        "events": events.collect::<Vec<_>>(),
    })
}
