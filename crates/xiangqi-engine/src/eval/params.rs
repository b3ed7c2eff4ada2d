//! Every number of the evaluation in one value.

use search::{ParamError, ParamSet, ParamSpec};

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
/// params.features.hollow_cannon.early = 120;
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

/// The prefix of the evaluation's numbers in an engine's set.
const PREFIX: &str = "eval";

/// Why the text of a parameter file was not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvalFileError {
    /// Not TOML.
    #[error("the parameter file is not TOML: {0}")]
    Syntax(String),
    /// No such number, or one outside its range.
    #[error(transparent)]
    Number(#[from] ParamError),
    /// Not a whole number.
    #[error("parameter {key} is {found}: expected a whole number")]
    NotNumber {
        /// Which one.
        key: String,
        /// What was there.
        found: String,
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

    /// What is known about each number, always in the same order: its name
    /// `eval.features.pin.early` or `eval.squares.rook.opening[0][4]`, its range, and
    /// its value here as the default.
    pub fn specs(&self) -> Vec<ParamSpec> {
        let mut specs = Vec::new();
        self.show(|key, default, Range { min, max, step }| {
            let name = format!("{PREFIX}.{key}").into();
            specs.push(ParamSpec { name, default, min, max, step });
        });
        specs
    }

    /// The values, in the order of [`EvalParams::specs`].
    pub fn values(&self) -> Vec<i32> {
        let mut values = Vec::new();
        self.show(|_, value, _| values.push(value));
        values
    }

    /// The evaluation's numbers in an engine's set.
    pub fn of_set(set: &ParamSet) -> EvalParams {
        let mut params = EvalParams::default();
        let mut values = set.values()[place_in(set)].iter().copied();
        params.visit(&mut |_, _, _| values.next());
        params
    }

    /// Puts the numbers into an engine's set.
    ///
    /// # Errors
    /// If the set is not one of this engine.
    pub fn write_to(&self, set: &mut ParamSet) -> Result<(), ParamError> {
        let mut values = set.values().to_vec();
        values.splice(place_in(set), self.values());
        set.assign(&values)
    }

    /// Shows every number.
    fn show(&self, mut show: impl FnMut(&str, i32, Range)) {
        // Visiting needs a value it may change; nothing here changes it.
        self.clone().visit(&mut |key, value, range| {
            show(key, value, range);
            None
        });
    }

    /// Every number with its key and value.
    pub(super) fn entries(&self) -> Vec<(String, i32)> {
        let mut entries = Vec::new();
        self.show(|key, value, _| entries.push((key.to_owned(), value)));
        entries
    }

    /// Shows every number to a visitor, who may replace it.
    pub(super) fn visit(&mut self, visitor: &mut Visitor<'_>) {
        self.phase_rule.visit("phase_rule", visitor);
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

/// Where the evaluation's numbers stand in an engine's set: all together.
fn place_in(set: &ParamSet) -> std::ops::Range<usize> {
    let is_eval = |spec: &ParamSpec| spec.name.split('.').next() == Some(PREFIX);
    let first = set.specs().iter().position(is_eval).unwrap_or(set.len());
    let count = set.specs()[first..].iter().take_while(|spec| is_eval(spec)).count();
    first..first + count
}

pub(super) fn check(key: &str, value: i64, range: Range) -> Result<i32, ParamError> {
    let Range { min, max, .. } = range;
    match i32::try_from(value) {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(ParamError::Range { name: key.to_owned().into(), value, min, max }),
    }
}
