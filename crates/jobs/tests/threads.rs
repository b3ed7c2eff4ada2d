//! Jobs on the threads of this process.

use std::ops::ControlFlow;

use jobs::{Archive, End, Executor, Pulse, Stop, Work};
use serde::{Deserialize, Serialize};

/// Later jobs are done sooner.
#[derive(Serialize, Deserialize)]
struct Backwards {
    jobs: u64,
}

impl Work for Backwards {
    const KIND: &'static str = "backwards";
    type Job = u64;
    type Output = u64;
    type Tools = u64;

    fn fingerprint(&self) -> Result<String, String> {
        Ok(String::new())
    }

    fn tools(&self) -> Result<u64, String> {
        if self.jobs == 0 { Err("no tools to be had".to_owned()) } else { Ok(0) }
    }

    fn perform(
        &self,
        used: &mut u64,
        index: u64,
        job: &u64,
        pulse: &Pulse<'_>,
    ) -> Result<u64, String> {
        *used += 1;
        for _ in 0..(self.jobs - index.min(self.jobs)) {
            if pulse.stopped() {
                return Err("stopped".to_owned());
            }
            std::thread::sleep(std::time::Duration::from_micros(50));
        }
        match index {
            13 => Err("thirteen is no good".to_owned()),
            17 => panic!("seventeen is worse"),
            _ => Ok(job + 1),
        }
    }
}

fn run(threads: usize, stop_at: Option<u64>, archive: &mut Archive) -> (End, Vec<String>) {
    let work = Backwards { jobs: 60 };
    let jobs: Vec<u64> = (0..60).map(|n| n * 10).collect();
    let mut all = Vec::new();
    let end = Executor::threads(threads)
        .run(archive, &work, 0, &jobs, &Stop::default(), &mut |done| {
            let text = match done.result {
                Ok(output) => output.to_string(),
                Err(failure) => failure.to_string(),
            };
            all.push(format!("{}: {text}", done.index));
            match stop_at {
                Some(last) if done.index == last => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        })
        .unwrap();
    (end, all)
}

#[test]
fn results_come_in_order_whatever_the_threads() {
    let (end, alone) = run(1, None, &mut Archive::none());
    assert_eq!((end, alone.len()), (End::Complete, 60));
    assert_eq!(alone[2], "2: 21");
    assert_eq!(alone[13], "13: thirteen is no good");
    assert!(alone[17].contains("seventeen is worse"), "{}", alone[17]);
    assert_eq!(run(4, None, &mut Archive::none()).1, alone);
    let (end, some) = run(4, Some(20), &mut Archive::none());
    assert_eq!((end, &some[..]), (End::Enough, &alone[..21]));
}

#[test]
fn what_is_archived_is_not_done_again() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("results.jsonl");
    run(2, Some(30), &mut Archive::open(&path).unwrap());
    let before = std::fs::read_to_string(&path).unwrap();
    let mut archive = Archive::open(&path).unwrap();
    let known = archive.len();
    assert!(known >= 29, "{known}");
    let (end, all) = run(2, None, &mut archive);
    assert_eq!(end, End::Complete);
    assert_eq!(all, run(1, None, &mut Archive::none()).1);
    assert!(std::fs::read_to_string(&path).unwrap().starts_with(&before));
}

#[test]
fn work_without_tools_is_an_error_and_a_stop_ends_it() {
    let mut take = |_| ControlFlow::Continue(());
    let (stop, executor) = (Stop::default(), Executor::threads(2));
    let none = Backwards { jobs: 0 };
    let error = executor.run(&mut Archive::none(), &none, 0, &[1], &stop, &mut take);
    assert!(error.unwrap_err().to_string().contains("no tools"));
    stop.stop();
    let work = Backwards { jobs: 60 };
    let end = executor.run(&mut Archive::none(), &work, 0, &[1, 2], &stop, &mut take);
    assert_eq!(end.unwrap(), End::Stopped);
}
