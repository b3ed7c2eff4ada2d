//! The coach before a blunder, and the deal of the day.

use browser::Size;
use serde_json::json;

use crate::house::House;
use crate::layout::speak;
use crate::person::{Person, square};

/// A game in which both rooks look at each other, red to move.
fn game(person: &Person) {
    person.go("/");
    let human = json!({ "kind": "human" });
    let engine = json!({ "kind": "engine", "profile": "chuhe", "level": 1 });
    let wanted = json!({ "game": "xiangqi", "first": human, "second": engine,
        "start": "3k5/9/9/r8/9/9/9/9/9/R3K4 w" });
    let game = person.ask("POST", "/api/games", &wanted);
    person.go(&format!("/play/{}", game["id"].as_str().expect("an id")));
    assert!(person.may_move());
}

#[test]
fn the_coach_warns_and_a_person_may_play_on_all_the_same() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    game(&person);
    person.click("coach");
    person.click_on(&square("e0"));
    person.click_on(&square("e1"));
    person.sees("coach-warning");
    assert_eq!(person.attribute("coach-warning", "data-reply"), "a6a0");
    person.sees_piece("e0", "K");
    assert_eq!(person.count("[data-test^=\"ply-\"]"), 0, "nothing was played");
    // Another move, after all the same one.
    person.click("coach-heed");
    person.sees_no("coach-warning");
    person.click_on(&square("e0"));
    person.click_on(&square("e1"));
    person.click("coach-play");
    person.sees("ply-1");
    person.sees_no("coach-warning");
}

#[test]
fn the_coach_says_nothing_to_a_good_move_and_speaks_chinese() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    person.go("/");
    speak(&person, "zh-Hant");
    game(&person);
    person.tap("[data-test=coach]");
    person.click_on(&square("a0"));
    person.click_on(&square("a6"));
    person.sees("ply-1");
    assert_eq!(person.count("[data-test=coach-warning]"), 0);
    assert_eq!(person.value("/play\\.[a-z]/.test(document.body.innerText)"), false);
}

#[test]
fn the_deal_of_the_day_is_the_same_for_everybody() {
    let Some(house) = House::open() else { return };
    let deal = || {
        let person = house.person(Size::DESKTOP);
        person.go("/");
        person.click("choose-banqi");
        person.click("more-options-toggle");
        person.click("daily");
        person.sees_some("[data-test=daily][aria-pressed=true]");
        let today = person.value(
            "(() => { const now = new Date(); const two = (n) => String(n).padStart(2, '0'); \
             return `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`; })()",
        );
        person.click("start");
        person.sees("page-play");
        let game = person.game();
        assert_eq!(game["seed"], today);
        assert!(person.may_move());
        person.play("a1", None);
        person.game()["plies"][0]["reveal"].clone()
    };
    assert_eq!(deal(), deal());
}

#[test]
fn a_lost_game_moves_the_rating_against_levels() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    person.go("/games");
    assert_eq!(person.count("[data-test=progress]"), 0);
    let human = json!({ "kind": "human" });
    let engine = json!({ "kind": "engine", "profile": "chuhe", "level": 3 });
    let wanted = json!({ "game": "xiangqi", "first": human, "second": engine });
    let game = person.ask("POST", "/api/games", &wanted);
    let path = format!("/api/games/{}/resign", game["id"].as_str().expect("an id"));
    person.ask("POST", &path, &json!({ "seat": "first", "revision": game["revision"] }));
    person.go("/games");
    person.click("progress-toggle");
    let rating: f64 = person.attribute("progress-xiangqi", "data-rating").parse().unwrap();
    assert!(rating < 1200.0);
    assert!(person.text("progress-xiangqi").contains("1 rated game."));
    for (language, word) in [("zh-Hant", "計分"), ("zh-Hans", "计分")] {
        speak(&person, language);
        person.reload();
        person.wait(&format!("document.body.textContent.includes('{word}')"));
        assert_eq!(person.value("/games\\.[a-z]/.test(document.body.innerText)"), false);
    }
    let fits = person.value("document.documentElement.scrollWidth <= innerWidth");
    assert_eq!(fits, true);
}
