//! `cargo xtask screenshots`: pictures of every page, on a desk and on a phone, in
//! three languages; in English also on desks of other widths.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use anyhow::{Context, Result, bail};
use browser::{Browser, Size, Tab};
use serde_json::{Value, json};

use crate::dist::{binary_name, target_folder};
use crate::process::{cargo, command, root, run as run_command};

const LANGUAGES: [&str; 3] = ["en", "zh-Hant", "zh-Hans"];

/// Windows of every language.
const DEVICES: [(&str, Size); 2] = [("desktop", Size::DESKTOP), ("phone", Size::PHONE)];
/// Windows in which the layout is looked at, in one language.
const DESKS: [(&str, Size); 4] = [
    ("1024", Size { width: 1024, height: 768, phone: false }),
    ("1280", Size { width: 1280, height: 800, phone: false }),
    ("1440", Size { width: 1440, height: 900, phone: false }),
    ("2000", Size { width: 2000, height: 1200, phone: false }),
];

/// Moves of a game in which Black gives a rook away.
const XIANGQI: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0c2 h7i7 h0h9 g7h9 g2f4 a9a8 a0b0 a8d8 \
    b2b4 d8d0 e0d0 c7d5";

/// Take pictures of every page: desktops and phone, three languages
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder for the pictures
    #[arg(long, value_name = "FOLDER", default_value = "target/screenshots")]
    out: PathBuf,
}

/// Runs the task.
///
/// # Errors
/// If the build fails, there is no browser, or a page does not appear.
pub fn run(arguments: &Arguments) -> Result<()> {
    let Some(program) = browser::installed() else {
        bail!("chromium is missing, which takes the pictures: sudo apt-get install chromium");
    };
    run_command(&mut cargo(&["build", "--package", "chuhe"]))?;
    let folder = tempfile::tempdir().context("no folder for games")?;
    let server = Server::start(&target_folder()?.join("debug").join(binary_name()), folder.path())?;
    fs::create_dir_all(&arguments.out)
        .with_context(|| format!("cannot make {}", arguments.out.display()))?;
    let tab = Browser::launch(&program)?.profile()?.tab(Size::DESKTOP)?;
    tab.open(&server.url)?;
    let scenes = scenes(&tab)?;
    check_routes(&scenes)?;
    let mut taken = 0;
    for language in LANGUAGES {
        change_settings(&tab, &[("language", language)])?;
        let desks: &[(&str, Size)] = if language == LANGUAGES[0] { &DESKS } else { &[] };
        for (device, size) in DEVICES.iter().chain(desks) {
            tab.resize(*size)?;
            for scene in &scenes {
                let file = arguments.out.join(format!("{}-{device}-{language}.png", scene.name));
                scene.take(&tab, &server.url, language, size.phone, &file)?;
                taken += 1;
            }
        }
    }
    println!("{taken} pictures in {}", arguments.out.display());
    Ok(())
}

/// The product, running with a library of its own.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(binary: &Path, folder: &Path) -> Result<Server> {
        let mut child = command(binary)
            .args(["serve", "--no-open", "--port", "0", "--data-dir"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", binary.display()))?;
        let out = BufReader::new(child.stdout.take().expect("piped"));
        let mut server = Server { child, url: String::new() };
        let address = |line: &str| line.find("http://").map(|at| line[at..].trim().to_owned());
        match out.lines().map_while(Result::ok).find_map(|line| address(&line)) {
            Some(url) => url.trim_end_matches('/').clone_into(&mut server.url),
            None => bail!("{} did not print its address", binary.display()),
        }
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A page worth a picture.
struct Scene {
    name: &'static str,
    path: String,
    /// What must be true before the picture is taken.
    ready: &'static str,
    /// What to click first, if it is there.
    click: Option<&'static str>,
    theme: &'static str,
    pieces: &'static str,
}

impl Scene {
    fn take(&self, tab: &Tab, url: &str, language: &str, whole: bool, file: &Path) -> Result<()> {
        // Language, theme and pieces are all on the server: each page starts from them.
        change_settings(tab, &[("theme", self.theme), ("pieces", self.pieces)])?;
        tab.open(&format!("{url}{}", self.path))?;
        tab.wait("document.querySelector('main h1') !== null")?;
        tab.wait(&format!("document.documentElement.lang === '{language}'"))?;
        tab.wait(&format!("document.documentElement.dataset.theme === '{}'", self.theme))?;
        if let Some(click) = self.click
            && tab.evaluate(&format!("document.querySelector('{click}') !== null"))? == true
        {
            tab.click(click)?;
        }
        tab.wait(self.ready)?;
        tab.wait(STILL)?;
        let picture = tab.picture(whole)?;
        fs::write(file, picture).with_context(|| format!("cannot write {}", file.display()))
    }
}

/// Nothing slides or fades any more. What has an end is brought there by hand: time stands
/// still in what is not drawn, and its animations would be waited for forever.
const STILL: &str = "Promise.resolve(document.getAnimations().forEach((animation) => { \
    if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish(); }))\
    .then(() => scrollTo(0, 0)).then(() => new Promise((done) => setTimeout(() => done(true), 100)))";

const ANY: &str = "true";
/// A run has come to its end.
const DONE: &str = "document.querySelector('[data-test=run-state][data-state=done]') !== null \
    && document.querySelector('chuhe-curve canvas') !== null";
const LINES: &str = "document.querySelector('[data-test=line-1]') !== null";
const REVIEWED: &str = "document.querySelector('[data-test=graph] canvas') !== null \
    && document.querySelector('[data-test=review-done]') !== null";

/// Every path in the page's table of routes has a picture.
fn check_routes(scenes: &[Scene]) -> Result<()> {
    let table = root().join("web/router.js");
    let table = fs::read_to_string(&table).with_context(|| format!("{}", table.display()))?;
    let paths = table.lines().filter_map(|line| line.trim().strip_prefix("{ path: '"));
    for pattern in paths.filter_map(|rest| rest.split('\'').next()) {
        let wanted: Vec<&str> = pattern.split('/').collect();
        let fits = |scene: &&Scene| {
            let given: Vec<&str> = scene.path.split('?').next().unwrap_or("").split('/').collect();
            let same = |(one, other): (&&str, &&str)| one.starts_with(':') || one == other;
            wanted.len() == given.len() && wanted.iter().zip(&given).all(same)
        };
        if !scenes.iter().any(|scene| fits(&scene)) {
            bail!("{pattern} has no picture: add a scene in xtask/src/screenshots.rs");
        }
    }
    Ok(())
}

/// Makes the games that the pages show.
fn scenes(tab: &Tab) -> Result<Vec<Scene>> {
    let human = json!({ "kind": "human" });
    let engine = json!({ "kind": "engine", "profile": "chuhe", "level": 3 });
    let game = new_game(tab, &json!({ "game": "xiangqi", "first": human, "second": human }))?;
    let played = play(tab, game, XIANGQI)?;
    let ended = new_game(
        tab,
        &json!({ "game": "xiangqi", "first": human, "second": human,
        "start": "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1" }),
    )?;
    let ended = play(tab, ended, "b7b9")?;
    let dark =
        new_game(tab, &json!({ "game": "banqi", "seed": "11", "first": human, "second": human }))?;
    let dark = play(tab, dark, "c2c2 d2d2 e3e3 b3b3 f2f2 g1g1 d3d3")?;
    new_game(tab, &json!({ "game": "banqi", "first": human, "second": engine }))?;
    let (a_match, tuning) = (start_match(tab)?, start_tuning(tab)?);
    let scene = |name, path: String, ready| Scene {
        name,
        path,
        ready,
        click: None,
        theme: "wood",
        pieces: "traditional",
    };
    let review = Some("[data-test=review-start]");
    let engine = Some("[data-test=engine-toggle][aria-checked=false]");
    Ok(vec![
        scene("home", "/".to_owned(), ANY),
        scene("play-xiangqi", format!("/play/{played}"), ANY),
        Scene { pieces: "simplified", ..scene("play-banqi", format!("/play/{dark}"), ANY) },
        Scene { theme: "light", ..scene("result", format!("/play/{ended}"), ANY) },
        scene("games", "/games".to_owned(), ANY),
        Scene {
            click: review,
            ..scene("review", format!("/analyse?game_id={played}&tab=review"), REVIEWED)
        },
        Scene {
            theme: "dark",
            click: engine,
            ..scene("terms", format!("/analyse?game_id={played}&tab=terms"), LINES)
        },
        Scene {
            theme: "dark",
            click: engine,
            ..scene("flips", format!("/analyse?game_id={dark}&tab=flips"), LINES)
        },
        scene("patterns", "/patterns?set=attacks&pattern=hollow-cannon".to_owned(), ANY),
        scene("retry", format!("/retry/{played}"), ANY),
        scene("puzzles", "/puzzles".to_owned(), ANY),
        scene("trainer", "/trainer".to_owned(), ANY),
        scene("setup", "/setup?game=xiangqi".to_owned(), ANY),
        Scene { pieces: "pictograms", ..scene("setup-banqi", "/setup?game=banqi".to_owned(), ANY) },
        Scene {
            theme: "light",
            pieces: "pictograms",
            ..scene("settings", "/settings".to_owned(), ANY)
        },
        scene("library", "/library".to_owned(), ANY),
        scene("library-statistics", "/library/statistics".to_owned(), ANY),
        scene("knowledge", "/knowledge".to_owned(), ANY),
        scene("arena", "/arena".to_owned(), ANY),
        Scene { theme: "light", ..scene("match", format!("/arena/{a_match}"), DONE) },
        scene("tuning", "/tuning".to_owned(), ANY),
        Scene { theme: "dark", ..scene("tuning-run", format!("/tuning/{tuning}"), DONE) },
        scene("tour", "/tour".to_owned(), ANY),
        scene("help", "/help".to_owned(), ANY),
        scene("missing", "/nowhere".to_owned(), ANY),
    ])
}

/// A sequential test between two levels, which takes a while.
fn start_match(tab: &Tab) -> Result<String> {
    let wish = json!({ "match": { "game": "banqi", "games": 200, "tc": "nodes=200", "cut": true,
        "engines": [{ "engine": "chuhe", "level": 5 }, { "engine": "chuhe", "level": 3 }],
        "sprt": { "elo0": 0.0, "elo1": 60.0, "alpha": 0.05, "beta": 0.05 } } });
    id_of(&ask(tab, "POST", "/api/runs/matches", &wish)?)
}

fn start_tuning(tab: &Tab) -> Result<String> {
    let wish = json!({ "tuning": { "game": "xiangqi", "profile": "chuhe-hce", "method": "spsa",
        "steps": 30, "nodes": 100, "pairs": 1, "params": ["eval.features"] } });
    id_of(&ask(tab, "POST", "/api/runs/tunings", &wish)?)
}

fn id_of(made: &Value) -> Result<String> {
    Ok(made["id"].as_str().context("what was made has an id")?.to_owned())
}

fn ask(tab: &Tab, method: &str, path: &str, body: &Value) -> Result<Value> {
    let body = if method == "GET" { Value::Null } else { json!(body.to_string()) };
    let script = format!(
        "fetch('{path}', {{ method: '{method}', body: {body}, \
         headers: {{ 'content-type': 'application/json' }} }})\
         .then(async (r) => r.ok ? r.json() : Promise.reject(new Error(await r.text())))"
    );
    Ok(tab.evaluate(&script)?)
}

fn new_game(tab: &Tab, wanted: &Value) -> Result<Value> {
    ask(tab, "POST", "/api/games", wanted)
}

/// Plays some plies and returns the game's name.
fn play(tab: &Tab, mut game: Value, plies: &str) -> Result<String> {
    let id = game["id"].as_str().context("a game has an id")?.to_owned();
    for ply in plies.split_whitespace() {
        let body = json!({ "ply": ply, "revision": game["revision"] });
        game = ask(tab, "POST", &format!("/api/games/{id}/play"), &body)?;
    }
    Ok(id)
}

fn change_settings(tab: &Tab, changes: &[(&str, &str)]) -> Result<()> {
    let mut settings = ask(tab, "GET", "/api/settings", &Value::Null)?;
    for (name, value) in changes {
        settings[name] = json!(value);
    }
    ask(tab, "PUT", "/api/settings", &settings).map(drop)
}
