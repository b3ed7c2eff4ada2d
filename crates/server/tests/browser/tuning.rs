//! A tuning run as somebody at the page meets it: set up, watched, broken off by a server
//! that goes down, gone on with; its best values a second way.

use browser::Size;
use serde_json::{Value, json};

use crate::house::House;
use crate::person::Person;

fn sees_steps(person: &Person, least: u32) {
    person.wait(&format!(
        "Number(document.querySelector('[data-test=run-page]').dataset.done) >= {least}"
    ));
}

#[test]
fn a_tuning_run_is_watched_and_goes_on_after_a_restart() {
    let Some(mut house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/arena");
    person.click("to-tuning");
    person.click("tuning-game-banqi");
    person.choose("tuning-preset", "spsa");
    for (field, value) in [("tuning-steps", "20"), ("tuning-nodes", "40"), ("tuning-pairs", "2")] {
        person.fill(field, value);
        person.key("Tab");
    }
    person.click("tuning-more");
    person.fill("tuning-params", "eval.");
    person.click("tuning-start");
    person.sees("page-tuning-run");
    sees_steps(&person, 2);
    person.wait("Number(document.querySelector('[data-test=tuning-curve]').dataset.points) >= 2");
    let id = person.value("location.pathname.split('/')[2]");
    person.forgive();
    house.stop();
    person.sees("offline");
    house.start();
    person.sees_no("offline");
    person.wait("document.querySelector('[data-test=run-state]').dataset.state === 'done'");
    sees_steps(&person, 20);
    let folder = house.library().with_file_name("runs").join(id.as_str().expect("a run"));
    // What the page lists is what lies in the folder, for whoever takes it from there.
    let best = std::fs::read_to_string(folder.join("best.params")).expect("the best values");
    let changes: Vec<&str> = best.trim().split([',', '\n']).filter(|it| !it.is_empty()).collect();
    assert!(!changes.is_empty(), "something has moved");
    assert_eq!(person.count("[data-test=moved]"), changes.len() as u64, "{best}");
    for change in &changes {
        let (name, value) = change.split_once('=').expect("a name and a value");
        let shown = person.value(&format!(
            "[...document.querySelectorAll('[data-test=moved]')].some((row) => \
             row.cells[0].textContent === '{name}' && \
             row.cells[2].textContent.replaceAll(',', '') === '{value}')"
        ));
        assert_eq!(shown, true, "{change}");
    }
    let state = std::fs::read(folder.join("state.json")).expect("the state");
    let state: Value = serde_json::from_slice(&state).expect("JSON");
    let history = state["history"].as_array().expect("a history");
    let training: f64 =
        person.attribute("tuning-training", "data-value").parse().expect("a number");
    assert_eq!(json!(training), history.last().expect("a point")["training"]);
    let steps: Vec<&Value> = history.iter().map(|point| &point["generation"]).collect();
    let every: Vec<Value> = (1..=20).map(|step| json!(step)).collect();
    assert_eq!(json!(steps), json!(every), "every step once");
}
