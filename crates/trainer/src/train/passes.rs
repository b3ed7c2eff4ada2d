//! The two passes over a block of columns: forward to the outputs, back to the
//! gradient. These loops take nearly all of the time; 64 columns stay in registers.

use super::batch::{Meta, Samples};
use super::columns::{Block, COLUMNS, Lane, OutputBias};
use crate::data::sigmoid;

/// The columns of every position's two views before clipping.
pub(super) type Sums = Vec<[Lane; 2]>;

/// Adds the rows of one view. Not inlined: the compiler then keeps the sum in
/// registers, which makes training twice as fast.
#[inline(never)]
fn sum_rows(block: &Block, rows: &[u16]) -> Lane {
    let mut sum = block.weights[block.bias()];
    for &row in rows {
        let row = &block.weights[usize::from(row)];
        for i in 0..COLUMNS {
            sum.0[i] += row.0[i];
        }
    }
    sum
}

/// The sum of squared, clipped columns times their weights.
#[inline]
fn weighted_squares(columns: &Lane, weights: &Lane) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    let pairs = columns.0.as_chunks::<LANES>().0.iter().zip(weights.0.as_chunks::<LANES>().0);
    for (columns, weights) in pairs {
        for i in 0..LANES {
            let x = columns[i].clamp(0.0, 1.0);
            sums[i] += x * x * weights[i];
        }
    }
    sums.iter().sum()
}

/// Forward: adds the columns of each position to `sums` and shows what they give its
/// output.
pub(super) fn forward(
    block: &Block,
    samples: &Samples,
    sums: &mut Sums,
    mut show: impl FnMut(f32),
) {
    for meta in &samples.list {
        let views = samples.views(meta).map(|rows| sum_rows(block, rows));
        show(judge_views(block, meta, &views));
        sums.push(views);
    }
}

#[inline]
fn judge_views(block: &Block, meta: &Meta, [own, other]: &[Lane; 2]) -> f32 {
    let output = usize::from(meta.output);
    weighted_squares(own, &block.weights[block.output(output, 0)])
        + weighted_squares(other, &block.weights[block.output(output, 1)])
}

/// What a block gives the output of one position.
pub(super) fn judge(block: &Block, samples: &Samples, meta: &Meta) -> f32 {
    let views = samples.views(meta).map(|rows| sum_rows(block, rows));
    judge_views(block, meta, &views)
}

/// The loss of a judgement and its slope.
#[inline]
pub(super) fn loss(logit: f32, target: f32) -> (f32, f32) {
    let points = sigmoid(logit);
    let error = points - target;
    (error * error, 2.0 * error * points * (1.0 - points))
}

/// Back: adds what each position's slope says about the block's weights.
pub(super) fn backward(block: &mut Block, samples: &Samples, sums: &[[Lane; 2]], slopes: &[f32]) {
    let bias = block.bias();
    for ((meta, sums), &slope) in samples.list.iter().zip(sums).zip(slopes) {
        for (view, rows) in samples.views(meta).into_iter().enumerate() {
            let output = block.output(usize::from(meta.output), view);
            let columns = &sums[view].0;
            let weights = &block.weights[output].0;
            let gradient = &mut block.gradient[output].0;
            let mut down = Lane::ZERO;
            for i in 0..COLUMNS {
                let x = columns[i].clamp(0.0, 1.0);
                gradient[i] += slope * x * x;
                let inside = if columns[i] > 0.0 && columns[i] < 1.0 { 2.0 * x } else { 0.0 };
                down.0[i] = slope * weights[i] * inside;
            }
            add(&mut block.gradient[bias], &down);
            for &row in rows {
                add(&mut block.gradient[usize::from(row)], &down);
            }
        }
    }
}

#[inline]
fn add(to: &mut Lane, from: &Lane) {
    for i in 0..COLUMNS {
        to.0[i] += from.0[i];
    }
}

/// The same for the biases of the outputs.
pub(super) fn backward_bias(bias: &mut OutputBias, samples: &Samples, slopes: &[f32]) {
    for (meta, slope) in samples.list.iter().zip(slopes) {
        bias.gradient[usize::from(meta.output)] += slope;
    }
}
