//! Everything that decides a run.

use serde::{Deserialize, Serialize};

use super::judge::JudgeSettings;
use crate::TuneError;
use crate::cma::{Cma, CmaSettings};
use crate::engine::{self, EngineSetup};
use crate::ga::GaSettings;
use crate::space::Space;
use crate::spsa::SpsaSettings;
use crate::texel::FitSettings;

/// How parameters are tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// The genetic tuner.
    Ga(GaSettings),
    /// By pairs of games.
    Spsa(SpsaSettings),
    /// CMA-ES.
    Cma(CmaSettings),
    /// By gradient, on positions of files.
    Texel {
        /// The fit.
        fit: FitSettings,
        /// The files.
        data: Vec<String>,
        /// At most so many positions.
        positions: usize,
        /// The share that is held back.
        hold_out: f64,
    },
}

impl Method {
    /// Its name on the command line.
    pub const fn name(&self) -> &'static str {
        match self {
            Method::Ga(_) => "ga",
            Method::Spsa(_) => "spsa",
            Method::Cma(_) => "cma",
            Method::Texel { .. } => "texel",
        }
    }
}

/// What `run.json` holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunSettings {
    /// The version of Chuhe that began the run.
    pub chuhe: String,
    /// The run's name among machines.
    pub id: String,
    /// The engine.
    pub engine: EngineSetup,
    /// What stands for that engine.
    pub fingerprint: String,
    /// Where all chance comes from.
    pub seed: u64,
    /// Which parameters; see [`Space::new`].
    pub params: Vec<String>,
    /// Changes of values the run begins with, as the option `Params` takes them.
    pub start: String,
    /// Generations, iterations or passes.
    pub generations: u32,
    /// How.
    pub method: Method,
    /// What sets are judged by.
    pub judge: JudgeSettings,
}

impl RunSettings {
    /// The usual settings of a method.
    ///
    /// # Errors
    /// If there is no such engine.
    pub fn new(
        engine: EngineSetup,
        method: Method,
        judge: JudgeSettings,
    ) -> Result<Self, TuneError> {
        Ok(RunSettings {
            chuhe: env!("CARGO_PKG_VERSION").to_owned(),
            id: String::new(),
            fingerprint: engine::fingerprint(&engine).map_err(TuneError::Settings)?,
            params: engine.usual_patterns(),
            engine,
            seed: 1,
            start: String::new(),
            generations: 10,
            method,
            judge,
        })
    }

    /// The tuned parameters, with the values the run begins with.
    ///
    /// # Errors
    /// If a name or value is wrong.
    pub fn space(&self) -> Result<Space, TuneError> {
        let mut base = self.engine.params()?;
        base.apply(&self.start)?;
        Space::new(base, &self.params)
    }

    /// Sees that all numbers make sense.
    ///
    /// # Errors
    /// Says what does not.
    pub fn check(&self) -> Result<(), TuneError> {
        self.space()?;
        let checked = match &self.method {
            Method::Ga(settings) => settings.check(),
            Method::Spsa(settings) => settings.check(),
            Method::Cma(settings) => Cma::new(&self.space()?, settings).map(drop),
            Method::Texel { .. } => Ok(()),
        };
        checked.map_err(TuneError::Settings)?;
        match (&self.method, &self.judge) {
            (Method::Spsa(_), JudgeSettings::Suite { .. }) => {
                Err(TuneError::Settings("SPSA is judged by games, not by test sets".to_owned()))
            }
            _ => Ok(()),
        }
    }
}
