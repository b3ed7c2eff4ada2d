//! One conversation about dark chess.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use banqi::notation::coordinate;
use banqi::{BanqiRules, Position, Setup, Side};
use banqi_engine::{BanqiGame, Engine};
use game::{Game, Position as _};
use protocol::coordinates::Ranks;
use protocol::{Info, Notes, PositionText, Score, Start, uci};
use search::{Bound, Limits, WinModel};

use super::dark_options::{DarkOptions, Effect};
use super::limits::{bounded, clock, milliseconds, readable};
use super::options;
use super::running::{Running, lock};
use super::session::NO_POSITION;
use super::talk::{Dialect, bound, say, score_value, win_draw_loss};
use super::watch::Stopwatch;
use crate::args::GameName;

/// The state of a conversation: the position, the options, and the search that may
/// be running.
pub struct DarkSession {
    engine: Arc<Mutex<Box<dyn Engine>>>,
    options: DarkOptions,
    /// The position as it was told, to judge it by other rules.
    told: PositionText,
    /// `None` after a position was refused: a ply of another one helps nobody.
    game: Option<BanqiGame>,
    running: Option<Running>,
}

impl DarkSession {
    pub fn new(profile: &str, hash: usize, threads: usize) -> Result<DarkSession, String> {
        let options = DarkOptions {
            profile: profile.to_owned(),
            hash,
            threads,
            overhead: 10,
            rules: BanqiRules::default(),
            show_wdl: false,
            disabled: String::new(),
            params: String::new(),
        };
        Ok(DarkSession {
            engine: Arc::new(Mutex::new(options.engine()?)),
            game: Some(Game::new(options.rules)),
            options,
            told: PositionText::default(),
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
        let goes_on = match uci::Command::parse(line, &mut notes) {
            Ok(command) => self.obey(command),
            Err(error) => {
                remark(&error.to_string());
                self.complain(line);
                true
            }
        };
        for note in &notes {
            remark(&note.to_string());
        }
        goes_on
    }

    /// A line could not be read. Whoever says `go` waits for a ply, and gets one by
    /// what can be read of it; whoever sends a position means no other.
    fn complain(&mut self, line: &str) {
        match line.split_whitespace().next() {
            Some("go") => {
                let go = match uci::Command::parse(&readable(line), &mut Notes::new()) {
                    Ok(uci::Command::Go(go)) => go,
                    _ => uci::GoLimits::default(),
                };
                let limits = self.limits(&go);
                let wait = go.infinite || go.ponder;
                self.go(&go, if wait { limits } else { bounded(limits) });
            }
            Some("position" | "startpos" | "fen") => self.refuse_position(),
            _ => {}
        }
    }

    /// The input has ended: stop and go.
    pub fn leave(&mut self) {
        self.stop();
    }

    /// Words for people at a terminal.
    fn own_word(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some("d"), None, _) => match &self.game {
                Some(game) => {
                    let diagram = game.position().diagram();
                    say(format!("{}\n{}", diagram.trim_end(), position_line(game)));
                }
                None => remark(NO_POSITION),
            },
            (Some("eval"), None, _) => {
                self.stop();
                match &self.game {
                    Some(game) => say(banqi_engine::explain(game).to_string().trim_end()),
                    None => remark(NO_POSITION),
                }
            }
            (Some("bench"), depth, None) => self.bench(depth),
            (Some("go"), Some("perft"), depth) => self.perft(depth),
            _ => return false,
        }
        true
    }

    fn obey(&mut self, command: uci::Command) -> bool {
        match command {
            uci::Command::Uci | uci::Command::UciCyclone => {
                options::introduce_uci(GameName::Banqi, Ranks::ZeroToNine);
            }
            uci::Command::Debug(_) => {}
            uci::Command::IsReady => say(uci::Reply::ReadyOk),
            uci::Command::SetOption { name, value } => {
                self.set_option(&name, value.as_deref().unwrap_or_default());
            }
            uci::Command::UciNewGame => {
                self.stop();
                lock(&self.engine).new_game();
            }
            uci::Command::Position(text) => self.set_position(text),
            uci::Command::Go(go) => {
                let limits = self.limits(&go);
                self.go(&go, limits);
            }
            uci::Command::Stop => self.stop(),
            uci::Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.ponder_hit();
                }
            }
            uci::Command::Quit => {
                self.stop();
                return false;
            }
        }
        true
    }

    /// Sets an option; on an error everything stays as it was.
    pub fn set_option(&mut self, name: &str, value: &str) {
        self.stop();
        if let Err(error) = self.try_option(name, value) {
            remark(&error);
        }
    }

    fn try_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut changed = self.options.clone();
        match changed.set(name, value)? {
            Effect::Nothing => {}
            Effect::Forget => lock(&self.engine).new_game(),
            Effect::Rebuild if changed == self.options => {}
            Effect::Rebuild => *lock(&self.engine) = changed.engine()?,
            Effect::Rejudge if self.game.is_none() => {}
            Effect::Rejudge => self.game = Some(read_position(&self.told, changed.rules)?),
        }
        self.options = changed;
        Ok(())
    }

    /// Sets the position; after an error there is none.
    fn set_position(&mut self, text: PositionText) {
        self.stop();
        match read_position(&text, self.options.rules) {
            Ok(game) => (self.game, self.told) = (Some(game), text),
            Err(error) => {
                remark(&error);
                self.refuse_position();
            }
        }
    }

    fn refuse_position(&mut self) {
        self.stop();
        self.game = None;
        remark("position refused: until one is accepted, go finds no ply");
    }

    fn limits(&self, go: &uci::GoLimits) -> Limits {
        // Before the first flip there are no colours: the mover is called red.
        let turn = self.game.as_ref().and_then(|game| game.position().turn());
        let red = turn != Some(Side::Black);
        Limits {
            depth: go.depth.map(|depth| depth.clamp(1, 100) as i32),
            nodes: go.nodes,
            movetime: go.movetime.map(milliseconds),
            clock: clock(go, red),
            mate: go.mate,
            ponder: go.ponder,
        }
    }

    fn go(&mut self, go: &uci::GoLimits, limits: Limits) {
        self.stop();
        if !go.searchmoves.is_empty() {
            remark("searchmoves is not known in dark chess: all plies are searched");
        }
        let wait = go.infinite || go.ponder;
        let Some(game) = self.game.clone() else {
            remark(NO_POSITION);
            self.running = Some(Running::start(false, wait, move |heard| {
                heard.wait();
                Dialect::Uci.best_move(None, None);
            }));
            return;
        };
        let engine = Arc::clone(&self.engine);
        let show_wdl = self.options.show_wdl;
        let model = banqi_engine::win_model(game.position());
        let watch = Stopwatch::start();
        self.running = Some(Running::start(go.ponder, wait, move |heard| {
            let mut engine = lock(&engine);
            let signals = banqi_engine::Signals {
                clock: &watch,
                stop: &heard.stop,
                pondering: &heard.pondering,
            };
            let choice = engine.search(&game, &limits, signals, &mut |report| {
                Dialect::Uci.info(info(report, model, show_wdl));
            });
            heard.wait();
            let text = |index: usize| choice.line.get(index).map(ToString::to_string);
            Dialect::Uci.best_move(choice.ply.map(|ply| ply.to_string()), text(1));
        }));
    }

    /// Ends the search that runs and waits for its answer.
    fn stop(&mut self) {
        if let Some(running) = self.running.take()
            && !running.stop()
        {
            remark("the search failed; the engine goes on");
            Dialect::Uci.best_move(None, None);
        }
    }

    fn bench(&mut self, depth: Option<&str>) {
        self.stop();
        let depth = depth.and_then(|text| text.parse().ok()).unwrap_or(banqi_engine::BENCH_DEPTH);
        let begin = Instant::now();
        match banqi_engine::bench_to(depth.clamp(1, 60)) {
            Ok(nodes) => say(crate::bench::line(nodes, begin.elapsed().as_secs_f64())),
            Err(error) => remark(&format!("bench: {error}")),
        }
    }

    fn perft(&mut self, depth: Option<&str>) {
        let depth = depth.and_then(|text| text.parse::<u32>().ok());
        let Some(depth) = depth.filter(|depth| (1..=20).contains(depth)) else {
            return remark("go perft: expected a depth from 1 to 20");
        };
        let Some(game) = &self.game else { return remark(NO_POSITION) };
        let mut total = 0;
        for branch in game::perft::divide(game.position(), depth) {
            say(format!("{}: {}", branch.ply, branch.count.kinds));
            total += branch.count.kinds;
        }
        say(format!("\nNodes searched: {total}"));
    }
}

/// The position in one line.
fn position_line(game: &BanqiGame) -> String {
    let mut setup = game.position().setup();
    setup.clock = game.history().clock();
    setup.to_string()
}

fn remark(text: &str) {
    Dialect::Uci.remark(text);
}

/// A report of the search as an `info` line.
fn info(report: &banqi_engine::Info, model: WinModel, show_wdl: bool) -> Info {
    let seconds = report.time.as_secs_f64().max(0.001);
    Info {
        depth: Some(report.depth.max(0) as u32),
        seldepth: Some(report.selective_depth.max(0) as u32),
        score: (report.bound != Bound::None)
            .then(|| Score { value: score_value(model, report.score), bound: bound(report.bound) }),
        wdl: (show_wdl && report.bound != Bound::None).then(|| win_draw_loss(model, report.score)),
        nodes: Some(report.nodes),
        nps: Some((report.nodes as f64 / seconds) as u64),
        hashfull: Some(report.table_fullness as u32),
        time: Some(report.time.as_millis() as u64),
        pv: report.line.iter().map(ToString::to_string).collect(),
        ..Info::default()
    }
}

/// The game of a `position`: five fields, then plies with what each flip showed.
fn read_position(text: &PositionText, rules: BanqiRules) -> Result<BanqiGame, String> {
    let setup: Setup = match &text.start {
        Start::StartPos => Position::start().setup(),
        Start::Fen(fen) => {
            fen.parse().map_err(|error: banqi::SetupTextError| format!("position: {error}"))?
        }
    };
    let position = Position::try_from(&setup).map_err(|error| format!("position: {error}"))?;
    let mut game = Game::from_position(rules, position, setup.clock);
    for (number, text) in (1..).zip(&text.moves) {
        let wrong = |error: &dyn std::fmt::Display| format!("position, move {number}: {error}");
        let played = coordinate::read(text).map_err(|error| wrong(&error))?;
        game.position().check(played.ply).map_err(|error| wrong(&error))?;
        game.play_on(played.ply, played.reveal).map_err(|error| wrong(&error))?;
    }
    Ok(game)
}
