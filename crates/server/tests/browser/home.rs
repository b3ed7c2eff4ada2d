//! The board of the first page: the first move on it starts the game, and only the
//! handicap's own switch takes pieces off.

use browser::Size;

use crate::house::House;
use crate::person::{Person, square};

fn visitor(house: &House, game: &str) -> Person {
    let person = house.person(Size::DESKTOP);
    person.go("/");
    person.click(&format!("choose-{game}"));
    person.click("opponent-people");
    person.sees_some("[data-test=preview] .cell.live");
    person
}

#[test]
fn the_first_move_on_the_board_starts_the_game() {
    let Some(house) = House::open() else { return };
    let person = visitor(&house, "xiangqi");
    person.click_on(&square("b0"));
    person.sees_some("[data-test=preview] [data-square=b0][aria-selected=true]");
    person.sees_piece("b0", "N");
    person.drag(&square("h2"), &square("e2"));
    person.sees("page-play");
    person.sees("ply-1");
    person.sees_piece("e2", "C");
    assert_eq!(person.game()["plies"][0]["ply"], "h2e2");
}

#[test]
fn the_first_flip_on_the_board_starts_the_game() {
    let Some(house) = House::open() else { return };
    let person = visitor(&house, "banqi");
    person.click_on(&square("c2"));
    person.sees("page-play");
    person.sees("ply-1");
    assert_eq!(person.game()["plies"][0]["from"], "c2");
}

#[test]
fn where_the_engine_begins_a_click_on_the_board_starts_the_game() {
    let Some(house) = House::open() else { return };
    let person = visitor(&house, "xiangqi");
    person.click("opponent-engine");
    person.click("seat-second");
    person.sees_some("[data-test=preview].starts");
    person.click_on(&square("b9"));
    person.sees("page-play");
    person.sees("ply-1");
    assert_eq!(person.game()["second"]["kind"], "human");
}

#[test]
fn a_handicap_is_picked_with_its_own_switch() {
    let Some(house) = House::open() else { return };
    let person = visitor(&house, "xiangqi");
    person.click("more-options-toggle");
    person.click("handicap-pick");
    person.sees_some("[data-test=handicap-pick][aria-checked=true]");
    person.click_on(&square("b0"));
    person.wait("document.querySelector('[data-test=preview] [data-piece=b0]') === null");
    person.click("handicap-done");
    person.sees_some("[data-test=handicap-pick][aria-checked=false]");
    // Moves are those of the position without the piece.
    person.drag(&square("a0"), &square("b0"));
    person.sees("page-play");
    person.sees_piece("b0", "R");
}
