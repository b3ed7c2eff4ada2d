//! Every number of the evaluation in one value.

use super::control::ControlParams;
use super::dynamic::DynamicParams;
use super::elephants::ElephantParams;
use super::endgames::EndgameParams;
use super::features::FeatureParams;
use super::king_safety::{DangerParams, KingParams};
use super::material::{Material, MaterialPreset};
use super::mobility::MobilityParams;
use super::numbers::{Range, Visitor, visit_params};
use super::phase::{PhaseParams, PhaseRule};
use super::squares::{SquareSource, SquareTables};
use super::style::EvalStyle;
use super::tempo::TempoParams;
use super::threats::ThreatParams;

/// All numbers of the evaluation; the default is our own tuned set.
///
/// ```
/// use xiangqi_engine::eval::EvalParams;
/// let mut params = EvalParams::default();
/// params.set("features.hollow_cannon.early", 120).unwrap();
/// let text = params.to_toml();
/// assert_eq!(EvalParams::from_toml(&text).unwrap(), params);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EvalParams {
    /// How phases are told apart.
    pub phase_rule: PhaseRule,
    /// Where our own phases blend.
    pub phase: PhaseParams,
    /// Piece values.
    pub material: Material,
    /// Piece-square tables.
    pub squares: SquareTables,
    /// Mobility.
    pub mobility: MobilityParams,
    /// Control points.
    pub control: ControlParams,
    /// The seven named features.
    pub features: FeatureParams,
    /// Dynamic material.
    pub dynamic: DynamicParams,
    /// Danger to a king.
    pub danger: DangerParams,
    /// The rest of king safety.
    pub king: KingParams,
    /// Threats and protection.
    pub threats: ThreatParams,
    /// Raised elephants.
    pub elephants: ElephantParams,
    /// Known endings.
    pub endgames: EndgameParams,
    /// The right to move.
    pub tempo: TempoParams,
}

/// One number with its key, its value and its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParamEntry {
    /// Its name, such as `features.pin.early` or `squares.rook.opening[0][4]`.
    pub key: String,
    /// Its value.
    pub value: i32,
    /// What it may be.
    pub range: Range,
}

/// Why numbers were not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvalParamError {
    /// Not TOML.
    #[error("the parameter file is no TOML: {0}")]
    Syntax(String),
    /// No such number.
    #[error("no evaluation parameter is named '{0}'")]
    Unknown(String),
    /// Not a whole number.
    #[error("evaluation parameter {key} is {found}: expected a whole number")]
    NotNumber {
        /// Which one.
        key: String,
        /// What was there.
        found: String,
    },
    /// Outside its range.
    #[error("evaluation parameter {key} is {value}: expected {} to {}", range.min, range.max)]
    Range {
        /// Which one.
        key: String,
        /// What it was set to.
        value: i64,
        /// What it may be.
        range: Range,
    },
    /// A name that selects a set was not known.
    #[error("{key} is '{found}': expected one of {expected}")]
    Choice {
        /// Which key.
        key: &'static str,
        /// What was there.
        found: String,
        /// What would be right.
        expected: String,
    },
}

impl EvalParams {
    /// The default set of a style.
    pub fn of_style(style: EvalStyle) -> EvalParams {
        match style {
            EvalStyle::Chuhe => EvalParams::default(),
            EvalStyle::Shenxiang => EvalParams::shenxiang(),
        }
    }

    /// The set of Shenxiang: table 4-2 with a king of 5000, tables 4-3 to 4-6, 8 per
    /// point of a horse, tables 4-8 to 4-14, its phase rule. Its endgame material
    /// follows section 5 (horses gain, a pawn passes an elephant); those two numbers are
    /// ours, the source prints none.
    pub fn shenxiang() -> EvalParams {
        let mut material =
            MaterialPreset::named("wang-2005").map(|preset| preset.material()).unwrap_or_default();
        let endgame = &mut material.values[2];
        endgame[xiangqi::Kind::Horse.index()] += 20;
        endgame[xiangqi::Kind::Pawn.index()] = 220;
        EvalParams {
            phase_rule: PhaseRule::Development,
            material,
            squares: SquareSource::Shenxiang.tables(),
            mobility: MobilityParams::shenxiang(),
            control: ControlParams::zero(),
            features: FeatureParams::shenxiang(),
            dynamic: DynamicParams::zero(),
            king: KingParams::zero(),
            threats: ThreatParams::zero(),
            elephants: ElephantParams::zero(),
            tempo: TempoParams::zero(),
            ..EvalParams::default()
        }
    }

    /// Every number with its key and range, always in the same order.
    pub fn entries(&self) -> Vec<ParamEntry> {
        let mut entries = Vec::new();
        // Visiting needs a value it may change; nothing here changes it.
        self.clone().visit(&mut |key, value, range| {
            entries.push(ParamEntry { key: key.to_owned(), value, range });
            None
        });
        entries
    }

    /// Sets one number.
    ///
    /// # Errors
    /// If no number has that key, or the value is out of its range.
    pub fn set(&mut self, key: &str, value: i64) -> Result<(), EvalParamError> {
        let mut outcome = Err(EvalParamError::Unknown(key.to_owned()));
        self.visit(&mut |found, _, range| {
            if found != key {
                return None;
            }
            let checked = check(key, value, range);
            outcome = checked.clone().map(|_| ());
            checked.ok()
        });
        outcome
    }

    /// Shows every number to a visitor, who may replace it.
    pub(super) fn visit(&mut self, visitor: &mut Visitor<'_>) {
        visit_params!(self.phase, PhaseParams, "phase", visitor);
        self.material.visit("material", visitor);
        self.squares.visit("squares", visitor);
        self.mobility.visit("mobility", visitor);
        self.control.visit("control", visitor);
        self.features.visit("features", visitor);
        self.dynamic.visit("dynamic", visitor);
        visit_params!(self.danger, DangerParams, "danger", visitor);
        self.king.visit("king", visitor);
        self.threats.visit("threats", visitor);
        self.elephants.visit("elephants", visitor);
        visit_params!(self.endgames, EndgameParams, "endgames", visitor);
        self.tempo.visit("tempo", visitor);
    }
}

pub(super) fn check(key: &str, value: i64, range: Range) -> Result<i32, EvalParamError> {
    match i32::try_from(value) {
        Ok(number) if (range.min..=range.max).contains(&number) => Ok(number),
        _ => Err(EvalParamError::Range { key: key.to_owned(), value, range }),
    }
}
