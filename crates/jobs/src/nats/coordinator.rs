//! The one that hands out the jobs of a run and takes the results.

use std::cell::{Cell, RefCell};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt;
use serde_json::value::RawValue;
use tokio::runtime::Runtime;

use super::parts::{self, Missing, PartName};
use super::wire::{JobOut, Outcome, Setup, Status, spread};
use super::{BrokerSettings, Streams, jetstream_of};
use crate::collect::{Collector, End, Failure};
use crate::{JobsError, Stop, Work};

/// So many messages are on their way to the broker at once.
const CHUNK: usize = 256;
/// The most results taken at once.
const RESULTS_AT_ONCE: usize = 500;
/// How long one look for results waits.
const LOOK: Duration = Duration::from_millis(250);
/// After so long without a result somebody looks whether jobs got lost.
const QUIET: Duration = Duration::from_secs(5);
/// A server takes messages up to a megabyte.
const MOST_SETUP: usize = 1_000_000;
/// Between two tries to reach a broker that is away.
const AGAIN: Duration = Duration::from_millis(300);

/// How a run is spread.
#[derive(Clone, Debug)]
pub struct RunSettings {
    /// The run's name: letters, digits, `-` and `_`.
    pub run: String,
    /// A job that failed so often is given up.
    pub attempts: u32,
    /// A worker that gives no sign of life for so long has lost its job.
    pub ack_wait: Duration,
}

impl RunSettings {
    /// The usual settings of a run.
    pub fn new(run: &str) -> RunSettings {
        RunSettings { run: run.to_owned(), attempts: 3, ack_wait: Duration::from_secs(30) }
    }
}

/// Hands out jobs by a broker.
pub struct Coordinator {
    runtime: Runtime,
    broker: BrokerSettings,
    settings: RunSettings,
    client: Client,
    context: Context,
    /// Tells runs of this process from earlier ones: messages are not repeated ones.
    session: u64,
    opened: RefCell<Vec<String>>,
    /// How often jobs were handed out: each time their messages are new ones.
    rounds: Cell<u32>,
    tell: Box<dyn Fn(&str)>,
}

/// A kind of work of a run at the broker.
struct Line {
    id: String,
    streams: Streams,
    results: PullConsumer,
}

impl Coordinator {
    /// Reaches a broker.
    ///
    /// # Errors
    /// If it cannot be reached, or has no JetStream.
    pub fn connect(
        broker: BrokerSettings,
        settings: RunSettings,
        tell: Box<dyn Fn(&str)>,
    ) -> Result<Coordinator, JobsError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| broker.error(error))?;
        let name = format!("chuhe coordinator of {}", settings.run);
        let client = runtime.block_on(broker.connect(&name))?;
        // It starts a task of its own, and so needs the runtime around it.
        let context = runtime.block_on(async { jetstream_of(&client) });
        runtime.block_on(Streams::open(&context)).map_err(|error| {
            broker.error(format!("{error} (is the server started with JetStream, `-js`?)"))
        })?;
        let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let session = time.map_or(0, |time| time.as_nanos() as u64) ^ u64::from(std::process::id());
        let opened = RefCell::new(Vec::new());
        let rounds = Cell::new(0);
        Ok(Coordinator {
            runtime,
            broker,
            settings,
            client,
            context,
            session,
            opened,
            rounds,
            tell,
        })
    }

    /// Does the missing jobs of a batch.
    pub(crate) fn run<W: Work>(
        &self,
        work: &W,
        first: u64,
        jobs: &[W::Job],
        stop: &Stop,
        collector: Collector<'_, W>,
    ) -> Result<End, JobsError> {
        if collector.is_over() {
            return Ok(collector.end());
        }
        let setup = self.setup(work)?;
        let size = setup.pack().map_err(JobsError::Tools)?.len();
        if size > MOST_SETUP {
            let error =
                format!("the run's setting is {size} bytes: at most {MOST_SETUP} can be sent");
            return Err(JobsError::Tools(error));
        }
        let (parts, round) = (work.parts(), self.next_round());
        let batch = Batch { coordinator: self, parts, first, jobs, stop, collector, round };
        self.runtime.block_on(batch.run(&setup))
    }

    fn next_round(&self) -> u32 {
        self.rounds.set(self.rounds.get() + 1);
        self.rounds.get()
    }

    fn setup<W: Work>(&self, work: &W) -> Result<Setup, JobsError> {
        let text =
            serde_json::to_string(work).map_err(|error| JobsError::Tools(error.to_string()))?;
        let parts: Vec<PartName> = work.parts().iter().map(|part| PartName::of(part)).collect();
        parts.iter().try_for_each(PartName::check).map_err(JobsError::Tools)?;
        Ok(Setup {
            parts,
            kind: W::KIND.to_owned(),
            fingerprint: work.fingerprint().map_err(JobsError::Tools)?,
            attempts: self.settings.attempts,
            ack_wait: self.settings.ack_wait.as_secs_f64(),
            work: text,
        })
    }

    /// The name of this work of the run in subjects.
    fn id(&self, setup: &Setup) -> String {
        let mut hasher = DefaultHasher::new();
        (&setup.kind, &setup.fingerprint, &setup.work, &setup.parts).hash(&mut hasher);
        format!("{}-{:08x}", self.settings.run, hasher.finish() as u32)
    }

    /// Makes the run known, and the queues it needs.
    async fn open(&self, setup: &Setup, parts: &[Arc<[u8]>]) -> Result<Line, String> {
        let id = self.id(setup);
        let streams = Streams::open(&self.context).await?;
        // Before workers hear of the run.
        for part in parts {
            parts::send(&self.context, &id, part).await?;
        }
        let subject = format!("chuhe.setups.{id}");
        let acked = self.context.publish(subject, setup.pack()?.into()).await;
        acked.map_err(|error| error.to_string())?.await.map_err(|error| error.to_string())?;
        let queue = |name: &str, ack_wait| pull::Config {
            durable_name: Some(id.clone()),
            ack_policy: AckPolicy::Explicit,
            ack_wait,
            max_ack_pending: 100_000,
            filter_subject: format!("chuhe.{name}.{id}"),
            ..pull::Config::default()
        };
        let failed = |error: &dyn std::fmt::Display| error.to_string();
        streams
            .jobs
            .create_consumer(queue("jobs", self.settings.ack_wait))
            .await
            .map_err(|error| failed(&error))?;
        let results = streams
            .results
            .create_consumer(queue("results", Duration::from_secs(30)))
            .await
            .map_err(|error| failed(&error))?;
        Ok(Line { id, streams, results })
    }

    /// Sees that nobody else coordinates the run, and answers whoever asks that.
    async fn claim(&self, id: &str) -> Result<(), JobsError> {
        if self.opened.borrow().iter().any(|known| known == id) {
            return Ok(());
        }
        let subject = format!("chuhe.coordinator.{id}");
        let asked = self.client.request(subject.clone(), "who".into());
        if let Ok(Ok(answer)) = tokio::time::timeout(Duration::from_secs(1), asked).await {
            let who = String::from_utf8_lossy(&answer.payload).into_owned();
            return Err(JobsError::TwoCoordinators { run: self.settings.run.clone(), who });
        }
        let mut questions =
            self.client.subscribe(subject).await.map_err(|error| self.broker.error(error))?;
        let (client, who) = (self.client.clone(), format!("process {}", std::process::id()));
        tokio::spawn(async move {
            while let Some(question) = questions.next().await {
                if let Some(reply) = question.reply {
                    let _ = client.publish(reply, who.clone().into()).await;
                }
            }
        });
        self.opened.borrow_mut().push(id.to_owned());
        Ok(())
    }

    /// Forgets the run at the broker.
    pub(crate) fn finish(&self) {
        let ids = self.opened.borrow().clone();
        self.runtime.block_on(async {
            let Ok(streams) = Streams::open(&self.context).await else { return };
            for id in ids {
                let _ = streams.jobs.delete_consumer(&id).await;
                let _ = streams.results.delete_consumer(&id).await;
                let _ = streams.jobs.purge().filter(format!("chuhe.jobs.{id}")).await;
                let _ = streams.results.purge().filter(format!("chuhe.results.{id}")).await;
                let _ = streams.setups.purge().filter(format!("chuhe.setups.{id}")).await;
                let _ = streams.parts.purge().filter(format!("chuhe.parts.{id}.>")).await;
            }
            let _ = self.client.flush().await;
        });
    }
}

/// One batch at work.
struct Batch<'a, 'c, W: Work> {
    coordinator: &'a Coordinator,
    parts: Vec<Arc<[u8]>>,
    first: u64,
    jobs: &'a [W::Job],
    stop: &'a Stop,
    collector: Collector<'c, W>,
    /// What tells its messages from earlier ones of the same jobs.
    round: u32,
}

impl<W: Work> Batch<'_, '_, W> {
    async fn run(mut self, setup: &Setup) -> Result<End, JobsError> {
        let coordinator = self.coordinator;
        coordinator.claim(&coordinator.id(setup)).await?;
        let mut line = self.insist(setup).await;
        // Whatever an earlier coordinator left in the queue is handed out anew.
        if let Some(open) = &line {
            let old = format!("chuhe.jobs.{}", open.id);
            let _ = open.streams.jobs.purge().filter(old).await;
        }
        let mut left = self.collector.missing();
        left.reverse();
        let (mut told, mut heard) = (Instant::now(), Instant::now());
        let mut suspicious = false;
        while let Some(open) = &line {
            if self.collector.is_over() || self.stop.is_set() {
                break;
            }
            let healthy = self.publish(open, &mut left).await? && {
                match self.take_results(open).await? {
                    Some(0) => true,
                    Some(_) => {
                        (heard, suspicious) = (Instant::now(), false);
                        true
                    }
                    None => false,
                }
            };
            if !healthy {
                (coordinator.tell)("the broker is away: waiting for it");
                line = self.insist(setup).await;
                continue;
            }
            if told.elapsed() >= Duration::from_secs(1) {
                told = Instant::now();
                self.status(open).await;
            }
            if left.is_empty() && heard.elapsed() >= QUIET {
                heard = Instant::now();
                let idle = queue_is_empty(open).await;
                if idle && suspicious {
                    (coordinator.tell)("jobs got lost at the broker: handing them out again");
                    line = self.insist(setup).await;
                    left = self.collector.missing();
                    left.reverse();
                    self.round = coordinator.next_round();
                }
                suspicious = idle;
            }
        }
        if let Some(open) = &line {
            // Nobody needs what is left in the queue.
            let rest = format!("chuhe.jobs.{}", open.id);
            let _ = open.streams.jobs.purge().filter(rest).await;
        }
        Ok(self.collector.end())
    }

    /// Opens the run, however long that takes; `None` if somebody wants to stop.
    async fn insist(&self, setup: &Setup) -> Option<Line> {
        let mut told = false;
        while !self.stop.is_set() {
            match self.coordinator.open(setup, &self.parts).await {
                Ok(line) => return Some(line),
                Err(error) if !told => {
                    told = true;
                    (self.coordinator.tell)(&format!("waiting for the broker: {error}"));
                }
                Err(_) => {}
            }
            tokio::time::sleep(AGAIN).await;
        }
        None
    }

    /// Hands out the next jobs; `false` if the broker did not take them.
    async fn publish(&self, line: &Line, left: &mut Vec<u64>) -> Result<bool, JobsError> {
        let coordinator = self.coordinator;
        let chunk: Vec<u64> = left[left.len().saturating_sub(CHUNK)..].to_vec();
        let mut acks = Vec::with_capacity(chunk.len());
        for &index in chunk.iter().rev() {
            let job = &self.jobs[(index - self.first) as usize];
            let text = serde_json::to_vec(&JobOut { index, job })
                .map_err(|error| JobsError::Text { index, error: error.to_string() })?;
            // The same message again is dropped by the broker, so trying twice is safe.
            let id = format!("{}/{index}/{}/{}", line.id, coordinator.session, self.round);
            let message = PublishMessage::build().message_id(id).payload(text.into());
            let subject = format!("chuhe.jobs.{}", line.id);
            match coordinator.context.send_publish(subject, message).await {
                Ok(ack) => acks.push(ack),
                Err(_) => return Ok(false),
            }
        }
        for ack in acks {
            if ack.await.is_err() {
                return Ok(false);
            }
        }
        left.truncate(left.len() - chunk.len());
        Ok(true)
    }

    /// Takes what has come: how many results; `None` if the broker did not answer.
    async fn take_results(&mut self, line: &Line) -> Result<Option<usize>, JobsError> {
        let asked = line.results.batch().max_messages(RESULTS_AT_ONCE).expires(LOOK).messages();
        let Ok(mut messages) = asked.await else { return Ok(None) };
        let mut count = 0;
        while let Some(message) = messages.next().await {
            let Ok(message) = message else { return Ok(None) };
            if let Ok(mut outcome) = serde_json::from_slice::<Outcome>(&message.payload) {
                let long = outcome.long.take();
                match fetch_long(line, long.as_ref()).await {
                    Ok(None) => self.accept(outcome)?,
                    Ok(output) => self.accept(Outcome { output, ..outcome })?,
                    // Handed in anew when it is back.
                    Err(Missing::Away(_)) => return Ok(None),
                    // Somebody does it again.
                    Err(Missing::Wrong(reason)) => (self.coordinator.tell)(&reason),
                }
                if let Some(long) = &long {
                    parts::forget(&line.streams, &line.id, long).await;
                }
            }
            // Archived, or of no use: gone from the broker either way.
            if message.ack().await.is_err() {
                return Ok(None);
            }
            count += 1;
            if self.collector.is_over() {
                break;
            }
        }
        Ok(Some(count))
    }

    fn accept(&mut self, outcome: Outcome) -> Result<(), JobsError> {
        let Outcome { index, output, failure, attempts, .. } = outcome;
        let result = match (output, failure) {
            (Some(output), _) => serde_json::from_str(output.get()).map_err(|error| Failure {
                reason: format!("a result that cannot be read: {error}"),
                attempts,
            }),
            (None, reason) => {
                Err(Failure { reason: reason.unwrap_or_else(|| "no result".to_owned()), attempts })
            }
        };
        self.collector.add(index, result)
    }

    async fn status(&self, line: &Line) {
        let of = self.jobs.len();
        let done = of - self.collector.missing().len();
        if let Ok(text) = serde_json::to_vec(&Status { run: &line.id, done, of }) {
            let subject = format!("chuhe.status.{}", line.id);
            let _ = self.coordinator.client.publish(subject, text.into()).await;
        }
    }
}

/// A long output.
async fn fetch_long(
    line: &Line,
    long: Option<&PartName>,
) -> Result<Option<Box<RawValue>>, Missing> {
    let Some(name) = long else { return Ok(None) };
    let bytes = parts::fetch(&line.streams, &line.id, name).await?;
    let text =
        spread(&bytes).and_then(|text| String::from_utf8(text).map_err(|error| error.to_string()));
    let raw = text.and_then(|text| RawValue::from_string(text).map_err(|error| error.to_string()));
    raw.map(Some).map_err(Missing::Wrong)
}

/// Whether the broker has neither jobs to give nor jobs at work.
async fn queue_is_empty(line: &Line) -> bool {
    match line.streams.jobs.consumer_info(&line.id).await {
        Ok(info) => info.num_pending == 0 && info.num_ack_pending == 0,
        // It may be away for a moment; a queue that is gone shows when it is opened.
        Err(_) => true,
    }
}
