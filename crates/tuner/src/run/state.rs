//! Where a run stands.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::cma::Cma;
use crate::ga::Population;
use crate::spsa::Spsa;
use crate::texel::Fit;

/// A generation in figures.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// Which; 0 is the beginning.
    pub generation: u32,
    /// What is made small: wrong answers, loss, or the share of points lost.
    pub training: f64,
    /// The same where nothing was tuned for.
    pub held_out: Option<f64>,
    /// Other figures by name.
    pub more: BTreeMap<String, f64>,
    /// Seconds it took.
    pub seconds: f64,
}

/// A method's own state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MethodState {
    /// The genetic tuner's.
    Ga(Population),
    /// SPSA's.
    Spsa(Spsa),
    /// CMA-ES's.
    Cma(Cma),
    /// The fit's.
    Texel(Fit),
}

/// What `state.json` holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The number of the next job.
    pub next_index: u64,
    /// Whether everything planned was done.
    pub complete: bool,
    /// The best values so far.
    pub best: Vec<i32>,
    /// The best values of every generation.
    pub champions: Vec<Vec<i32>>,
    /// Every generation.
    pub history: Vec<Point>,
    /// The method's own.
    pub method: MethodState,
}

impl State {
    /// The history as a table for plots.
    pub fn csv(&self) -> String {
        let mut names: Vec<&String> =
            self.history.iter().flat_map(|point| point.more.keys()).collect();
        names.sort();
        names.dedup();
        let mut text = "generation,training,held_out,seconds".to_owned();
        for name in &names {
            let _ = write!(text, ",{name}");
        }
        text.push('\n');
        for point in &self.history {
            let held = point.held_out.map_or(String::new(), |held| held.to_string());
            let Point { generation, training, seconds, .. } = point;
            let _ = write!(text, "{generation},{training},{held},{seconds:.1}");
            for name in &names {
                let value = point.more.get(*name).map_or(String::new(), f64::to_string);
                let _ = write!(text, ",{value}");
            }
            text.push('\n');
        }
        text
    }
}
