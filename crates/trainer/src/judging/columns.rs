//! How a network uses its columns: those that are always off have learned nothing, and
//! weights at their limit would have liked to be larger.

use network::{Inputs, MOST_WEIGHT, Network, QA};

use crate::data::Record;

/// Positions looked at: a column that is off in all of them is dead.
const POSITIONS: usize = 4096;

/// How a network uses its columns.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Columns {
    /// How many there are.
    pub all: usize,
    /// How many are off in every position looked at.
    pub dead: usize,
    /// How often a column is off, and how often at its limit, as parts of one.
    pub off: f64,
    /// See `off`.
    pub full: f64,
    /// Weights of inputs at their limit.
    pub limited_inputs: usize,
    /// Weights of outputs at their limit.
    pub limited_outputs: usize,
}

impl Columns {
    /// Looks at a network's columns in some positions.
    pub fn of<R: Record>(network: &Network<R::Inputs>, records: &[R]) -> Columns {
        let parameters = network.parameters();
        let (width, inputs) = (network.shape().width.columns(), network.shape().inputs);
        let (mut rows, mut sums) = (Vec::new(), vec![0; width]);
        let mut used = vec![false; width];
        let (mut off, mut full, mut views) = (0usize, 0usize, 0usize);
        for record in records.iter().take(POSITIONS) {
            rows.clear();
            record.rows(inputs, 0, &mut rows);
            for view in rows.chunks((rows.len() / 2).max(1)) {
                add_rows(&mut sums, &parameters.bias, &parameters.features, view);
                views += 1;
                for (used, &sum) in used.iter_mut().zip(&sums) {
                    *used |= sum > 0;
                    off += usize::from(sum <= 0);
                    full += usize::from(sum >= QA);
                }
            }
        }
        let part = |count: usize| count as f64 / (views * width).max(1) as f64;
        let at_limit = |weight: &&i16| weight.abs() >= MOST_WEIGHT;
        debug_assert!(inputs.count() * width == parameters.features.len());
        Columns {
            all: width,
            dead: used.iter().filter(|used| !**used).count(),
            off: part(off),
            full: part(full),
            limited_inputs: parameters.features.iter().filter(at_limit).count(),
            limited_outputs: parameters.outputs.iter().filter(|w| w.unsigned_abs() >= 127).count(),
        }
    }
}

fn add_rows(sums: &mut [i32], bias: &[i16], features: &[i16], rows: &[u16]) {
    for (sum, &bias) in sums.iter_mut().zip(bias) {
        *sum = bias.into();
    }
    for &row in rows {
        let row = &features[usize::from(row) * sums.len()..][..sums.len()];
        for (sum, &weight) in sums.iter_mut().zip(row) {
            *sum += i32::from(weight);
        }
    }
}
