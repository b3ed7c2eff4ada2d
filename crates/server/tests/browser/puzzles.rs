//! Puzzles as a person solves them: ten of them with a failure that comes back, hints, the
//! proof; by keyboard, on a phone and in three languages.

use browser::Size;
use puzzles::GameKind;
use puzzles::shipped::shipped;
use serde_json::{Value, json};

use crate::house::House;
use crate::layout::speak;
use crate::person::{Person, square};

/// The solution of the puzzle that is open, as the shipped set has it.
fn solution(person: &Person) -> Vec<String> {
    let id = person.attribute("task", "data-puzzle");
    let all = GameKind::ALL.into_iter().flat_map(shipped);
    let puzzle = all.into_iter().find(|puzzle| puzzle.id == id).expect("a shipped puzzle");
    puzzle.line.iter().map(ToString::to_string).collect()
}

fn state(person: &Person) -> String {
    person.attribute("task", "data-state")
}

/// Moves or flips on the board.
fn touch(person: &Person, ply: &str) {
    let from = &ply[..2];
    person.click_on(&square(from));
    let to = ply.get(2..4).filter(|to| *to != from && !ply.contains('='));
    if let Some(to) = to {
        person.click_on(&square(to));
    }
}

/// Waits until the page has heard from the server.
fn settled(person: &Person) {
    person.wait("!document.querySelector('[data-test=next]').disabled");
}

/// Plays the solution to its end.
fn solve(person: &Person) {
    let line = solution(person);
    for ply in line.iter().step_by(2) {
        let before = person.attribute("task", "data-plies");
        touch(person, ply);
        person.wait(&format!(
            "document.querySelector('[data-test=task]').dataset.plies !== '{before}'"
        ));
        settled(person);
    }
    person.sees_some("[data-test=task][data-state=solved]");
}

/// A ply of a piece of one's own that is not the solution.
fn wrong_ply(person: &Person) -> String {
    let right = solution(person).remove(0);
    let attempt = person.ask("GET", "/api/puzzles?game=xiangqi", &Value::Null)["attempt"].clone();
    let legal = attempt["board"]["legal"].as_object().expect("plies").clone();
    let plies = legal.iter().flat_map(|(from, targets)| {
        let targets = targets.as_array().expect("a list").iter();
        targets.map(move |to| format!("{from}{}", to.as_str().expect("a square")))
    });
    plies.into_iter().find(|ply| *ply != right).expect("a wrong ply")
}

fn next(person: &Person) {
    let before = person.value("document.querySelector('[data-test=task]')?.dataset.puzzle ?? ''");
    person.click("next");
    person.wait(&format!(
        "(document.querySelector('[data-test=task]')?.dataset.puzzle ?? '') !== {before}"
    ));
    settled(person);
}

#[test]
fn ten_puzzles_with_a_failure_that_comes_back() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/puzzles");
    person.sees("no-attempt");
    person.click("choose-puzzles");
    person.choose("goal-choice", "gain");
    next(&person);
    // The first one is missed.
    let missed = person.attribute("task", "data-puzzle");
    touch(&person, &wrong_ply(&person));
    person.sees_some("[data-test=verdict][data-kind=bad]");
    person.sees_some("[data-test=rating-change][data-score=\"0\"]");
    assert_eq!(state(&person), "open", "and may still be solved");
    solve(&person);
    person.sees("review");
    let low: f64 = person.attribute("rating", "data-rating").parse().unwrap();
    assert!(low < 1200.0);
    person.choose("goal-choice", "mate");
    for number in 1..=9 {
        next(&person);
        assert_ne!(person.attribute("task", "data-puzzle"), missed);
        solve(&person);
        person.wait(&format!(
            "document.querySelector('[data-test=streak]').textContent.trim().startsWith('{number}')"
        ));
    }
    let high: f64 = person.attribute("rating", "data-rating").parse().unwrap();
    assert!(high > low);
    person.reload();
    assert!(person.text("tries").starts_with("9 of 10"), "{}", person.text("tries"));
    // What was missed comes back, and goes when it is solved.
    person.click("review");
    person.sees_some(&format!("[data-test=task][data-puzzle={missed}][data-state=open]"));
    solve(&person);
    person.sees_no("review");
    assert!(person.text("failures").starts_with("0 now, 1 later"), "{}", person.text("failures"));
    // Numbers on the page are those of the library.
    let about = person.ask("GET", "/api/puzzles?game=xiangqi", &Value::Null);
    assert_eq!((&about["tries"], &about["solved"]), (&json!(11), &json!(10)));
    assert_eq!(about["history"].as_array().map(Vec::len), Some(11));
}

#[test]
fn a_hint_in_two_steps_and_the_proof() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/puzzles");
    person.click("choose-puzzles");
    person.choose("goal-choice", "gain");
    next(&person);
    person.sees_no("proof");
    person.click("puzzle-hint");
    let first = solution(&person).remove(0);
    person.wait(&format!(
        "document.querySelector('[data-test=verdict]').textContent.includes('{}')",
        &first[..2]
    ));
    assert_eq!(person.count(".arrow"), 0, "the first step shows the piece alone");
    person.click("puzzle-hint");
    person.sees_some(".arrow.hint");
    person.click("give-up");
    person.sees("proof");
    assert_eq!(state(&person), "shown");
    let moves = person.count("[data-test=proof-move]");
    assert!(moves > 3, "{moves} moves of a proof");
    // A move of the proof is shown on the board, and again as it was.
    let before = person.value("document.querySelectorAll('[data-piece]').length + document.querySelector('chuhe-board').textContent");
    person.click("proof-move");
    person.sees_some("[data-test=proof-move][aria-current=true]");
    person.click("proof-move");
    person.wait("document.querySelector('[data-test=proof-move][aria-current=true]') === null");
    let after = person.value("document.querySelectorAll('[data-piece]').length + document.querySelector('chuhe-board').textContent");
    assert_eq!(before.as_str().map(str::len).is_some(), after.as_str().map(str::len).is_some());
}

#[test]
fn dark_chess_has_puzzles_too() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/puzzles?game=banqi");
    person.click("choose-puzzles");
    for goal in ["gain", "win", "draw"] {
        person.choose("goal-choice", goal);
        next(&person);
        solve(&person);
        person.sees("proof");
    }
    person.click("puzzles-xiangqi");
    person.sees_some(".puzzles.xiangqi");
    person.sees("no-attempt");
}

#[test]
fn puzzles_by_keyboard_and_in_three_languages() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    person.go("/puzzles");
    person.tab_to("[data-test=next]");
    person.key("Enter");
    person.sees("task");
    settled(&person);
    for (language, title) in [("zh-Hant", "習題"), ("zh-Hans", "习题"), ("en", "Puzzles")] {
        speak(&person, language);
        person.reload();
        person.wait(&format!("document.querySelector('h1').textContent === '{title}'"));
        let raw = person.value("/puzzles\\.[a-z]/.test(document.body.innerText)");
        assert_eq!(raw, false, "{language}: a text has no words");
    }
    // Every control has a name.
    let nameless = person.value(
        "[...document.querySelectorAll('main button, main select, main input, main summary')]\
         .filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length)).length",
    );
    assert_eq!(nameless, 0);
    person.tab_to("[data-test=give-up]");
    person.key("Enter");
    person.sees("proof");
    assert_eq!(state(&person), "shown");
}

#[test]
fn more_puzzles_come_from_ones_own_games() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/puzzles");
    // A finished game of one's own: two rooks against a bare king, given up in the end.
    let human = json!({ "kind": "human" });
    let wanted = json!({ "game": "xiangqi", "first": human, "second": human,
        "start": "4k4/9/9/9/9/9/9/9/RR7/3K5 w" });
    let mut game = person.ask("POST", "/api/games", &wanted);
    let path = format!("/api/games/{}", game["id"].as_str().expect("an id"));
    for ply in ["a1a9", "e9e8"] {
        let body = json!({ "ply": ply, "revision": game["revision"] });
        game = person.ask("POST", &format!("{path}/play"), &body);
    }
    let body = json!({ "seat": "second", "revision": game["revision"] });
    person.ask("POST", &format!("{path}/resign"), &body);
    person.click("make");
    person.sees_some("[data-test=making][data-state=done]");
    assert!(person.text("made").starts_with("1 puzzle"), "{}", person.text("made"));
    person.click("choose-puzzles");
    person.click("own-only");
    next(&person);
    person.sees("goal");
    assert_eq!(person.text("goal"), "Mate in 3 moves");
}
