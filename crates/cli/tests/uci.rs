//! `chuhe uci` as a real process: its arguments, its pipes, its memory and its end.
//! What is said in a session is tested in the crate `play`.

mod support;

use protocol::MAX_LINE;
use support::Engine;

#[test]
fn a_plain_game_of_words() {
    let mut engine = Engine::start(&["--hash", "3", "--threads", "2", "--profile", "shenxiang"]);
    engine.send("uci");
    let introduction = engine.until("uciok").join("\n");
    for option in [
        "Hash type spin default 3 min 1",
        "Threads type spin default 2 min 1",
        "Profile type combo default shenxiang",
        "Game type combo default xiangqi",
    ] {
        assert!(introduction.contains(&format!("option name {option}")), "{introduction}");
    }
    assert!(!introduction.contains("UCI_Variant"), "the mark of ranks 1 to 10");
    engine.send("position startpos moves h2e2 h9g7");
    engine.send("go nodes 20000");
    let best = engine.until("bestmove").pop().unwrap();
    assert_ne!(best, "bestmove (none)");
    engine.quit();
}

#[test]
fn ranks_are_chosen_on_the_command_line() {
    let mut engine = Engine::start(&["--ranks", "1-10"]);
    engine.send("uci");
    let introduction = engine.until("uciok").join("\n");
    assert!(introduction.contains("option name UCI_Variant type combo"), "{introduction}");
    engine.send("position startpos moves h3e3");
    engine.send("go depth 2 searchmoves h10g8");
    assert!(engine.until("bestmove").pop().unwrap().starts_with("bestmove h10g8"));
    engine.quit();
}

#[test]
fn a_line_without_an_end_is_survived() {
    let mut engine = Engine::start(&[]);
    engine.send(&format!("position startpos moves {}", "h2e2 ".repeat(MAX_LINE / 4)));
    let refused = engine.remark("isready");
    assert!(refused.contains("bytes") && refused.contains("position refused"), "{refused}");
    engine.send("go depth 1");
    assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove (none)");
    engine.quit();
}

#[test]
fn threads_that_do_not_fit_are_refused() {
    let mut engine = Engine::start_with_memory(900_000);
    for game in ["xiangqi", "banqi"] {
        engine.send(&format!("setoption name Game value {game}"));
        let remark = engine.remark("setoption name Threads value 256");
        assert!(remark.contains("no memory for 256 threads"), "{game}: {remark}");
        engine.send("go nodes 1000");
        engine.until("bestmove");
    }
    engine.quit();
}

#[test]
fn the_end_of_input_ends_the_engine() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite");
    drop(engine.input.take());
    engine.until("bestmove");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn ucci_says_good_bye() {
    let mut engine = Engine::start(&[]);
    engine.send("ucci");
    engine.until("ucciok");
    engine.send("quit");
    engine.until("bye");
    drop(engine.input.take());
    assert!(engine.child.wait().unwrap().success());
}
