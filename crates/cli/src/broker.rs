//! Where jobs are done: here, or by the workers of a broker.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::ValueHint;
use jobs::{Executor, JobsError};

/// A NATS server with JetStream.
#[derive(clap::Args, Clone)]
pub struct Broker {
    /// Let the workers of a NATS server do the jobs, such as nats://host:4222; see
    /// docs/many-machines.md
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    /// The token the NATS server asks for
    #[arg(long, value_name = "TOKEN", env = "CHUHE_NATS_TOKEN", hide_env_values = true)]
    nats_token: Option<String>,
    /// Certificates to trust: the connection is encrypted
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    nats_ca: Option<PathBuf>,
    /// Our own certificate
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "nats_key")]
    nats_cert: Option<PathBuf>,
    /// The key of our own certificate
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "nats_cert")]
    nats_key: Option<PathBuf>,
    /// A job that failed so often is given up (with --nats)
    #[arg(long, value_name = "N", default_value_t = 3,
          value_parser = clap::value_parser!(u32).range(1..=100))]
    attempts: u32,
    /// Seconds without a sign of life after which a worker has lost its job (with --nats)
    #[arg(long, value_name = "S", default_value = "30", value_parser = ack_wait)]
    ack_wait: Duration,
}

fn ack_wait(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.5..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected 0.5 to 3600 seconds".to_owned())
}

impl Broker {
    /// Whether there is one.
    pub fn is_given(&self) -> bool {
        self.nats.is_some()
    }

    /// Who does the jobs of a run, if not the threads of this process.
    pub fn workers(&self, run: &str) -> Result<Option<Executor>> {
        self.is_given().then(|| self.executor(run, 1)).transpose()
    }

    /// Who does the jobs of a run: workers, or so many threads of this process.
    pub fn executor(&self, run: &str, threads: usize) -> Result<Executor> {
        match self.is_given() {
            true => Ok(self.coordinator(run)?),
            false => Ok(Executor::threads(threads)),
        }
    }

    /// The workers of the broker that is given.
    #[cfg(feature = "nats")]
    pub fn coordinator(&self, run: &str) -> Result<Executor, JobsError> {
        use jobs::nats::{Coordinator, RunSettings};
        let settings = self.settings().unwrap_or_default();
        let (attempts, ack_wait) = (self.attempts, self.ack_wait);
        let run = RunSettings { attempts, ack_wait, ..RunSettings::new(run) };
        let tell = Box::new(|line: &str| eprintln!("{line}"));
        Ok(Executor::nats(Coordinator::connect(settings, run, tell)?))
    }

    /// The workers of the broker that is given.
    #[cfg(not(feature = "nats"))]
    pub fn coordinator(&self, _: &str) -> Result<Executor, JobsError> {
        let error = "this program was built without `nats`".to_owned();
        Err(JobsError::Broker { url: self.nats.clone().unwrap_or_default(), error })
    }

    /// The broker's settings.
    #[cfg(feature = "nats")]
    pub fn settings(&self) -> Option<jobs::nats::BrokerSettings> {
        Some(jobs::nats::BrokerSettings {
            url: self.nats.clone()?,
            token: self.nats_token.clone(),
            ca: self.nats_ca.clone(),
            identity: self.nats_cert.clone().zip(self.nats_key.clone()),
        })
    }
}
