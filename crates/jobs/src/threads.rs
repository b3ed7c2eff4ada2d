//! Jobs on the threads of this process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use crate::collect::{Collector, End, Failure};
use crate::{JobsError, Pulse, Stop, Work};

/// How often somebody's wish to stop is looked at.
const LOOK: Duration = Duration::from_millis(50);

type Message<W> = Result<(u64, Result<<W as Work>::Output, Failure>), JobsError>;

/// What the threads of a batch share.
struct Shared<'a, W: Work> {
    work: &'a W,
    first: u64,
    jobs: &'a [W::Job],
    missing: Vec<u64>,
    next: AtomicUsize,
    over: AtomicBool,
    stop: &'a Stop,
}

/// Does the missing jobs of a batch.
pub(crate) fn run<W: Work>(
    threads: usize,
    work: &W,
    first: u64,
    jobs: &[W::Job],
    stop: &Stop,
    mut collector: Collector<'_, W>,
) -> Result<End, JobsError> {
    if collector.is_over() {
        return Ok(collector.end());
    }
    let missing = collector.missing();
    let threads = threads.clamp(1, missing.len().max(1));
    let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let shared = Shared { work, first, jobs, missing, next, over, stop };
    let outcome = std::thread::scope(|scope| {
        let (sender, receiver) = channel::<Message<W>>();
        for _ in 0..threads {
            let (sender, shared) = (sender.clone(), &shared);
            scope.spawn(move || labour(shared, &sender));
        }
        drop(sender);
        let outcome = loop {
            if collector.is_over() || stop.is_set() {
                break Ok(());
            }
            match receiver.recv_timeout(LOOK) {
                Ok(Ok((index, result))) => {
                    if let Err(error) = collector.add(index, result) {
                        break Err(error);
                    }
                }
                Ok(Err(error)) => break Err(error),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
        };
        shared.over.store(true, Ordering::Relaxed);
        outcome
    });
    outcome.map(|()| collector.end())
}

/// One thread.
fn labour<W: Work>(shared: &Shared<'_, W>, sender: &Sender<Message<W>>) {
    let pulse = Pulse::new(&shared.over, shared.stop.flag());
    let mut tools = None;
    while !pulse.stopped() {
        let Some(&index) = shared.missing.get(shared.next.fetch_add(1, Ordering::Relaxed)) else {
            return;
        };
        let ready = match tools.take() {
            Some(ready) => Ok(ready),
            None => shared.work.tools().map_err(JobsError::Tools),
        };
        let mut ready = match ready {
            Ok(ready) => ready,
            Err(error) => {
                let _ = sender.send(Err(error));
                return;
            }
        };
        let job = &shared.jobs[(index - shared.first) as usize];
        let done =
            catch_unwind(AssertUnwindSafe(|| shared.work.perform(&mut ready, index, job, &pulse)));
        if pulse.stopped() {
            return;
        }
        let result = match done {
            Ok(result) => {
                tools = Some(ready);
                result.map_err(|reason| Failure { reason, attempts: 1 })
            }
            // The tools may be half changed: new ones for the next job.
            Err(panic) => Err(Failure { reason: panic_text(&*panic), attempts: 1 }),
        };
        if sender.send(Ok((index, result))).is_err() {
            return;
        }
    }
}

/// What a panic said.
pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("the job panicked: {}", text.unwrap_or_else(|| "no message".to_owned()))
}
