//! What patterns cost in the engine: the bench without them, with the shipped set and
//! with a thousand, all weights 0, so that the tree is the same. Rounds alternate; the
//! ratio is that of processor time.
//!
//! `cargo run --release -p chuhe-xiangqi-engine --example pattern_cost -- [DEPTH] [ROUNDS] [CASE|all] [PROFILE]`

use std::time::Duration;

use game::Rng;
use search::{Flow, Host, Settings};
use xiangqi_engine::bench::bench_with;

/// The processor time of this process as its clock.
struct Processor;

impl Host for Processor {
    fn yield_point(&self) -> Flow {
        Flow::Continue
    }

    fn elapsed(&self) -> Duration {
        let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
        let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse().ok());
        Duration::from_nanos(nanoseconds.unwrap_or(0))
    }
}

fn random_text(count: usize) -> String {
    let mut rng = Rng::new(1000);
    let one = |number| patterns::random::pattern(&mut rng, &format!("random-{number}"));
    (0..count).map(one).collect::<Vec<_>>().join("\n")
}

fn main() {
    let profile = std::env::args().nth(4).unwrap_or_else(|| "chuhe".to_owned());
    let number = |at: usize, usual: i32| {
        std::env::args().nth(at).and_then(|word| word.parse().ok()).unwrap_or(usual)
    };
    let (depth, rounds) = (number(1, 11), number(2, 5));
    let more = random_text(1000 - patterns::shipped::shipped().patterns.len());
    let with = |patterns: &str| Settings { patterns: patterns.into(), ..Settings::default() };
    let cases =
        [("none", "off", None), ("shipped", "measure", None), ("1000", "measure", Some(&*more))];
    let only = std::env::args().nth(3);
    if let Some((_, setting, text)) = cases.iter().find(|(name, ..)| only.as_deref() == Some(name))
    {
        let run = bench_with(&profile, &with(setting), text.as_deref(), depth, &Processor);
        println!("{:?}", run.expect("a bench"));
        return;
    }
    let mut best = [f64::INFINITY; 3];
    let mut ratios: [Vec<f64>; 3] = Default::default();
    for _ in 0..rounds {
        let mut times = [0.0; 3];
        for (case, (_, setting, text)) in cases.into_iter().enumerate() {
            let run =
                bench_with(&profile, &with(setting), text, depth, &Processor).expect("a bench");
            times[case] = run.seconds / run.nodes as f64;
            best[case] = best[case].min(times[case]);
            println!(
                "{:>8}: {} nodes, {:.0} ns a node",
                cases[case].0,
                run.nodes,
                times[case] * 1e9
            );
        }
        for case in 0..3 {
            ratios[case].push(times[0] / times[case]);
        }
    }
    for (case, (name, ..)) in cases.into_iter().enumerate() {
        ratios[case].sort_by(f64::total_cmp);
        let median = ratios[case][ratios[case].len() / 2];
        println!(
            "{name:>8}: {median:.3} of none (median), {:.3} by the best rounds",
            best[0] / best[case]
        );
    }
}
