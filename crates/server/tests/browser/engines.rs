//! Foreign engines on the page: chosen as an opponent, for analysis and in a review.

use browser::Size;
use server::Engines;

use crate::house::House;

/// An engine of few words, and one that dies when it is asked.
const FILE: &str = r#"
[[engine]]
name = "Toy"
about = "plays a cannon to the centre"
cmd = "sh"
proto = "uci"
args = ["-c", '''while read -r line; do case "$line" in uci) echo id name Toy; echo uciok;; isready) echo readyok;; quit) exit;; go*) echo info depth 7 multipv 1 score cp 42 nodes 900 pv h2e2 h9g7; echo bestmove h2e2;; esac; done''']

[[engine]]
name = "Crash"
cmd = "sh"
proto = "uci"
args = ["-c", '''while read -r line; do case "$line" in uci) echo uciok;; isready) echo readyok;; go*) exit 3;; esac; done''']
"#;

fn house() -> Option<House> {
    House::with_engines(Engines::parse(FILE).expect("a file of engines"))
}

#[test]
fn a_foreign_engine_analyses_and_one_that_crashes_is_told() {
    let Some(house) = house() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/analyse?game=xiangqi");
    person.sees("engine-panel");
    person.choose("engine-profile", "engine:Toy");
    person.click("engine-toggle");
    person.sees("line-1");
    person.wait("document.querySelector('[data-test=engine-depth]').dataset.depth === '7'");
    person.wait("document.querySelector('[data-test=eval-score]').textContent.trim() === '+0.4'");
    person.choose("engine-profile", "engine:Crash");
    person.sees("engine-error");
    assert!(person.text("engine-detail").contains("exit status 3"));
    // The choice is kept, and the others still work.
    person.reload();
    person.sees("engine-profile");
    person.choose("engine-profile", "engine:Toy");
    person.click("engine-toggle");
    person.sees("line-1");
}

#[test]
fn a_foreign_engine_sits_down_to_play() {
    let Some(house) = house() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/");
    person.click("choose-xiangqi");
    person.click("opponent-engine");
    person.choose("engine-profile", "engine:Toy");
    person.click("seat-second");
    person.click("start");
    person.sees("page-play");
    person.sees("ply-1");
    assert_eq!(person.game()["plies"][0]["ply"], "h2e2");
    person.go("/knowledge");
    assert!(person.text("foreign-list").contains("plays a cannon to the centre"));
    person.click_on("[data-test=foreign-how] summary");
    assert!(person.text("foreign-how").contains("[[engine]]"));
}
