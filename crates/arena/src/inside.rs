//! Our own engines as players inside this process, by profile name.

use std::time::{Duration, Instant};

use play::eval_file::{EVAL_FILE, EvalFile};
use play::player::{self, Chosen};
use search::limits::ClockTime;
use search::{CreateError, Flow, Host, Limits, mate_in_moves};

use crate::clock::{Budget, TimeControl};
use crate::player::{Action, Answer, ChosenPly, Fault, GameKind, Player, PlyInfo, Stopped, View};

/// Kept back from the clock for what lies between referee and engine.
const OVERHEAD: Duration = Duration::from_millis(2);

/// The profiles of a game's engine.
pub fn profiles(game: GameKind) -> Vec<&'static str> {
    play::engine::profiles(game).iter().map(|(name, _)| *name).collect()
}

/// One of our engines, with any of its options: what `chuhe uci` lists, `Params`
/// with numbers of search and evaluation among them.
///
/// # Errors
/// If there is no such profile, or an option is wrong.
pub fn create(
    game: GameKind,
    profile: &str,
    options: &[(String, String)],
) -> Result<Box<dyn Player>, CreateError> {
    create_with(game, profile, options, None)
}

/// The same, where the file of the option `EvalFile` was read before.
///
/// # Errors
/// If there is no such profile, or an option is wrong.
pub fn create_with(
    game: GameKind,
    profile: &str,
    options: &[(String, String)],
    evaluation: Option<&EvalFile>,
) -> Result<Box<dyn Player>, CreateError> {
    Ok(Box::new(Inside { player: player(game, profile, options, evaluation)? }))
}

/// An engine with options.
pub(crate) fn player(
    game: GameKind,
    profile: &str,
    options: &[(String, String)],
    evaluation: Option<&EvalFile>,
) -> Result<player::Player, CreateError> {
    let mut player = player::Player::new(game, profile, &[])?;
    for (name, value) in options {
        match evaluation {
            Some(file) if name.eq_ignore_ascii_case(EVAL_FILE) => player.load(file)?,
            _ => player.set_option(name, value)?,
        }
    }
    Ok(player)
}

/// An engine in this process. It lives as long as its worker and forgets
/// everything between two games.
struct Inside {
    player: player::Player,
}

/// The time of one ply, and the run's wish to end.
struct Ply<'a> {
    begin: Instant,
    stopped: Stopped<'a>,
}

impl Host for Ply<'_> {
    fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    fn yield_point(&self) -> Flow {
        if (self.stopped)() { Flow::Stop } else { Flow::Continue }
    }
}

impl Player for Inside {
    fn begin(&mut self, _: &View<'_>) -> Result<(), Fault> {
        self.player.new_game();
        Ok(())
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Answer, Fault> {
        let host = Ply { begin: Instant::now(), stopped: view.stopped() };
        let chosen = self
            .player
            .choose(view.game(), limits(budget), view.seed(), &host)
            .map_err(|error| Fault::Garbage(error.to_string()))?;
        let action = Action::Play(ChosenPly::Ply(chosen.ply));
        Ok(Answer { action, info: info(&chosen), time: host.begin.elapsed(), cpu: None })
    }

    fn observe(&mut self, _: &View<'_>, _: Duration) -> Result<(), Fault> {
        Ok(())
    }

    fn finish(&mut self, _: &str) {}
}

/// What a budget allows a search.
fn limits(budget: &Budget) -> Limits {
    match budget.control {
        TimeControl::Movetime(time) => {
            Limits { movetime: Some(time.saturating_sub(OVERHEAD)), ..Limits::default() }
        }
        TimeControl::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        TimeControl::Depth(depth) => {
            Limits { depth: Some(i32::try_from(depth).unwrap_or(i32::MAX)), ..Limits::default() }
        }
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
fn info(chosen: &Chosen) -> PlyInfo {
    let mate = mate_in_moves(chosen.score);
    PlyInfo {
        score: if mate.is_none() { Some(chosen.model.shown(chosen.score)) } else { None },
        mate,
        depth: u32::try_from(chosen.depth).ok(),
        nodes: Some(chosen.nodes),
    }
}
