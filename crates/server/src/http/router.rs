//! Which path leads where.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use super::{assets, guard};
use crate::api::{
    about, chapters, evaluate, export, games, knowledge, library, patterns, position, progress,
    puzzles, records, runs, settings, shapes, studies, trainer,
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
        .route("/coach", post(games::coach))
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
        .route("/studies/{id}/chapters", post(chapters::add).put(chapters::arrange))
        .route("/studies/{id}/export", get(chapters::export))
        .route("/export", post(export::export))
        .route("/position", post(position::position))
        .route("/paste", post(records::paste))
        .route("/open", post(records::open))
        .route("/pgn", post(records::write))
        .route("/evaluate", post(evaluate::evaluate))
        .route("/shapes", post(shapes::shapes))
        .route("/flips", post(evaluate::flips))
        .nest("/library", library::routes())
        .nest("/runs", runs::routes())
        .nest("/patterns", patterns::routes())
        .route("/progress", get(progress::progress))
        .nest("/puzzles", puzzles::routes())
        .route("/knowledge", get(knowledge::about))
        .route("/books/probe", post(knowledge::probe_books))
        .route("/tables/probe", post(knowledge::probe_tables))
        .route("/trainer/start", post(trainer::start))
        .route("/trainer/play", post(trainer::play))
        .route("/live", get(socket::open))
        .fallback(|| async { ApiError::not_found("resource") });
    Router::new()
        .nest("/api", api)
        .fallback(get(assets::serve))
        .layer(from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}
