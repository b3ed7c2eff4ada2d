//! Traces of dark chess's hand-written evaluation. Its numbers multiply each other (the
//! value of a piece times the share of a threat), so every one is traced by its slope at
//! the values of the moment; there are few enough.

use ::banqi::Position;
use banqi_engine::{EvalParams, Static};

use super::traces::{Head, Tracer, Traces};
use crate::TuneError;
use crate::space::Space;

/// Traces positions of dark chess under some values.
pub struct BanqiTracer {
    params: EvalParams,
    /// Gene, both values around, what the difference is divided by.
    slopes: Vec<(u16, [EvalParams; 2], f32)>,
}

impl BanqiTracer {
    /// A tracer of a space's parameters at a genome.
    ///
    /// # Errors
    /// If a parameter is none of the evaluation's.
    pub fn new(space: &Space, genome: &[i32]) -> Result<BanqiTracer, TuneError> {
        let mut params = EvalParams::default();
        for (name, value) in space.set(genome)?.iter() {
            if let Some(own) = name.strip_prefix("eval.") {
                params.set(own, i64::from(value))?;
            }
        }
        let mut slopes = Vec::new();
        for (gene, &value) in genome.iter().enumerate() {
            let spec = space.spec(gene);
            let own = spec.name.strip_prefix("eval.");
            let own = own.ok_or_else(|| TuneError::NotTraceable(spec.name.to_string()))?;
            let reach = spec.step.max(1);
            let ends = [(value + reach).min(spec.max), (value - reach).max(spec.min)];
            let mut around = [params.clone(), params.clone()];
            for (params, end) in around.iter_mut().zip(ends) {
                params.set(own, i64::from(end))?;
            }
            slopes.push((gene as u16, around, (ends[0] - ends[1]) as f32));
        }
        Ok(BanqiTracer { params, slopes })
    }
}

impl Tracer for BanqiTracer {
    type Position = Position;

    fn features(&self) -> Vec<[u16; 3]> {
        Vec::new()
    }

    fn trace(&self, positions: &[(Position, f32)], traces: &mut Traces) {
        // One parameter after the other: each keeps what it computed of the pieces.
        let values = |params: &EvalParams| -> Vec<i32> {
            let mut evaluation = Static::new(params);
            positions.iter().map(|(position, _)| evaluation.value(position)).collect()
        };
        let here = values(&self.params);
        let slopes: Vec<(u16, Vec<f32>)> = self
            .slopes
            .iter()
            .map(|(gene, [plus, minus], span)| {
                let pairs = values(plus).into_iter().zip(values(minus));
                (*gene, pairs.map(|(plus, minus)| (plus - minus) as f32 / span).collect())
            })
            .collect();
        for (number, (_, target)) in positions.iter().enumerate() {
            let head = Head { value: here[number] as f32, weights: [0.0; 3], target: *target };
            traces.push(head, [], slopes.iter().map(|(gene, list)| (*gene, list[number])));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineSetup;
    use ::banqi::Deal;
    use ::game::{GameKind, NullObserver, Position as _, Rng};

    #[test]
    fn slopes_foretell_small_changes() {
        let setup = EngineSetup::new(GameKind::Banqi, "chuhe-hce");
        let space = Space::new(setup.params().unwrap(), &setup.usual_patterns()).unwrap();
        let mut positions = Vec::new();
        let mut rng = Rng::new(3);
        for seed in 0..8 {
            let deal = Deal::shuffled(seed);
            let mut position = Position::start();
            for _ in 0..100 {
                let Some(&ply) = rng.choose(&position.legal_plies()) else { break };
                position.make(ply, deal.reveal(ply), &mut NullObserver);
                positions.push((position.clone(), 0.5));
            }
        }
        let tracer = BanqiTracer::new(&space, &space.origin()).unwrap();
        let traces = super::super::trace_all(&tracer, &positions, 2);
        let origin = space.origin();
        for gene in 0..space.len() {
            let step = space.spec(gene).step;
            let mut genome = origin.clone();
            genome[gene] = space.clamp(gene, f64::from(origin[gene] + step));
            let mut change = vec![0.0; space.len()];
            change[gene] = (genome[gene] - origin[gene]) as f32;
            let other = BanqiTracer::new(&space, &genome).unwrap();
            let truth = super::super::trace_all(&other, &positions, 1);
            let none = vec![0.0; space.len()];
            let (mut error, mut moved) = (0.0, 0.0);
            for number in 0..positions.len() {
                let now = truth.value(number, &none, &[]);
                error += (traces.value(number, &change, &[]) - now).abs();
                moved += (traces.value(number, &none, &[]) - now).abs();
            }
            let name = &space.spec(gene).name;
            let room = 2.0 * positions.len() as f32;
            assert!(error <= moved * 0.6 + room, "{name}: off by {error} of {moved}");
        }
    }
}
