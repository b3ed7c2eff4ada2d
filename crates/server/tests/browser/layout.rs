//! Every page fits the narrowest phone, a finger can play there, and the first
//! load is small.

use browser::Size;
use serde_json::json;

use crate::house::House;
use crate::person::{Person, square};

/// What the first load may transfer, in bytes.
const MOST_BYTES: u64 = 300_000;

/// Every page, with games and a study to fill them.
pub fn pages(person: &Person) -> Vec<String> {
    person.go("/");
    let human = json!({ "kind": "human" });
    let start = |game: &str| {
        let wanted = json!({ "game": game, "first": human, "second": human, "seed": if game == "banqi" { Some("3") } else { None } });
        person.ask("POST", "/api/games", &wanted)
    };
    let play = |game: &serde_json::Value, ply: &str| {
        let path = format!("/api/games/{}/play", game["id"].as_str().expect("an id"));
        person.ask("POST", &path, &json!({ "ply": ply, "revision": game["revision"] }))
    };
    let (mut xiangqi, mut banqi) = (start("xiangqi"), start("banqi"));
    for ply in ["h2e2", "h9g7", "h0g2", "i9h9"] {
        xiangqi = play(&xiangqi, ply);
    }
    for ply in ["a1a1", "b2b2", "c3c3"] {
        banqi = play(&banqi, ply);
    }
    let (one, other) =
        (xiangqi["id"].as_str().expect("an id"), banqi["id"].as_str().expect("an id"));
    let mut pages: Vec<String> = [
        "/",
        "/games",
        "/library",
        "/library/statistics",
        "/patterns?set=attacks",
        "/knowledge",
        "/puzzles",
        "/puzzles?game=banqi",
        "/trainer",
        "/setup?game=xiangqi",
        "/setup?game=banqi",
        "/settings",
        "/help",
        "/nowhere",
    ]
    .map(str::to_owned)
    .into();
    for id in [one, other] {
        pages.push(format!("/play/{id}"));
        pages.push(format!("/retry/{id}"));
        pages.push(format!("/analyse?game_id={id}&tab=review"));
        pages.push(format!("/analyse?game_id={id}&tab=terms"));
        pages.push(format!("/analyse?game_id={id}&tab=explorer"));
    }
    pages.extend(["/arena", "/tuning", "/tour", "/tour?game=banqi"].map(str::to_owned));
    pages.push(format!("/arena/{}", a_match(person)));
    pages.push(format!("/tuning/{}", a_tuning(person)));
    pages.push(format!("/analyse?game_id={other}&tab=flips"));
    pages.push(format!("/analyse?game_id={one}&tab=file"));
    pages
}

/// A tuning run that is over.
fn a_tuning(person: &Person) -> String {
    let wish = json!({ "tuning": { "game": "xiangqi", "profile": "chuhe-hce", "method": "spsa",
        "steps": 1, "nodes": 1, "pairs": 1, "params": ["eval.features"] } });
    over(person, &person.ask("POST", "/api/runs/tunings", &wish))
}

/// A match that is over.
fn a_match(person: &Person) -> String {
    let wish = json!({ "match": { "game": "banqi", "games": 4, "tc": "nodes=1", "cut": true,
        "engines": [{ "engine": "greedy" }, { "engine": "random" }],
        "sprt": { "elo0": 0.0, "elo1": 5.0, "alpha": 0.05, "beta": 0.05 } } });
    over(person, &person.ask("POST", "/api/runs/matches", &wish))
}

/// The name of a run, once it is over.
fn over(person: &Person, run: &serde_json::Value) -> String {
    let id = run["id"].as_str().expect("an id").to_owned();
    person.wait(&format!(
        "fetch('/api/runs/{id}').then((r) => r.json()).then(({{ state }}) => state === 'done')"
    ));
    id
}

/// Every path in the page's table of routes is visited by [`pages`].
fn check_all_routes(pages: &[String]) {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/router.js");
    let table = std::fs::read_to_string(table).expect("the page's table of routes");
    let paths = table.lines().filter_map(|line| line.trim().strip_prefix("{ path: '"));
    let patterns: Vec<&str> = paths.filter_map(|rest| rest.split('\'').next()).collect();
    assert!(patterns.len() > 10, "the table of routes: {patterns:?}");
    let fits = |pattern: &str, page: &str| {
        let parts = |text: &str| text.split('/').map(str::to_owned).collect::<Vec<_>>();
        let (wanted, given) = (parts(pattern), parts(page.split('?').next().unwrap_or_default()));
        let same = |(one, other): (&String, &String)| one.starts_with(':') || one == other;
        wanted.len() == given.len() && wanted.iter().zip(&given).all(same)
    };
    let missing: Vec<&&str> =
        patterns.iter().filter(|pattern| !pages.iter().any(|page| fits(pattern, page))).collect();
    assert!(missing.is_empty(), "no test visits {missing:?}: add a page of each");
}

pub fn speak(person: &Person, language: &str) {
    change_settings(person, "language", language);
}

pub fn change_settings(person: &Person, name: &str, value: &str) {
    let mut settings = person.ask("GET", "/api/settings", &serde_json::Value::Null);
    settings[name] = json!(value);
    person.ask("PUT", "/api/settings", &settings);
}

#[test]
fn no_page_is_wider_than_a_phone() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    // One of the pages is missing on purpose.
    person.forgive();
    let pages = pages(&person);
    check_all_routes(&pages);
    let mut faults = Vec::new();
    for language in ["en", "zh-Hant", "zh-Hans"] {
        speak(&person, language);
        for page in &pages {
            person.go(page);
            person.wait(&format!("document.documentElement.lang === '{language}'"));
            let wide = person.value(WIDEST);
            if !wide.is_null() {
                faults.push(format!("{language} {page}: {wide}"));
            }
        }
    }
    assert!(faults.is_empty(), "pages that scroll sideways: {faults:#?}");
}

/// What sticks out of the window, or null.
const WIDEST: &str = r"(async () => {
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const room = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= room && innerWidth <= 360) return null;
  const out = [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > room + 0.5);
  return `${document.documentElement.scrollWidth} px: ${out.slice(-3).map((e) => e.cloneNode(false).outerHTML.slice(0, 120)).join(' ')}`;
})()";

#[test]
fn a_finger_plays_both_games_on_a_phone() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    person.go("/");
    let human = json!({ "kind": "human" });
    for (game, taps) in [("xiangqi", vec!["h2", "e2"]), ("banqi", vec!["c2"])] {
        let wanted = json!({ "game": game, "first": human, "second": human });
        let game = person.ask("POST", "/api/games", &wanted);
        person.go(&format!("/play/{}", game["id"].as_str().expect("an id")));
        assert!(person.may_move());
        taps.iter().for_each(|at| person.tap(&square(at)));
        person.sees("ply-1");
    }
}

#[test]
fn the_menu_of_a_phone_leads_everywhere() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    person.go("/");
    for page in ["games", "analyse", "setup", "settings", "help", "home"] {
        if person.value("document.querySelector('[data-test=menu]').checkVisibility()") == true {
            person.tap("[data-test=menu]");
        }
        person.tap(&format!("[data-test=nav-{page}]"));
        person.sees(&format!("page-{page}"));
    }
}

#[test]
fn the_first_load_is_small() {
    let Some(house) = House::open() else { return };
    for (page, seen) in [("/", "start"), ("/analyse", "desk")] {
        let person = house.person(Size::DESKTOP);
        person.go(page);
        person.sees(seen);
        let bytes = person.value(
            "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]\
             .reduce((sum, { transferSize }) => sum + transferSize, 0)",
        );
        let bytes = bytes.as_u64().expect("a sum");
        println!("{page} transfers {bytes} bytes");
        assert!((10_000..MOST_BYTES).contains(&bytes), "{page} transfers {bytes} bytes");
    }
}
