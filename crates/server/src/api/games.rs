//! Games, and what is done to them.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use library::{GameFilter, Id, NewGame};
use serde::Deserialize;
use serde_json::{Value, json};

use super::search::Search;
use super::settings::Settings;
use crate::app::App;
use crate::board::view::known_reason;
use crate::board::{Kind, Line, Seat};
use crate::error::{ApiError, Code};
use crate::http::body::Body;
use crate::http::session::Caller;
use crate::play::clock::ClockSpec;
use crate::play::seats::Player;
use crate::play::table::Table;
use crate::play::view::GameView;

/// Engines may play each other in so many games of one owner at the same time.
const MOST_SHOWS: usize = 8;

/// Whose request it is, and about which game.
type Asked = (State<Arc<App>>, Extension<Caller>, Path<String>);

/// What a new game is made of.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    game: Kind,
    first: Player,
    second: Player,
    rules: Option<String>,
    start: Option<String>,
    seed: Option<String>,
    clock: Option<ClockSpec>,
    #[serde(default)]
    handicap: Vec<String>,
}

/// A change of a game that was seen at a revision.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    revision: u64,
}

/// A ply.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ply {
    ply: String,
    revision: u64,
}

/// Something a seat does.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySeat {
    seat: Seat,
    revision: u64,
}

/// An answer to a draw offer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    accept: bool,
    revision: u64,
}

/// Nothing to say.
#[derive(Deserialize)]
pub struct Nothing {}

/// The same game again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Again {
    #[serde(default)]
    swap: bool,
}

/// Which games to list.
#[derive(Deserialize)]
pub struct Listed {
    game: Option<Kind>,
    state: Option<String>,
    limit: Option<u32>,
    before: Option<String>,
    search: Option<String>,
    zone: Option<i32>,
}

/// Another name for a game; an empty one takes the name away.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    name: String,
}

/// In which form.
#[derive(Deserialize)]
pub struct Format {
    format: Option<String>,
}

/// `POST /api/games`.
///
/// # Errors
/// If the wish makes no sense, or there is no room.
pub async fn create(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Body(wanted): Body<Wanted>,
) -> Result<(StatusCode, Json<GameView>), ApiError> {
    app.blocking(move |app| {
        let new = new_game(app, &caller.owner, wanted)?;
        begin(app, &new)
    })
    .await
}

fn begin(app: &Arc<App>, new: &NewGame) -> Result<(StatusCode, Json<GameView>), ApiError> {
    let show = is_engine(&new.first)? && is_engine(&new.second)?;
    let _counted = show.then(|| app.tables.beginning());
    if show {
        check_shows(app, &new.owner)?;
    }
    let table = app.tables.create(app, new)?;
    Ok((StatusCode::CREATED, Json(table.view())))
}

/// Whether an engine sits in a seat as the library keeps it.
fn is_engine(seat: &str) -> Result<bool, ApiError> {
    let player = serde_json::from_str::<Player>(seat);
    player.map(|player| player.is_engine()).map_err(|error| {
        tracing::error!("a seat of the library: {error}");
        ApiError::new(Code::Internal, "the library holds a player this version does not know")
    })
}

fn check_shows(app: &App, owner: &str) -> Result<(), ApiError> {
    if app.tables.shows(owner) < MOST_SHOWS {
        return Ok(());
    }
    let message = format!("engines play each other in {MOST_SHOWS} games already");
    Err(ApiError::new(Code::TooMany, message))
}

fn new_game(app: &App, owner: &str, wanted: Wanted) -> Result<NewGame, ApiError> {
    wanted.first.check(wanted.game)?;
    wanted.second.check(wanted.game)?;
    wanted.clock.map_or(Ok(()), ClockSpec::check)?;
    let settings = Settings::of(app, owner);
    let usual = match wanted.game {
        Kind::Xiangqi => settings.rules_xiangqi,
        Kind::Banqi => settings.rules_banqi,
    };
    let rules = wanted.rules.unwrap_or(usual);
    let line = Line::open(wanted.game, wanted.start.as_deref(), Some(&rules))?;
    let start = with_handicap(&line, &wanted.handicap)?;
    let line = Line::open(wanted.game, Some(&start), Some(&rules))?;
    if let Some(result) = line.verdict() {
        return Err(ApiError::bad(format!("the game would be over at once: {}", result.reason)));
    }
    let json = |value: &Player| serde_json::to_string(value).unwrap_or_default();
    Ok(NewGame {
        owner: owner.to_owned(),
        game: wanted.game.name().to_owned(),
        first: json(&wanted.first),
        second: json(&wanted.second),
        rules: line.rules(),
        start,
        seed: seed(wanted.game, wanted.seed.as_deref())?,
        clock: wanted.clock.map(|clock| serde_json::to_string(&clock).unwrap_or_default()),
    })
}

/// The start without the pieces a side gives away.
fn with_handicap(line: &Line, squares: &[String]) -> Result<String, ApiError> {
    if squares.is_empty() {
        return Ok(line.start());
    }
    let Line::Xiangqi { setup, .. } = line else {
        return Err(ApiError::bad("handicap: only xiangqi knows handicaps"));
    };
    let mut setup = setup.clone();
    for text in squares {
        let square: xiangqi::Square =
            text.parse().map_err(|error: xiangqi::SquareError| ApiError::bad(error.to_string()))?;
        let piece = setup.board[square.index()].take();
        if piece.is_none_or(|piece| piece.kind() == xiangqi::Kind::King) {
            return Err(ApiError::bad(format!("handicap: no piece to give away on {square}")));
        }
    }
    Ok(setup.to_string())
}

/// Seeds are texts: they have more digits than a browser's numbers.
fn seed(kind: Kind, text: Option<&str>) -> Result<Option<u64>, ApiError> {
    match (kind, text) {
        (Kind::Xiangqi, None) => Ok(None),
        (Kind::Xiangqi, Some(_)) => Err(ApiError::bad("seed: only dark chess is dealt")),
        (Kind::Banqi, None) => Ok(Some(Id::random().bits() as u64 & ((1 << 53) - 1))),
        (Kind::Banqi, Some(text)) => {
            let seed = text.trim().parse().ok();
            let shown: String = text.chars().take(30).collect();
            seed.map(Some).ok_or_else(|| {
                ApiError::bad(format!("seed is '{shown}': expected a number below 2^64 as text"))
            })
        }
    }
}

/// `GET /api/games`.
///
/// # Errors
/// If the question makes no sense, or the library cannot be read.
pub async fn list(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    listed: Result<Query<Listed>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Value>, ApiError> {
    let Query(listed) = listed.map_err(|error| ApiError::bad(error.body_text()))?;
    let finished = match listed.state.as_deref() {
        None | Some("") => None,
        Some("running") => Some(false),
        Some("finished") => Some(true),
        Some(_) => return Err(ApiError::bad("state: expected running or finished")),
    };
    let before = listed.before.filter(|id| !id.is_empty());
    let after = before.map(|id| id.parse::<Id>()).transpose();
    let filter = GameFilter {
        game: listed.game.map(|game| game.name().to_owned()),
        finished,
        after: after.map_err(|error| ApiError::bad(format!("before: {error}")))?,
        limit: listed.limit.unwrap_or(50).clamp(1, 200),
    };
    let question = listed.search.unwrap_or_default();
    let search = Search::read(&question, listed.zone.unwrap_or(0))?;
    app.blocking(move |app| {
        let (games, more) = match &search {
            None => app.library.games(&caller.owner, &filter)?,
            Some(search) => {
                app.library.find_games(&caller.owner, &filter, |game| search.finds(game))?
            }
        };
        let games: Vec<Value> = games.iter().map(summary).collect();
        Ok(Json(json!({"games": games, "more": more})))
    })
    .await
}

fn summary(game: &library::GameSummary) -> Value {
    let result = game.ending.as_ref();
    json!({
        "id": game.id.to_string(),
        "name": game.name,
        "game": game.game,
        "first": player(&game.first),
        "second": player(&game.second),
        "plies": game.plies,
        "result": result.map(|ending| json!({"winner": ending.winner, "reason": known_reason(&ending.reason)})),
        "created": game.created,
        "updated": game.updated,
        "fen": game.position,
    })
}

/// Who sat there; a damaged row still has its line in the list.
fn player(text: &str) -> Value {
    match serde_json::from_str::<Player>(text) {
        Ok(player) => json!(player),
        Err(_) => json!(Player::Human {}),
    }
}

/// Finds the game and does something to it.
async fn with_table<T: Send + 'static>(
    (State(app), Extension(caller), Path(id)): Asked,
    act: impl FnOnce(&Arc<App>, &Arc<Table>) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    app.blocking(move |app| {
        let table = app.tables.get(app, &caller.owner, &id)?;
        act(app, &table)
    })
    .await
}

type Answered = Result<Json<GameView>, ApiError>;

/// `GET /api/games/{id}`.
///
/// # Errors
/// If there is no such game.
pub async fn show(asked: Asked) -> Answered {
    with_table(asked, |_, table| Ok(Json(table.view()))).await
}

/// `DELETE /api/games/{id}`.
///
/// # Errors
/// If there is no such game.
pub async fn delete(
    (State(app), Extension(caller), Path(id)): Asked,
    Body(Nothing {}): Body<Nothing>,
) -> Result<StatusCode, ApiError> {
    app.blocking(move |app| app.tables.delete(app, &caller.owner, &id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/games/{id}/play`.
///
/// # Errors
/// See [`Table::play`].
pub async fn play(asked: Asked, Body(wish): Body<Ply>) -> Answered {
    with_table(asked, move |app, table| table.play(app, &wish.ply, wish.revision).map(Json)).await
}

/// `POST /api/games/{id}/undo`.
///
/// # Errors
/// See [`Table::undo`].
pub async fn undo(asked: Asked, Body(wish): Body<Change>) -> Answered {
    with_table(asked, move |app, table| table.undo(app, wish.revision).map(Json)).await
}

/// `POST /api/games/{id}/resign`.
///
/// # Errors
/// See [`Table::resign`].
pub async fn resign(asked: Asked, Body(wish): Body<BySeat>) -> Answered {
    with_table(asked, move |app, table| table.resign(app, wish.seat, wish.revision).map(Json)).await
}

/// `POST /api/games/{id}/offer-draw`.
///
/// # Errors
/// See [`Table::offer_draw`].
pub async fn offer_draw(asked: Asked, Body(wish): Body<BySeat>) -> Answered {
    with_table(asked, move |app, table| table.offer_draw(app, wish.seat, wish.revision).map(Json))
        .await
}

/// `POST /api/games/{id}/answer-draw`.
///
/// # Errors
/// See [`Table::answer_draw`].
pub async fn answer_draw(asked: Asked, Body(wish): Body<Answer>) -> Answered {
    with_table(asked, move |app, table| {
        table.answer_draw(app, wish.accept, wish.revision).map(Json)
    })
    .await
}

/// `POST /api/games/{id}/rename`.
///
/// # Errors
/// See [`Table::rename`].
pub async fn rename(asked: Asked, Body(wish): Body<Named>) -> Answered {
    with_table(asked, move |app, table| table.rename(app, &wish.name).map(Json)).await
}

/// `POST /api/games/{id}/pause`.
///
/// # Errors
/// See [`Table::pause`].
pub async fn pause(asked: Asked, Body(Nothing {}): Body<Nothing>) -> Answered {
    with_table(asked, |app, table| table.pause(app).map(Json)).await
}

/// `POST /api/games/{id}/resume`.
///
/// # Errors
/// See [`Table::resume`].
pub async fn resume(asked: Asked, Body(Nothing {}): Body<Nothing>) -> Answered {
    with_table(asked, |app, table| {
        let waits = {
            let live = table.lock();
            live.is_show() && live.paused
        };
        let _counted = waits.then(|| app.tables.beginning());
        if waits {
            check_shows(app, table.owner())?;
        }
        table.resume(app).map(Json)
    })
    .await
}

/// `POST /api/games/{id}/hint`.
///
/// # Errors
/// See [`Table::hint`].
pub async fn hint(asked: Asked, Body(Nothing {}): Body<Nothing>) -> Result<Json<Value>, ApiError> {
    let app = Arc::clone(&asked.0.0);
    let table = with_table(asked, |_, table| Ok(Arc::clone(table))).await?;
    let (ply, score) = table.hint(&app).await?;
    Ok(Json(json!({"ply": ply, "score": score})))
}

/// `POST /api/games/{id}/again`: the same start, rules and deal; seats swapped
/// if wanted.
///
/// # Errors
/// If there is no such game, or no room for another.
pub async fn again(
    (State(app), Extension(caller), Path(id)): Asked,
    Body(wish): Body<Again>,
) -> Result<(StatusCode, Json<GameView>), ApiError> {
    app.blocking(move |app| {
        let table = app.tables.get(app, &caller.owner, &id)?;
        let row = app.library.game(&table.id())?.ok_or_else(|| ApiError::not_found("game"))?;
        let mut new = row.new;
        if wish.swap {
            std::mem::swap(&mut new.first, &mut new.second);
        }
        begin(app, &new)
    })
    .await
}

/// `GET /api/games/{id}/export`.
///
/// # Errors
/// If there is no such game or format.
pub async fn export(asked: Asked, Query(wish): Query<Format>) -> Result<Response, ApiError> {
    let format = wish.format.unwrap_or_else(|| "pgn".to_owned());
    let text = with_table(asked, move |_, table| table.lock().export(&format)).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
