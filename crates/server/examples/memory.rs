//! How much memory a server takes: fresh, while more analyses and games are asked
//! for than it can hold, and after all of them have ended.
//!
//! `cargo run --release -p chuhe-server --example memory -- [PROGRAM] [SESSIONS] [SECONDS]`
//!
//! PROGRAM is the `chuhe` to measure; without it the one built beside this.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

#[path = "../tests/server/client.rs"]
mod client;

use client::{Client, Live, engine, human};

const HASH: &str = "64";
/// Megabytes, in use and afterwards.
const ALLOWED: (u64, u64) = (200, 60);
/// Engines nobody uses are kept for a while.
const AFTERWARDS: Duration = Duration::from_secs(30);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().map_or_else(beside, PathBuf::from);
    let mut number = |usual| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (sessions, seconds) = (number(40), number(20));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut child, address) = start(&program, folder.path());
    let measure = || resident(child.id());
    println!("fresh: {} MB", measure());
    let clients: Vec<Client> = (0..sessions).map(|_| Client::with_cookie(address)).collect();
    let tabs: Vec<Live> = clients.into_iter().enumerate().map(busy).collect();
    let begin = Instant::now();
    let mut most = 0;
    while begin.elapsed() < Duration::from_secs(seconds) {
        most = most.max(measure());
        std::thread::sleep(Duration::from_millis(100));
    }
    println!("in use: {most} MB at most, --hash {HASH}, {sessions} sessions, {seconds} s");
    drop(tabs);
    std::thread::sleep(AFTERWARDS);
    let after = measure();
    println!("after: {after} MB, {} s later", AFTERWARDS.as_secs());
    let _ = child.kill();
    let _ = child.wait();
    if most > ALLOWED.0 || after > ALLOWED.1 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The program in the folder above this example's.
fn beside() -> PathBuf {
    let own = std::env::current_exe().expect("the path of this program");
    own.ancestors().nth(2).expect("a folder").join("chuhe")
}

fn start(program: &Path, folder: &Path) -> (Child, std::net::SocketAddr) {
    let mut child = Command::new(program)
        .args(["serve", "--port", "0", "--no-open", "--hash", HASH, "--data-dir"])
        .arg(folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    (child, address.and_then(|text| text.parse().ok()).expect("an address"))
}

/// Every third session plays, the others analyse one game or the other.
fn busy((number, mut client): (usize, Client)) -> Live {
    let mut live = client.live();
    let game = if number % 2 == 0 { "xiangqi" } else { "banqi" };
    if number % 3 == 0 {
        let wish = json!({"game": game, "first": engine(10), "second": human()});
        client.post("/api/games", &wish);
    } else {
        live.send(&json!({"type": "analyse", "key": 1, "game": game, "lines": 2}));
    }
    live
}

/// Megabytes of a process that are in memory.
fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}
