//! The server as its clients meet it: real connections on the loopback.

mod analysis;
mod client;
mod contract;
mod engines;
mod first_load;
mod fuzz;
mod games;
mod guard;
mod knowledge;
mod library;
mod limits;
mod patterns;
mod progress;
mod puzzles;
mod restart;
mod runs;
mod studies;
mod trainer;

use std::time::Duration;

use client::Client;
use server::{Config, Port, Server};

/// A server for a test: any port, nothing on the disk, no pauses.
fn config() -> Config {
    Config {
        port: Port::Any,
        slots: 2,
        hash_mb: 32,
        pace: Duration::ZERO,
        burst: 100_000,
        per_second: 100_000,
        ..Config::default()
    }
}

/// A server and a client of it.
fn start() -> (Server, Client) {
    start_with(config())
}

fn start_with(config: Config) -> (Server, Client) {
    let server = Server::start(config).expect("a server starts");
    let client = Client::new(server.address());
    (server, client)
}

/// Waits for something that will surely come; a minute is a hang.
fn eventually(what: &str, mut there: impl FnMut() -> bool) {
    for _ in 0..6_000 {
        if there() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("it never came: {what}");
}
