//! What the matcher does on boards of random games: candidates, matches, time.

use game::{NullObserver, Position as _, Rng};
use patterns::{Matcher, PatternSet, random, shipped};
use xiangqi::Position;

fn main() {
    let mut rng = Rng::new(7);
    let mut line = Vec::new();
    while line.len() < 20_000 {
        let mut position = Position::start();
        for _ in 0..100 {
            let plies = position.legal_plies();
            let Some(&ply) = rng.choose(&plies) else { break };
            position.make(ply, (), &mut NullObserver);
            line.push(position.clone());
        }
    }
    report("shipped, generated code", shipped::shipped(), &shipped::matcher(), &line);
    report(
        "shipped, run-time form",
        shipped::shipped(),
        &Matcher::new(&shipped::shipped().grounds),
        &line,
    );
    for count in [100, 200, 1000] {
        let set = random::set(&mut Rng::new(1), count);
        report(&format!("{count} random"), &set, &Matcher::new(&set.grounds), &line);
    }
}

fn report(name: &str, set: &PatternSet, matcher: &Matcher, line: &[Position]) {
    let mut state = matcher.start();
    let (mut checked, mut found) = (0, 0);
    for position in line {
        let (a, b) = matcher.tally(&mut state, position);
        (checked, found) = (checked + a, found + b);
    }
    let begin = processor_time();
    let mut sum = 0;
    for position in line {
        matcher.for_each(&mut state, position, |_, count| sum += count);
    }
    let time = (processor_time() - begin) / line.len() as f64;
    let boards = line.len() as f64;
    let (now, exact, words) = matcher.size(&Position::start());
    println!(
        "{name}: {} ground patterns ({now}, {exact} exact, {words} words for the kings of the start), {:.1} checked and {:.1} found a board, {time:.0} ns ({sum})",
        set.grounds.len(),
        f64::from(checked) / boards,
        f64::from(found) / boards
    );
}

/// Nanoseconds of processor time so far; other programs do not count.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0.0)
}
