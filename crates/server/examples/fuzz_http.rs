//! Malformed HTTP and WebSocket input for as long as wanted, half of it with a
//! valid cookie and half without. A canary plays a game of its own all the while:
//! it must always be answered, and what is its own must appear in no answer to
//! somebody who has not shown the token.
//!
//! `cargo run --release -p chuhe-server --example fuzz_http -- [SECONDS] [SEED]`

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use game::Rng;
use serde_json::{Value, json};
use server::{Config, Port, Server};

#[path = "../tests/server/client.rs"]
mod client;
#[path = "../tests/server/malformed.rs"]
mod malformed;

use client::Client;

const THREADS: u64 = 4;
/// A word that is in the canary's study and nowhere else.
const SECRET: &str = "canary-5d1f0c";
const TOKEN: &str = "a token for the fuzzing";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let seconds = arguments.next().unwrap_or(300);
    let seed = arguments.next().unwrap_or(1);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let panics = count_panics();
    let config = Config {
        port: Port::Any,
        library: Some(folder.path().join("library.sqlite")),
        archive: Some(folder.path().join("archive.sqlite")),
        // With a token there are those who know it and those who do not.
        token: Some(TOKEN.to_owned()),
        burst: 1_000_000,
        per_second: 1_000_000,
        max_sockets: 64,
        ..Config::default()
    };
    let server = Server::start(config).expect("a server starts");
    let (stop, sent, leaks) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
    let mut canary = Canary::new(&server);
    let mut other = member(server.address());
    let game = new_game(&mut other);
    let cookie = other.cookie.expect("a cookie");
    println!("fuzzing {} for {seconds} s, seed {seed}", server.address());
    let healthy = std::thread::scope(|scope| {
        for number in 0..THREADS {
            let (stop, sent, leaks, address) = (&stop, &sent, &leaks, server.address());
            // Members see what all members see: they damage a game of their own.
            let is_member = number % 2 == 0;
            let cookie = is_member.then_some(cookie.as_str());
            let game = if is_member { game.clone() } else { canary.game.clone() };
            scope.spawn(move || {
                let mut dice = Rng::new(seed.wrapping_mul(1_000).wrapping_add(number));
                while !stop.load(Ordering::Relaxed) {
                    let answer = if dice.below(3) == 0 {
                        malformed::socket(address, &mut dice, &game, cookie)
                    } else {
                        malformed::http(address, &mut dice, &game, cookie)
                    };
                    sent.fetch_add(1, Ordering::Relaxed);
                    if !is_member && leaked(&answer, &game) {
                        leaks.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
        let end = Instant::now() + Duration::from_secs(seconds);
        let mut healthy = true;
        while Instant::now() < end && healthy {
            healthy = canary.sings();
            std::thread::sleep(Duration::from_millis(200));
        }
        stop.store(true, Ordering::Relaxed);
        healthy
    });
    let (sent, leaks) = (sent.load(Ordering::Relaxed), leaks.load(Ordering::Relaxed));
    let panics = panics.load(Ordering::Relaxed);
    drop(canary.client);
    server.stop();
    let left = left_behind(folder.path());
    println!(
        "{sent} inputs, {panics} panics, {leaks} leaks, canary sang {} times, files left: {left:?}",
        canary.songs
    );
    let good = healthy && leaks == 0 && panics == 0 && left.is_empty();
    println!("{}", if good { "passed" } else { "FAILED" });
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Files that uploads left, and whatever else is no part of the two databases.
fn left_behind(folder: &std::path::Path) -> Vec<String> {
    let mut folders = vec![folder.to_owned()];
    let mut left = Vec::new();
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else if next != folder || !name.contains(".sqlite") {
                left.push(entry.path().display().to_string());
            }
        }
    }
    left
}

/// Counts panics of every thread from now on.
fn count_panics() -> &'static AtomicU64 {
    static PANICS: AtomicU64 = AtomicU64::new(0);
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        usual(info);
    }));
    &PANICS
}

/// Whether an answer to a stranger holds what is the canary's: its study, or its
/// game as a game begins.
fn leaked(answer: &[u8], game: &str) -> bool {
    let holds = |word: &str| answer.windows(word.len()).any(|window| window == word.as_bytes());
    holds(SECRET) || holds(&format!("\"id\":\"{game}\",\"game\":"))
}

fn member(address: SocketAddr) -> Client {
    let mut client = Client::new(address);
    let path = format!("/?token={}", TOKEN.replace(' ', "%20"));
    let answer = client.get(&path);
    let cookie = answer.headers.get("set-cookie").expect("the token is right");
    client.cookie = cookie.split(';').next().map(str::to_owned);
    client
}

fn new_game(client: &mut Client) -> String {
    let wish = json!({"game": "xiangqi", "first": client::human(), "second": client::human()});
    text(&client.post("/api/games", &wish).good()["id"])
}

/// A session that does only right things.
struct Canary {
    client: Client,
    game: String,
    study: String,
    set: String,
    songs: u64,
}

impl Canary {
    fn new(server: &Server) -> Canary {
        let mut client = member(server.address());
        let game = new_game(&mut client);
        let tree = json!({"version": 1, "game": "xiangqi", "root": {"comment": SECRET}});
        let study = json!({"game": "xiangqi", "title": SECRET, "tree": tree});
        let study = text(&client.post("/api/studies", &study).good()["id"]);
        let set = json!({"title": SECRET, "text": format!("; {SECRET}")});
        let set = text(&client.post("/api/patterns/sets", &set).good()["id"]);
        Canary { client, game, study, set, songs: 0 }
    }

    /// Plays, takes back, reads its own; false if anything is not as it should be.
    fn sings(&mut self) -> bool {
        self.songs += 1;
        let path = format!("/api/games/{}", self.game);
        let before = self.client.get(&path);
        if before.status != 200 {
            println!("the canary's game: {} {}", before.status, before.text());
            return false;
        }
        let body = json!({"ply": "h2e2", "revision": before.json()["revision"]});
        let played = self.client.post(&format!("{path}/play"), &body);
        let body = json!({"revision": played.json()["revision"]});
        let undone = self.client.post(&format!("{path}/undo"), &body);
        let study = self.client.get(&format!("/api/studies/{}", self.study));
        let set = self.client.get(&format!("/api/patterns/sets/{}", self.set));
        let well = played.status == 200
            && undone.status == 200
            && study.status == 200
            && set.text().contains(SECRET)
            && study.text().contains(SECRET);
        if !well {
            println!("the canary: {} {} {}", played.text(), undone.text(), study.text());
        }
        well
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
