//! One conversation with a graphical interface.

use std::sync::{Arc, Mutex};

use anyhow::Result;
use game::{Game, Position as _};
use protocol::coordinates::Ranks;
use protocol::{Notes, ParseError, PositionText, ucci, uci};
use search::limits::ClockTime;
use search::{Bound, Limits};
use xiangqi::{Ply, Side, XiangqiRules};
use xiangqi_engine::search::path::GameHistory;
use xiangqi_engine::{Engine, Request, bench};

use super::limits::{bounded, clock, milliseconds, readable};
use super::options::{self, Options};
use super::position::{XiangqiGame, fen, read_move, read_position};
use super::running::{Running, lock};
use super::talk::{Dialect, info, move_text, say};
use super::watch::Stopwatch;
use crate::args::GameName;

/// What is said when something needs a position and there is none.
pub const NO_POSITION: &str = "no position: the last one was refused";

/// The state of a conversation: the position, the options, and the search that may
/// be running.
pub struct Session {
    engine: Arc<Mutex<Engine>>,
    options: Options,
    dialect: Dialect,
    /// How the other side counts ranks.
    ranks: Ranks,
    /// Whether the dialect leaves no doubt about it.
    ranks_fixed: bool,
    /// `None` after a position was refused: a move of another one helps nobody.
    game: Option<XiangqiGame>,
    banned: Vec<Ply>,
    running: Option<Running>,
}

impl Session {
    pub fn new(profile: &str, hash: usize, threads: usize) -> Result<Session> {
        Ok(Session {
            engine: Arc::new(Mutex::new(Engine::new(profile, hash, threads)?)),
            options: Options::default(),
            dialect: Dialect::Uci,
            ranks: Ranks::ZeroToNine,
            ranks_fixed: false,
            game: Some(Game::new(XiangqiRules::default())),
            banned: Vec::new(),
            running: None,
        })
    }

    /// From now on ranks are counted so.
    pub fn count_ranks(&mut self, ranks: Ranks) {
        self.ranks = ranks;
    }

    /// Obeys one line. False if the conversation is over.
    pub fn hear(&mut self, line: &str) -> bool {
        let line = line.trim();
        if line.is_empty() || self.own_word(line) {
            return true;
        }
        let mut notes = Notes::new();
        let goes_on = if line == "ucci" || self.dialect == Dialect::Ucci && line != "uci" {
            match ucci::Command::parse(line, &mut notes) {
                Ok(command) => self.obey_ucci(command),
                Err(error) => self.complain(line, &error),
            }
        } else {
            match uci::Command::parse(line, &mut notes) {
                Ok(command) => self.obey_uci(command),
                Err(error) => self.complain(line, &error),
            }
        };
        for note in &notes {
            self.dialect.remark(&note.to_string());
        }
        goes_on
    }

    /// The input has ended: stop and go.
    pub fn leave(&mut self) {
        self.stop();
    }

    /// Says what is wrong with a line. Whoever says `go` waits for a move, and gets
    /// one by what can be read of it; whoever sends a position means no other.
    fn complain(&mut self, line: &str, error: &ParseError) -> bool {
        self.dialect.remark(&error.to_string());
        match line.split_whitespace().next() {
            Some("go") => self.go_anyhow(&readable(line)),
            Some("position" | "startpos" | "fen") => self.refuse_position(),
            _ => {}
        }
        true
    }

    fn go_anyhow(&mut self, line: &str) {
        let mut notes = Notes::new();
        if self.dialect == Dialect::Ucci {
            let go = match ucci::Command::parse(line, &mut notes) {
                Ok(ucci::Command::Go(go)) => go,
                _ => ucci::GoLimits::default(),
            };
            let limits = self.ucci_limits(&go);
            self.go(bounded(limits), self.allowed(), false);
        } else {
            let go = match uci::Command::parse(line, &mut notes) {
                Ok(uci::Command::Go(go)) => go,
                _ => uci::GoLimits::default(),
            };
            let (limits, wait) = (self.uci_limits(&go), go.infinite || go.ponder);
            let only = self.only(&go.searchmoves);
            self.go(if wait { limits } else { bounded(limits) }, only, wait);
        }
    }

    /// Words for people at a terminal.
    fn own_word(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some("d"), None, _) => match &self.game {
                Some(game) => say(format!("{}\n{}", game.position().diagram(), fen(game))),
                None => self.dialect.remark(NO_POSITION),
            },
            (Some("eval"), None, _) => self.print_eval(),
            (Some("bench"), depth, None) => self.bench(depth),
            (Some("go"), Some("perft"), depth) => self.perft(depth),
            _ => return false,
        }
        true
    }

    fn obey_uci(&mut self, command: uci::Command) -> bool {
        match command {
            uci::Command::Uci => self.introduce(Dialect::Uci),
            uci::Command::UciCyclone => {
                (self.ranks, self.ranks_fixed) = (Ranks::CYCLONE, true);
                self.introduce(Dialect::Uci);
            }
            uci::Command::Debug(_) => {}
            uci::Command::IsReady => say(uci::Reply::ReadyOk),
            uci::Command::SetOption { name, value } => {
                self.set_option(&name, value.as_deref().unwrap_or_default());
            }
            uci::Command::UciNewGame => {
                self.stop();
                self.with_engine(Engine::new_game);
            }
            uci::Command::Position(text) => self.set_position(&text),
            uci::Command::Go(limits) => self.go_uci(&limits),
            uci::Command::Stop => self.stop(),
            uci::Command::PonderHit => self.ponder_hit(),
            uci::Command::Quit => {
                self.stop();
                return false;
            }
        }
        true
    }

    fn obey_ucci(&mut self, command: ucci::Command) -> bool {
        match command {
            ucci::Command::Ucci => self.introduce(Dialect::Ucci),
            ucci::Command::IsReady => say(ucci::Reply::ReadyOk),
            ucci::Command::SetOption { name, value } => {
                self.set_option(&name, value.as_deref().unwrap_or_default());
            }
            ucci::Command::Position(text) => self.set_position(&text),
            ucci::Command::BanMoves(moves) => {
                let read = |text: &String| self.game.as_ref()?.position().parse_ply(text).ok();
                self.banned = moves.iter().filter_map(read).collect();
            }
            ucci::Command::Go(limits) => self.go_ucci(&limits),
            ucci::Command::PonderHit { .. } => self.ponder_hit(),
            ucci::Command::Stop => {
                if self.running.is_some() {
                    self.stop();
                } else {
                    say(ucci::Reply::NoBestMove);
                }
            }
            ucci::Command::Probe(_) => say(ucci::Reply::PopHash(String::new())),
            ucci::Command::Quit => {
                self.stop();
                say(ucci::Reply::Bye);
                return false;
            }
        }
        true
    }

    fn introduce(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        match dialect {
            Dialect::Uci => options::introduce_uci(GameName::Xiangqi, self.ranks),
            Dialect::Ucci => {
                (self.ranks, self.ranks_fixed) = (Ranks::UCCI, true);
                options::introduce_ucci();
            }
        }
    }

    /// Sets an option; on an error it stays as it was.
    pub fn set_option(&mut self, name: &str, value: &str) {
        self.stop();
        let mut engine = lock(&self.engine);
        if let Err(error) = options::set(&mut self.options, &mut engine, name, value) {
            self.dialect.remark(&error);
        }
    }

    /// Sets the position; after an error there is none.
    fn set_position(&mut self, text: &PositionText) {
        self.stop();
        self.banned.clear();
        match read_position(text, &self.options.rules, self.ranks) {
            Ok(game) => self.game = Some(game),
            Err(error) => {
                if !self.read_otherwise(text) {
                    self.dialect.remark(&error);
                    self.refuse_position();
                }
            }
        }
    }

    /// Reads moves that are not possible in one counting of ranks in the other, and
    /// goes on with it: where all moves are legal in one only, they mean that one.
    fn read_otherwise(&mut self, text: &PositionText) -> bool {
        if self.ranks_fixed || text.moves.is_empty() {
            return false;
        }
        let other = match self.ranks {
            Ranks::ZeroToNine => Ranks::OneToTen,
            Ranks::OneToTen => Ranks::ZeroToNine,
        };
        let Ok(game) = read_position(text, &self.options.rules, other) else { return false };
        self.dialect.remark(&format!("ranks {other}: the moves are legal so only"));
        self.ranks = other;
        self.game = Some(game);
        true
    }

    fn refuse_position(&mut self) {
        self.stop();
        self.game = None;
        self.dialect.remark("position refused: until one is accepted, go finds no move");
    }

    fn go_uci(&mut self, go: &uci::GoLimits) {
        let only = self.only(&go.searchmoves);
        self.go(self.uci_limits(go), only, go.infinite || go.ponder);
    }

    fn uci_limits(&self, go: &uci::GoLimits) -> Limits {
        let red = self.game.as_ref().is_none_or(|game| game.position().turn() == Side::Red);
        Limits {
            depth: go.depth.map(|depth| depth.clamp(1, 127) as i32),
            nodes: go.nodes,
            movetime: go.movetime.map(milliseconds),
            clock: clock(go, red),
            mate: go.mate,
            ponder: go.ponder,
        }
    }

    /// The moves of `searchmoves`.
    fn only(&self, texts: &[String]) -> Vec<Ply> {
        let Some(game) = &self.game else { return Vec::new() };
        let mut only = Vec::new();
        for text in texts {
            match read_move(game.position(), text, self.ranks) {
                Ok(ply) => only.push(ply),
                Err(error) => self.dialect.remark(&format!("searchmoves: {error}")),
            }
        }
        only
    }

    fn go_ucci(&mut self, go: &ucci::GoLimits) {
        self.go(self.ucci_limits(go), self.allowed(), go.infinite || go.ponder);
    }

    fn ucci_limits(&self, go: &ucci::GoLimits) -> Limits {
        let unit = if self.options.milliseconds { 1 } else { 1_000 };
        let time = |number: u64| milliseconds(number.saturating_mul(unit));
        Limits {
            depth: go.depth.map(|depth| depth.clamp(1, 127) as i32),
            nodes: go.nodes,
            clock: go.time.map(|left| ClockTime {
                left: time(left),
                increment: time(go.increment.unwrap_or(0)),
                moves_to_go: go.movestogo,
            }),
            ponder: go.ponder,
            ..Limits::default()
        }
    }

    /// The moves that are not banned; empty if none is.
    fn allowed(&self) -> Vec<Ply> {
        match &self.game {
            Some(game) if !self.banned.is_empty() => {
                let plies = game.position().legal_plies().into_iter();
                plies.filter(|ply| !self.banned.contains(ply)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn go(&mut self, limits: Limits, only: Vec<Ply>, wait: bool) {
        self.stop();
        let dialect = self.dialect;
        let Some(game) = &self.game else {
            dialect.remark(NO_POSITION);
            self.running = Some(Running::start(false, wait, move |heard| {
                heard.wait();
                dialect.best_move(None, None);
            }));
            return;
        };
        let mut history = GameHistory::from_game(game);
        history.rules = self.options.rules.clone();
        let pondering = limits.ponder;
        let request =
            Request { limits, lines: self.options.lines, only, overhead: self.options.overhead };
        let (engine, ranks, show_wdl) =
            (Arc::clone(&self.engine), self.ranks, self.options.show_wdl);
        let model = xiangqi_engine::win_model(history.position());
        let watch = Stopwatch::start();
        self.running = Some(Running::start(pondering, wait, move |heard| {
            let mut engine = lock(&engine);
            let (stop, pondering) = (&heard.stop, &heard.pondering);
            let outcome =
                engine.search(&history, &request, &watch, stop, pondering, &mut |report| {
                    // UCCI has no word for a bound.
                    let exact = report.line.is_none_or(|told| told.bound == Bound::Exact);
                    if exact || dialect == Dialect::Uci {
                        dialect.info(info(report, model, show_wdl, ranks));
                    }
                });
            heard.wait();
            let line = outcome.lines.first().map(|line| line.plies.as_slice()).unwrap_or_default();
            let text = |index: usize| line.get(index).map(|&ply| move_text(ply, ranks));
            dialect.best_move(text(0), text(1));
        }));
    }

    /// Ends the search that runs and waits for its answer.
    fn stop(&mut self) {
        if let Some(running) = self.running.take()
            && !running.stop()
        {
            self.dialect.remark("the search failed; the engine goes on");
            self.dialect.best_move(None, None);
        }
    }

    fn ponder_hit(&mut self) {
        if let Some(running) = &self.running {
            running.ponder_hit();
        }
    }

    fn with_engine<T>(&self, act: impl FnOnce(&mut Engine) -> T) -> T {
        act(&mut lock(&self.engine))
    }

    fn print_eval(&mut self) {
        self.stop();
        let Some(game) = &self.game else { return self.dialect.remark(NO_POSITION) };
        let position = game.position().clone();
        let rows = self.with_engine(|engine| engine.explain(&position));
        say(crate::eval::table(&position, &rows).trim_end());
    }

    fn bench(&mut self, depth: Option<&str>) {
        self.stop();
        let profile = self.with_engine(|engine| engine.profile());
        let depth = depth.and_then(|text| text.parse().ok()).unwrap_or(bench::BENCH_DEPTH);
        match bench::bench(profile, depth, &Stopwatch::start()) {
            Ok(result) => say(crate::bench::line(result.nodes, result.seconds)),
            Err(error) => self.dialect.remark(&error.to_string()),
        }
    }

    fn perft(&mut self, depth: Option<&str>) {
        let Some(game) = &self.game else { return self.dialect.remark(NO_POSITION) };
        match depth
            .and_then(|text| text.parse::<u32>().ok())
            .filter(|depth| (1..=20).contains(depth))
        {
            Some(depth) => {
                let mut total = 0;
                for branch in game::perft::divide(game.position(), depth) {
                    say(format!("{}: {}", branch.ply, branch.count.kinds));
                    total += branch.count.kinds;
                }
                say(format!("\nNodes searched: {total}"));
            }
            None => self.dialect.remark("go perft: expected a depth from 1 to 20"),
        }
    }
}
