//! The finished games of the user's library, for labelling.

use std::path::Path;

use anyhow::{Context, Result, bail};
use game::GameKind;
use library::{GameFilter, GameRow, Library};
use records::GameResult;
use server::http::session::LOCAL;

/// Games read at a time.
const PAGE: u32 = 500;

/// The finished games of a kind, in the order in which they ended: new ones come last.
pub fn games(path: &Path, kind: GameKind) -> Result<Vec<records::Game>> {
    if !path.exists() {
        bail!("{}: there is no library", path.display());
    }
    let library = Library::open(path)?;
    let mut filter = GameFilter {
        game: Some(kind.name().to_owned()),
        finished: Some(true),
        after: None,
        limit: PAGE,
    };
    let mut games = Vec::new();
    loop {
        let (page, more) = library.games(LOCAL, &filter)?;
        for summary in &page {
            // A game that is deleted meanwhile is no loss.
            let Some(row) = library.game(&summary.id)? else { continue };
            games.extend(record(&row, kind));
        }
        filter.after = page.last().map(|last| last.id);
        if !more || filter.after.is_none() {
            break;
        }
    }
    games.reverse();
    if games.is_empty() {
        bail!("{}: no finished game of {kind}", path.display());
    }
    Ok(games)
}

fn record(row: &GameRow, kind: GameKind) -> Option<records::Game> {
    let plies: Vec<String> = row
        .plies
        .iter()
        .map(|ply| match &ply.reveal {
            // A flip is kept as a ply from a square to itself.
            Some(reveal) => format!("{}={reveal}", ply.ply.chars().take(2).collect::<String>()),
            None => ply.ply.clone(),
        })
        .collect();
    let text = format!("position fen {} moves {}", row.new.start, plies.join(" "));
    let mut game = records::read_text(&text, kind).games.into_iter().next()?;
    game.result = match row.ending.as_ref().map(|ending| ending.winner.as_deref()) {
        Some(Some("first")) => GameResult::First,
        Some(Some("second")) => GameResult::Second,
        Some(_) => GameResult::Draw,
        None => GameResult::Unknown,
    };
    Some(game)
}

/// Where the library is: in a folder, or in the user's.
pub fn place(folder: Option<&Path>) -> Result<std::path::PathBuf> {
    let folder = match folder {
        Some(folder) => folder.to_owned(),
        None => crate::user_data::data_folder("--data-dir").context("--library")?,
    };
    Ok(folder.join("library.sqlite"))
}
