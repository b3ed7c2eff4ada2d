//! Matches between engines as somebody at the page meets them: set up, watched, broken
//! off by a killed server, gone on with, replayed.

use arena::stats::{GameResult, Pentanomial, Sprt};
use browser::Size;
use serde_json::{Value, json};

use crate::house::House;
use crate::lasting::other_process;
use crate::person::Person;

/// Sets up a match of simple players and starts it.
fn start_match(person: &Person, games: &str, test: Option<&str>) {
    person.go("/arena");
    person.choose("match-one", "greedy");
    person.choose("match-other", "random");
    person.choose("match-openings", "4");
    person.fill("match-games", games);
    person.key("Tab");
    if let Some(test) = test {
        person.choose("match-test", test);
    }
    person.click("match-start");
    person.sees("page-match");
}

/// Waits until so many games are told on the page of a match.
fn sees_games(person: &Person, least: u32) {
    person.wait(&format!(
        "Number(document.querySelector('[data-test=run-page]').dataset.done) >= {least}"
    ));
}

fn run_id(person: &Person) -> String {
    person.value("location.pathname.split('/')[2]").as_str().expect("a run").to_owned()
}

/// The saved games, counted by pair from the view of `greedy`, and their numbers.
fn counted(person: &Person) -> (Pentanomial, Vec<u32>) {
    let path = format!("/api/runs/{}/record", run_id(person));
    let text = person.value(&format!("fetch('{path}').then((r) => r.text())"));
    let read = records::read_text(text.as_str().expect("a text"), play::GameKind::Xiangqi);
    let mut games: Vec<(u32, GameResult)> = read
        .games
        .iter()
        .map(|game| {
            let red = match game.result {
                records::GameResult::First => GameResult::Win,
                records::GameResult::Second => GameResult::Loss,
                _ => GameResult::Draw,
            };
            let is_red = game.header("Red") == Some("greedy");
            let number = game.header("Round").and_then(|round| round.parse().ok());
            (number.expect("a number"), if is_red { red } else { red.reversed() })
        })
        .collect();
    games.sort_by_key(|(number, _)| *number);
    let mut pairs = Pentanomial::default();
    for pair in games.chunks_exact(2) {
        pairs.add_pair(pair[0].1, pair[1].1);
    }
    (pairs, games.into_iter().map(|(number, _)| number).collect())
}

/// A number that the page shows, as the page got it.
fn shown(person: &Person, test: &str) -> f64 {
    person.attribute(test, "data-value").parse().unwrap_or(f64::INFINITY)
}

#[test]
fn a_match_is_set_up_watched_and_replayed() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    start_match(&person, "60", Some("custom"));
    person.sees("llr-curve");
    // The curve grows while one looks.
    person.wait("Number(document.querySelector('[data-test=llr-curve]').dataset.points) >= 2");
    person.sees("run-game-open");
    person.wait("document.querySelector('[data-test=run-state]').dataset.state === 'done'");
    let (pairs, numbers) = counted(&person);
    assert_eq!(numbers, (1..=numbers.len() as u32).collect::<Vec<_>>());
    let elo = shown(&person, "run-elo");
    let expected = pairs.strength().elo.value;
    assert!(elo == expected || (elo - expected).abs() < 1e-9, "{elo} {expected}");
    let sprt: Sprt = "elo0=0,elo1=5,alpha=0.05,beta=0.05".parse().expect("a test");
    assert!((shown(&person, "run-llr") - sprt.llr(&pairs)).abs() < 1e-9);
    assert_eq!(
        person.text("run-pairs"),
        pairs.counts().map(|count| count.to_string()).join(" · "),
        "pairs by points"
    );
    person.click("run-game-open");
    person.sees("page-analyse");
    person.sees("moves");
    assert!(person.count("[data-test=move]") > 0, "the game can be replayed");
}

#[test]
fn a_killed_server_goes_on_with_the_match_and_counts_every_game_once() {
    let Some(mut house) = House::empty() else { return };
    let server = other_process(&mut house);
    let person = house.person(Size::DESKTOP);
    person.forgive();
    start_match(&person, "400", None);
    sees_games(&person, 4);
    drop(server);
    person.sees("offline");
    let _server = other_process(&mut house);
    person.sees_no("offline");
    // Nobody reloads and nobody presses a button: the page hears of it by itself.
    sees_games(&person, 400);
    person.wait("document.querySelector('[data-test=run-state]').dataset.state === 'done'");
    let (pairs, numbers) = counted(&person);
    assert_eq!(numbers, (1..=400).collect::<Vec<_>>(), "every game once");
    let (elo, expected) = (shown(&person, "run-elo"), pairs.strength().elo.value);
    assert!(elo == expected || (elo - expected).abs() < 1e-9, "{elo} {expected}");
}

#[test]
fn a_match_is_stopped_goes_on_and_is_deleted() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    start_match(&person, "20000", None);
    sees_games(&person, 1);
    let other = house.another_tab(&person);
    other.go("/arena");
    other.sees_some("[data-test=run-state][data-state=running]");
    person.to_front();
    person.click("run-stop");
    person.sees("run-resume");
    let done: u64 = person.attribute("run-page", "data-done").parse().expect("a number");
    other.to_front();
    other.sees_some("[data-test=run-state][data-state=stopped]");
    person.to_front();
    person.click("run-resume");
    sees_games(&person, done as u32 + 1);
    person.click("run-stop");
    person.click("run-delete");
    person.click("confirm-yes");
    person.sees("page-arena");
    person.sees("no-runs");
    assert_eq!(person.ask("GET", "/api/runs", &Value::Null)["runs"], json!([]));
}
