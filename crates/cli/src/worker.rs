//! `chuhe worker`: does jobs of other machines.

use std::process::ExitCode;

use anyhow::Result;

use crate::tune::Broker;

/// Do jobs that another machine hands out by a NATS server
///
/// Takes part in every run the server knows whose engine is the same as this program's,
/// and goes on for ever. Ctrl-C gives the jobs at hand back.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  chuhe worker --nats URL --threads 8")]
pub struct Args {
    #[command(flatten)]
    broker: Broker,
    /// Jobs at the same time (default: one for each core)
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Its name in status and results (default: host and process)
    #[arg(long)]
    name: Option<String>,
    /// End after so many seconds without a job
    #[arg(long, value_name = "S")]
    idle: Option<u64>,
    /// Print one JSON event a line
    #[arg(long)]
    json: bool,
}

#[cfg(not(feature = "nats"))]
pub fn run(_: &Args) -> Result<ExitCode> {
    anyhow::bail!("this program was built without `nats`")
}

#[cfg(feature = "nats")]
pub fn run(args: &Args) -> Result<ExitCode> {
    use anyhow::Context;
    use jobs::nats::WorkerSettings;

    let broker = args.broker.settings().context("--nats: expected the address of a server")?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = WorkerSettings {
        name: args.name.clone().unwrap_or_else(usual_name),
        threads: args.threads.unwrap_or(cores).max(1),
        idle: args.idle.map(std::time::Duration::from_secs),
    };
    let stop = crate::interrupt::stop_on_interrupt()?;
    eprintln!("worker {} at {} with {} threads", settings.name, broker.url, settings.threads);
    let tell = |event| tell(args.json, &event);
    let kinds = tuner::registry().with::<bookmaker::SearchWork>();
    let done = jobs::nats::work(&broker, &settings, kinds, &stop, &tell)?;
    crate::output::print(&format!("{done} jobs done\n"))?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(feature = "nats")]
fn usual_name() -> String {
    let host = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    let host: String = host.trim().chars().filter(char::is_ascii_alphanumeric).take(24).collect();
    format!("{}-{}", if host.is_empty() { "worker" } else { &host }, std::process::id())
}

#[cfg(feature = "nats")]
fn tell(json: bool, event: &jobs::nats::WorkerEvent) {
    use jobs::nats::WorkerEvent::{Away, Failed, Joined, Refused};
    if json {
        let value = match event {
            Joined { run, kind } => {
                serde_json::json!({"event": "joined", "run": run, "kind": kind})
            }
            Refused { run, reason } => {
                serde_json::json!({"event": "refused", "run": run, "reason": reason})
            }
            Failed { run, index, reason, dead } => serde_json::json!({
                "event": "failed", "run": run, "job": index, "reason": reason, "given_up": dead,
            }),
            Away(error) => serde_json::json!({"event": "away", "reason": error}),
        };
        let _ = crate::output::print_json(&value);
        return;
    }
    let line = match event {
        Joined { run, kind } => format!("takes part in {run} ({kind})"),
        Refused { run, reason } => format!("does not take part in {run}: {reason}"),
        Failed { run, index, reason, dead } => {
            let rest = if *dead { "given up" } else { "it will be tried again" };
            format!("{run}, job {index}: {reason}; {rest}")
        }
        Away(error) => format!("the broker is away ({error}): waiting for it"),
    };
    eprintln!("{line}");
}
