//! The whole agreement of all matchers, and the speed of a scan.
//!
//! `measure agree BOARDS PATTERNS` compares everything that finds patterns with the
//! reference: the shipped set and so many random patterns, on random boards and on those of
//! the games in a table on standard input. `measure scan` looks for the shipped set in every
//! position of such a table. A table has a line a game, columns separated by tabs, named in
//! its first line; `startfen` and `moves` are read.

use std::io::{BufRead, stdin};
use std::time::Instant;

use game::{NullObserver, Position as _, Rng};
use patterns::compile::{Facts, Method, Program};
use patterns::{Matcher, PatternSet, interpret, random, shipped};
use xiangqi::Position;

/// Random patterns are compiled by the document's methods in sets of so many.
const SET: usize = 10;
/// Cores that are used.
const THREADS: usize = 2;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, usual: usize| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(usual);
    match words.first().map(String::as_str) {
        Some("scan") => scan(&games()),
        Some("agree") => agree(&games(), number(1, 100_000), number(2, 2_000)),
        _ => eprintln!("measure scan | measure agree [BOARDS] [PATTERNS], with a table on stdin"),
    }
}

/// Start and moves of every game on standard input.
fn games() -> Vec<(String, String)> {
    let mut lines = stdin().lock().lines().map_while(Result::ok);
    let names = lines.next().unwrap_or_default();
    let column = |wanted: &str| names.split('\t').position(|name| name == wanted);
    let (Some(start), Some(moves)) = (column("startfen"), column("moves")) else {
        return Vec::new();
    };
    let cell = |line: &str, at: usize| line.split('\t').nth(at).unwrap_or_default().to_owned();
    lines.map(|line| (cell(&line, start), cell(&line, moves))).collect()
}

/// Shows every position of a game.
fn walk((start, moves): &(String, String), mut show: impl FnMut(&Position)) {
    let begin = if start == "startpos" { Ok(Position::start()) } else { start.parse() };
    let Ok(mut position) = begin else { return };
    show(&position);
    for word in moves.split_whitespace() {
        let Ok(ply) = word.parse() else { return };
        position.make(ply, (), &mut NullObserver);
        show(&position);
    }
}

fn scan(games: &[(String, String)]) {
    let (begin, before) = (Instant::now(), processor_time());
    let matcher = shipped::matcher();
    let count = |games: &[(String, String)]| {
        let (mut state, mut counts) = (matcher.start(), [0u64; 2]);
        for game in games {
            walk(game, |position| {
                counts[0] += 1;
                matcher.for_each(&mut state, position, |_, _| counts[1] += 1);
            });
        }
        counts
    };
    let parts = games.chunks(games.len().div_ceil(THREADS).max(1));
    let counts: Vec<[u64; 2]> = std::thread::scope(|scope| {
        let threads: Vec<_> = parts.map(|part| scope.spawn(move || count(part))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a scan")).collect()
    });
    let sum = |at: usize| counts.iter().map(|counts| counts[at]).sum::<u64>();
    println!(
        "scan: {} games, {} positions, {} shapes; {:.2} s on {THREADS} threads, {:.2} s of processor time",
        games.len(),
        sum(0),
        sum(1),
        begin.elapsed().as_secs_f64(),
        processor_time() - before
    );
}

/// Half random boards, half of games if there are some.
fn boards(games: &[(String, String)], count: usize) -> Vec<Position> {
    let mut rng = Rng::new(100);
    let mut real = Vec::new();
    let every = (games.len() * 80 / (count / 2).max(1)).max(1);
    let mut seen = 0;
    for game in games {
        walk(game, |position| {
            seen += 1;
            if seen % every == 0 && real.len() < count / 2 {
                real.push(position.clone());
            }
        });
    }
    println!("agree: {} boards of games, {} random ones", real.len(), count - real.len());
    while real.len() < count {
        real.push(random::position(&mut rng));
    }
    real
}

fn agree(games: &[(String, String)], count: usize, patterns: usize) {
    let begin = Instant::now();
    let boards = boards(games, count);
    let mut found = compare(shipped::shipped(), true, &boards);
    let mut rng = Rng::new(2000);
    let mut every = PatternSet::default();
    while every.patterns.len() < patterns {
        let set = random::set(&mut rng, SET.min(patterns - every.patterns.len()));
        found += compare(&set, false, &boards);
        every.patterns.extend(set.patterns);
    }
    println!(
        "agree: {} shipped and {} random patterns on {} boards, by {} methods, bits, code and the reference: {found} matches, all the same ({:.0} s)",
        shipped::shipped().patterns.len(),
        every.patterns.len(),
        boards.len(),
        Method::ALL.len(),
        begin.elapsed().as_secs_f64()
    );
}

/// Compares every way to find a set on every board; how many ground patterns were found.
///
/// # Panics
/// If two ways differ.
fn compare(set: &PatternSet, is_shipped: bool, boards: &[Position]) -> u64 {
    let sample: Vec<Position> = boards.iter().rev().step_by(50).take(300).cloned().collect();
    let facts = Facts::new(&set.grounds, &sample);
    let programs: Vec<(Program, &str)> =
        Method::ALL.iter().map(|(method, name)| (facts.compile(*method), *name)).collect();
    let mut matchers = vec![Matcher::new(&set.grounds)];
    if is_shipped {
        matchers.push(shipped::matcher());
    }
    let part = |boards: &[Position]| {
        let mut states: Vec<_> = matchers.iter().map(Matcher::start).collect();
        let mut sum = 0;
        for position in boards {
            let expected: Vec<u32> =
                set.grounds.iter().map(|ground| interpret::count(position, ground)).collect();
            let same = |found: Vec<usize>, name: &str| {
                let mut there = vec![false; expected.len()];
                found.into_iter().for_each(|ground| there[ground] = true);
                let same = there.iter().zip(&expected).all(|(there, count)| *there == (*count > 0));
                assert!(same, "{name} differs in {position}");
            };
            for (matcher, state) in matchers.iter().zip(&mut states) {
                let mut counts = vec![0; expected.len()];
                matcher.for_each(state, position, |ground, count| counts[ground] = count);
                assert_eq!(counts, expected, "bits differ in {position}");
            }
            for (program, name) in &programs {
                let mut found = Vec::new();
                program.for_each(position, |ground| found.push(ground));
                same(found, name);
            }
            if is_shipped {
                let mut found = Vec::new();
                shipped::find(position, &mut |ground| found.push(ground));
                same(found, "generated code");
            }
            sum += expected.iter().filter(|count| **count > 0).count() as u64;
        }
        sum
    };
    std::thread::scope(|scope| {
        let parts = boards.chunks(boards.len().div_ceil(THREADS).max(1));
        let threads: Vec<_> = parts.map(|boards| scope.spawn(|| part(boards))).collect();
        threads.into_iter().map(|thread| thread.join().expect("all agree")).sum()
    })
}

/// Seconds of processor time of all threads so far; other programs do not count.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name in brackets: a letter, then numbers; the times are in hundredths.
    let after = text.rsplit(')').next().unwrap_or_default();
    let numbers: Vec<f64> = after.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    numbers.get(10).zip(numbers.get(11)).map_or(0.0, |(user, system)| (user + system) / 100.0)
}
