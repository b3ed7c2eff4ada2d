//! A game that is shared: what people may do to it, and who watches it.

use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Instant;

use library::Id;
use play::choose::Thinking;
use play::{AnyGame, PlyView, ScoreView, Seat};
use puzzles::themes;
use serde_json::{Value, json};
use tokio::task::AbortHandle;

use super::seats::Player;
use super::state::GameState;
use super::turns::{engine_answer, finish, make_ply, run_clock};
use super::view::GameView;
use crate::app::App;
use crate::board::ResultView;
use crate::error::{ApiError, Code};
use crate::live::outbox::Outbox;
use crate::puzzles::attempt::theme;
use crate::think::gate::Class;
use crate::think::pool::Run;
use crate::time::now_ms;

/// No name of a game has more characters.
const LONGEST_NAME: usize = 100;

/// A game and who watches it.
pub struct SharedGame {
    id: Id,
    owner: String,
    live: Mutex<GameState>,
    watchers: Mutex<Vec<Weak<Outbox>>>,
    /// Rings when the running clock is at zero.
    pub(super) alarm: Mutex<Option<AbortHandle>>,
}

impl SharedGame {
    /// A game for a game.
    pub fn new(owner: String, live: GameState) -> Arc<SharedGame> {
        Arc::new(SharedGame {
            id: live.id,
            owner,
            live: Mutex::new(live),
            watchers: Mutex::new(Vec::new()),
            alarm: Mutex::new(None),
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
    pub fn lock(&self) -> MutexGuard<'_, GameState> {
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

    /// A socket wants to be told every change.
    pub fn watch(&self, outbox: &Arc<Outbox>) {
        let mut watchers = self.watchers();
        watchers.retain(|watcher| watcher.strong_count() > 0);
        if !watchers.iter().any(|watcher| watcher.as_ptr() == Arc::as_ptr(outbox)) {
            watchers.push(Arc::downgrade(outbox));
        }
    }

    /// A socket is told no more.
    pub fn unwatch(&self, outbox: &Arc<Outbox>) {
        self.watchers().retain(|watcher| watcher.as_ptr() != Arc::as_ptr(outbox));
    }

    pub(super) fn tell_watchers(&self, tell: impl Fn(&Outbox)) {
        for watcher in self.watchers().iter().filter_map(Weak::upgrade) {
            tell(&watcher);
        }
    }

    /// Sees that clocks and engines run as they should, and tells everybody.
    pub(super) fn settle(
        self: &Arc<Self>,
        app: &Arc<App>,
        mut live: MutexGuard<'_, GameState>,
    ) -> GameView {
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
        change: impl FnOnce(&mut GameState) -> Result<(), ApiError>,
    ) -> Result<GameView, ApiError> {
        let mut live = self.lock();
        if live.gone {
            return Err(ApiError::not_found("game"));
        }
        let changed = self.drop_flag(app, &mut live).and_then(|fell| {
            if fell {
                return Err(ApiError::new(Code::GameOver, "the time is over"));
            }
            revision.map_or(Ok(()), |revision| live.check_revision(revision))?;
            change(&mut live)
        });
        match changed {
            Ok(()) => Ok(self.settle(app, live)),
            Err(error) => {
                if error.code == Code::GameOver || self.reloaded(app, &mut live, &error) {
                    self.settle(app, live);
                }
                Err(error)
            }
        }
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
            let (ply, _) = play::ply::read(live.line.kind(), ply)?;
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
            let change = live.change(now_ms());
            app.library.truncate(&live.id, change, keep as u32, &shorter.position())?;
            live.truncate(keep);
            live.turn_since = Some(Instant::now());
            run_clock(live);
            live.changed(change);
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
    /// position; a person answers with [`SharedGame::answer_draw`].
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
                app.pool_of(&player.profile)
                    .clone()
                    .ask(Class::Hint, move |run| player.accepts_draw(&line, seat.other(), run))??
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

    /// Gives the game another name; an empty one takes its name away.
    ///
    /// # Errors
    /// If the name is too long, or it cannot be saved.
    pub fn rename(self: &Arc<Self>, app: &Arc<App>, name: &str) -> Result<GameView, ApiError> {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if name.chars().count() > LONGEST_NAME {
            let message = format!("name: expected at most {LONGEST_NAME} characters");
            return Err(ApiError::bad(message));
        }
        self.act(app, None, |live| {
            app.library.rename_game(&live.id, &name)?;
            live.name = name;
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
            live.turn_since = Some(Instant::now());
            live.revision += 1;
            Ok(())
        })
    }

    /// What an engine would play here, for the person to move.
    ///
    /// # Errors
    /// If the game has ended, it is not a person's turn, or the engine failed.
    pub async fn hint(&self, app: &Arc<App>) -> Result<(PlyView, ScoreView), ApiError> {
        let line = self.line_for_hint()?;
        let strongest = Player::Engine { profile: "chuhe".to_owned(), level: 10 };
        let player = app.adviser(&self.owner, &strongest);
        let work = move |run: &Run| {
            let chosen = engine_answer(player.choose(&line, Thinking::Hint, run))?;
            let seat = line.seat_to_move();
            Ok((line.show(chosen.ply)?, ScoreView::new(line.win_model(), chosen.score, seat)))
        };
        app.pool.answer(Class::Hint, work).await
    }

    /// What a coach says to a ply before it is played: nothing, or what it would lose,
    /// what punishes it, and the shapes that brings.
    ///
    /// # Errors
    /// If it is an engine's turn, the game is over, or the ply is not legal.
    pub async fn coach(&self, app: &Arc<App>, ply: String) -> Result<Value, ApiError> {
        let line = self.line_for_hint()?;
        let strongest = Player::Engine { profile: "chuhe".to_owned(), level: 10 };
        let player = app.adviser(&self.owner, &strongest);
        let work = move |run: &Run| {
            let Some(advice) = player.advise(&line, &ply, run)? else { return Ok(Value::Null) };
            let keys = themes::arising(&line.position(), &advice.after.position());
            let shapes: Vec<Value> = keys.iter().filter_map(|key| theme(key)).collect();
            Ok(json!({
                "lost": advice.lost,
                "best": advice.best,
                "reply": advice.reply,
                "shapes": shapes,
            }))
        };
        app.pool.answer(Class::Hint, work).await
    }

    fn line_for_hint(&self) -> Result<AnyGame, ApiError> {
        let live = self.lock();
        live.check_open()?;
        if live.player_to_move().is_engine() {
            return Err(ApiError::new(Code::NotYourTurn, "it is the engine's turn"));
        }
        Ok(live.line.clone())
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
}
