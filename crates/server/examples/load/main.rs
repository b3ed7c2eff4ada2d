//! A load of sessions on one server: a third of them play against engines, a third
//! analyse, a third browse the library. Prints how many requests were answered, how long user interface
//! actions took, and how much memory the server used.
//!
//! `cargo run --release -p chuhe-server --example load -- [SESSIONS] [SECONDS]`

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use game::Rng;
use library::Archive;
use serde_json::{Value, json};
use server::{Config, Port, Server};

mod browse;
#[path = "../../tests/server/client.rs"]
mod client;

use client::{Answer, Client, Live};

/// The p95 that user interface actions must stay under.
const ALLOWED: Duration = Duration::from_millis(100);
/// Games in the library.
const GAMES: u64 = 5_000;
/// How long a person looks at the board before the next action.
const THOUGHT: Duration = Duration::from_millis(400);

/// What was measured.
#[derive(Default)]
struct Tally {
    times: Mutex<Vec<Duration>>,
    waits: Mutex<Vec<Duration>>,
    errors: Mutex<Vec<String>>,
    updates: AtomicU64,
    games: AtomicU64,
}

impl Tally {
    /// Times an action and notes an answer that is none.
    fn action(&self, what: &str, act: impl FnOnce() -> Answer) -> Option<Value> {
        let begin = Instant::now();
        let answer = act();
        lock(&self.times).push(begin.elapsed());
        match answer.status {
            200..=299 => Some(answer.json()),
            // Two actions may meet: the game moved on in between.
            409 => None,
            status => {
                lock(&self.errors).push(format!("{what}: {status} {}", answer.text()));
                None
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let sessions = arguments.next().unwrap_or(50);
    let seconds = arguments.next().unwrap_or(120);
    let folder = tempfile::tempdir().expect("a temporary folder");
    browse::fill(&folder.path().join(Archive::FILE), GAMES);
    let config = Config {
        port: Port::Any,
        library: Some(folder.path().join("library.sqlite")),
        archive: Some(folder.path().join(Archive::FILE)),
        max_sessions: sessions as usize + 8,
        ..Config::default()
    };
    let budget = config.hash_mb;
    let server = Server::start(config).expect("a server starts");
    let (tally, stop) = (Tally::default(), AtomicBool::new(false));
    let most = AtomicU64::new(0);
    println!("{sessions} sessions for {seconds} s on {} processors", server::cores());
    std::thread::scope(|scope| {
        for number in 0..sessions {
            let (tally, stop, address) = (&tally, &stop, server.address());
            scope.spawn(move || {
                let client = Client::with_cookie(address);
                match number % 3 {
                    0 => play(client, number, tally, stop),
                    1 => analyse(client, number, tally, stop),
                    _ => browse::browse(client, number, tally, stop),
                }
            });
        }
        let end = Instant::now() + Duration::from_secs(seconds);
        while Instant::now() < end {
            most.fetch_max(resident_mb(), Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(250));
        }
        stop.store(true, Ordering::Relaxed);
    });
    let alive = Client::new(server.address()).get("/api/about").status == 200;
    report(&tally, most.load(Ordering::Relaxed), budget, alive)
}

fn report(tally: &Tally, memory: u64, budget: usize, alive: bool) -> ExitCode {
    let mut times = lock(&tally.times).clone();
    let mut waits = lock(&tally.waits).clone();
    let errors = lock(&tally.errors).clone();
    let p95 = print_times("actions", &mut times);
    print_times("engine replies", &mut waits);
    println!(
        "{} analysis updates, {} games finished",
        tally.updates.load(Ordering::Relaxed),
        tally.games.load(Ordering::Relaxed)
    );
    println!("memory of server and clients together at most {memory} MB (tables: {budget} MB)");
    println!("{} errors", errors.len());
    for error in errors.iter().take(10) {
        println!("  {error}");
    }
    let good = errors.is_empty() && alive && p95 <= ALLOWED;
    println!("{}", if good { "passed" } else { "FAILED" });
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints the quantiles and returns the 95th.
fn print_times(what: &str, times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    let at = |share: f64| {
        let place = (times.len() as f64 * share) as usize;
        times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
    };
    let (p50, p95, p99) = (at(0.5), at(0.95), at(0.99));
    println!("{} {what}: p50 {p50:.1?}, p95 {p95:.1?}, p99 {p99:.1?}", times.len());
    p95
}

/// The memory of this process; server and clients share it.
fn resident_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}

/// A person against an engine: random plies, now and then an undo, a hint, a look
/// at the list.
fn play(mut client: Client, number: u64, tally: &Tally, stop: &AtomicBool) {
    let mut dice = Rng::new(number + 1);
    let mut live = client.live();
    while !stop.load(Ordering::Relaxed) {
        let kind = if dice.below(2) == 0 { "xiangqi" } else { "banqi" };
        let level = 1 + dice.below(4) as u8;
        let wish = json!({"game": kind, "first": client::human(), "second": client::engine(level)});
        let created = tally.action("create", || client.post("/api/games", &wish));
        let Some(mut game) = created else { continue };
        live.watch(&game["id"]);
        let path = format!("/api/games/{}", game["id"].as_str().unwrap_or_default());
        while game["result"].is_null() && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(THOUGHT);
            let next = step(&mut client, &mut live, &path, &game, &mut dice, tally);
            game = next.unwrap_or_else(|| client.get(&path).json());
        }
        tally.games.fetch_add(1, Ordering::Relaxed);
        live.send(&json!({"type": "unwatch", "id": game["id"]}));
    }
}

fn step(
    client: &mut Client,
    live: &mut Live,
    path: &str,
    game: &Value,
    dice: &mut Rng,
    tally: &Tally,
) -> Option<Value> {
    let revision = &game["revision"];
    match dice.below(20) {
        0 if game["can_undo"] == true => {
            let body = json!({"revision": revision});
            return tally.action("undo", || client.post(&format!("{path}/undo"), &body));
        }
        1 => {
            tally.action("list", || client.get("/api/games?limit=20"));
        }
        2 => {
            tally.action("evaluate", || {
                let body = json!({"game": game["game"], "fen": game["board"]["fen"]});
                client.post("/api/evaluate", &body)
            });
        }
        _ => {}
    }
    let ply = random_ply(game, dice)?;
    let body = json!({"ply": ply, "revision": revision});
    let played = tally.action("play", || client.post(&format!("{path}/play"), &body))?;
    let begin = Instant::now();
    let answered = live.game(|state| {
        let over = !state["result"].is_null() || state["paused"] == true;
        let later = state["revision"].as_u64() >= played["revision"].as_u64();
        state["id"] == game["id"] && later && (over || state["thinking"] == false)
    });
    lock(&tally.waits).push(begin.elapsed());
    Some(answered)
}

fn random_ply(game: &Value, dice: &mut Rng) -> Option<String> {
    let board = &game["board"];
    let mut plies: Vec<String> = Vec::new();
    for (from, targets) in board["legal"].as_object()? {
        let targets = targets.as_array()?.iter().filter_map(Value::as_str);
        plies.extend(targets.map(|to| format!("{from}{to}")));
    }
    plies.extend(board["flips"].as_array()?.iter().filter_map(Value::as_str).map(str::to_owned));
    dice.choose(&plies).cloned()
}

/// A person who analyses: walks through positions, lets the engine think on each.
fn analyse(mut client: Client, number: u64, tally: &Tally, stop: &AtomicBool) {
    let mut dice = Rng::new(number + 1);
    let mut live = client.live();
    let mut key = 0;
    while !stop.load(Ordering::Relaxed) {
        let kind = if dice.below(3) == 0 { "banqi" } else { "xiangqi" };
        let mut plies: Vec<Value> = Vec::new();
        for _ in 0..20 {
            let body = json!({"game": kind, "plies": plies});
            let found = tally.action("position", || client.post("/api/position", &body));
            let Some(found) = found else { break };
            key += 1;
            let wish =
                json!({"type": "analyse", "key": key, "game": kind, "plies": plies, "lines": 3});
            live.send(&wish);
            let begin = Instant::now();
            let first = live.until("analysis", |message| message["key"] == key);
            lock(&tally.waits).push(begin.elapsed());
            watch_a_while(&mut live, first, tally);
            if stop.load(Ordering::Relaxed) || !found["result"].is_null() {
                break;
            }
            let Some(ply) = random_ply(&found, &mut dice) else { break };
            let flip = ply.len() == 2;
            let pool = found["board"]["pool"].as_object();
            let letters: Vec<&String> = pool.into_iter().flat_map(|pool| pool.keys()).collect();
            let piece = dice.choose(&letters).map(|letter| letter.as_str());
            plies.push(if flip { json!({"ply": ply, "reveal": piece}) } else { json!(ply) });
        }
    }
}

/// Hears what the analysis says for a second or so.
fn watch_a_while(live: &mut Live, first: Value, tally: &Tally) {
    let end = Instant::now() + 3 * THOUGHT;
    let key = first["key"].clone();
    let mut last = first;
    while Instant::now() < end && last["done"] != true {
        last = live.until("analysis", |message| message["key"] == key);
        tally.updates.fetch_add(1, Ordering::Relaxed);
    }
    std::thread::sleep(end.saturating_duration_since(Instant::now()));
}
