//! Where things stand: the board is the largest on every width, nothing covers it,
//! and nothing moves when messages come and go.

use browser::Size;
use serde_json::{Value, json};

use crate::games::start_game;
use crate::house::House;
use crate::layout::change_settings;
use crate::person::{Person, named, square};

/// Windows on desks, with the least width the xiangqi board must have there.
const DESKS: [(u32, u32, f64); 4] =
    [(1024, 768, 540.0), (1280, 800, 560.0), (1440, 900, 640.0), (2000, 1200, 880.0)];

/// A place on the screen.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Place {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Place {
    fn width(self) -> f64 {
        self.right - self.left
    }

    fn area(self) -> f64 {
        self.width() * (self.bottom - self.top)
    }

    fn meets(self, other: Place) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

fn desk(width: u32, height: u32) -> Size {
    Size { width, height, phone: false }
}

/// Where something is, after the page has settled.
#[track_caller]
fn place(person: &Person, selector: &str) -> Place {
    person.sees_some(selector);
    let script = format!(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {{ \
         const {{ left, top, right, bottom }} = document.querySelector({}).getBoundingClientRect(); \
         done([left, top, right, bottom]); }})))",
        json!(selector)
    );
    let found = person.value(&script);
    let number = |index: usize| found[index].as_f64().expect("a number");
    Place { left: number(0), top: number(1), right: number(2), bottom: number(3) }
}

const BOARD: &str = "chuhe-board > svg";

fn new_game(person: &Person, wanted: &Value) -> String {
    person.go("/");
    person.ask("POST", "/api/games", wanted)["id"].as_str().expect("an id").to_owned()
}

fn two_people(game: &str) -> Value {
    json!({ "game": game, "first": { "kind": "human" }, "second": { "kind": "human" } })
}

#[test]
fn the_analysis_board_is_the_largest_thing() {
    let Some(house) = House::open() else { return };
    for (width, height, least) in DESKS {
        let person = house.person(desk(width, height));
        for game in ["xiangqi", "banqi"] {
            person.go(&format!("/analyse?game={game}"));
            person.sees("desk");
            let board = place(&person, BOARD);
            for other in ["[data-test=engine-panel]", "[data-test=moves-panel]", ".desk-tools"] {
                let other_place = place(&person, other);
                assert!(
                    board.area() > other_place.area(),
                    "{game} {width}: {other} is larger than the board"
                );
            }
            let least = if game == "banqi" { f64::from(width) * 0.55 } else { least };
            assert!(board.width() >= least, "{game} {width}: the board is {} wide", board.width());
            assert!(board.bottom <= f64::from(height), "{game} {width}: the board fits");
        }
    }
}

/// More moves than the list has rows.
const LONG: &str = "h2e2,h9g7,h0g2,i9h9,i0h0,b9c7,g3g4,c6c5,b0c2,h7i7,h0h9,g7h9,g2f4,a9a8,a0b0,a8d8,b2b4,d8d0,e0d0,c7d5";

#[test]
fn lines_and_moves_need_no_scrolling() {
    let Some(house) = House::open() else { return };
    let person = house.person(desk(1280, 800));
    person.go(&format!("/analyse?game=xiangqi&moves={LONG}"));
    person.choose("engine-lines", "3");
    person.click("engine-toggle");
    person.sees("line-3");
    for name in ["line-3", "moves", "comment-input", "tab-review", "walk-end"] {
        let seen = place(&person, &named(name));
        assert!(seen.top >= 0.0 && seen.bottom <= 800.0, "{name} is off the screen: {seen:?}");
    }
    let moves = place(&person, &named("moves"));
    let here = place(&person, "[data-test=move][aria-current=true]");
    assert!(here.top >= moves.top && here.bottom <= moves.bottom, "{here:?} in {moves:?}");
    assert!(moves.bottom - moves.top >= 200.0, "the list of moves is {moves:?}");
    let height = person.value("document.documentElement.scrollHeight").as_f64();
    assert_eq!(height, Some(800.0), "the page scrolls");
}

#[test]
fn what_a_flip_may_bring_opens_beside_the_board() {
    let Some(house) = House::open() else { return };
    let person = house.person(desk(1280, 800));
    person.go("/analyse?game=banqi");
    person.sees_some("[data-square=c2].live");
    let board = place(&person, BOARD);
    person.click_on(&square("c2"));
    let chooser = place(&person, &named("flip-chooser"));
    assert!(chooser.left >= board.right, "{chooser:?} beside {board:?}");
    assert!(chooser.bottom <= 800.0, "{chooser:?}");
    assert_eq!(place(&person, BOARD), board, "the board stays where it was");
    // A phone has no room beside it: a sheet, which leaves the page where it is.
    let person = house.person(Size::PHONE);
    person.go("/analyse?game=banqi");
    person.sees_some("[data-square=a1].live");
    person.tap(&square("a1"));
    let chooser = place(&person, &named("flip-chooser"));
    assert!(chooser.bottom <= 740.0 && chooser.left >= 0.0, "{chooser:?}");
    assert_eq!(person.value("scrollY"), 0);
}

#[test]
fn the_dark_chess_board_fits_a_phone() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    let id = new_game(&person, &two_people("banqi"));
    for (page, below) in [
        (format!("/play/{id}"), "[data-test=player-first]"),
        (format!("/analyse?game_id={id}"), "[data-test=walk-end]"),
    ] {
        person.go(&page);
        for part in [BOARD, below] {
            let seen = place(&person, part);
            assert!(seen.bottom <= 740.0 && seen.right <= 360.0, "{page} {part}: {seen:?}");
        }
        assert!(place(&person, BOARD).width() > 240.0, "{page}: large enough for a finger");
    }
}

#[test]
fn the_first_page_fills_a_large_screen() {
    let Some(house) = House::open() else { return };
    let person = house.person(desk(2000, 1200));
    person.go("/");
    let (form, board) = (place(&person, &named("new-game")), place(&person, BOARD));
    assert!(board.right - form.left >= 1400.0, "{form:?} {board:?}");
    assert!(board.area() > form.area(), "{form:?} {board:?}");
    assert!(board.bottom - board.top >= 900.0, "{board:?}");
}

#[test]
fn the_score_keeps_clear_of_its_bars_edges() {
    let Some(house) = House::open() else { return };
    for size in [desk(1280, 800), Size::PHONE] {
        let person = house.person(size);
        person.go("/analyse?game=xiangqi");
        for score in ["+0.4", "+18", "−12.5", "M23"] {
            let room = person.value(&format!(
                "(() => {{ const bar = document.querySelector('[data-test=eval-bar]').getBoundingClientRect(); \
                 const text = document.querySelector('[data-test=eval-score]').cloneNode(); text.textContent = '{score}'; \
                 document.querySelector('[data-test=eval-bar]').append(text); \
                 const range = document.createRange(); range.selectNodeContents(text); \
                 const box = range.getBoundingClientRect(); text.remove(); \
                 return Math.min(box.left - bar.left, bar.right - box.right, box.top - bar.top, bar.bottom - box.bottom); }})()"
            ));
            let room = room.as_f64().expect("a number");
            assert!(room >= 2.5, "{size:?} {score}: {room} px to the edge");
        }
    }
}

#[test]
fn messages_cover_neither_board_nor_clock_nor_palette() {
    let Some(house) = House::open() else { return };
    for size in [desk(1280, 800), desk(1024, 768), Size::PHONE] {
        let person = house.person(size);
        let mut wanted = two_people("xiangqi");
        wanted["clock"] = json!({ "base_ms": 600_000, "increment_ms": 5_000 });
        let id = new_game(&person, &wanted);
        for (page, toggle, parts) in [
            (format!("/play/{id}"), Some("facts-toggle"), vec![BOARD, "chuhe-clock", ".actions"]),
            ("/setup?game=xiangqi".to_owned(), None, vec![BOARD, ".palette"]),
        ] {
            person.go(&page);
            toggle.into_iter().for_each(|name| person.click(name));
            (0..3).for_each(|_| person.click("copy-fen"));
            person.sees("notice");
            person.value("scrollTo(0, 0)");
            let notice = place(&person, &named("notice"));
            assert!(notice.left >= 0.0 && notice.right <= f64::from(size.width), "{notice:?}");
            for part in parts {
                assert!(!notice.meets(place(&person, part)), "{size:?} {page}: {part} is covered");
            }
        }
    }
}

#[test]
fn buttons_stay_where_they_are_when_messages_come_and_go() {
    let Some(house) = House::open() else { return };
    for size in [desk(1280, 800), Size::PHONE] {
        let person = house.person(size);
        let mut wanted = two_people("xiangqi");
        wanted["start"] = json!("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1");
        let id = new_game(&person, &wanted);
        person.go(&format!("/play/{id}"));
        assert!(person.may_move());
        let buttons = || ["undo", "walk-back"].map(|name| place(&person, &named(name)));
        let before = buttons();
        person.click("hint");
        person.sees("hint-text");
        person.value("scrollTo(0, 0)");
        assert_eq!(buttons(), before, "{size:?}: a hint moves the buttons");
        person.play("a1", Some("a9"));
        person.sees("warning-check");
        person.value("scrollTo(0, 0)");
        assert_eq!(buttons(), before, "{size:?}: a check moves the buttons");
    }
}

#[test]
fn coordinates_are_clear_of_the_pieces() {
    let Some(house) = House::open() else { return };
    let person = house.person(desk(1280, 800));
    for game in ["xiangqi", "banqi"] {
        let id = new_game(&person, &two_people(game));
        for notation in ["wxf", "iccs", "zh_hant"] {
            change_settings(&person, "notation", notation);
            person.go(&format!("/play/{id}"));
            person.sees_some("chuhe-board .coordinate");
            let covered = person.value(COVERED);
            assert_eq!(covered, json!([]), "{game} {notation}: covered by pieces");
        }
    }
}

/// The coordinates that come nearer to a piece than two of the board's units.
const COVERED: &str = r"(() => {
  const pieces = [...document.querySelectorAll('chuhe-board .mover .piece-shade')].map((e) => e.getBoundingClientRect());
  const unit = pieces[0].width / 90;
  return [...document.querySelectorAll('chuhe-board .coordinate')].filter((e) => {
    const { x, y, width, height } = e.getBBox();
    const matrix = e.getScreenCTM();
    const [a, b] = [new DOMPoint(x, y).matrixTransform(matrix), new DOMPoint(x + width, y + height).matrixTransform(matrix)];
    // A line of text is higher than its figures.
    const inset = e.tagName === 'text' ? (b.y - a.y) * 0.2 : 0;
    return pieces.some((p) => {
      const [cx, cy] = [p.x + p.width / 2, p.y + p.height / 2];
      const [dx, dy] = [Math.max(a.x - cx, 0, cx - b.x), Math.max(a.y + inset - cy, 0, cy - b.y + inset)];
      return Math.hypot(dx, dy) < p.width / 2 + 2 * unit;
    });
  }).map((e) => e.textContent || 'drawn');
})()";

#[test]
fn no_frame_is_left_by_the_mouse_but_the_keyboard_has_one() {
    let Some(house) = House::open() else { return };
    let person = house.person(desk(1280, 800));
    start_game(&person, "xiangqi");
    person.play("h2", Some("e2"));
    person.sees("ply-2");
    assert!(person.may_move());
    person.sees_some("[data-square=e2].live");
    let stroke = "getComputedStyle(document.querySelector('[data-square=e2]')).stroke";
    assert_eq!(person.value(stroke), "none", "the mouse is still there");
    assert_eq!(person.value(FRAMES), json!([]), "also where a browser knows that it has a mouse");
    person.key("ArrowLeft");
    person.key("ArrowRight");
    person.wait("document.activeElement.dataset.square === 'e2'");
    assert_ne!(person.value(stroke), "none", "the keyboard's place is seen");
}

/// Rules that frame the square under the pointer; a headless browser does not apply
/// those for screens with a mouse, so they are looked for in the style sheets.
const FRAMES: &str = r"(() => {
  const square = document.querySelector('[data-square=e2]');
  const rules = (list) => [...list].flatMap((rule) => (rule.selectorText ? [rule] : rules(rule.cssRules ?? [])));
  return [...document.styleSheets].flatMap((sheet) => rules(sheet.cssRules))
    .filter(({ selectorText, style }) => selectorText.includes(':hover') && (style.stroke || style.outline || style.outlineStyle)
      && square.matches(selectorText.replaceAll(':hover', '')))
    .map(({ cssText }) => cssText);
})()";

#[test]
fn the_first_three_lines_have_arrows_of_their_own() {
    let Some(house) = House::open() else { return };
    let person = house.person(desk(1280, 800));
    person.go("/analyse?game=xiangqi");
    person.choose("engine-lines", "3");
    person.click("engine-toggle");
    person.wait("document.querySelectorAll('chuhe-board .arrow').length === 3");
    let colours = person.value(
        "new Set([...document.querySelectorAll('chuhe-board .arrow path')].map((e) => getComputedStyle(e).fill)).size",
    );
    assert_eq!(colours, 3, "three colours");
    let labels = person.value(
        "[...document.querySelectorAll('chuhe-board .arrow-label')].map((e) => e.textContent.trim()).sort().join('')",
    );
    assert_eq!(labels, "123");
}
