//! A game in memory, and what may be done to it.

use std::time::Instant;

use banqi::Deal;
use library::{Change, Ending, GameRow, Id, NewGame, PlyRow};
use play::game::MOST_PLIES;
use play::{AnyGame, AnyPly, Chance, GameKind, PlyView, Seat};

use super::clock::{ClockSpec, Clocks};
use super::seats::Player;
use crate::board::view::known_reason;
use crate::board::{ResultView, verdict};
use crate::error::{ApiError, Code};
use crate::think::pool::Search;

/// A game in memory.
pub struct GameState {
    /// Its name.
    pub id: Id,
    /// What its owner calls it; empty if it has no name.
    pub name: String,
    /// The game itself.
    pub line: AnyGame,
    /// What lies face down, in dark chess.
    pub deal: Option<Deal>,
    /// What the deal was made from.
    pub seed: Option<u64>,
    /// Who plays, by seat.
    pub players: [Player; 2],
    /// The clocks, if there are any.
    pub clocks: Option<Clocks>,
    /// The plies as clients see them.
    pub plies: Vec<PlyView>,
    /// What the clocks showed after each ply.
    pub left_after: Vec<Option<[u64; 2]>>,
    /// How often it has changed.
    pub revision: u64,
    /// The revision the library has: offers and pauses are not kept.
    pub stored: u64,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed.
    pub updated: i64,
    /// How it ended.
    pub result: Option<ResultView>,
    /// Whether engines and clocks stand still.
    pub paused: bool,
    /// Who has offered a draw.
    pub draw_offer: Option<Seat>,
    /// Whose offer was declined since the last ply.
    pub declined: Option<Seat>,
    /// The engine's search for this turn, with its number.
    pub search: Option<(u64, Search)>,
    /// How many searches there were.
    pub searches: u64,
    /// Whether it was deleted.
    pub gone: bool,
    /// When the present turn began.
    pub turn_since: Option<Instant>,
}

impl GameState {
    /// A game as the library has it. Clocks stand, and engines that play each
    /// other wait, until somebody resumes it.
    ///
    /// # Errors
    /// If the row makes no game.
    pub fn load(row: &GameRow) -> Result<GameState, ApiError> {
        let mut live = GameState::open(row.id, &row.new, row.created)?;
        for played in &row.plies {
            let chance = Chance::Told(played.reveal.as_deref());
            live.line.play(&played.ply, chance, true)?;
            live.note_ply(played.spent, played.left);
        }
        live.name.clone_from(&row.name);
        live.revision = row.revision;
        live.stored = row.revision;
        live.updated = row.updated;
        live.result = row.ending.as_ref().map(|ending| ResultView {
            winner: ending.winner.as_deref().and_then(Seat::from_name),
            reason: known_reason(&ending.reason),
        });
        let left = live.left_after.last().copied().flatten();
        if let Some(clocks) = &mut live.clocks {
            clocks.reset(left);
        }
        let begun = !live.line.is_empty();
        live.paused = live.result.is_none()
            && (live.players.iter().all(Player::is_engine) || live.clocks.is_some() && begun);
        Ok(live)
    }

    /// A game before its first ply.
    ///
    /// # Errors
    /// If the start, the rules, the players or the clock make no sense.
    pub fn open(id: Id, new: &NewGame, created: i64) -> Result<GameState, ApiError> {
        let kind = GameKind::from_name(&new.game)
            .ok_or_else(|| ApiError::bad(format!("no game is named '{}'", new.game)))?;
        let line = AnyGame::open(kind, Some(&new.start), Some(&new.rules))?;
        let deal = match (&line, new.seed) {
            (AnyGame::Banqi { game, .. }, Some(seed)) => {
                Some(Deal::for_position(game.start(), seed))
            }
            _ => None,
        };
        let clock = new.clock.as_deref().map(read_json::<ClockSpec>).transpose()?;
        Ok(GameState {
            id,
            name: String::new(),
            result: verdict(&line),
            line,
            deal,
            seed: new.seed,
            players: [read_json(&new.first)?, read_json(&new.second)?],
            clocks: clock.map(|spec| Clocks::new(spec, None)),
            plies: Vec::new(),
            left_after: Vec::new(),
            revision: 0,
            stored: 0,
            created,
            updated: created,
            paused: false,
            draw_offer: None,
            declined: None,
            search: None,
            searches: 0,
            gone: false,
            turn_since: Some(Instant::now()),
        })
    }

    /// Who is to move.
    pub fn player_to_move(&self) -> &Player {
        &self.players[self.line.seat_to_move().index()]
    }

    /// Whether both players are engines.
    pub fn is_show(&self) -> bool {
        self.players.iter().all(Player::is_engine)
    }

    /// # Errors
    /// If the client has seen another state of the game.
    pub fn check_revision(&self, seen: u64) -> Result<(), ApiError> {
        if seen == self.revision {
            return Ok(());
        }
        let message = format!("the game is at revision {}, not {seen}: look again", self.revision);
        Err(ApiError::new(Code::Stale, message))
    }

    /// The next change, as the library is asked for it.
    pub fn change(&self, now: i64) -> Change {
        Change { seen: self.stored, next: self.revision + 1, now }
    }

    /// A change was kept.
    pub fn changed(&mut self, change: Change) {
        self.revision = change.next;
        self.stored = change.next;
        self.updated = change.now;
    }

    /// # Errors
    /// If the game has ended.
    pub fn check_open(&self) -> Result<(), ApiError> {
        match &self.result {
            None => Ok(()),
            Some(result) => {
                Err(ApiError::new(Code::GameOver, format!("the game has ended: {}", result.reason)))
            }
        }
    }

    /// Plays a ply on the board; clocks and library are the caller's business.
    ///
    /// # Errors
    /// If the ply is not legal; the game is then unchanged.
    pub fn play(&mut self, ply: AnyPly) -> Result<(), ApiError> {
        let chance = match &self.deal {
            Some(deal) => Chance::Deal(deal),
            None => Chance::Told(None),
        };
        Ok(self.line.play_ply(ply, chance, false)?)
    }

    /// Adds the last ply of the line to what clients see.
    pub fn note_ply(&mut self, spent: Option<u64>, left: Option<[u64; 2]>) {
        let mut view = self.line.ply_view(self.line.len() - 1);
        view.spent_ms = spent;
        self.plies.push(view);
        self.left_after.push(left);
    }

    /// The row of the last ply of the line.
    pub fn last_row(&self, spent: Option<u64>, left: Option<[u64; 2]>) -> PlyRow {
        let view = self.line.ply_view(self.line.len() - 1);
        PlyRow { ply: view.ply, reveal: view.reveal, spent, left }
    }

    /// The end by the rules, or by the greatest length a game may have.
    pub fn ending_by_rules(&self) -> Option<ResultView> {
        let too_long = || {
            (self.line.len() >= MOST_PLIES)
                .then_some(ResultView { winner: None, reason: "no_progress" })
        };
        verdict(&self.line).or_else(too_long)
    }

    /// How many plies an undo leaves; `None` if there is nothing to take back.
    /// Against an engine the game goes back to the person's last turn.
    pub fn undo_to(&self) -> Option<usize> {
        let plies = self.line.len();
        if self.is_show() {
            return None;
        }
        // Which seat made a ply follows from who is to move now.
        let to_move = self.line.seat_to_move();
        let seat_before = |index: usize| {
            if (plies - index).is_multiple_of(2) { to_move } else { to_move.other() }
        };
        (0..plies).rev().find(|&index| !self.players[seat_before(index).index()].is_engine())
    }

    /// Goes back to a number of plies.
    pub fn truncate(&mut self, keep: usize) {
        while self.line.len() > keep && self.line.undo() {}
        self.plies.truncate(keep);
        self.left_after.truncate(keep);
        self.result = None;
        self.draw_offer = None;
        self.declined = None;
        let left = self.left_after.last().copied().flatten();
        if let Some(clocks) = &mut self.clocks {
            clocks.reset(left);
        }
    }

    /// The time since the turn began.
    pub fn spent(&self) -> Option<u64> {
        self.turn_since.map(|since| since.elapsed().as_millis() as u64)
    }

    /// Ends the engine's search, if there is one.
    pub fn stop_search(&mut self) {
        if let Some((_, search)) = self.search.take() {
            search.stop();
        }
    }
}

/// A result as the library keeps it.
pub fn ending(result: &ResultView) -> Ending {
    Ending {
        winner: result.winner.map(|seat| seat.name().to_owned()),
        reason: result.reason.to_owned(),
    }
}

fn read_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, ApiError> {
    serde_json::from_str(text).map_err(|error| {
        ApiError::new(Code::Internal, format!("a stored game is unreadable: {error}"))
    })
}
