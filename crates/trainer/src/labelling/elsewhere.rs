//! Labelling by workers: a chunk of positions is a job.

use std::sync::Arc;

use game::GameKind;
use jobs::{Pulse, Work};
use network::checksum::crc32;
use serde::{Deserialize, Serialize};

use super::judge::Judge;
use super::plan::LabelPlan;
use super::run::CHUNK;
use crate::elsewhere::{Packed, Wanted};
use crate::engines::{Engines, SentEngine};
use crate::variety::{Banqi, Variety, Xiangqi};

/// Scores for positions.
#[derive(Clone, Serialize, Deserialize)]
pub struct LabelWork {
    engine: SentEngine,
    nodes: u64,
    /// What tells these positions from others: a job's number means the same ones only
    /// where their source and the beginning of the first chunk are the same.
    source: u32,
    shift: u64,
}

impl LabelWork {
    pub(super) fn new<V: Variety>(
        plan: &LabelPlan,
        name: &str,
        before: u64,
        engines: &Engines,
    ) -> LabelWork {
        LabelWork {
            engine: engines.for_others::<V>(),
            nodes: plan.nodes,
            source: crc32(name.as_bytes()),
            shift: before % CHUNK as u64,
        }
    }

    fn judge<V: Variety>(&self) -> Result<Box<dyn Labels>, String> {
        let engines = self.engine.engines::<V>()?;
        let judge = Judge::<V>::new(self.nodes, &engines).map_err(|error| error.to_string())?;
        Ok(Box::new(judge))
    }
}

impl Work for LabelWork {
    const KIND: &'static str = "label";
    type Job = Packed;
    type Output = Packed;
    type Tools = Box<dyn Labels>;

    fn fingerprint(&self) -> Result<String, String> {
        self.engine.fingerprint()
    }

    fn parts(&self) -> Vec<Arc<[u8]>> {
        self.engine.parts()
    }

    fn take_parts(&mut self, parts: Vec<Arc<[u8]>>) -> Result<(), String> {
        self.engine.take_parts(parts)
    }

    fn tools(&self) -> Result<Box<dyn Labels>, String> {
        match self.engine.game {
            GameKind::Xiangqi => self.judge::<Xiangqi>(),
            GameKind::Banqi => self.judge::<Banqi>(),
        }
    }

    fn perform(
        &self,
        judge: &mut Box<dyn Labels>,
        _: u64,
        chunk: &Packed,
        pulse: &Pulse<'_>,
    ) -> Result<Packed, String> {
        judge.label(chunk, pulse)
    }
}

/// Whoever scores positions.
pub trait Labels: Send {
    /// The positions with their scores.
    ///
    /// # Errors
    /// If they are none, cannot be searched, or nobody wants them any more.
    fn label(&mut self, chunk: &Packed, pulse: &Pulse<'_>) -> Result<Packed, String>;
}

impl<V: Variety> Labels for Judge<V> {
    fn label(&mut self, chunk: &Packed, pulse: &Pulse<'_>) -> Result<Packed, String> {
        let records = chunk.records::<V::Record>()?;
        let labelled = self.score(&records, &Wanted(pulse));
        labelled.map(|it| Packed::of(&it)).ok_or_else(|| "a position without a search".to_owned())
    }
}
