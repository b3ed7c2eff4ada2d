//! How a game goes on: plies made and saved, engines that think, clocks that
//! run out.

use std::sync::{Arc, MutexGuard};
use std::time::{Duration, Instant};

use play::AnyPly;
use play::choose::Thinking;
use play::engine::Valued;
use tokio::task::AbortHandle;

use super::shared::SharedGame;
use super::state::{GameState, ending};
use crate::app::App;
use crate::board::ResultView;
use crate::error::{ApiError, Code};
use crate::think::gate::Class;
use crate::think::pool::Time;
use crate::time::now_ms;

impl SharedGame {
    /// Starts the engine's search if it is its turn.
    pub(super) fn start_engine(self: &Arc<Self>, app: &Arc<App>, live: &mut GameState) {
        let due = live.result.is_none() && !live.paused && live.search.is_none() && !live.gone;
        if !due || !live.player_to_move().is_engine() {
            return;
        }
        live.searches += 1;
        let number = live.searches;
        let to_move = live.line.seat_to_move();
        let dice = game::splitmix64(live.id.bits() as u64 ^ live.line.len() as u64);
        let mut player = app.player(self.owner(), live.player_to_move(), dice);
        // One for each seat: they may be different players.
        player.tag = (live.id.bits() as u64 | 1).wrapping_add(2 * to_move.index() as u64);
        let clocks = live.clocks.as_ref();
        let thinking = clocks.map_or(Thinking::Free, |clocks| clocks.thinking(to_move));
        let time = if clocks.is_some() { Time::Wall } else { Time::Running };
        let show = live.is_show();
        let class = if show { Class::Analysis } else { Class::Game };
        let pace = if show { app.config.pace } else { Duration::ZERO };
        let (line, width) = (live.line.clone(), player.threads);
        let (app_after, game) = (Arc::clone(app), Arc::clone(self));
        let started = app.pool_of(&player.profile).clone().start(
            class,
            width,
            time,
            move |run| player.choose(&line, thinking, run),
            move |found| {
                std::thread::sleep(pace);
                game.engine_answered(&app_after, number, found);
            },
        );
        match started {
            Ok(search) => live.search = Some((number, search)),
            Err(error) => self.trouble(live, &error),
        }
    }

    /// The engine has chosen, or failed.
    fn engine_answered(
        self: &Arc<Self>,
        app: &Arc<App>,
        number: u64,
        found: Result<Result<Option<Valued>, ApiError>, ApiError>,
    ) {
        let mut live = self.lock();
        if live.search.as_ref().is_none_or(|(current, _)| *current != number) {
            return;
        }
        live.search = None;
        if self.drop_flag(app, &mut live).unwrap_or(true) {
            self.settle(app, live);
            return;
        }
        let played =
            found.and_then(engine_answer).and_then(|chosen| make_ply(app, &mut live, chosen.ply));
        match played {
            Err(error) if self.reloaded(app, &mut live, &error) => {}
            Err(error) => self.trouble(&mut live, &error),
            Ok(()) => {}
        }
        self.settle(app, live);
    }

    /// Another program has changed the game in the library: what it has counts,
    /// and not what was in memory here.
    pub(super) fn reloaded(&self, app: &App, live: &mut GameState, error: &ApiError) -> bool {
        if error.code != Code::Stale {
            return false;
        }
        let Ok(Some(row)) = app.library.game(&self.id()) else { return false };
        if row.revision == live.stored {
            return false;
        }
        let Ok(mut fresh) = GameState::load(&row) else { return false };
        live.stop_search();
        // Searches are counted on, so that none of before is taken for a new one.
        fresh.searches = live.searches;
        *live = fresh;
        true
    }

    /// Something went wrong while an engine was to move: the game stands until
    /// somebody resumes it.
    fn trouble(&self, live: &mut GameState, error: &ApiError) {
        tracing::error!("game {}: {error}", self.id());
        live.paused = true;
        live.revision += 1;
        let to_move = live.line.seat_to_move();
        if let Some(clocks) = &mut live.clocks {
            clocks.pause(to_move);
        }
        self.tell_watchers(|outbox| outbox.error(None, Some(self.id()), error));
    }

    /// Ends the game if the clock of the player to move has run out, and says
    /// whether it did.
    pub(super) fn drop_flag(&self, app: &App, live: &mut GameState) -> Result<bool, ApiError> {
        let to_move = live.line.seat_to_move();
        let fell = live.clocks.as_ref().is_some_and(|clocks| clocks.flag_fell(to_move));
        if live.result.is_some() || !fell {
            return Ok(false);
        }
        finish(app, live, ResultView { winner: Some(to_move.other()), reason: "time" })?;
        Ok(true)
    }

    /// Sets an alarm for the moment the running clock reaches zero.
    pub(super) fn arm_flag(self: &Arc<Self>, app: &Arc<App>, live: &GameState) {
        self.disarm();
        let Some(clocks) = live.clocks.as_ref().filter(|clocks| clocks.runs()) else { return };
        if live.result.is_some() {
            return;
        }
        let to_move = live.line.seat_to_move();
        let left = Duration::from_millis(clocks.left(to_move)[to_move.index()] + 5);
        let (app_then, game) = (Arc::clone(app), Arc::clone(self));
        let alarm = app.runtime.spawn(async move {
            tokio::time::sleep(left).await;
            let _ = tokio::task::spawn_blocking(move || game.flag_alarm(&app_then)).await;
        });
        *self.flag() = Some(alarm.abort_handle());
    }

    fn flag_alarm(self: &Arc<Self>, app: &Arc<App>) {
        let mut live = self.lock();
        if live.result.is_some() || live.gone {
            return;
        }
        match self.drop_flag(app, &mut live) {
            Ok(true) => drop(self.settle(app, live)),
            Ok(false) => {}
            Err(error) => tracing::error!("game {}: {error}", self.id()),
        }
    }

    fn flag(&self) -> MutexGuard<'_, Option<AbortHandle>> {
        self.alarm.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(super) fn disarm(&self) {
        if let Some(alarm) = self.flag().take() {
            alarm.abort();
        }
    }
}

pub(super) fn engine_answer(found: Result<Option<Valued>, ApiError>) -> Result<Valued, ApiError> {
    found?.ok_or_else(|| ApiError::new(Code::Internal, "the engine found no ply"))
}

/// Plays a ply: on the board, in the library, on the clocks; in this order, and
/// back again if the library cannot take it.
pub(super) fn make_ply(app: &App, live: &mut GameState, ply: AnyPly) -> Result<(), ApiError> {
    let mover = live.line.seat_to_move();
    let number = live.line.len() as u32;
    let spent = live.spent();
    live.play(ply)?;
    let mut clocks = live.clocks.clone();
    let left = clocks.as_mut().map(|clocks| {
        clocks.press(mover);
        clocks.left(mover.other())
    });
    let result = live.ending_by_rules();
    let row = live.last_row(spent, left);
    let position = live.line.position();
    let change = live.change(now_ms());
    let ended = result.as_ref().map(ending);
    let saved = app.library.append_ply(&live.id, change, number, &row, &position, ended.as_ref());
    if let Err(error) = saved {
        live.line.undo();
        return Err(error.into());
    }
    live.note_ply(spent, left);
    live.clocks = clocks;
    live.result = result;
    live.draw_offer = None;
    live.declined = None;
    live.turn_since = Some(Instant::now());
    if live.result.is_some() {
        stop_clock(live);
    }
    live.changed(change);
    Ok(())
}

pub(super) fn finish(app: &App, live: &mut GameState, result: ResultView) -> Result<(), ApiError> {
    let change = live.change(now_ms());
    app.library.finish(&live.id, change, &ending(&result))?;
    live.stop_search();
    stop_clock(live);
    live.result = Some(result);
    live.draw_offer = None;
    live.changed(change);
    Ok(())
}

fn stop_clock(live: &mut GameState) {
    let to_move = live.line.seat_to_move();
    if let Some(clocks) = &mut live.clocks {
        clocks.pause(to_move);
    }
}

/// Clocks begin with the first ply.
pub(super) fn run_clock(live: &mut GameState) {
    if !live.line.is_empty()
        && !live.paused
        && let Some(clocks) = &mut live.clocks
    {
        clocks.run();
    }
}
