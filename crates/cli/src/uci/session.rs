//! One conversation with a graphical interface.

use std::sync::{Arc, Mutex};

use anyhow::Result;
use game::{Game, Position as _};
use protocol::{Notes, ParseError, PositionText, Start, ucci, uci};
use search::Limits;
use search::limits::ClockTime;
use xiangqi::{Ply, Position, Setup, Side, XiangqiRules};
use xiangqi_engine::search::path::GameHistory;
use xiangqi_engine::{Engine, Request, bench};

use super::limits::{clock, milliseconds};
use super::options::{self, Options};
use super::running::{Running, lock};
use super::talk::{Dialect, info, say};
use super::watch::Stopwatch;
use crate::args::GameName;

/// The state of a conversation: the last good position, the options, and the
/// search that may be running.
pub struct Session {
    engine: Arc<Mutex<Engine>>,
    options: Options,
    dialect: Dialect,
    game: Game<Position, XiangqiRules>,
    banned: Vec<Ply>,
    running: Option<Running>,
}

impl Session {
    pub fn new(profile: &str, hash: usize, threads: usize) -> Result<Session> {
        Ok(Session {
            engine: Arc::new(Mutex::new(Engine::new(profile, hash, threads)?)),
            options: Options::default(),
            dialect: Dialect::Uci,
            game: Game::new(XiangqiRules::default()),
            banned: Vec::new(),
            running: None,
        })
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
                Err(error) => self.complain(&error),
            }
        } else {
            match uci::Command::parse(line, &mut notes) {
                Ok(command) => self.obey_uci(command),
                Err(error) => self.complain(&error),
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

    fn complain(&self, error: &ParseError) -> bool {
        self.dialect.remark(&error.to_string());
        true
    }

    /// Words for people at a terminal.
    fn own_word(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some("d"), None, _) => {
                say(format!("{}\n{}", self.game.position().diagram(), self.fen()));
            }
            (Some("eval"), None, _) => self.print_eval(),
            (Some("bench"), depth, None) => self.bench(depth),
            (Some("go"), Some("perft"), depth) => self.perft(depth),
            _ => return false,
        }
        true
    }

    fn obey_uci(&mut self, command: uci::Command) -> bool {
        match command {
            uci::Command::Uci | uci::Command::UciCyclone => self.introduce(Dialect::Uci),
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
                let position = self.game.position();
                self.banned =
                    moves.iter().filter_map(|text| position.parse_ply(text).ok()).collect();
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
            Dialect::Uci => options::introduce_uci(GameName::Xiangqi),
            Dialect::Ucci => options::introduce_ucci(),
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

    /// Sets the position; on an error the last good one is kept.
    fn set_position(&mut self, text: &PositionText) {
        self.stop();
        match read_position(text, &self.options.rules) {
            Ok(game) => {
                self.game = game;
                self.banned.clear();
            }
            Err(error) => self.dialect.remark(&error),
        }
    }

    fn go_uci(&mut self, go: &uci::GoLimits) {
        let red = self.game.position().turn() == Side::Red;
        let limits = Limits {
            depth: go.depth.map(|depth| depth.clamp(1, 127) as i32),
            nodes: go.nodes,
            movetime: go.movetime.map(milliseconds),
            clock: clock(go, red),
            mate: go.mate,
            ponder: go.ponder,
        };
        let mut only = Vec::new();
        for text in &go.searchmoves {
            match self.game.position().parse_ply(text) {
                Ok(ply) => only.push(ply),
                Err(error) => self.dialect.remark(&format!("searchmoves: {error}")),
            }
        }
        self.go(limits, only, go.infinite || go.ponder);
    }

    fn go_ucci(&mut self, go: &ucci::GoLimits) {
        let unit = if self.options.milliseconds { 1 } else { 1_000 };
        let time = |number: u64| milliseconds(number.saturating_mul(unit));
        let limits = Limits {
            depth: go.depth.map(|depth| depth.clamp(1, 127) as i32),
            nodes: go.nodes,
            clock: go.time.map(|left| ClockTime {
                left: time(left),
                increment: time(go.increment.unwrap_or(0)),
                moves_to_go: go.movestogo,
            }),
            ponder: go.ponder,
            ..Limits::default()
        };
        let position = self.game.position();
        let only = if self.banned.is_empty() {
            Vec::new()
        } else {
            position.legal_plies().into_iter().filter(|ply| !self.banned.contains(ply)).collect()
        };
        self.go(limits, only, go.infinite || go.ponder);
    }

    fn go(&mut self, limits: Limits, only: Vec<Ply>, wait: bool) {
        self.stop();
        let mut history = GameHistory::from_game(&self.game);
        history.rules = self.options.rules.clone();
        let pondering = limits.ponder;
        let request =
            Request { limits, lines: self.options.lines, only, overhead: self.options.overhead };
        let (engine, dialect, show_wdl) =
            (Arc::clone(&self.engine), self.dialect, self.options.show_wdl);
        let model = xiangqi_engine::win_model(self.game.position());
        let watch = Stopwatch::start();
        self.running = Some(Running::start(pondering, wait, move |heard| {
            let mut engine = lock(&engine);
            let (stop, pondering) = (&heard.stop, &heard.pondering);
            let outcome =
                engine.search(&history, &request, &watch, stop, pondering, &mut |report| {
                    dialect.info(info(report, model, show_wdl));
                });
            heard.wait();
            let line = outcome.lines.first().map(|line| line.plies.as_slice()).unwrap_or_default();
            let text = |index: usize| line.get(index).map(ToString::to_string);
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

    fn fen(&self) -> String {
        let mut setup = Setup::from(self.game.position());
        setup.halfmoves = self.game.history().limit().plies();
        setup.to_string()
    }

    fn print_eval(&mut self) {
        self.stop();
        let position = self.game.position().clone();
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
        match depth
            .and_then(|text| text.parse::<u32>().ok())
            .filter(|depth| (1..=20).contains(depth))
        {
            Some(depth) => {
                let mut total = 0;
                for branch in game::perft::divide(self.game.position(), depth) {
                    say(format!("{}: {}", branch.ply, branch.count.kinds));
                    total += branch.count.kinds;
                }
                say(format!("\nNodes searched: {total}"));
            }
            None => self.dialect.remark("go perft: expected a depth from 1 to 20"),
        }
    }
}

fn read_position(
    text: &PositionText,
    rules: &XiangqiRules,
) -> Result<Game<Position, XiangqiRules>, String> {
    let fen = match &text.start {
        Start::StartPos => xiangqi::START_FEN,
        Start::Fen(fen) => fen.as_str(),
    };
    let setup: Setup =
        fen.parse().map_err(|error: xiangqi::FenError| format!("position: {error}"))?;
    let position = Position::try_from(&setup).map_err(|error| format!("position: {error}"))?;
    let mut game = Game::from_position(rules.clone(), position, setup.halfmoves);
    for (number, text) in (1..).zip(&text.moves) {
        let ply = game
            .position()
            .parse_ply(text)
            .map_err(|error| format!("position, move {number}: {error}"))?;
        game.play_on(ply, ()).map_err(|error| format!("position, move {number}: {error}"))?;
    }
    Ok(game)
}
