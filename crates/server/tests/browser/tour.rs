//! The tour for newcomers and the glossary of numbers.

use browser::Size;

use crate::house::House;
use crate::person::{Person, square};

/// What solves each exercise; a flip has no second square.
const XIANGQI: [(&str, &str, &str); 7] = [
    ("rook", "g5", "c5"),
    ("cannon", "g5", "c5"),
    ("horse", "e3", "g4"),
    ("elephant", "e2", "g4"),
    ("pawn", "c6", "b6"),
    ("check", "d0", "e1"),
    ("mate", "b7", "b9"),
];
const BANQI: [(&str, &str, &str); 5] = [
    ("flip", "c2", ""),
    ("rank", "c2", "d2"),
    ("king", "d3", "d4"),
    ("jump", "b2", "g2"),
    ("last", "d2", "e2"),
];

fn play(person: &Person, from: &str, to: &str) {
    person.sees_some(&format!("{}.live", square(from)));
    person.click_on(&square(from));
    if !to.is_empty() {
        person.click_on(&square(to));
    }
}

fn is_in(person: &Person, state: &str) {
    person.sees_some(&format!("[data-test=tour-state][data-state={state}]"));
}

fn walk(person: &Person, exercises: &[(&str, &str, &str)]) {
    for (place, (name, from, to)) in exercises.iter().enumerate() {
        person.sees_some(&format!("[data-test=tour-exercise][data-name={name}]"));
        play(person, from, to);
        is_in(person, "right");
        if place + 1 < exercises.len() {
            person.click("tour-next");
        }
    }
    person.sees("tour-end");
}

#[test]
fn both_tours_are_walked_to_their_ends() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/help");
    person.click("to-tour");
    walk(&person, &XIANGQI);
    person.click("tour-game-banqi");
    walk(&person, &BANQI);
    person.click("tour-play");
    person.sees("page-home");
}

#[test]
fn a_legal_move_that_was_not_asked_for_is_tried_again() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    person.go("/tour");
    play(&person, "g5", "g6");
    is_in(&person, "wrong");
    person.click("tour-again");
    is_in(&person, "open");
    person.click("tour-hint");
    play(&person, "g5", "c5");
    is_in(&person, "right");
}

#[test]
fn a_number_leads_to_its_meaning() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/help#number-llr");
    person.sees_some("#number-llr");
    let named = person.value("document.querySelector('#number-llr dd').textContent.length");
    assert!(named.as_u64() > Some(60), "{named}");
    let missing = person.value(
        "[...document.querySelectorAll('[data-test^=numbers-] dt, [data-test^=numbers-] dd')]\
         .filter((e) => e.textContent.startsWith('numbers.')).length",
    );
    assert_eq!(missing, 0);
}
