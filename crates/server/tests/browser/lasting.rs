//! A game goes on after a reload, in a second tab, after a restart of the server,
//! and after the server was killed.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use browser::Size;
use server::{Config, Port, Server};

use crate::games::start_game;
use crate::house::House;
use crate::person::Person;

/// Tells the other process where its library lies.
const LIBRARY: &str = "CHUHE_TEST_LIBRARY";
const PORT: &str = "CHUHE_TEST_PORT";
const SERVES: &str = "lasting::serves_until_it_is_killed";

/// Not a test: the server of another process, which is this program once more.
#[test]
#[ignore = "started by the test that kills it"]
fn serves_until_it_is_killed() {
    let Some(library) = std::env::var_os(LIBRARY) else { return };
    let port = std::env::var(PORT).ok().and_then(|port| port.parse().ok()).unwrap_or(0);
    let port = if port == 0 { Port::Any } else { Port::Exactly(port) };
    let library = PathBuf::from(library);
    let runs = Some(library.with_file_name("runs"));
    let runs_stand_back = false;
    let config =
        Config { port, library: Some(library), runs, runs_stand_back, ..Config::default() };
    let server = Server::start(config).expect("the server starts");
    println!("\nport {}", server.address().port());
    server.wait();
}

/// Ends with the test.
pub struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server in a process of its own, the second time where it was before.
pub fn other_process(house: &mut House) -> Killed {
    let program = std::env::current_exe().expect("this program");
    let mut child = Command::new(program)
        .args([SERVES, "--exact", "--ignored", "--nocapture"])
        .env(LIBRARY, house.library())
        .env(PORT, house.port().to_string())
        .stdout(Stdio::piped())
        .stdin(Stdio::null())
        .spawn()
        .expect("the server's process starts");
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let port =
        lines.map_while(Result::ok).find_map(|line| line.strip_prefix("port ")?.parse().ok());
    house.listens_on(port.expect("the server says its port"));
    Killed(child)
}

fn plays_on(person: &Person, from: &str, to: &str, ply: u32) {
    assert!(person.may_move());
    person.play(from, Some(to));
    person.sees(&format!("ply-{}", ply + 1));
}

#[test]
fn a_reload_and_a_restart_continue_the_game() {
    let Some(mut house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    start_game(&person, "xiangqi");
    plays_on(&person, "h2", "e2", 1);
    person.reload();
    person.sees("ply-2");
    person.sees_piece("e2", "C");
    plays_on(&person, "h0", "g2", 3);
    person.forgive();
    house.stop();
    person.sees("offline");
    house.start();
    person.sees_no("offline");
    assert_eq!(person.game()["plies"].as_array().map(Vec::len), Some(4));
    plays_on(&person, "b0", "c2", 5);
    person.reload();
    person.sees("ply-6");
    person.go("/");
    person.click("continue");
    person.sees("ply-6");
}

#[test]
fn a_killed_server_loses_nothing_that_was_seen() {
    let Some(mut house) = House::empty() else { return };
    let server = other_process(&mut house);
    let person = house.person(Size::DESKTOP);
    person.forgive();
    start_game(&person, "banqi");
    person.click_on("[data-square=b2]");
    person.sees("ply-2");
    let before = person.game()["board"]["pieces"].clone();
    drop(server);
    person.sees("offline");
    let _server = other_process(&mut house);
    person.sees_no("offline");
    let game = person.game();
    assert_eq!(game["plies"].as_array().map(Vec::len), Some(2));
    assert_eq!(game["board"]["pieces"], before, "the same pieces lie where they lay");
    assert!(person.may_move());
    person.click_on("[data-square].live");
}

#[test]
fn two_tabs_show_one_game() {
    let Some(house) = House::open() else { return };
    let one = house.person(Size::DESKTOP);
    start_game(&one, "xiangqi");
    let other = house.another_tab(&one);
    other.go(&format!("/play/{}", one.game_id()));
    plays_on(&one, "h2", "e2", 1);
    other.to_front();
    other.sees("ply-2");
    other.sees_piece("e2", "C");
    plays_on(&other, "h0", "g2", 3);
    one.to_front();
    one.sees("ply-4");
    one.sees_piece("g2", "N");
    one.click("undo");
    other.to_front();
    other.sees_no("ply-3");
    other.sees_piece("h0", "N");
}
