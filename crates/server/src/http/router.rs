//! Which path leads where.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use super::{assets, guard};
use crate::api::{
    about, evaluate, games, knowledge, library, position, records, settings, studies,
};
use crate::app::App;
use crate::error::ApiError;
use crate::live::socket;

/// Everything the server answers.
pub fn router(app: Arc<App>) -> Router {
    let game = Router::new()
        .route("/", get(games::show).delete(games::delete))
        .route("/play", post(games::play))
        .route("/undo", post(games::undo))
        .route("/resign", post(games::resign))
        .route("/offer-draw", post(games::offer_draw))
        .route("/answer-draw", post(games::answer_draw))
        .route("/rename", post(games::rename))
        .route("/pause", post(games::pause))
        .route("/resume", post(games::resume))
        .route("/hint", post(games::hint))
        .route("/again", post(games::again))
        .route("/export", get(games::export))
        .route("/tree", get(studies::game_tree).put(studies::set_game_tree));
    let api = Router::new()
        .route("/about", get(about::about))
        .route("/settings", get(settings::show).put(settings::change))
        .route("/games", get(games::list).post(games::create))
        .nest("/games/{id}", game)
        .route("/studies", get(studies::list).post(studies::create))
        .route("/studies/{id}", get(studies::show).put(studies::change).delete(studies::delete))
        .route("/position", post(position::position))
        .route("/paste", post(records::paste))
        .route("/open", post(records::open))
        .route("/pgn", post(records::write))
        .route("/evaluate", post(evaluate::evaluate))
        .route("/flips", post(evaluate::flips))
        .nest("/library", library::routes())
        .route("/knowledge", get(knowledge::about))
        .route("/books/probe", post(knowledge::probe_books))
        .route("/tables/probe", post(knowledge::probe_tables))
        .route("/live", get(socket::open))
        .fallback(|| async { ApiError::not_found("resource") });
    Router::new()
        .nest("/api", api)
        .fallback(get(assets::serve))
        .layer(from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}
