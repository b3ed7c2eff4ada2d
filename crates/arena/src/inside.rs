//! Our own engines as players inside this process, by profile name.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use banqi::notation::coordinate;
use game::{Game, Position as _, Score};
use search::limits::ClockTime;
use search::{Clock, Limits, WinModel};
use xiangqi_engine::search::path::GameHistory;

use crate::clock::{Budget, TimeControl};
use crate::player::{Answer, Fault, GameKind, Player, Thought, View, Wish};

/// Kept back from the clock for the way between referee and engine.
const OVERHEAD: Duration = Duration::from_millis(2);

/// The profiles of a game's engine.
pub fn profiles(game: GameKind) -> Vec<&'static str> {
    match game {
        GameKind::Xiangqi => xiangqi_engine::PROFILES.iter().map(|(name, _)| *name).collect(),
        GameKind::Banqi => banqi_engine::PROFILES.iter().map(|(name, _)| *name).collect(),
    }
}

/// One of our engines with some options (`Hash`, `Threads`, and what its profile
/// has).
///
/// # Errors
/// If there is no such profile, or an option is wrong.
pub fn create(
    game: GameKind,
    profile: &str,
    options: &[(String, String)],
) -> Result<Box<dyn Player>, String> {
    let number = |name: &str, default: usize| {
        let found = options.iter().find(|(option, _)| option == name);
        found.map_or(Ok(default), |(_, value)| {
            value.parse().map_err(|_| format!("option {name} is '{value}': expected a number"))
        })
    };
    let (hash, threads) = (number("Hash", 16)?, number("Threads", 1)?);
    match game {
        GameKind::Xiangqi => {
            let engine = xiangqi_engine::Engine::new(profile, hash, threads);
            let mut engine = engine.map_err(|error| error.to_string())?;
            for (name, value) in options {
                set_xiangqi_option(&mut engine, name, value)?;
            }
            Ok(Box::new(XiangqiInside { engine, game: None }))
        }
        GameKind::Banqi => {
            let engine = banqi_engine::create(profile, hash, threads);
            let mut engine = engine.map_err(|error| error.to_string())?;
            for (name, value) in options {
                if name != "Hash" && name != "Threads" {
                    engine.set_option(name, value).map_err(|error| error.to_string())?;
                }
            }
            Ok(Box::new(BanqiInside { engine, game: None }))
        }
    }
}

/// The options of the xiangqi engine that are for experiments.
fn set_xiangqi_option(
    engine: &mut xiangqi_engine::Engine,
    name: &str,
    value: &str,
) -> Result<(), String> {
    match name {
        "Hash" | "Threads" => Ok(()),
        "Disable" => engine.disable(value),
        "Params" => engine.change_search_params(value),
        _ => Err(format!("no option {name}: expected Hash, Threads, Disable or Params")),
    }
}

struct Since(Instant);

impl Clock for Since {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// What a budget allows a search.
fn limits(budget: &Budget) -> Limits {
    match budget.control {
        TimeControl::Movetime(time) => {
            Limits { movetime: Some(time.saturating_sub(OVERHEAD)), ..Limits::default() }
        }
        TimeControl::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        TimeControl::Depth(depth) => Limits { depth: Some(depth as i32), ..Limits::default() },
        TimeControl::Clock { increment, .. } => {
            let clock = ClockTime {
                left: budget.own.saturating_sub(OVERHEAD),
                increment,
                moves_to_go: budget.moves_to_go,
            };
            Limits { clock: Some(clock), ..Limits::default() }
        }
    }
}

/// Scores are shown as the field shows them, so that the laws of early ends mean
/// the same for every engine.
fn thought(model: WinModel, score: Score, depth: i32, nodes: u64) -> Thought {
    let mate =
        score.plies_to_end().map(|plies| if plies > 0 { (plies + 1) / 2 } else { plies / 2 });
    Thought {
        score: if mate.is_none() { Some(model.shown(score)) } else { None },
        mate,
        depth: Some(depth.max(0) as u32),
        nodes: Some(nodes),
    }
}

fn answer(ply: Option<String>, thought: Thought, begin: Instant) -> Result<Answer, Fault> {
    let ply = ply.ok_or_else(|| Fault::Garbage("the engine found no ply".to_owned()))?;
    Ok(Answer { wish: Wish::Ply(ply), thought, time: begin.elapsed(), cpu: None })
}

fn broken(what: impl std::fmt::Display) -> Fault {
    Fault::Crash(format!("the game cannot be followed: {what}"))
}

struct XiangqiInside {
    engine: xiangqi_engine::Engine,
    game: Option<Game<xiangqi::Position, xiangqi::XiangqiRules>>,
}

impl XiangqiInside {
    /// Brings the own board up to date.
    fn follow(&mut self, view: &View<'_>) -> Result<(), Fault> {
        let game = self.game.as_mut().ok_or_else(|| broken("it has not begun"))?;
        for played in &view.plies[game.plies().len()..] {
            let ply = game.position().parse_ply(&played.ply).map_err(broken)?;
            game.play_on(ply, ()).map_err(broken)?;
        }
        Ok(())
    }
}

impl Player for XiangqiInside {
    fn begin(&mut self, view: &View<'_>) -> Result<(), Fault> {
        let rules =
            view.rules.parse().map_err(|error: xiangqi::rules::RulesError| broken(error))?;
        let setup: xiangqi::Setup =
            view.start.parse().map_err(|error: xiangqi::FenError| broken(error))?;
        let position = xiangqi::Position::try_from(&setup).map_err(broken)?;
        self.game = Some(Game::from_position(rules, position, setup.halfmoves));
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Answer, Fault> {
        let begin = Instant::now();
        self.follow(view)?;
        let game = self.game.as_ref().ok_or_else(|| broken("it has not begun"))?;
        let history = GameHistory::from_game(game);
        let request =
            xiangqi_engine::Request { limits: limits(budget), lines: 1, ..Default::default() };
        let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
        let outcome =
            self.engine.search(&history, &request, &Since(begin), &stop, &pondering, &mut |_| {});
        let model = xiangqi_engine::win_model(game.position());
        let line = outcome.lines.first();
        let score = line.map_or(Score::DRAW, |line| line.score);
        let ply = line.and_then(|line| line.plies.first()).map(ToString::to_string);
        answer(ply, thought(model, score, outcome.depth, outcome.nodes), begin)
    }

    fn observe(&mut self, _: &View<'_>, _: Duration) -> Result<(), Fault> {
        Ok(())
    }

    fn finish(&mut self, _: &str) {}
}

struct BanqiInside {
    engine: Box<dyn banqi_engine::Engine>,
    game: Option<banqi_engine::BanqiGame>,
}

impl BanqiInside {
    fn follow(&mut self, view: &View<'_>) -> Result<(), Fault> {
        let game = self.game.as_mut().ok_or_else(|| broken("it has not begun"))?;
        for played in &view.plies[game.plies().len()..] {
            let text = match played.reveal {
                Some(letter) => format!("{}={letter}", &played.ply[..2]),
                None => played.ply.clone(),
            };
            let played = coordinate::read(&text).map_err(broken)?;
            game.play_on(played.ply, played.reveal).map_err(broken)?;
        }
        Ok(())
    }
}

impl Player for BanqiInside {
    fn begin(&mut self, view: &View<'_>) -> Result<(), Fault> {
        let rules = view.rules.parse().map_err(|error: banqi::rules::RulesError| broken(error))?;
        let setup: banqi::Setup =
            view.start.parse().map_err(|error: banqi::SetupTextError| broken(error))?;
        let position = banqi::Position::try_from(&setup).map_err(broken)?;
        self.game = Some(Game::from_position(rules, position, setup.clock));
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Answer, Fault> {
        let begin = Instant::now();
        self.follow(view)?;
        let game = self.game.as_ref().ok_or_else(|| broken("it has not begun"))?;
        let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
        let clock = Since(begin);
        let signals = banqi_engine::Signals { clock: &clock, stop: &stop, pondering: &pondering };
        let choice = self.engine.search(game, &limits(budget), signals, &mut |_| {});
        let model = banqi_engine::win_model(game.position());
        let ply = choice.ply.map(|ply| ply.to_string());
        answer(ply, thought(model, choice.score, choice.depth, choice.nodes), begin)
    }

    fn observe(&mut self, _: &View<'_>, _: Duration) -> Result<(), Fault> {
        Ok(())
    }

    fn finish(&mut self, _: &str) {}
}
