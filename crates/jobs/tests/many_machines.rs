//! Jobs by a real nats-server and real worker processes, some of which die.
#![cfg(all(feature = "nats", unix))]

mod support;

use std::ops::ControlFlow;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jobs::nats::{BrokerSettings, Coordinator, RunSettings, WorkerEvent, WorkerSettings, work};
use jobs::{Archive, End, Executor, JobsError, Pulse, Registry, Stop, Work};
use serde::{Deserialize, Serialize};
use support::Server;

/// Work that takes a moment; some jobs fail, and one kills whoever does it.
#[derive(Clone, Serialize, Deserialize)]
struct Toy {
    version: String,
    milliseconds: u64,
    fails: Option<u64>,
    kills: Option<u64>,
}

impl Toy {
    fn new(milliseconds: u64) -> Toy {
        Toy { version: "1".to_owned(), milliseconds, fails: None, kills: None }
    }
}

impl Work for Toy {
    const KIND: &'static str = "toy";
    type Job = u64;
    type Output = u64;
    type Tools = ();

    fn fingerprint(&self) -> Result<String, String> {
        // A worker process may pretend to be another version.
        Ok(std::env::var("TOY_VERSION").unwrap_or_else(|_| self.version.clone()))
    }

    fn tools(&self) -> Result<(), String> {
        Ok(())
    }

    fn perform(&self, (): &mut (), index: u64, job: &u64, _: &Pulse<'_>) -> Result<u64, String> {
        if self.kills == Some(index) {
            std::process::abort();
        }
        if self.fails == Some(index) {
            panic!("job {index} always fails");
        }
        std::thread::sleep(Duration::from_millis(self.milliseconds));
        Ok(job * job + index)
    }
}

/// Work with a part that is longer than a message, and so is its output.
#[derive(Serialize, Deserialize)]
struct Bulky {
    #[serde(skip)]
    part: Arc<[u8]>,
}

/// Bytes that cannot be compressed.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..count).map(|_| next()).collect()
}

impl Work for Bulky {
    const KIND: &'static str = "bulky";
    type Job = usize;
    type Output = Vec<u8>;
    type Tools = ();

    fn fingerprint(&self) -> Result<String, String> {
        Ok(format!("{} bytes", self.part.len()))
    }

    fn parts(&self) -> Vec<Arc<[u8]>> {
        vec![self.part.clone()]
    }

    fn take_parts(&mut self, parts: Vec<Arc<[u8]>>) -> Result<(), String> {
        self.part = parts.into_iter().next().ok_or("no part")?;
        Ok(())
    }

    fn tools(&self) -> Result<(), String> {
        Ok(())
    }

    fn perform(
        &self,
        (): &mut (),
        _: u64,
        count: &usize,
        _: &Pulse<'_>,
    ) -> Result<Vec<u8>, String> {
        Ok(self.part.iter().rev().take(*count).copied().collect())
    }
}

fn registry() -> Registry {
    Registry::default().with::<Toy>().with_prepared::<Bulky>(|bulky| match bulky.part.len() {
        13 => Err("thirteen bytes are not done here".to_owned()),
        _ => Ok(()),
    })
}

/// Not a test: what a worker process of the tests below does.
#[test]
fn worker_process() {
    let Ok(url) = std::env::var("TOY_WORKER") else { return };
    let name = format!("worker-{}", std::process::id());
    let settings = WorkerSettings { name, threads: 1, idle: Some(Duration::from_secs(60)) };
    let tell = |event: WorkerEvent| eprintln!("{event:?}");
    work(&broker(&url), &settings, registry(), &Stop::default(), &tell).unwrap();
}

/// A broker, with the token that the address has behind a `#`.
fn broker(url: &str) -> BrokerSettings {
    match url.split_once('#') {
        Some((url, token)) => {
            BrokerSettings { token: Some(token.to_owned()), ..BrokerSettings::at(url) }
        }
        None => BrokerSettings::at(url),
    }
}

/// Worker processes that end with the test.
struct Workers(Vec<Child>);

impl Workers {
    fn start(url: &str, count: usize, version: Option<&str>) -> Workers {
        Workers((0..count).map(|_| Workers::one(url, version)).collect())
    }

    fn one(url: &str, version: Option<&str>) -> Child {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "worker_process", "--nocapture"]).env("TOY_WORKER", url);
        if let Some(version) = version {
            command.env("TOY_VERSION", version);
        }
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn coordinator(url: &str, run: &str) -> Coordinator {
    let settings =
        RunSettings { attempts: 2, ack_wait: Duration::from_secs(1), ..RunSettings::new(run) };
    Coordinator::connect(broker(url), settings, Box::new(|_| {})).unwrap()
}

/// The results of a batch, each as it was handed out.
fn results(
    executor: &Executor,
    archive: &mut Archive,
    toy: &Toy,
    jobs: &[u64],
    each: &mut dyn FnMut(usize),
) -> Vec<Result<u64, String>> {
    let mut all = Vec::new();
    let end = executor
        .run(archive, toy, 100, jobs, &Stop::default(), &mut |done| {
            assert_eq!(done.index, 100 + all.len() as u64, "in order, each once");
            all.push(done.result.map_err(|failure| failure.to_string()));
            each(all.len());
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(end, End::Complete);
    all
}

#[test]
fn dying_workers_and_a_dying_broker_change_nothing() {
    let Some(server) = Server::start(&[]) else { return };
    let url = server.url();
    let jobs: Vec<u64> = (0..60).collect();
    let toy = Toy::new(120);
    let alone = results(&Executor::threads(2), &mut Archive::none(), &toy, &jobs, &mut |_| {});

    let workers = Mutex::new(Workers::start(&url, 3, None));
    let server = Mutex::new(server);
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("results.jsonl");
    let mut archive = Archive::open(&path).unwrap();
    let executor = Executor::nats(coordinator(&url, "dying"));
    let together = results(&executor, &mut archive, &toy, &jobs, &mut |count| match count {
        // A worker dies in the middle of a job, later the broker, for a while.
        8 => workers.lock().unwrap().0[0].kill().unwrap(),
        20 => {
            let mut server = server.lock().unwrap();
            server.kill();
            std::thread::sleep(Duration::from_millis(300));
            server.start_again();
        }
        _ => {}
    });
    assert_eq!(together, alone, "every result once, and the same as in one process");
    drop(archive);
    let lines = std::fs::read_to_string(&path).unwrap();
    assert_eq!(lines.lines().count(), jobs.len(), "each result stands in the archive once");

    // A coordinator that begins again has everything, without a worker.
    drop(workers);
    let mut archive = Archive::open(&path).unwrap();
    assert_eq!(results(&executor, &mut archive, &toy, &jobs, &mut |_| {}), alone);
    executor.finish();
}

#[test]
fn poisoned_jobs_are_given_up_and_others_done() {
    let Some(server) = Server::start(&[]) else { return };
    let url = server.url();
    let toy = Toy { fails: Some(103), kills: Some(105), ..Toy::new(5) };
    let jobs: Vec<u64> = (0..12).collect();
    // More workers than the killing job has attempts.
    let _workers = Workers::start(&url, 4, None);
    let executor = Executor::nats(coordinator(&url, "poisoned"));
    let all = results(&executor, &mut Archive::none(), &toy, &jobs, &mut |_| {});
    for (number, result) in all.iter().enumerate() {
        match number {
            3 => assert!(result.as_ref().unwrap_err().contains("always fails"), "{result:?}"),
            5 => assert!(result.as_ref().unwrap_err().contains("were lost"), "{result:?}"),
            _ => assert!(result.is_ok(), "{number}: {result:?}"),
        }
    }
}

#[test]
fn a_worker_of_another_version_and_a_second_coordinator_are_refused() {
    let Some(server) = Server::start(&["--auth", "secret"]) else { return };
    let plain = Coordinator::connect(
        BrokerSettings::at(&server.url()),
        RunSettings::new("refused"),
        Box::new(|_| {}),
    );
    assert!(matches!(plain, Err(JobsError::Broker { .. })), "no token, no work");

    let url = format!("{}#secret", server.url());
    let toy = Toy::new(20);
    let _others = Workers::start(&url, 1, Some("0"));
    let first = Executor::nats(coordinator(&url, "refused"));
    let second = Executor::nats(coordinator(&url, "refused"));
    let mut count = 0;
    let mut run = |executor: &Executor, stop: &Stop| {
        let mut take = |_| {
            count += 1;
            ControlFlow::Continue(())
        };
        executor.run(&mut Archive::none(), &toy, 0, &[1, 2, 3], stop, &mut take)
    };
    // Time enough for a worker to find the run and look at it.
    let stop = Stop::default();
    let later = stop.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(3));
        later.stop();
    });
    assert_eq!(run(&first, &stop).unwrap(), End::Stopped);
    let error = run(&second, &Stop::default()).unwrap_err().to_string();
    assert!(error.contains("coordinator already"), "{error}");
    assert_eq!(count, 0, "the worker of another version did nothing");
}

#[test]
fn enough_is_enough() {
    let Some(server) = Server::start(&[]) else { return };
    let url = server.url();
    let _workers = Workers::start(&url, 2, None);
    let executor = Executor::nats(coordinator(&url, "enough"));
    let jobs: Vec<u64> = (0..2_000).collect();
    let mut count = 0;
    let end = executor
        .run(&mut Archive::none(), &Toy::new(5), 0, &jobs, &Stop::default(), &mut |_| {
            count += 1;
            if count == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
    assert_eq!((end, count), (End::Enough, 10));
}

#[test]
fn what_is_longer_than_a_message_comes_whole() {
    let Some(server) = Server::start(&[]) else { return };
    let url = server.url();
    let _workers = Workers::start(&url, 2, None);
    let part: Arc<[u8]> = noise(1_700_000).into();
    let counts = [3, 1_700_000, 0, 900_000, 10];
    let run = |executor: Executor| {
        let mut all = Vec::new();
        let work = Bulky { part: part.clone() };
        let take = &mut |done: jobs::Done<Vec<u8>>| {
            all.push(done.result.unwrap());
            ControlFlow::Continue(())
        };
        let end = executor.run(&mut Archive::none(), &work, 0, &counts, &Stop::default(), take);
        assert_eq!(end.unwrap(), End::Complete);
        executor.finish();
        all
    };
    let together = run(Executor::nats(coordinator(&url, "bulky")));
    assert_eq!(together.iter().map(Vec::len).collect::<Vec<_>>(), counts);
    assert!(together == run(Executor::threads(1)), "other bytes");
}

#[test]
fn a_worker_may_refuse_what_it_is_sent() {
    let Some(server) = Server::start(&[]) else { return };
    let url = server.url();
    let _workers = Workers::start(&url, 1, None);
    let executor = Executor::nats(coordinator(&url, "thirteen"));
    let done = AtomicU64::new(0);
    let began = std::time::Instant::now();
    // Time enough for a worker to find the run and look at it.
    let wanted = || began.elapsed() > Duration::from_secs(3);
    let end = Stop::follow(&wanted, |stop| {
        let work = Bulky { part: noise(13).into() };
        executor.run(&mut Archive::none(), &work, 0, &[1, 2], stop, &mut |_| {
            done.fetch_add(1, Ordering::Relaxed);
            ControlFlow::Continue(())
        })
    });
    assert_eq!((end.unwrap(), done.load(Ordering::Relaxed)), (End::Stopped, 0));
}
