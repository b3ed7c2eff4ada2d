//! How far scores are from labels, and how they go together.

use crate::data::Record;
use crate::train::{Options, loss_of_scores};

/// How good some scores are.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Losses {
    /// The mean squared error of the points they promise.
    pub loss: f64,
    /// How the points they promise go together with those the labels' scores promise,
    /// −1 to 1.
    pub correlation: f64,
    /// How far those points are apart on average, 0 to 1.
    pub mean_error: f64,
}

impl Losses {
    /// Compares scores with the labels of their positions. Points, since a forced mate is
    /// a large number and little more than a large advantage.
    pub fn of<R: Record>(records: &[R], options: &Options<R::Inputs>, scores: &[f32]) -> Losses {
        let points = |scores: &[f32]| -> Vec<f32> {
            scores.iter().map(|&score| R::points(score, options.scale as f32)).collect()
        };
        let (own, labels) = (points(scores), points(&label_scores(records)));
        let errors = own.iter().zip(&labels).map(|(a, b)| f64::from((a - b).abs()));
        Losses {
            loss: loss_of_scores(records, options, scores),
            correlation: correlation(&own, &labels),
            mean_error: errors.sum::<f64>() / records.len().max(1) as f64,
        }
    }
}

/// The scores of the labels.
pub(super) fn label_scores<R: Record>(records: &[R]) -> Vec<f32> {
    records.iter().map(|record| record.label().score.into()).collect()
}

/// Pearson's correlation; nought if one of the lists does not vary.
///
/// ```
/// use trainer::judging::correlation;
/// assert!((correlation(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]) - 1.0).abs() < 1e-9);
/// assert!((correlation(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]) + 1.0).abs() < 1e-9);
/// assert_eq!(correlation(&[1.0, 2.0], &[5.0, 5.0]), 0.0);
/// ```
pub fn correlation(first: &[f32], second: &[f32]) -> f64 {
    let mean =
        |list: &[f32]| list.iter().map(|&x| f64::from(x)).sum::<f64>() / list.len().max(1) as f64;
    let (a, b) = (mean(first), mean(second));
    let mut sums = [0.0; 3];
    for (&x, &y) in first.iter().zip(second) {
        let (x, y) = (f64::from(x) - a, f64::from(y) - b);
        for (sum, product) in sums.iter_mut().zip([x * y, x * x, y * y]) {
            *sum += product;
        }
    }
    let spread = (sums[1] * sums[2]).sqrt();
    if spread > 0.0 { sums[0] / spread } else { 0.0 }
}
