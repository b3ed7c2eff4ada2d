//! Engines that speak the xboard protocol.
//!
//! The engine is kept in force mode and only thinks between `go` and its move,
//! so the clock begins with a question and every refusal is heard before it.
//! Engines have their own ideas of forbidden repetitions: one that refuses a
//! legal move, or says the game is over when it is not, gets the position set up
//! anew, without the history it stumbled over.

mod quirks;
mod words;

use std::path::Path;
use std::time::{Duration, Instant};

use protocol::Notes;
use protocol::xboard::{Command, Features, Reply, Thinking};

use self::quirks::{Quirks, first_move};
use self::words::{
    Trouble, action, bare_fen, clock_commands, fixed_commands, has_repetition_since, option_command,
};
use super::config::{EngineConfig, StopWay};
use super::driver::{
    Driver, Question, Timeouts, drain, expect, garbage, listen_until, refusal, set_score,
};
use super::process::Process;
use super::reader::Line;
use crate::clock::{Budget, TimeControl};
use crate::player::{Action, Answer, Fault, GameKind, Player, PlyInfo, View};

/// How long an engine may be silent before it counts as one of the first version
/// of the protocol, which has no `feature` lines.
const FEATURE_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a move may still come after the engine said that the game is over.
const AFTER_CLAIM: Duration = Duration::from_millis(300);

/// An xboard engine.
pub(super) struct XboardDriver {
    process: Process,
    timeouts: Timeouts,
    features: Features,
    quirks: Quirks,
    pings: u32,
    /// How many plies of the game are on the engine's board; `None` if that
    /// cannot be relied on.
    on_board: Option<usize>,
    /// Whether it has moved and is still out of force mode.
    has_moved: bool,
    /// Whether this game's limits were told.
    limits_told: bool,
}

/// What came of `go`.
enum Outcome {
    Move(String),
    Resign,
    /// Nothing but a result or a refusal.
    Refused(String),
}

impl XboardDriver {
    /// Starts the engine and sets its options.
    pub(super) fn start(
        config: &EngineConfig,
        logs: Option<&Path>,
        core: Option<usize>,
    ) -> Result<XboardDriver, Fault> {
        let mut process = Process::start(config, logs, core, "quit")?;
        let timeouts = Timeouts::of(config);
        let features = introduce(&mut process, timeouts.start)?;
        if !features.plays(GameKind::Xiangqi.name()) && features.done.is_some() {
            let games = features.variants.join(", ");
            return Err(Fault::Garbage(format!("it does not play xiangqi; it plays {games}")));
        }
        let quirks = Quirks::of(features.myname.as_deref(), config.stop);
        let mut driver = XboardDriver {
            process,
            timeouts,
            features,
            quirks,
            pings: 0,
            on_board: None,
            has_moved: false,
            limits_told: false,
        };
        driver.set_options(config)?;
        driver.barrier()?;
        Ok(driver)
    }

    fn set_options(&mut self, config: &EngineConfig) -> Result<(), Fault> {
        let wanted = self.quirks.options(&config.options, &self.features.options);
        for (name, value) in &wanted {
            let command = option_command(name, value, &self.features).map_err(refusal)?;
            self.process.send(command)?;
        }
        Ok(())
    }

    /// Whether it said anything that only an xboard engine says.
    pub(super) fn has_introduced_itself(&self) -> bool {
        self.features.done.is_some() || self.features.myname.is_some()
    }

    /// Waits until everything sent was dealt with, and tells what the engine
    /// said against it. Engines without `ping` are only asked what they said so far.
    fn barrier(&mut self) -> Result<Option<String>, Fault> {
        let mut trouble = Trouble::default();
        if !self.features.ping {
            drain(&mut self.process, |line| {
                if let Ok(reply) = line.text.parse() {
                    trouble.note(&reply, &line.text);
                }
            })?;
            return Ok(trouble.words);
        }
        self.pings += 1;
        let number = self.pings;
        self.process.send(Command::Ping(number))?;
        let what = format!("pong {number}");
        expect(&mut self.process, self.timeouts.start, &what, |line| {
            let reply = read(&line.text)?;
            trouble.note(&reply, &line.text);
            Ok((reply == Reply::Pong(number)).then_some(()))
        })?;
        Ok(trouble.words)
    }

    /// Brings the engine's board to the referee's.
    fn catch_up(&mut self, view: &View<'_>) -> Result<(), Fault> {
        self.hold()?;
        let by_moves = self.on_board.filter(|&known| {
            !(self.quirks.set_up_repetitions && has_repetition_since(view, known))
        });
        match by_moves {
            None => self.set_up(view, None)?,
            Some(known) => {
                for ply in view.plies().get(known..).unwrap_or_default() {
                    self.process.send(self.features.move_command(&ply.ply))?;
                }
                if let Some(words) = self.barrier()? {
                    self.set_up(view, Some(&words))?;
                }
            }
        }
        self.on_board = Some(view.plies().len());
        Ok(())
    }

    /// Brings it back to force mode after its move, which it may believe to have
    /// ended the game.
    fn hold(&mut self) -> Result<(), Fault> {
        if std::mem::take(&mut self.has_moved) {
            self.process.send(Command::Force)?;
            if self.barrier()?.is_some() {
                self.on_board = None;
            }
        }
        Ok(())
    }

    /// Sets up the position, perhaps after the engine objected to the way to it.
    fn set_up(&mut self, view: &View<'_>, objection: Option<&str>) -> Result<(), Fault> {
        let refused = |words: &str| Fault::Garbage(format!("it refuses the position: `{words}`"));
        if !self.features.setboard {
            return Err(refused(objection.unwrap_or("it does not know setboard")));
        }
        self.process.send(Command::SetBoard(bare_fen(&view.position())))?;
        self.barrier()?.map_or(Ok(()), |words| Err(refused(&words)))
    }

    /// Tells how long it may think; `time` and `otim` come with every question.
    fn tell_limits(&mut self, budget: &Budget) -> Result<(), Fault> {
        let commands = match budget.control {
            TimeControl::Clock { .. } => clock_commands(budget, self.quirks.clock_as_level),
            control => fixed_commands(control).map_err(refusal)?,
        };
        for command in commands {
            let once =
                matches!(command, Command::Level(_) | Command::Depth(_) | Command::MoveSeconds(_));
            let skip = match command {
                Command::Time(_) | Command::OpponentTime(_) => !self.features.time,
                _ => once && self.limits_told && !self.quirks.clock_as_level,
            };
            if !skip {
                self.process.send(command)?;
            }
        }
        self.limits_told = true;
        Ok(())
    }

    /// Lets it think and play.
    fn think(&mut self, view: &View<'_>, budget: &Budget) -> Result<Answer, Fault> {
        self.tell_limits(budget)?;
        let mut ply_info = PlyInfo::default();
        let (question, received) = self.go(budget, &mut ply_info)?;
        let (question, (outcome, at)) = match received {
            (Outcome::Refused(words), _) => {
                self.process.send(Command::Force)?;
                self.set_up(view, Some(&words))?;
                self.go(budget, &mut ply_info)?
            }
            received => (question, received),
        };
        let action = match outcome {
            Outcome::Move(text) => action(&text)?,
            Outcome::Resign => Action::Resign,
            Outcome::Refused(words) => {
                return Err(Fault::Garbage(format!("it does not move but says `{words}`")));
            }
        };
        self.has_moved = true;
        self.on_board = Some(view.plies().len() + 1);
        Ok(question.answered(&self.process, action, ply_info, at))
    }

    fn go(
        &mut self,
        budget: &Budget,
        ply_info: &mut PlyInfo,
    ) -> Result<(Question, (Outcome, Instant)), Fault> {
        let question = Question::new(&self.process, budget, self.timeouts, true);
        self.process.send(Command::Go)?;
        let quirks = self.quirks;
        let received = question
            .listen(&mut self.process, Some("?"), |line| read_outcome(line, ply_info, quirks))?;
        let Outcome::Refused(words) = received.found else {
            return Ok((question, (received.found, received.at)));
        };
        // A result may stand before the move that it speaks of.
        let deadline = Instant::now() + AFTER_CLAIM;
        let later = listen_until(&mut self.process, deadline, |line| {
            let outcome = read_outcome(line, ply_info, quirks)?;
            Ok(outcome.filter(|outcome| !matches!(outcome, Outcome::Refused(_))))
        })?;
        Ok((question, later.unwrap_or((Outcome::Refused(words), received.at))))
    }

    /// Lets it analyse for a fixed time and takes the move it likes best.
    fn analyze(&mut self, budget: &Budget) -> Result<Answer, Fault> {
        let question = Question::new(&self.process, budget, self.timeouts, true);
        self.process.send(Command::Analyze)?;
        let mut ply_info = PlyInfo::default();
        let mut best = None;
        let deadline = question.stop_at().unwrap_or(question.flag());
        let quirks = self.quirks;
        listen_until(&mut self.process, deadline, |line| {
            best = read_recommendation(line, &mut ply_info, quirks)?.or(best.take());
            Ok(None::<()>)
        })?;
        let mut at = Instant::now();
        if best.is_none() {
            let received = question.listen(&mut self.process, None, |line| {
                read_recommendation(line, &mut ply_info, quirks)
            })?;
            (best, at) = (Some(received.found), received.at);
        }
        self.process.send(Command::Exit)?;
        let action = action(&best.unwrap_or_default())?;
        Ok(question.answered(&self.process, action, ply_info, at))
    }
}

impl Player for XboardDriver {
    fn begin(&mut self, view: &View<'_>) -> Result<(), Fault> {
        (self.limits_told, self.has_moved) = (false, false);
        let variant = Command::Variant(view.kind().name().to_owned());
        for command in [Command::New, variant, Command::Post, Command::Easy, Command::Force] {
            self.process.send(command)?;
        }
        self.on_board = view.is_usual_start().then_some(0);
        // What it has to say about `new` concerns the last game.
        self.barrier()?;
        self.catch_up(view)
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Answer, Fault> {
        self.catch_up(view)?;
        match budget.control {
            TimeControl::Movetime(_) if self.quirks.stop == StopWay::Analyze => {
                self.analyze(budget)
            }
            _ => self.think(view, budget),
        }
    }

    fn observe(&mut self, _: &View<'_>, _: Duration) -> Result<(), Fault> {
        Ok(())
    }

    fn finish(&mut self, _: &str) {}
}

impl Driver for XboardDriver {
    fn is_reusable(&self) -> bool {
        self.features.reuse && self.process.is_alive()
    }
}

fn read(line: &str) -> Result<Reply, Fault> {
    Reply::parse(line, &mut Notes::new()).map_err(|error| garbage(line, error))
}

fn introduce(process: &mut Process, timeout: Duration) -> Result<Features, Fault> {
    let mut features = Features::default();
    process.send(Command::Xboard)?;
    process.send(Command::ProtocolVersion(2))?;
    let mut deadline = Instant::now() + FEATURE_TIMEOUT.min(timeout);
    let end = Instant::now() + timeout;
    while features.done != Some(true) {
        let received = listen_until(process, deadline, |line| match read(&line.text) {
            Ok(Reply::Features(offered)) => Ok(Some(offered)),
            _ => Ok(None),
        })?;
        let Some((offered, _)) = received else { break };
        for feature in &offered {
            process.send(features.apply(feature))?;
        }
        if features.done == Some(false) {
            deadline = end;
        }
    }
    Ok(features)
}

/// Where the answer to `go` stands in a line, if it does.
fn read_outcome(
    line: &Line,
    ply_info: &mut PlyInfo,
    quirks: Quirks,
) -> Result<Option<Outcome>, Fault> {
    let reply = read(&line.text)?;
    Ok(match reply {
        Reply::Move(text) => Some(Outcome::Move(text)),
        Reply::Resign => Some(Outcome::Resign),
        Reply::Thinking(line) => {
            set_info(ply_info, &line, quirks);
            None
        }
        // Other complaints need not keep it from thinking.
        Reply::Result(_) | Reply::IllegalMove { .. } => Some(Outcome::Refused(line.text.clone())),
        _ => None,
    })
}

/// The move a line of analysis recommends.
fn read_recommendation(
    line: &Line,
    ply_info: &mut PlyInfo,
    quirks: Quirks,
) -> Result<Option<String>, Fault> {
    let Reply::Thinking(line) = read(&line.text)? else { return Ok(None) };
    let best = first_move(&line.pv);
    if best.is_some() {
        set_info(ply_info, &line, quirks);
    }
    Ok(best)
}

fn set_info(ply_info: &mut PlyInfo, line: &Thinking, quirks: Quirks) {
    set_score(ply_info, quirks.score(line));
    ply_info.depth = u32::try_from(line.depth).ok();
    ply_info.nodes = Some(line.nodes);
}
