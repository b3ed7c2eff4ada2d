//! Where jobs are done: here, or by the workers of a broker.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueHint;
use jobs::Executor;

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
    #[arg(long, value_name = "S", default_value_t = 30.0)]
    ack_wait: f64,
}

impl Broker {
    /// Whether there is one.
    pub fn is_given(&self) -> bool {
        self.nats.is_some()
    }

    /// Who does the jobs of a run.
    #[cfg(feature = "nats")]
    pub fn executor(&self, run: &str, threads: usize) -> Result<Executor> {
        use jobs::nats::{Coordinator, RunSettings};
        let Some(settings) = self.settings() else { return Ok(Executor::threads(threads)) };
        let ack_wait = std::time::Duration::from_secs_f64(self.ack_wait.clamp(0.5, 3600.0));
        let run = RunSettings { attempts: self.attempts, ack_wait, ..RunSettings::new(run) };
        let tell = Box::new(|line: &str| eprintln!("{line}"));
        Ok(Executor::nats(Coordinator::connect(settings, run, tell)?))
    }

    /// Who does the jobs of a run.
    #[cfg(not(feature = "nats"))]
    pub fn executor(&self, _: &str, threads: usize) -> Result<Executor> {
        anyhow::ensure!(!self.is_given(), "--nats: this program was built without `nats`");
        Ok(Executor::threads(threads))
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
