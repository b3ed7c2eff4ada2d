//! The gradient against finite differences of a plain implementation.

use game::Rng;
use game::conformance::random_position;
use network::{BanqiInputs, Clock, Inputs, OUTPUTS, Shape, Width, XiangqiInputs};

use super::Options;
use super::batch::{Preparation, Samples};
use super::columns::Block;
use super::model::Model;
use super::passes::{Sums, backward, backward_bias, forward, loss};
use crate::data::{BanqiRecord, GameResult, Label, Record, XiangqiRecord};

fn label(rng: &mut Rng) -> Label {
    let result = *rng.choose(&[GameResult::Loss, GameResult::Draw, GameResult::Win]).unwrap();
    Label { score: rng.below(800) as i16 - 400, result, ..Label::default() }
}

/// The parameters as one list: rows of columns, then the outputs' biases.
fn list<I: Inputs>(model: &Model<I>) -> Vec<f64> {
    let weights = model.flat(|block: &Block| &block.weights);
    weights.into_iter().chain(model.output_bias.weights).map(f64::from).collect()
}

/// The loss of one position by its definition.
fn plain_loss(list: &[f64], columns: usize, samples: &Samples, which: usize) -> f64 {
    let meta = &samples.list[which];
    let rows = (list.len() - OUTPUTS) / columns;
    let inputs = rows - 1 - 2 * OUTPUTS;
    let output = usize::from(meta.output);
    let mut logit = list[list.len() - OUTPUTS + output];
    for (view, on) in samples.views(meta).into_iter().enumerate() {
        for column in 0..columns {
            let at = |row: usize| list[row * columns + column];
            let sum: f64 = at(inputs) + on.iter().map(|&row| at(row.into())).sum::<f64>();
            logit += sum.clamp(0.0, 1.0).powi(2) * at(inputs + 1 + 2 * output + view);
        }
    }
    (1.0 / (1.0 + (-logit).exp()) - f64::from(meta.target)).powi(2)
}

/// The gradient of the sum of losses, in the order of [`list`].
fn gradient<I: Inputs>(model: &mut Model<I>, samples: &Samples) -> Vec<f64> {
    let mut logits: Vec<f32> = samples
        .list
        .iter()
        .map(|meta| model.output_bias.weights[usize::from(meta.output)])
        .collect();
    let mut sums = Vec::new();
    for block in &model.blocks {
        let mut columns = Sums::new();
        let mut each = logits.iter_mut();
        forward(block, samples, &mut columns, |part| {
            if let Some(logit) = each.next() {
                *logit += part;
            }
        });
        sums.push(columns);
    }
    let judged = logits.iter().zip(&samples.list);
    let slopes: Vec<f32> = judged.map(|(&logit, meta)| loss(logit, meta.target).1).collect();
    for (block, sums) in model.blocks.iter_mut().zip(&sums) {
        backward(block, samples, sums, &slopes);
    }
    backward_bias(&mut model.output_bias, samples, &slopes);
    let rows = model.flat(|block: &Block| &block.gradient);
    rows.into_iter().chain(model.output_bias.gradient).map(f64::from).collect()
}

fn check<R: Record>(records: &[R], inputs: R::Inputs) {
    let shape = Shape { width: Width::W128, inputs };
    let preparation = Preparation::new::<R>(&Options::new(shape));
    let mut samples = Samples::default();
    for (number, record) in records.iter().enumerate() {
        preparation.add(record, number as u64, &mut samples);
    }
    let mut model = Model::new(shape, 5);
    let mut rng = Rng::new(6);
    model.output_bias.weights = [0.0; OUTPUTS].map(|_: f32| rng.unit() as f32 - 0.5);
    let mut values = list(&model);
    let found = gradient(&mut model, &samples);
    let (columns, inputs) = (128, inputs.count());
    // Parameters that matter: inputs, biases, outputs, outputs' biases.
    let bias = inputs * columns;
    let ends = [0, bias, bias + columns, values.len() - OUTPUTS, values.len()];
    let groups = ends.windows(2).map(|pair| pair[0]..pair[1]);
    for (number, group) in groups.enumerate() {
        let live: Vec<usize> = group.filter(|&at| found[at].abs() > 1e-5).collect();
        assert!(!live.is_empty(), "group {number} has no gradient");
        for _ in 0..60 {
            let at = *rng.choose(&live).unwrap();
            let mut total = |value: f64| {
                values[at] = value;
                let each = |which| plain_loss(&values, columns, &samples, which);
                (0..records.len()).map(each).sum::<f64>()
            };
            let (value, step) = (f64::from(list(&model)[at] as f32), 1e-5);
            let expected = (total(value + step) - total(value - step)) / (2.0 * step);
            total(value);
            let error = (found[at] - expected).abs();
            let allowed = 1e-3 * expected.abs() + 2e-5;
            assert!(error < allowed, "group {number}, {at}: {} {expected}", found[at]);
        }
    }
}

#[test]
fn xiangqi_gradients_are_right() {
    let mut rng = Rng::new(1);
    let records: Vec<_> = (0..24)
        .map(|n| XiangqiRecord::new(&random_position(n, 6 * n as usize), label(&mut rng)))
        .collect();
    check(&records, XiangqiInputs::default());
}

#[test]
fn dark_chess_gradients_are_right() {
    let mut rng = Rng::new(1);
    let clock = Clock { plies: 50, limit: 60 };
    let records: Vec<_> = (0..24)
        .map(|n| BanqiRecord::new(&random_position(n, 8 * n as usize), clock, label(&mut rng)))
        .collect();
    check(&records, BanqiInputs);
}
