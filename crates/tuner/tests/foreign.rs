//! Programs of others, tuned by their options: a small one that does what it is told, and
//! fairy-stockfish where it is installed.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::engine::{AllowedEngines, EngineConfig};
use game::{GameKind, Position as _};
use jobs::{Executor, Registry, Stop, Work};
use play::{AnyGame, Chance};
use tuner::cma::CmaSettings;
use tuner::engine::EngineSetup;
use tuner::foreign::Foreign;
use tuner::ga::{GaSettings, Mode};
use tuner::run::{Directory, Event, JudgeSettings, Method, RunSettings, Session, State, evolve};
use tuner::spsa::SpsaSettings;
use tuner::suite::{Suite, SuiteWork};
use tuner::{TuneError, registry};

/// Not a test: the engine of the tests below. It sees a hanging rook in as many of a hundred
/// positions as its option Skill says.
#[test]
fn engine_process() {
    let Ok(deed) = std::env::var("FOREIGN_ENGINE") else { return };
    // What the test runner has written must not stand before the first word.
    say("");
    let mut options = BTreeMap::from([("Skill".to_owned(), 10), ("Style".to_owned(), 5)]);
    let mut game = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied() {
            Some("uci") if deed == "silent" => std::thread::sleep(Duration::from_secs(60)),
            Some("uci") => introduce(),
            Some("isready") => say("readyok"),
            Some("setoption") => {
                options.insert(words[2].to_owned(), words[4].parse().unwrap());
            }
            Some("position") => game = Some(position(&words)),
            Some("go") if deed == "crash" => std::process::exit(7),
            Some("go") if deed == "weak" && options["Skill"] > 40 => std::process::abort(),
            Some("go") => {
                let ply = choose(game.as_ref().unwrap(), options["Skill"]);
                say(&format!("info depth 1 score cp 5 nodes 9\nbestmove {ply}"));
            }
            Some("quit") => break,
            _ => {}
        }
    }
    std::process::exit(0);
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush());
}

fn introduce() {
    say("id name Own\noption name Skill type spin default 10 min 0 max 100");
    say("option name Style type spin default 5 min -10 max 10");
    say("option name Log type string default \noption name Ponder type check default false\nuciok");
}

/// `position startpos|fen … [moves …]`
fn position(words: &[&str]) -> AnyGame {
    let moves = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let fen = words[2..moves].join(" ");
    let fen = (words[1] == "fen").then_some(fen);
    let mut game = AnyGame::open(GameKind::Xiangqi, fen.as_deref(), None).unwrap();
    for ply in words.iter().skip(moves + 1) {
        game.play(ply, Chance::Told(None), true).unwrap();
    }
    game
}

/// Takes a rook if it sees it; else the first legal ply that takes none.
fn choose(game: &AnyGame, skill: i64) -> String {
    let AnyGame::Xiangqi { game, .. } = game else { unreachable!() };
    let position = game.position();
    let takes_rook = |ply: &xiangqi::Ply| {
        position.piece_at(ply.to()).is_some_and(|piece| piece.kind() == xiangqi::Kind::Rook)
    };
    let plies = position.legal_plies();
    let sees = (game::splitmix64(position.key()) % 100) < skill as u64;
    let rook = plies.iter().find(|ply| takes_rook(ply)).filter(|_| sees);
    let quiet = plies.iter().find(|ply| !takes_rook(ply));
    rook.or(quiet).unwrap_or(&plies[0]).to_string()
}

fn own(deed: &str) -> EngineConfig {
    let program = std::env::current_exe().unwrap();
    let text = format!(
        "name=own,cmd={},args=--exact engine_process --nocapture,env.FOREIGN_ENGINE={deed},\
         proto=uci,start_timeout=5",
        program.display()
    );
    text.parse().unwrap()
}

/// Rooks that can be taken, on every file but those of the kings.
fn rooks() -> Suite {
    let mut lines = String::new();
    for (file, letter) in "abcfghi".chars().enumerate() {
        let before = if file < 3 { file } else { file + 2 };
        let digit = |count: usize| if count == 0 { String::new() } else { count.to_string() };
        let row = |piece: char| format!("{}{piece}{}", digit(before), digit(8 - before));
        for (rank, above, below) in [(4, "", "9/"), (3, "9/", "")] {
            let (black, red) = (row('r'), row('R'));
            let fen = format!("3k5/9/9/9/{above}{black}/{red}/{below}9/9/4K4 w - - ");
            lines.push_str(&format!("{fen}bm {letter}{rank}{letter}{};\n", rank + 1));
        }
    }
    let mut suite = Suite::default();
    suite.read(GameKind::Xiangqi, "rooks", &lines).unwrap();
    suite.check().unwrap();
    suite
}

fn settings(
    config: EngineConfig,
    options: &str,
    method: Method,
    judge: JudgeSettings,
    generations: u32,
) -> Result<RunSettings, TuneError> {
    let foreign = Some(Foreign::open(GameKind::Xiangqi, config, options)?);
    let engine = EngineSetup { foreign, ..EngineSetup::new(GameKind::Xiangqi, "own") };
    Ok(RunSettings { generations, ..RunSettings::new(engine, method, judge)? })
}

/// Large changes: a single parameter must get somewhere.
fn large(candidates: usize) -> GaSettings {
    let mode = Mode::named("lplv").unwrap();
    GaSettings { candidates, mode, ..GaSettings::default() }
}

fn by_suite() -> JudgeSettings {
    JudgeSettings::Suite { nodes: 50, training: rooks(), held_out: Suite::default() }
}

fn by_games() -> JudgeSettings {
    JudgeSettings::Games { nodes: 50, pairs: 1, most_plies: 30 }
}

/// Runs to the end, on two threads; what failed is told.
fn run(mut settings: RunSettings) -> Result<(State, Vec<String>), TuneError> {
    let place = tempfile::tempdir().unwrap();
    let directory = Directory::create(&place.path().join("run"), &mut settings)?;
    directory.check_engine(&settings)?;
    let (executor, stop, mut told) = (Executor::threads(2), Stop::default(), Vec::new());
    let mut session = Session {
        executor: &executor,
        archive: &mut directory.archive()?,
        stop: &stop,
        tell: &mut |event| {
            if let Event::Failed { failure, .. } = event {
                told.push(failure.reason.clone());
            }
        },
    };
    let state = evolve(&directory, &settings, &mut session)?;
    assert!(state.complete);
    let (_, again) = Directory::open(directory.root()).unwrap();
    assert_eq!(again, settings, "the folder says how to go on");
    Ok((state, told))
}

#[test]
fn test_sets_lead_to_better_options() {
    let cma = Method::Cma(CmaSettings { candidates: 6, ..CmaSettings::default() });
    let ga = Method::Ga(large(10));
    for (method, generations) in [(cma, 14), (ga, 12)] {
        let name = method.name();
        let config = EngineConfig { options: vec![("Skill".into(), "40".into())], ..own("good") };
        let settings = settings(config, "Skill", method, by_suite(), generations).unwrap();
        let (state, told) = run(settings).unwrap();
        let worth = |point: Option<&tuner::run::Point>| point.unwrap().training;
        let (first, last) = (worth(state.history.first()), worth(state.history.last()));
        assert!(2.0 * last < first, "{name}: from {first} to {last}");
        assert!(state.best[0] > 50, "{name}: {:?}", state.best);
        assert!(told.is_empty(), "{told:?}");
    }
}

#[test]
fn games_against_the_original_values_are_repeatable() {
    let spsa = SpsaSettings { iterations: 4, pairs: 2, c_end: 4.0, r_end: 0.1 };
    let once = || {
        let options = "Skill=0..100:5,Style";
        settings(own("good"), options, Method::Spsa(spsa.clone()), by_games(), 4).unwrap()
    };
    assert_eq!(once().space().unwrap().origin(), [10, 5]);
    let (mut one, mut other) = (run(once()).unwrap().0, run(once()).unwrap().0);
    for point in one.history.iter_mut().chain(&mut other.history) {
        point.seconds = 0.0;
    }
    assert_eq!(one, other);
    assert_eq!(one.history.len(), 4);
}

#[test]
fn a_candidate_that_crashes_the_engine_loses_its_place() {
    let ga = Method::Ga(large(8));
    let config = EngineConfig { options: vec![("Skill".into(), "38".into())], ..own("weak") };
    let (state, told) = run(settings(config, "Skill", ga, by_suite(), 3).unwrap()).unwrap();
    assert!(state.best[0] <= 40, "{:?}", state.best);
    assert!(told.iter().all(|reason| reason.contains("engine own: crash: ")), "{told:?}");
    assert!(!told.is_empty(), "nobody crossed the line");
}

#[test]
fn engines_that_cannot_be_tuned_are_named_with_the_reason() {
    let cma = || Method::Cma(CmaSettings::default());
    let open = |config, options: &str| {
        settings(config, options, cma(), by_suite(), 1).unwrap_err().to_string()
    };
    let with = |name: &str, value: &str| EngineConfig {
        options: vec![(name.into(), value.into())],
        ..own("good")
    };
    let silent = EngineConfig { start_timeout: Duration::from_millis(300), ..own("silent") };
    let cases = [
        (open(own("good"), "Skil"), "no number 'Skil' to set; it has Skill=0..100, Style=-10..10"),
        (open(own("good"), "Log"), "no number 'Log'"),
        (open(own("good"), "Skill=0..200"), "the engine takes 0 to 100"),
        (open(own("good"), "Skill,skill"), "given twice"),
        (open(own("good"), ""), "expected some of Skill=0..100"),
        (open(with("Ponder", "maybe"), "Skill"), "expected true or false"),
        (open(silent, "Skill"), "engine own cannot be tuned: hang: "),
        (open("cmd=/no/such/program,proto=uci".parse().unwrap(), "Skill"), "cannot be tuned: "),
        (open("cmd=x,proto=xboard".parse().unwrap(), "Skill"), "no limit such as nodes"),
        (open("builtin=chuhe".parse().unwrap(), "Skill"), "--profile"),
    ];
    for (error, words) in cases {
        assert!(error.contains(words), "{words}: {error}");
    }
    let error = run(settings(own("crash"), "Skill", cma(), by_suite(), 1).unwrap()).unwrap_err();
    let error = error.to_string();
    assert!(error.contains("no candidate could be judged"), "{error}");
    assert!(error.contains("status 7"), "{error}");
}

/// What a worker makes of a work that was sent.
fn received(registry: &Registry, work: &SuiteWork) -> Result<String, String> {
    let text = serde_json::to_string(work).unwrap();
    registry.read(SuiteWork::KIND, &text, Vec::new())?.fingerprint()
}

#[test]
fn workers_start_the_program_only_if_they_allow_it() {
    let error = Foreign::open(GameKind::Xiangqi, own("good"), "Skill=20..90").unwrap_err();
    assert!(error.to_string().contains("is 10 at the beginning"), "{error}");
    let foreign = Some(Foreign::open(GameKind::Xiangqi, own("good"), "Skill=0..90").unwrap());
    let engine = EngineSetup { foreign, ..EngineSetup::new(GameKind::Xiangqi, "own") };
    let work = SuiteWork { engine, nodes: 50, suite: rooks() };
    let text = serde_json::to_string(&work).unwrap();
    assert!(!text.contains("engine_process") && !text.contains("FOREIGN_ENGINE"), "{text}");
    let nobody = registry(&AllowedEngines::default());
    assert!(received(&nobody, &work).unwrap_err().contains("--allow-engine name=own"));
    let allowed = registry(&AllowedEngines::new(vec![own("good")]));
    assert_eq!(received(&allowed, &work), work.fingerprint(), "the same program");
    let other = EngineConfig { command: "/bin/sh".to_owned(), ..own("good") };
    let other = received(&registry(&AllowedEngines::new(vec![other])), &work);
    assert_ne!(other, work.fingerprint(), "another program");
    // What is no number for the engine cannot be set as if it were one.
    let mut wrong = work.clone();
    wrong.engine.foreign.as_mut().unwrap().options[0].name = "Log".to_owned();
    assert!(received(&allowed, &wrong).unwrap_err().contains("no number 'Log'"));
}

/// Looks where games are, too.
fn fairy_stockfish() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([Path::new("/usr/games").to_owned()]);
    let mut files = folders.map(|folder| folder.join("fairy-stockfish"));
    let found = files.find(|file| file.is_file());
    if found.is_none() {
        let required = std::env::var_os("CHUHE_REQUIRE_PROGRAMS").is_some();
        assert!(!required, "fairy-stockfish must be installed for this run of the tests");
        eprintln!("skipped: fairy-stockfish is not installed");
    }
    found
}

#[test]
fn fairy_stockfish_is_tuned_by_its_options() {
    let Some(program) = fairy_stockfish() else { return };
    let text = format!("name=fsf,cmd={},proto=uci,option.Hash=2", program.display());
    let config = || text.parse::<EngineConfig>().unwrap();
    let ga = Method::Ga(large(6));
    let suite = settings(config(), "Skill Level", ga, by_suite(), 1).unwrap();
    assert_eq!(suite.space().unwrap().origin(), [20], "as its option line says");
    assert_eq!(suite.space().unwrap().spec(0).min, -20);
    let (state, told) = run(suite).unwrap();
    assert_eq!((state.history[0].training, told.len()), (0.0, 0), "it takes rooks");
    let spsa = SpsaSettings { iterations: 1, pairs: 1, c_end: 2.0, r_end: 0.1 };
    let options = "Skill Level=-20..20:4,Move Overhead=0..100";
    let games = settings(config(), options, Method::Spsa(spsa), by_games(), 1).unwrap();
    let (state, told) = run(games).unwrap();
    assert_eq!((state.history.len(), told.len()), (1, 0), "{told:?}");
}
