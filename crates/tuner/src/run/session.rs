//! A run at work: who does its jobs, and what it tells.

use std::ops::ControlFlow;

use jobs::{Archive, End, Executor, Failure, Stop, Work};

use super::state::Point;
use crate::TuneError;

/// What a run tells.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A job of the batch is done.
    Job {
        /// Jobs of the batch that are done.
        done: usize,
        /// Jobs of the batch.
        of: usize,
    },
    /// A job could not be done; its candidate counts as the worst.
    Failed {
        /// Which job.
        index: u64,
        /// Why not.
        failure: &'a Failure,
    },
    /// A generation is complete.
    Point {
        /// Its figures.
        point: &'a Point,
        /// Generations planned.
        of: u32,
    },
}

/// What a run works with.
pub struct Session<'a> {
    /// Who does the jobs.
    pub executor: &'a Executor,
    /// Where results are kept.
    pub archive: &'a mut Archive,
    /// Somebody's wish to end.
    pub stop: &'a Stop,
    /// Takes what is told.
    pub tell: &'a mut dyn FnMut(Event<'_>),
}

impl Session<'_> {
    /// Does a batch of jobs; `None` for those that failed. `Ok(None)` if the run is to
    /// end. The number of the next job moves on.
    pub(super) fn batch<W: Work>(
        &mut self,
        next_index: &mut u64,
        work: &W,
        jobs: &[W::Job],
    ) -> Result<Option<Vec<Option<W::Output>>>, TuneError> {
        let mut outputs = Vec::with_capacity(jobs.len());
        let mut reason = None;
        let tell = &mut *self.tell;
        let end =
            self.executor.run(self.archive, work, *next_index, jobs, self.stop, &mut |done| {
                if let Err(failure) = &done.result {
                    tell(Event::Failed { index: done.index, failure });
                    reason.get_or_insert(failure.reason.clone());
                }
                outputs.push(done.result.ok());
                tell(Event::Job { done: outputs.len(), of: jobs.len() });
                ControlFlow::Continue(())
            })?;
        if end == End::Stopped {
            return Ok(None);
        }
        match reason {
            Some(reason) if outputs.iter().all(Option::is_none) => {
                return Err(TuneError::AllFailed(reason));
            }
            _ => {}
        }
        *next_index += jobs.len() as u64;
        Ok(Some(outputs))
    }
}
