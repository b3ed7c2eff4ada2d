//! A game played with nothing but the keyboard.

use browser::Size;

use crate::house::House;
use crate::person::Person;

/// Walks the board's cursor to a square with the arrow keys.
fn walk(person: &Person, from: &str, to: &str) {
    let place = |at: &str| {
        let mut letters = at.bytes();
        let mut next = || i32::from(letters.next().expect("a file and a rank"));
        (next(), next())
    };
    let ((x, y), (to_x, to_y)) = (place(from), place(to));
    let step = |key: &str, times: i32| (0..times).for_each(|_| person.key(key));
    step("ArrowRight", to_x - x);
    step("ArrowLeft", x - to_x);
    step("ArrowUp", to_y - y);
    step("ArrowDown", y - to_y);
    person.wait(&format!("document.activeElement.dataset.square === '{to}'"));
}

#[test]
fn a_game_is_started_played_and_resigned_without_a_pointer() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/");
    person.tab_to("[data-test=engine-level]");
    person.key("Home");
    person.tab_to("[data-test=start]");
    person.key("Enter");
    person.sees("page-play");
    assert!(person.may_move());
    person.tab_to("[data-square]");
    walk(&person, "e0", "h2");
    person.key("Enter");
    person.sees_some("[data-square=h2][aria-selected=true]");
    person.key("Escape");
    person.sees_some("[data-square=h2][aria-selected=false]");
    person.key("Enter");
    walk(&person, "h2", "e2");
    person.key(" ");
    person.sees("ply-2");
    person.wait("document.querySelector('[data-test=board-live]').textContent.trim() !== ''");
    assert!(person.may_move());
    person.tab_to("[data-test=undo]");
    person.key("Enter");
    person.sees_no("ply-1");
    person.tab_to("[data-test=resign]");
    person.key("Enter");
    person.sees("confirm");
    person.tab_to("[data-test=confirm-yes]");
    person.key("Enter");
    person.sees("result");
    assert_eq!(person.attribute("result", "data-reason"), "resignation");
}

#[test]
fn a_dark_piece_is_turned_up_by_the_keyboard() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/");
    person.click("choose-banqi");
    person.click("opponent-people");
    person.click("start");
    person.sees("page-play");
    assert!(person.may_move());
    person.tab_to("[data-square]");
    let name = person.value("document.activeElement.getAttribute('aria-label')");
    assert!(name.as_str().is_some_and(|name| !name.is_empty()), "the square has a name");
    person.key("Enter");
    person.sees("ply-1");
    person.wait("document.querySelectorAll('[data-letter=X]').length === 31");
}

#[test]
fn the_skip_link_leads_past_the_navigation() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/help");
    person.key("Tab");
    person.wait("document.activeElement.dataset.test === 'skip'");
    person.key("Enter");
    person.wait("document.activeElement.id === 'main'");
}
