//! The ones that do the jobs.

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::{AckKind, PublishMessage};
use async_nats::jetstream::{Context, Message};
use futures_util::{StreamExt, TryStreamExt};

use super::parts::{self, Missing, PartName};
use super::wire::{JobIn, Outcome, Setup, WorkerStatus, squeeze};
use super::{BrokerSettings, Streams, jetstream_of};
use crate::threads::panic_text;
use crate::{AnyWork, JobsError, Pulse, Registry, Stop};

/// How often the list of runs is looked at.
const LOOK: Duration = Duration::from_millis(700);
/// How long one look for a job waits, shared by the runs there are.
const WAIT: Duration = Duration::from_millis(1_000);
/// A job that failed is tried again after this.
const RETRY: Duration = Duration::from_millis(500);
/// Between two tries to reach a broker that is away.
const AGAIN: Duration = Duration::from_millis(300);
/// Longer outputs are sent in pieces.
const MOST_OUTPUT: usize = 256 * 1024;

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// Its name in results and status.
    pub name: String,
    /// Jobs at the same time.
    pub threads: usize,
    /// Ends by itself after so long without a job.
    pub idle: Option<Duration>,
}

/// What a worker tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkerEvent {
    /// It takes part in a run.
    Joined {
        /// Which run.
        run: String,
        /// Its kind of work.
        kind: String,
    },
    /// It does not take part in a run.
    Refused {
        /// Which run.
        run: String,
        /// Why not.
        reason: String,
    },
    /// A job could not be done.
    Failed {
        /// Which run.
        run: String,
        /// Which job.
        index: u64,
        /// Why not.
        reason: String,
        /// Whether it was given up.
        dead: bool,
    },
    /// The broker did not answer.
    Away(String),
}

/// Does jobs until it is told to stop, or nothing comes for so long. How many it did.
///
/// # Errors
/// If the broker cannot be reached at the beginning; later it waits for it.
pub fn work(
    broker: &BrokerSettings,
    settings: &WorkerSettings,
    registry: Registry,
    stop: &Stop,
    tell: &(dyn Fn(WorkerEvent) + Sync),
) -> Result<u64, JobsError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(settings.threads + 4)
        .enable_all()
        .build()
        .map_err(|error| broker.error(error))?;
    runtime.block_on(async {
        let client = broker.connect(&format!("chuhe worker {}", settings.name)).await?;
        let worker = Worker {
            context: jetstream_of(&client),
            client,
            settings,
            registry,
            stop,
            tell,
            runs: Mutex::new(HashMap::new()),
            done: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            last: Mutex::new(Instant::now()),
        };
        let lanes = (0..settings.threads.max(1)).map(|number| worker.lane(number));
        let lanes = futures_util::future::join_all(lanes);
        tokio::select! {
            _ = lanes => {}
            () = worker.watch() => {}
        }
        let _ = worker.client.flush().await;
        Ok(worker.done.load(Ordering::Relaxed))
    })
}

/// A run as a worker sees it.
#[derive(Clone)]
enum Known {
    Open(Arc<Open>),
    Refused,
}

struct Open {
    id: String,
    setup: Setup,
    work: Arc<dyn AnyWork>,
    queue: PullConsumer,
}

struct Worker<'a> {
    client: Client,
    context: Context,
    settings: &'a WorkerSettings,
    registry: Registry,
    stop: &'a Stop,
    tell: &'a (dyn Fn(WorkerEvent) + Sync),
    runs: Mutex<HashMap<String, Known>>,
    done: AtomicU64,
    failed: AtomicU64,
    last: Mutex<Instant>,
}

/// What a thread keeps between two jobs of a run.
type Kept = Option<(String, Box<dyn Any + Send>)>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Worker<'_> {
    fn ended(&self) -> bool {
        let idle = self.settings.idle.is_some_and(|most| lock(&self.last).elapsed() > most);
        self.stop.is_set() || idle
    }

    /// Looks which runs there are, and tells how far it is.
    async fn watch(&self) {
        let mut away = false;
        loop {
            match self.find_runs().await {
                Ok(()) => away = false,
                Err(error) if !away => {
                    away = true;
                    (self.tell)(WorkerEvent::Away(error));
                }
                Err(_) => {}
            }
            self.status().await;
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn find_runs(&self) -> Result<(), String> {
        let streams = Streams::open(&self.context).await?;
        let names: Vec<String> =
            streams.jobs.consumer_names().try_collect().await.map_err(|error| error.to_string())?;
        lock(&self.runs).retain(|id, _| names.contains(id));
        let mut away = Ok(());
        for id in names {
            if lock(&self.runs).contains_key(&id) {
                continue;
            }
            match self.judge(&streams, &id).await {
                Ok(known) => {
                    lock(&self.runs).insert(id, known);
                }
                Err(error) => away = Err(error),
            }
        }
        away
    }

    /// Whether to take part in a run.
    async fn judge(&self, streams: &Streams, id: &str) -> Result<Known, String> {
        let subject = format!("chuhe.setups.{id}");
        let message = streams.setups.get_last_raw_message_by_subject(&subject).await;
        let message = message.map_err(|error| error.to_string())?;
        let setup = match Setup::unpack(&message.payload) {
            Ok(setup) => setup,
            Err(reason) => return Ok(self.refuse(id, reason)),
        };
        let mut parts = Vec::new();
        for name in &setup.parts {
            match parts::fetch(streams, id, name).await {
                Ok(bytes) => parts.push(bytes.into()),
                Err(Missing::Away(error)) => return Err(error),
                Err(Missing::Wrong(reason)) => return Ok(self.refuse(id, reason)),
            }
        }
        match self.admit(&setup, parts) {
            Ok(work) => {
                let queue = streams.jobs.get_consumer(id).await;
                let queue = queue.map_err(|error| error.to_string())?;
                let (run, kind) = (id.to_owned(), setup.kind.clone());
                (self.tell)(WorkerEvent::Joined { run, kind });
                Ok(Known::Open(Arc::new(Open { id: id.to_owned(), setup, work, queue })))
            }
            Err(reason) => Ok(self.refuse(id, reason)),
        }
    }

    fn refuse(&self, id: &str, reason: String) -> Known {
        (self.tell)(WorkerEvent::Refused { run: id.to_owned(), reason });
        Known::Refused
    }

    fn admit(&self, setup: &Setup, parts: Vec<Arc<[u8]>>) -> Result<Arc<dyn AnyWork>, String> {
        let work = self.registry.read(&setup.kind, &setup.work, parts)?;
        let own = work.fingerprint()?;
        if own != setup.fingerprint {
            return Err(format!(
                "this worker is '{own}', the run needs '{}': install the same version",
                setup.fingerprint
            ));
        }
        Ok(work)
    }

    fn open_runs(&self) -> Vec<Arc<Open>> {
        let runs = lock(&self.runs);
        let open = runs.values().filter_map(|known| match known {
            Known::Open(open) => Some(Arc::clone(open)),
            Known::Refused => None,
        });
        let mut open: Vec<_> = open.collect();
        open.sort_by(|a, b| a.id.cmp(&b.id));
        open
    }

    /// One job after the other, of all runs in turn.
    async fn lane(&self, number: usize) {
        let mut kept: Kept = None;
        let mut turn = number;
        while !self.ended() {
            let runs = self.open_runs();
            if runs.is_empty() {
                tokio::time::sleep(AGAIN).await;
                continue;
            }
            turn += 1;
            let run = &runs[turn % runs.len()];
            match self.next_job(run, WAIT / runs.len() as u32).await {
                Ok(Some(message)) => {
                    *lock(&self.last) = Instant::now();
                    kept = self.do_job(run, message, kept).await;
                    *lock(&self.last) = Instant::now();
                }
                Ok(None) => {}
                Err(()) => tokio::time::sleep(AGAIN).await,
            }
        }
    }

    async fn next_job(&self, run: &Open, wait: Duration) -> Result<Option<Message>, ()> {
        let asked = run.queue.batch().max_messages(1).expires(wait).messages();
        let mut messages = asked.await.map_err(drop)?;
        messages.next().await.transpose().map_err(drop)
    }

    /// Does a job, and sees that the broker knows what came of it.
    async fn do_job(&self, run: &Arc<Open>, message: Message, kept: Kept) -> Kept {
        let delivered = message.info().map_or(1, |info| info.delivered.max(1)) as u32;
        let Ok(job) = serde_json::from_slice::<JobIn<'_>>(&message.payload) else {
            let _ = message.ack_with(AckKind::Term).await;
            return kept;
        };
        let index = job.index;
        let outcome = |output, failure, attempts| Outcome {
            index,
            output,
            long: None,
            failure,
            attempts,
            worker: self.settings.name.clone(),
        };
        if delivered > run.setup.attempts {
            // Whoever had it before fell silent: nobody tries again.
            let reason = "the workers that had it were lost".to_owned();
            self.give_up(run, &message, outcome(None, Some(reason), delivered - 1)).await;
            return kept;
        }
        let tools = kept.filter(|(id, _)| *id == run.id).map(|(_, tools)| tools);
        let (result, tools) =
            self.perform(run, index, job.job.get().to_owned(), tools, &message).await;
        let kept = tools.map(|tools| (run.id.clone(), tools));
        match result {
            // The run of this process ends: the job goes to somebody else.
            _ if self.stop.is_set() => {
                let _ = message.ack_with(AckKind::Nak(None)).await;
            }
            Ok(output) => {
                let raw = serde_json::value::RawValue::from_string(output).ok();
                self.hand_in(run, &message, outcome(raw, None, delivered)).await;
                self.done.fetch_add(1, Ordering::Relaxed);
            }
            Err(reason) if delivered >= run.setup.attempts => {
                self.give_up(run, &message, outcome(None, Some(reason), delivered)).await;
            }
            Err(reason) => {
                self.failed.fetch_add(1, Ordering::Relaxed);
                let run = run.id.clone();
                (self.tell)(WorkerEvent::Failed { run, index, reason, dead: false });
                let _ = message.ack_with(AckKind::Nak(Some(RETRY))).await;
            }
        }
        kept
    }

    /// Runs a job on a thread of its own, with signs of life.
    async fn perform(
        &self,
        run: &Arc<Open>,
        index: u64,
        job: String,
        tools: Option<Box<dyn Any + Send>>,
        message: &Message,
    ) -> (Result<String, String>, Option<Box<dyn Any + Send>>) {
        let (open, stop) = (Arc::clone(run), self.stop.clone());
        let mut task = tokio::task::spawn_blocking(move || {
            let over = AtomicBool::new(false);
            let pulse = Pulse::new(&over, stop.flag());
            let mut tools = match tools.map_or_else(|| open.work.tools(), Ok) {
                Ok(tools) => tools,
                Err(reason) => return (Err(reason), None),
            };
            let done = catch_unwind(AssertUnwindSafe(|| {
                open.work.perform(&mut *tools, index, &job, &pulse)
            }));
            match done {
                Ok(result) => (result, Some(tools)),
                Err(panic) => (Err(panic_text(&*panic)), None),
            }
        });
        let beat = Duration::from_secs_f64((run.setup.ack_wait / 3.0).max(0.05));
        loop {
            tokio::select! {
                done = &mut task => {
                    return done.unwrap_or_else(|error| (Err(error.to_string()), None));
                }
                () = tokio::time::sleep(beat) => {
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            }
        }
    }

    /// Sends a result until the broker has it; then the job is done.
    async fn hand_in(&self, run: &Open, message: &Message, outcome: Outcome) {
        let Some(outcome) = self.shorten(run, outcome).await else { return };
        let Ok(text) = serde_json::to_vec(&outcome) else { return };
        let subject = format!("chuhe.results.{}", run.id);
        loop {
            // A job handed out anew is another message, and its result not a repeated one.
            let job = message.info().map_or(0, |info| info.stream_sequence);
            let id = format!("{}/{}/{job}", run.id, outcome.index);
            let result = PublishMessage::build().message_id(id).payload(text.clone().into());
            if let Ok(ack) = self.context.send_publish(subject.clone(), result).await
                && ack.await.is_ok()
            {
                break;
            }
            if self.stop.is_set() {
                return;
            }
            tokio::time::sleep(AGAIN).await;
        }
        // If this gets lost, the job is done once more, and its result is known.
        let _ = message.ack().await;
    }

    /// Sends a long output beside its result; `None` if this process is to end before
    /// the broker has it.
    async fn shorten(&self, run: &Open, outcome: Outcome) -> Option<Outcome> {
        let long = outcome.output.as_ref().filter(|output| output.get().len() > MOST_OUTPUT);
        let Some(output) = long else { return Some(outcome) };
        let failed = |reason: String| {
            Some(Outcome { output: None, failure: Some(reason), ..outcome.clone() })
        };
        let bytes = match squeeze(output.get().as_bytes()) {
            Ok(bytes) => bytes,
            Err(error) => return failed(error),
        };
        if let Err(error) = PartName::of(&bytes).check() {
            return failed(format!("the result is too long: {error}"));
        }
        loop {
            if let Ok(name) = parts::send(&self.context, &run.id, &bytes).await {
                return Some(Outcome { output: None, long: Some(name), ..outcome });
            }
            if self.stop.is_set() {
                return None;
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    async fn give_up(&self, run: &Open, message: &Message, outcome: Outcome) {
        self.failed.fetch_add(1, Ordering::Relaxed);
        let reason = outcome.failure.clone().unwrap_or_default();
        let (index, id) = (outcome.index, run.id.clone());
        (self.tell)(WorkerEvent::Failed { run: id, index, reason, dead: true });
        self.hand_in(run, message, outcome).await;
    }

    async fn status(&self) {
        let (open, all) = (self.open_runs().len(), lock(&self.runs).len());
        let status = WorkerStatus {
            worker: &self.settings.name,
            threads: self.settings.threads,
            done: self.done.load(Ordering::Relaxed),
            failed: self.failed.load(Ordering::Relaxed),
            runs: open,
            refused: all - open,
        };
        if let Ok(text) = serde_json::to_vec(&status) {
            let subject = format!("chuhe.workers.{}", self.settings.name);
            let _ = self.client.publish(subject, text.into()).await;
        }
    }
}
