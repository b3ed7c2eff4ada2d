//! A game that is shared: saved before it is shown, watched by sockets, played
//! by engines, ended by clocks.

use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Duration;

use library::Id;
use tokio::task::AbortHandle;

use super::live::{Live, ending};
use super::seats::Player;
use super::view::GameView;
use crate::app::App;
use crate::board::{PlyView, ResultView, ScoreView, Seat};
use crate::error::{ApiError, Code};
use crate::live::outbox::Outbox;
use crate::think::choose::{self, Chosen, Thinking};
use crate::think::gate::Class;
use crate::think::pool::Time;
use crate::time::now_ms;

/// A game and who watches it.
pub struct Table {
    id: Id,
    owner: String,
    live: Mutex<Live>,
    watchers: Mutex<Vec<Weak<Outbox>>>,
    flag: Mutex<Option<AbortHandle>>,
}

impl Table {
    /// A table for a game.
    pub fn new(owner: String, live: Live) -> Arc<Table> {
        Arc::new(Table {
            id: live.id,
            owner,
            live: Mutex::new(live),
            watchers: Mutex::new(Vec::new()),
            flag: Mutex::new(None),
        })
    }

    /// The game's name.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Whose game it is.
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// The game, nobody else changing it.
    pub fn lock(&self) -> MutexGuard<'_, Live> {
        self.live.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The game as clients see it.
    pub fn view(&self) -> GameView {
        self.lock().view()
    }

    /// Whether it may be forgotten in memory: nobody watches, nothing runs.
    pub fn is_idle(&self) -> bool {
        let live = self.lock();
        let running = live.clocks.as_ref().is_some_and(|clocks| clocks.runs());
        let watched = self.watchers().iter().any(|watcher| watcher.strong_count() > 0);
        live.search.is_none() && (!running || live.result.is_some()) && !watched
    }

    fn watchers(&self) -> MutexGuard<'_, Vec<Weak<Outbox>>> {
        self.watchers.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A socket wants to hear of every change.
    pub fn watch(&self, outbox: &Arc<Outbox>) {
        let mut watchers = self.watchers();
        watchers.retain(|watcher| watcher.strong_count() > 0);
        if !watchers.iter().any(|watcher| watcher.as_ptr() == Arc::as_ptr(outbox)) {
            watchers.push(Arc::downgrade(outbox));
        }
    }

    /// A socket has heard enough.
    pub fn unwatch(&self, outbox: &Arc<Outbox>) {
        self.watchers().retain(|watcher| watcher.as_ptr() != Arc::as_ptr(outbox));
    }

    fn tell_watchers(&self, tell: impl Fn(&Outbox)) {
        for watcher in self.watchers().iter().filter_map(Weak::upgrade) {
            tell(&watcher);
        }
    }

    /// Sees that clocks and engines run as they should, and tells everybody.
    fn settle(self: &Arc<Self>, app: &Arc<App>, mut live: MutexGuard<'_, Live>) -> GameView {
        self.start_engine(app, &mut live);
        self.arm_flag(app, &live);
        let view = live.view();
        drop(live);
        self.tell_watchers(|outbox| outbox.game_changed(self.id));
        view
    }

    /// Changes the game after the usual questions.
    fn act(
        self: &Arc<Self>,
        app: &Arc<App>,
        revision: Option<u64>,
        change: impl FnOnce(&mut Live) -> Result<(), ApiError>,
    ) -> Result<GameView, ApiError> {
        let mut live = self.lock();
        if live.gone {
            return Err(ApiError::not_found("game"));
        }
        if self.drop_flag(app, &mut live)? {
            self.settle(app, live);
            return Err(ApiError::new(Code::GameOver, "the time is over"));
        }
        if let Some(revision) = revision {
            live.check_revision(revision)?;
        }
        change(&mut live)?;
        Ok(self.settle(app, live))
    }

    /// Goes on with a game that was just opened.
    pub fn wake(self: &Arc<Self>, app: &Arc<App>) {
        let live = self.lock();
        let due = live.result.is_none() && live.search.is_none() && !live.paused;
        if due && live.player_to_move().is_engine() {
            self.settle(app, live);
        }
    }

    /// A person plays a ply.
    ///
    /// # Errors
    /// If the game has changed or ended, it is not a person's turn, the ply is
    /// not legal, or it cannot be saved; the game is then unchanged.
    pub fn play(
        self: &Arc<Self>,
        app: &Arc<App>,
        ply: &str,
        revision: u64,
    ) -> Result<GameView, ApiError> {
        self.act(app, Some(revision), |live| {
            live.check_open()?;
            if live.player_to_move().is_engine() {
                return Err(ApiError::new(Code::NotYourTurn, "it is the engine's turn"));
            }
            live.paused = false;
            make_ply(app, live, ply)
        })
    }

    /// Takes back to a person's last turn.
    ///
    /// # Errors
    /// If there is nothing to take back, or it cannot be saved.
    pub fn undo(self: &Arc<Self>, app: &Arc<App>, revision: u64) -> Result<GameView, ApiError> {
        self.act(app, Some(revision), |live| {
            let keep = live.undo_to().ok_or_else(|| ApiError::bad("nothing to take back"))?;
            live.stop_search();
            let mut shorter = live.line.clone();
            while shorter.len() > keep && shorter.undo() {}
            let now = now_ms();
            app.library.truncate(&live.id, keep as u32, &shorter.position(), now)?;
            live.truncate(keep);
            live.turn_since = Some(std::time::Instant::now());
            run_clock(live);
            touched(live, now);
            Ok(())
        })
    }

    /// A seat gives up.
    ///
    /// # Errors
    /// If the game has ended, or an engine sits there.
    pub fn resign(
        self: &Arc<Self>,
        app: &Arc<App>,
        seat: Seat,
        revision: u64,
    ) -> Result<GameView, ApiError> {
        self.act(app, Some(revision), |live| {
            live.check_open()?;
            if live.players[seat.index()].is_engine() {
                return Err(ApiError::new(Code::NotYourTurn, "an engine does not resign for you"));
            }
            finish(app, live, ResultView { winner: Some(seat.other()), reason: "resignation" })
        })
    }

    /// A seat offers a draw. An engine answers at once by what it thinks of its
    /// position; a person answers with [`Table::answer_draw`].
    ///
    /// # Errors
    /// If the game has ended, or an engine sits there.
    pub fn offer_draw(
        self: &Arc<Self>,
        app: &Arc<App>,
        seat: Seat,
        revision: u64,
    ) -> Result<GameView, ApiError> {
        let engine = {
            let live = self.lock();
            live.check_revision(revision)?;
            live.check_open()?;
            if live.players[seat.index()].is_engine() {
                return Err(ApiError::new(Code::NotYourTurn, "engines offer no draws"));
            }
            let asked_before = live.declined == Some(seat);
            let other = &live.players[seat.other().index()];
            (other.is_engine() && !asked_before).then(|| (live.line.clone(), other.clone()))
        };
        let accepted = match engine {
            Some((line, player)) => {
                let player = app.adviser(&self.owner, &player);
                app.pool.ask(Class::Hint, move |run| {
                    choose::accepts_draw(&line, seat.other(), &player, run)
                })?
            }
            None => false,
        };
        self.act(app, Some(revision), |live| {
            live.check_open()?;
            if accepted {
                return finish(app, live, ResultView { winner: None, reason: "agreement" });
            }
            if live.players[seat.other().index()].is_engine() {
                live.declined = Some(seat);
            } else {
                live.draw_offer = Some(seat);
            }
            live.revision += 1;
            Ok(())
        })
    }

    /// A person answers a draw offer.
    ///
    /// # Errors
    /// If there is none.
    pub fn answer_draw(
        self: &Arc<Self>,
        app: &Arc<App>,
        accept: bool,
        revision: u64,
    ) -> Result<GameView, ApiError> {
        self.act(app, Some(revision), |live| {
            live.check_open()?;
            let offered = live.draw_offer.take();
            let seat = offered.ok_or_else(|| ApiError::bad("nobody has offered a draw"))?;
            if accept {
                return finish(app, live, ResultView { winner: None, reason: "agreement" });
            }
            live.declined = Some(seat);
            live.revision += 1;
            Ok(())
        })
    }

    /// Lets engines and clocks stand still.
    ///
    /// # Errors
    /// If the game has ended.
    pub fn pause(self: &Arc<Self>, app: &Arc<App>) -> Result<GameView, ApiError> {
        self.act(app, None, |live| {
            live.check_open()?;
            live.paused = true;
            live.stop_search();
            let to_move = live.line.seat_to_move();
            if let Some(clocks) = &mut live.clocks {
                clocks.pause(to_move);
            }
            live.revision += 1;
            Ok(())
        })
    }

    /// Lets engines and clocks go on.
    ///
    /// # Errors
    /// If the game has ended, or too many engines play each other already.
    pub fn resume(self: &Arc<Self>, app: &Arc<App>) -> Result<GameView, ApiError> {
        self.act(app, None, |live| {
            live.check_open()?;
            live.paused = false;
            run_clock(live);
            live.turn_since = Some(std::time::Instant::now());
            live.revision += 1;
            Ok(())
        })
    }

    /// What an engine would play here, for the person to move.
    ///
    /// # Errors
    /// If the game has ended, it is not a person's turn, or the engine failed.
    pub fn hint(&self, app: &Arc<App>) -> Result<(PlyView, ScoreView), ApiError> {
        let (line, seat) = {
            let live = self.lock();
            live.check_open()?;
            if live.player_to_move().is_engine() {
                return Err(ApiError::new(Code::NotYourTurn, "it is the engine's turn"));
            }
            (live.line.clone(), live.line.seat_to_move())
        };
        let strongest = Player::Engine { profile: "chuhe".to_owned(), level: 10 };
        let player = app.adviser(&self.owner, &strongest);
        let asked = line.clone();
        let chosen = app
            .pool
            .ask(Class::Hint, move |run| choose::choose(&asked, &player, Thinking::Hint, run))?;
        let chosen = engine_answer(chosen)?;
        Ok((line.show_ply(&chosen.ply)?, ScoreView::new(chosen.score, seat)))
    }

    /// Forgets the game for good.
    ///
    /// # Errors
    /// If it cannot be deleted.
    pub fn delete(self: &Arc<Self>, app: &Arc<App>) -> Result<(), ApiError> {
        let mut live = self.lock();
        app.library.delete_game(&self.id)?;
        live.gone = true;
        live.stop_search();
        drop(live);
        self.disarm();
        self.tell_watchers(|outbox| outbox.game_gone(self.id));
        Ok(())
    }

    /// Stops what runs, when the server goes down.
    pub fn shut(&self) {
        self.disarm();
        self.lock().stop_search();
    }

    /// Starts the engine's search if it is its turn.
    fn start_engine(self: &Arc<Self>, app: &Arc<App>, live: &mut Live) {
        let due = live.result.is_none() && !live.paused && live.search.is_none() && !live.gone;
        if !due || !live.player_to_move().is_engine() {
            return;
        }
        live.searches += 1;
        let number = live.searches;
        let to_move = live.line.seat_to_move();
        let dice = game::splitmix64(live.id.bits() as u64 ^ live.line.len() as u64);
        let mut player = app.player(&self.owner, live.player_to_move(), dice);
        // One for each seat: they may be different players.
        player.tag = (live.id.bits() as u64 | 1).wrapping_add(2 * to_move.index() as u64);
        let clocks = live.clocks.as_ref();
        let thinking = clocks.map_or(Thinking::Free, |clocks| clocks.thinking(to_move));
        let time = if clocks.is_some() { Time::Wall } else { Time::Running };
        let show = live.is_show();
        let class = if show { Class::Analysis } else { Class::Game };
        let pace = if show { app.config.pace } else { Duration::ZERO };
        let (line, width) = (live.line.clone(), player.threads);
        let (app_after, table) = (Arc::clone(app), Arc::clone(self));
        let started = app.pool.start(
            class,
            width,
            time,
            move |run| choose::choose(&line, &player, thinking, run),
            move |found| {
                std::thread::sleep(pace);
                table.engine_answered(&app_after, number, found);
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
        found: Result<Result<Option<Chosen>, String>, ApiError>,
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
            found.and_then(engine_answer).and_then(|chosen| make_ply(app, &mut live, &chosen.ply));
        if let Err(error) = played {
            self.trouble(&mut live, &error);
        }
        self.settle(app, live);
    }

    /// Something went wrong while an engine was to move: the game stands until
    /// somebody resumes it.
    fn trouble(&self, live: &mut Live, error: &ApiError) {
        tracing::error!("game {}: {error}", self.id);
        live.paused = true;
        live.revision += 1;
        let to_move = live.line.seat_to_move();
        if let Some(clocks) = &mut live.clocks {
            clocks.pause(to_move);
        }
        self.tell_watchers(|outbox| outbox.error(None, Some(self.id), error));
    }

    /// Ends the game if the clock of the player to move has run out, and says
    /// whether it did.
    fn drop_flag(&self, app: &App, live: &mut Live) -> Result<bool, ApiError> {
        let to_move = live.line.seat_to_move();
        let fell = live.clocks.as_ref().is_some_and(|clocks| clocks.flag_fell(to_move));
        if live.result.is_some() || !fell {
            return Ok(false);
        }
        finish(app, live, ResultView { winner: Some(to_move.other()), reason: "time" })?;
        Ok(true)
    }

    /// Sets an alarm for the moment the running clock reaches zero.
    fn arm_flag(self: &Arc<Self>, app: &Arc<App>, live: &Live) {
        self.disarm();
        let Some(clocks) = live.clocks.as_ref().filter(|clocks| clocks.runs()) else { return };
        if live.result.is_some() {
            return;
        }
        let to_move = live.line.seat_to_move();
        let left = Duration::from_millis(clocks.left(to_move)[to_move.index()] + 5);
        let (app_then, table) = (Arc::clone(app), Arc::clone(self));
        let alarm = app.runtime.spawn(async move {
            tokio::time::sleep(left).await;
            let _ = tokio::task::spawn_blocking(move || table.flag_alarm(&app_then)).await;
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
            Err(error) => tracing::error!("game {}: {error}", self.id),
        }
    }

    fn flag(&self) -> MutexGuard<'_, Option<AbortHandle>> {
        self.flag.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn disarm(&self) {
        if let Some(alarm) = self.flag().take() {
            alarm.abort();
        }
    }
}

fn engine_answer(found: Result<Option<Chosen>, String>) -> Result<Chosen, ApiError> {
    let found = found.map_err(|error| ApiError::new(Code::Internal, error))?;
    found.ok_or_else(|| ApiError::new(Code::Internal, "the engine found no ply"))
}

/// Plays a ply: on the board, in the library, on the clocks; in this order, and
/// back again if the library cannot take it.
fn make_ply(app: &App, live: &mut Live, ply: &str) -> Result<(), ApiError> {
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
    let now = now_ms();
    let ended = result.as_ref().map(ending);
    let saved = app.library.append_ply(&live.id, number, &row, &position, ended.as_ref(), now);
    if let Err(error) = saved {
        live.line.undo();
        return Err(error.into());
    }
    live.note_ply(spent, left);
    live.clocks = clocks;
    live.result = result;
    live.draw_offer = None;
    live.declined = None;
    live.turn_since = Some(std::time::Instant::now());
    if live.result.is_some() {
        stop_clock(live);
    }
    touched(live, now);
    Ok(())
}

fn finish(app: &App, live: &mut Live, result: ResultView) -> Result<(), ApiError> {
    let now = now_ms();
    app.library.finish(&live.id, &ending(&result), now)?;
    live.stop_search();
    stop_clock(live);
    live.result = Some(result);
    live.draw_offer = None;
    touched(live, now);
    Ok(())
}

fn stop_clock(live: &mut Live) {
    let to_move = live.line.seat_to_move();
    if let Some(clocks) = &mut live.clocks {
        clocks.pause(to_move);
    }
}

/// Clocks begin with the first ply.
fn run_clock(live: &mut Live) {
    if !live.line.is_empty()
        && !live.paused
        && let Some(clocks) = &mut live.clocks
    {
        clocks.run();
    }
}

fn touched(live: &mut Live, now: i64) {
    live.revision += 1;
    live.updated = now;
}
