//! Programs of others, tuned by the numbers they let others set.
//!
//! A candidate is a process of its own that was started with its options, so whatever an
//! engine reads only at the beginning holds, and nothing of an earlier candidate is left.

use std::time::Duration;

use arena::board::{BanqiBoard, RefereeBoard, XiangqiBoard};
use arena::clock::{Clock, TimeControl};
use arena::engine::{self, EngineConfig, SpinOption};
use arena::player::{Action, Fault, Player, View};
use arena::run::RuleSet;
use game::GameKind;
use jobs::Pulse;
use search::{ParamSet, ParamSpec};
use serde::{Deserialize, Serialize};

use crate::TuneError;
use crate::suite::Case;

/// A program and what is tuned of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Foreign {
    /// How it is started.
    pub config: EngineConfig,
    /// The options that are tuned.
    pub options: Vec<TunedOption>,
}

/// An option with the range it is tuned in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TunedOption {
    /// Its name, as the engine spells it.
    pub name: String,
    /// Its original value.
    pub value: i32,
    /// The smallest it may become.
    pub min: i32,
    /// The largest.
    pub max: i32,
    /// A step that should be felt.
    pub step: i32,
}

/// Ranges without a step have so many.
const STEPS: i64 = 20;
/// What is forgiven on a clock; engines limited by nodes have none.
const MARGIN: Duration = Duration::from_millis(200);

impl Foreign {
    /// Starts a program once, and reads which of its options are wanted:
    /// `Name=min..max[:step],…`. Without a range it is the engine's own.
    ///
    /// # Errors
    /// If it cannot be started, has no such number, or takes less than the range.
    pub fn open(
        game: GameKind,
        mut config: EngineConfig,
        wanted: &str,
    ) -> Result<Foreign, TuneError> {
        let wrong = |text: String| TuneError::Settings(text);
        config.look_among_games();
        if config.builtin.is_some() {
            let text = "--engine: players of Chuhe are tuned with --profile; expected cmd=";
            return Err(wrong(text.to_owned()));
        }
        let control = config.tc.unwrap_or(TimeControl::Nodes(1));
        config.check(game, control).map_err(|error| wrong(format!("--engine: {error}")))?;
        let offered = engine::spin_options(&config, game)
            .map_err(|fault| wrong(format!("engine {} cannot be tuned: {fault}", config.name)))?;
        let mut options: Vec<TunedOption> = Vec::new();
        for text in wanted.split(',').map(str::trim).filter(|text| !text.is_empty()) {
            let option = read_option(text, &offered, &mut config).map_err(wrong)?;
            if options.iter().any(|other| other.name == option.name) {
                return Err(wrong(format!("--options: {} is given twice", option.name)));
            }
            options.push(option);
        }
        if options.is_empty() {
            let names = list(&offered);
            return Err(wrong(format!("--options: expected some of {names}")));
        }
        Ok(Foreign { config, options })
    }

    /// Its options as parameters.
    pub fn params(&self) -> ParamSet {
        let spec = |option: &TunedOption| ParamSpec {
            name: option.name.clone().into(),
            default: option.value,
            min: option.min,
            max: option.max,
            step: option.step,
        };
        ParamSet::new(self.options.iter().map(spec).collect::<Vec<_>>())
    }

    /// How long it may think.
    pub fn control(&self, nodes: u64) -> TimeControl {
        self.config.tc.unwrap_or(TimeControl::Nodes(nodes))
    }

    /// What stands for it on this machine: its program, and that it takes the options.
    ///
    /// # Errors
    /// If it cannot be started, or does not take them.
    pub fn fingerprint(&self, game: GameKind) -> Result<String, String> {
        let print = self.config.program_print()?;
        let offered = engine::spin_options(&self.config, game)
            .map_err(|fault| format!("engine {}: {fault}", self.config.name))?;
        let mut options = String::new();
        for option in &self.options {
            let TunedOption { name, min, max, .. } = option;
            let spin = find(name, &offered)?;
            if i64::from(*min) < spin.min || i64::from(*max) > spin.max {
                return Err(beyond(spin, i64::from(*min), i64::from(*max)));
            }
            options.push_str(&format!(" {name} {min}..{max}"));
        }
        Ok(format!("chuhe {} {game} {print}{options}", env!("CARGO_PKG_VERSION")))
    }

    /// The program with values for its options.
    ///
    /// # Errors
    /// If it cannot be started, or refuses one of them.
    pub fn start(&self, game: GameKind, values: &[i32]) -> Result<Box<dyn Player>, String> {
        let mut config = self.config.clone();
        let values = self.options.iter().zip(values);
        config.options.extend(values.map(|(it, value)| (it.name.clone(), value.to_string())));
        engine::start(&config, game, None, None).map_err(|fault| self.failed(&fault))
    }

    fn failed(&self, fault: &Fault) -> String {
        format!("engine {}: {fault}", self.config.name)
    }

    /// Its verdict on a position, and the nodes it reports; see [`crate::suite::judge`].
    ///
    /// # Errors
    /// If it fails, or plays what is not legal.
    pub fn judge(
        &self,
        game: GameKind,
        player: &mut dyn Player,
        case: &Case,
        nodes: u64,
        pulse: &Pulse<'_>,
    ) -> Result<(char, u64), String> {
        let named = |error: String| format!("{}: {error}", case.id);
        let mut board = board(game, Some(&case.fen), 1).map_err(named)?;
        let stopped = || pulse.stopped();
        let answer = {
            let view = View::new(&*board, board.seat_to_move(), 1, &stopped);
            let clock = Clock::new(self.control(nodes), MARGIN);
            let asked =
                player.begin(&view).and_then(|()| player.choose(&view, &clock.budget(&clock)));
            asked.map_err(|fault| named(self.failed(&fault)))?
        };
        let Action::Play(chosen) = answer.action else {
            return Ok(('w', answer.info.nodes.unwrap_or(0)));
        };
        board
            .play(&chosen)
            .map_err(|error| named(self.failed(&Fault::Illegal(error.to_string()))))?;
        let proved = answer.info.mate.is_some_and(|mate| mate > 0);
        let played = board.plies().last().map(|ply| ply.ply.as_str());
        let right = case.best.iter().any(|best| Some(best.as_str()) == played);
        let verdict = match (proved, right) {
            (true, _) => 's',
            (false, true) => 'g',
            (false, false) => 'w',
        };
        Ok((verdict, answer.info.nodes.unwrap_or(0)))
    }
}

/// A board under the usual rules of a game.
pub(crate) fn board(
    game: GameKind,
    start: Option<&str>,
    seed: u64,
) -> Result<Box<dyn RefereeBoard>, String> {
    let rules = RuleSet::read(game, RuleSet::usual(game)).map_err(|error| error.to_string())?;
    Ok(match rules {
        RuleSet::Xiangqi(rules) => {
            let start = start.unwrap_or(xiangqi::START_FEN);
            Box::new(XiangqiBoard::new(rules, start).map_err(|error| error.to_string())?)
        }
        RuleSet::Banqi(rules) => {
            Box::new(BanqiBoard::new(rules, start, seed).map_err(|error| error.to_string())?)
        }
    })
}

fn find<'a>(name: &str, offered: &'a [SpinOption]) -> Result<&'a SpinOption, String> {
    let found = offered.iter().find(|option| option.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        let name: String = name.chars().take(60).collect();
        format!("--options: the engine has no number '{name}' to set; it has {}", list(offered))
    })
}

/// The numbers an engine has, with their ranges.
fn list(offered: &[SpinOption]) -> String {
    let one = |option: &SpinOption| format!("{}={}..{}", option.name, option.min, option.max);
    match offered.len() {
        0 => "none".to_owned(),
        _ => offered.iter().map(one).collect::<Vec<_>>().join(", "),
    }
}

fn beyond(spin: &SpinOption, min: i64, max: i64) -> String {
    let SpinOption { name, min: least, max: most, .. } = spin;
    format!("--options: {name}={min}..{max}: the engine takes {least} to {most}")
}

/// Reads one option; a value that the engine's configuration has for it is its original.
fn read_option(
    text: &str,
    offered: &[SpinOption],
    config: &mut EngineConfig,
) -> Result<TunedOption, String> {
    let (name, range) = match text.split_once('=') {
        Some((name, range)) => (name.trim(), Some(range.trim())),
        None => (text, None),
    };
    let spin = find(name, offered)?;
    let bounds = (spin.min.max(i32::MIN.into()), spin.max.min(i32::MAX.into()));
    let read = |range| {
        read_range(range).ok_or_else(|| {
            format!("--options: '{text}': expected NAME=MIN..MAX or NAME=MIN..MAX:STEP")
        })
    };
    let (min, max, step) = match range {
        Some(range) => read(range)?,
        None => (bounds.0, bounds.1, None),
    };
    if min < bounds.0 || max > bounds.1 {
        return Err(beyond(spin, min, max));
    }
    let own = config.options.iter().position(|(own, _)| own.eq_ignore_ascii_case(name));
    let value = match own {
        Some(place) => {
            let (_, value) = config.options.remove(place);
            value
                .parse()
                .map_err(|_| format!("--engine: option.{name}={value}: expected a number"))?
        }
        None => spin.default,
    };
    if !(min..=max).contains(&value) {
        return Err(format!(
            "--options: {name} is {value} at the beginning, outside of {min}..{max}: choose \
             another range, or begin elsewhere with option.{name}=… in --engine"
        ));
    }
    let step = step.unwrap_or((max - min) / STEPS).max(1);
    // All lie within bounds, which are of 32 bits.
    let small = |number: i64| number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    Ok(TunedOption {
        name: spin.name.clone(),
        value: small(value),
        min: small(min),
        max: small(max),
        step: small(step),
    })
}

/// `MIN..MAX` or `MIN..MAX:STEP`.
fn read_range(text: &str) -> Option<(i64, i64, Option<i64>)> {
    let (range, step) = match text.split_once(':') {
        Some((range, step)) => (range, Some(step.trim().parse().ok().filter(|step| *step > 0)?)),
        None => (text, None),
    };
    let (min, max) = range.split_once("..")?;
    let (min, max) = (min.trim().parse().ok()?, max.trim().parse().ok()?);
    (min < max).then_some((min, max, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered() -> Vec<SpinOption> {
        let spin =
            |name: &str, default, min, max| SpinOption { name: name.into(), default, min, max };
        vec![spin("Skill Level", 20, -20, 20), spin("Hash", 16, 1, 1 << 40)]
    }

    fn read(text: &str, engine: &str) -> Result<TunedOption, String> {
        read_option(text, &offered(), &mut engine.parse().unwrap())
    }

    #[test]
    fn ranges_are_the_engines_if_nobody_says() {
        let option = |value, min, max, step| TunedOption {
            name: "Skill Level".to_owned(),
            value,
            min,
            max,
            step,
        };
        let plain = "cmd=a";
        assert_eq!(read("skill level", plain), Ok(option(20, -20, 20, 2)));
        assert_eq!(read("Skill Level=-5..20:3", plain), Ok(option(20, -5, 20, 3)));
        let own = "cmd=a,option.Skill Level=4";
        assert_eq!(read("Skill Level = 0 .. 10", own), Ok(option(4, 0, 10, 1)));
        assert_eq!(read("Hash", plain).unwrap().max, i32::MAX);
    }

    #[test]
    fn what_the_engine_does_not_take_is_refused() {
        let cases = [
            ("Elo", "cmd=a", "no number 'Elo' to set; it has Skill Level=-20..20, Hash=1.."),
            ("Skill Level=-30..20", "cmd=a", "takes -20 to 20"),
            ("Skill Level=0..10", "cmd=a", "is 20 at the beginning, outside of 0..10"),
            ("Skill Level=0..10", "cmd=a,option.Skill Level=x", "expected a number"),
            ("Skill Level=10..0", "cmd=a", "expected NAME=MIN..MAX"),
            ("Skill Level=0..20:0", "cmd=a", "expected NAME=MIN..MAX"),
            ("Skill Level=20", "cmd=a", "expected NAME=MIN..MAX"),
        ];
        for (text, engine, words) in cases {
            let error = read(text, engine).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
