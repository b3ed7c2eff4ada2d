//! What books and endgame tables say of a position, and which there are.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use book::Entry;
use book::choose::good;
use library::archive::select::read_position;
use play::{AnyGame, AnyPly, GameKind};
use records::fold::Folded;
use serde_json::{Value, json};

use super::library::explore::show;
use crate::app::App;
use crate::collection::knowledge::Book;
use crate::error::ApiError;
use crate::http::body::Body;
use crate::live::messages::LineText;

/// `POST /api/books/probe`: what every book says of a position.
///
/// # Errors
/// If the position is none.
pub async fn probe_books(
    State(app): State<Arc<App>>,
    Body(line): Body<LineText>,
) -> Result<Json<Value>, ApiError> {
    app.blocking(move |app| {
        let line = line.open()?;
        let board = read_position(&line.position());
        let board = board.map_err(|error| ApiError::bad(error.to_string()))?;
        let folded = Folded::of(&board);
        let books = app.knowledge.books();
        let said: Vec<Value> =
            books.iter().filter_map(|book| said(book, &line, board.kind(), &folded)).collect();
        Ok(Json(json!({"books": said})))
    })
    .await
}

fn said(book: &Book, line: &AnyGame, kind: GameKind, folded: &Folded) -> Option<Value> {
    let file = book.file.as_ref().ok()?;
    let mut moves = book.moves(kind, folded);
    if moves.is_empty() {
        return None;
    }
    moves.sort_by_key(|(_, entry)| {
        (!entry.marks.chosen, std::cmp::Reverse(entry.counts.games()), entry.code)
    });
    let played = good(&file.header().trust, file.find(folded.key));
    let is_good = |entry: &Entry| played.iter().any(|one| one.code == entry.code);
    let rows = moves.iter().map(|(ply, entry)| {
        json!({
            "ply": show(line, *ply),
            "wins": entry.counts.wins,
            "draws": entry.counts.draws,
            "losses": entry.counts.losses,
            "games": entry.counts.games(),
            "year": Some(entry.year).filter(|&year| year > 0),
            "depth": Some(entry.depth).filter(|_| entry.marks.search),
            "score": Some(entry.score).filter(|_| entry.marks.search),
            "good": is_good(entry),
        })
    });
    Some(json!({"name": book.name, "moves": rows.collect::<Vec<_>>()}))
}

/// `POST /api/tables/probe`: what tables say of a position and of every legal ply;
/// `null` if none has it.
///
/// # Errors
/// If the position is none.
pub async fn probe_tables(
    State(app): State<Arc<App>>,
    Body(line): Body<LineText>,
) -> Result<Json<Value>, ApiError> {
    app.blocking(move |app| {
        let line = line.open()?;
        let tables = app.knowledge.tables(line.kind());
        let Some(view) = tables.and_then(|tables| tables.view((&line).into())) else {
            return Ok(Json(Value::Null));
        };
        // Both the distance and the list are called `plies` there.
        let mut value = json!({
            "value": view.worth.value,
            "distance": view.worth.plies,
            "end": view.worth.end,
            "plies": view.plies,
        });
        for rated in value["plies"].as_array_mut().into_iter().flatten() {
            let text = rated["ply"].as_str().unwrap_or_default();
            let ply =
                play::ply::read(line.kind(), text).map(|(ply, _): (AnyPly, _)| line.show(ply));
            rated["ply"] = ply.ok().and_then(Result::ok).map_or(Value::Null, |view| json!(view));
        }
        Ok(Json(value))
    })
    .await
}

/// `GET /api/knowledge`: which books and tables there are, and what they take.
///
/// # Errors
/// Never, but for a fault of ours.
pub async fn about(State(app): State<Arc<App>>) -> Result<Json<Value>, ApiError> {
    app.blocking(|app| {
        let books = app.knowledge.books();
        let books: Vec<Value> = books.iter().map(|book| about_book(book)).collect();
        let tables = |kind| {
            let tables = app.knowledge.tables(kind);
            let list = tables.map_or_else(Vec::new, |tables| tables.list());
            let list = list.iter().map(|one| json!({"name": one.name, "bytes": one.bytes}));
            list.collect::<Vec<_>>()
        };
        let pool = &app.pool;
        Ok(Json(json!({
            "books": books,
            "tables": {"xiangqi": tables(GameKind::Xiangqi), "banqi": tables(GameKind::Banqi)},
            "folders": {
                "books": app.knowledge.books_folder().is_some(),
                "tables": app.knowledge.tables_folder().is_some(),
            },
            "disk": {
                "library": bytes(app.config.library.as_deref()),
                "archive": bytes(app.config.archive.as_deref()),
            },
            "engines": app.config.engines.list.iter().map(|engine| json!({
                "name": engine.config.name,
                "about": engine.about,
                "protocol": engine.config.protocol.to_string(),
            })).collect::<Vec<_>>(),
            "foreign": {"running": app.foreign.searches(), "slots": app.foreign.slots()},
            "searches": {"running": pool.searches(), "slots": pool.slots()},
            "hash_mb": app.config.hash_mb,
        })))
    })
    .await
}

fn bytes(path: Option<&std::path::Path>) -> Option<u64> {
    path.map(|path| std::fs::metadata(path).map_or(0, |file| file.len()))
}

fn about_book(book: &Book) -> Value {
    match &book.file {
        Ok(file) => json!({
            "name": book.name,
            "bytes": book.bytes,
            "game": file.header().game,
            "rules": file.header().rules,
            "moves": file.len(),
            "makers": file.header().makers,
        }),
        Err(error) => json!({"name": book.name, "bytes": book.bytes, "error": error}),
    }
}
