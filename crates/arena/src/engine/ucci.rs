//! Engines that speak UCCI.
//!
//! The protocol has no fixed time for a move, and an engine told to make one
//! move in some time may use a quarter of it. So a fixed time is kept by our own
//! clock: `go infinite`, then `stop`.

use std::path::Path;
use std::time::Duration;

use protocol::coordinates::{Ranks, complete_fen, convert};
use protocol::ucci::{Claim, Command, GoLimits, Reply};
use protocol::{Notes, OptionKind, OptionSpec, PositionText, Start, is_no_move};

use super::analyst::{Heard, Look, Speech};
use super::config::EngineConfig;
use super::driver::{Driver, Question, Timeouts, add_info, drain, expect, garbage, refusal};
use super::options::{self, Setting, SettingError};
use super::process::Process;
use super::uci::{milliseconds, variant};
use crate::clock::{Budget, TimeControl};
use crate::player::{Action, Answer, Fault, GameKind, Player, PlyInfo, View};

/// A UCCI engine.
pub(super) struct UcciDriver {
    process: Process,
    timeouts: Timeouts,
    /// The button that begins a game, if there is one.
    new_game: Option<String>,
    /// Whether the last search was stopped: a `stop` that came too late may still
    /// be answered by a `nobestmove` of its own.
    was_stopped: bool,
    offered: Vec<OptionSpec>,
}

/// How a search ended.
enum End {
    Move(String),
    Resign,
}

impl UcciDriver {
    /// Starts the engine and sets its options.
    pub(super) fn start(
        config: &EngineConfig,
        logs: Option<&Path>,
        core: Option<usize>,
    ) -> Result<UcciDriver, Fault> {
        let mut process = Process::start(config, logs, core, "quit")?;
        let timeouts = Timeouts::of(config);
        let offered = introduce(&mut process, timeouts.start)?;
        for (name, value) in settings(config, &offered).map_err(refusal)? {
            process.send(Command::SetOption { name, value })?;
        }
        let button = |name| {
            let spec = options::find(name, &offered).filter(|spec| spec.kind == OptionKind::Button);
            spec.map(|spec| spec.name.clone())
        };
        let new_game = button("newgame").or_else(|| button("Clear Hash"));
        let mut driver = UcciDriver { process, timeouts, new_game, was_stopped: false, offered };
        driver.get_ready()?;
        Ok(driver)
    }

    fn get_ready(&mut self) -> Result<(), Fault> {
        self.process.send(Command::IsReady)?;
        expect(&mut self.process, self.timeouts.start, "readyok", |line| {
            let ready = matches!(read(&line.text)?, Reply::ReadyOk);
            Ok(ready.then_some(()))
        })
    }
}

impl Player for UcciDriver {
    fn begin(&mut self, _: &View<'_>) -> Result<(), Fault> {
        Speech::new_game(self)
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Answer, Fault> {
        if std::mem::take(&mut self.was_stopped) {
            self.get_ready()?;
        }
        drain(&mut self.process, |_| ())?;
        self.process.send(Command::Position(position_text(view)))?;
        let question = Question::new(&self.process, budget, self.timeouts, true);
        self.process.send(Command::Go(limits(budget)))?;
        let mut ply_info = PlyInfo::default();
        let received = question.listen(&mut self.process, Some("stop"), |line| {
            let reply = read(&line.text)?;
            if let Reply::Info(info) = &reply {
                add_info(&mut ply_info, info);
            }
            Ok(end_of_search(reply))
        })?;
        self.was_stopped = received.stopped;
        let action = match received.found {
            End::Move(best) => action(&best)?,
            End::Resign => Action::Resign,
        };
        Ok(question.answered(&self.process, action, ply_info, received.at))
    }

    fn observe(&mut self, _: &View<'_>, _: Duration) -> Result<(), Fault> {
        Ok(())
    }

    fn finish(&mut self, _: &str) {}
}

impl Driver for UcciDriver {
    fn is_reusable(&self) -> bool {
        self.process.is_alive()
    }

    fn offered(&self) -> &[OptionSpec] {
        &self.offered
    }
}

impl Speech for UcciDriver {
    fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        if let Some(name) = self.new_game.clone() {
            self.process.send(Command::SetOption { name, value: None })?;
        }
        self.get_ready()
    }

    /// The protocol knows one line only.
    fn ask(&mut self, look: &Look) -> Result<(), Fault> {
        // A `stop` that came too late may have an answer of its own.
        self.get_ready()?;
        drain(&mut self.process, |_| ())?;
        self.process.send(Command::Position(look.position.clone()))?;
        let (depth, nodes) = (look.depth, look.nodes.filter(|_| look.depth.is_none()));
        let infinite = depth.is_none() && nodes.is_none();
        self.process.send(Command::Go(GoLimits { depth, nodes, infinite, ..GoLimits::default() }))
    }

    fn hear(&self, line: &str) -> Result<Heard, Fault> {
        let reply = read(line)?;
        if let Reply::Info(info) = reply {
            return Ok(Heard::Info(info));
        }
        Ok(match end_of_search(reply) {
            Some(End::Move(best)) if is_no_move(&best) => Heard::Best(None),
            Some(End::Move(best)) => {
                let best = convert(&best, Ranks::UCCI, Ranks::ZeroToNine);
                Heard::Best(Some(best.map_err(|error| garbage(line, error))?))
            }
            Some(End::Resign) => Heard::Best(None),
            None => Heard::Nothing,
        })
    }

    fn ranks(&self) -> Ranks {
        Ranks::UCCI
    }
}

fn read(line: &str) -> Result<Reply, Fault> {
    Reply::parse(line, &mut Notes::new()).map_err(|error| garbage(line, error))
}

fn end_of_search(reply: Reply) -> Option<End> {
    match reply {
        Reply::BestMove { claim: Some(Claim::Resign), .. } => Some(End::Resign),
        // A draw offered with a move is for people to take; the move counts.
        Reply::BestMove { best, .. } => Some(End::Move(best)),
        Reply::NoBestMove => Some(End::Resign),
        _ => None,
    }
}

fn action(best: &str) -> Result<Action, Fault> {
    let line = || format!("bestmove {best}");
    if is_no_move(best) {
        return Err(garbage(&line(), "the game is not over, so there is a move"));
    }
    convert(best, Ranks::UCCI, Ranks::ZeroToNine)
        .map(Action::written)
        .map_err(|error| garbage(&line(), error))
}

fn introduce(process: &mut Process, timeout: Duration) -> Result<Vec<OptionSpec>, Fault> {
    let mut offered = Vec::new();
    process.send(Command::Ucci)?;
    expect(process, timeout, "ucciok", |line| {
        match Reply::parse(&line.text, &mut Notes::new()) {
            Ok(Reply::UcciOk) => return Ok(Some(())),
            Ok(Reply::Option(option)) => offered.push(option),
            _ => {}
        }
        Ok(None)
    })?;
    Ok(offered)
}

/// The options to set. Times are milliseconds: where the option exists it is
/// switched on, and engines without it are the newer ones that know nothing else.
fn settings(config: &EngineConfig, offered: &[OptionSpec]) -> Result<Vec<Setting>, SettingError> {
    let mut settings: Vec<Setting> = variant(GameKind::Xiangqi, offered)?.into_iter().collect();
    if let Some(spec) = options::find("usemillisec", offered) {
        settings.push((spec.name.clone(), Some("true".to_owned())));
    }
    settings.extend(options::fit(&config.options, offered)?);
    Ok(settings)
}

/// The position after the last capture and the moves since, as the protocol asks.
fn position_text(view: &View<'_>) -> PositionText {
    let (anchor, before) = view.anchor();
    let start = if view.is_usual_start() && before == 0 {
        Start::StartPos
    } else {
        Start::Fen(complete_fen(&anchor))
    };
    PositionText {
        start,
        moves: view.plies()[before..].iter().map(|ply| ply.ply.clone()).collect(),
    }
}

fn limits(budget: &Budget) -> GoLimits {
    let mut limits = GoLimits::default();
    match budget.control {
        TimeControl::Movetime(_) => limits.infinite = true,
        TimeControl::Nodes(nodes) => limits.nodes = Some(nodes),
        TimeControl::Depth(depth) => limits.depth = Some(depth),
        TimeControl::Clock { increment, .. } => {
            limits.time = Some(milliseconds(budget.own));
            limits.opptime = Some(milliseconds(budget.other));
            // Either moves to go or an increment: the protocol has no third form.
            limits.movestogo = budget.moves_to_go;
            if budget.moves_to_go.is_none() {
                limits.increment = Some(milliseconds(increment));
                limits.oppincrement = limits.increment;
            }
        }
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_mean_a_move_or_the_end() {
        let end = |line: &str| end_of_search(line.parse().unwrap());
        assert!(
            matches!(end("bestmove h2e2 ponder h9g7"), Some(End::Move(best)) if best == "h2e2")
        );
        assert!(matches!(end("bestmove h2e2 draw"), Some(End::Move(_))));
        assert!(matches!(end("bestmove h2e2 resign"), Some(End::Resign)));
        assert!(matches!(end("nobestmove"), Some(End::Resign)));
        assert!(end("info depth 3").is_none());
        assert_eq!(action("h2e2"), Ok(Action::written("h2e2".into())));
        for text in ["(none)", "h10g8", "e4"] {
            assert!(matches!(action(text), Err(Fault::Garbage(_))), "{text}");
        }
    }

    #[test]
    fn clocks_are_told_as_own_and_other() {
        let budget = Budget {
            control: "10+0.1".parse().unwrap(),
            own: Duration::from_secs(4),
            other: Duration::from_secs(6),
            moves_to_go: None,
            flag: None,
        };
        assert_eq!(
            limits(&budget).to_string(),
            "go time 4000 increment 100 opptime 6000 oppincrement 100"
        );
        let session = Budget { moves_to_go: Some(7), ..budget };
        assert_eq!(limits(&session).to_string(), "go time 4000 movestogo 7 opptime 6000");
        let fixed = Budget { control: "movetime=100".parse().unwrap(), ..budget };
        assert_eq!(limits(&fixed).to_string(), "go infinite");
    }
}
