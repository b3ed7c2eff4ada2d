//! A network in floating point while it is trained.

use game::Rng;
use network::{Inputs, OUTPUTS, Shape};

use super::batch::{Meta, Samples};
use super::columns::{Block, COLUMNS, Lane, OutputBias};
use super::passes::judge;

/// A network in floating point.
#[derive(Clone, PartialEq, Debug)]
pub struct Model<I> {
    pub(super) shape: Shape<I>,
    pub(super) blocks: Vec<Block>,
    pub(super) output_bias: OutputBias,
}

impl<I: Inputs> Model<I> {
    /// A network that knows nothing yet.
    pub fn new(shape: Shape<I>, seed: u64) -> Model<I> {
        let mut model = Model::zero(shape);
        let mut rng = Rng::new(seed);
        let mut draw = |most: f32| (rng.unit() as f32 * 2.0 - 1.0) * most;
        // About 32 inputs are on: sums then spread over the rectifier's range.
        let (input, output) = (0.5 / 32f32.sqrt(), 1.0 / (2.0 * model.columns() as f32).sqrt());
        let period = shape.inputs.period().unwrap_or(shape.inputs.count());
        for block in &mut model.blocks {
            let bias = block.bias();
            for weights in &mut block.weights[..period] {
                *weights = Lane(weights.0.map(|_| draw(input)));
            }
            block.repeat_first();
            block.weights[bias] = Lane([0.1; COLUMNS]);
            for weights in &mut block.weights[bias + 1..] {
                *weights = Lane(weights.0.map(|_| draw(output)));
            }
        }
        model
    }

    /// A network of noughts.
    pub(super) fn zero(shape: Shape<I>) -> Model<I> {
        let blocks = shape.width.columns() / COLUMNS;
        let (inputs, period) = (shape.inputs.count(), shape.inputs.period());
        let blocks = (0..blocks).map(|_| Block::new(inputs, period)).collect();
        Model { shape, blocks, output_bias: OutputBias::default() }
    }

    /// Its shape.
    pub fn shape(&self) -> Shape<I> {
        self.shape
    }

    pub(super) fn columns(&self) -> usize {
        self.shape.width.columns()
    }

    /// Judges a position, as a logit for the side to move.
    pub(super) fn logit(&self, samples: &Samples, meta: &Meta) -> f32 {
        let output = usize::from(meta.output);
        let mut logit = self.output_bias.weights[output] + meta.base;
        for block in &self.blocks {
            logit += judge(block, samples, meta);
        }
        logit
    }

    /// Every value of a kind: one row of columns for each input, the bias, two rows
    /// for each output.
    pub(super) fn flat(&self, of: impl Fn(&Block) -> &Vec<Lane>) -> Vec<f32> {
        let rows = Block::rows(self.shape.inputs.count());
        let mut flat = Vec::with_capacity(rows * self.columns());
        for row in 0..rows {
            for block in &self.blocks {
                flat.extend_from_slice(&of(block)[row].0);
            }
        }
        flat
    }

    /// Whether every parameter is a number.
    pub(super) fn is_finite(&self) -> bool {
        let finite =
            |block: &Block| block.weights.iter().flat_map(|lane| lane.0).all(f32::is_finite);
        self.blocks.iter().all(finite) && self.output_bias.weights.iter().all(|w| w.is_finite())
    }

    /// How many parameters there are.
    pub fn parameters(&self) -> usize {
        Block::rows(self.shape.inputs.count()) * self.columns() + OUTPUTS
    }
}
