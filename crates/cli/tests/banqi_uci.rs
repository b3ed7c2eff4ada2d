//! Dark chess behind UCI: conversations with the real process, good and bad, and
//! matches under our own referee.

mod support;

use std::path::PathBuf;
use std::process::Command;

use support::Engine;

fn dark() -> Engine {
    let mut engine = Engine::start(&[]);
    engine.say("uci");
    let introduction = engine.until("uciok").join("\n");
    assert!(introduction.contains("Game type combo default xiangqi var xiangqi var banqi"));
    engine.say("setoption name Game value banqi");
    engine
}

/// What the engine shows of its position.
fn shown(engine: &mut Engine) -> String {
    engine.remark("d")
}

#[test]
fn a_game_in_words() {
    let mut engine = dark();
    engine.say("uci");
    let introduction = engine.until("uciok").join("\n");
    for option in [
        "Threads",
        "Hash",
        "Clear Hash",
        "Ponder",
        "Move Overhead",
        "Game",
        "Rules",
        "Profile",
        "Disable",
        "Params",
    ] {
        let line = format!("option name {option} type");
        assert!(introduction.contains(&line), "{option} is missing");
    }
    for profile in ["chuhe", "ntu-2018", "foodchain-2010", "static-2008", "ta-1ply"] {
        assert!(introduction.contains(&format!(" var {profile}")), "{profile} is missing");
    }
    engine.say("setoption name Hash value 4");
    engine.say("ucinewgame");
    engine.say("position startpos");
    engine.say("go movetime 20");
    let first = engine.until("bestmove").pop().unwrap();
    let ply = first.strip_prefix("bestmove ").unwrap();
    assert_eq!(ply[..2], ply[2..4], "the first ply is a flip: {first}");
    engine.say("setoption name UCI_ShowWDL value true");
    engine.say("position startpos moves a1=R h4=k b1=p");
    engine.say("go nodes 20000");
    let heard = engine.until("bestmove");
    let info = heard.iter().rfind(|line| line.starts_with("info depth")).expect("a report");
    for word in ["depth", "seldepth", "score cp", "wdl", "nodes", "nps", "hashfull", "time", "pv"] {
        assert!(info.contains(word), "{word} is missing in {info}");
    }
    engine.say("position fen 8/8/8/A2Kh3 r - 0 1");
    engine.say("go depth 4");
    let heard = engine.until("bestmove").join("\n");
    assert!(heard.contains("score mate 1 ") && heard.ends_with("bestmove d1e1"), "{heard}");
    engine.say("position fen 8/8/R7/pR6 b - 0 1");
    engine.say("go depth 3");
    assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove (none)");
    engine.quit();
}

#[test]
fn nonsense_is_explained_and_a_refused_position_gets_no_ply() {
    let mut engine = dark();
    engine.say("position fen 8/8/2X5/K6p r c1 7 1 moves a1b1");
    let before = shown(&mut engine);
    assert!(before.contains("8/8/2X5/1K5p b c1 8 1"), "{before}");
    for (line, expected) in [
        ("colour purple", "colour"),
        ("position fen nonsense", "position"),
        ("position fen 8/8/8/K7 r K9 0 1", "K"),
        ("position fen KK6/8/8/k7 r - 0 1", "king"),
        ("position startpos moves a1a1", "move 1"),
        ("position startpos moves a1=R a1=R", "move 2"),
        ("position startpos moves a1=Q", "Q"),
        ("position startpos moves a1a2", "move 1"),
        ("position startpos moves a1=K a2=K", "move 2"),
        ("go movetime soon", "movetime"),
        ("go searchmoves a1a2 nodes 10", "searchmoves"),
        ("go perft deep", "perft"),
        ("setoption name Hash value 0", "Hash"),
        ("setoption name Hash value 99999999999", "Hash"),
        ("setoption name Threads value many", "Threads"),
        ("setoption name Profile value nobody", "nobody"),
        ("setoption name Rules value house", "house"),
        ("setoption name Disable value lmr,magic", "magic"),
        ("setoption name Params value contempt", "contempt"),
        ("setoption name Params value luck=3", "luck"),
        ("setoption name UCI_Variant value chess", "chess"),
        ("setoption name Game value chess", "chess"),
    ] {
        let remark = engine.remark(line);
        assert!(remark.contains("info string") && remark.contains(expected), "{line}: {remark}");
    }
    assert_eq!(engine.remark("setoption name Contempt value 20"), "readyok");
    assert!(shown(&mut engine).contains("no position"));
    engine.say("go nodes 500");
    assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove (none)");
    engine.say("position fen 8/8/2X5/K6p r c1 7 1 moves a1b1");
    assert_eq!(shown(&mut engine), before);
    for go in ["go nodes 500", "go depth three", "go wtime soon btime 100"] {
        engine.say(go);
        assert_ne!(engine.until("bestmove").pop().unwrap(), "bestmove (none)", "{go}");
    }
    engine.quit();
}

#[test]
fn absurd_limits_get_a_ply() {
    let mut engine = dark();
    engine.say("position startpos moves a1=R h4=k");
    for go in [
        "go movetime 0",
        "go movetime 1",
        "go wtime 0 btime 0",
        "go wtime -500 btime 100 winc 0",
        "go wtime 99999999999999 btime 1 movestogo 0 depth 2",
        "go depth 0",
        "go nodes 0",
        "go nodes 1",
        "go mate 1 nodes 1000",
    ] {
        engine.say(go);
        let best = engine.until("bestmove").pop().unwrap();
        assert!(best.len() >= "bestmove a1a1".len(), "{go}: {best}");
    }
    engine.quit();
}

#[test]
fn stop_ponder_and_the_end_of_input() {
    let mut engine = dark();
    engine.say("position startpos moves a1=R h4=k");
    engine.say("go infinite");
    engine.say("stop");
    engine.until("bestmove");
    engine.say("go ponder wtime 100 btime 100");
    engine.say("ponderhit");
    engine.until("bestmove");
    engine.say("go infinite");
    drop(engine.input.take());
    assert!(engine.child.wait().unwrap().success(), "the end of input ends the engine");
}

#[test]
fn options_reach_the_engine() {
    let nodes_of = |settings: &[&str]| {
        let mut engine = dark();
        settings.iter().for_each(|setting| engine.say(setting));
        engine.say("position fen pkXXrXCc/cp1PX1XP/hXaXPh2/eA1H2P1 b K1R2H1a1e1p1 0 1");
        engine.say("go depth 8");
        let heard = engine.until("bestmove");
        let info = heard.iter().rfind(|line| line.starts_with("info depth")).unwrap().clone();
        engine.quit();
        let place = info.find(" nodes ").unwrap();
        info[place + 7..].split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let usual = nodes_of(&[]);
    assert_eq!(usual, nodes_of(&["setoption name Disable value <empty>"]), "always the same");
    assert_ne!(usual, nodes_of(&["setoption name Disable value lmr"]));
    assert_ne!(usual, nodes_of(&["setoption name Params value mobility=0"]));
    assert_ne!(usual, nodes_of(&["setoption name Profile value ntu-2018"]));
}

#[test]
fn the_games_change_places() {
    let mut engine = Engine::start(&["--variant", "banqi"]);
    assert!(shown(&mut engine).contains("XXXXXXXX"));
    engine.say("setoption name UCI_Variant value xiangqi");
    assert!(shown(&mut engine).contains("rnbakabnr"));
    engine.say("go infinite");
    engine.say("setoption name UCI_Variant value banqi");
    engine.until("bestmove");
    engine.say("setoption name Rules value olympiad-2022");
    assert!(shown(&mut engine).contains("XXXXXXXX"));
    engine.quit();
}

/// Plays a match with our engine behind the protocol; the lines of the results.
fn play(name: &str, door: &str, extra: &[&str]) -> Vec<serde_json::Value> {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("chuhe-dark-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let program = env!("CARGO_BIN_EXE_chuhe");
    let door = format!("name=door,cmd={program},args=uci,option.Hash=2,{door}");
    let output = Command::new(program)
        .args(["match", "--game", "banqi", "--engine", &door])
        .args(["--engine", "name=inside,builtin=chuhe,option.Hash=2", "--seed", "11", "--no-pin"])
        .args(extra)
        .arg("--out")
        .arg(&folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let text = std::fs::read_to_string(folder.join("results.jsonl")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// No engine lost by a fault, and every game was played to its end.
fn check_played(results: &[serde_json::Value], games: usize) {
    assert_eq!(results.len(), games);
    for result in results {
        let cause = result["cause"].as_str().unwrap();
        let faults = ["time", "illegal", "crash", "hang", "garbage"];
        assert!(!faults.contains(&cause), "{result}");
    }
}

#[test]
fn our_own_referee_plays_matches_through_it() {
    for protocol in ["banqi-uci", "uci", "auto"] {
        let door = format!("proto={protocol}");
        let results = play(protocol, &door, &["--tc", "nodes=400", "--games", "2"]);
        check_played(&results, 2);
    }
    let door = "proto=banqi-uci,option.Profile=ta-1ply,option.Rules=ntu-2018";
    let extra = ["--tc", "1+0.01", "--games", "2", "--rules", "ntu-2018"];
    check_played(&play("clock", door, &extra), 2);
}

/// The same engine, the same nodes, the same deal: behind the protocol it plays
/// as it does inside.
#[test]
fn the_protocol_changes_no_ply() {
    let plies = |name: &str| {
        let results = play(name, "proto=banqi-uci", &["--tc", "nodes=300", "--games", "2"]);
        check_played(&results, 2);
        results.iter().map(|result| result["plies"].clone()).collect::<Vec<_>>()
    };
    let first = plies("first");
    assert_eq!(first[0], first[1], "with seats swapped the same game is played");
    assert_eq!(first, plies("second"));
}
