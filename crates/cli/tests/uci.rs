//! Conversations with the engine, good and bad.

mod support;

use support::Engine;

#[test]
fn a_plain_game_of_words() {
    let mut engine = Engine::start(&[]);
    engine.say("uci");
    let introduction = engine.until("uciok").join("\n");
    for option in [
        "Threads",
        "Hash",
        "Clear Hash",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "UCI_ShowWDL",
        "UCI_Variant",
        "Repetition Rule",
        "Sixty Move Rule",
        "Skill Level",
        "Profile",
        "EvalFile",
    ] {
        assert!(
            introduction.contains(&format!("option name {option} type")),
            "{option} is missing"
        );
    }
    engine.say("setoption name MultiPV value 3");
    engine.say("setoption name UCI_ShowWDL value true");
    engine.say("position startpos moves h2e2 h9g7");
    engine.say("go nodes 20000");
    let heard = engine.until("bestmove");
    let info = heard.iter().rfind(|line| line.contains("multipv 3")).expect("a third line");
    for word in ["depth", "seldepth", "score cp", "wdl", "nodes", "nps", "hashfull", "time", "pv"] {
        assert!(info.contains(word), "{word} is missing in {info}");
    }
    engine.say("setoption name MultiPV value 1");
    engine.say("position startpos");
    engine.say("go depth 4 searchmoves a0a1 i0i1");
    let best = engine.until("bestmove").pop().unwrap();
    assert!(best.starts_with("bestmove a0a1") || best.starts_with("bestmove i0i1"), "{best}");
    engine.quit();
}

#[test]
fn nonsense_is_explained_and_forgotten() {
    let mut engine = Engine::start(&[]);
    engine.say("uci");
    engine.until("uciok");
    engine.say("position startpos moves h2e2");
    for (line, expected) in [
        ("colour purple", "colour"),
        ("position fen nonsense", "10"),
        ("position fen 9/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "black has 0 kings"),
        ("position startpos moves h2e2 h2e2", "move 2"),
        ("go wtime soon", "wtime"),
        ("setoption name Hash value 99999999999", "Hash"),
        ("setoption name Threads value 0", "Threads"),
        ("setoption name Profile value nobody", "nobody"),
        ("setoption name EvalFile value no-such-file.toml", "no-such-file.toml"),
        ("setoption name Repetition Rule value house", "house"),
    ] {
        let remark = engine.remark(line);
        assert!(remark.contains("info string") && remark.contains(expected), "{line}: {remark}");
    }
    let quiet = engine.remark("setoption name Contempt value 20");
    assert_eq!(quiet, "readyok", "unknown options are ignored quietly");
    engine.say("d");
    engine.say("isready");
    let board = engine.until("readyok").join("\n");
    assert!(board.contains("1C2C4"), "the last good position is kept: {board}");
    engine.quit();
}

#[test]
fn absurd_clocks_and_missing_positions_get_a_move() {
    let mut engine = Engine::start(&[]);
    engine.say("uci");
    engine.until("uciok");
    for go in [
        "go movetime 0",
        "go movetime 1",
        "go wtime 0 btime 0",
        "go wtime -500 btime 100 winc 0",
        "go wtime 99999999999999 btime 1 movestogo 0 depth 2",
        "go depth 0",
        "go nodes 1",
        "go mate 1 nodes 1000",
    ] {
        engine.say(go);
        let best = engine.until("bestmove").pop().unwrap();
        assert!(best.len() >= "bestmove a0a1".len(), "{go}: {best}");
    }
    engine.quit();
}

#[test]
fn stop_ponder_and_the_end_of_input() {
    let mut engine = Engine::start(&[]);
    engine.say("uci");
    engine.until("uciok");
    engine.say("position startpos");
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
fn ucci_has_its_own_words() {
    let mut engine = Engine::start(&[]);
    engine.say("ucci");
    let introduction = engine.until("ucciok").join("\n");
    assert!(introduction.contains("option usemillisec type check"), "{introduction}");
    engine.say("stop");
    engine.until("nobestmove");
    engine.say("setoption usemillisec true");
    engine.say("position fen 3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1");
    engine.say("banmoves a0a1 a0a2");
    engine.say("go time 200 increment 0");
    let best = engine.until("bestmove").pop().unwrap();
    assert!(!best.contains("a0a1") && !best.contains("a0a2"), "{best}");
    engine.say("quit");
    engine.until("bye");
    drop(engine.input.take());
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn no_move_is_said_as_each_dialect_says_it() {
    let mut engine = Engine::start(&[]);
    engine.say("uci");
    engine.until("uciok");
    engine.say("position fen 3k5/9/9/9/9/9/9/9/4K4/3R5 b - - 0 1");
    engine.say("go depth 3");
    let best = engine.until("bestmove").pop().unwrap();
    assert_eq!(best, "bestmove (none)");
    engine.quit();
}
