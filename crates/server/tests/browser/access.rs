//! axe-core finds nothing serious on any page. It is not part of this repository:
//! `cargo xtask test` fetches it and names its file in `CHUHE_AXE`.

use browser::Size;
use serde_json::Value;

use crate::games::start_game;
use crate::house::House;
use crate::layout::{change_settings, pages, speak};
use crate::person::Person;

fn axe() -> Option<String> {
    let Some(file) = std::env::var_os("CHUHE_AXE") else {
        let required = std::env::var_os("CHUHE_REQUIRE_PROGRAMS").is_some();
        assert!(!required, "CHUHE_AXE must name the file axe.min.js for this run of the tests");
        eprintln!("skipped: CHUHE_AXE does not name the file axe.min.js");
        return None;
    };
    Some(std::fs::read_to_string(file).expect("CHUHE_AXE names a file"))
}

/// What axe-core says of the page, a line each.
fn faults(person: &Person, axe: &str) -> Vec<String> {
    person.value(&format!("window.axe === undefined && void (() => {{ {axe} }})()"));
    let found = person.value(RUN);
    let rules = found["passes"].as_u64().unwrap_or_default();
    assert!(rules > 10, "axe-core has checked only {rules} rules");
    let lines = found["faults"].as_array().expect("a list");
    lines.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

// Animations are brought to their ends by hand: in what is not drawn, such as a closed
// `details`, time stands still, and whoever waited for `finished` would wait forever.
const RUN: &str = r"(async () => {
  const running = () => document.getAnimations().filter(({ playState }) => playState === 'running');
  for (let moving = running(); moving.length > 0; moving = running()) {
    for (const animation of moving) {
      if (animation.effect.getComputedTiming().endTime === Infinity) animation.cancel();
      else animation.finish();
    }
  }
  const { violations, passes } = await axe.run(document, { resultTypes: ['violations'] });
  const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const faults = bad.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.slice(0, 3).map(({ target, any }) =>
    `${target.join(' ')} (${any.map(({ message }) => message).join('; ')})`).join(' | ')} of ${nodes.length}`);
  return { faults, passes: passes.length };
})()";

fn check(size: Size, theme: &str, language: &str) {
    let Some(house) = House::open() else { return };
    let Some(axe) = axe() else { return };
    let person = house.person(size);
    // One of the pages is missing on purpose.
    person.forgive();
    let pages = pages(&person);
    speak(&person, language);
    change_settings(&person, "theme", theme);
    let mut all = Vec::new();
    for page in &pages {
        person.go(page);
        person.wait(&format!("document.documentElement.dataset.theme === '{theme}'"));
        all.extend(faults(&person, &axe).into_iter().map(|fault| format!("{page}: {fault}")));
    }
    assert!(all.is_empty(), "{theme} {language}: {all:#?}");
}

#[test]
fn nothing_serious_in_wood() {
    check(Size::DESKTOP, "wood", "en");
}

#[test]
fn nothing_serious_in_light() {
    check(Size::DESKTOP, "light", "zh-Hant");
}

#[test]
fn nothing_serious_in_dark_on_a_phone() {
    check(Size::PHONE, "dark", "zh-Hans");
}

#[test]
fn nothing_serious_in_a_dialog_a_hint_and_a_result() {
    let Some(house) = House::open() else { return };
    let Some(axe) = axe() else { return };
    let person = house.person(Size::DESKTOP);
    start_game(&person, "xiangqi");
    person.play("h2", Some("e2"));
    person.sees("ply-2");
    person.click("hint");
    person.sees("hint-text");
    let mut all = faults(&person, &axe);
    person.click("resign");
    person.sees("confirm-yes");
    all.extend(faults(&person, &axe));
    person.click("confirm-yes");
    person.sees("result");
    all.extend(faults(&person, &axe));
    assert!(all.is_empty(), "{all:#?}");
}
