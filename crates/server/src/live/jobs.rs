//! The searches a socket has asked for: one analysis and one review at a time.
//! They end with the socket.

use std::sync::Arc;
use std::time::Duration;

use library::Id;
use play::engine::profiles;
use play::stopwatch::Timed;
use play::{AnyGame, GameKind, analysis, review};

use super::messages::LineText;
use super::outbox::Outbox;
use crate::api::settings::Settings;
use crate::app::App;
use crate::error::ApiError;
use crate::games::seats::Player;
use crate::think::gate::Class;
use crate::think::news;
use crate::think::pool::{Run, Search};
use crate::think::shelf::Order;

/// The most lines an analysis shows.
pub const MOST_LINES: usize = 5;
/// Milliseconds for each ply of a review: the least, the most, the usual.
pub const REVIEW_BUDGET: (u64, u64, u64) = (20, 10_000, 400);

/// An analysis ends after an hour of running: its tab may have been forgotten.
const LONGEST: Duration = Duration::from_secs(3_600);

/// The searches of one socket.
pub struct Jobs {
    app: Arc<App>,
    owner: String,
    outbox: Arc<Outbox>,
    /// Engines that worked for this socket before know its game.
    tag: u64,
    analysis: Option<(i64, Search)>,
    review: Option<(i64, Search)>,
}

impl Jobs {
    /// No searches yet.
    pub fn new(app: Arc<App>, owner: String, outbox: Arc<Outbox>) -> Jobs {
        Jobs {
            app,
            owner,
            outbox,
            tag: Id::random().bits() as u64 | 1,
            analysis: None,
            review: None,
        }
    }

    /// Ends the search of a key.
    pub fn stop(&mut self, key: i64) {
        if self.analysis.as_ref().is_some_and(|(current, _)| *current == key) {
            self.stop_analysis();
        }
        if self.review.as_ref().is_some_and(|(current, _)| *current == key) {
            self.stop_review();
        }
    }

    /// Ends everything.
    pub fn stop_all(&mut self) {
        self.stop_analysis();
        self.stop_review();
    }

    fn stop_analysis(&mut self) {
        if let Some((_, search)) = self.analysis.take() {
            search.stop();
        }
    }

    fn stop_review(&mut self) {
        if let Some((_, search)) = self.review.take() {
            search.stop();
        }
    }

    /// Begins an analysis in place of the one before.
    ///
    /// # Errors
    /// If the line, the profile or the number of lines is wrong, or there is no
    /// room for a search.
    pub async fn analyse(
        &mut self,
        key: i64,
        line: LineText,
        lines: usize,
        profile: Option<String>,
    ) -> Result<(), ApiError> {
        self.stop_analysis();
        self.outbox.forget_analysis();
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(ApiError::bad(format!("lines is {lines}: expected 1 to {MOST_LINES}")));
        }
        let kind = line.game;
        let profile = check_profile(&self.app, kind, profile)?;
        let owner = self.owner.clone();
        let settings = self.app.blocking(move |app| Ok(Settings::of(app, &owner))).await?;
        let order = Order {
            kind,
            threads: self.app.threads(&profile, settings.threads),
            profile,
            megabytes: settings.hash_mb,
            tag: self.tag,
        };
        let (outbox, end) = (Arc::clone(&self.outbox), Arc::clone(&self.outbox));
        let search = self.app.pool_of(&order.profile).start_long(
            Class::Analysis,
            order.threads,
            move |run| {
                let Some(line) = read(&line, run)? else { return Ok(()) };
                let mut engine = run.engine(order)?;
                let mut tell = |state: &analysis::State| {
                    // A stopped search must not speak over its successor.
                    if !run.stopped() {
                        outbox.analysis(&news::analysis(key, state));
                    }
                };
                let host = Timed::new(run, LONGEST);
                Ok(analysis::analyse(&line, &mut engine, lines, &host, &mut tell)?)
            },
            move |result| {
                if let Err(error) = result.and_then(|inner| inner) {
                    end.error(Some(key), None, &error);
                }
            },
        )?;
        self.analysis = Some((key, search));
        Ok(())
    }

    /// Begins a review in place of the one before.
    ///
    /// # Errors
    /// If there is no such game or line, or no room for a search.
    pub async fn review(
        &mut self,
        key: i64,
        id: Option<String>,
        line: Option<LineText>,
        budget_ms: Option<u64>,
        profile: Option<String>,
    ) -> Result<(), ApiError> {
        self.stop_review();
        let (least, most, usual) = REVIEW_BUDGET;
        let budget_ms = budget_ms.unwrap_or(usual);
        if !(least..=most).contains(&budget_ms) {
            return Err(ApiError::bad(format!(
                "budget_ms is {budget_ms}: expected {least} to {most}"
            )));
        }
        let owner = self.owner.clone();
        let asked = self.app.blocking(move |app| asked_of(app, &owner, id, line)).await?;
        let profile = check_profile(&self.app, asked.kind(), profile)?;
        let player = self.app.adviser(&self.owner, &Player::Engine { profile, level: 10 });
        let budget = Duration::from_millis(budget_ms);
        let (outbox, end) = (Arc::clone(&self.outbox), Arc::clone(&self.outbox));
        let search = self.app.pool_of(&player.profile).clone().start_long(
            Class::Review,
            1,
            move |run| {
                let line = match asked {
                    Asked::Game(line) => Some(*line),
                    Asked::Told(line) => read(&line, run)?,
                };
                let Some(line) = line else { return Ok(()) };
                let (kind, profile) = (line.kind(), player.profile);
                let order = Order { kind, profile, threads: 1, megabytes: player.hash, tag: 0 };
                let mut engine = run.engine(order)?;
                let settings = review::Settings { budget, host: run };
                let mut tell = |ply: &review::PlyReview| {
                    if !run.stopped() {
                        outbox.send(&news::review_ply(key, ply));
                    }
                };
                if let Some(sums) = review::review(&line, &mut engine, &settings, &mut tell)? {
                    outbox.send(&news::review_end(key, &sums));
                }
                Ok(())
            },
            move |result| {
                if let Err(error) = result.and_then(|inner| inner) {
                    end.error(Some(key), None, &error);
                }
            },
        )?;
        self.review = Some((key, search));
        Ok(())
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.stop_all();
    }
}

fn check_profile(app: &App, kind: GameKind, profile: Option<String>) -> Result<String, ApiError> {
    let profile = profile.unwrap_or_else(|| profiles(kind)[0].0.to_owned());
    let player = Player::Engine { profile: profile.clone(), level: 10 };
    player.check(kind, &app.config.engines)?;
    Ok(profile)
}

/// Reads a line on the search's own time; `None` if the search was stopped: then
/// nobody wants to hear why.
fn read(line: &LineText, run: &Run) -> Result<Option<AnyGame>, ApiError> {
    match line.open_while(|| run.goes_on()) {
        Err(_) if run.stopped() => Ok(None),
        line => line.map(Some),
    }
}

/// What is to be reviewed.
enum Asked {
    /// A game of the library.
    Game(Box<AnyGame>),
    /// A line, still to be read: that is work, and done when its turn has come.
    Told(LineText),
}

impl Asked {
    fn kind(&self) -> GameKind {
        match self {
            Asked::Game(line) => line.kind(),
            Asked::Told(line) => line.game,
        }
    }
}

fn asked_of(
    app: &Arc<App>,
    owner: &str,
    id: Option<String>,
    line: Option<LineText>,
) -> Result<Asked, ApiError> {
    match (id, line) {
        (Some(id), _) => {
            Ok(Asked::Game(Box::new(app.games.get(app, owner, &id)?.lock().line.clone())))
        }
        (None, Some(line)) => Ok(Asked::Told(line)),
        (None, None) => Err(ApiError::bad("nothing to review: expected id, or game and plies")),
    }
}
