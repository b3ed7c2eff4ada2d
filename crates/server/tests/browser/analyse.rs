//! The analysis page: lines, arrows, graph, review, terms, flips, variations.

use browser::Size;
use serde_json::{Value, json};

use crate::house::House;
use crate::person::{Person, named, square};

/// Black puts a rook where it can be taken for nothing.
const BLUNDER: [&str; 7] = ["h2e2", "h9g7", "i0i1", "i9i8", "i1f1", "i8f8", "f1f8"];

fn analyst(house: &House, path: &str) -> Person {
    let person = house.person(Size::DESKTOP);
    person.go(path);
    person.sees("desk");
    person
}

#[test]
fn lines_arrows_and_bar_appear_and_lines_are_walked() {
    let Some(house) = House::open() else { return };
    let person = analyst(&house, "/analyse?game=xiangqi");
    if person.attribute("engine-toggle", "aria-checked") == "false" {
        person.click("engine-toggle");
    }
    person.choose("engine-lines", "3");
    person.sees("line-3");
    person.wait("document.querySelectorAll('chuhe-board .arrow').length === 3");
    person.wait("Number(document.querySelector('[data-test=engine-depth]').dataset.depth) > 2");
    person.wait("document.querySelector('[data-test=eval-score]').textContent.trim() !== ''");
    person.click_on(&format!("{} {}", named("line-1"), named("line-ply")));
    person.sees_some("[data-test=move][data-ply=\"1\"][aria-current=true]");
    person.click("engine-toggle");
    person.sees("engine-off");
    person.wait("document.querySelector('chuhe-board .arrow') === null");
}

#[test]
fn moves_become_variations_with_comments_and_are_kept() {
    let Some(house) = House::open() else { return };
    let person = analyst(&house, "/analyse?game=xiangqi&moves=h2e2,h9g7");
    person.click("walk-start");
    person.click("walk-forward");
    person.sees_some("[data-test=move][data-ply=\"1\"][aria-current=true]");
    person.click_on(&square("b9"));
    person.click_on(&square("c7"));
    person.sees("variation");
    person.fill("comment-input", "Also good.");
    person.sees("comment");
    person.click("tab-file");
    person.fill("study-title", "An opening");
    person.click("study-save");
    person.wait("document.querySelector('[data-test=save-state]').dataset.state === 'kept'");
    person.wait("location.search.includes('study=')");
    person.reload();
    person.sees("variation");
    person
        .wait("document.querySelector('[data-test=comment]')?.textContent.includes('Also good.')");
}

#[test]
fn a_very_long_game_with_many_variations_is_kept_and_copied() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/");
    let mut nodes = vec![json!({})];
    let round = ["b0c2", "b9c7", "c2b0", "c7b9"];
    for ply in 0..600 {
        nodes.push(json!({ "parent": ply, "ply": round[ply % 4] }));
    }
    for ply in 0..300 {
        let ply_of = if ply % 2 == 0 { "a3a4" } else { "a6a5" };
        nodes.push(json!({ "parent": ply, "ply": ply_of }));
    }
    let tree = json!({ "version": 2, "game": "xiangqi", "start": start_of(&person),
        "rules": "computer", "nodes": nodes });
    let study = json!({ "game": "xiangqi", "title": "Long", "tree": tree });
    let id = person.ask("POST", "/api/studies", &study)["id"].as_str().unwrap().to_owned();
    person.go(&format!("/analyse?study={id}&ply=600&tab=file"));
    person.sees_some("[data-test=move][data-ply=\"600\"][aria-current=true]");
    person.fill("comment-input", "The end of it.");
    person.wait("document.querySelector('[data-test=comment]')?.textContent.includes('The end')");
    person.wait("document.querySelector('[data-test=save-state]').dataset.state === 'kept'");
    let kept = person.ask("GET", &format!("/api/studies/{id}"), &Value::Null);
    let kept = kept["tree"]["nodes"].as_array().unwrap();
    assert_eq!(kept.len(), 901);
    assert!(kept.iter().any(|node| node["comment"] == "The end of it."));
    person.reload();
    person.wait("document.querySelector('[data-test=comment]')?.textContent.includes('The end')");
}

/// The usual start position.
fn start_of(person: &Person) -> Value {
    person.ask("GET", "/api/about", &Value::Null)["xiangqi"]["start"].clone()
}

#[test]
fn a_refused_save_is_shown_and_tried_again() {
    let Some(house) = House::open() else { return };
    let person = analyst(&house, "/analyse?game=xiangqi&moves=h2e2,h9g7&tab=file");
    person.fill("study-title", "Refused");
    person.click("study-save");
    person.wait("location.search.includes('study=')");
    let break_it = "(window.whole = window.fetch, window.fetch = (path, options) => \
        options?.method === 'PUT' \
            ? Promise.resolve(new Response('{\"error\":{\"code\":\"too_large\"}}', { status: 413 })) \
            : window.whole(path, options), true)";
    person.wait(break_it);
    person.fill("comment-input", "One");
    person.sees("save-failed");
    person.sees_some("[data-test=save-state][data-state=failed]");
    person.wait("(window.fetch = window.whole, true)");
    person.fill("comment-input", "Two");
    person.wait("document.querySelector('[data-test=save-state]').dataset.state === 'kept'");
    person.wait("document.querySelector('[data-test=save-failed]') === null");
}

#[test]
fn a_review_marks_the_planted_blunder_and_shows_the_better_move() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/");
    let human = json!({ "kind": "human" });
    let wanted = json!({ "game": "xiangqi", "first": human, "second": human });
    let mut game = person.ask("POST", "/api/games", &wanted);
    let id = game["id"].as_str().expect("an id").to_owned();
    for ply in BLUNDER {
        let play = json!({ "ply": ply, "revision": game["revision"] });
        game = person.ask("POST", &format!("/api/games/{id}/play"), &play);
    }
    person.go(&format!("/analyse?game_id={id}&tab=review"));
    person.choose("review-budget", "100");
    person.click("review-start");
    person.sees("review-done");
    person.sees_some("[data-test=fault][data-mark=blunder][data-ply=\"6\"]");
    person.sees_some("[data-test=move][data-ply=\"6\"][data-mark=blunder]");
    let blunders = person.count("[data-test=fault][data-mark=blunder]");
    assert_eq!(blunders, 1, "only the planted one");
    person.sees("summary-accuracy");
    let average = person.text("summary-average");
    assert!(average.ends_with('%'), "a share of the points, as accuracy is: {average}");
    person.sees_some("[data-test=graph] canvas");
    review_is_kept(&person, &id);
    person.reload();
    person.sees("summary-accuracy");
    person.click_on("[data-test=fault][data-mark=blunder] [data-test=fault-go]");
    person.sees_some("chuhe-board .arrow.good");
    person.click("walk-back");
    person.sees_some("chuhe-board .arrow.played");
    person.sees_some("chuhe-board .arrow.good");
    person.click_on("[data-test=fault][data-mark=blunder] [data-test=fault-better]");
    person.sees("variation");
    walk_by_graph(&person);
}

/// Far beyond winning no number means anything, and after a mate the game is over.
#[test]
fn scores_are_written_so_that_they_say_something() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/analyse");
    let text = |cp: &str, mate: &str, share: u32| {
        person.value(&format!(
            "import('/parts/score.js').then(({{ scoreText, scoreShare }}) => {{ \
             const score = {{ cp: {cp}, mate: {mate}, share: {share} }}; \
             return `${{scoreText(score)}} ${{scoreShare(score)}}`; }})"
        ))
    };
    assert_eq!(text("125", "null", 640), "+1.25 0.64");
    assert_eq!(text("-5390", "null", 0), "−20 0");
    assert_eq!(text("null", "-3", 0), "−M3 0");
    assert_eq!(text("10000", "0", 1000), "1–0 1");
    assert_eq!(text("-10000", "0", 0), "0–1 0");
}

/// Waits until the server has what the review found.
fn review_is_kept(person: &Person, id: &str) {
    person.wait(&format!(
        "fetch('/api/games/{id}/tree').then((answer) => answer.json()).then((tree) => !!tree?.review)"
    ));
}

/// A click into the graph goes to that ply.
fn walk_by_graph(person: &Person) {
    person.click("walk-start");
    person.sees_some("[data-test=move-start][aria-current=true]");
    person.click_on("[data-test=graph] .u-over");
    person.wait("document.querySelector('[data-test=move][aria-current=true]') !== null");
    person.click("graph-table-toggle");
    person.click("table-go");
    person.sees_some("[data-test=move][data-ply=\"1\"][aria-current=true]");
}

#[test]
fn the_terms_of_the_evaluation_are_shown() {
    let Some(house) = House::open() else { return };
    let person = analyst(&house, "/analyse?game=xiangqi&moves=h2e2,h9g7&tab=terms");
    person.sees("terms");
    person.sees("term-material");
    person.sees("terms-sum");
}

#[test]
fn face_down_squares_show_what_may_come() {
    let Some(house) = House::open() else { return };
    let person = analyst(&house, "/analyse?game=banqi&tab=flips");
    person.sees("flips");
    person.hover_over(&square("c2"));
    person.sees_some("[data-test=flip-detail][data-square=c2]");
    person.click_on(&square("c2"));
    person.sees("flip-chooser");
    person.click("outcome-K");
    person.sees_piece("c2", "K");
    person.sees_some("[data-test=move][data-ply=\"1\"][aria-current=true]");
}

#[test]
fn a_review_of_dark_chess_tells_luck_from_decisions() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/");
    let human = json!({ "kind": "human" });
    let wanted = json!({ "game": "banqi", "seed": "7", "first": human, "second": human });
    let mut game = person.ask("POST", "/api/games", &wanted);
    let id = game["id"].as_str().expect("an id").to_owned();
    for _ in 0..4 {
        let flip = game["board"]["flips"][0].as_str().expect("a face-down piece");
        let play = json!({ "ply": format!("{flip}{flip}"), "revision": game["revision"] });
        game = person.ask("POST", &format!("/api/games/{id}/play"), &play);
    }
    assert_ne!(game["plies"], Value::Null);
    person.go(&format!("/analyse?game_id={id}&tab=review"));
    person.choose("review-budget", "100");
    person.click("review-start");
    person.sees("review-done");
    person.sees("summary-luck");
    person.sees("summary-decisions");
    // The page keeps it, so that a reload does not make it again.
    review_is_kept(&person, &id);
    let luck = person.text("summary-luck");
    person.reload();
    person.sees("review-done");
    assert_eq!(person.text("summary-luck"), luck, "kept over a reload");
}
