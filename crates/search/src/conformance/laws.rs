//! The laws, one function each.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use game::{Game, Position, Rng, Rules};

use super::hosts::Counting;
use super::{Boxed, GameOf, PlyOf, Subject};
use crate::book::{Book, Moment, Told};
use crate::engine::{Answer, Line, Report, Request, Source};
use crate::host::Unattended;
use crate::limits::Limits;
use crate::options::OptionKind;
use crate::tt::Bound;
use crate::witness::{Finding, Witness};

/// Enough to be in the middle of a search.
const NODES: u64 = 20_000;
/// More than an iteration between two looks at the clock.
const FEW_YIELDS: u64 = 4;

type Found<S> = Answer<PlyOf<S>>;

fn ask<S: Subject>(
    engine: &mut Boxed<S>,
    game: &GameOf<S>,
    request: &Request<PlyOf<S>>,
) -> Found<S> {
    engine.search(game, request, &Unattended, &mut |_| {})
}

fn name<S: Subject>(engine: &Boxed<S>, game: &GameOf<S>) -> String {
    format!("{} in {}", engine.profile(), game.position())
}

/// Whether a search need not use what it may: the game is decided.
fn decided<S: Subject>(found: &Found<S>) -> bool {
    found.score().is_decided()
}

/// Every answer is legal, whatever little it may look at, and so is its whole line.
pub fn legal_answers<S: Subject>(subject: &S) {
    let mut engine = subject.engine();
    for game in subject.games() {
        for request in [Request::of_nodes(1), Request::to_depth(1), Request::of_nodes(2_000)] {
            let found = ask::<S>(&mut engine, &game, &request);
            let who = name::<S>(&engine, &game);
            let ply = found.ply().unwrap_or_else(|| panic!("no ply by {who}"));
            assert!(game.position().is_legal(ply), "{ply} is not legal: {who}");
            check_line(&game, &found.lines[0], &who);
        }
    }
}

fn check_line<P: Position, R: Rules<P>>(game: &Game<P, R>, line: &Line<P::Ply>, who: &str) {
    let mut game = game.clone();
    for (number, &ply) in line.plies.iter().enumerate() {
        let reveals = game.position().reveals(ply);
        let last = number + 1 == line.plies.len();
        assert!(reveals.len() == 1 || last, "a line goes on behind chance: {who}");
        game.play_on(ply, reveals[0].0)
            .unwrap_or_else(|error| panic!("{error} in the line of {who}"));
    }
}

/// No iteration deeper than asked for, and that one is finished.
pub fn depth<S: Subject>(subject: &S) {
    let mut engine = subject.engine();
    for game in subject.games() {
        for depth in 1..=4 {
            let mut deepest = 0;
            let request = Request::to_depth(depth);
            let found = engine.search(&game, &request, &Unattended, &mut |report| {
                deepest = deepest.max(report.depth);
            });
            let who = name::<S>(&engine, &game);
            assert!(deepest <= depth && found.depth <= depth, "{deepest} for {depth}: {who}");
            let whole = !subject.deepens() || found.depth == depth || decided::<S>(&found);
            assert!(whole, "depth {} of {depth}: {who}", found.depth);
        }
    }
}

/// Nodes within a hundredth, and all of them used by an engine that deepens.
pub fn nodes<S: Subject>(subject: &S) {
    for threads in ["1", "2"] {
        let mut engine = subject.engine();
        engine.set_option("Threads", threads).expect("two threads");
        for game in subject.games() {
            for wanted in [1_000, NODES] {
                engine.new_game();
                let found = ask::<S>(&mut engine, &game, &Request::of_nodes(wanted));
                let who = format!("{} of {wanted} by {}", found.nodes, name::<S>(&engine, &game));
                assert!(found.nodes * 100 <= wanted * 101, "too many nodes: {who}");
                let used = found.nodes * 100 >= wanted * 99;
                let all = used || !subject.deepens() || decided::<S>(&found);
                assert!(all, "too few nodes: {who}");
            }
        }
    }
}

/// After a soft limit the iteration is finished and no other begun.
pub fn soft_nodes<S: Subject>(subject: &S) {
    if !subject.deepens() {
        return;
    }
    let mut engine = subject.engine();
    for game in subject.games() {
        engine.new_game();
        let limits = Limits { soft_nodes: Some(2_000), ..Limits::default() };
        let found = ask::<S>(&mut engine, &game, &Request::within(limits));
        engine.new_game();
        let same = ask::<S>(&mut engine, &game, &Request::to_depth(found.depth));
        let who = name::<S>(&engine, &game);
        assert_eq!((&found.lines, found.depth), (&same.lines, found.reached), "{who}");
        assert!(found.nodes + 512 >= 2_000 || decided::<S>(&found), "{}: {who}", found.nodes);
    }
}

/// A fixed time is used and not exceeded, by the host's clock.
pub fn time<S: Subject>(subject: &S) {
    let mut engine = subject.engine();
    let tick = Duration::from_micros(500);
    for game in subject.games() {
        let host = Counting::new(tick, 10_000);
        let movetime = Some(Duration::from_millis(100));
        let request = Request::within(Limits { movetime, ..Limits::default() });
        let found = engine.search(&game, &request, &host, &mut |_| {});
        let who = format!("{} yields by {}", host.yields(), name::<S>(&engine, &game));
        assert!(host.yields() <= 200 + FEW_YIELDS, "too long: {who}");
        let used = host.yields() >= 180 || !subject.deepens() || decided::<S>(&found);
        assert!(used, "too short: {who}");
    }
}

/// With a clock that stands still no time passes: only the host's stop ends it.
pub fn only_the_given_clock<S: Subject>(subject: &S) {
    if !subject.deepens() {
        return;
    }
    let mut engine = subject.engine();
    let game = &subject.games()[0];
    let host = Counting::new(Duration::ZERO, 400);
    let movetime = Some(Duration::from_nanos(1));
    let request = Request::within(Limits { movetime, ..Limits::default() });
    engine.search(game, &request, &host, &mut |_| {});
    let who = name::<S>(&engine, game);
    assert!(host.yields() >= 400, "another clock was read after {}: {who}", host.yields());
}

/// After the host has said stop, each thread comes to at most a few more yield
/// points, and an answer is there.
pub fn stop<S: Subject>(subject: &S) {
    for threads in 1..=2 {
        let mut engine = subject.engine();
        engine.set_option("Threads", &threads.to_string()).expect("two threads");
        for game in subject.games() {
            for stop_at in [1, 2, 50] {
                let host = Counting::new(Duration::ZERO, stop_at);
                let found = engine.search(&game, &Request::default(), &host, &mut |_| {});
                let who = name::<S>(&engine, &game);
                assert!(found.ply().is_some(), "no ply after a stop: {who}");
                let most = stop_at + threads * FEW_YIELDS;
                assert!(host.yields() <= most, "{} after {stop_at}: {who}", host.yields());
            }
        }
    }
}

/// The yield point is reached every few hundred nodes, whatever the limits.
pub fn yields<S: Subject>(subject: &S) {
    let mut engine = subject.engine();
    let limits = [
        Limits { nodes: Some(NODES), ..Limits::default() },
        Limits { depth: Some(5), ..Limits::default() },
        Limits { depth: Some(5), movetime: Some(Duration::from_secs(99)), ..Limits::default() },
    ];
    for game in subject.games() {
        for limits in &limits {
            engine.new_game();
            let host = Counting::new(Duration::ZERO, u64::MAX);
            let request = Request::within(limits.clone());
            let found = engine.search(&game, &request, &host, &mut |_| {});
            let most = found.nodes / 512 + 1;
            let who = name::<S>(&engine, &game);
            let count = host.yields();
            assert!(count >= most.min(found.nodes), "{count} in {} nodes: {who}", found.nodes);
        }
    }
}

/// One thread and a number of nodes: the same answer by a fresh engine, and by the
/// same one after it has forgotten.
pub fn same_answer_twice<S: Subject>(subject: &S) {
    for level in ["10", "2"] {
        let (mut one, mut other) = (subject.engine(), subject.engine());
        for engine in [&mut one, &mut other] {
            engine.set_option("Skill Level", level).expect("levels are 1 to 10");
        }
        for game in subject.games() {
            let request = Request { seed: 7, ..Request::of_nodes(NODES) };
            let first = ask::<S>(&mut one, &game, &request);
            let who = name::<S>(&one, &game);
            one.new_game();
            other.new_game();
            assert_eq!(first, ask::<S>(&mut one, &game, &request), "forgetting: {who}");
            assert_eq!(first, ask::<S>(&mut other, &game, &request), "a fresh one: {who}");
            one.new_game();
        }
    }
}

/// The lines an engine told last, by number.
fn told_lines<S: Subject>(
    engine: &mut Boxed<S>,
    game: &GameOf<S>,
    request: &Request<PlyOf<S>>,
) -> (Vec<Line<PlyOf<S>>>, Found<S>) {
    let mut told: Vec<Line<PlyOf<S>>> = Vec::new();
    let found = engine.search(game, request, &Unattended, &mut |report: &Report<'_, _>| {
        if let Some(line) = report.line.filter(|line| line.bound == Bound::Exact) {
            told.truncate(line.number - 1);
            told.push(line.line.clone());
        }
    });
    (told, found)
}

/// Lines are sorted, begin differently, and are those told last.
pub fn lines<S: Subject>(subject: &S) {
    let mut engine = subject.engine();
    for game in subject.games() {
        for wanted in 1..=4 {
            let plies = game.position().legal_plies().len();
            let request = Request { lines: wanted, ..Request::to_depth(4) };
            let (told, found) = told_lines::<S>(&mut engine, &game, &request);
            let who = format!("{wanted} lines by {}", name::<S>(&engine, &game));
            let expected = if subject.has_lines() { wanted.min(plies) } else { 1 };
            assert_eq!(found.lines.len(), expected, "{who}");
            assert!(found.lines.is_sorted_by_key(|line| -line.score.get()), "{who}: {found:?}");
            let mut first: Vec<_> = found.lines.iter().map(|line| line.plies[0]).collect();
            first.sort();
            first.dedup();
            assert_eq!(first.len(), found.lines.len(), "{who}");
            if let Some(best) = told.first() {
                assert_eq!(best, &found.lines[0], "told last and answered: {who}");
            }
        }
    }
}

/// Only what is asked for is answered, and searched as deeply as a free choice: the
/// tree of one ply may be wilder than that of the best, so one iteration is allowed.
pub fn only<S: Subject>(subject: &S) {
    let mut engine = subject.engine();
    for game in subject.games() {
        engine.new_game();
        let free = ask::<S>(&mut engine, &game, &Request::of_nodes(NODES));
        let plies = game.position().legal_plies();
        for &ply in plies.iter().step_by(plies.len().div_ceil(4)) {
            engine.new_game();
            let request = Request { only: vec![ply], ..Request::of_nodes(NODES) };
            let found = ask::<S>(&mut engine, &game, &request);
            let who = format!("{ply} by {}", name::<S>(&engine, &game));
            assert_eq!(found.ply(), Some(ply), "{who}");
            let deep =
                found.reached + 1 >= free.depth || !subject.deepens() || decided::<S>(&found);
            assert!(deep, "{} instead of {}: {who}", found.reached, free.depth);
        }
    }
}

/// Options that are listed are accepted with their own values; others are not.
pub fn options<S: Subject>(subject: &S) {
    let mut engine = subject.engine();
    let listed = engine.options();
    for option in &listed {
        let (good, bad) = match &option.kind {
            OptionKind::Number { value, min, max } => {
                assert!((min..=max).contains(&value), "{option:?}");
                (vec![value.to_string()], vec![(max + 1).to_string(), "many".to_owned()])
            }
            OptionKind::Button => (vec![String::new()], Vec::new()),
            OptionKind::Text { value } => (vec![value.clone()], vec!["no-such-thing".to_owned()]),
        };
        for value in good {
            let set = engine.set_option(&option.name.to_uppercase(), &value);
            assert_eq!(set, Ok(()), "{} = {value}", option.name);
        }
        for value in bad {
            assert!(engine.set_option(option.name, &value).is_err(), "{} = {value}", option.name);
        }
    }
    assert_eq!(engine.options(), listed, "setting what is set changes nothing");
    let error = engine.set_option("No Such Option", "1").expect_err("there is no such option");
    assert!(listed.iter().all(|option| error.to_string().contains(option.name)), "{error}");
}

/// Parameters that are set are read back, out of range they are refused, and back at
/// their old values the engine is the old one.
pub fn params<S: Subject>(subject: &S) {
    let mut engine = subject.engine();
    let before = engine.params();
    let game = &subject.games()[0];
    let answer = ask::<S>(&mut engine, game, &Request::of_nodes(NODES));
    for spec in before.specs() {
        let known = ["search.", "eval.", "patterns."];
        assert!(known.iter().any(|prefix| spec.name.starts_with(prefix)), "{spec:?}");
        assert!(spec.step > 0 && spec.min <= spec.max, "{spec:?}");
    }
    let mut changed = before.clone();
    let values: Vec<i32> = before
        .specs()
        .iter()
        .zip(before.values())
        .map(
            |(spec, &value)| {
                if value < spec.max { (value + spec.step).min(spec.max) } else { spec.min }
            },
        )
        .collect();
    changed.assign(&values).expect("values of their ranges");
    engine.set_params(&changed).expect("its own parameters");
    assert_eq!(engine.params().values(), changed.values());
    engine.set_params(&before).expect("its own parameters");
    assert_eq!(engine.params().values(), before.values());
    engine.new_game();
    let who = name::<S>(&engine, game);
    assert_eq!(ask::<S>(&mut engine, game, &Request::of_nodes(NODES)), answer, "{who}");
}

/// A book that always says the same.
struct Fixed<Ply>(Option<Ply>);

impl<P: Position> Book<P> for Fixed<P::Ply> {
    fn choose(&self, _: &P, _: &Moment<'_>, _: &mut Rng) -> Option<Told<P::Ply>> {
        self.0.map(|ply| Told { ply, why: "always the same".to_owned() })
    }
}

/// A book is asked when it may answer, and only then; what is not legal is not
/// played.
pub fn book<S: Subject>(subject: &S) {
    let games = subject.games();
    let plies: Vec<PlyOf<S>> =
        games.iter().flat_map(|game| game.position().legal_plies()).collect();
    for game in &games {
        let mut engine = subject.engine();
        let legal = *game.position().legal_plies().last().expect("the games are not over");
        let request = Request { book: true, ..Request::of_nodes(1_000) };
        let without = Request { book: false, ..request.clone() };
        let free = ask::<S>(&mut engine, game, &without);
        engine.set_book(Some(Arc::new(Fixed(Some(legal)))));
        let found = ask::<S>(&mut engine, game, &request);
        let who = name::<S>(&engine, game);
        assert_eq!((found.ply(), found.source), (Some(legal), Source::Book), "{who}");
        assert_eq!(found.remark.as_deref(), Some("always the same"), "{who}");
        engine.new_game();
        assert_eq!(ask::<S>(&mut engine, game, &without), free, "an analysis: {who}");
        let illegal = plies.iter().copied().find(|&ply| !game.position().is_legal(ply));
        engine.set_book(Some(Arc::new(Fixed(illegal))));
        engine.new_game();
        assert_eq!(ask::<S>(&mut engine, game, &request), free, "an illegal ply: {who}");
    }
}

/// An explanation adds up.
pub fn explanation<S: Subject>(subject: &S) {
    let engine = subject.engine();
    for game in subject.games() {
        if let Some(explanation) = engine.explain(&game) {
            assert!(explanation.adds_up(), "{explanation} {}", name::<S>(&engine, &game));
        }
    }
}

/// What was played before the root counts.
pub fn repetition_across_the_root<S: Subject>(subject: &S) {
    let mut engine = subject.engine();
    for [with, without] in subject.repetitions() {
        assert_eq!(with.position(), without.position(), "the subject's own games differ");
        let mut values = |game: &GameOf<S>| {
            engine.new_game();
            let found = ask::<S>(&mut engine, game, &Request::to_depth(4));
            (found.ply(), found.score())
        };
        let (by_game, by_position) = (values(&with), values(&without));
        let who = name::<S>(&engine, &with);
        assert_ne!(by_game, by_position, "the way to the root does not count: {who}");
    }
}

/// Notes everything it is told.
struct Notes<P>(Mutex<Vec<(P, Finding)>>);

impl<P: Position> Witness<P> for Notes<P> {
    fn least_depth(&self) -> i32 {
        2
    }

    fn found(&self, position: &P, finding: &Finding) {
        self.0.lock().expect("nobody panics here").push((position.clone(), *finding));
    }
}

/// A witness changes nothing, and is told of undecided positions below the root only.
pub fn witness<S: Subject>(subject: &S) {
    for game in subject.games() {
        let request = Request::of_nodes(NODES);
        let alone = ask::<S>(&mut subject.engine(), &game, &request);
        let notes = Arc::new(Notes(Mutex::default()));
        let mut watched = subject.engine();
        watched.set_witness(Some(notes.clone()));
        let found = ask::<S>(&mut watched, &game, &request);
        let who = name::<S>(&watched, &game);
        assert_eq!(
            (found.ply(), found.score(), found.nodes),
            (alone.ply(), alone.score(), alone.nodes),
            "{who}"
        );
        for (position, finding) in notes.0.lock().expect("nobody panics here").iter() {
            let fine = finding.depth >= 2
                && finding.bound != Bound::None
                && !finding.score.is_decided()
                && !finding.eval.is_decided()
                && !position.legal_plies().is_empty();
            assert!(fine, "{finding:?} of {position}: {who}");
        }
    }
}
