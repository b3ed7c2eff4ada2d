//! Named shapes in the analysis: found, shown on the board, told in three languages.

use browser::Size;

use crate::house::House;
use crate::layout::speak;

/// An iron bolt, as `chuhe explain` names it, and quieter things besides.
const BOLTED: &str =
    "/analyse?game=xiangqi&fen=2b1ka1r1/9/4bR3/p3r3p/2p1c4/9/P1P5P/4C4/4A4/2BAK1B1R+b&tab=shapes";

#[test]
fn shapes_are_named_and_shown_by_pointer_keyboard_and_tap() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go(BOLTED);
    person.sees("shapes");
    let first = "document.querySelector('[data-test=shapes] button').dataset.test";
    assert_eq!(person.value(first), "shape-red-iron-bolt", "what decides comes first");
    assert!(person.text("plan-red-iron-bolt").len() > 20);
    let shown = |count: usize| {
        person.wait(&format!(
            "document.querySelectorAll('chuhe-board .highlight').length === {count}"
        ));
    };
    shown(0);
    person.hover_over("[data-test=shape-red-iron-bolt]");
    shown(3);
    assert_eq!(person.count("chuhe-board .highlight.good"), 2, "the cannon and the rook");
    assert_eq!(person.count("chuhe-board .highlight.bad"), 1, "the king");
    person.hover_over("h1");
    shown(0);
    person.tab_to("[data-test=shape-red-iron-bolt]");
    shown(3);
    person.key("Enter");
    person.sees_some("[data-test=shape-red-iron-bolt][aria-pressed=true]");
    // A tap holds it when the pointer goes away; another tab shows none.
    person.hover_over("h1");
    shown(3);
    person.click("tab-file");
    shown(0);
}

#[test]
fn shapes_speak_three_languages_and_are_of_xiangqi_alone() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    person.go("/");
    for (language, name) in [("zh-Hant", "鐵門栓"), ("zh-Hans", "铁门栓"), ("en", "Iron bolt")]
    {
        speak(&person, language);
        person.go(BOLTED);
        person.sees("shapes");
        let text = person.text("shape-red-iron-bolt");
        assert!(text.contains(name), "{text}");
        let wide = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(person.value(wide), true);
    }
    person.go("/analyse?game=banqi&tab=shapes");
    person.sees("panel-review");
    person.sees_no("tab-shapes");
}
