//! Matches and sequential tests, played by the arena.

use std::num::NonZeroUsize;
use std::path::Path;

use arena::adjudicate::{Adjudication, Threshold};
use arena::clock::TimeControl;
use arena::run::assembly::{self, AssemblyError, MatchSettings, Openings};
use arena::run::{
    self as arena_run, Curve, Event, GameLine, RunConfig, RunDirectory, Summary, standing,
};
use arena::stats::{EloModel, Sprt};
use play::GameKind;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::engines::EngineChoice;
use super::run::{Loaded, Run};
use crate::config::cores;
use crate::error::{ApiError, Code};

/// The most games of a match: its games are in memory while it runs.
pub const MOST_GAMES: u32 = 20_000;
/// The longest a ply may take, and a game for each side.
const MOST_SECONDS: f64 = 3_600.0;
/// The most points of a curve that are sent.
const MOST_POINTS: usize = 240;
/// A game of so many plies is a draw, if nothing else ended it.
const MOST_PLIES: u32 = 400;

/// A match as somebody wants it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Match {
    /// Which game.
    pub game: GameKind,
    /// The two who meet; results are told from the first one's view.
    pub engines: [EngineChoice; 2],
    /// How many games at most.
    pub games: u32,
    /// How long they may think, as `chuhe match --tc` has it.
    pub tc: TimeControl,
    /// Plies of a random opening; 0: all games begin at the start. Xiangqi only, dark chess
    /// deals anew for every pair.
    #[serde(default)]
    pub opening_plies: u8,
    /// The rules; the arena's usual ones if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The sequential test that may end the match early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Bounds>,
    /// Games at the same time.
    #[serde(default = "one")]
    pub lanes: u8,
    /// Whether clear wins and long level endings are cut short.
    #[serde(default)]
    pub cut: bool,
    /// Where all chance comes from.
    #[serde(default = "one_seed")]
    pub seed: u64,
}

const fn one() -> u8 {
    1
}

const fn one_seed() -> u64 {
    1
}

/// What a sequential test tells apart.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Elo of the hypothesis that the change is worth nothing.
    pub elo0: f64,
    /// Elo of the hypothesis that it is worth something.
    pub elo1: f64,
    /// How likely a wrong yes may be.
    pub alpha: f64,
    /// How likely a wrong no may be.
    pub beta: f64,
}

impl Match {
    /// What the arena is to play.
    ///
    /// # Errors
    /// Names the first thing that cannot be.
    pub fn arena_settings(&self) -> Result<MatchSettings, ApiError> {
        let [one, other] = &self.engines;
        let mut engines = vec![one.config(self.game)?, other.config(self.game)?];
        engines[0].name = one.name();
        engines[1].name = other.name();
        if engines[0].name == engines[1].name {
            engines[1].name += " (2)";
        }
        if !(2..=MOST_GAMES).contains(&self.games) {
            let message = format!("games is {}: expected 2 to {MOST_GAMES}", self.games);
            return Err(ApiError::bad(message));
        }
        let lanes = NonZeroUsize::new(self.lanes.into()).filter(|lanes| lanes.get() <= cores());
        let lanes =
            lanes.ok_or_else(|| ApiError::bad(format!("lanes: expected 1 to {}", cores())))?;
        check_time(self.tc)?;
        Ok(MatchSettings {
            game: self.game,
            engines,
            games: self.games,
            tc: self.tc,
            rules: self.rules.clone(),
            openings: Some(self.openings()?),
            seed: self.seed,
            sprt: self.sprt.map(Bounds::test).transpose()?.map(|test| test.to_string()),
            concurrency: lanes,
            // Cores belong to the people at the page.
            pin: false,
            adjudication: self.adjudication(),
            event: "Chuhe arena".to_owned(),
            ..MatchSettings::default()
        })
    }

    fn openings(&self) -> Result<Openings, ApiError> {
        match (self.game, self.opening_plies) {
            (_, 0) => Ok(Openings::Start),
            (GameKind::Banqi, _) => {
                Err(ApiError::bad("opening_plies: dark chess deals anew for every pair"))
            }
            (GameKind::Xiangqi, plies @ 1..=20) => Ok(Openings::Random { plies: plies.into() }),
            (GameKind::Xiangqi, _) => Err(ApiError::bad("opening_plies: expected 0 to 20")),
        }
    }

    fn adjudication(&self) -> Adjudication {
        let cut = Adjudication {
            resign: Some(Threshold { score: 1_000, moves: 6, after: 0 }),
            draw: Some(Threshold { score: 10, moves: 12, after: 60 }),
            max_plies: Some(MOST_PLIES),
        };
        if self.cut { cut } else { Adjudication::default() }
    }
}

impl Bounds {
    fn test(self) -> Result<Sprt, ApiError> {
        let Bounds { elo0, elo1, alpha, beta } = self;
        Sprt::new(elo0, elo1, alpha, beta, EloModel::Normalized)
            .map_err(|error| ApiError::bad(error.to_string()))
    }
}

/// Nobody waits a day for a ply.
fn check_time(control: TimeControl) -> Result<(), ApiError> {
    let within = match control {
        TimeControl::Movetime(time) => time.as_secs_f64() <= MOST_SECONDS,
        TimeControl::Clock { base, increment, .. } => {
            base.as_secs_f64() <= MOST_SECONDS && increment.as_secs_f64() <= MOST_SECONDS
        }
        TimeControl::Nodes(nodes) => nodes <= 1_000_000_000,
        TimeControl::Depth(depth) => depth <= 100,
    };
    if within { Ok(()) } else { Err(ApiError::bad(format!("tc {control} is too long"))) }
}

impl From<AssemblyError> for ApiError {
    fn from(error: AssemblyError) -> ApiError {
        match &error {
            AssemblyError::Directory(_) | AssemblyError::NoFreeName => {
                ApiError::new(Code::Internal, error.to_string())
            }
            _ => ApiError::bad(error.to_string()),
        }
    }
}

/// The games of a match, and what they amount to.
#[derive(Clone)]
pub struct MatchState {
    /// Finished games, in the order they ended.
    pub lines: Vec<GameLine>,
    config: RunConfig,
    summary: Summary,
    /// Whether games have ended since the summary was made.
    stale: bool,
    curve: Curve,
}

impl MatchState {
    fn of(directory: &RunDirectory) -> MatchState {
        let mut curve = Curve::new(directory.config());
        directory.lines().iter().for_each(|line| curve.add(line));
        MatchState {
            lines: directory.lines().to_vec(),
            config: directory.config().clone(),
            summary: directory.standing(),
            stale: false,
            curve,
        }
    }

    /// Which game it is.
    pub fn game(&self) -> GameKind {
        self.config.game
    }

    fn add(&mut self, line: &GameLine) {
        self.lines.push(line.clone());
        self.curve.add(line);
        self.stale = true;
    }

    /// A standing goes through every game: it is made when somebody looks.
    fn refresh(&mut self) {
        if self.stale {
            self.summary = standing(&self.config, &self.lines);
            self.stale = false;
        }
    }

    /// Reads what a match at rest has left.
    ///
    /// # Errors
    /// If its folder cannot be read.
    pub fn read(folder: &Path) -> Result<MatchState, ApiError> {
        let directory = RunDirectory::open(folder);
        let directory =
            directory.map_err(|error| ApiError::new(Code::Internal, error.to_string()))?;
        Ok(MatchState::of(&directory))
    }

    /// What the page of the match shows.
    pub fn view(&mut self) -> Value {
        self.refresh();
        let points = self.curve.thinned(MOST_POINTS);
        let of = |value: fn(&arena_run::CurvePoint) -> f64| -> Vec<Value> {
            points.iter().map(|point| json!(value(point))).collect()
        };
        json!({
            "standing": self.summary,
            "curve": {
                "pairs": points.iter().map(|point| point.pairs).collect::<Vec<_>>(),
                "elo": of(|point| point.elo.value),
                "low": of(|point| point.elo.low),
                "high": of(|point| point.elo.high),
                "llr": points.iter().map(|point| point.llr).collect::<Option<Vec<_>>>(),
            },
        })
    }

    /// What lists show.
    pub fn brief(&mut self) -> Value {
        self.refresh();
        let summary = &self.summary;
        let report = summary.pairings.first().map(|pairing| &pairing.report);
        json!({
            "game": self.config.game,
            "done": summary.done,
            "planned": summary.planned,
            "players": summary.engines.iter().map(|engine| &engine.name).collect::<Vec<_>>(),
            "wins": report.map(|report| report.wdl.wins),
            "draws": report.map(|report| report.wdl.draws),
            "losses": report.map(|report| report.wdl.losses),
            "elo": report.map(|report| report.elo),
            "llr": report.and_then(|report| report.sprt.as_ref()).map(|sprt| sprt.llr),
            "decision": summary.decision,
        })
    }

    /// The record of a game; `None` if it is not finished.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn record(&self, run: &Run, number: u32) -> Result<Option<String>, ApiError> {
        let found = arena_run::read_record(&run.folder, self.game(), &self.lines, number);
        found.map_err(|error| ApiError::new(Code::Internal, error.to_string()))
    }

    /// Finished games for a list, the newest first.
    pub fn games(&self, from: usize, count: usize) -> Vec<Value> {
        let game = |line: &GameLine| {
            json!({
                "number": line.game,
                "pair": line.pair,
                "first": line.first,
                "second": line.second,
                "winner": line.winner,
                "cause": line.cause,
                "plies": line.plies,
                "seconds": line.wall_ms / 1000.0,
            })
        };
        self.lines.iter().rev().skip(from).take(count).map(game).collect()
    }
}

/// Plays a match until it is over or told to end; whether it is over. `told` is called
/// after every piece of news.
///
/// # Errors
/// If it cannot begin or go on.
pub(super) fn play(run: &Run, wanted: &Match, told: &dyn Fn()) -> Result<bool, String> {
    let text = |error: AssemblyError| error.to_string();
    let begun = run.folder.join("run.toml").exists();
    let mut directory = if begun {
        assembly::open_again(&run.folder).map_err(text)?
    } else {
        let settings = wanted.arena_settings().map_err(|error| error.message)?;
        assembly::begin(settings, Some(&run.folder)).map_err(text)?
    };
    run.progress().loaded = Loaded::Match(Box::new(MatchState::of(&directory)));
    told();
    let mut hear = |event: &Event<'_>| {
        if let Event::Game { line, .. } = event
            && let Loaded::Match(state) = &mut run.progress().loaded
        {
            state.add(line);
        }
        told();
    };
    let stop = run.stop();
    let outcome = arena_run::run(&mut directory, &mut hear, stop.flag());
    let outcome = outcome.map_err(|error| error.to_string())?;
    Ok(outcome.complete)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted() -> Value {
        json!({"game": "xiangqi", "engines": [{"engine": "chuhe", "level": 3}, {"engine": "greedy"}],
            "games": 4, "tc": "nodes=500", "opening_plies": 6,
            "sprt": {"elo0": 0.0, "elo1": 5.0, "alpha": 0.05, "beta": 0.05}})
    }

    #[test]
    fn a_match_becomes_settings_of_the_arena() {
        let wanted: Match = serde_json::from_value(wanted()).unwrap();
        let settings = wanted.arena_settings().unwrap();
        let names: Vec<&str> = settings.engines.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["chuhe-3", "greedy"]);
        assert!(settings.engines.iter().all(|engine| engine.command.is_empty()));
        assert_eq!(settings.openings, Some(Openings::Random { plies: 6 }));
        assert_eq!(
            settings.sprt.as_deref(),
            Some("elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized")
        );
        let again: Match = serde_json::from_value(json!(wanted)).unwrap();
        assert_eq!(again, wanted);
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_its_name() {
        let cases = [
            ("games", json!(1), "games is 1"),
            ("games", json!(20_001), "games is 20001"),
            ("lanes", json!(0), "lanes"),
            ("lanes", json!(255), "lanes"),
            ("tc", json!("movetime=86400000"), "too long"),
            ("opening_plies", json!(21), "opening_plies"),
            ("engines", json!([{"engine": "sh"}, {"engine": "greedy"}]), "no engine 'sh'"),
            ("engines", json!([{"engine": "greedy", "level": 3}, {"engine": "greedy"}]), "neither"),
            ("engines", json!([{"engine": "chuhe", "level": 11}, {"engine": "greedy"}]), "1 to 10"),
            ("engines", json!([{"engine": "chuhe", "hash": 0}, {"engine": "greedy"}]), "hash is 0"),
            ("sprt", json!({"elo0": 5.0, "elo1": 0.0, "alpha": 0.05, "beta": 0.05}), "elo0"),
        ];
        for (field, value, words) in cases {
            let mut wanted = wanted();
            wanted[field] = value;
            let wanted: Match = serde_json::from_value(wanted).unwrap();
            let error = wanted.arena_settings().unwrap_err();
            assert!(error.message.contains(words), "{field}: {error}");
        }
        for (field, value) in [("cmd", json!("sh")), ("out", json!("/tmp")), ("tc", json!("x"))] {
            let mut wanted = wanted();
            wanted[field] = value;
            assert!(serde_json::from_value::<Match>(wanted).is_err(), "{field}");
        }
    }
}
