//! Every matcher tells what the reference tells.

use game::{NullObserver, Position as _, Rng};
use patterns::compile::{Facts, Method};
use patterns::shipped::shipped;
use patterns::{Matcher, PatternSet, interpret, random};

fn agree(set: &PatternSet, boards: u32, seed: u64) -> u32 {
    let mut rng = Rng::new(seed);
    let matcher = Matcher::new(&set.grounds);
    let mut state = matcher.start();
    let mut found = 0;
    for _ in 0..boards {
        let position = random::position(&mut rng);
        let mut counts = vec![0; set.grounds.len()];
        matcher.for_each(&mut state, &position, |ground, count| counts[ground] = count);
        for (ground, &count) in set.grounds.iter().zip(&counts) {
            let expected = interpret::count(&position, ground);
            assert_eq!(
                count, expected,
                "{} in {position}",
                set.patterns[ground.pattern as usize].key
            );
            found += count;
        }
    }
    found
}

#[test]
fn the_bit_parallel_matcher_agrees_on_shipped_patterns() {
    assert!(agree(shipped(), 1_000, 1) > 500);
}

#[test]
fn the_bit_parallel_matcher_agrees_on_random_patterns() {
    let set = random::set(&mut Rng::new(5), 300);
    assert!(set.patterns.len() > 250, "{}", set.patterns.len());
    assert!(agree(&set, 300, 2) > 20);
}

/// Along games the matcher remembers much: what the shapes are worth must be what the
/// reference tells of each board by itself.
#[test]
fn sums_along_a_game_are_those_of_each_board() {
    let random = shipped().clone().with(random::set(&mut Rng::new(6), 60));
    for set in [shipped(), &random] {
        let mut matcher = Matcher::new(&set.grounds);
        let weight = |pattern: usize| [1 + 3 * pattern as i32, 5 - 7 * (pattern as i32 % 11)];
        let sign = |side| if side == game::Side::Red { 1 } else { -1 };
        matcher.weigh(|ground| {
            let ground = &set.grounds[ground];
            weight(ground.pattern as usize).map(|number| sign(ground.side) * number)
        });
        let mut rng = Rng::new(11);
        let (mut state, mut different) = (matcher.start(), 0);
        for _ in 0..6 {
            let mut line = vec![xiangqi::Position::start()];
            for _ in 0..160 {
                let mut position = line[line.len() - 1].clone();
                let plies = position.legal_plies();
                // Now and then a few plies are taken back, as in a search.
                if plies.is_empty() || rng.below(5) == 0 && line.len() > 3 {
                    line.truncate(line.len() - 2);
                    continue;
                }
                position.make(plies[rng.below(plies.len())], (), &mut NullObserver);
                let mut sums = [0; 2];
                for one in set.matches(&position) {
                    let times = sign(one.side) * one.count as i32;
                    let [early, late] = weight(one.pattern);
                    sums = [sums[0] + times * early, sums[1] + times * late];
                }
                state.moved(u16::MAX >> 2);
                assert_eq!(matcher.sums(&mut state, &position), sums, "{position}");
                different += usize::from(sums != [0, 0]);
                line.push(position);
            }
        }
        assert!(different > 300, "{different}");
    }
}

#[test]
fn the_documents_compilers_agree() {
    let mut rng = Rng::new(9);
    let sample: Vec<_> = (0..100).map(|_| random::played(&mut rng)).collect();
    let random = random::set(&mut Rng::new(3), 4);
    let some = shipped().only(|pattern| pattern.key.len() % 9 == 0);
    for set in [&random, &some] {
        let facts = Facts::new(&set.grounds, &sample);
        for (method, name) in Method::ALL {
            let program = facts.compile(method);
            let mut rng = Rng::new(4);
            for _ in 0..150 {
                let position = random::position(&mut rng);
                let mut found = Vec::new();
                program.for_each(&position, |ground| found.push(ground));
                found.sort_unstable();
                assert_eq!(found, expected(set, &position), "{name} in {position}");
            }
        }
    }
}

#[test]
fn generated_code_agrees_and_is_up_to_date() {
    let written = include_str!("../src/generated.rs");
    assert!(
        written == patterns::shipped::source(),
        "src/generated.rs is stale: cargo run -p chuhe-patterns --example generate"
    );
    let mut rng = Rng::new(8);
    let matcher = patterns::shipped::matcher();
    let mut state = matcher.start();
    for _ in 0..1_000 {
        let position = random::position(&mut rng);
        let expected = expected(shipped(), &position);
        let mut found = Vec::new();
        matcher.for_each(&mut state, &position, |ground, _| found.push(ground));
        found.sort_unstable();
        assert_eq!(found, expected, "{position}");
        let mut found = Vec::new();
        patterns::shipped::find(&position, &mut |ground| found.push(ground));
        found.sort_unstable();
        assert_eq!(found, expected, "{position}");
    }
}

fn expected(set: &PatternSet, position: &xiangqi::Position) -> Vec<usize> {
    let there = |&ground: &usize| interpret::matches(position, &set.grounds[ground]);
    (0..set.grounds.len()).filter(there).collect()
}
