//! One step of AdamW (Loshchilov and Hutter 2019) over a block.

use super::columns::{Block, COLUMNS, Lane, OutputBias};

/// No weight grows beyond this, so that it fits into the network's whole numbers.
pub(super) const MOST_WEIGHT: f32 = 1.98;

/// The numbers of one step.
#[derive(Clone, Copy)]
pub(super) struct Step {
    rate: f32,
    decay: f32,
    /// Turns sums over a batch into means.
    scale: f32,
    /// Corrections of the moments for their beginning at nought.
    mean_scale: f32,
    square_scale: f32,
}

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const TINY: f32 = 1e-8;

impl Step {
    /// The step number `number`, from 1.
    pub fn new(number: u64, rate: f32, decay: f32, batch: usize) -> Step {
        let power = i32::try_from(number).unwrap_or(i32::MAX);
        Step {
            rate,
            decay,
            scale: 1.0 / batch as f32,
            mean_scale: 1.0 / (1.0 - MEAN.powi(power)),
            square_scale: 1.0 / (1.0 - SQUARE.powi(power)),
        }
    }

    /// Moves a block's weights and forgets its gradient. Biases are not drawn to
    /// nought; rows with a common part were drawn to that.
    pub fn block(&self, block: &mut Block) {
        self.common(block);
        for row in 0..block.weights.len() {
            let drawn = block.common.is_some() && row < block.bias();
            let decay = if drawn || row == block.bias() { 0.0 } else { self.decay };
            self.values(
                &mut block.weights[row].0,
                &mut block.gradient[row].0,
                &mut block.mean[row].0,
                &mut block.square[row].0,
                decay,
            );
        }
    }

    /// Moves the common part of rows, and the rows with it.
    fn common(&self, block: &mut Block) {
        let inputs = block.inputs;
        let Block { weights, gradient, common: Some(common), .. } = block else { return };
        let period = common.weights.len();
        let keep = 1.0 - self.rate * self.decay;
        for (row, lane) in common.weights.iter_mut().enumerate() {
            let before = *lane;
            let mut slopes = Lane::ZERO;
            for slope in gradient[row..inputs].iter().step_by(period) {
                for i in 0..COLUMNS {
                    slopes.0[i] += slope.0[i];
                }
            }
            let (mean, square) = (&mut common.mean[row].0, &mut common.square[row].0);
            self.values(&mut lane.0, &mut slopes.0, mean, square, self.decay);
            for weights in weights[row..inputs].iter_mut().step_by(period) {
                for i in 0..COLUMNS {
                    weights.0[i] = lane.0[i] + (weights.0[i] - before.0[i]) * keep;
                }
            }
        }
    }

    /// The same for the biases of the outputs.
    pub fn output_bias(&self, bias: &mut OutputBias) {
        let OutputBias { weights, gradient, mean, square } = bias;
        self.values(weights, gradient, mean, square, 0.0);
    }

    #[inline]
    fn values<const N: usize>(
        &self,
        weights: &mut [f32; N],
        gradient: &mut [f32; N],
        mean: &mut [f32; N],
        square: &mut [f32; N],
        decay: f32,
    ) {
        let keep = 1.0 - self.rate * decay;
        for i in 0..N {
            let slope = gradient[i] * self.scale;
            gradient[i] = 0.0;
            mean[i] = MEAN * mean[i] + (1.0 - MEAN) * slope;
            square[i] = SQUARE * square[i] + (1.0 - SQUARE) * slope * slope;
            let size = (square[i] * self.square_scale).sqrt() + TINY;
            let step = self.rate * mean[i] * self.mean_scale / size;
            weights[i] = (weights[i] * keep - step).clamp(-MOST_WEIGHT, MOST_WEIGHT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_is_as_long_as_the_rate() {
        let step = Step::new(1, 0.1, 0.5, 4);
        let (mut weights, mut gradient) = ([1.0, -1.0, 1.0], [8.0, 0.004, 0.0]);
        let (mut mean, mut square) = ([0.0; 3], [0.0; 3]);
        step.values(&mut weights, &mut gradient, &mut mean, &mut square, 0.5);
        // Drawn to nought by a twentieth, then a tenth against the slope.
        for (found, expected) in weights.into_iter().zip([0.85, -1.05, 0.95]) {
            assert!((found - expected as f32).abs() < 1e-4, "{weights:?}");
        }
        assert_eq!(gradient, [0.0; 3]);
        assert!((mean[0] - 0.2).abs() < 1e-6 && (square[0] - 0.004).abs() < 1e-6);
    }

    #[test]
    fn biases_are_not_drawn_to_nought() {
        let mut block = Block::new(2, None);
        for lane in &mut block.weights {
            *lane = Lane([1.0; COLUMNS]);
        }
        Step::new(1, 0.1, 0.5, 1).block(&mut block);
        let firsts: Vec<f32> = block.weights.iter().take(4).map(|lane| lane.0[0]).collect();
        assert_eq!(firsts, [0.95, 0.95, 1.0, 0.95]);
    }
}
