//! How long it takes until the page can be used, and with how many requests: the
//! server's start, and then visits of a browser that has never been here, each with
//! an empty cache.
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
const PAGES: [&str; 4] = ["/", "/analyse", "/setup", "/help"];

fn main() -> ExitCode {
    let visits = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(9);
    let Some(program) = browser::installed() else {
        eprintln!("chromium is not installed");
        return ExitCode::FAILURE;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = Some(folder.path().join("library.sqlite"));
    let begin = Instant::now();
    let server = Server::start(Config { port: Port::Any, library, ..Config::default() })
        .expect("a server starts");
    println!("the server listens after {:.0} ms", begin.elapsed().as_secs_f64() * 1e3);
    let browser = Browser::launch(&program).expect("chromium starts");
    let mut slow = false;
    for page in PAGES {
        let url = format!("http://{}{page}", server.address());
        let asked = || server.app().requests.load(Ordering::Relaxed);
        let before = asked();
        let mut times: Vec<f64> = (0..visits).map(|_| visit(&browser, &url)).collect();
        let requests = (asked() - before).div_ceil(visits);
        times.sort_by(f64::total_cmp);
        let (median, most) = (times[times.len() / 2], times[times.len() - 1]);
        println!(
            "{page}: ready after {median:.0} ms (median of {visits}), {most:.0} ms at most, \
             {requests} requests"
        );
        slow |= median > ALLOWED || page == PAGES[0] && requests > REQUESTS;
    }
    if slow { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Milliseconds until the page says that it is ready.
fn visit(browser: &Browser, url: &str) -> f64 {
    let profile = browser.profile().expect("a fresh profile");
    let tab = profile.tab(Size::DESKTOP).expect("a tab");
    tab.open(url).expect("the page opens");
    let mark = "performance.getEntriesByName('chuhe-ready')[0]?.startTime";
    tab.wait(&format!("({mark}) > 0")).expect("the page gets ready");
    tab.evaluate(mark).ok().and_then(|value| value.as_f64()).unwrap_or(f64::INFINITY)
}
