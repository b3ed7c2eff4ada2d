//! The endgame trainer as a person uses it: a win thrown away, back to the mistake, won.

use browser::Size;
use serde_json::{Value, json};

use crate::house::House;
use crate::layout::speak;
use crate::person::{Person, square};

/// What the table says of the position on the board: the plies, and what each leads to.
fn rated(person: &Person, start: &str, plies: &[String]) -> Vec<Value> {
    let line = json!({ "game": "xiangqi", "start": start, "plies": plies });
    let told = person.ask("POST", "/api/tables/probe", &line);
    told["plies"].as_array().expect("a table").clone()
}

fn text(ply: &Value) -> String {
    ply["ply"]["ply"].as_str().expect("a ply").to_owned()
}

/// Moves on the board and waits for the answer.
fn touch(person: &Person, ply: &str, before: usize) {
    person.click_on(&square(&ply[..2]));
    person.click_on(&square(&ply[2..]));
    person.wait(&format!(
        "Number(document.querySelector('[data-test=ending]').dataset.plies) > {before}"
    ));
}

/// The line on the page: its start is what the server was asked for last.
fn line(person: &Person) -> (String, Vec<String>) {
    let shown = person.value("window.chuheTrainer ?? null");
    let start = shown["start"].as_str().unwrap_or_default().to_owned();
    let plies = shown["plies"].as_array().cloned().unwrap_or_default();
    (start, plies.iter().map(|ply| ply.as_str().unwrap_or_default().to_owned()).collect())
}

/// Keeps what the page asks the trainer for, as a recorder beside the browser would.
const LISTEN: &str = r"(() => {
  const real = window.fetch;
  window.fetch = async (path, options) => {
    const answer = await real(path, options);
    if (String(path).includes('/api/trainer/')) {
      const told = await answer.clone().json();
      const asked = JSON.parse(options.body);
      const start = told.start ?? asked.start;
      window.chuheTrainer = { start, plies: told.plies.map(({ ply }) => ply) };
    }
    return answer;
  };
})()";

#[test]
fn a_win_is_thrown_away_and_won_from_the_mistake() {
    let Some(house) = House::with_tables() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/trainer");
    person.value(LISTEN);
    person.choose("class", "KPK");
    // Until there is a position in which something can be thrown away.
    let (mut start, mut poor) = (String::new(), None);
    for _ in 0..40 {
        person.click("begin");
        person.wait(&format!(
            "window.chuheTrainer?.start && window.chuheTrainer.start !== {}",
            json!(start)
        ));
        person.sees_some("[data-test=ending][data-plies=\"0\"]");
        start = line(&person).0;
        poor = rated(&person, &start, &[]).iter().find(|ply| ply["value"] == "draw").map(text);
        if poor.is_some() {
            break;
        }
    }
    let poor = poor.expect("a ply that throws the win away");
    touch(&person, &poor, 0);
    person.sees_some("[data-test=step][data-kept=no]");
    person.click("from-mistake");
    person.sees_some("[data-test=ending][data-plies=\"0\"]");
    let mut plies: Vec<String> = Vec::new();
    for _ in 0..60 {
        let told = rated(&person, &start, &plies);
        let won = told.iter().filter(|ply| ply["value"] == "win");
        let best = won.min_by_key(|ply| ply["plies"].as_i64()).expect("it is still won");
        touch(&person, &text(best), plies.len());
        person.sees_some("[data-test=step][data-kept=yes]");
        if person.attribute("ending", "data-over") == "yes" {
            return;
        }
        plies = line(&person).1;
        // The distance on the page is the table's.
        let shown: i64 = person.attribute("worth", "data-distance").parse().unwrap();
        let body = json!({ "game": "xiangqi", "start": start, "plies": plies });
        let told = person.ask("POST", "/api/tables/probe", &body);
        assert_eq!(told["distance"].as_i64(), Some(shown));
    }
    panic!("the ending was never won");
}

#[test]
fn the_trainer_on_a_phone_in_three_languages_and_without_tables() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    for (language, title) in
        [("zh-Hant", "殘局練習"), ("zh-Hans", "残局练习"), ("en", "Endgame trainer")]
    {
        person.go("/trainer");
        speak(&person, language);
        person.reload();
        person.wait(&format!("document.querySelector('h1').textContent === '{title}'"));
        person.sees("no-tables");
        assert_eq!(person.value("/trainer\\.[a-z]/.test(document.body.innerText)"), false);
    }
}
