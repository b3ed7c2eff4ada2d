//! All games in memory. A game is loaded when somebody asks for it and may be
//! forgotten when nobody does: the library has it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use library::{Id, NewGame};

use super::shared::SharedGame;
use super::state::GameState;
use crate::app::App;
use crate::error::ApiError;
use crate::time::now_ms;

/// So many games are kept in memory before idle ones are forgotten.
const KEPT: usize = 256;
/// So many games an owner may have.
const MOST_GAMES: u64 = 20_000;

/// The games in memory.
#[derive(Default)]
pub struct Games {
    games: Mutex<HashMap<Id, Arc<SharedGame>>>,
    beginning: Mutex<()>,
}

impl Games {
    fn lock(&self) -> MutexGuard<'_, HashMap<Id, Arc<SharedGame>>> {
        self.games.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The game of a name, loaded if need be. Somebody else's game is as good as
    /// none.
    ///
    /// # Errors
    /// If there is none, or it cannot be loaded.
    pub fn get(&self, app: &Arc<App>, owner: &str, id: &str) -> Result<Arc<SharedGame>, ApiError> {
        let id: Id = id.parse().map_err(|_| ApiError::not_found("game"))?;
        if let Some(game) = self.lock().get(&id) {
            return owned(Arc::clone(game), owner);
        }
        let row = app.library.game(&id)?.ok_or_else(|| ApiError::not_found("game"))?;
        if row.new.owner != owner {
            return Err(ApiError::not_found("game"));
        }
        let loaded = SharedGame::new(owner.to_owned(), GameState::load(&row)?);
        let mut games = self.lock();
        // Two may have loaded it at the same moment: the first one counts.
        let game = Arc::clone(games.entry(id).or_insert(loaded));
        forget_idle(&mut games, id);
        drop(games);
        game.wake(app);
        Ok(game)
    }

    /// A new game, saved and begun.
    ///
    /// # Errors
    /// If it makes no sense, cannot be saved, or the owner has too many.
    pub fn create(&self, app: &Arc<App>, new: &NewGame) -> Result<Arc<SharedGame>, ApiError> {
        let now = now_ms();
        // What cannot be opened must not be saved.
        GameState::open(Id::random(), new, now)?;
        let id = app.library.create_game_within(new, MOST_GAMES, now)?;
        let game = SharedGame::new(new.owner.clone(), GameState::open(id, new, now)?);
        let mut games = self.lock();
        games.insert(id, Arc::clone(&game));
        forget_idle(&mut games, id);
        drop(games);
        game.wake(app);
        Ok(game)
    }

    /// Deletes a game.
    ///
    /// # Errors
    /// If there is none, or it cannot be deleted.
    pub fn delete(&self, app: &Arc<App>, owner: &str, id: &str) -> Result<(), ApiError> {
        let id: Id = id.parse().map_err(|_| ApiError::not_found("game"))?;
        let known = self.lock().get(&id).cloned();
        let Some(game) = known else { return delete_unread(app, owner, &id) };
        owned(game, owner)?.delete(app)?;
        self.lock().remove(&id);
        Ok(())
    }

    /// Nobody else begins or resumes a game of engines while this is held, so
    /// that they can be counted.
    pub fn beginning(&self) -> MutexGuard<'_, ()> {
        self.beginning.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// How many of an owner's games let engines play each other now.
    pub fn shows(&self, owner: &str) -> usize {
        let games: Vec<Arc<SharedGame>> = self.lock().values().cloned().collect();
        let playing = |game: &&Arc<SharedGame>| {
            let live = game.lock();
            game.owner() == owner && live.is_show() && !live.paused && live.result.is_none()
        };
        games.iter().filter(playing).count()
    }

    /// Stops everything that runs, when the server goes down.
    pub fn shut(&self) {
        let games: Vec<Arc<SharedGame>> = self.lock().values().cloned().collect();
        games.iter().for_each(|game| game.shut());
    }

    /// How many games are in memory.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// Whether no game is in memory.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn owned(game: Arc<SharedGame>, owner: &str) -> Result<Arc<SharedGame>, ApiError> {
    if game.owner() == owner { Ok(game) } else { Err(ApiError::not_found("game")) }
}

/// Deletes a game that is not in memory. It is not loaded for that: one that
/// cannot be loaded is the first one wants to be rid of.
fn delete_unread(app: &App, owner: &str, id: &Id) -> Result<(), ApiError> {
    if app.library.owner_of_game(id)?.as_deref() != Some(owner) {
        return Err(ApiError::not_found("game"));
    }
    Ok(app.library.delete_game(id)?)
}

fn forget_idle(games: &mut HashMap<Id, Arc<SharedGame>>, but: Id) {
    if games.len() <= KEPT {
        return;
    }
    // A count of one: only this map knows the game.
    games.retain(|id, game| *id == but || Arc::strong_count(game) > 1 || !game.is_idle());
}
