//! What a scripted engine does wrong, and when.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use game::Rng;

use crate::boards::Board;

/// A plan of misbehaviour: `deed@N` is done instead of the N-th answer.
pub struct Script {
    deed: String,
    at: u32,
    asked: u32,
    pub rng: Rng,
}

impl Script {
    pub fn new(deed: &str, seed: u64) -> Script {
        let (deed, at) = deed.split_once('@').unwrap_or((deed, "0"));
        let at = at.parse().expect("deed@N");
        Script { deed: deed.into(), at, asked: 0, rng: Rng::new(seed) }
    }

    /// Whether a misdeed that has no moment of its own is planned.
    pub fn plans(&self, deed: &str) -> bool {
        self.deed == deed
    }

    /// What it does before anything else.
    pub fn at_start(&self) {
        match self.deed.as_str() {
            "stderr" => flood_stderr(),
            "fork" => fork(),
            "silent" => hang(),
            _ => {}
        }
    }

    /// The answer to a question for a ply; `write` puts a ply into the words of
    /// the protocol, `wrong` is a line the protocol does not have.
    pub fn answer(&mut self, board: &Board, write: impl Fn(&str) -> String, wrong: &str) {
        self.asked += 1;
        let ply = board.choose(&mut self.rng).expect("a game that goes on has a ply");
        let deed = if self.asked == self.at { self.deed.clone() } else { String::new() };
        let line = match deed.as_str() {
            "crash" => std::process::exit(7),
            "abort" => std::process::abort(),
            "hang" => hang(),
            "illegal" => write(&board.illegal(&mut self.rng)),
            "hidden" => write(&board.move_of_hidden()),
            "wrong" => wrong.to_owned(),
            "long" => "x".repeat(10_000_000),
            "endless" => endless(),
            "stdin" => close_stdin(&write(&ply)),
            "late" => {
                sleep(Duration::from_millis(1500));
                write(&ply)
            }
            _ => write(&ply),
        };
        if self.plans("noise") {
            say("hello there\n\ninfo string noise\n# bestmove\n\u{fffd}炮");
        }
        say(&line);
        if deed == "leave" {
            std::process::exit(0);
        }
    }
}

/// Prints a line at once.
pub fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // Nobody may be listening any more, which is no reason to make noise.
    let _ = out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush());
}

/// Never comes back.
pub fn hang() -> ! {
    loop {
        sleep(Duration::from_secs(60));
    }
}

fn endless() -> ! {
    loop {
        let _ = std::io::stdout().write_all(&[b'x'; 65_536]);
    }
}

fn flood_stderr() {
    let line = "e".repeat(999) + "\n";
    for _ in 0..5000 {
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
}

/// Leaves a child whose number is written where the test looks for it.
#[allow(clippy::zombie_processes, reason = "to be left behind is its purpose")]
fn fork() {
    let child = Command::new("sleep").arg("300").spawn().expect("sleep");
    let file = std::env::var("SCRIPTED_PID_FILE").expect("SCRIPTED_PID_FILE");
    std::fs::write(file, child.id().to_string()).expect("the file can be written");
}

/// Answers, and goes on as a program whose input is closed.
fn close_stdin(line: &str) -> ! {
    let script = format!("exec 0<&-; echo '{line}'; sleep 60");
    let error = Command::new("sh").arg("-c").arg(script).exec();
    panic!("sh: {error}");
}
