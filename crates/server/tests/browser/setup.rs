//! The position editor, and positions and moves pasted into it.

use browser::Size;

use crate::house::House;
use crate::person::{Person, named, square};

fn editor(house: &House) -> Person {
    let person = house.person(Size::DESKTOP);
    // Positions on the way to a legal one are refused by the server, on purpose.
    person.forgive();
    person.go("/setup?game=xiangqi");
    person.wait("document.querySelector('[data-test=verdict]').dataset.state === 'good'");
    person
}

fn put(person: &Person, letter: &str, at: &str) {
    person.click(&format!("palette-{letter}"));
    person.click_on(&square(at));
    person.sees_piece(at, letter);
}

#[test]
fn a_position_is_built_checked_and_played() {
    let Some(house) = House::open() else { return };
    let person = editor(&house);
    person.click("setup-clear");
    person.wait("document.querySelector('[data-test=verdict]').dataset.state === 'bad'");
    person.sees("reasons");
    put(&person, "K", "e0");
    put(&person, "k", "d9");
    put(&person, "R", "b7");
    person.drag(&named("palette-R"), &square("c5"));
    person.sees_piece("c5", "R");
    person.click("palette-move");
    person.drag(&square("c5"), &square("a8"));
    person.sees_piece("a8", "R");
    person.wait("document.querySelector('[data-test=verdict]').dataset.state === 'good'");
    person.wait("document.querySelector('[data-test=fen-input]').value.startsWith('3k5/R8/1R7/')");
    by_keyboard(&person);
    person.wait("document.querySelector('[data-test=verdict]').dataset.state === 'good'");
    person.click("setup-analyse");
    person.sees("page-analyse");
    person.sees_piece("b7", "R");
}

/// A letter puts a piece on the square of the cursor, Delete takes it away.
fn by_keyboard(person: &Person) {
    person.click_on(&square("i3"));
    person.wait("document.querySelector('[data-square=i3]').tabIndex === 0");
    person.value("document.querySelector('[data-square=i3]').focus()");
    person.key("P");
    person.sees_piece("i3", "P");
    person.key("Delete");
    person.wait("document.querySelector('[data-piece=i3]') === null");
}

#[test]
fn a_bad_fen_is_explained_and_a_good_one_is_taken() {
    let Some(house) = House::open() else { return };
    let person = editor(&house);
    person.fill("fen-input", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
    person.click("fen-apply");
    person.wait("document.querySelector('[data-test=verdict]').dataset.state === 'bad'");
    assert!(person.text("reasons").len() > 10, "{}", person.text("reasons"));
    person.fill("fen-input", "4k4/9/9/9/9/9/9/9/9/3K4P w - - 0 1");
    person.click("fen-apply");
    person.wait("document.querySelector('[data-test=reasons]')?.textContent.includes('i0')");
    person.fill("fen-input", "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1");
    person.click("fen-apply");
    person.wait("document.querySelector('[data-test=verdict]').dataset.state === 'good'");
    person.sees_piece("d9", "k");
}

#[test]
fn moves_of_every_notation_are_read() {
    let Some(house) = House::open() else { return };
    let person = editor(&house);
    for text in
        ["炮二平五 馬８進７", "炮二平五 马8进7", "1. C2.5 H8+7", "h2e2 h9g7", "1. H2-E2 H9-G7"]
    {
        person.fill("paste-input", text);
        person.click("paste-read");
        person.sees("paste-ok");
        person.sees_piece("e2", "C");
        person.sees_piece("g7", "n");
        person.click("setup-start");
        person.sees_piece("h2", "C");
    }
    person.fill("paste-input", "h2e2 e9e5");
    person.click("paste-read");
    person.sees("paste-stopped");
    person.fill("paste-input", "no moves at all");
    person.click("paste-read");
    person.sees("paste-failed");
}

#[test]
fn games_of_a_file_are_chosen_and_keep_their_comments() {
    let Some(house) = House::open() else { return };
    let person = editor(&house);
    // Two games, in GBK, dropped on the panel: 炮二平五, then 马二进三 with a comment.
    person.value(
        "(() => { const bytes = [...'[Red \"A\"]\\n\\n1. '].map((c) => c.charCodeAt(0)); \
         bytes.push(0xc5, 0xda, 0xb6, 0xfe, 0xc6, 0xbd, 0xce, 0xe5); \
         bytes.push(...[...' *\\n====\\nx\\n\\n[Red \"B\"]\\n\\n1. '].map((c) => c.charCodeAt(0))); \
         bytes.push(0xc2, 0xed, 0xb6, 0xfe, 0xbd, 0xf8, 0xc8, 0xfd); \
         bytes.push(...[...' {kept} (1. h2e2) *'].map((c) => c.charCodeAt(0))); \
         const files = new DataTransfer(); \
         files.items.add(new File([new Uint8Array(bytes)], 'two.pgn')); \
         document.querySelector('[data-test=paste-result]').dispatchEvent( \
           new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files })); })()",
    );
    person.sees("paste-game");
    person.sees_piece("e2", "C");
    person.choose("paste-game", "1");
    person.sees_piece("g2", "N");
    // The way is open once the server has found the position legal.
    person.sees_some("[data-test=setup-analyse][href]");
    person.click("setup-analyse");
    person.wait("document.body.textContent.includes('kept')");
}

#[test]
fn a_broken_position_says_what_is_wrong_with_it() {
    let Some(house) = House::open() else { return };
    let person = editor(&house);
    person.fill("paste-input", "9/9/9/9/9/9/9/9/9/4K4 w");
    person.click("paste-read");
    person.sees("paste-reasons");
    assert!(person.text("paste-message").contains("king"), "{}", person.text("paste-message"));
}

#[test]
fn a_dark_position_keeps_its_pool_in_order() {
    let Some(house) = House::open() else { return };
    let person = editor(&house);
    person.click("setup-game-banqi");
    person.wait("document.querySelectorAll('[data-letter=X]').length === 32");
    put(&person, "K", "a1");
    assert_eq!(person.text("pool-K"), "0", "the king lies face up, so not face down");
    person.wait("document.querySelector('[data-test=verdict]').dataset.state === 'good'");
    person.click("pool-less-p");
    person.wait("document.querySelector('[data-test=verdict]').dataset.state === 'bad'");
    person.sees("reasons");
    person.click("pool-fit");
    person.wait("document.querySelector('[data-test=verdict]').dataset.state === 'good'");
}
