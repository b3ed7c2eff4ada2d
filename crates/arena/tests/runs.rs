//! Whole runs: what is saved replays on the slow reference board to the same
//! result, and an interrupted run goes on as if nothing had happened.

#[path = "support/runs.rs"]
mod support;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::ending::EndCause;
use arena::player::{GameKind, Seat};
use arena::run::{Curve, Event, GameLine, RunDirectory, SprtConfig, read_record, run};
use arena::win_rate::{Samples, Wanted, fit};

use support::{Folder, config, openings, play_all, sorted};

#[test]
fn xiangqi_records_replay_on_the_reference_board() {
    let folder = Folder::new("replay-xiangqi");
    let lines = play_all(&folder.0, &config(GameKind::Xiangqi, ["random", "greedy"], 60));
    let text = std::fs::read_to_string(folder.0.join("games.pgn")).unwrap();
    let mut checked = 0;
    for game in text.split("[Game ").skip(1) {
        let tag = |name: &str| {
            let start = game.find(&format!("[{name} \"")).unwrap() + name.len() + 3;
            game[start..start + game[start..].find('"').unwrap()].to_owned()
        };
        let mut board = reference::xiangqi::Game::new(&tag("FEN"), Default::default()).unwrap();
        for ply in iccs_plies(game) {
            board.play(&ply).unwrap();
        }
        let result = match board.result() {
            reference::xiangqi::GameResult::RedWins(_) => "1-0",
            reference::xiangqi::GameResult::BlackWins(_) => "0-1",
            reference::xiangqi::GameResult::Draw(_) => "1/2-1/2",
            reference::xiangqi::GameResult::Open => "*",
        };
        assert_eq!(result, tag("Result"), "game {}", tag("Round"));
        checked += 1;
    }
    assert_eq!(checked, lines.len());
}

/// `H2-E2` tokens outside comments as `h2e2`.
fn iccs_plies(game: &str) -> Vec<String> {
    let body = game.split("\n\n").nth(1).unwrap();
    let mut plies = Vec::new();
    let mut depth = 0;
    for word in body.split_inclusive([' ', '\n']) {
        if depth == 0 && word.len() >= 5 && word.as_bytes()[2] == b'-' {
            plies.push(word.trim().replace('-', "").to_lowercase());
        }
        depth += word.matches('{').count();
        depth -= word.matches('}').count();
    }
    plies
}

#[test]
fn dark_chess_records_replay_on_the_reference_board() {
    let folder = Folder::new("replay-banqi");
    let lines = play_all(&folder.0, &config(GameKind::Banqi, ["random", "greedy"], 200));
    let text = std::fs::read_to_string(folder.0.join("games.txt")).unwrap();
    let mut checked = 0;
    for game in text.split("# game ").skip(1) {
        let number: u32 = game.split(':').next().unwrap().parse().unwrap();
        let record: banqi::notation::record::ContestRecord = game.parse().unwrap();
        let start = record.start.to_string();
        let mut board =
            reference::banqi::Game::new(&start, reference::banqi::Rules::tcga()).unwrap();
        for played in &record.plies {
            let letter = played.reveal.piece().map(banqi::Piece::letter);
            board.play(&played.ply.to_string(), letter).unwrap();
        }
        let line = &lines[number as usize - 1];
        let first = record.first_colour().unwrap();
        let winner = match board.result() {
            reference::banqi::GameResult::RedWins(_) => Some(game::Side::Red),
            reference::banqi::GameResult::BlackWins(_) => Some(game::Side::Black),
            reference::banqi::GameResult::Draw(_) => None,
            reference::banqi::GameResult::Open => panic!("game {number} is open"),
        };
        let seat = winner.map(|side| if side == first { Seat::First } else { Seat::Second });
        assert_eq!(seat, line.winner, "game {number}");
        assert!(matches!(line.cause, EndCause::Rules(_)));
        checked += 1;
    }
    assert_eq!(checked, lines.len());
}

#[test]
fn both_games_of_a_pair_have_the_same_deal() {
    let folder = Folder::new("pairs");
    play_all(&folder.0, &config(GameKind::Banqi, ["random", "random"], 20));
    let text = std::fs::read_to_string(folder.0.join("games.txt")).unwrap();
    let seeds: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split("deal seed ").nth(1)?.split(';').next())
        .collect();
    assert_eq!(seeds.len(), 20);
    let mut by_number: Vec<(u32, &str)> = text
        .lines()
        .filter(|line| line.starts_with("# game"))
        .map(|line| (line[7..].split(':').next().unwrap().parse().unwrap(), line))
        .collect();
    by_number.sort();
    for pair in by_number.chunks(2) {
        let seed = |line: &str| {
            line.split("deal seed ").nth(1).unwrap().split(';').next().unwrap().to_owned()
        };
        assert_eq!(seed(pair[0].1), seed(pair[1].1));
    }
    let different: std::collections::HashSet<_> = seeds.iter().collect();
    assert_eq!(different.len(), 10);
}

/// Stops after every few games and goes on, again and again.
#[test]
fn an_interrupted_run_ends_like_an_undisturbed_one() {
    for game in [GameKind::Xiangqi, GameKind::Banqi] {
        let config = config(game, ["random", "greedy"], 40);
        let whole = Folder::new(&format!("whole-{}", game.name()));
        let expected = play_all(&whole.0, &config);
        let parts = Folder::new(&format!("parts-{}", game.name()));
        RunDirectory::create(&parts.0, config, openings(game)).unwrap();
        for round in 0..200 {
            damage(&parts.0, game, round);
            let mut directory = RunDirectory::open(&parts.0).unwrap();
            let stop = AtomicBool::new(false);
            let mut heard = 0;
            let outcome = run(
                &mut directory,
                &mut |event: &Event<'_>| {
                    if matches!(event, Event::Game { .. }) {
                        heard += 1;
                        stop.store(heard >= 3, Ordering::Relaxed);
                    }
                },
                &stop,
            )
            .unwrap();
            if outcome.complete {
                assert_eq!(sorted(directory.lines()), expected);
                break;
            }
            assert!(round < 199, "the run never ends");
        }
        let count = |path: &Path| {
            let name = if game == GameKind::Xiangqi { "games.pgn" } else { "games.txt" };
            let text = std::fs::read_to_string(path.join(name)).unwrap();
            text.matches(if game == GameKind::Xiangqi { "[Game " } else { "# game " }).count()
        };
        assert_eq!(count(&parts.0), count(&whole.0));
    }
}

/// What a kill may leave: half a line, or a record without its line.
fn damage(path: &Path, game: GameKind, round: usize) {
    use std::io::Write;
    let append = |name: &str, text: &str| {
        let mut file =
            std::fs::OpenOptions::new().append(true).create(true).open(path.join(name)).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    };
    match round % 3 {
        0 => append("results.jsonl", "{\"game\":7,\"pair\":3,\"fir"),
        1 => append(
            if game == GameKind::Xiangqi { "games.pgn" } else { "games.txt" },
            "[Game \"half",
        ),
        _ => {}
    }
}

#[test]
fn a_test_counts_pairs_in_order_and_stops() {
    let mut config = config(GameKind::Banqi, ["random", "greedy"], 4_000);
    config.sprt = Some(SprtConfig("elo0=0,elo1=30".into()));
    let decisions: Vec<(usize, Vec<GameLine>)> = [1, 2]
        .map(|concurrency| {
            let folder = Folder::new(&format!("sprt-{concurrency}"));
            let mut config = config.clone();
            config.concurrency = concurrency;
            let mut directory = RunDirectory::create(&folder.0, config, Vec::new()).unwrap();
            let outcome =
                run(&mut directory, &mut |_: &Event<'_>| {}, &AtomicBool::new(false)).unwrap();
            assert!(outcome.summary.decision.is_some());
            let counted = outcome.summary.counted;
            (counted, sorted(directory.lines())[..counted].to_vec())
        })
        .into();
    assert_eq!(decisions[0], decisions[1], "two workers change nothing");
    assert!(decisions[0].0 < 4_000);
}

#[test]
fn a_run_is_not_opened_twice_or_begun_anew() {
    let folder = Folder::new("lock");
    let config = config(GameKind::Banqi, ["random", "random"], 4);
    let directory = RunDirectory::create(&folder.0, config.clone(), Vec::new()).unwrap();
    let error = RunDirectory::open(&folder.0).unwrap_err().to_string();
    assert!(error.contains("in use"), "{error}");
    drop(directory);
    let error = RunDirectory::create(&folder.0, config, Vec::new()).unwrap_err().to_string();
    assert!(error.contains("already holds a run"), "{error}");
    std::fs::write(folder.0.join("results.jsonl"), "not json\n").unwrap();
    let error = RunDirectory::open(&folder.0).unwrap_err().to_string();
    assert!(error.contains("line 1"), "{error}");
}

fn refusal(path: &Path) -> String {
    RunDirectory::open(path).expect_err("it must not be opened").to_string()
}

/// A complete run of four games.
fn four_games(name: &str) -> Folder {
    let folder = Folder::new(name);
    play_all(&folder.0, &config(GameKind::Xiangqi, ["random", "greedy"], 4));
    folder
}

#[test]
fn changed_openings_are_refused() {
    let folder = four_games("changed-openings");
    let path = folder.0.join("openings.epd");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.lines().rev().collect::<Vec<_>>().join("\n")).unwrap();
    assert!(refusal(&folder.0).contains("openings.epd has changed"));
    std::fs::write(&path, text).unwrap();
    assert!(RunDirectory::open(&folder.0).is_ok());
}

#[test]
fn a_result_outside_the_plan_is_refused() {
    let folder = four_games("outside-plan");
    let path = folder.0.join("results.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let line = text.lines().next().unwrap();
    let mut game: serde_json::Value = serde_json::from_str(line).unwrap();
    let pair = game["pair"].clone();
    game["game"] = 99.into();
    std::fs::write(&path, format!("{text}{game}\n")).unwrap();
    let words = refusal(&folder.0);
    assert!(words.contains("line 5: game 99 is not in the plan of 4 games"), "{words}");
    game["game"] = 0.into();
    game["pair"] = pair;
    game["first"] = "stranger".into();
    std::fs::write(&path, format!("{game}\n")).unwrap();
    let words = refusal(&folder.0);
    assert!(words.contains("line 1: game 0 is random-0 vs greedy-1"), "{words}");
}

#[test]
fn lost_records_are_not_made_up() {
    let folder = four_games("lost-records");
    let path = folder.0.join("games.pgn");
    let first = RunDirectory::open(&folder.0).unwrap().lines()[0].record_end;
    let text = std::fs::read(&path).unwrap();
    std::fs::write(&path, &text[..first as usize + 1]).unwrap();
    let words = refusal(&folder.0);
    assert!(words.contains("records are lost") && words.contains("first 1 lines"), "{words}");
    assert_eq!(std::fs::metadata(&path).unwrap().len(), first + 1, "nothing was added");
    std::fs::remove_file(&path).unwrap();
    assert!(refusal(&folder.0).contains("games.pgn has 0 bytes"));
}

#[test]
fn a_result_of_clocks_carries_a_warning() {
    let folder = four_games("clocks");
    let path = folder.0.join("results.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let late = |line: &str| {
        let mut game: serde_json::Value = serde_json::from_str(line).unwrap();
        game["cause"] =
            serde_json::to_value(EndCause::Fault(arena::player::FaultKind::Time)).unwrap();
        game["winner"] = serde_json::to_value(Seat::First).unwrap();
        format!("{game}\n")
    };
    std::fs::write(&path, text.lines().map(late).collect::<String>()).unwrap();
    let mut directory = RunDirectory::open(&folder.0).unwrap();
    let outcome = run(&mut directory, &mut |_: &Event<'_>| {}, &AtomicBool::new(false)).unwrap();
    let [warning] = &outcome.summary.warnings[..] else { panic!("{:?}", outcome.summary) };
    assert!(warning.contains("4 of 4 decided games were lost on time"), "{warning}");
    let saved = std::fs::read_to_string(folder.0.join("summary.json")).unwrap();
    assert!(saved.contains(warning.as_str()), "{saved}");
}

#[test]
fn an_ordinary_result_carries_no_warning() {
    let folder = four_games("no-warning");
    let saved = std::fs::read_to_string(folder.0.join("summary.json")).unwrap();
    let saved: serde_json::Value = serde_json::from_str(&saved).unwrap();
    assert_eq!(saved["warnings"], serde_json::json!([]));
}

/// What our engines say in both games can be read back, with how each game ended.
#[test]
fn scores_of_a_run_can_be_measured() {
    for game in [GameKind::Xiangqi, GameKind::Banqi] {
        let folder = Folder::new(&format!("scores-{}", game.name()));
        let mut config = config(game, ["chuhe", "random"], 2);
        config.tc = "depth=1".parse().unwrap();
        let lines = play_all(&folder.0, &config);
        let mut samples = Samples::default();
        let wanted = Wanted { player: Some("chuhe-0"), unit: None };
        samples.read(&folder.0, wanted).unwrap();
        assert_eq!(samples.games, 2);
        let plies: u32 = lines.iter().map(|line| line.plies).sum();
        let said = samples.said.len() as u32;
        assert!(said > plies / 8 && said <= plies / 2 + 1, "{said} of {plies}");
        assert!(samples.said.iter().all(|said| (0.0..=1.0).contains(&said.fullness)));
        assert!(fit(&samples).is_some());
        let mut nobody = Samples::default();
        assert!(nobody.read(&folder.0, Wanted { player: Some("x"), unit: None }).is_err());
    }
}

#[test]
fn the_curve_ends_where_the_standing_is() {
    let folder = Folder::new("curve");
    let mut config = config(GameKind::Xiangqi, ["random", "greedy"], 60);
    config.sprt = Some(SprtConfig("elo0=-900,elo1=900,alpha=1e-9,beta=1e-9".into()));
    play_all(&folder.0, &config);
    let directory = RunDirectory::open(&folder.0).unwrap();
    let mut curve = Curve::new(&config);
    // Backwards, so that pairs are complete late.
    directory.lines().iter().rev().for_each(|line| curve.add(line));
    let report = directory.standing().pairings[0].report.clone();
    let last = *curve.points().last().unwrap();
    assert_eq!((last.pairs, last.elo), (report.games as u32 / 2, report.elo));
    assert_eq!(last.llr, report.sprt.map(|sprt| sprt.llr));
    let thinned = curve.thinned(7);
    assert_eq!((thinned.len(), thinned.last()), (7, Some(&last)));
    assert!(thinned.is_sorted_by_key(|point| point.pairs));
}

#[test]
fn the_record_of_every_game_is_found() {
    let folder = Folder::new("record-of");
    let lines = {
        play_all(&folder.0, &config(GameKind::Xiangqi, ["random", "greedy"], 8));
        RunDirectory::open(&folder.0).unwrap().lines().to_vec()
    };
    for game in 0..8 {
        let text = read_record(&folder.0, GameKind::Xiangqi, &lines, game).unwrap().unwrap();
        assert_eq!(text.matches("[Event ").count(), 1, "{text}");
        assert!(text.contains(&format!("[Round \"{}\"]", game + 1)), "{text}");
    }
    assert_eq!(read_record(&folder.0, GameKind::Xiangqi, &lines, 8).unwrap(), None);
}
