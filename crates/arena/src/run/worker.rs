//! One lane of play of a run.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use play::eval_file::EvalFile;
use play::tables::AnyTables;
use serde::{Deserialize, Serialize};

use super::config::{RuleSet, RunConfig, SeatRule};
use super::directory::GameLine;
use super::runner::RunError;
use crate::board::{BanqiBoard, RefereeBoard, TableBoard, XiangqiBoard};
use crate::ending::{EndCause, Ending};
use crate::player::{Fault, GameKind, Player, Seat, Stopped};
use crate::record::{self, Header};
use crate::referee::{Conditions, GameLog, play_game};
use crate::schedule::{Planned, Schedule};
use crate::{builtin, engine};

/// Why a game cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum BoardError {
    /// A xiangqi opening.
    #[error(transparent)]
    Xiangqi(#[from] xiangqi::FenError),
    /// A dark chess opening.
    #[error(transparent)]
    Banqi(#[from] banqi::PositionError),
}

/// What all workers of a run share.
pub(super) struct Plan {
    pub(super) config: RunConfig,
    pub(super) rules: RuleSet,
    pub(super) schedule: Schedule,
    pub(super) openings: Vec<String>,
    /// Endgame tables that end games.
    pub(super) tables: Option<Arc<AnyTables>>,
    /// Where engines' logs go, if anybody keeps them.
    pub(super) logs: Option<PathBuf>,
    /// What the files of the engines' option `EvalFile` hold, where that was read before.
    pub(super) evaluations: Vec<Option<EvalFile>>,
}

impl Plan {
    /// The position a game begins from; `None` stands for the start position.
    pub(super) fn opening(&self, planned: &Planned) -> Option<&str> {
        let round = planned.round as usize;
        let place = round.checked_rem(self.openings.len())?;
        Some(self.openings[place].as_str())
    }

    /// Starts an engine.
    pub(super) fn start(
        &self,
        index: usize,
        core: Option<usize>,
    ) -> Result<Box<dyn Player>, Fault> {
        let config = &self.config.engines[index].config;
        let game = self.config.game;
        let evaluation = self.evaluations.get(index).and_then(Option::as_ref);
        match &config.builtin {
            Some(name) => builtin::create_with(name, game, &config.options, evaluation)
                .map_err(|error| Fault::Crash(error.to_string())),
            None => engine::start(config, game, self.logs.as_deref(), core),
        }
    }
}

/// A game to be saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Finished {
    pub(super) line: GameLine,
    pub(super) record: String,
}

/// One lane of play: it keeps its players from game to game.
pub(super) struct Worker {
    plan: Arc<Plan>,
    core: Option<usize>,
    idle: HashMap<usize, Box<dyn Player>>,
}

/// Who has which seat in a planned game.
#[derive(Clone, Copy)]
struct Seating {
    /// The seats of the engines in the order of the plan.
    seats: [Seat; 2],
    /// The engines in the order of the seats.
    engines: [usize; 2],
}

impl Seating {
    fn new(rule: SeatRule, planned: &Planned, board: &dyn RefereeBoard) -> Seating {
        let first = match rule {
            SeatRule::FirstSeat => Seat::First,
            SeatRule::FirstPly => board.seat_to_move(),
        };
        let engines = match first {
            Seat::First => [planned.first, planned.second],
            Seat::Second => [planned.second, planned.first],
        };
        Seating { seats: [first, first.other()], engines }
    }

    /// A seat in the order of the plan.
    fn planned(self, seat: Seat) -> Seat {
        if seat == self.seats[0] { Seat::First } else { Seat::Second }
    }
}

impl Worker {
    pub(super) fn new(plan: Arc<Plan>, number: usize) -> Worker {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let core = plan.config.pin.then_some(number % cores);
        Worker { plan, core, idle: HashMap::new() }
    }

    /// Plays one game from its opening; `None` if it was interrupted.
    pub(super) fn play(
        &mut self,
        game: u32,
        opening: Option<&str>,
        stopped: Stopped<'_>,
    ) -> Option<Result<Finished, RunError>> {
        let planned = self.plan.schedule.game(game)?;
        let mut board = match self.board(&planned, opening) {
            Ok(board) => board,
            Err(error) => return Some(Err(RunError::Game { game: game + 1, error })),
        };
        let seating = Seating::new(self.plan.config.seats, &planned, board.as_ref());
        let begin = Instant::now();
        let log = self.referee(&planned, seating, board.as_mut(), stopped)?;
        let mut line = self.line(&planned, seating, &log);
        line.wall_ms = begin.elapsed().as_secs_f64() * 1000.0;
        let date = today();
        let header = self.header(&planned, seating, &date);
        let record = record::write(board.as_ref(), &log, &header);
        Some(Ok(Finished { line, record }))
    }

    fn board(
        &self,
        planned: &Planned,
        start: Option<&str>,
    ) -> Result<Box<dyn RefereeBoard>, BoardError> {
        let board: Box<dyn RefereeBoard> = match &self.plan.rules {
            RuleSet::Xiangqi(rules) => {
                let start = start.unwrap_or(xiangqi::START_FEN);
                Box::new(XiangqiBoard::new(rules.clone(), start)?)
            }
            RuleSet::Banqi(rules) => {
                let seed = self.plan.schedule.deal_seed(planned);
                Box::new(BanqiBoard::new(*rules, start, seed)?)
            }
        };
        Ok(match &self.plan.tables {
            Some(tables) => Box::new(TableBoard::new(board, tables.clone())),
            None => board,
        })
    }

    fn referee(
        &mut self,
        planned: &Planned,
        seating: Seating,
        board: &mut dyn RefereeBoard,
        stopped: Stopped<'_>,
    ) -> Option<GameLog> {
        let mut first = match self.player(seating.engines[0]) {
            Ok(player) => player,
            Err(fault) => return Some(absent(Seat::First, &fault)),
        };
        let mut second = match self.player(seating.engines[1]) {
            Ok(player) => player,
            Err(fault) => return Some(absent(Seat::Second, &fault)),
        };
        let dice = |seat| self.plan.schedule.dice_seed(planned, seating.planned(seat));
        let conditions = Conditions {
            controls: seating.engines.map(|engine| self.plan.config.control(engine)),
            seeds: Seat::BOTH.map(dice),
            margin: Duration::from_millis(self.plan.config.margin_ms),
            adjudication: self.plan.config.adjudication,
        };
        let mut players: [&mut dyn Player; 2] = [first.as_mut(), second.as_mut()];
        let log = play_game(board, &mut players, &conditions, stopped)?;
        self.keep(seating.engines[0], first, log.failed == Some(Seat::First));
        self.keep(seating.engines[1], second, log.failed == Some(Seat::Second));
        Some(log)
    }

    /// An engine's player, the one of the game before if it was kept.
    fn player(&mut self, index: usize) -> Result<Box<dyn Player>, Fault> {
        if let Some(player) = self.idle.remove(&index) {
            return Ok(player);
        }
        self.plan.start(index, self.core)
    }

    fn keep(&mut self, index: usize, player: Box<dyn Player>, failed: bool) {
        if !failed && !self.plan.config.engines[index].config.restart {
            self.idle.insert(index, player);
        }
    }

    fn line(&self, planned: &Planned, seating: Seating, log: &GameLog) -> GameLine {
        let config = &self.plan.config;
        let first_lead = if seating.seats[0] == Seat::First { 1 } else { -1 };
        GameLine {
            game: planned.game,
            pair: planned.pair,
            first: config.name(planned.first).to_owned(),
            second: config.name(planned.second).to_owned(),
            winner: log.ending.winner.map(|seat| seating.planned(seat)),
            cause: log.ending.cause,
            reason: log.ending.reason.clone(),
            plies: log.plies.len() as u32,
            times: seating.seats.map(|seat| log.times(seat)),
            wall_ms: 0.0,
            best_lead: seating.seats.map(|seat| log.best_lead[seat.index()]),
            final_lead: log.final_lead * first_lead,
            record_end: 0,
        }
    }

    fn header<'b>(&'b self, planned: &Planned, seating: Seating, date: &'b str) -> Header<'b> {
        let config = &self.plan.config;
        let deal = || self.plan.schedule.deal_seed(planned);
        Header {
            event: &config.event,
            date,
            number: planned.game + 1,
            players: seating.engines.map(|engine| config.name(engine)),
            controls: seating.engines.map(|engine| config.control(engine)),
            deal: (config.game == GameKind::Banqi).then(deal),
        }
    }
}

/// A player that could not be started loses without a ply.
fn absent(seat: Seat, fault: &Fault) -> GameLog {
    GameLog {
        plies: Vec::new(),
        ending: Ending {
            winner: Some(seat.other()),
            cause: EndCause::Fault(fault.kind()),
            reason: format!("could not be started: {fault}"),
        },
        failed: Some(seat),
        best_lead: [0; 2],
        final_lead: 0,
    }
}

/// Today (in UTC) as `yyyy.mm.dd`.
fn today() -> String {
    jiff::Timestamp::now().strftime("%Y.%m.%d").to_string()
}
