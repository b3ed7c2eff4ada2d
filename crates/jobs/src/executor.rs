//! Who does the jobs.

use std::ops::ControlFlow;

use crate::collect::{Collector, Done, End};
use crate::{Archive, JobsError, Stop, Work, threads};

/// Does batches of jobs.
pub struct Executor {
    back_end: BackEnd,
}

enum BackEnd {
    Threads(usize),
    #[cfg(feature = "nats")]
    Nats(Box<crate::nats::Coordinator>),
}

impl Executor {
    /// On so many threads of this process.
    pub fn threads(threads: usize) -> Executor {
        Executor { back_end: BackEnd::Threads(threads.max(1)) }
    }

    /// On the workers of a broker.
    #[cfg(feature = "nats")]
    pub fn nats(coordinator: crate::nats::Coordinator) -> Executor {
        Executor { back_end: BackEnd::Nats(Box::new(coordinator)) }
    }

    /// Does the jobs with the numbers from `first` on, but for those whose results are
    /// in the archive, and hands out all results in the order of their numbers. Whoever
    /// takes them may say that they are enough: since the order is fixed, a run that
    /// is repeated ends at the same one.
    ///
    /// # Errors
    /// If the archive or the broker fails, or the work cannot be begun. A job that
    /// fails is not an error: its failure is handed out.
    pub fn run<W: Work>(
        &self,
        archive: &mut Archive,
        work: &W,
        first: u64,
        jobs: &[W::Job],
        stop: &Stop,
        take: &mut dyn FnMut(Done<W::Output>) -> ControlFlow<()>,
    ) -> Result<End, JobsError> {
        let collector = Collector::<W>::new(archive, first, jobs.len(), take)?;
        match &self.back_end {
            BackEnd::Threads(count) => threads::run(*count, work, first, jobs, stop, collector),
            #[cfg(feature = "nats")]
            BackEnd::Nats(coordinator) => coordinator.run(work, first, jobs, stop, collector),
        }
    }

    /// Tells other machines that nothing more will come.
    pub fn finish(&self) {
        #[cfg(feature = "nats")]
        if let BackEnd::Nats(coordinator) = &self.back_end {
            coordinator.finish();
        }
    }
}
