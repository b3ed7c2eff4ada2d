//! A study of several chapters, and what leaves the analysis: files, pictures, a film,
//! a text diagram.

use browser::Size;
use serde_json::{Value, json};

use crate::house::House;
use crate::person::{Person, square};

fn study(house: &House) -> Person {
    let person = house.person(Size::DESKTOP);
    person.go("/analyse?game=xiangqi&moves=h2e2,h9g7&tab=file");
    person.sees("desk");
    person.fill("study-title", "Openings");
    person.click("study-save");
    person.wait("location.search.includes('study=')");
    kept(&person);
    person
}

fn kept(person: &Person) {
    person.wait("document.querySelector('[data-test=save-state]').dataset.state === 'kept'");
}

fn chapters(person: &Person, count: usize) {
    person.wait(&format!("document.querySelectorAll('[data-test=chapter]').length === {count}"));
}

fn names(person: &Person) -> Value {
    person.value("[...document.querySelectorAll('[data-test=chapter] .ply-link')].map((one) => one.textContent)")
}

/// From now on what would be saved stays in the page.
fn catch_files(person: &Person) {
    person.value(
        "(window.files = [], URL.createObjectURL = (blob) => { files.push(blob); return '#'; }, \
         window.copied = [], navigator.clipboard.writeText = async (text) => { copied.push(text); }, true)",
    );
}

#[test]
fn chapters_are_added_walked_ordered_renamed_and_deleted() {
    let Some(house) = House::open() else { return };
    let person = study(&house);
    chapters(&person, 1);
    person.click("chapter-add-start");
    person.fill("ask-text", "Pawn first");
    person.click("ask-yes");
    chapters(&person, 2);
    person.wait("document.querySelectorAll('[data-test=move]').length === 0");
    person.click_on(&square("c3"));
    person.click_on(&square("c4"));
    person.wait("document.querySelectorAll('[data-test=move]').length === 1");
    kept(&person);
    // By the list at the head, too, and nothing of the other is lost.
    person.choose("chapter-select", "1");
    person.wait("document.querySelectorAll('[data-test=move]').length === 2");
    person.reload();
    chapters(&person, 2);
    person.click("chapter-up-2");
    person.wait(
        "document.querySelector('[data-test=chapter] .ply-link').textContent === 'Pawn first'",
    );
    person.click("chapter-rename-1");
    person.fill("ask-text", "Cannon first");
    person.click("ask-yes");
    person.wait("document.querySelectorAll('[data-test=chapter] .ply-link')[1].textContent === 'Cannon first'");
    person.reload();
    chapters(&person, 2);
    assert_eq!(names(&person), json!(["Pawn first", "Cannon first"]));
    let id = person.value("new URLSearchParams(location.search).get('study')");
    let path = format!("/api/studies/{}/export?notation=iccs", id.as_str().unwrap());
    let file = person.value(&format!("fetch('{path}').then((answer) => answer.text())"));
    let file = file.as_str().unwrap();
    assert!(file.find("C3-C4") < file.find("H2-E2") && file.contains("Cannon first"), "{file}");
    person.click("chapter-delete-2");
    person.click("confirm-yes");
    chapters(&person, 1);
    assert_eq!(names(&person), json!(["Cannon first"]));
}

#[test]
fn games_leave_as_files_pictures_and_text() {
    let Some(house) = House::open() else { return };
    let person = study(&house);
    person.right_drag(&square("h2"), &square("e2"));
    person.sees_some("chuhe-board .arrow.green");
    catch_files(&person);
    let file = |name: &str, count: u32| {
        person.click(name);
        person.wait(&format!("files.length === {count}"));
    };
    file("export-pgn", 1);
    let text = person.value("files[0].text()");
    assert!(text.as_str().unwrap().contains("[%cal Gh2e2]"), "{text}");
    file("export-xqf", 2);
    assert_eq!(person.value("files[1].text().then((text) => text.slice(0, 2))"), "XQ");
    file("export-dhtmlxq", 3);
    let text = person.value("files[2].text()");
    assert!(text.as_str().unwrap().contains("[DhtmlXQ"), "{text}");
    file("picture-svg", 4);
    let text = person.value("files[3].text()");
    assert!(text.as_str().unwrap().starts_with("<svg"), "{text}");
    file("picture-png", 5);
    assert_eq!(person.value("files[4].type"), "image/png");
    person.click("diagram");
    person.wait("copied.length === 1");
    let text = person.value("copied[0]");
    let text = text.as_str().unwrap();
    assert_eq!(text.lines().count(), 13, "{text}");
    assert!(text.contains("０俥傌相仕帥仕相傌俥"), "{text}");
    assert!(text.contains("２＋炮＋＋炮＋＋＋＋"), "the cannon has moved: {text}");
}

#[test]
fn a_film_shows_every_ply() {
    let Some(house) = House::open() else { return };
    let person = study(&house);
    catch_files(&person);
    person.click("picture-gif");
    person.wait("files.length === 1");
    person.value(
        "(async () => { const decoder = new ImageDecoder({ data: await files[0].arrayBuffer(), type: 'image/gif' }); \
         await decoder.tracks.ready; await decoder.completed; \
         window.shots = []; \
         for (let at = 0; at < decoder.tracks.selectedTrack.frameCount; at++) { \
           const { image } = await decoder.decode({ frameIndex: at }); \
           const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight); \
           const context = canvas.getContext('2d'); context.drawImage(image, 0, 0); \
           shots.push({ width: canvas.width, height: canvas.height, context }); } return true; })()",
    );
    assert_eq!(person.value("shots.length"), 3, "the start and two plies");
    // A point of the board, as a person would compare two pictures there.
    let differs = |square: (f64, f64), one: usize, other: usize| {
        person.value(&format!(
            "(() => {{ const look = ({{ width, height, context }}) => context.getImageData( \
             Math.round(width * {} / 940) - 8, Math.round(height * {} / 1068) - 8, 16, 16).data; \
             const [a, b] = [look(shots[{one}]), look(shots[{other}])]; \
             let sum = 0; for (let at = 0; at < a.length; at++) sum += Math.abs(a[at] - b[at]); \
             return sum / a.length > 8; }})()",
            square.0, square.1
        ))
    };
    let place = |file: f64, rank: f64| (70.0 + 100.0 * file, 84.0 + 100.0 * (9.0 - rank));
    assert_eq!(differs(place(4.0, 2.0), 0, 1), true, "a cannon comes to e2");
    assert_eq!(differs(place(7.0, 2.0), 0, 1), true, "from h2");
    assert_eq!(differs(place(6.0, 7.0), 1, 2), true, "then a horse to g7");
    assert_eq!(differs(place(0.0, 0.0), 0, 2), false, "a rook stays");
}
