//! The weights of a network.

use std::sync::Arc;

use game::Rng;

use crate::error::NetworkError;
use crate::inputs::Inputs;
use crate::kernel::{MOST_WEIGHT, QA, Row};
use crate::shape::{OUTPUTS, Role, Shape, Width};
use crate::state::State;

/// A network's numbers as a file has them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parameters {
    /// One row of columns for each input, in units of 1/[`QA`].
    pub features: Vec<i16>,
    /// One for each column, in units of 1/[`QA`].
    pub bias: Vec<i16>,
    /// For each output a row for the side to move and one for the other, in units of
    /// 1/[`crate::QB`].
    pub outputs: Vec<i8>,
    /// One for each output, in units of 1/([`QA`] · [`crate::QB`]).
    pub output_bias: Vec<i32>,
}

/// The largest bias of an output: a logit of 64.
const MOST_OUTPUT_BIAS: i32 = 64 * QA * crate::QB;
/// The largest sum of an output's weights, so that its value fits into 32 bits.
const MOST_OUTPUT_SUM: i64 = i32::MAX as i64 / (QA as i64 * QA as i64);

impl Parameters {
    /// Checks the counts, and that no sum can overflow.
    fn check<I: Inputs>(&self, shape: &Shape<I>) -> Result<(), NetworkError> {
        let count = |group, count, expected| match count == expected {
            true => Ok(()),
            false => Err(NetworkError::Count { group, count, expected }),
        };
        count("input weights", self.features.len(), shape.feature_weights())?;
        count("biases", self.bias.len(), shape.width.columns())?;
        count("output weights", self.outputs.len(), shape.output_weights())?;
        count("output biases", self.output_bias.len(), OUTPUTS)?;
        let most = i64::from(MOST_WEIGHT);
        bounded("input weight", self.features.iter().map(|&w| w.into()), most)?;
        bounded("bias", self.bias.iter().map(|&w| w.into()), most)?;
        let biases = self.output_bias.iter().map(|&w| w.into());
        bounded("output bias", biases, i64::from(MOST_OUTPUT_BIAS))?;
        let rows = self.outputs.chunks_exact(2 * shape.width.columns());
        let sums = rows.map(|row| row.iter().map(|&w| i64::from(w).abs()).sum());
        bounded("sum of output weights", sums, MOST_OUTPUT_SUM)
    }
}

fn bounded(
    group: &'static str,
    values: impl Iterator<Item = i64>,
    most: i64,
) -> Result<(), NetworkError> {
    match values.enumerate().find(|(_, value)| value.abs() > most) {
        Some((index, value)) => Err(NetworkError::TooLarge { group, index, value, most }),
        None => Ok(()),
    }
}

/// The weights of one width, laid out for speed.
pub(crate) struct Weights<const H: usize> {
    pub rows: Box<[Row<H>]>,
    pub bias: Row<H>,
    /// For each output the side to move's row and the other's.
    pub outputs: [[Row<H>; 2]; OUTPUTS],
    pub output_bias: [i32; OUTPUTS],
}

impl<const H: usize> Weights<H> {
    /// From checked parameters.
    fn new(parameters: &Parameters) -> Arc<Weights<H>> {
        let rows = parameters.features.as_chunks::<H>().0;
        let bias = parameters.bias.as_chunks::<H>().0;
        let mut weights = Weights {
            rows: rows.iter().map(|&row| Row(row)).collect(),
            bias: bias.first().map_or(Row::ZERO, |&row| Row(row)),
            outputs: [[Row::ZERO; 2]; OUTPUTS],
            output_bias: [0; OUTPUTS],
        };
        let outputs = parameters.outputs.as_chunks::<H>().0;
        for (row, values) in weights.outputs.as_flattened_mut().iter_mut().zip(outputs) {
            *row = Row(values.map(i16::from));
        }
        for (bias, &value) in weights.output_bias.iter_mut().zip(&parameters.output_bias) {
            *bias = value;
        }
        Arc::new(weights)
    }

    fn parameters(&self) -> Parameters {
        Parameters {
            features: self.rows.iter().flat_map(|row| row.0).collect(),
            bias: self.bias.0.to_vec(),
            outputs: self.outputs.iter().flatten().flat_map(|row| row.0.map(|w| w as i8)).collect(),
            output_bias: self.output_bias.to_vec(),
        }
    }
}

/// The weights of any width.
#[derive(Clone)]
pub(crate) enum Body {
    W64(Arc<Weights<64>>),
    W128(Arc<Weights<128>>),
    W256(Arc<Weights<256>>),
    W512(Arc<Weights<512>>),
    W1024(Arc<Weights<1024>>),
}

/// Does the same with a body of any width.
macro_rules! each_width {
    ($body:expr, $weights:ident => $do:expr) => {
        match $body {
            $crate::network::Body::W64($weights) => $do,
            $crate::network::Body::W128($weights) => $do,
            $crate::network::Body::W256($weights) => $do,
            $crate::network::Body::W512($weights) => $do,
            $crate::network::Body::W1024($weights) => $do,
        }
    };
}

pub(crate) use each_width;

/// A learned evaluation. Cheap to clone: the weights are shared.
#[derive(Clone)]
pub struct Network<I: Inputs> {
    shape: Shape<I>,
    scale: i32,
    role: Role,
    comment: Arc<str>,
    pub(crate) body: Body,
}

/// The most bytes of a comment.
const MOST_COMMENT: usize = u16::MAX as usize;

impl<I: Inputs> Network<I> {
    /// The largest scale.
    const MOST_SCALE: i32 = 20_000;

    /// A network of some numbers. `scale` is what its logit is multiplied by,
    /// usually [`Inputs::SCALE`].
    ///
    /// # Errors
    /// If the numbers are too many, too few, or so large that sums could overflow.
    pub fn new(
        shape: Shape<I>,
        scale: i32,
        parameters: &Parameters,
    ) -> Result<Network<I>, NetworkError> {
        if !(1..=Self::MOST_SCALE).contains(&scale) {
            return Err(NetworkError::Scale(scale));
        }
        parameters.check(&shape)?;
        let body = match shape.width {
            Width::W64 => Body::W64(Weights::new(parameters)),
            Width::W128 => Body::W128(Weights::new(parameters)),
            Width::W256 => Body::W256(Weights::new(parameters)),
            Width::W512 => Body::W512(Weights::new(parameters)),
            Width::W1024 => Body::W1024(Weights::new(parameters)),
        };
        Ok(Network { shape, scale, role: Role::Whole, comment: Arc::from(""), body })
    }

    /// The same network in another role.
    pub fn in_role(self, role: Role) -> Network<I> {
        Network { role, ..self }
    }

    /// The same network with another comment; what is too long for a file is cut off.
    pub fn with_comment(self, comment: &str) -> Network<I> {
        let fits = |end: &usize| *end <= MOST_COMMENT && comment.is_char_boundary(*end);
        let end = (0..=comment.len().min(MOST_COMMENT)).rev().find(fits).unwrap_or(0);
        Network { comment: Arc::from(&comment[..end]), ..self }
    }

    /// Where it comes from, as its file says.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// A network of random weights: for tests and for measuring speed.
    pub fn random(shape: Shape<I>, seed: u64) -> Network<I> {
        let mut rng = Rng::new(seed);
        let mut draw = |count: usize, most: i32| -> Vec<i32> {
            (0..count).map(|_| rng.below(2 * most as usize + 1) as i32 - most).collect()
        };
        let columns = shape.width.columns();
        let parameters = Parameters {
            features: draw(shape.feature_weights(), 40).iter().map(|&w| w as i16).collect(),
            bias: draw(columns, 100).iter().map(|&w| w as i16).collect(),
            outputs: draw(shape.output_weights(), 15).iter().map(|&w| w as i8).collect(),
            output_bias: draw(OUTPUTS, 3_000),
        };
        Network::new(shape, I::SCALE, &parameters).expect("random weights are small")
    }

    /// Its shape.
    pub fn shape(&self) -> Shape<I> {
        self.shape
    }

    /// What its logit is multiplied by.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// What its value is.
    pub fn role(&self) -> Role {
        self.role
    }

    /// Its numbers.
    pub fn parameters(&self) -> Parameters {
        each_width!(&self.body, weights => weights.parameters())
    }

    /// The value of a position for its side to move, worked out from nothing: hundredths
    /// of a pawn in xiangqi, `scale · (2 · chance − 1)` in dark chess; a correction is in
    /// points of the hand-written evaluation.
    pub fn evaluate(&self, position: &I::Position, clock: I::Clock) -> i32 {
        let mut state = State::new(self);
        state.start(position, clock);
        state.evaluate(position)
    }
}

impl<I: Inputs> std::fmt::Debug for Network<I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network").field("shape", &self.shape).field("scale", &self.scale).finish()
    }
}
