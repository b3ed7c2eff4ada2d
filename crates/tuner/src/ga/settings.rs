//! How an evolution goes.

use serde::{Deserialize, Serialize};

/// How many parameters change, and by how much (section 2.2.2): LP 50 % of them, SP
/// 20 %; SV about ±4 %, LV about ±50 % (figure 2-7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Few parameters, a little.
    Spsv,
    /// Few parameters, much.
    Splv,
    /// Many parameters, a little: the best in the document.
    #[default]
    Lpsv,
    /// Many parameters, much.
    Lplv,
}

impl Mode {
    /// All four.
    pub const ALL: [Mode; 4] = [Mode::Spsv, Mode::Splv, Mode::Lpsv, Mode::Lplv];

    /// Its name as printed.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::Spsv => "SPSV",
            Mode::Splv => "SPLV",
            Mode::Lpsv => "LPSV",
            Mode::Lplv => "LPLV",
        }
    }

    /// The mode of a name, whatever its case.
    pub fn named(name: &str) -> Option<Mode> {
        Mode::ALL.into_iter().find(|mode| mode.name().eq_ignore_ascii_case(name))
    }

    /// The chance of a parameter to change.
    pub const fn share(self) -> f64 {
        match self {
            Mode::Lpsv | Mode::Lplv => 0.5,
            Mode::Spsv | Mode::Splv => 0.2,
        }
    }

    /// Whether changes are small.
    pub const fn is_small(self) -> bool {
        matches!(self, Mode::Spsv | Mode::Lpsv)
    }
}

/// Which points of a piece-square table change together (sections 2.2.2 and 3.2.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SelectCells {
    /// A random point and the points the piece reaches from it, mirrored.
    #[default]
    Block,
    /// So many random points, each by itself.
    Points(usize),
}

/// The numbers of an evolution; the defaults are the document's best.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GaSettings {
    /// n_b: sets at the beginning of a generation, and survivors.
    pub parents: usize,
    /// n_g: sets that are judged, those of the beginning included.
    pub candidates: usize,
    /// How much changes.
    pub mode: Mode,
    /// The share of new sets that come from two; the others come from one.
    pub crossover: f64,
    /// How points of tables are chosen.
    pub cells: SelectCells,
}

impl Default for GaSettings {
    fn default() -> GaSettings {
        GaSettings {
            parents: 4,
            candidates: 104,
            mode: Mode::Lpsv,
            crossover: 0.7,
            cells: SelectCells::Block,
        }
    }
}

impl GaSettings {
    /// What makes no sense.
    ///
    /// # Errors
    /// Says what would.
    pub fn check(&self) -> Result<(), String> {
        if self.parents == 0 {
            return Err("0 parents: expected at least 1".to_owned());
        }
        if self.candidates <= self.parents {
            return Err(format!(
                "{} candidates with {} parents: expected more candidates than parents, who are \
                 counted among them",
                self.candidates, self.parents
            ));
        }
        if !(0.0..=1.0).contains(&self.crossover) {
            return Err(format!("crossover {}: expected 0 to 1", self.crossover));
        }
        Ok(())
    }
}
