//! What handing out jobs costs: `cargo run --release -p chuhe-jobs --example dispatch`.
//!
//! Prints the time of jobs by a broker beside that of the same jobs on threads, and the
//! memory of broker and coordinator with many jobs queued; with the word `queued` behind
//! `--` only the memory.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::ops::ControlFlow;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use jobs::nats::{BrokerSettings, Coordinator, RunSettings, WorkerSettings, work};
use jobs::{Archive, Executor, Pulse, Registry, Stop, Work};
use serde::{Deserialize, Serialize};

/// Waits, with a genome's worth of numbers in every job.
#[derive(Serialize, Deserialize)]
struct Wait {
    milliseconds: u64,
}

impl Work for Wait {
    const KIND: &'static str = "wait";
    type Job = Vec<i32>;
    type Output = u64;
    type Tools = ();

    fn fingerprint(&self) -> Result<String, String> {
        Ok(String::new())
    }

    fn tools(&self) -> Result<(), String> {
        Ok(())
    }

    fn perform(&self, (): &mut (), index: u64, _: &Vec<i32>, _: &Pulse<'_>) -> Result<u64, String> {
        std::thread::sleep(Duration::from_millis(self.milliseconds));
        Ok(index)
    }
}

/// As many as a profile has.
const NUMBERS: usize = 1_100;

struct Server {
    child: Child,
    url: String,
    monitor: u16,
    folder: std::path::PathBuf,
}

impl Server {
    fn start() -> Server {
        let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let (port, monitor) = (free(), free());
        let folder = std::env::temp_dir().join(format!("chuhe-dispatch-{}", std::process::id()));
        let mut command = Command::new("nats-server");
        command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string()]);
        command.args(["-m", &monitor.to_string(), "-sd"]).arg(&folder);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let child = child.expect("nats-server is in the search path");
        while TcpStream::connect(("127.0.0.1", monitor)).is_err() {
            std::thread::sleep(Duration::from_millis(20));
        }
        Server { child, url: format!("nats://127.0.0.1:{port}"), monitor, folder }
    }

    /// Messages in all streams.
    fn messages(monitor: u16) -> u64 {
        let mut text = String::new();
        let asked = TcpStream::connect(("127.0.0.1", monitor)).and_then(|mut stream| {
            stream.write_all(b"GET /jsz HTTP/1.0\r\n\r\n")?;
            stream.read_to_string(&mut text)
        });
        let number = asked.ok().and_then(|_| {
            let rest = text.split("\"messages\":").nth(1)?;
            rest.trim().split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        });
        number.unwrap_or(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// What a process takes of memory, in megabytes.
fn resident(process: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0.0) / 1024.0
}

fn seconds(executor: &Executor, milliseconds: u64, jobs: &[Vec<i32>]) -> f64 {
    let began = Instant::now();
    let mut take = |_| ControlFlow::Continue(());
    let work = Wait { milliseconds };
    executor.run(&mut Archive::none(), &work, 0, jobs, &Stop::default(), &mut take).unwrap();
    began.elapsed().as_secs_f64()
}

fn coordinator(server: &Server, run: &str) -> Executor {
    let broker = BrokerSettings::at(&server.url);
    let tell = Box::new(|line: &str| eprintln!("{line}"));
    Executor::nats(Coordinator::connect(broker, RunSettings::new(run), tell).unwrap())
}

/// Jobs by a broker and on threads, on as many of them.
fn dispatch(milliseconds: u64, count: usize, threads: usize) {
    let server = Server::start();
    let jobs = vec![vec![7; NUMBERS]; count];
    let alone = seconds(&Executor::threads(threads), milliseconds, &jobs);
    let (stop, broker) = (Stop::default(), BrokerSettings::at(&server.url));
    let executor = coordinator(&server, "dispatch");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let registry = Registry::default().with::<Wait>();
            let settings = WorkerSettings { name: "bench".into(), threads, idle: None };
            work(&broker, &settings, registry, &stop, &|_| {}).unwrap();
        });
        // The worker finds the run, and everything is warm.
        seconds(&executor, milliseconds, &jobs[..threads]);
        let together = seconds(&executor, milliseconds, &jobs);
        println!(
            "{count} jobs of {milliseconds} ms, {threads} threads: {alone:.2} s alone, {together:.2} s \
             by a broker, {:.1} % more, {:.2} ms a job",
            100.0 * (together / alone - 1.0),
            1e3 * (together - alone) * threads as f64 / count as f64
        );
        stop.stop();
    });
}

/// Memory with so many jobs queued.
fn queued(count: usize) {
    let server = Server::start();
    let executor = coordinator(&server, "queued");
    let before = resident(std::process::id());
    let jobs = vec![vec![7; NUMBERS]; count];
    let own = resident(std::process::id()) - before;
    let (stop, monitor, process) = (Stop::default(), server.monitor, server.child.id());
    let began = Instant::now();
    std::thread::scope(|scope| {
        let later = stop.clone();
        scope.spawn(move || {
            let mut most = 0.0_f64;
            while Server::messages(monitor) < count as u64 {
                most = most.max(resident(process));
                std::thread::sleep(Duration::from_millis(100));
            }
            let (took, most) = (began.elapsed().as_secs_f64(), most.max(resident(process)));
            println!(
                "{count} jobs queued in {took:.1} s: broker {most:.0} MB, coordinator {:.0} MB \
                 (of them the jobs themselves {own:.0} MB)",
                resident(std::process::id())
            );
            later.stop();
        });
        let mut take = |_| ControlFlow::Continue(());
        let work = Wait { milliseconds: 0 };
        executor.run(&mut Archive::none(), &work, 0, &jobs, &stop, &mut take).unwrap();
    });
}

fn main() {
    if std::env::args().nth(1).as_deref() != Some("queued") {
        dispatch(1_000, 32, 2);
        dispatch(100, 200, 2);
        dispatch(0, 5_000, 2);
    }
    queued(10_000);
    queued(100_000);
}
