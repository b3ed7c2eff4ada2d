//! Chosen games as a file.

use std::io::{Cursor, Write as _};
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use library::Archive;
use records::write::{Target, WriteError, Writer};
use serde::Deserialize;
use xiangqi::notation::Notation;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::collection;
use super::list::find;
use crate::api::records::notation;
use crate::app::App;
use crate::collection::lists::Found;
use crate::error::{ApiError, Code};
use crate::http::body::Body;
use crate::http::session::Caller;

/// So many games are taken away at once.
const MOST: usize = 20_000;

/// Which games, in which format.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// These, or
    ids: Option<Vec<u32>>,
    /// all of a list.
    list: Option<String>,
    format: String,
    notation: Option<String>,
}

/// `POST /api/library/export`: a file; formats that hold one game a file come as a zip of
/// them.
///
/// # Errors
/// If there are none or too many, or the format cannot hold them.
pub async fn export(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Body(wanted): Body<Wanted>,
) -> Result<Response, ApiError> {
    let target = Target::named(&wanted.format).ok_or_else(|| {
        let names: Vec<&str> = Target::ALL.iter().map(|target| target.name()).collect();
        ApiError::bad(format!("format: expected one of {}", names.join(", ")))
    })?;
    let notation = notation(wanted.notation.as_deref())?;
    let all = Arc::clone(collection(&app)?);
    let ids = match (wanted.ids, wanted.list) {
        (Some(ids), None) => ids,
        (None, Some(id)) => match find(&all, &caller, &id)?.found() {
            Found::Games(ids) => ids.to_vec(),
            _ => return Err(ApiError::new(Code::Busy, "the list is not complete yet")),
        },
        _ => return Err(ApiError::bad("expected either ids or a list")),
    };
    check_number(ids.len())?;
    let room = Arc::clone(&all.large).acquire_owned().await;
    let (name, bytes) = app
        .blocking(move |_| {
            let written = match target.holds_one() && ids.len() > 1 {
                true => packed(&all.archive, &ids, target, notation),
                false => plain(&all.archive, &ids, target, notation),
            };
            drop(room);
            written
        })
        .await?;
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    Ok((headers, bytes).into_response())
}

fn check_number(games: usize) -> Result<(), ApiError> {
    match games {
        0 => Err(ApiError::bad("no games are chosen")),
        games if games > MOST => {
            let message = format!("{games} games are too many for one file: at most {MOST}");
            Err(ApiError::new(Code::TooMany, message))
        }
        _ => Ok(()),
    }
}

type Named = (String, Vec<u8>);

impl From<WriteError> for ApiError {
    fn from(error: WriteError) -> ApiError {
        ApiError::bad(error.to_string())
    }
}

fn plain(
    archive: &Archive,
    ids: &[u32],
    target: Target,
    notation: Notation,
) -> Result<Named, ApiError> {
    let mut writer = Writer::new(target, notation);
    let mut bytes = Vec::new();
    for &id in ids {
        if let Some(stored) = archive.game(id)? {
            bytes.extend(writer.write(&stored.game)?);
        }
    }
    Ok((format!("chuhe-games.{}", target.extension()), bytes))
}

fn packed(
    archive: &Archive,
    ids: &[u32],
    target: Target,
    notation: Notation,
) -> Result<Named, ApiError> {
    let failed = |error: zip::result::ZipError| ApiError::new(Code::Internal, error.to_string());
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for &id in ids {
        if let Some(stored) = archive.game(id)? {
            let bytes = Writer::new(target, notation).write(&stored.game)?;
            let name = format!("{id}.{}", target.extension());
            zip.start_file(name, SimpleFileOptions::default()).map_err(failed)?;
            zip.write_all(&bytes).map_err(|error| failed(error.into()))?;
        }
    }
    let bytes = zip.finish().map_err(failed)?.into_inner();
    Ok((format!("chuhe-games-{}.zip", target.name()), bytes))
}
