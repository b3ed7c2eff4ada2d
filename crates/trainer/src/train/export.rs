//! From floating point to whole numbers.

use network::{Inputs, MOST_WEIGHT, Network, Parameters, QA, QB, Role, State};

use super::columns::Block;
use super::model::Model;
use super::{TrainError, Trainer};
use crate::data::Record;

/// How far the whole-number network's scores are from those it was made from.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct QuantisationError {
    /// Positions compared.
    pub positions: usize,
    /// The largest difference.
    pub most: f64,
    /// The mean difference.
    pub mean: f64,
}

impl<I: Inputs> Model<I> {
    /// The parameters in whole numbers.
    pub fn quantised(&self) -> Parameters {
        let (inputs, columns) = (self.shape.inputs.count(), self.columns());
        let flat = self.flat(|block: &Block| &block.weights);
        let (features, rest) = flat.split_at(inputs * columns);
        let (bias, outputs) = rest.split_at(columns);
        let most = f32::from(MOST_WEIGHT);
        let word = |&weight: &f32| (weight * QA as f32).round().clamp(-most, most) as i16;
        let byte = |&weight: &f32| (weight * QB as f32).round().clamp(-127.0, 127.0) as i8;
        let long = |weight: f32| (weight * (QA * QB) as f32).round() as i32;
        Parameters {
            features: features.iter().map(word).collect(),
            bias: bias.iter().map(word).collect(),
            outputs: outputs.iter().map(byte).collect(),
            output_bias: self.output_bias.weights.into_iter().map(long).collect(),
        }
    }
}

impl<R: Record> Trainer<R> {
    /// The network in whole numbers.
    ///
    /// # Errors
    /// If its weights are too large.
    pub fn export(&self) -> Result<Network<R::Inputs>, TrainError> {
        let parameters = self.model.quantised();
        let scale = match self.options.role {
            Role::Whole => self.options.scale,
            Role::Correction => R::LOGIT,
        };
        Ok(Network::new(self.options.shape, scale, &parameters)?.in_role(self.options.role))
    }

    /// Compares a network's scores with those of its original. Records of illegal
    /// positions are left out.
    pub fn quantisation_error(
        &self,
        network: &Network<R::Inputs>,
        records: &[R],
    ) -> QuantisationError {
        let mut state = State::new(network);
        let mut error = QuantisationError::default();
        for record in records {
            let Ok(position) = record.position() else { continue };
            state.start(&position, record.clock());
            let exact = f64::from(self.network_value(record)).clamp(-20_000.0, 20_000.0);
            let difference = (f64::from(state.evaluate(&position)) - exact).abs();
            error.positions += 1;
            error.most = error.most.max(difference);
            error.mean += difference;
        }
        error.mean /= error.positions.max(1) as f64;
        error
    }
}
