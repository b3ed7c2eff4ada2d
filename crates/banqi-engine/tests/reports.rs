//! What a dark chess search tells, and how it keeps to its nodes.

mod support;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use banqi::Ply;
use banqi_engine::BanqiGame;
use search::{Answer, Flow, Host, Report, Request};
use support::create;

/// A host whose clock goes on by so much whenever it is asked.
struct Stepping {
    step: Duration,
    asked: AtomicU64,
}

impl Host for Stepping {
    fn elapsed(&self) -> Duration {
        self.step * self.asked.fetch_add(1, Ordering::Relaxed) as u32
    }

    fn yield_point(&self) -> Flow {
        Flow::Continue
    }
}

fn search(
    threads: usize,
    nodes: u64,
    step: u64,
    report: &mut dyn FnMut(&Report<'_, Ply>),
) -> Answer<Ply> {
    let text = "pkXXrXCc/cp1PX1XP/hXaXPh2/eA1H2P1 b K1R2H1a1e1p1 0 1";
    let game = BanqiGame::from_position(Default::default(), text.parse().unwrap(), 0);
    let host = Stepping { step: Duration::from_millis(step), asked: AtomicU64::new(0) };
    create("chuhe", 1, threads).search(&game, &Request::of_nodes(nodes), &host, report)
}

#[test]
fn a_long_search_tells_how_far_it_is_and_last_what_it_plays() {
    let (mut progress, mut last, mut line) = (0, 0, Vec::new());
    let choice = search(1, 600_000, 40, &mut |report| {
        assert!(report.nodes >= last && report.depth >= 1);
        last = report.nodes;
        match report.line {
            None => progress += 1,
            Some(told) => line.clone_from(&told.line.plies),
        }
    });
    assert!(progress >= 5, "{progress} reports between lines");
    assert_eq!((last, line.first().copied()), (choice.nodes, choice.ply()));
}

#[test]
fn a_limit_of_nodes_is_kept_within_a_hundredth() {
    for threads in [1, 2] {
        for limit in [100, 777, 5_000, 60_000] {
            let spent = search(threads, limit, 0, &mut |_| {}).nodes;
            let most = limit + (limit / 100).max(threads as u64);
            assert!((limit..=most).contains(&spent), "{spent} of {limit}, {threads} threads");
        }
    }
}
