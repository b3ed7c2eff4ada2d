//! Chosen games as a file.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use library::Archive;
use records::write::{Target, Writer};
use serde::Deserialize;
use xiangqi::notation::Notation;

use super::collection;
use super::list::find;
use crate::api::export::{self, attachment, target};
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
    let target = target(&wanted.format)?;
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
    Ok(attachment(&name, bytes))
}

type Named = (String, Vec<u8>);

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
    let mut games = Vec::with_capacity(ids.len());
    for &id in ids {
        games.extend(archive.game(id)?.map(|stored| (id, stored.game)));
    }
    let games = games.iter().map(|(id, game)| (*id, game));
    let bytes = export::packed(games, target, notation)?;
    Ok((format!("chuhe-games-{}.zip", target.name()), bytes))
}
