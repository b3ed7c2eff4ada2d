//! Whole games, played to their end with the pointer.

use browser::Size;
use serde_json::{Value, json};

use crate::house::House;
use crate::person::{Person, square};

/// No game of ours takes so many plies of one side.
const MOST: usize = 400;

/// Starts a game against level 1 with the form of the first page.
pub fn start_game(person: &Person, game: &str) {
    person.go("/");
    person.click(&format!("choose-{game}"));
    person.click("opponent-engine");
    person.click("engine-level");
    person.key("Home");
    person.click("seat-first");
    person.click("start");
    person.sees("page-play");
    assert!(person.may_move());
}

/// A good ply, as an adviser beside the board would give.
fn advice(person: &Person) -> (String, Option<String>) {
    let path = format!("/api/games/{}/hint", person.game_id());
    let ply = person.ask("POST", &path, &json!({}))["ply"].take();
    let text = |key: &str| ply[key].as_str().map(str::to_owned);
    (text("from").expect("a square"), text("to"))
}

/// Plays until the game is over and returns it.
fn to_the_end(person: &Person) -> Value {
    for turn in 0..MOST {
        if !person.may_move() {
            return person.game();
        }
        let (from, to) = advice(person);
        match to {
            Some(to) if turn % 3 == 1 => {
                let before = person.count("[data-test^=\"ply-\"]");
                person.drag(&square(&from), &square(&to));
                person.sees(&format!("ply-{}", before + 1));
            }
            to => person.play(&from, to.as_deref()),
        }
    }
    panic!("no end after {MOST} plies: {}", person.game()["board"]["fen"]);
}

#[test]
fn a_game_of_xiangqi_from_the_first_move_to_its_end() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    start_game(&person, "xiangqi");
    let game = to_the_end(&person);
    assert_eq!(game["second"]["level"], 1);
    assert_eq!(game["result"]["winner"], "first", "{}", game["result"]);
    assert_eq!(person.attribute("result", "data-winner"), "first");
    let reason = game["result"]["reason"].as_str().expect("a reason");
    assert_eq!(person.attribute("result", "data-reason"), reason);
    assert!(["checkmate", "stalemate"].contains(&reason), "{reason}");
    assert!(person.text("reason").chars().count() > 8, "{}", person.text("reason"));
    assert_eq!(person.count("chuhe-board .cell.live"), 0, "nothing moves after the end");
    look_back(&person);
    person.click("analyse");
    person.sees("page-analyse");
    person.sees("move");
}

/// Walks back to the start and forward again.
fn look_back(person: &Person) {
    person.click("walk-first");
    person.sees("back-to-game");
    person.sees_piece("e9", "k");
    person.sees_piece("h2", "C");
    person.click("ply-1");
    person.wait("document.querySelector('[data-test=ply-1]').ariaCurrent === 'step'");
    person.click("back-to-game");
    person.sees_no("back-to-game");
}

#[test]
fn a_game_of_dark_chess_from_the_first_flip_to_its_end() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    start_game(&person, "banqi");
    assert_eq!(person.count("[data-letter=X]"), 32);
    person.click_on(&square("c2"));
    person.sees("ply-1");
    person.wait("document.querySelector('[data-piece=\"c2\"]')?.dataset.letter !== 'X'");
    let game = to_the_end(&person);
    assert_ne!(game["colours"], Value::Null);
    assert_eq!(person.attribute("result", "data-reason"), game["result"]["reason"]);
    let seed = game["seed"].as_str().expect("a seed").to_owned();
    person.click("again-swap");
    person.wait(&format!("location.pathname !== '/play/{}'", game["id"].as_str().unwrap_or("")));
    person.sees("turn");
    let again = person.game();
    assert_eq!(again["seed"], seed.as_str(), "the same deal");
    assert_eq!(
        (&again["first"]["kind"], &again["second"]["kind"]),
        (&json!("engine"), &json!("human"))
    );
}

#[test]
fn two_people_at_one_board_end_a_short_game_by_mate() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/");
    // Two rooks against a bare king: the next move mates.
    let start = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1";
    let wanted = json!({ "game": "xiangqi", "start": start,
        "first": { "kind": "human" }, "second": { "kind": "human" } });
    let game = person.ask("POST", "/api/games", &wanted);
    person.go(&format!("/play/{}", game["id"].as_str().expect("an id")));
    person.play("b7", Some("b9"));
    person.sees("result");
    assert_eq!(person.attribute("result", "data-reason"), "checkmate");
    assert_eq!(person.text("result-title"), "Red wins", "two people: the side is named");
    person.go("/games");
    person.sees("game-list");
    person.click("filter-state-running");
    person.sees("no-games");
    person.click("filter-state-finished");
    person.click_on("[data-test^=\"game-open-\"]");
    person.sees("result");
}

#[test]
fn two_engines_play_and_can_be_held() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/");
    person.click("choose-xiangqi");
    person.click("opponent-engines");
    for slider in ["engine-level", "rival-level"] {
        person.click(slider);
        person.key("Home");
    }
    person.click("start");
    person.sees("ply-2");
    person.click("pause");
    person.sees("resume");
    let held = person.game()["plies"].as_array().map_or(0, Vec::len);
    person.click("resume");
    person.sees("pause");
    person.sees(&format!("ply-{}", held + 1));
    person.click("pause");
    person.sees("resume");
}
