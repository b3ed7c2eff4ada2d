//! Games as files of any format.

use std::io::{Cursor, Write as _};
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use records::Game;
use records::write::{Target, WriteError, Writer};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use xiangqi::notation::Notation;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::records::{game_of, notation, set_headers};
use crate::app::App;
use crate::error::{ApiError, Code};
use crate::http::body::LargeBody;
use crate::think::gate::Class;
use crate::think::pool::Run;

/// A tree to be written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    tree: Value,
    format: String,
    notation: Option<String>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
}

/// `POST /api/export`: a tree as a file.
///
/// # Errors
/// If the tree has not the shape of one, or the format cannot hold it.
pub async fn export(
    State(app): State<Arc<App>>,
    LargeBody(wanted): LargeBody<Wanted>,
) -> Result<Response, ApiError> {
    let work = move |_: &Run| {
        let mut game = game_of(&wanted.tree)?;
        set_headers(&mut game, wanted.headers)?;
        file(&[game], &wanted.format, wanted.notation.as_deref(), "chuhe")
    };
    app.pool.answer(Class::Question, work).await
}

impl From<WriteError> for ApiError {
    fn from(error: WriteError) -> ApiError {
        ApiError::bad(error.to_string())
    }
}

/// Games as one file; formats that hold one game a file come as a zip of them.
///
/// # Errors
/// If there is no such format or notation, or it cannot hold the games.
pub fn file(
    games: &[Game],
    format: &str,
    words: Option<&str>,
    name: &str,
) -> Result<Response, ApiError> {
    let (target, notation) = (target(format)?, notation(words)?);
    let (file, bytes) = if target.holds_one() && games.len() > 1 {
        let named = games.iter().zip(1..).map(|(game, number)| (number, game));
        (format!("{name}-{}.zip", target.name()), packed(named, target, notation)?)
    } else {
        let mut writer = Writer::new(target, notation);
        let mut bytes = Vec::new();
        for game in games {
            bytes.extend(writer.write(game)?);
        }
        (format!("{name}.{}", target.extension()), bytes)
    };
    Ok(attachment(&file, bytes))
}

/// The format of a name.
///
/// # Errors
/// If there is none.
pub fn target(name: &str) -> Result<Target, ApiError> {
    Target::named(name).ok_or_else(|| {
        let names: Vec<&str> = Target::ALL.iter().map(|target| target.name()).collect();
        ApiError::bad(format!("format: expected one of {}", names.join(", ")))
    })
}

/// Numbered games, each in a file of its own, in a zip.
///
/// # Errors
/// If the format cannot hold one of them.
pub fn packed<'a>(
    games: impl Iterator<Item = (u32, &'a Game)>,
    target: Target,
    notation: Notation,
) -> Result<Vec<u8>, ApiError> {
    let failed = |error: zip::result::ZipError| ApiError::new(Code::Internal, error.to_string());
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (number, game) in games {
        let bytes = Writer::new(target, notation).write(game)?;
        let name = format!("{number}.{}", target.extension());
        zip.start_file(name, SimpleFileOptions::default()).map_err(failed)?;
        zip.write_all(&bytes).map_err(|error| failed(error.into()))?;
    }
    Ok(zip.finish().map_err(failed)?.into_inner())
}

/// Bytes to be saved under a name.
pub fn attachment(name: &str, bytes: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, bytes).into_response()
}
