//! Threads that train together, each on its own blocks of columns.
//!
//! One chunk of positions after another: every thread takes its blocks forward and
//! leaves their part of each output; all meet; every thread adds up the parts and takes
//! its blocks back. Meanwhile the positions of the next chunk are made ready by
//! whoever has time, and the first thread fetches those of the one after.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use super::adam::Step;
use super::batch::{CHUNK, PIECE, Preparation, Samples};
use super::columns::{Block, OutputBias};
use super::meeting::Meeting;
use super::model::Model;
use super::passes::{Sums, backward, backward_bias, forward, loss};
use crate::data::{DataError, Record, Shuffled};

/// Chunks in preparation, in use, and perhaps still in use by a slower thread.
const STAGES: usize = 3;
/// Pieces of a chunk.
const PIECES: usize = CHUNK / PIECE;

/// The numbers of a run of batches.
#[derive(Clone, Copy)]
pub(super) struct Leg<I> {
    pub preparation: Preparation<I>,
    /// Positions trained on before.
    pub positions: u64,
    pub batch: usize,
    pub threads: usize,
}

/// What a run of batches did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outcome {
    /// Batches that were completed.
    pub batches: usize,
    /// Sum of the losses.
    pub loss: f64,
    /// The loss was no number.
    pub diverged: bool,
}

/// What the threads share.
struct Shared<'a, R: Record> {
    leg: Leg<R::Inputs>,
    steps: &'a [Step],
    chunks: usize,
    data: Mutex<&'a mut Shuffled<R>>,
    error: Mutex<Option<DataError>>,
    /// The chunk that is the last because the data failed.
    stop_at: AtomicUsize,
    raw: [RwLock<Vec<R>>; STAGES],
    ready: [Vec<RwLock<Samples>>; STAGES],
    /// The next piece nobody prepares yet.
    next_piece: [AtomicUsize; STAGES],
    /// Parts of outputs, as bits of floats: by turn, block and position.
    parts: [Vec<AtomicU32>; 2],
    meeting: Meeting,
}

/// Trains one batch a step.
pub(super) fn run<R: Record>(
    model: &mut Model<R::Inputs>,
    data: &mut Shuffled<R>,
    leg: Leg<R::Inputs>,
    steps: &[Step],
) -> Result<Outcome, DataError> {
    let blocks = model.blocks.len();
    let threads = leg.threads.clamp(1, blocks);
    let shared = Shared::new(data, leg, steps, blocks, threads);
    shared.fetch(0);
    shared.fetch(1);
    let bias = model.output_bias;
    let mut workers = Vec::new();
    let mut from = 0;
    for (index, blocks) in split(&mut model.blocks, threads).into_iter().enumerate() {
        let count = blocks.len();
        workers.push(Worker { shared: &shared, index, from, blocks, bias });
        from += count;
    }
    let Some((first, others)) = workers.split_first_mut() else { return Ok(Outcome::default()) };
    let outcome = std::thread::scope(|scope| {
        for worker in others {
            scope.spawn(|| worker.train());
        }
        first.train()
    });
    model.output_bias = first.bias;
    drop(workers);
    match shared.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(outcome),
    }
}

/// Blocks in runs of about the same length.
fn split(blocks: &mut [Block], threads: usize) -> Vec<&mut [Block]> {
    let mut rest = blocks;
    let mut shares = Vec::new();
    for left in (1..=threads).rev() {
        let (share, others) = rest.split_at_mut(rest.len().div_ceil(left));
        shares.push(share);
        rest = others;
    }
    shares
}

impl<'a, R: Record> Shared<'a, R> {
    fn new(
        data: &'a mut Shuffled<R>,
        leg: Leg<R::Inputs>,
        steps: &'a [Step],
        blocks: usize,
        threads: usize,
    ) -> Shared<'a, R> {
        let pieces = || (0..PIECES).map(|_| RwLock::default()).collect();
        let parts = || (0..blocks * CHUNK).map(|_| AtomicU32::new(0)).collect();
        Shared {
            leg,
            steps,
            chunks: steps.len() * leg.batch / CHUNK,
            data: Mutex::new(data),
            error: Mutex::new(None),
            stop_at: AtomicUsize::new(usize::MAX),
            raw: Default::default(),
            ready: [pieces(), pieces(), pieces()],
            next_piece: Default::default(),
            parts: [parts(), parts()],
            meeting: Meeting::new(threads),
        }
    }

    /// Draws the records of a chunk.
    fn fetch(&self, chunk: usize) {
        if chunk >= self.chunks {
            return;
        }
        let mut raw = self.raw[chunk % STAGES].write().unwrap_or_else(PoisonError::into_inner);
        raw.clear();
        let drawn = self.data.lock().unwrap_or_else(PoisonError::into_inner).draw(CHUNK, &mut raw);
        if let Err(error) = drawn {
            *self.error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            // Everything before this chunk may still be trained on.
            self.stop_at.fetch_min(chunk, Ordering::AcqRel);
        }
        self.next_piece[chunk % STAGES].store(0, Ordering::Release);
    }

    /// Makes pieces of a chunk ready until none is left. They are put together in
    /// `samples`, which stays with the thread, and copied at once: writing them one by
    /// one where another core has read before takes a cache line from it each time.
    fn prepare(&self, chunk: usize, samples: &mut Samples) {
        if chunk >= self.chunks {
            return;
        }
        let stage = chunk % STAGES;
        let raw = self.raw[stage].read().unwrap_or_else(PoisonError::into_inner);
        loop {
            let piece = self.next_piece[stage].fetch_add(1, Ordering::AcqRel);
            let Some(ready) = self.ready[stage].get(piece) else { return };
            samples.clear();
            let first = self.leg.positions + (chunk * CHUNK + piece * PIECE) as u64;
            let records = raw.iter().skip(piece * PIECE).take(PIECE);
            for (number, record) in records.enumerate() {
                self.leg.preparation.add(record, first + number as u64, samples);
            }
            let mut ready = ready.write().unwrap_or_else(PoisonError::into_inner);
            ready.copy_from(samples);
        }
    }
}

struct Worker<'a, 'b, 'data, R: Record> {
    shared: &'a Shared<'data, R>,
    index: usize,
    /// The number of its first block.
    from: usize,
    blocks: &'b mut [Block],
    bias: OutputBias,
}

impl<R: Record> Worker<'_, '_, '_, R> {
    fn train(&mut self) -> Outcome {
        let _guard = self.shared.meeting.guard();
        let mut sums: Vec<Sums> = self.blocks.iter().map(|_| Sums::with_capacity(CHUNK)).collect();
        let mut slopes = Vec::with_capacity(CHUNK);
        let mut outcome = Outcome::default();
        let mut samples = Samples::default();
        self.shared.prepare(0, &mut samples);
        self.shared.meeting.wait();
        for chunk in 0..self.shared.chunks {
            if self.shared.stop_at.load(Ordering::Acquire) <= chunk {
                break;
            }
            self.forward(chunk, &mut sums);
            if self.index == 0 {
                self.shared.fetch(chunk + 2);
            }
            self.shared.prepare(chunk + 1, &mut samples);
            self.shared.meeting.wait();
            let loss = self.slopes(chunk, &mut slopes);
            if !loss.is_finite() {
                outcome.diverged = true;
                break;
            }
            outcome.loss += loss;
            self.backward(chunk, &sums, &slopes);
            if ((chunk + 1) * CHUNK).is_multiple_of(self.shared.leg.batch) {
                self.step(&self.shared.steps[outcome.batches]);
                outcome.batches += 1;
            }
        }
        outcome
    }

    /// Takes its blocks forward and leaves their parts of the outputs.
    fn forward(&self, chunk: usize, sums: &mut [Sums]) {
        for (at, (block, sums)) in self.blocks.iter().zip(sums).enumerate() {
            let first = (self.from + at) * CHUNK;
            let mut parts = self.shared.parts[chunk % 2][first..first + CHUNK].iter();
            sums.clear();
            for piece in &self.shared.ready[chunk % STAGES] {
                let samples = piece.read().unwrap_or_else(PoisonError::into_inner);
                forward(block, &samples, sums, |part| {
                    if let Some(slot) = parts.next() {
                        slot.store(part.to_bits(), Ordering::Relaxed);
                    }
                });
            }
        }
    }

    /// Adds up the parts, in the order of the blocks; the slopes, and the sum of losses.
    fn slopes(&self, chunk: usize, slopes: &mut Vec<f32>) -> f64 {
        slopes.clear();
        let parts = &self.shared.parts[chunk % 2];
        let mut sum = 0.0;
        for piece in &self.shared.ready[chunk % STAGES] {
            let samples = piece.read().unwrap_or_else(PoisonError::into_inner);
            for meta in &samples.list {
                let mut logit = self.bias.weights[usize::from(meta.output)] + meta.base;
                for part in parts[slopes.len()..].iter().step_by(CHUNK) {
                    logit += f32::from_bits(part.load(Ordering::Relaxed));
                }
                let (loss, slope) = loss(logit, meta.target);
                sum += f64::from(loss);
                slopes.push(slope);
            }
        }
        sum
    }

    fn backward(&mut self, chunk: usize, sums: &[Sums], slopes: &[f32]) {
        for (block, sums) in self.blocks.iter_mut().zip(sums) {
            let pieces = self.shared.ready[chunk % STAGES].iter();
            let parts = sums.chunks(PIECE).zip(slopes.chunks(PIECE));
            for (piece, (sums, slopes)) in pieces.zip(parts) {
                let samples = piece.read().unwrap_or_else(PoisonError::into_inner);
                backward(block, &samples, sums, slopes);
            }
        }
        let pieces = self.shared.ready[chunk % STAGES].iter();
        for (piece, slopes) in pieces.zip(slopes.chunks(PIECE)) {
            let samples = piece.read().unwrap_or_else(PoisonError::into_inner);
            backward_bias(&mut self.bias, &samples, slopes);
        }
    }

    fn step(&mut self, step: &Step) {
        for block in self.blocks.iter_mut() {
            step.block(block);
        }
        step.output_bias(&mut self.bias);
    }
}
