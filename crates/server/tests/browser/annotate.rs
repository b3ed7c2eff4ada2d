//! What a person says about moves: arrows, circles, marks, comments, the order of
//! variations; kept, written as PGN and read again.

use browser::Size;
use serde_json::{Value, json};

use crate::house::House;
use crate::layout::speak;
use crate::person::{Person, square};

fn desk(house: &House, size: Size) -> Person {
    let person = house.person(size);
    person.go("/analyse?game=xiangqi&moves=h2e2,h9g7&tab=file");
    person.sees("desk");
    person
}

/// Waits until the board shows so many drawings of a colour.
#[track_caller]
fn drawn(person: &Person, colour: &str, count: usize) {
    person.wait(&format!(
        "document.querySelectorAll('chuhe-board .over .arrow.{colour}').length === {count}"
    ));
}

fn save(person: &Person) -> String {
    person.fill("study-title", "Annotated");
    person.click("study-save");
    person.wait("location.search.includes('study=')");
    kept(person);
    let id = person.value("new URLSearchParams(location.search).get('study')");
    id.as_str().expect("an id").to_owned()
}

fn kept(person: &Person) {
    person.wait("document.querySelector('[data-test=save-state]').dataset.state === 'kept'");
}

fn nodes(person: &Person, id: &str) -> Value {
    person.ask("GET", &format!("/api/studies/{id}"), &Value::Null)["tree"]["nodes"].clone()
}

#[test]
fn arrows_marks_and_comments_are_kept_written_and_read_again() {
    let Some(house) = House::open() else { return };
    let person = desk(&house, Size::DESKTOP);
    person.right_drag(&square("h9"), &square("g7"));
    drawn(&person, "green", 1);
    person.click("draw-red");
    person.right_drag(&square("e3"), &square("e3"));
    drawn(&person, "red", 1);
    // The same again takes it away, another colour only paints it over.
    person.right_drag(&square("a0"), &square("a5"));
    drawn(&person, "red", 2);
    person.click("draw-blue");
    person.right_drag(&square("a0"), &square("a5"));
    drawn(&person, "red", 1);
    drawn(&person, "blue", 1);
    person.right_drag(&square("a0"), &square("a5"));
    drawn(&person, "blue", 0);
    person.click("mark-interesting");
    person.sees_some("[data-test=move][data-ply=\"2\"][data-mark=interesting]");
    person.fill("comment-input", "Screen horses.");
    let id = save(&person);
    person.reload();
    person.click("walk-end");
    drawn(&person, "green", 1);
    drawn(&person, "red", 1);
    let found = nodes(&person, &id);
    assert_eq!(found[2]["marks"], json!(["Gh9g7", "Re3"]), "{found}");
    assert_eq!(found[2]["mark"], "interesting");
    // Before the move nothing is drawn.
    person.click("walk-back");
    drawn(&person, "green", 0);
    let tree = person.ask("GET", &format!("/api/studies/{id}"), &Value::Null)["tree"].clone();
    let pgn = person.ask("POST", "/api/pgn", &json!({ "tree": tree }))["text"].clone();
    let pgn = pgn.as_str().expect("a text");
    for part in ["$5", "[%csl Re3]", "[%cal Gh9g7]", "Screen horses."] {
        assert!(pgn.contains(part), "{part}: {pgn}");
    }
    person.go("/setup");
    person.fill("paste-input", pgn);
    person.click("paste-read");
    person.sees("paste-ok");
    person.sees_some("[data-test=setup-analyse][href]");
    person.click("setup-analyse");
    person.sees("desk");
    drawn(&person, "green", 1);
    drawn(&person, "red", 1);
    person.sees_some("[data-test=move][data-ply=\"2\"][data-mark=interesting]");
    person.wait("document.querySelector('[data-test=comment]').textContent === 'Screen horses.'");
}

#[test]
fn everything_is_said_by_keyboard_alone() {
    let Some(house) = House::open() else { return };
    let person = desk(&house, Size::DESKTOP);
    person.tab_to("[data-square]");
    person.key("r");
    person.sees_some("[data-test=draw-red][aria-pressed=true]");
    person.key("a");
    person.wait("document.querySelector('[data-test=draw-state]').textContent.includes('e0')");
    person.key("ArrowUp");
    person.key("ArrowUp");
    person.key("a");
    drawn(&person, "red", 1);
    person.key("a");
    person.key("a");
    drawn(&person, "red", 2);
    person.key("a");
    person.key("Escape");
    drawn(&person, "red", 2);
    person.key("3");
    person.sees_some("[data-test=move][data-ply=\"2\"][data-mark=brilliant]");
    person.key("0");
    person.wait("document.querySelector('[data-test=move][data-mark]') === null");
    person.key("x");
    drawn(&person, "red", 0);
}

#[test]
fn a_finger_that_rests_draws() {
    let Some(house) = House::open() else { return };
    let person = desk(&house, Size::PHONE);
    person.sees_some(&square("e4"));
    let begun = "document.querySelector('chuhe-board .over .arrow.hint') !== null";
    person.long_press(&square("e4"), begun, &square("e7"));
    drawn(&person, "green", 1);
    let wide = "document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(person.value(wide), true);
}

#[test]
fn variations_go_up_and_down_and_lines_are_copied() {
    let Some(house) = House::open() else { return };
    let person = desk(&house, Size::DESKTOP);
    person.click("walk-back");
    person.click_on(&square("b9"));
    person.click_on(&square("c7"));
    person.sees("variation");
    let first = "document.querySelector('.move-row [data-ply=\"2\"] .move-text').textContent";
    let main = person.value(first);
    person.click("promote");
    person.wait(&format!("{first} !== {main}"));
    person.click("demote");
    person.wait(&format!("{first} === {main}"));
    person.wait("document.querySelector('[data-test=demote]').disabled");
    person.value(
        "(window.copied = [], navigator.clipboard.writeText = async (text) => { copied.push(text); }, true)",
    );
    person.click("copy-line");
    person.wait("copied.length === 1");
    let text = person.value("copied[0]");
    let text = text.as_str().expect("a text");
    assert!(text.starts_with("1. ") && text.split_whitespace().count() == 3, "{text}");
    assert!(!text.contains(main.as_str().unwrap()), "{text}: the line one stands in");
    person.click("copy-line-pgn");
    person.wait("copied.length === 2");
    let pgn = person.value("copied[1]");
    assert!(!pgn.as_str().unwrap().contains('('), "one line alone: {pgn}");
    // By key: deleted, and brought back.
    person.click_on("[data-test=move][aria-current=true]");
    person.key("Delete");
    person.sees_no("variation");
    person.click("undo-delete");
    person.sees("variation");
}

#[test]
fn annotating_speaks_three_languages() {
    let Some(house) = House::open() else { return };
    let person = desk(&house, Size::DESKTOP);
    for (language, word) in [("zh-Hant", "畫綠色"), ("zh-Hans", "画绿色"), ("en", "Draw in green")]
    {
        speak(&person, language);
        person.go("/analyse?game=xiangqi&moves=h2e2");
        person.wait(&format!("document.documentElement.lang === '{language}'"));
        person.wait(&format!(
            "document.querySelector('[data-test=draw-green]')?.getAttribute('aria-label') === '{word}'"
        ));
    }
}
