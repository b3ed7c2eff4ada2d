//! The chapters of a study: each with a title, a start and a tree of its own.
//!
//! A study of one chapter without a title is kept as its tree alone, as all were before
//! there were chapters; others as `{version: 3, next, chapters: [{id, title, tree}]}`.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use records::Game;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::records::{game_of, set_headers};
use super::studies::{check_title, own_study, own_study_id};
use super::tree::{checked, stored};
use crate::app::App;
use crate::error::{ApiError, Code};
use crate::http::body::{Body, LargeBody};
use crate::http::session::Caller;
use crate::time::now_ms;

/// Chapters of a study, and bytes of all of them.
const MOST: usize = 100;
const MOST_BYTES: usize = 8 << 20;

/// A chapter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Chapter {
    /// Its number, which stays when others come and go.
    pub id: u32,
    /// What its owner calls it.
    pub title: String,
    /// Its moves.
    pub tree: Value,
}

/// All chapters of a study, in their order; there is always one.
#[derive(Clone, PartialEq, Debug)]
pub struct Chapters {
    next: u32,
    list: Vec<Chapter>,
}

/// As they are kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    version: u32,
    next: u32,
    chapters: Vec<Chapter>,
}

impl Chapters {
    /// A study with one chapter.
    pub fn of_tree(tree: Value) -> Chapters {
        Chapters { next: 2, list: vec![Chapter { id: 1, title: String::new(), tree }] }
    }

    /// Reads what the library has.
    pub fn read(text: &str) -> Chapters {
        match serde_json::from_str::<Kept>(text) {
            Ok(kept) if kept.version == 3 && !kept.chapters.is_empty() => {
                Chapters { next: kept.next, list: kept.chapters }
            }
            _ => Chapters::of_tree(stored(text)),
        }
    }

    /// As the library keeps it.
    ///
    /// # Errors
    /// If it has become too large.
    pub fn text(&self) -> Result<String, ApiError> {
        let text = match self.list.as_slice() {
            [only] if only.title.is_empty() && only.id == 1 => only.tree.to_string(),
            list => {
                let kept = Kept { version: 3, next: self.next, chapters: list.to_vec() };
                json!(kept).to_string()
            }
        };
        if text.len() > MOST_BYTES {
            let message = format!("all chapters together have at most {MOST_BYTES} bytes");
            return Err(ApiError::new(Code::TooLarge, message));
        }
        Ok(text)
    }

    /// In their order.
    pub fn list(&self) -> &[Chapter] {
        &self.list
    }

    /// Replaces the tree of a chapter; of the first if none is named.
    ///
    /// # Errors
    /// If there is no such chapter.
    pub fn set_tree(&mut self, id: Option<u32>, tree: Value) -> Result<(), ApiError> {
        let place = id.map_or(Some(0), |id| self.list.iter().position(|one| one.id == id));
        let place = place.ok_or_else(|| ApiError::not_found("chapter"))?;
        self.list[place].tree = tree;
        Ok(())
    }

    fn add(&mut self, title: String, tree: Value) -> Result<u32, ApiError> {
        let game = &self.list[0].tree["game"];
        if tree["game"] != *game {
            return Err(ApiError::bad(format!("tree: the study is of {game}")));
        }
        if self.list.len() >= MOST {
            let message = format!("a study has at most {MOST} chapters");
            return Err(ApiError::new(Code::TooMany, message));
        }
        let id = self.next;
        self.next += 1;
        self.list.push(Chapter { id, title, tree });
        Ok(id)
    }

    /// Gives the chapters this order and these titles; those that are not named go.
    fn arrange(&mut self, order: Vec<Place>) -> Result<(), ApiError> {
        if order.is_empty() {
            return Err(ApiError::bad("chapters: expected at least one"));
        }
        let mut rest = std::mem::take(&mut self.list);
        for Place { id, title } in order {
            let place = rest.iter().position(|one| one.id == id);
            let place = place.ok_or_else(|| ApiError::not_found("chapter"))?;
            self.list.push(Chapter { title, ..rest.remove(place) });
        }
        Ok(())
    }
}

/// A new chapter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fresh {
    title: String,
    tree: Value,
}

/// The chapters there shall be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    chapters: Vec<Place>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    id: u32,
    title: String,
}

type Asked = (State<Arc<App>>, Extension<Caller>, Path<String>);

/// `POST /api/studies/{id}/chapters`: a new last chapter.
///
/// # Errors
/// If there is no such study, the tree has not the shape of one, or there are too many.
pub async fn add(
    (State(app), Extension(caller), Path(id)): Asked,
    LargeBody(fresh): LargeBody<Fresh>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    check_title(&fresh.title)?;
    app.blocking(move |app| {
        let tree = checked(fresh.tree)?;
        let act = |chapters: &mut Chapters| chapters.add(fresh.title, tree);
        let number = change(app, &caller, &id, None, act)?;
        Ok((StatusCode::CREATED, Json(json!({"id": number}))))
    })
    .await
}

/// `PUT /api/studies/{id}/chapters`: order and titles; chapters that are not named go.
///
/// # Errors
/// If there is no such study or chapter, or none is left.
pub async fn arrange(
    (State(app), Extension(caller), Path(id)): Asked,
    Body(order): Body<Order>,
) -> Result<StatusCode, ApiError> {
    order.chapters.iter().try_for_each(|place| check_title(&place.title))?;
    app.blocking(move |app| {
        change(app, &caller, &id, None, |chapters| chapters.arrange(order.chapters))?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// Changes the chapters of a study, one change after the other, and maybe its title.
///
/// # Errors
/// If there is no such study, it cannot be kept, or the change is refused.
pub fn change<T>(
    app: &App,
    caller: &Caller,
    id: &str,
    title: Option<&str>,
    act: impl FnOnce(&mut Chapters) -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    let id = own_study_id(app, caller, id)?;
    let _one = app.studies.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let (known, mut chapters) = match (app.library.study(&id), title) {
        (Ok(Some(study)), _) => (study.title, Chapters::read(&study.tree)),
        (Ok(None), _) => return Err(ApiError::not_found("study")),
        // One that cannot be read is written anew.
        (Err(_), Some(_)) => (String::new(), Chapters::of_tree(Value::Null)),
        (Err(error), None) => return Err(error.into()),
    };
    let done = act(&mut chapters)?;
    let title = title.unwrap_or(&known);
    app.library.update_study(&id, title, &chapters.text()?, now_ms())?;
    Ok(done)
}

/// How a study leaves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    #[serde(default = "pgn")]
    format: String,
    notation: Option<String>,
}

fn pgn() -> String {
    "pgn".to_owned()
}

/// `GET /api/studies/{id}/export?format=&notation=`: every chapter as a game of one file;
/// formats that hold one game a file come as a zip.
///
/// # Errors
/// If there is no such study, or the format cannot hold it.
pub async fn export(
    (State(app), Extension(caller), Path(id)): Asked,
    Query(wanted): Query<Wanted>,
) -> Result<axum::response::Response, ApiError> {
    app.blocking(move |app| {
        let study = own_study(app, &caller, &id)?;
        let chapters = Chapters::read(&study.tree);
        let games = chapters.list().iter().map(|chapter| game_of_chapter(&study.title, chapter));
        let games: Vec<Game> = games.collect::<Result<_, _>>()?;
        super::export::file(&games, &wanted.format, wanted.notation.as_deref(), "chuhe-study")
    })
    .await
}

fn game_of_chapter(study: &str, chapter: &Chapter) -> Result<Game, ApiError> {
    let mut game = game_of(&chapter.tree)?;
    let headers = serde_json::from_value(chapter.tree["headers"].clone()).unwrap_or_default();
    set_headers(&mut game, headers)?;
    if !study.is_empty() {
        game.set_header("Event", study);
    }
    if !chapter.title.is_empty() {
        game.set_header("Chapter", chapter.title.as_str());
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(ply: &str) -> Value {
        json!({"version": 2, "game": "xiangqi", "start": null, "rules": "computer",
            "nodes": [{}, {"parent": 0, "ply": ply}]})
    }

    #[test]
    fn one_chapter_is_kept_as_it_was_and_more_with_their_numbers() {
        let mut chapters = Chapters::of_tree(tree("h2e2"));
        assert_eq!(chapters.text().unwrap(), tree("h2e2").to_string());
        assert_eq!(chapters.add("two".into(), tree("b2e2")), Ok(2));
        assert_eq!(chapters.add("three".into(), tree("c3c4")), Ok(3));
        let place = |id, title: &str| Place { id, title: title.into() };
        chapters.arrange(vec![place(3, "drei"), place(1, "")]).unwrap();
        let read = Chapters::read(&chapters.text().unwrap());
        assert_eq!(read, chapters);
        let told: Vec<_> = read.list.iter().map(|one| (one.id, one.title.as_str())).collect();
        assert_eq!(told, [(3, "drei"), (1, "")]);
        let mut again = read;
        assert_eq!(again.add(String::new(), tree("a0a1")), Ok(4), "numbers are not used again");
        assert!(again.set_tree(Some(2), tree("a0a1")).is_err());
        again.set_tree(None, tree("i0i1")).unwrap();
        assert_eq!(again.list[0].tree, tree("i0i1"));
        assert!(again.arrange(vec![]).is_err());
        assert!(again.arrange(vec![place(9, "")]).is_err());
    }
}
