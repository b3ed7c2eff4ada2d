//! Positions made ready for the passes.

use game::splitmix64;
use network::{Inputs, Role, Shape};

use super::Options;
use crate::data::Record;

/// Positions that go forward and back together.
pub(super) const CHUNK: usize = 1024;
/// Positions one thread makes ready at a time.
pub(super) const PIECE: usize = 64;

/// One position: where its rows are, and what it should be judged as.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meta {
    /// Where its rows begin: the side to move's, then as many of the other's.
    pub start: u32,
    pub rows: u16,
    pub output: u16,
    pub target: f32,
    /// What the network is added to.
    pub base: f32,
}

/// Some positions.
#[derive(Clone, Default, Debug)]
pub(super) struct Samples {
    pub rows: Vec<u16>,
    pub list: Vec<Meta>,
}

impl Samples {
    pub fn clear(&mut self) {
        self.rows.clear();
        self.list.clear();
    }

    pub fn copy_from(&mut self, other: &Samples) {
        self.rows.clone_from(&other.rows);
        self.list.clone_from(&other.list);
    }

    /// The rows of a position's two views.
    #[inline]
    pub fn views(&self, meta: &Meta) -> [&[u16]; 2] {
        let (start, rows) = (meta.start as usize, usize::from(meta.rows));
        let (own, other) = self.rows[start..start + 2 * rows].split_at(rows);
        [own, other]
    }
}

/// How records become samples.
#[derive(Clone, Copy)]
pub(super) struct Preparation<I> {
    shape: Shape<I>,
    result_share: f32,
    scale: f32,
    seed: u64,
    symmetries: usize,
    role: Role,
}

impl<I: Inputs> Preparation<I> {
    pub fn new<R: Record<Inputs = I>>(options: &Options<I>) -> Preparation<I> {
        Preparation {
            shape: options.shape,
            result_share: options.result_share,
            scale: options.scale as f32,
            seed: options.seed,
            role: options.role,
            symmetries: if options.augment { R::SYMMETRIES } else { 1 },
        }
    }

    /// The same without images, to judge positions as they stand.
    pub fn as_they_stand(self) -> Preparation<I> {
        Preparation { symmetries: 1, ..self }
    }

    /// What a position should be judged as: points by score and by result. Where the
    /// result is what perfect play leads to, it says all; one that is not known, nothing.
    pub fn target<R: Record<Inputs = I>>(&self, record: &R) -> f32 {
        let label = record.label();
        let by_score = R::points(f32::from(label.score), self.scale);
        match label.result.points() {
            None => by_score,
            Some(by_result) if label.exact => by_result,
            Some(by_result) => by_score + self.result_share * (by_result - by_score),
        }
    }

    /// What the network is added to, as a logit.
    pub fn base<R: Record<Inputs = I>>(&self, record: &R) -> f32 {
        match self.role {
            Role::Whole => 0.0,
            Role::Correction => record.base(),
        }
    }

    /// Adds a record; `number` is how many were trained on before it, so that the
    /// image it is shown as does not depend on who prepares it.
    pub fn add<R: Record<Inputs = I>>(&self, record: &R, number: u64, samples: &mut Samples) {
        let chance = splitmix64(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let symmetry = (chance >> 32) as usize % self.symmetries;
        let start = samples.rows.len();
        record.rows(self.shape.inputs, symmetry, &mut samples.rows);
        samples.list.push(Meta {
            start: start as u32,
            rows: ((samples.rows.len() - start) / 2) as u16,
            output: record.output() as u16,
            target: self.target(record),
            base: self.base(record),
        });
    }
}
