//! Language, piece set, theme and notation: changed, seen, kept.

use browser::Size;

use crate::house::House;
use crate::person::Person;

/// Waits until the server has a setting, before the page is left.
fn is_kept(person: &Person, name: &str, value: &str) {
    person.wait(&format!(
        "fetch('/api/settings').then((r) => r.json()).then((kept) => kept.{name} === '{value}')"
    ));
}

#[test]
fn the_language_changes_every_page_and_is_kept() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    let titles = [("en", "Settings"), ("zh-Hant", "設定"), ("zh-Hans", "设置")];
    for (language, title) in titles {
        person.go("/settings");
        person.choose("language", language);
        person.wait(&format!("document.documentElement.lang === '{language}'"));
        person.wait(&format!("document.querySelector('h1').textContent.includes('{title}')"));
        is_kept(&person, "language", language);
        person.reload();
        person.wait(&format!("document.querySelector('h1').textContent.includes('{title}')"));
    }
    let other = house.person(Size::DESKTOP);
    other.go("/help");
    other.wait("document.documentElement.lang === 'zh-Hans'");
}

#[test]
fn theme_and_pieces_change_the_look_and_are_kept() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/settings");
    let look = || {
        let script = "[getComputedStyle(document.body).backgroundColor, \
            [...document.querySelectorAll('[data-letter=k] path')].map((p) => p.getAttribute('d'))].join('|')";
        person.value(script).as_str().unwrap_or_default().to_owned()
    };
    let mut looks = Vec::new();
    for (theme, pieces) in
        [("light", "simplified"), ("wood", "traditional"), ("dark", "pictograms")]
    {
        person.click(&format!("theme-{theme}"));
        person.wait(&format!("document.documentElement.dataset.theme === '{theme}'"));
        person.click(&format!("pieces-{pieces}"));
        person.wait(&format!("document.querySelector('[data-test=pieces-{pieces}]').checked"));
        is_kept(&person, "theme", theme);
        is_kept(&person, "pieces", pieces);
        looks.push(look());
    }
    for part in 0..2 {
        let mut parts: Vec<_> = looks.iter().filter_map(|look| look.split('|').nth(part)).collect();
        parts.sort_unstable();
        parts.dedup();
        assert_eq!(parts.len(), 3, "each choice looks different: {parts:?}");
    }
    person.reload();
    person.wait("document.documentElement.dataset.theme === 'dark'");
    assert_eq!(Some(&look()), looks.last());
}

#[test]
fn the_notation_changes_the_list_of_moves() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    let ways = [
        ("zh_hant", ["炮二平五", "馬８進７"]),
        ("zh_hans", ["炮二平五", "马８进７"]),
        ("wxf", ["C2=5", "H8+7"]),
        ("iccs", ["H2-E2", "H9-G7"]),
    ];
    for (notation, [first, second]) in ways {
        person.go("/settings");
        person.choose("notation", notation);
        is_kept(&person, "notation", notation);
        person.go("/analyse?game=xiangqi&moves=h2e2,h9g7");
        let written = |ply: u32, text: &str| {
            let of = format!("document.querySelector('[data-test=move][data-ply=\"{ply}\"]')");
            person.wait(&format!("{of}?.textContent.trim() === '{text}'"));
        };
        written(1, first);
        written(2, second);
    }
}
