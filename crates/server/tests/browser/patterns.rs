//! The pattern editor: regions painted, pieces dragged along a line, texts and pictures in
//! step, tried on a board, in the library and in the engine, kept and found again.

use browser::Size;
use serde_json::json;

use crate::house::House;
use crate::layout::speak;
use crate::person::{Person, named, square};

/// A point of the picture's board.
fn point(at: &str) -> String {
    format!("[data-test=picture-board] {}", square(at))
}

/// The text, once the server has read it.
fn text(person: &Person) -> String {
    person
        .wait("document.querySelector('[data-test=text-problems]')?.dataset.errors !== 'waiting'");
    let text = person.value("document.querySelector('[data-test=pattern-text]').value");
    text.as_str().unwrap_or_default().to_owned()
}

/// Waits until the text holds something.
#[track_caller]
fn says(person: &Person, part: &str) {
    person.wait(&format!(
        "document.querySelector('[data-test=pattern-text]').value.includes({})",
        json!(part)
    ));
}

fn answers(person: &Person, state: &str) {
    person.sees_some(&format!("[data-test=test-answer][data-state={state}]"));
}

/// A new set with one new pattern.
fn begin(person: &Person) {
    person.go("/patterns");
    person.click("set-new");
    person.sees_some("[data-test=set-state][data-state=new]");
    person.sees("conditions-none");
}

#[test]
fn a_pattern_is_painted_dragged_matched_found_and_kept() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    let moves = "1. h2e2 h9g7 2. h0g2 i9h9 3. e2e6 d9e8 *";
    let game = format!("[Red \"甲\"]\n[Black \"乙\"]\n\n{moves}\n\n");
    let other = "[Red \"丙\"]\n[Black \"丁\"]\n\n1. c3c4 g6g5 *\n\n";
    person.go("/library");
    person.value(&format!(
        "fetch('/api/library/imports?name=two.pgn', {{ method: 'POST', body: {}, \
         headers: {{ 'content-type': 'application/octet-stream' }} }}).then((r) => r.ok)",
        json!(format!("{game}{other}"))
    ));
    begin(&person);
    // A cannon in a region: three points are painted in one stroke.
    person.click("add-place");
    person.sees_some("[data-test=part-panel][data-kind=place]");
    person.click("place-R");
    person.click("place-C");
    person.drag(&point("e6"), &point("g6"));
    says(&person, "(at us.cannon (e6 f6 g6))");
    // The stroke from a painted point erases.
    person.click_on(&point("g6"));
    says(&person, "(at us.cannon (e6 f6))");
    // A line: from their king towards us to a cannon.
    person.click("add-line");
    person.sees_some("[data-test=part-panel][data-kind=line]");
    person.drag(&named("line-put-empties"), &named("line-row"));
    says(&person, "them.king *)");
    person.drag(&named("line-put-C"), &named("line-row"));
    says(&person, "(line them.king vertical them.king * us.cannon)");
    assert_eq!(person.count("[data-test=text-problems][data-errors=\"0\"]"), 1);
    // It is not at the start, and it is where a cannon has the file for itself.
    answers(&person, "no");
    person.fill("fen-input", "4k4/9/9/4C4/9/9/9/9/9/3K5 b");
    person.click("fen-apply");
    answers(&person, "yes");
    assert!(person.text("test-answer").contains("Red: e6 e9"), "{}", person.text("test-answer"));
    person.click("keep-example");
    says(&person, "(example \"4k4/9/9/4C4/9/9/9/9/9/3K5 b");
    // One of the two games has it; another text must be asked for again.
    person.click("tab-library");
    person.click("ask-find");
    person
        .wait("document.querySelector('[data-test=find-count]')?.textContent.startsWith('1 game')");
    person.click("condition-2");
    person.click("way-down");
    says(&person, "(line them.king toward-them them.king * us.cannon)");
    person.sees("find-old");
    person.click("ask-find");
    person.wait(
        "document.querySelector('[data-test=find-count]')?.textContent.startsWith('0 games')",
    );
    person.click("way-down");
    person.click("way-up");
    says(&person, "(line them.king toward-us them.king * us.cannon)");
    // Kept, and there again after the page was loaded anew.
    person.fill("set-name", "Mine");
    person.key("Tab");
    person.click("set-save");
    person.sees_some("[data-test=set-state][data-state=kept]");
    let kept = text(&person);
    person.reload();
    says(&person, "(at us.cannon (e6 f6))");
    assert_eq!(text(&person).trim_end(), kept.trim_end());
    assert_eq!(person.value("document.querySelector('[data-test=set-name]').value"), "Mine");
    // A found game opens where the shape is first there.
    person.click("tab-library");
    person.click("ask-find");
    person.click_on("[data-test^=found-]");
    person.sees("desk");
    person.wait("location.search.includes('ply=5')");
    person.sees_piece("e6", "C");
}

#[test]
fn text_and_picture_follow_each_other() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    begin(&person);
    person.fill(
        "pattern-text",
        "; mine\n(pattern two\n  (when\n    ; why\n    (at us.horse them.palace)\n    (attacks us.horse them.rook)))\n",
    );
    // The text is drawn: nine points, and a condition that has no picture.
    person.sees_some("[data-test=condition-1][data-kind=place]");
    person.click("condition-1");
    person.wait(&format!("document.querySelectorAll('{}').length === 9", marked()));
    person.sees_some("[data-test=condition-2][data-kind=condition]");
    // A painted point changes only what it must.
    person.click_on(&point("e6"));
    says(&person, "(at us.horse (them.palace e6))");
    let now = text(&person);
    assert!(now.starts_with("; mine\n") && now.contains("; why\n"), "{now}");
    assert!(now.contains("(attacks us.horse them.rook)"), "{now}");
    // Names in three languages, a score, a plan.
    person.fill("name-hant", "窺宮馬");
    says(&person, "(hant \"窺宮馬\")");
    person.fill("score-early", "40");
    person.key("Tab");
    says(&person, "(score (early 40))");
    // A piece put on the line by its text is in the picture, and the undo takes it back.
    person.click("condition-2");
    person.fill("condition-text", "(attacks us.horse them.king)");
    says(&person, "(attacks us.horse them.king)");
    person.fill("condition-text", "(attacks us.horse");
    person.sees("condition-fault");
    person.fill("condition-text", "(guards us.rook us.horse)");
    says(&person, "(guards us.rook us.horse)");
    person.click("pattern-undo");
    person.wait("!document.querySelector('[data-test=pattern-text]').value.includes('guards')");
    // Red and black instead of us and them.
    person.click("pattern-view-colours");
    says(&person, "(at red.horse (black.palace e6))");
    person.click("tab-cost");
    person.click("ask-cost");
    person.sees("cost-table");
    assert_eq!(person.count("[data-test=cost-table] tbody tr"), 7);
}

/// Points of the picture that belong to the chosen condition.
fn marked() -> &'static str {
    "[data-test=picture-board] [data-square][aria-selected=true]"
}

#[test]
fn errors_are_marked_at_their_place() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    begin(&person);
    person.fill("pattern-text", "(pattern two\n  (when (at us.dragon e9)))\n");
    person.sees_some("[data-test=problem-0][data-line=\"2\"][data-column=\"13\"]");
    let mark = "document.querySelector('[data-test=code-marks] mark').textContent";
    assert_eq!(person.value(mark), "us.dragon");
    assert_eq!(person.attribute("pattern-text", "aria-invalid"), "true");
    assert!(person.text("text-problems").contains("us.dragon"));
    answers(&person, "text");
    person.click("problem-0");
    let selected = "(() => { const box = document.activeElement; return box.value.slice(box.selectionStart, box.selectionEnd); })()";
    assert_eq!(person.value(selected), "us.dragon");
    // The picture says that it is behind; a sound text mends all of it.
    person.fill("pattern-text", "(pattern two\n  (when (at us.rook e9)))\n");
    person.sees_some("[data-test=text-problems][data-errors=\"0\"]");
    person.sees_piece("e9", "R");
    answers(&person, "no");
}

#[test]
fn patterns_are_walked_copied_deleted_and_brought_back() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/patterns?set=attacks");
    person.wait("document.querySelectorAll('.pattern-row[data-test^=pattern-]').length > 10");
    person.sees_some("[data-test=set-state][data-state=shipped]");
    let first = text(&person);
    assert!(first.contains("(pattern hollow-cannon"), "{first}");
    person.click("pattern-next");
    says(&person, "(pattern cannon-on-palace-horse");
    person.click("pattern-previous");
    says(&person, "(pattern hollow-cannon");
    // What ships is copied by the first change.
    let count = person.count("[data-test^=pattern-].pattern-row");
    person.click("pattern-copy");
    says(&person, "(pattern hollow-cannon-copy");
    person.sees_some("[data-test=set-state][data-state=changed]");
    assert_eq!(person.count("[data-test^=pattern-].pattern-row"), count + 1);
    person.click("pattern-delete");
    says(&person, "(pattern cannon-on-palace-horse");
    person.click("pattern-undo");
    says(&person, "(pattern hollow-cannon-copy");
    person.click("set-save");
    person.sees_some("[data-test=set-state][data-state=kept]");
    // The shipped set is as it was.
    person.choose("set-choice", "attacks");
    person.wait("location.search.includes('set=attacks')");
    person.sees_some("[data-test=set-state][data-state=shipped]");
    assert_eq!(person.count("[data-test^=pattern-].pattern-row"), count);
    // A file is a set of its own.
    person.value(
        "(() => { const files = new DataTransfer(); \
         files.items.add(new File(['(pattern x (when (at us.rook e9)))\\n(pattern y (when (at us.rook e8)))'], 'two.pat')); \
         const input = document.querySelector('[data-test=set-load]'); input.files = files.files; \
         input.dispatchEvent(new Event('change', { bubbles: true })); })()",
    );
    person.wait("document.querySelector('[data-test=set-name]').value === 'two'");
    assert_eq!(person.count("[data-test^=pattern-].pattern-row"), 2);
    person.click("set-save");
    person.sees_some("[data-test=set-state][data-state=kept]");
    // A deleted set comes back by undo.
    person.click("set-delete");
    person.sees_some("[data-test=set-state][data-state=new]");
    person.click("pattern-undo");
    says(&person, "(pattern x");
    assert_eq!(person.count("[data-test^=pattern-].pattern-row"), 2);
}

#[test]
fn a_pattern_is_made_by_keyboard_alone() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/patterns");
    person.tab_to("[data-test=set-new]");
    person.key("Enter");
    person.sees("conditions-none");
    person.tab_to("[data-test=add-place]");
    person.key("Enter");
    person.sees_some("[data-test=part-panel][data-kind=place]");
    // Back to the board, which stands before the list: the cursor begins on e0.
    person.value("document.querySelector('[data-test=picture-board] [data-square=e0]').focus()");
    person.key("ArrowUp");
    person.key("Enter");
    person.key("ArrowRight");
    person.key(" ");
    says(&person, "(at us.rook (e1 f1))");
    person.key("Enter");
    says(&person, "(at us.rook e1)");
    person.tab_to("[data-test=add-line]");
    person.key("Enter");
    person.tab_to("[data-test=line-put-empties]");
    person.key("Enter");
    person.tab_to("[data-test=line-put-R]");
    person.key("Enter");
    says(&person, "(line them.king vertical them.king * us.rook)");
    person.value("document.querySelector('[data-test=line-item-2]').focus()");
    person.key("ArrowLeft");
    person.wait("document.activeElement.dataset.test === 'line-item-1'");
    person.key("Delete");
    says(&person, "(line them.king vertical them.king us.rook)");
}

#[test]
fn the_engine_is_asked_with_and_without() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/patterns?set=attacks&pattern=hollow-cannon");
    says(&person, "(pattern hollow-cannon");
    answers(&person, "no");
    person.click("test-example-0");
    answers(&person, "yes");
    person.click("tab-engine");
    person.fill("try-early", "300");
    person.key("Tab");
    person.fill("try-late", "300");
    person.key("Tab");
    person.click("ask-try");
    person.sees("try-table");
    let cell = |row: &str, column: u32| {
        let cell = format!(
            "document.querySelector('[data-row={row}] td:nth-of-type({column})').textContent"
        );
        person.value(&cell).as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(cell("share", 1), "0.00");
    assert!(cell("share", 2).starts_with('+'), "{}", cell("share", 2));
    assert_ne!(cell("best", 2), "–");
}

#[test]
fn the_editor_fits_a_phone_speaks_three_languages_and_hears_a_finger() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    for (language, title) in [("zh-Hant", "棋形"), ("zh-Hans", "棋形"), ("en", "Patterns")] {
        person.go("/patterns");
        speak(&person, language);
        person.go("/patterns?set=mates");
        person.wait(&format!("document.documentElement.lang === '{language}'"));
        person.wait(&format!("document.querySelector('h1').textContent === '{title}'"));
        person.sees("conditions");
        for tab in ["library", "cost", "engine", "test"] {
            person.tap(&named(&format!("tab-{tab}")));
            person.sees(&format!("panel-{tab}"));
            let wide = "document.documentElement.scrollWidth <= innerWidth";
            assert_eq!(person.value(wide), true, "{tab} {language}");
        }
    }
    person.tap(&named("set-new"));
    person.sees("conditions-none");
    person.tap(&named("add-place"));
    person.sees_some("[data-test=part-panel][data-kind=place]");
    person.tap(&point("e5"));
    says(&person, "(at us.rook e5)");
}
