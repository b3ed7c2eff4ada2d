//! Several lines, and searches of some plies only.

mod support;

use std::collections::BTreeSet;
use std::time::Duration;

use banqi::notation::coordinate;
use banqi::{BanqiRules, Ply};
use banqi_engine::{BENCH_POSITIONS, BanqiGame, PROFILES};
use game::{Position as _, Score};
use search::limits::ClockTime;
use search::{Answer, Bound, Limits, Request, Unattended};
use support::{choose, create};

fn game(text: &str) -> BanqiGame {
    BanqiGame::from_position(Default::default(), text.parse().unwrap(), 0)
}

fn lines(text: &str, depth: i32, lines: usize) -> Answer<Ply> {
    let request = Request { lines, ..Request::to_depth(depth) };
    choose(create("chuhe", 1, 1).as_mut(), &game(text), &request)
}

fn plies(answer: &Answer<Ply>) -> Vec<String> {
    answer.lines.iter().map(|line| line.plies[0].to_string()).collect()
}

fn assert_sorted(answer: &Answer<Ply>, context: &str) {
    assert!(answer.lines.is_sorted_by(|a, b| a.score >= b.score), "{context}: {answer:?}");
    let different: BTreeSet<String> = plies(answer).into_iter().collect();
    assert_eq!(different.len(), answer.lines.len(), "{context}: {answer:?}");
    for line in &answer.lines {
        let flip = line.plies.iter().position(|ply| ply.is_flip());
        assert!(flip.is_none_or(|place| place + 1 == line.plies.len()), "a flip ends its line");
    }
}

#[test]
fn lines_are_sorted_and_different_wherever_a_search_ends() {
    for text in BENCH_POSITIONS {
        for wanted in [2, 5, 100] {
            for nodes in [60, 900, 20_000] {
                let request = Request { lines: wanted, ..Request::of_nodes(nodes) };
                let run = || choose(create("chuhe", 1, 1).as_mut(), &game(text), &request);
                let answer = run();
                assert_sorted(&answer, text);
                let legal = game(text).position().legal_plies();
                assert!(answer.lines.iter().all(|line| legal.contains(&line.plies[0])));
                let all = wanted.min(legal.len());
                assert!(nodes < 20_000 || answer.lines.len() == all, "{text}: {answer:?}");
                assert_eq!(run(), answer, "{text}");
            }
        }
    }
}

#[test]
fn all_lines_of_an_iteration_are_told_together_and_the_first_is_the_answer() {
    for (text, wanted) in BENCH_POSITIONS.iter().zip([2, 3, 4].into_iter().cycle()) {
        let request = Request { lines: wanted, ..Request::to_depth(5) };
        let mut told: Vec<(i32, usize, Score)> = Vec::new();
        let mut first = None;
        let answer =
            create("chuhe", 1, 1).search(&game(text), &request, &Unattended, &mut |report| {
                let Some(line) = report.line else { return };
                told.push((report.depth, line.number, line.line.score));
                assert_eq!(line.bound, Bound::Exact);
                if line.number == 1 {
                    first = Some(line.line.clone());
                }
            });
        assert_eq!(first.as_ref(), answer.lines.first(), "{text}");
        for group in told.chunks(wanted) {
            let numbers: Vec<usize> = group.iter().map(|told| told.1).collect();
            assert_eq!(numbers, (1..=wanted).collect::<Vec<_>>(), "{text}: {told:?}");
            assert!(group.iter().all(|told| told.0 == group[0].0), "{text}: {told:?}");
            assert!(group.is_sorted_by(|a, b| a.2 >= b.2), "{text}: {told:?}");
        }
    }
}

#[test]
fn a_winning_capture_comes_first() {
    let found = lines("8/8/8/Kk5X r p1", 4, 3);
    assert_eq!(plies(&found)[0], "a1b1", "{found:?}");
    let last = lines("8/8/8/Kk6 r", 4, 9);
    assert_eq!(plies(&last).len(), 2);
    assert_eq!((plies(&last)[0].as_str(), last.score()), ("a1b1", Score::win_in(1)));
}

/// Everything that may change the value of a search of fixed depth.
const UNSOUND: &str = "aspiration,tt-deeper,quiescence-see,delta,reverse-futility,futility,lmr,iir,\
    pass,flip-gate,flip-choice,flip-reduction,outcome-ranges,contempt,repetition";

#[test]
fn a_line_has_the_score_of_its_ply_alone() {
    let texts = [BENCH_POSITIONS[10], BENCH_POSITIONS[12], BENCH_POSITIONS[13], "8/8/1K4k1/8 r"];
    for text in texts {
        let depth = if game(text).position().face_down().is_empty() { 4 } else { 2 };
        let search = |lines: usize, only: &[Ply]| {
            let mut engine = create("chuhe", 1, 1);
            engine.set_option("Disable", UNSOUND).unwrap();
            let request = Request { lines, only: only.to_vec(), ..Request::to_depth(depth) };
            choose(engine.as_mut(), &game(text), &request)
        };
        let all = search(100, &[]);
        assert_eq!(all.lines.len(), game(text).position().legal_plies().len(), "{text}");
        let scores = |answer: &Answer<Ply>| -> Vec<Score> {
            answer.lines.iter().map(|line| line.score).collect()
        };
        let wanted = all.lines.len() - 1;
        assert_eq!(scores(&search(wanted, &[])), scores(&all)[..wanted], "{text}");
        for line in &all.lines {
            let alone = search(1, &[line.plies[0]]);
            assert_eq!(scores(&alone), [line.score], "{text}: {line:?}");
        }
    }
}

#[test]
fn every_flip_can_be_asked_for_and_as_many_lines_as_there_are_plies() {
    // Thirty-one face-down pieces: the quick look alone would drop most of them.
    let text = "XXXXXXXX/XXXXXXXX/XXXXXXXX/PXXXXXXX b K1A2E2R2H2C2P4k1a2e2r2h2c2p5";
    let position = game(text);
    let flips = position.position().flips();
    assert_eq!(flips.len(), 31);
    let mut engine = create("chuhe", 1, 1);
    for &flip in &flips {
        let request = Request { only: vec![flip], ..Request::to_depth(2) };
        let answer = choose(engine.as_mut(), &position, &request);
        assert_eq!((answer.ply(), answer.depth), (Some(flip), 2));
        assert!(answer.chance_nodes > 0);
    }
    assert_eq!(lines(text, 2, 20).lines.len(), 20);
    assert_eq!(lines(text, 1, 100).lines.len(), 31);
}

#[test]
fn only_the_plies_asked_for_are_answered_by_every_profile() {
    for (profile, _) in PROFILES {
        for text in BENCH_POSITIONS.iter().step_by(2) {
            let legal = game(text).position().legal_plies();
            for only in [vec![legal[0]], vec![legal[legal.len() - 1], legal[legal.len() / 2]]] {
                let request = Request { only: only.clone(), ..Request::of_nodes(3_000) };
                let answer = choose(create(profile, 1, 1).as_mut(), &game(text), &request);
                assert!(only.contains(&answer.ply().unwrap()), "{profile} in {text}: {answer:?}");
            }
        }
        let start = BanqiGame::new(Default::default());
        let only = vec![start.position().flips()[17]];
        let request = Request { only: only.clone(), ..Request::of_nodes(100) };
        let answer = choose(create(profile, 1, 1).as_mut(), &start, &request);
        assert_eq!(answer.ply(), Some(only[0]), "{profile}");
    }
}

#[test]
fn a_ply_asked_for_is_searched_as_deep_as_a_free_search() {
    let left = Duration::from_secs(60);
    let clock = ClockTime { left, increment: Duration::ZERO, moves_to_go: None };
    let limits = Limits { clock: Some(clock), depth: Some(7), ..Limits::default() };
    let run = |text: &str, only: &[Ply]| {
        let request = Request { only: only.to_vec(), ..Request::within(limits.clone()) };
        choose(create("chuhe", 1, 1).as_mut(), &game(text), &request)
    };
    for text in BENCH_POSITIONS.iter().step_by(4) {
        let free = run(text, &[]);
        let ply = *game(text).position().legal_plies().last().unwrap();
        assert_eq!((free.depth, run(text, &[ply]).depth), (7, 7), "{text}");
    }
    for profile in ["ntu-2018", "foodchain-2010", "static-2008"] {
        let only = vec![game(BENCH_POSITIONS[12]).position().legal_plies()[0]];
        let request = Request { only, ..Request::within(limits.clone()) };
        let answer = choose(create(profile, 1, 1).as_mut(), &game(BENCH_POSITIONS[12]), &request);
        assert_eq!(answer.depth, 7, "{profile}: {answer:?}");
    }
    // A ply without an alternative needs no thought.
    let legal = game("8/8/R7/p1R5 b").position().legal_plies();
    assert_eq!(legal.len(), 1, "{legal:?}");
    assert_eq!(run("8/8/R7/p1R5 b", &[]).depth, 1);
    assert!(run("8/8/R7/p1R5 b", &legal).depth > 1);
}

#[test]
fn before_the_first_flip_lines_are_squares_without_a_search() {
    let start = BanqiGame::new(Default::default());
    let mut engine = create("chuhe", 1, 1);
    let corner = choose(engine.as_mut(), &start, &Request::of_nodes(1_000));
    assert_eq!(plies(&corner), ["a1a1"]);
    assert_eq!((corner.nodes, corner.score()), (0, Score::DRAW));
    let request = Request { lines: 40, ..Request::default() };
    let all = choose(engine.as_mut(), &start, &request);
    assert_eq!((all.lines.len(), all.nodes), (32, 0));
    assert_sorted(&all, "the start");
    let only = start.position().flips()[5..8].to_vec();
    let request = Request { lines: 2, only: only.clone(), ..Request::default() };
    let some = choose(engine.as_mut(), &start, &request);
    assert_eq!(plies(&some), [only[0].to_string(), only[1].to_string()]);
    engine.set_option("MultiPV", "4").unwrap();
    assert_eq!(choose(engine.as_mut(), &start, &Request::default()).lines.len(), 4);
}

#[test]
fn a_chase_too_many_is_a_loss_among_the_lines_and_never_the_only_line() {
    let rules: BanqiRules = "repetition=off long_chase=3".parse().unwrap();
    let mut game = BanqiGame::from_position(rules, "8/8/7c/K5R1 r".parse().unwrap(), 0);
    for text in "g1g2 h2h1 g2g1 h1h2".split_whitespace() {
        let played = coordinate::read(text).unwrap();
        game.play(played.ply, played.reveal).unwrap();
    }
    let chase = coordinate::read_ply("g1g2").unwrap();
    let mut engine = create("chuhe", 1, 1);
    let best = choose(engine.as_mut(), &game, &Request::to_depth(4));
    assert_ne!(best.ply(), Some(chase));
    let request = Request { lines: 50, ..Request::to_depth(4) };
    let all = choose(engine.as_mut(), &game, &request);
    let line = all.lines.iter().find(|line| line.plies[0] == chase).unwrap();
    assert_eq!(line.score, Score::rule_loss_in(1), "{all:?}");
    let request = Request { only: vec![chase], ..Request::to_depth(4) };
    assert_eq!(choose(engine.as_mut(), &game, &request).score(), Score::rule_loss_in(1));
}
