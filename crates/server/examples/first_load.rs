//! How long it takes until the page can be used, with how many requests and bytes: a cold
//! start (a new server, and a browser that has never been here), and then visits to a
//! server that runs, each with an empty cache.
//!
//! `cargo run --release -p chuhe-server --example first_load -- [VISITS]`

use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

use browser::{Browser, Size};
use server::{Config, Port, Server};

/// Milliseconds from asking for the page until it can be used.
const ALLOWED: f64 = 250.0;
/// Requests until then.
const REQUESTS: usize = 12;
/// Bytes of the first page as they are transferred.
const BYTES: f64 = 150_000.0;
const PAGES: [&str; 4] = ["/", "/analyse", "/setup", "/help"];

fn main() -> ExitCode {
    let visits = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10).max(1);
    let Some(program) = browser::installed() else {
        eprintln!("chromium is not installed");
        return ExitCode::FAILURE;
    };
    let browser = Browser::launch(&program).expect("chromium starts");
    let cold: Vec<[f64; 2]> = (0..visits).map(|_| cold_start(&browser)).collect();
    let listens = median(cold.iter().map(|times| times[0]).collect());
    let usable = median(cold.iter().map(|times| times[1]).collect());
    println!(
        "cold start: the server listens after {listens:.0} ms, the page is ready {usable:.0} ms after it is asked for (medians of {visits})"
    );
    let (_folder, server) = start();
    let mut slow = usable > ALLOWED;
    for page in PAGES {
        let url = format!("http://{}{page}", server.address());
        let asked = || server.app().requests.load(Ordering::Relaxed);
        let before = asked();
        let found: Vec<[f64; 2]> = (0..visits).map(|_| visit(&browser, &url)).collect();
        let requests = (asked() - before).div_ceil(visits);
        let most = found.iter().map(|one| one[0]).fold(0.0, f64::max);
        let ready = median(found.iter().map(|one| one[0]).collect());
        let bytes = median(found.iter().map(|one| one[1]).collect());
        println!(
            "{page}: ready after {ready:.0} ms (median of {visits}), {most:.0} ms at most, \
             {requests} requests, {:.1} kB transferred",
            bytes / 1e3
        );
        slow |= ready > ALLOWED;
        slow |= page == PAGES[0] && (requests > REQUESTS || bytes > BYTES);
    }
    if slow { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// A server with a library of its own.
fn start() -> (tempfile::TempDir, Server) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = Some(folder.path().join("library.sqlite"));
    let config = Config { port: Port::Any, library, ..Config::default() };
    (folder, Server::start(config).expect("a server starts"))
}

/// Milliseconds until a new server listens, and until its first page is ready.
fn cold_start(browser: &Browser) -> [f64; 2] {
    let begin = Instant::now();
    let (_folder, server) = start();
    let listens = begin.elapsed().as_secs_f64() * 1e3;
    let [ready, _] = visit(browser, &format!("http://{}/", server.address()));
    server.stop();
    [listens, ready]
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}

/// Milliseconds until the page says that it is ready, and the bytes it has needed, headers
/// included.
fn visit(browser: &Browser, url: &str) -> [f64; 2] {
    let profile = browser.profile().expect("a fresh profile");
    let tab = profile.tab(Size::DESKTOP).expect("a tab");
    tab.open(url).expect("the page opens");
    let mark = "performance.getEntriesByName('chuhe-ready')[0]?.startTime";
    tab.wait(&format!("({mark}) > 0")).expect("the page gets ready");
    let number = |script: &str| tab.evaluate(script).ok().and_then(|value| value.as_f64());
    let bytes = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]\
        .reduce((sum, { transferSize }) => sum + transferSize, 0)";
    [mark, bytes].map(|script| number(script).unwrap_or(f64::INFINITY))
}
