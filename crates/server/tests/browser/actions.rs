//! What can be done beside moving: undo, hint, draw, resign, turn the board.

use browser::Size;
use serde_json::json;

use crate::games::start_game;
use crate::house::House;
use crate::person::Person;

fn at_the_board(house: &House) -> Person {
    let person = house.person(Size::DESKTOP);
    start_game(&person, "xiangqi");
    person
}

#[test]
fn undo_takes_back_to_the_own_turn() {
    let Some(house) = House::open() else { return };
    let person = at_the_board(&house);
    person.play("h2", Some("e2"));
    person.sees("ply-2");
    assert!(person.may_move());
    person.click("undo");
    person.sees_no("ply-1");
    person.sees_piece("h2", "C");
    person.wait("document.querySelector('[data-piece=\"e2\"]') === null");
    assert!(person.may_move(), "and he may move again");
    person.play("b2", Some("e2"));
    person.sees("ply-2");
}

#[test]
fn a_hint_is_drawn_and_can_be_played() {
    let Some(house) = House::open() else { return };
    let person = at_the_board(&house);
    assert_eq!(person.count("chuhe-board .arrow"), 0);
    person.click("hint");
    person.sees("hint-text");
    person.sees_some("chuhe-board .arrow.hint");
    person.play("h2", Some("e2"));
    person.sees_no("hint-text");
    person.wait("document.querySelector('chuhe-board .arrow') === null");
}

#[test]
fn resigning_asks_first() {
    let Some(house) = House::open() else { return };
    let person = at_the_board(&house);
    person.click("resign");
    person.click("confirm-no");
    person.sees_no("confirm");
    person.sees_no("result");
    person.click("resign");
    person.click("confirm-yes");
    person.sees("result");
    assert_eq!(person.attribute("result", "data-reason"), "resignation");
    assert_eq!(person.attribute("result", "data-winner"), "second");
    assert_eq!(
        (person.text("result-title"), person.text("reason")),
        ("You lose".into(), "You resigned.".into())
    );
    person.click("again");
    person.sees_no("result");
    assert!(person.may_move());
}

#[test]
fn a_draw_is_offered_to_a_person_who_declines_and_then_accepts() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/");
    person.click("choose-xiangqi");
    person.click("opponent-people");
    person.click("start");
    person.sees("page-play");
    assert!(person.may_move());
    person.play("h2", Some("e2"));
    person.click("draw");
    person.click("confirm-no");
    person.sees_no("draw-offer");
    person.click("draw");
    person.click("confirm-yes");
    person.sees("draw-offer");
    person.click("draw-decline");
    person.sees_no("draw-offer");
    person.sees_no("result");
    person.play("h9", Some("g7"));
    person.click("draw");
    person.click("confirm-yes");
    person.click("draw-accept");
    person.sees("result");
    assert_eq!(person.attribute("result", "data-reason"), "agreement");
    assert_eq!(person.attribute("result", "data-winner"), "draw");
}

#[test]
fn an_engine_that_wins_declines_a_draw() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/");
    // The person lacks both rooks, both horses and both cannons.
    let wanted = json!({ "game": "xiangqi", "first": { "kind": "human" },
        "second": { "kind": "engine", "profile": "chuhe", "level": 1 },
        "handicap": ["a0", "i0", "b0", "h0", "b2", "h2"] });
    let game = person.ask("POST", "/api/games", &wanted);
    person.go(&format!("/play/{}", game["id"].as_str().expect("an id")));
    person.click("draw");
    person.click("confirm-yes");
    person.sees("notice");
    person.sees_no("result");
    assert_eq!(person.game()["declined"], "first");
}

#[test]
fn the_board_turns_and_still_plays() {
    let Some(house) = House::open() else { return };
    let person = at_the_board(&house);
    let top = |at: &str| {
        let script =
            format!("document.querySelector('[data-square=\"{at}\"]').getBoundingClientRect().y");
        person.value(&script).as_f64().expect("a place")
    };
    assert!(top("e0") > top("e9"));
    person.click("turn-board");
    person.wait(
        "document.querySelector('[data-square=e0]').getBoundingClientRect().y \
         < document.querySelector('[data-square=e9]').getBoundingClientRect().y",
    );
    person.play("h2", Some("e2"));
    person.sees("ply-2");
}
