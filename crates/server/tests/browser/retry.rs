//! Retry your mistakes: after a lost game back to where it went wrong.

use browser::Size;
use serde_json::{Value, json};

use crate::house::House;
use crate::layout::speak;
use crate::person::{Person, square};

/// A game in which red leaves a rook where the other takes it, and loses.
fn blundered(person: &Person) -> String {
    person.go("/");
    let human = json!({ "kind": "human" });
    let engine = json!({ "kind": "engine", "profile": "chuhe", "level": 1 });
    // The black rook takes whatever stands loose; red could have taken it first.
    let wanted = json!({ "game": "xiangqi", "first": human, "second": engine,
        "start": "3k5/9/9/r8/9/9/9/9/9/R3K4 w" });
    let game = person.ask("POST", "/api/games", &wanted);
    let id = game["id"].as_str().expect("an id").to_owned();
    let body = json!({ "ply": "e0e1", "revision": game["revision"] });
    person.ask("POST", &format!("/api/games/{id}/play"), &body);
    person.go(&format!("/play/{id}"));
    person.sees("ply-2");
    person.click("resign");
    person.click("confirm-yes");
    person.sees("result");
    id
}

#[test]
fn a_mistake_is_found_and_made_good() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    blundered(&person);
    person.click("retry");
    person.sees("page-retry");
    person.sees("retry-task");
    assert_eq!(person.attribute("retry-task", "data-played"), "e0e1");
    assert_eq!(person.attribute("retry-task", "data-best"), "a0a6");
    // What was played is no better the second time.
    person.click_on(&square("e0"));
    person.click_on(&square("e1"));
    person.sees_some("[data-test=retry-verdict][data-worth=same]");
    // Another weak move is judged by a search of its own.
    person.click("retry-again");
    person.click_on(&square("a0"));
    person.click_on(&square("a1"));
    person.sees_some(
        "[data-test=retry-verdict][data-worth=worse], [data-test=retry-verdict][data-worth=better]",
    );
    person.click("retry-again");
    person.click_on(&square("a0"));
    person.click_on(&square("a6"));
    person.sees_some("[data-test=retry-verdict][data-worth=best]");
    assert!(person.text("retry-mended").starts_with("1 of 1"));
    // The review on the analysis page says the same.
    person.click("retry-play");
    person.sees("page-play");
    let game = person.ask("GET", &format!("/api/games/{}", person.game_id()), &Value::Null);
    assert!(game["board"]["fen"].as_str().unwrap().starts_with("3k5/9/9/r8/9/9/9/9/9/R3K4 w"));
}

#[test]
fn the_better_move_is_shown_on_a_phone_in_chinese() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    let id = blundered(&person);
    speak(&person, "zh-Hans");
    person.go(&format!("/retry/{id}"));
    person.sees("retry-task");
    person.tab_to("[data-test=retry-show]");
    person.key("Enter");
    person.sees_some(".arrow.best");
    let wide = person.value("document.documentElement.scrollWidth <= innerWidth");
    assert_eq!(wide, true);
    let raw = person.value("/retry\\.[a-z]/.test(document.body.innerText)");
    assert_eq!(raw, false);
}
