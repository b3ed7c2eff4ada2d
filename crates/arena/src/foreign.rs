//! Foreign engines behind the face of our own: whoever holds one can play, analyse and
//! review with it and need not know that it is a process.

use std::time::Duration;

use game::{Game, Outcome, Position as _, Score};
use play::AnyEngine;
use protocol::coordinates::complete_fen;
use protocol::{Bound as ToldBound, Info, PositionText, ScoreValue, Start};
use search::limits::TimePolicy;
use search::{
    Answer, Book, Bound, Engine, EngineOption, Explanation, Flow, Host, Level, Limits, Line,
    LineReport, OptionError, ParamError, ParamSet, Report, Request, WinModel,
};
use std::sync::Arc;
use xiangqi::{Ply, Position, XiangqiRules};

use crate::engine::{Analyst, EngineConfig, Look};
use crate::player::Fault;

type XiangqiGame = Game<Position, XiangqiRules>;

/// Kept back from the clock for what lies between us and the engine.
const OVERHEAD: Duration = Duration::from_millis(60);
/// How a game's time is spent; the engine's own way is not asked, so that it can be
/// stopped at any moment.
const POLICY: TimePolicy = TimePolicy { expected_plies: 28.0, most: 0.25, stretch: 1.0 };
/// Milliseconds of thinking at the levels below the last: engines have no common way to
/// play weaker than less time.
const LEVEL_TIMES: [u64; 9] = [10, 20, 40, 80, 150, 300, 500, 800, 1_200];
/// Foreign engines count a pawn as about a hundred; how fast chances change with that is
/// a guess.
const MODEL: WinModel = WinModel::new(100.0, 60.0);

/// Starts a foreign engine of xiangqi.
///
/// # Errors
/// If it cannot be started, or speaks neither UCI nor UCCI.
pub fn start(config: &EngineConfig) -> Result<AnyEngine, Fault> {
    let analyst = Some(Analyst::start(config)?);
    let config = config.clone();
    let engine = Foreign { config, analyst, level: Level::FULL, fault: None };
    Ok(AnyEngine::Xiangqi(Box::new(engine)))
}

/// A foreign engine; a process that failed is started anew for the next question.
struct Foreign {
    config: EngineConfig,
    analyst: Option<Analyst>,
    level: Level,
    fault: Option<String>,
}

/// What a search has found so far.
struct Found {
    lines: Vec<Line<Ply>>,
    depth: i32,
    nodes: u64,
}

/// What is searched: a position, and the ply that led to it if only that was asked
/// about.
struct Question<'a> {
    game: &'a XiangqiGame,
    first: Option<Ply>,
    lines: usize,
}

impl Foreign {
    fn try_search(
        &mut self,
        game: &XiangqiGame,
        request: &Request<Ply>,
        host: &dyn Host,
        report: &mut dyn FnMut(&Report<'_, Ply>),
    ) -> Result<Answer<Ply>, Fault> {
        let mut after = game.clone();
        let first = match request.only.as_slice() {
            [only] if after.play_on(*only, ()).is_ok() => Some(*only),
            _ => None,
        };
        if let Some(score) = first.and_then(|_| ended(&after)) {
            let ply = first.unwrap_or_else(|| request.only[0]);
            return Ok(Answer::known(score, ply, search::Source::Search));
        }
        let asked = if first.is_some() { &after } else { game };
        let question = Question { game: asked, first, lines: request.lines.max(1) };
        let behind = i32::from(first.is_some());
        let depth = request.limits.depth.map(|depth| (depth - behind).max(1) as u32);
        let look = Look {
            position: position_text(asked),
            lines: question.lines,
            depth,
            nodes: request.limits.nodes,
        };
        let end = self.time(&request.limits).map(|time| host.elapsed() + time);
        let mut goes_on =
            || host.yield_point() == Flow::Continue && end.is_none_or(|end| host.elapsed() < end);
        let mut found = Found { lines: Vec::new(), depth: 0, nodes: 0 };
        let mut tell = |info: &Info| found.take(info, &question, host, report);
        let analyst = match &mut self.analyst {
            Some(analyst) => analyst,
            none => none.insert(Analyst::start(&self.config)?),
        };
        let best = analyst.look(&look, &mut goes_on, &mut tell)?;
        found.answer(best, &question)
    }

    /// How long it may think; `None`: until told to stop.
    fn time(&self, limits: &Limits) -> Option<Duration> {
        let plan = limits.plan(&POLICY, OVERHEAD).map(|plan| plan.soft);
        let level = LEVEL_TIMES.get(usize::from(self.level.get()) - 1);
        let level = level.map(|&time| Duration::from_millis(time));
        match (plan, level) {
            (Some(plan), Some(level)) => Some(plan.min(level)),
            (plan, level) => plan.or(level),
        }
    }
}

/// The value for who played the last ply, if the game is over.
fn ended(game: &XiangqiGame) -> Option<Score> {
    let mover = !game.position().turn();
    let outcome = match game.verdict() {
        Some(verdict) => verdict.outcome,
        None if game.position().legal_plies().is_empty() => Outcome::Win(mover),
        None => return None,
    };
    Some(match outcome {
        Outcome::Draw => Score::DRAW,
        Outcome::Win(side) if side == mover => Score::win_in(1),
        Outcome::Win(_) => Score::loss_in(2),
    })
}

/// The whole game: rules look far back.
fn position_text(game: &XiangqiGame) -> PositionText {
    let start = if *game.start() == Position::start() {
        Start::StartPos
    } else {
        Start::Fen(complete_fen(&game.start().to_string()))
    };
    PositionText {
        start,
        moves: game.plies().iter().map(|played| played.ply.to_string()).collect(),
    }
}

impl Found {
    /// Takes a report in, and tells of it.
    fn take(
        &mut self,
        info: &Info,
        question: &Question<'_>,
        host: &dyn Host,
        report: &mut dyn FnMut(&Report<'_, Ply>),
    ) {
        let behind = i32::from(question.first.is_some());
        let depth = info.depth.map_or(self.depth, |depth| depth.min(1_000) as i32 + behind);
        self.nodes = info.nodes.unwrap_or(self.nodes);
        let number = info.multipv.unwrap_or(1) as usize;
        let line = line_of(info, question);
        let line = line.filter(|_| (1..=question.lines).contains(&number));
        let bound = info.score.map_or(Bound::Exact, |score| match score.bound {
            ToldBound::Exact => Bound::Exact,
            ToldBound::Lower => Bound::Lower,
            ToldBound::Upper => Bound::Upper,
        });
        let told = |line| Report {
            depth,
            selective_depth: info.seldepth.map_or(depth, |deepest| deepest.min(1_000) as i32),
            nodes: info.nodes.unwrap_or_default(),
            time: host.elapsed(),
            fullness: info.hashfull.unwrap_or_default() as usize,
            table_hits: info.tbhits.unwrap_or_default(),
            line,
        };
        let Some(line) = line else { return report(&told(None)) };
        report(&told(Some(LineReport { number, line: &line, bound })));
        if bound == Bound::Exact || self.lines.is_empty() {
            self.depth = depth;
            let place = (number - 1).min(self.lines.len());
            match self.lines.get_mut(place) {
                Some(known) => *known = line,
                None => self.lines.push(line),
            }
        }
    }

    /// What it plays comes first.
    fn answer(
        mut self,
        best: Option<String>,
        question: &Question<'_>,
    ) -> Result<Answer<Ply>, Fault> {
        if question.first.is_none() {
            let Some(best) = best else {
                return match question.game.position().legal_plies().is_empty() {
                    true => Ok(Answer::none()),
                    false => Err(Fault::Garbage("it has no move to play".to_owned())),
                };
            };
            let ply = best.parse().ok().filter(|ply| question.game.position().is_legal(*ply));
            let ply: Ply = ply.ok_or(Fault::Illegal(best))?;
            let known = self.lines.iter().position(|line| line.plies.first() == Some(&ply));
            let first = match known {
                Some(place) => self.lines.remove(place),
                None => {
                    let score = self.lines.first().map_or(Score::DRAW, |line| line.score);
                    Line { score, plies: vec![ply] }
                }
            };
            self.lines.insert(0, first);
        } else if self.lines.is_empty() {
            return Err(Fault::Garbage("it said nothing about the position".to_owned()));
        }
        let (depth, reached, nodes) = (self.depth, self.depth.max(1), self.nodes);
        self.lines.truncate(question.lines);
        Ok(Answer { lines: self.lines, depth, reached, nodes, ..Answer::none() })
    }
}

/// The line of a report, as far as it can be played; `None` if it tells none.
fn line_of(info: &Info, question: &Question<'_>) -> Option<Line<Ply>> {
    let own = match info.score?.value {
        ScoreValue::Centipawns(score) => Score::new(score),
        ScoreValue::Mate(moves) => mate(moves),
    };
    let mut position = question.game.position().clone();
    let mut plies: Vec<Ply> = question.first.into_iter().collect();
    for text in &info.pv {
        let Some(ply) = text.parse().ok().filter(|ply| position.is_legal(*ply)) else { break };
        plies.push(ply);
        position.make(ply, (), &mut game::NullObserver);
    }
    let score = if question.first.is_some() { (-own).from_node(1) } else { own };
    (!plies.is_empty()).then_some(Line { score, plies })
}

/// Mate in so many moves of the side to move, or against it.
fn mate(moves: i32) -> Score {
    let plies = |moves: i32| moves.clamp(0, Score::MAX_PLY / 2 - 1) * 2;
    if moves > 0 { Score::win_in(plies(moves) - 1) } else { Score::loss_in(plies(-moves)) }
}

impl Engine<Position, XiangqiRules> for Foreign {
    fn profile(&self) -> &'static str {
        "foreign"
    }

    fn options(&self) -> Vec<EngineOption> {
        Vec::new()
    }

    /// How strong it plays is kept here; its own options stand in its configuration.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if name == "Skill Level" {
            let level = value.parse().ok().and_then(Level::new);
            let wrong = || OptionError::Value {
                name: "Skill Level",
                value: value.to_owned(),
                min: 1,
                max: i64::from(Level::FULL.get()),
            };
            self.level = level.ok_or_else(wrong)?;
        }
        Ok(())
    }

    fn params(&self) -> ParamSet {
        ParamSet::default()
    }

    fn set_params(&mut self, _: &ParamSet) -> Result<(), ParamError> {
        Ok(())
    }

    fn set_book(&mut self, _: Option<Arc<dyn Book<Position>>>) {}

    fn new_game(&mut self) {
        let ready = self.analyst.as_mut().map_or(Ok(()), Analyst::new_game);
        if ready.is_err() {
            self.analyst = None;
        }
    }

    fn search(
        &mut self,
        game: &XiangqiGame,
        request: &Request<Ply>,
        host: &dyn Host,
        report: &mut dyn FnMut(&Report<'_, Ply>),
    ) -> Answer<Ply> {
        self.fault = None;
        if game.position().legal_plies().is_empty() || host.yield_point() == Flow::Stop {
            return Answer::none();
        }
        match self.try_search(game, request, host, report) {
            Ok(answer) => answer,
            Err(fault) => {
                self.analyst = None;
                self.fault = Some(format!("engine {}: {fault}", self.config.name));
                Answer::none()
            }
        }
    }

    fn fault(&self) -> Option<String> {
        self.fault.clone()
    }

    fn explain(&self, _: &XiangqiGame) -> Option<Explanation> {
        None
    }

    fn win_model(&self, _: &Position) -> WinModel {
        MODEL
    }
}
