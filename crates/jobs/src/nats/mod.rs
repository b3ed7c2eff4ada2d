//! Jobs on many machines, by a NATS server with JetStream (server 2.9 or later).
//!
//! | stream | subject | holds |
//! |---|---|---|
//! | `CHUHE_SETUPS` | `chuhe.setups.RUN` | what the run's work is, the last one |
//! | `CHUHE_JOBS` | `chuhe.jobs.RUN` | a work queue; one durable pull consumer a run |
//! | `CHUHE_RESULTS` | `chuhe.results.RUN` | results until the coordinator has archived them |
//! | `CHUHE_PARTS` | `chuhe.parts.RUN.HASH.N` | pieces of what is longer than a message: networks, long results |
//!
//! Besides, without being stored: `chuhe.status.RUN` and `chuhe.workers.NAME` tell once
//! a second how far things are, and `chuhe.coordinator.RUN` is answered by whoever
//! coordinates the run.
//!
//! A worker acknowledges a job after the broker has its result; until then it sends a
//! sign of life. A job whose worker falls silent goes to another one. The same result
//! twice is one result: the broker drops repeated messages within its window, and the
//! archive keeps the first of each number.

mod coordinator;
mod parts;
mod wire;
mod worker;

use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions};

pub use coordinator::{Coordinator, RunSettings};
pub use worker::{WorkerEvent, WorkerSettings, work};

use crate::JobsError;

const SETUPS: &str = "CHUHE_SETUPS";
const JOBS: &str = "CHUHE_JOBS";
const RESULTS: &str = "CHUHE_RESULTS";
const PARTS: &str = "CHUHE_PARTS";

/// Setups of runs that nobody finished are forgotten after so long.
const SETUP_AGE: Duration = Duration::from_secs(60 * 24 * 3600);
/// The same message within this time is one message.
const DUPLICATES: Duration = Duration::from_secs(120);

/// Where a broker is, and how it knows us.
#[derive(Clone, Debug, Default)]
pub struct BrokerSettings {
    /// `nats://host:4222`, or `tls://…`.
    pub url: String,
    /// A token, if the broker asks for one.
    pub token: Option<String>,
    /// Certificates to trust besides the system's.
    pub ca: Option<PathBuf>,
    /// Our own certificate and its key.
    pub identity: Option<(PathBuf, PathBuf)>,
}

impl BrokerSettings {
    /// A broker without secrets.
    pub fn at(url: &str) -> BrokerSettings {
        BrokerSettings { url: url.to_owned(), ..BrokerSettings::default() }
    }

    fn error(&self, error: impl std::fmt::Display) -> JobsError {
        JobsError::Broker { url: self.url.clone(), error: error.to_string() }
    }

    async fn connect(&self, name: &str) -> Result<Client, JobsError> {
        let mut options = ConnectOptions::new()
            .name(name)
            .connection_timeout(Duration::from_secs(5))
            .request_timeout(Some(Duration::from_secs(5)))
            .reconnect_delay_callback(|attempts| {
                Duration::from_millis((50 * attempts as u64).min(2_000))
            });
        if let Some(token) = &self.token {
            options = options.token(token.clone());
        }
        if let Some(ca) = &self.ca {
            options = options.add_root_certificates(ca.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &self.identity {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        options.connect(&self.url).await.map_err(|error| self.error(error))
    }
}

/// The streams.
struct Streams {
    setups: Stream,
    jobs: Stream,
    results: Stream,
    parts: Stream,
}

fn config(name: &str, subject: &str, retention: RetentionPolicy) -> Config {
    Config {
        name: name.to_owned(),
        subjects: vec![format!("{subject}.*")],
        retention,
        storage: StorageType::File,
        discard: DiscardPolicy::New,
        max_messages: -1,
        max_bytes: -1,
        max_consumers: -1,
        num_replicas: 1,
        duplicate_window: DUPLICATES,
        ..Config::default()
    }
}

/// So often a stream that cannot be opened is asked for again, and so much later.
const STREAM_TRIES: u32 = 4;
const STREAM_AGAIN: Duration = Duration::from_millis(100);

impl Streams {
    /// Opens the streams, making those that are not there.
    async fn open(context: &Context) -> Result<Streams, String> {
        // Somebody else may be making the same stream at this moment: then it is there soon.
        let make = async |config: Config| {
            for _ in 0..STREAM_TRIES {
                if let Ok(stream) = context.get_or_create_stream(config.clone()).await {
                    return Ok(stream);
                }
                tokio::time::sleep(STREAM_AGAIN).await;
            }
            context.get_or_create_stream(config).await.map_err(|error| error.to_string())
        };
        let setups = Config {
            max_messages_per_subject: 1,
            max_age: SETUP_AGE,
            discard: DiscardPolicy::Old,
            ..config(SETUPS, "chuhe.setups", RetentionPolicy::Limits)
        };
        let parts = Config {
            subjects: vec!["chuhe.parts.>".to_owned()],
            max_messages_per_subject: 1,
            max_age: SETUP_AGE,
            discard: DiscardPolicy::Old,
            ..config(PARTS, "chuhe.parts", RetentionPolicy::Limits)
        };
        Ok(Streams {
            setups: make(setups).await?,
            parts: make(parts).await?,
            jobs: make(config(JOBS, "chuhe.jobs", RetentionPolicy::WorkQueue)).await?,
            results: make(config(RESULTS, "chuhe.results", RetentionPolicy::WorkQueue)).await?,
        })
    }
}

fn jetstream_of(client: &Client) -> Context {
    let mut context = jetstream::new(client.clone());
    context.set_timeout(Duration::from_secs(5));
    context
}
