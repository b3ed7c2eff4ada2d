//! All games in memory. A game is loaded when somebody asks for it and may be
//! forgotten when nobody does: the library has it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use library::{Id, NewGame};

use super::live::Live;
use super::table::Table;
use crate::app::App;
use crate::error::ApiError;
use crate::time::now_ms;

/// So many games are kept in memory before idle ones are forgotten.
const KEPT: usize = 256;
/// So many games an owner may have.
const MOST_GAMES: u64 = 20_000;

/// The games in memory.
#[derive(Default)]
pub struct Tables {
    tables: Mutex<HashMap<Id, Arc<Table>>>,
    beginning: Mutex<()>,
}

impl Tables {
    fn lock(&self) -> MutexGuard<'_, HashMap<Id, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The game of a name, loaded if need be. Somebody else's game is as good as
    /// none.
    ///
    /// # Errors
    /// If there is none, or it cannot be loaded.
    pub fn get(&self, app: &Arc<App>, owner: &str, id: &str) -> Result<Arc<Table>, ApiError> {
        let id: Id = id.parse().map_err(|_| ApiError::not_found("game"))?;
        if let Some(table) = self.lock().get(&id) {
            return owned(Arc::clone(table), owner);
        }
        let row = app.library.game(&id)?.ok_or_else(|| ApiError::not_found("game"))?;
        if row.new.owner != owner {
            return Err(ApiError::not_found("game"));
        }
        let loaded = Table::new(owner.to_owned(), Live::load(&row)?);
        let mut tables = self.lock();
        // Two may have loaded it at the same moment: the first one counts.
        let table = Arc::clone(tables.entry(id).or_insert(loaded));
        forget_idle(&mut tables, id);
        drop(tables);
        table.wake(app);
        Ok(table)
    }

    /// A new game, saved and begun.
    ///
    /// # Errors
    /// If it makes no sense, cannot be saved, or the owner has too many.
    pub fn create(&self, app: &Arc<App>, new: &NewGame) -> Result<Arc<Table>, ApiError> {
        let now = now_ms();
        // What cannot be opened must not be saved.
        Live::open(Id::random(), new, now)?;
        let id = app.library.create_game_within(new, MOST_GAMES, now)?;
        let table = Table::new(new.owner.clone(), Live::open(id, new, now)?);
        let mut tables = self.lock();
        tables.insert(id, Arc::clone(&table));
        forget_idle(&mut tables, id);
        drop(tables);
        table.wake(app);
        Ok(table)
    }

    /// Deletes a game.
    ///
    /// # Errors
    /// If there is none, or it cannot be deleted.
    pub fn delete(&self, app: &Arc<App>, owner: &str, id: &str) -> Result<(), ApiError> {
        let id: Id = id.parse().map_err(|_| ApiError::not_found("game"))?;
        let known = self.lock().get(&id).cloned();
        let Some(table) = known else { return delete_unread(app, owner, &id) };
        owned(table, owner)?.delete(app)?;
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
        let tables: Vec<Arc<Table>> = self.lock().values().cloned().collect();
        let playing = |table: &&Arc<Table>| {
            let live = table.lock();
            table.owner() == owner && live.is_show() && !live.paused && live.result.is_none()
        };
        tables.iter().filter(playing).count()
    }

    /// Stops everything that runs, when the server goes down.
    pub fn shut(&self) {
        let tables: Vec<Arc<Table>> = self.lock().values().cloned().collect();
        tables.iter().for_each(|table| table.shut());
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

fn owned(table: Arc<Table>, owner: &str) -> Result<Arc<Table>, ApiError> {
    if table.owner() == owner { Ok(table) } else { Err(ApiError::not_found("game")) }
}

/// Deletes a game that is not in memory. It is not loaded for that: one that
/// cannot be loaded is the first one wants to be rid of.
fn delete_unread(app: &App, owner: &str, id: &Id) -> Result<(), ApiError> {
    if app.library.owner_of_game(id)?.as_deref() != Some(owner) {
        return Err(ApiError::not_found("game"));
    }
    Ok(app.library.delete_game(id)?)
}

fn forget_idle(tables: &mut HashMap<Id, Arc<Table>>, but: Id) {
    if tables.len() <= KEPT {
        return;
    }
    // A count of one: only this map knows the table.
    tables.retain(|id, table| *id == but || Arc::strong_count(table) > 1 || !table.is_idle());
}
