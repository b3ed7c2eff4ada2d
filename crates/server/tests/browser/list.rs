//! The list of games: names and searching. And what a person is told about the
//! rules and the end of a game.

use browser::Size;
use serde_json::json;

use crate::house::House;
use crate::person::Person;

/// A new game of somebody against an engine, or of two people.
fn game(person: &Person, kind: &str, second: &serde_json::Value, start: Option<&str>) -> String {
    let mut wanted = json!({ "game": kind, "first": { "kind": "human" }, "second": second });
    if let Some(start) = start {
        wanted["start"] = json!(start);
    }
    let game = person.ask("POST", "/api/games", &wanted);
    game["id"].as_str().expect("an id").to_owned()
}

fn engine() -> serde_json::Value {
    json!({ "kind": "engine", "profile": "chuhe", "level": 1 })
}

#[test]
fn a_game_gets_a_name_and_is_found_by_it() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/");
    let first = game(&person, "xiangqi", &engine(), None);
    let second = game(&person, "banqi", &json!({ "kind": "human" }), None);
    person.go("/games");
    let card = |id: &str| format!("[data-test=\"game-{id}\"] [data-test=game-title]");
    let title =
        |id: &str| person.value(&format!("document.querySelector('{}').textContent", card(id)));
    assert_eq!(title(&first), "You – Chuhe, level 1", "without a name: who plays");
    person.click(&format!("game-rename-{first}"));
    person.fill("ask-text", "Cup of the club");
    person.click("ask-yes");
    person.wait(&format!(
        "document.querySelector('{}').textContent === 'Cup of the club'",
        card(&first)
    ));
    let only = |id: &str| {
        person.wait("document.querySelectorAll('[data-test=game-title]').length === 1");
        person.sees(&format!("game-{id}"));
    };
    person.fill("search", "cup clubs");
    person.sees("none-found");
    person.fill("search", "club cup");
    only(&first);
    person.fill("search", "dark chess");
    only(&second);
    person.fill("search", "chuhe in progress");
    only(&first);
    person.reload();
    only(&first);
    assert_eq!(title(&first), "Cup of the club");
    person.fill("search", "checkmate");
    person.sees("none-found");
    person.go(&format!("/play/{first}"));
    person.click("facts-toggle");
    assert!(person.text("game-name").starts_with("Cup of the club"));
}

/// Every black answer is forced: the rook on i7 leaves the king two points.
const FORCED: &str = "3k5/9/8R/9/9/9/9/9/4A4/R3K4 w - - 0 1";

#[test]
fn who_checks_an_engine_for_ever_is_told_which_move_would_lose() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/");
    let id = game(&person, "xiangqi", &engine(), Some(FORCED));
    person.go(&format!("/play/{id}"));
    for (turn, (from, to)) in
        [("a0", "a9"), ("a9", "a8"), ("a8", "a9"), ("a9", "a8")].into_iter().enumerate()
    {
        assert!(person.may_move());
        person.sees_no("warning-repetition_draw");
        person.play(from, Some(to));
        person.sees(&format!("ply-{}", 2 * turn + 2));
    }
    assert!(person.may_move());
    let warning = person.text("warning-long_check");
    assert!(warning.contains("would lose") && warning.contains("R9+1"), "{warning}");
    person.play("a8", Some("a9"));
    person.sees("result");
    assert_eq!(person.attribute("result", "data-reason"), "perpetual_check");
    assert_eq!(person.text("result-title"), "You lose");
    assert_eq!(person.text("reason"), "You gave perpetual check.");
    person.go("/games");
    assert_eq!(person.text("game-state"), "You lose");
    assert_eq!(person.text("game-length"), "Xiangqi · 5 moves", "nine plies");
}
