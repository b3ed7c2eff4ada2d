//! Sixty-four columns of a network, with everything training knows about them.

use network::OUTPUTS;

/// Columns that are kept in registers.
pub(super) const COLUMNS: usize = 64;
/// One value for each column of a block, where cache lines begin: a vector that lies
/// across two of them costs twice.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub(super) struct Lane(pub [f32; COLUMNS]);

impl Lane {
    pub const ZERO: Lane = Lane([0.0; COLUMNS]);
}

/// Rows for the outputs: for each the side to move's and the other's.
const OUTPUT_ROWS: usize = 2 * OUTPUTS;

/// The weights, gradients and moments of 64 columns. Rows: one for each input, the
/// bias, then two for each output.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Block {
    pub inputs: usize,
    pub weights: Vec<Lane>,
    pub gradient: Vec<Lane>,
    /// Running means of the gradient and of its square.
    pub mean: Vec<Lane>,
    pub square: Vec<Lane>,
    /// What the rows of all king buckets have in common.
    pub common: Option<Common>,
}

/// The common part of rows that mean the same in different king buckets. A row of
/// [`Block::weights`] is this part and its own; so what one bucket learns, all learn,
/// and a bucket needs positions only for what is special about it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Common {
    pub weights: Vec<Lane>,
    pub mean: Vec<Lane>,
    pub square: Vec<Lane>,
}

impl Block {
    pub fn new(inputs: usize, period: Option<usize>) -> Block {
        let zeros = || vec![Lane::ZERO; Block::rows(inputs)];
        let lanes = |period| vec![Lane::ZERO; period];
        let common = period.map(|period| Common {
            weights: lanes(period),
            mean: lanes(period),
            square: lanes(period),
        });
        Block {
            inputs,
            weights: zeros(),
            gradient: zeros(),
            mean: zeros(),
            square: zeros(),
            common,
        }
    }

    /// Makes the rows of the first king bucket the common part, and every other
    /// bucket's rows the same.
    pub fn repeat_first(&mut self) {
        let Some(common) = &mut self.common else { return };
        let period = common.weights.len();
        common.weights.copy_from_slice(&self.weights[..period]);
        for bucket in self.weights[..self.inputs].chunks_exact_mut(period) {
            bucket.copy_from_slice(&common.weights);
        }
    }

    /// How many rows there are for a number of inputs.
    pub const fn rows(inputs: usize) -> usize {
        inputs + 1 + OUTPUT_ROWS
    }

    /// The row of the bias.
    pub fn bias(&self) -> usize {
        self.inputs
    }

    /// The row of an output for the side to move (0) or the other (1).
    pub fn output(&self, output: usize, view: usize) -> usize {
        self.inputs + 1 + 2 * output + view
    }
}

/// The biases of the outputs. Every thread has its own copy and does the same with it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct OutputBias {
    pub weights: [f32; OUTPUTS],
    pub gradient: [f32; OUTPUTS],
    pub mean: [f32; OUTPUTS],
    pub square: [f32; OUTPUTS],
}
