//! Games, and what is done to them.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use library::{GameFilter, Id, NewGame};
use play::{AnyGame, GameKind, Seat};
use serde::Deserialize;
use serde_json::{Value, json};

use super::search::Search;
use super::settings::Settings;
use crate::app::App;
use crate::board::verdict;
use crate::board::view::known_reason;
use crate::error::{ApiError, Code};
use crate::games::clock::ClockSpec;
use crate::games::seats::Player;
use crate::games::shared::SharedGame;
use crate::games::view::GameView;
use crate::http::body::Body;
use crate::http::session::Caller;

/// Engines may play each other in so many games of one owner at the same time.
const MOST_SHOWS: usize = 8;

/// Whose request it is, and about which game.
type Asked = (State<Arc<App>>, Extension<Caller>, Path<String>);

/// What a new game is made of.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    game: GameKind,
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
    game: Option<GameKind>,
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
/// If the request makes no sense, or there is no room.
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
    let _counted = show.then(|| app.games.beginning());
    if show {
        check_shows(app, &new.owner)?;
    }
    let game = app.games.create(app, new)?;
    Ok((StatusCode::CREATED, Json(game.view())))
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
    if app.games.shows(owner) < MOST_SHOWS {
        return Ok(());
    }
    let message = format!("engines play each other in {MOST_SHOWS} games already");
    Err(ApiError::new(Code::TooMany, message))
}

fn new_game(app: &App, owner: &str, wanted: Wanted) -> Result<NewGame, ApiError> {
    wanted.first.check(wanted.game, &app.config.engines)?;
    wanted.second.check(wanted.game, &app.config.engines)?;
    wanted.clock.map_or(Ok(()), ClockSpec::check)?;
    let settings = Settings::of(app, owner);
    let usual = match wanted.game {
        GameKind::Xiangqi => settings.rules_xiangqi,
        GameKind::Banqi => settings.rules_banqi,
    };
    let rules = wanted.rules.unwrap_or(usual);
    let line = AnyGame::open(wanted.game, wanted.start.as_deref(), Some(&rules))?;
    let start = with_handicap(&line, &wanted.handicap)?;
    let line = AnyGame::open(wanted.game, Some(&start), Some(&rules))?;
    if let Some(result) = verdict(&line) {
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
fn with_handicap(line: &AnyGame, squares: &[String]) -> Result<String, ApiError> {
    if squares.is_empty() {
        return Ok(line.start());
    }
    let AnyGame::Xiangqi { setup, .. } = line else {
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
fn seed(kind: GameKind, text: Option<&str>) -> Result<Option<u64>, ApiError> {
    match (kind, text) {
        (GameKind::Xiangqi, None) => Ok(None),
        (GameKind::Xiangqi, Some(_)) => Err(ApiError::bad("seed: only dark chess is dealt")),
        (GameKind::Banqi, None) => Ok(Some(Id::random().bits() as u64 & ((1 << 53) - 1))),
        (GameKind::Banqi, Some(text)) => {
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
async fn with_game<T: Send + 'static>(
    (State(app), Extension(caller), Path(id)): Asked,
    act: impl FnOnce(&Arc<App>, &Arc<SharedGame>) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    app.blocking(move |app| {
        let game = app.games.get(app, &caller.owner, &id)?;
        act(app, &game)
    })
    .await
}

type Answered = Result<Json<GameView>, ApiError>;

/// `GET /api/games/{id}`.
///
/// # Errors
/// If there is no such game.
pub async fn show(asked: Asked) -> Answered {
    with_game(asked, |_, game| Ok(Json(game.view()))).await
}

/// `DELETE /api/games/{id}`.
///
/// # Errors
/// If there is no such game.
pub async fn delete(
    (State(app), Extension(caller), Path(id)): Asked,
    Body(Nothing {}): Body<Nothing>,
) -> Result<StatusCode, ApiError> {
    app.blocking(move |app| app.games.delete(app, &caller.owner, &id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/games/{id}/play`.
///
/// # Errors
/// See [`SharedGame::play`].
pub async fn play(asked: Asked, Body(body): Body<Ply>) -> Answered {
    with_game(asked, move |app, game| game.play(app, &body.ply, body.revision).map(Json)).await
}

/// `POST /api/games/{id}/undo`.
///
/// # Errors
/// See [`SharedGame::undo`].
pub async fn undo(asked: Asked, Body(body): Body<Change>) -> Answered {
    with_game(asked, move |app, game| game.undo(app, body.revision).map(Json)).await
}

/// `POST /api/games/{id}/resign`.
///
/// # Errors
/// See [`SharedGame::resign`].
pub async fn resign(asked: Asked, Body(body): Body<BySeat>) -> Answered {
    with_game(asked, move |app, game| game.resign(app, body.seat, body.revision).map(Json)).await
}

/// `POST /api/games/{id}/offer-draw`.
///
/// # Errors
/// See [`SharedGame::offer_draw`].
pub async fn offer_draw(asked: Asked, Body(body): Body<BySeat>) -> Answered {
    with_game(asked, move |app, game| game.offer_draw(app, body.seat, body.revision).map(Json))
        .await
}

/// `POST /api/games/{id}/answer-draw`.
///
/// # Errors
/// See [`SharedGame::answer_draw`].
pub async fn answer_draw(asked: Asked, Body(body): Body<Answer>) -> Answered {
    with_game(asked, move |app, game| game.answer_draw(app, body.accept, body.revision).map(Json))
        .await
}

/// `POST /api/games/{id}/rename`.
///
/// # Errors
/// See [`SharedGame::rename`].
pub async fn rename(asked: Asked, Body(body): Body<Named>) -> Answered {
    with_game(asked, move |app, game| game.rename(app, &body.name).map(Json)).await
}

/// `POST /api/games/{id}/pause`.
///
/// # Errors
/// See [`SharedGame::pause`].
pub async fn pause(asked: Asked, Body(Nothing {}): Body<Nothing>) -> Answered {
    with_game(asked, |app, game| game.pause(app).map(Json)).await
}

/// `POST /api/games/{id}/resume`.
///
/// # Errors
/// See [`SharedGame::resume`].
pub async fn resume(asked: Asked, Body(Nothing {}): Body<Nothing>) -> Answered {
    with_game(asked, |app, game| {
        let waits = {
            let live = game.lock();
            live.is_show() && live.paused
        };
        let _counted = waits.then(|| app.games.beginning());
        if waits {
            check_shows(app, game.owner())?;
        }
        game.resume(app).map(Json)
    })
    .await
}

/// `POST /api/games/{id}/hint`.
///
/// # Errors
/// See [`SharedGame::hint`].
pub async fn hint(asked: Asked, Body(Nothing {}): Body<Nothing>) -> Result<Json<Value>, ApiError> {
    let app = Arc::clone(&asked.0.0);
    let game = with_game(asked, |_, game| Ok(Arc::clone(game))).await?;
    let (ply, score) = game.hint(&app).await?;
    Ok(Json(json!({"ply": ply, "score": score})))
}

/// A ply that is not played yet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thought {
    ply: String,
}

/// `POST /api/games/{id}/coach`: `warning` is `null` if nothing speaks against the ply.
///
/// # Errors
/// See [`SharedGame::coach`].
pub async fn coach(asked: Asked, Body(thought): Body<Thought>) -> Result<Json<Value>, ApiError> {
    let app = Arc::clone(&asked.0.0);
    let game = with_game(asked, |_, game| Ok(Arc::clone(game))).await?;
    let warning = game.coach(&app, thought.ply).await?;
    Ok(Json(json!({ "warning": warning })))
}

/// `POST /api/games/{id}/again`: the same start, rules and deal; seats swapped
/// if wanted.
///
/// # Errors
/// If there is no such game, or no room for another.
pub async fn again(
    (State(app), Extension(caller), Path(id)): Asked,
    Body(body): Body<Again>,
) -> Result<(StatusCode, Json<GameView>), ApiError> {
    app.blocking(move |app| {
        let game = app.games.get(app, &caller.owner, &id)?;
        let row = app.library.game(&game.id())?.ok_or_else(|| ApiError::not_found("game"))?;
        let mut new = row.new;
        if body.swap {
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
pub async fn export(asked: Asked, Query(asked_for): Query<Format>) -> Result<Response, ApiError> {
    let format = asked_for.format.unwrap_or_else(|| "pgn".to_owned());
    let text = with_game(asked, move |_, game| game.lock().export(&format)).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
