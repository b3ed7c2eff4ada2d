//! What the server answers is what the page's types (`web/types.js`) say.

mod check;
mod types;

use serde_json::{Value, json};
use server::Config;

use crate::client::{Client, engine, human};
use crate::{config, eventually, start_with};
use check::Page;

fn page() -> Page {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/types.js");
    Page::new(types::read(&std::fs::read_to_string(path).expect("the page's types")))
}

fn with_everything(folder: &std::path::Path) -> Config {
    Config {
        library: Some(folder.join("library.sqlite")),
        archive: Some(folder.join("archive.sqlite")),
        runs: Some(folder.join("runs")),
        runs_stand_back: false,
        ..config()
    }
}

#[test]
fn the_checker_sees_what_is_wrong() {
    let source = "/** @typedef {'a' | 'b'} Word */ /**\n * @typedef {object} Thing\n \
        * @property {Word} word its word\n * @property {(number | null)[]} [list]\n */\n\
        /** @typedef {Thing & { more: Record<string, [number, boolean]> }} Wide */";
    let page = Page::new(types::read(source));
    page.expects("Thing", &json!({"word": "a"}));
    page.expects("Wide", &json!({"word": "b", "list": [1, null], "more": {"x": [1, true]}}));
    for (name, wrong) in [
        ("Thing", json!({"word": "c"})),
        ("Thing", json!({})),
        ("Thing", json!({"word": "a", "list": ["x"]})),
        ("Thing", json!({"word": "a", "new": 1})),
        ("Wide", json!({"word": "a", "more": {"x": [1]}})),
        ("Thing[]", json!({"word": "a"})),
        ("Nothing", json!(1)),
    ] {
        let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            page.expects(name, &wrong);
        }));
        assert!(found.is_err(), "{name} {wrong}");
    }
}

fn get(page: &Page, client: &mut Client, path: &str, kind: &str) -> Value {
    let answer = client.get(path).good();
    page.expects(kind, &answer);
    answer
}

#[test]
fn games_positions_and_settings_are_as_the_page_expects() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, mut client) = start_with(with_everything(folder.path()));
    let page = page();
    get(&page, &mut client, "/api/about", "About");
    get(&page, &mut client, "/api/settings", "Settings");
    for (game, ply, clock) in [
        ("xiangqi", "h2e2", json!({"base_ms": 60_000, "increment_ms": 1000})),
        ("banqi", "a1", json!({"per_move_ms": 60_000})),
    ] {
        let wish = json!({"game": game, "first": human(), "second": human(), "clock": clock});
        let made = client.post("/api/games", &wish).good();
        page.expects("Game", &made);
        let path = format!("/api/games/{}/play", made["id"].as_str().unwrap());
        let played = client.post(&path, &json!({"ply": ply, "revision": made["revision"]})).good();
        page.expects("Game", &played);
        let wish = json!({"game": game, "first": human(), "second": engine(1)});
        page.expects("Game", &client.post("/api/games", &wish).good());
        let line = json!({"game": game, "plies": [if game == "banqi" { "a1=R" } else { ply }]});
        page.expects("PositionAnswer", &client.post("/api/position", &line).good());
        page.expects("Evaluation", &client.post("/api/evaluate", &line).good());
    }
    let list = client.get("/api/games").good();
    page.expects("Summary[]", &list["games"]);
    let flips = client.post("/api/flips", &json!({"game": "banqi", "plies": ["a1=R", "b1=k"]}));
    page.expects("FlipSquare[]", &flips.good()["squares"]);
    let text = json!({"game": "xiangqi", "text": "1. 炮二平五 馬8進7 {good} (1... 馬2進3) *"});
    page.expects("PasteAnswer", &client.post("/api/paste", &text).good());
}

#[test]
fn analyses_and_reviews_are_as_the_page_expects() {
    let (_server, client) = crate::start();
    let page = page();
    let mut live = client.live();
    let ask =
        json!({"type": "analyse", "key": 1, "game": "xiangqi", "plies": ["h2e2"], "lines": 2});
    live.send(&ask);
    let told = live.until("analysis", |told| told["depth"].as_u64() > Some(2));
    page.expects("Analysis", &told);
    live.send(&json!({"type": "stop", "key": 1}));
    for (game, plies) in [("xiangqi", json!(["h2e2", "h9g7"])), ("banqi", json!(["a1=R", "b1=k"]))]
    {
        let ask =
            json!({"type": "review", "key": 2, "game": game, "plies": plies, "budget_ms": 20});
        live.send(&ask);
        page.expects("ReviewPly", &live.until("review_ply", |_| true));
        page.expects("ReviewEnd", &live.until("review_end", |_| true));
    }
}

#[test]
fn the_archive_and_what_is_known_are_as_the_page_expects() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, mut client) = start_with(with_everything(folder.path()));
    let page = page();
    let tree = json!({"version": 2, "game": "xiangqi", "start": xiangqi::START_FEN, "rules": "asian",
        "nodes": [{}, {"parent": 0, "ply": "h2e2"}, {"parent": 1, "ply": "h9g7"}]});
    let headers = json!({"Red": "Ann", "Black": "Ben", "Date": "2001.02.03", "Result": "1-0"});
    let added =
        client.post("/api/library/games", &json!({"tree": tree, "headers": headers})).good();
    get(&page, &mut client, "/api/library", "LibraryAbout");
    let mut list = client.post("/api/library/lists", &json!({"filter": {}})).good();
    eventually("the list", || {
        let path = format!("/api/library/lists/{}", list["id"].as_str().unwrap());
        list = client.get(&path).good();
        list["ready"] == true
    });
    page.expects("LibraryPiece", &list);
    let game = client.get(&format!("/api/library/games/{}", added["id"])).good();
    page.expects("PasteAnswer & { row: LibraryRow, removed: boolean }", &game);
    page.expects("LibrarySums", &client.post("/api/library/statistics", &json!({})).good());
    get(&page, &mut client, "/api/library/player?name=Ann", "LibraryPlayer");
    let line = json!({"game": "xiangqi", "plies": ["h2e2"]});
    page.expects("Explored", &client.post("/api/library/explore", &json!({"line": line})).good());
    page.expects("BookAnswer", &client.post("/api/books/probe", &line).good());
    let few = json!({"game": "xiangqi", "start": "3k5/9/9/9/9/9/9/9/9/4K3R w"});
    page.expects("TableAnswer | null", &client.post("/api/tables/probe", &few).good());
    get(&page, &mut client, "/api/knowledge", "KnowledgeAnswer");
}

#[test]
fn runs_are_as_the_page_expects() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, mut client) = start_with(with_everything(folder.path()));
    let page = page();
    get(&page, &mut client, "/api/runs", "RunsAnswer");
    let wish = json!({"match": {"game": "xiangqi", "games": 8, "tc": "nodes=1", "opening_plies": 4,
        "engines": [{"engine": "greedy"}, {"engine": "chuhe-hce", "level": 1}], "cut": true,
        "sprt": {"elo0": 0.0, "elo1": 5.0, "alpha": 0.05, "beta": 0.05}}});
    let run = client.post("/api/runs/matches", &wish).good();
    page.expects("RunBrief", &run);
    let tuning = json!({"tuning": {"game": "xiangqi", "profile": "chuhe-hce", "method": "spsa",
        "steps": 1, "nodes": 20, "pairs": 1, "params": ["eval.features"]}});
    let tuned = client.post("/api/runs/tunings", &tuning).good();
    for (run, kind) in [(run, "MatchDetail"), (tuned, "TuningDetail")] {
        let path = format!("/api/runs/{}", run["id"].as_str().unwrap());
        eventually(kind, || client.get(&path).good()["state"] == "done");
        get(&page, &mut client, &path, kind);
        if kind == "MatchDetail" {
            get(&page, &mut client, &format!("{path}/games"), "MatchGamesAnswer");
        }
    }
    get(&page, &mut client, "/api/runs", "RunsAnswer");
    let mut live = client.live();
    live.send(&json!({"type": "runs", "key": 3, "id": null}));
    let told = live.until("runs", |_| true);
    page.expects("{ type: 'runs', key: number, runs: RunBrief[], run: RunDetail | null }", &told);
}
