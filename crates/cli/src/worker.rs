//! `chuhe worker`: does jobs of other machines.

use std::process::ExitCode;

use anyhow::Result;
#[cfg(feature = "nats")]
use arena::{
    engine::{AllowedEngines, EngineConfig},
    run::MatchWork,
};

use crate::broker::Broker;

/// Do jobs that another machine hands out by a NATS server
///
/// Takes part in every run the server knows whose engine is the same as this program's,
/// and goes on for ever. Ctrl-C gives the jobs at hand back. Programs other than this one
/// are started only if --allow-engine names them: a run says which engine is to play, never
/// how it is started.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe worker --nats URL --threads 8\n  \
    chuhe worker --nats URL --allow-engine name=fsf,cmd=fairy-stockfish,proto=uci")]
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
    /// An engine that runs may use, written as for `chuhe match --engine`: the name that
    /// runs give it, how it is started here, and the options it is to have
    #[arg(long = "allow-engine", value_name = "KEY=VALUE,…")]
    allowed: Vec<String>,
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
    let kinds = kinds(allowed_engines(&args.allowed)?);
    let done = jobs::nats::work(&broker, &settings, kinds, &stop, &tell)?;
    crate::output::print(&format!("{done} jobs done\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// Every kind of work there is.
#[cfg(feature = "nats")]
fn kinds(allowed: AllowedEngines) -> jobs::Registry {
    trainer::registry(tuner::registry(&allowed))
        .with::<bookmaker::SearchWork>()
        .with_prepared::<MatchWork>(move |work| work.prepare(&allowed))
}

#[cfg(feature = "nats")]
fn allowed_engines(texts: &[String]) -> Result<AllowedEngines> {
    use anyhow::Context;
    let mut engines: Vec<EngineConfig> = Vec::new();
    for text in texts {
        let engine: EngineConfig =
            text.parse().with_context(|| format!("--allow-engine {text}"))?;
        let twice = engines.iter().any(|other| other.name == engine.name);
        anyhow::ensure!(!twice, "--allow-engine: two engines are named '{}'", engine.name);
        anyhow::ensure!(
            engine.builtin.is_none(),
            "--allow-engine {text}: players of Chuhe are allowed as they are; expected cmd="
        );
        engine.program_print().map_err(anyhow::Error::msg).context("--allow-engine")?;
        engines.push(engine);
    }
    Ok(AllowedEngines::new(engines))
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
