//! The options of each method.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use arena::engine::EngineConfig;
use clap::{ValueEnum, ValueHint};
use game::GameKind;
use tuner::cma::CmaSettings;
use tuner::engine::EngineSetup;
use tuner::foreign::Foreign;
use tuner::ga::{GaSettings, Mode, SelectCells};
use tuner::run::{JudgeSettings, Method, RunSettings};
use tuner::spsa::SpsaSettings;
use tuner::suite::Suite;
use tuner::texel::FitSettings;

use super::Work;
use crate::args::GameName;

/// Which engine, which of its parameters, where they begin.
#[derive(clap::Args, Clone)]
pub struct Target {
    /// Which game
    #[arg(long, value_enum, default_value = "xiangqi")]
    pub game: GameName,
    /// The program whose parameters are tuned
    #[arg(long, default_value = "shenxiang")]
    pub profile: String,
    /// A program of others instead, tuned by its options: a list of key=value as for
    /// `chuhe match --engine`
    #[arg(long, value_name = "KEY=VALUE,…", conflicts_with = "profile", requires = "options")]
    pub engine: Option<String>,
    /// Which of its options are tuned, as Name=min..max or Name=min..max:step, separated by
    /// commas; without a range it is the engine's own
    #[arg(long, value_name = "LIST", requires = "engine")]
    pub options: Option<String>,
    /// The parameters, by the beginnings of their names; with - before one it is left out
    /// (default: those the profile's evaluation uses)
    #[arg(long, value_name = "NAMES", value_delimiter = ',', allow_hyphen_values = true)]
    pub params: Vec<String>,
    /// Values to begin with, as name=value,… or a file of them
    #[arg(long, value_name = "VALUES", default_value = "")]
    pub start: String,
    /// Where all chance comes from
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Megabytes of an engine's table
    #[arg(long, value_name = "MB", default_value_t = 4)]
    pub hash: usize,
}

impl Target {
    pub fn settings(&self, method: Method, judge: JudgeSettings) -> Result<RunSettings> {
        let kind: GameKind = self.game.into();
        let profile = match (kind, self.profile.as_str()) {
            // The default is a profile of xiangqi.
            (GameKind::Banqi, "shenxiang") => "chuhe-hce",
            (_, name) => name,
        };
        let mut engine = EngineSetup { hash: self.hash, ..EngineSetup::new(kind, profile) };
        if let Some(text) = &self.engine {
            let config: EngineConfig = text.parse().with_context(|| format!("--engine {text}"))?;
            engine.profile.clone_from(&config.name);
            let options = self.options.as_deref().unwrap_or_default();
            engine.foreign = Some(Foreign::open(kind, config, options)?);
        }
        let mut settings = RunSettings::new(engine, method, judge)?;
        if !self.params.is_empty() {
            settings.params.clone_from(&self.params);
        }
        settings.start = self.changes(&settings)?;
        settings.seed = self.seed;
        Ok(settings)
    }

    /// What differs from the engine's own values at the beginning.
    fn changes(&self, settings: &RunSettings) -> Result<String> {
        if self.start.is_empty() || self.start.contains('=') {
            return Ok(self.start.clone());
        }
        if self.engine.is_some() {
            bail!("--start: expected name=value,… for the options of a program");
        }
        let mut base = settings.engine.params()?;
        crate::params::read_into(&mut base, self.start.as_ref(), settings.engine.game)?;
        Ok(base.changes())
    }
}

/// What candidates are judged by.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FitnessName {
    /// Positions with moves that must be found
    Suite,
    /// Pairs of games against the values of the beginning; the worse half stops early
    Games,
}

#[derive(clap::Args, Clone)]
pub struct Judging {
    /// What candidates are judged by
    #[arg(long, value_enum, default_value = "suite")]
    pub fitness: FitnessName,
    /// Test sets: EPD files with best moves (bm)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, num_args = 1..)]
    pub suite: Vec<PathBuf>,
    /// At most so many positions of each file, chosen by chance
    #[arg(long, value_name = "N")]
    pub most: Option<usize>,
    /// Only lines of test sets that contain this text
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// The share of positions that is held back
    #[arg(long, value_name = "X", default_value_t = 0.2)]
    pub hold_out: f64,
    /// Nodes for a position
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub nodes: u64,
    /// Pairs of games of a candidate (with --fitness games)
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub match_pairs: u32,
    /// Nodes of a ply (in games)
    #[arg(long, value_name = "N", default_value_t = 3_000)]
    pub match_nodes: u64,
}

impl Judging {
    pub fn settings(&self, game: GameKind, seed: u64) -> Result<JudgeSettings> {
        if self.fitness == FitnessName::Games {
            let (nodes, pairs) = (self.match_nodes, self.match_pairs);
            return Ok(JudgeSettings::Games { nodes, pairs, most_plies: 200 });
        }
        if self.suite.is_empty() {
            bail!("--suite: expected at least one file of positions to judge by");
        }
        if !(0.0..1.0).contains(&self.hold_out) {
            bail!("--hold-out {}: expected 0 to less than 1", self.hold_out);
        }
        let mut all = Suite::default();
        for path in &self.suite {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(path).with_context(|| format!("--suite {name}"))?;
            let wanted = |line: &&str| self.only.as_ref().is_none_or(|only| line.contains(only));
            // Lines keep their numbers: those that are not wanted are empty.
            let lines: Vec<&str> =
                text.lines().map(|line| if wanted(&line) { line } else { "" }).collect();
            let mut suite = Suite::default();
            suite.read(game, &name, &lines.join("\n"))?;
            let suite = match self.most {
                Some(most) => suite.sample(most, seed),
                None => suite,
            };
            all.cases.extend(suite.cases);
        }
        all.check()?;
        let (training, held_out) = all.split(self.hold_out, seed);
        Ok(JudgeSettings::Suite { nodes: self.nodes, training, held_out })
    }
}

#[derive(clap::Args)]
pub struct Ga {
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub judging: Judging,
    #[command(flatten)]
    pub numbers: GaNumbers,
    /// Begin with piece-square tables from the records of games (xiangqi)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "start")]
    pub statistics: Option<PathBuf>,
    /// The run's folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
    #[command(flatten)]
    pub work: Work,
}

/// The numbers of an evolution.
#[derive(clap::Args, Clone)]
pub struct GaNumbers {
    /// Generations
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub generations: u32,
    /// n_b: sets at the beginning of a generation, and survivors
    #[arg(long, value_name = "N", default_value_t = 4)]
    parents: usize,
    /// n_g: sets that are judged in a generation, the parents among them
    #[arg(long, value_name = "N", default_value_t = 104)]
    candidates: usize,
    /// How many parameters change and by how much: spsv, splv, lpsv or lplv
    #[arg(long, value_name = "MODE", default_value = "lpsv", value_parser = mode)]
    mode: Mode,
    /// The percentage of new sets that come from two
    #[arg(long, value_name = "PERCENT", default_value_t = 70.0)]
    crossover: f64,
    /// Change so many random points of a table instead of a block
    #[arg(long, value_name = "N")]
    points: Option<usize>,
}

fn mode(text: &str) -> Result<Mode, String> {
    Mode::named(text).ok_or_else(|| "expected spsv, splv, lpsv or lplv".to_owned())
}

impl GaNumbers {
    pub fn settings(&self) -> GaSettings {
        GaSettings {
            parents: self.parents,
            candidates: self.candidates,
            mode: self.mode,
            crossover: self.crossover / 100.0,
            cells: self.points.map_or(SelectCells::Block, SelectCells::Points),
        }
    }
}

impl Ga {
    pub fn settings(&self) -> Result<RunSettings> {
        let judge = self.judging.settings(self.target.game.into(), self.target.seed)?;
        let mut settings = self.target.settings(Method::Ga(self.numbers.settings()), judge)?;
        settings.generations = self.numbers.generations;
        if self.statistics.is_some() && settings.engine.foreign.is_some() {
            bail!("--statistics: the options of a program are no piece-square tables");
        }
        if let Some(path) = &self.statistics {
            settings.start = super::data::statistics(path, &settings)?;
        }
        Ok(settings)
    }
}

#[derive(clap::Args)]
pub struct Spsa {
    #[command(flatten)]
    target: Target,
    /// Iterations; the schedule depends on it
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    iterations: u32,
    /// Pairs of games of an iteration
    #[arg(long, value_name = "N", default_value_t = 4)]
    pairs: u32,
    /// The change of a parameter in the last iteration, in its steps
    #[arg(long, value_name = "X", default_value_t = 1.0)]
    c_end: f64,
    /// How fast values follow in the last iteration
    #[arg(long, value_name = "X", default_value_t = 0.002)]
    r_end: f64,
    /// Nodes of a ply
    #[arg(long, value_name = "N", default_value_t = 3_000)]
    match_nodes: u64,
    /// Pairs of games against the beginning, from other openings, ten times in a run
    #[arg(long, value_name = "N", default_value_t = 20)]
    hold_out_pairs: u32,
    /// The run's folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
    #[command(flatten)]
    pub work: Work,
}

impl Spsa {
    pub fn settings(&self) -> Result<RunSettings> {
        let method = Method::Spsa(SpsaSettings {
            iterations: self.iterations,
            pairs: self.pairs,
            c_end: self.c_end,
            r_end: self.r_end,
        });
        let judge = JudgeSettings::Games {
            nodes: self.match_nodes,
            pairs: self.hold_out_pairs,
            most_plies: 200,
        };
        let mut settings = self.target.settings(method, judge)?;
        settings.generations = self.iterations;
        Ok(settings)
    }
}

#[derive(clap::Args)]
pub struct Cma {
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    judging: Judging,
    /// Generations
    #[arg(long, value_name = "N", default_value_t = 30)]
    generations: u32,
    /// Candidates of a generation; 0: as usual for the number of parameters
    #[arg(long, value_name = "N", default_value_t = 0)]
    candidates: usize,
    /// How far candidates spread at the beginning, in steps
    #[arg(long, value_name = "X", default_value_t = 3.0)]
    sigma: f64,
    /// The run's folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
    #[command(flatten)]
    pub work: Work,
}

impl Cma {
    pub fn settings(&self) -> Result<RunSettings> {
        let judge = self.judging.settings(self.target.game.into(), self.target.seed)?;
        let method = Method::Cma(CmaSettings { candidates: self.candidates, sigma: self.sigma });
        let mut settings = self.target.settings(method, judge)?;
        settings.generations = self.generations;
        Ok(settings)
    }
}

#[derive(clap::Args)]
pub struct Texel {
    #[command(flatten)]
    target: Target,
    /// Files of labelled positions, or folders of them
    #[arg(long, required = true, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    data: Vec<PathBuf>,
    /// At most so many positions
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    positions: usize,
    /// The share of positions that is held back
    #[arg(long, value_name = "X", default_value_t = 0.1)]
    hold_out: f64,
    /// Passes over the positions
    #[arg(long, value_name = "N", default_value_t = 150)]
    epochs: u32,
    /// How far a parameter may move in a pass, in its steps
    #[arg(long, value_name = "X", default_value_t = 0.25)]
    rate: f64,
    /// How strongly values are pulled back to where they began, per squared step
    #[arg(long, value_name = "X", default_value_t = 1e-7)]
    pull: f64,
    /// Points of the evaluation that are a logit of one; 0: found by the data
    #[arg(long, value_name = "X", default_value_t = 0.0)]
    scale: f64,
    /// How much the game's result counts beside the search's score, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.5)]
    result_share: f64,
    /// Trace the positions anew after so many passes
    #[arg(long, value_name = "N", default_value_t = 50)]
    retrace: u32,
    /// The run's folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
    #[command(flatten)]
    pub work: Work,
}

impl Texel {
    pub fn settings(&self) -> Result<RunSettings> {
        if self.work.broker.is_given() {
            bail!("--nats: gradient tuning is done on one machine");
        }
        if self.target.engine.is_some() {
            bail!("--engine: gradient tuning needs an evaluation of Chuhe; choose spsa, ga or cma");
        }
        let fit = FitSettings {
            epochs: self.epochs,
            rate: self.rate,
            scale: self.scale,
            pull: self.pull,
            retrace: self.retrace,
            result_share: self.result_share,
        };
        let absolute = |path: &PathBuf| {
            let whole =
                path.canonicalize().with_context(|| format!("--data {}", path.display()))?;
            Ok(whole.display().to_string())
        };
        let data = self.data.iter().map(absolute).collect::<Result<Vec<String>>>()?;
        let method =
            Method::Texel { fit, data, positions: self.positions, hold_out: self.hold_out };
        let mut target = self.target.clone();
        if target.profile == "shenxiang" && target.game == GameName::Xiangqi {
            target.profile = "chuhe-hce".to_owned();
        }
        let mut settings = target.settings(method, JudgeSettings::Positions)?;
        settings.generations = self.epochs;
        Ok(settings)
    }
}
