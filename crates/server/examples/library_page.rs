//! The archive on the page with very many games: does the list scroll without a long
//! frame, and how long does an answer of the explorer take?
//!
//! `cargo run --release -p chuhe-server --example library_page -- [GAMES] [SEED]`
//!
//! The games are made up: random plies, but with a taste, so that openings repeat.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use browser::{Browser, Size};
use game::{Position as _, Rng};
use library::Archive;
use library::archive::import::Import;
use records::{Board, Game, GameKind, Played, Start};
use serde_json::{Value, json};
use server::{Config, Port, Server};

#[path = "../tests/server/client.rs"]
mod client;

use client::Client;

/// Milliseconds that no frame of scrolling may take.
const LONGEST_FRAME: f64 = 50.0;
/// Milliseconds within which 95 of 100 answers of the explorer come.
const EXPLORER: f64 = 50.0;
const QUESTIONS: usize = 1_000;
const NAMES: [&str; 12] = [
    "胡榮華",
    "楊官璘",
    "呂欽",
    "許銀川",
    "柳大華",
    "趙國榮",
    "李來群",
    "徐天紅",
    "陶漢明",
    "于幼華",
    "王嘉良",
    "蔡福如",
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let games = arguments.next().unwrap_or(100_000) as usize;
    let mut dice = Rng::new(arguments.next().unwrap_or(1));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("archive.sqlite");
    let lines = fill(&path, folder.path(), games, &mut dice);
    let config = Config {
        port: Port::Any,
        library: Some(folder.path().join("library.sqlite")),
        archive: Some(path),
        burst: 1_000_000,
        per_second: 1_000_000,
        ..Config::default()
    };
    let server = Server::start(config).expect("a server starts");
    let answers = explore(&server, &lines);
    let frames = scroll(&server, games);
    if answers && frames { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Makes games and imports them; lines of some of them.
fn fill(path: &Path, folder: &Path, games: usize, dice: &mut Rng) -> Vec<Vec<String>> {
    let table = folder.join("games.tsv");
    let mut lines = Vec::new();
    let mut out = std::io::BufWriter::new(std::fs::File::create(&table).expect("a file"));
    let mut write = |bytes: &str| out.write_all(bytes.as_bytes()).expect("room on the disk");
    write(&records::tsv::write_columns(GameKind::Xiangqi));
    for number in 0..games {
        let (game, line) = made_up(number, dice);
        write(&records::tsv::write_line(&game));
        if lines.len() < QUESTIONS {
            lines.push(line);
        }
    }
    drop(out);
    let archive = Archive::open(path).expect("an archive");
    let begin = Instant::now();
    // Games that are equal by chance count as well: the list shall be as long as told.
    let import = Import { keep_duplicates: true, ..Import::of(vec![table]) };
    let totals = archive.import(&import, &mut |_| {}).expect("the games are imported");
    let seconds = begin.elapsed().as_secs_f64();
    println!("{} games imported in {seconds:.1} s, {} bytes", totals.added, archive.bytes());
    lines
}

/// A game of random plies, those first in the list of legal ones more often.
fn made_up(number: usize, dice: &mut Rng) -> (Game, Vec<String>) {
    let start = Start::usual(GameKind::Xiangqi);
    let mut board = Board::open(&start).expect("the start");
    let mut game = Game::new(start);
    let mut header = |name: &str, value: String| game.set_header(name, value);
    header("Red", NAMES[dice.below(NAMES.len())].to_owned());
    header("Black", NAMES[dice.below(NAMES.len())].to_owned());
    header("Event", format!("Cup {}", number % 97));
    header("Date", format!("{}.{:02}.01", 1960 + number % 66, 1 + number % 12));
    let (mut node, mut line) = (0, Vec::new());
    for ply in 0..30 + dice.below(60) {
        let Board::Xiangqi(position) = &board else { break };
        let legal = position.legal_plies();
        if legal.is_empty() {
            break;
        }
        let few = if ply < 12 { 4.min(legal.len()) } else { legal.len() };
        let chosen = legal[dice.below(few) * 7 % legal.len()];
        line.push(chosen.to_string());
        let played = Played::Xiangqi(chosen);
        board.play(played).expect("a legal ply");
        node = game.tree.play(node, played);
    }
    (game, line)
}

/// Asks what was played in positions of the games, over a connection as the page has one.
fn explore(server: &Server, lines: &[Vec<String>]) -> bool {
    let mut client = Client::new(server.address());
    let mut times: Vec<f64> = lines
        .iter()
        .enumerate()
        .map(|(number, line)| {
            let plies = &line[..(number % 16).min(line.len())];
            let body = json!({"line": {"game": "xiangqi", "plies": plies}});
            let begin = Instant::now();
            client.post("/api/library/explore", &body).good();
            begin.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    let (median, most, longest) = (at(0.5), at(0.95), at(1.0));
    println!(
        "explorer: {} answers, {median:.1} ms median, {most:.1} ms p95, {longest:.1} ms at most",
        times.len()
    );
    most < EXPLORER
}

/// Scrolls the list from end to end, slowly, fast and in leaps; frames that took long are
/// told by the browser itself.
fn scroll(server: &Server, games: usize) -> bool {
    let Some(program) = browser::installed() else {
        eprintln!("chromium is not installed");
        return false;
    };
    let browser = Browser::launch(&program).expect("chromium starts");
    let profile = browser.profile().expect("a fresh profile");
    let tab = profile.tab(Size::DESKTOP).expect("a tab");
    tab.open(&format!("http://{}/library", server.address())).expect("the page opens");
    tab.wait("document.querySelectorAll('.game-row[id]').length > 5").expect("the list is there");
    let told = tab.evaluate(SCROLL).expect("the list scrolls");
    let number = |name: &str| told[name].as_f64().unwrap_or(f64::INFINITY);
    println!(
        "list of {games} games: {} frames, {:.1} ms median, {:.1} ms p99, {:.1} ms the longest; \
         {} long frames{}; {} rows seen, {} of them with their game",
        told["frames"],
        number("median"),
        number("p99"),
        number("longest"),
        told["long"],
        worst(&told),
        told["rows"],
        told["filled"],
    );
    let mut work = leaps(&tab);
    work.sort_by(f64::total_cmp);
    let at = |share: f64| work[((work.len() - 1) as f64 * share).round() as usize];
    println!(
        "processor time of the page's main thread a leap of the list: {:.1} ms median, {:.1} ms p99, \
         {:.1} ms at most",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    number("long") == 0.0 && number("filled") > 0.0 && at(1.0) < LONGEST_FRAME
}

/// What single leaps cost the page, all their frames together: other programs that run on
/// the machine make frames long, but not this.
fn leaps(tab: &browser::Tab) -> Vec<f64> {
    let leap = |number: usize| {
        let before = tab.worked().expect("the browser tells");
        let share = (number * 37 % 100) as f64 / 100.0;
        tab.evaluate(&format!("{LEAP}({share})")).expect("the list scrolls");
        tab.worked().expect("the browser tells") - before
    };
    (0..120).map(leap).collect()
}

const LEAP: &str = r"(async (share) => {
  const box = document.querySelector('[data-test=game-rows]');
  box.scrollTop = (box.scrollHeight - box.clientHeight) * share;
  for (let n = 0; n < 3; n++) await new Promise((done) => requestAnimationFrame(done));
})";

fn worst(told: &Value) -> String {
    match told["worst"].as_f64() {
        Some(most) if most > LONGEST_FRAME => format!(" (the longest {most:.0} ms)"),
        _ => String::new(),
    }
}

/// A frame that takes more than 50 ms is a long animation frame: the browser reports it.
const SCROLL: &str = r"(async () => {
  const box = document.querySelector('[data-test=game-rows]');
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  // The page has to come to rest first: what loads is measured elsewhere.
  for (let n = 0; n < 30; n++) await frame();
  const long = [];
  const watch = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)));
  watch.observe({ type: 'long-animation-frame' });
  const gaps = [];
  let before = await frame();
  let rows = 0, filled = 0;
  const step = async (top) => {
    box.scrollTop = top;
    const now = await frame();
    gaps.push(now - before);
    before = now;
    const there = document.querySelectorAll('.game-row[id]').length;
    rows += document.querySelectorAll('.game-rows .game-row').length;
    filled += there;
  };
  const end = box.scrollHeight - box.clientHeight;
  for (let n = 0; n < 200; n++) await step(n * 30);
  for (let n = 0; n < 200; n++) await step(6000 + n * 900);
  for (let n = 0; n <= 100; n++) await step((end * n) / 100);
  for (let n = 0; n < 60; n++) await step((end * ((n * 37) % 60)) / 60);
  for (let n = 0; n < 100; n++) await step(end - n * 30);
  await new Promise((done) => setTimeout(done, 200));
  watch.disconnect();
  gaps.sort((a, b) => a - b);
  const at = (share) => gaps[Math.round((gaps.length - 1) * share)];
  return { frames: gaps.length, median: at(0.5), p99: at(0.99), longest: at(1), long: long.length, worst: Math.max(0, ...long), rows, filled };
})()";
