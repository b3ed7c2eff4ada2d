//! The sequential probability ratio test: play until the result is clear.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

use super::counts::{Pentanomial, Wdl};
use super::likelihood::{llr_logistic, llr_normalized};

/// Hypotheses further from zero than this are refused: at such odds a match
/// says nothing that a handful of games would not.
pub const LARGEST_ELO: f64 = 2000.0;

/// What the Elo bounds of a test mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Normalised Elo: the effort of a test does not depend on the draw ratio.
    #[default]
    Normalized,
    /// Logistic Elo, the usual scale of expected scores.
    Logistic,
}

impl EloModel {
    /// The word used in options and reports.
    pub const fn name(self) -> &'static str {
        match self {
            EloModel::Normalized => "normalized",
            EloModel::Logistic => "logistic",
        }
    }
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EloModel {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<EloModel, SprtError> {
        match text {
            "normalized" | "normalised" => Ok(EloModel::Normalized),
            "logistic" => Ok(EloModel::Logistic),
            _ => Err(SprtError::UnknownModel { text: text.to_owned() }),
        }
    }
}

/// Why a test cannot be set up.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum SprtError {
    /// A part without an equals sign.
    #[error("SPRT: \"{part}\" is not of the form key=value, such as elo1=5")]
    NotKeyValue {
        /// The offending part.
        part: String,
    },
    /// A key that means nothing here.
    #[error("SPRT: unknown key \"{key}\"; known keys are elo0, elo1, alpha, beta and model")]
    UnknownKey {
        /// The offending key.
        key: String,
    },
    /// A key given twice.
    #[error("SPRT: \"{key}\" is given more than once")]
    RepeatedKey {
        /// The offending key.
        key: String,
    },
    /// A bound that must be given.
    #[error("SPRT: \"{key}\" is missing; a test needs at least elo0 and elo1, as in elo0=0,elo1=5")]
    MissingKey {
        /// The missing key.
        key: &'static str,
    },
    /// A value that is not a number.
    #[error("SPRT: {key} must be a number, not \"{text}\"")]
    NotANumber {
        /// Whose value it is.
        key: String,
        /// The offending value.
        text: String,
    },
    /// A model that does not exist.
    #[error("SPRT: unknown model \"{text}\"; it must be normalized or logistic")]
    UnknownModel {
        /// The offending value.
        text: String,
    },
    /// A hypothesis out of range.
    #[error("SPRT: {key} is {value}, but must lie within -{LARGEST_ELO} to {LARGEST_ELO}")]
    EloOutOfRange {
        /// `elo0` or `elo1`.
        key: &'static str,
        /// The offending value.
        value: f64,
    },
    /// Hypotheses in the wrong order.
    #[error("SPRT: elo0 ({elo0}) must be smaller than elo1 ({elo1})")]
    WrongOrder {
        /// The lower hypothesis as given.
        elo0: f64,
        /// The upper hypothesis as given.
        elo1: f64,
    },
    /// An error probability out of range.
    #[error("SPRT: {key} is {value}, but must lie between 0 and 1, such as 0.05")]
    ProbabilityOutOfRange {
        /// `alpha` or `beta`.
        key: &'static str,
        /// The offending value.
        value: f64,
    },
    /// Error probabilities that leave nothing to test.
    #[error("SPRT: alpha ({alpha}) and beta ({beta}) together must be less than 1")]
    ErrorsTooLarge {
        /// Probability of accepting H1 wrongly.
        alpha: f64,
        /// Probability of accepting H0 wrongly.
        beta: f64,
    },
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtState {
    /// Play on.
    Continue,
    /// The difference is `elo0` rather than `elo1`: the change failed.
    AcceptH0,
    /// The difference is `elo1` rather than `elo0`: the change passed.
    AcceptH1,
}

/// A generalised sequential probability ratio test of H0 "the difference is
/// `elo0`" against H1 "the difference is `elo1`".
///
/// After every finished pair (or batch of pairs) compute [`Sprt::llr`] and stop
/// at the first decision.
///
/// ```
/// use arena::stats::{EloModel, Sprt};
/// let sprt: Sprt = "elo0=0,elo1=5,alpha=0.05,beta=0.1,model=logistic".parse()?;
/// assert_eq!(sprt, Sprt::new(0.0, 5.0, 0.05, 0.1, EloModel::Logistic)?);
/// assert_eq!(sprt.to_string(), "elo0=0,elo1=5,alpha=0.05,beta=0.1,model=logistic");
/// # Ok::<(), arena::stats::SprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

impl Sprt {
    /// A test of `elo0` against `elo1`. `alpha` is the probability of accepting
    /// H1 although H0 is true, `beta` that of the opposite error.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: EloModel,
    ) -> Result<Sprt, SprtError> {
        for (key, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-LARGEST_ELO..=LARGEST_ELO).contains(&value) {
                return Err(SprtError::EloOutOfRange { key, value });
            }
        }
        for (key, value) in [("alpha", alpha), ("beta", beta)] {
            // Written so that NaN is refused too.
            if !(value > 0.0 && value < 1.0) {
                return Err(SprtError::ProbabilityOutOfRange { key, value });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::WrongOrder { elo0, elo1 });
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError::ErrorsTooLarge { alpha, beta });
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The difference under H0.
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference under H1.
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// Probability of accepting H1 although H0 is true.
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// Probability of accepting H0 although H1 is true.
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// What the Elo numbers mean.
    pub const fn model(&self) -> EloModel {
        self.model
    }

    /// H0 is accepted at or below this LLR: ln(β / (1 − α)). Abraham Wald,
    /// "Sequential Tests of Statistical Hypotheses", Annals of Mathematical
    /// Statistics 16(2), 1945, section 3.
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// H1 is accepted at or above this LLR: ln((1 − β) / α), same source.
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// Log-likelihood ratio of H1 to H0 by game pairs; 0 if there are none.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        match self.model {
            EloModel::Normalized => llr_normalized(pairs.counts(), 2.0, self.elo0, self.elo1),
            EloModel::Logistic => llr_logistic(pairs.counts(), self.elo0, self.elo1),
        }
    }

    /// Log-likelihood ratio of H1 to H0 by single games; 0 if there are none.
    /// For games that have partners [`Sprt::llr`] decides sooner.
    pub fn llr_by_game(&self, games: &Wdl) -> f64 {
        match self.model {
            EloModel::Normalized => llr_normalized(games.counts(), 1.0, self.elo0, self.elo1),
            EloModel::Logistic => llr_logistic(games.counts(), self.elo0, self.elo1),
        }
    }

    /// What a log-likelihood ratio means for the test.
    pub fn decide(&self, llr: f64) -> SprtState {
        if llr >= self.upper_bound() {
            SprtState::AcceptH1
        } else if llr <= self.lower_bound() {
            SprtState::AcceptH0
        } else {
            SprtState::Continue
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized`. Parts may
    /// be parted by commas or spaces; alpha and beta default to 0.05, the model
    /// to normalized.
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let mut fields = Fields::default();
        let parts = text.split(|c: char| c == ',' || c.is_whitespace());
        for part in parts.filter(|part| !part.is_empty()) {
            fields.read(part)?;
        }
        let elo0 = fields.elo0.ok_or(SprtError::MissingKey { key: "elo0" })?;
        let elo1 = fields.elo1.ok_or(SprtError::MissingKey { key: "elo1" })?;
        let alpha = fields.alpha.unwrap_or(0.05);
        let beta = fields.beta.unwrap_or(0.05);
        Sprt::new(elo0, elo1, alpha, beta, fields.model.unwrap_or_default())
    }
}

/// What has been read of a test's text.
#[derive(Default)]
struct Fields {
    elo0: Option<f64>,
    elo1: Option<f64>,
    alpha: Option<f64>,
    beta: Option<f64>,
    model: Option<EloModel>,
}

impl Fields {
    fn read(&mut self, part: &str) -> Result<(), SprtError> {
        let (key, value) =
            part.split_once('=').ok_or_else(|| SprtError::NotKeyValue { part: part.to_owned() })?;
        let earlier = match key {
            "elo0" => self.elo0.replace(number(key, value)?).is_some(),
            "elo1" => self.elo1.replace(number(key, value)?).is_some(),
            "alpha" => self.alpha.replace(number(key, value)?).is_some(),
            "beta" => self.beta.replace(number(key, value)?).is_some(),
            "model" => self.model.replace(value.parse()?).is_some(),
            _ => return Err(SprtError::UnknownKey { key: key.to_owned() }),
        };
        if earlier { Err(SprtError::RepeatedKey { key: key.to_owned() }) } else { Ok(()) }
    }
}

fn number(key: &str, text: &str) -> Result<f64, SprtError> {
    let not_a_number = || SprtError::NotANumber { key: key.to_owned(), text: text.to_owned() };
    text.parse().ok().filter(|value: &f64| value.is_finite()).ok_or_else(not_a_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_and_defaults_fill_in() {
        let full = "elo0=-1.75,elo1=0.25,alpha=0.05,beta=0.1,model=logistic";
        assert_eq!(full.parse::<Sprt>().unwrap().to_string(), full);
        let short: Sprt = " elo1=5, elo0=0 ".parse().unwrap();
        assert_eq!(short.to_string(), "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized");
        assert_eq!("elo0=0 elo1=5 model=normalised".parse::<Sprt>().unwrap(), short);
    }

    #[test]
    fn errors_name_the_part_and_the_cure() {
        for (text, message) in [
            ("", "\"elo0\" is missing"),
            ("elo0=0", "\"elo1\" is missing"),
            ("elo0=0,elo1", "\"elo1\" is not of the form key=value"),
            ("elo0=0,elo1=5,gamma=1", "unknown key \"gamma\"; known keys are elo0"),
            ("elo0=0,elo1=5,elo0=1", "\"elo0\" is given more than once"),
            ("elo0=zero,elo1=5", "elo0 must be a number, not \"zero\""),
            ("elo0=0,elo1=inf", "elo1 must be a number, not \"inf\""),
            ("elo0=NaN,elo1=5", "elo0 must be a number, not \"NaN\""),
            ("elo0=0,elo1=", "elo1 must be a number, not \"\""),
            ("elo0=0,elo1=5,model=bayesian", "\"bayesian\"; it must be normalized or logistic"),
            ("elo0=5,elo1=5", "elo0 (5) must be smaller than elo1 (5)"),
            ("elo0=0,elo1=9000", "elo1 is 9000, but must lie within -2000 to 2000"),
            ("elo0=0,elo1=5,alpha=0", "alpha is 0, but must lie between 0 and 1"),
            ("elo0=0,elo1=5,beta=1", "beta is 1, but must lie between 0 and 1"),
            ("elo0=0,elo1=5,alpha=0.5,beta=0.5", "together must be less than 1"),
        ] {
            let error = text.parse::<Sprt>().expect_err(text).to_string();
            assert!(error.starts_with("SPRT: ") && error.contains(message), "{text}: {error}");
        }
        let nan = f64::NAN;
        assert!(Sprt::new(nan, 5.0, 0.05, 0.05, EloModel::Logistic).is_err());
        assert!(Sprt::new(0.0, nan, 0.05, 0.05, EloModel::Logistic).is_err());
        assert!(Sprt::new(0.0, 5.0, nan, 0.05, EloModel::Logistic).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.05, nan, EloModel::Logistic).is_err());
    }

    #[test]
    fn bounds_decide() {
        // The bounds Fishtest and fastchess print for these errors.
        let even: Sprt = "elo0=0,elo1=5".parse().unwrap();
        assert_eq!(format!("{:.2} {:.2}", even.lower_bound(), even.upper_bound()), "-2.94 2.94");
        let odd: Sprt = "elo0=0,elo1=5,alpha=0.05,beta=0.1".parse().unwrap();
        assert_eq!(format!("{:.2} {:.2}", odd.lower_bound(), odd.upper_bound()), "-2.25 2.89");
        assert_eq!(odd.decide(odd.upper_bound()), SprtState::AcceptH1);
        assert_eq!(odd.decide(odd.lower_bound()), SprtState::AcceptH0);
        assert_eq!(odd.decide(2.88), SprtState::Continue);
        assert_eq!(odd.decide(-2.24), SprtState::Continue);
    }

    #[test]
    fn every_small_result_has_a_finite_llr() {
        let tests = ["elo0=0,elo1=5", "elo0=0,elo1=5,model=logistic", "elo0=-1500,elo1=-500"];
        for test in tests.map(|text| text.parse::<Sprt>().unwrap()) {
            for code in 0..3u64.pow(5) {
                let counts = [0, 1, 2, 3, 4].map(|place| code / 3u64.pow(place) % 3);
                let pairs = Pentanomial::from_counts(counts);
                assert!(test.llr(&pairs).is_finite(), "{test} {counts:?}");
                assert!(test.llr_by_game(&pairs.wdl()).is_finite(), "{test} {counts:?}");
            }
        }
    }
}
