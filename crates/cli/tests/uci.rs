//! Conversations with the engine, good and bad.

mod support;

use game::Position as _;
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
        "Game",
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
    for foreign in ["option name UCI_Variant", "option name Rules", "ntu-2018"] {
        assert!(!introduction.contains(foreign), "{foreign} has nothing to do here");
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
    engine.quit();
}

#[test]
fn a_refused_position_gets_no_move_of_another() {
    let mut engine = Engine::start(&[]);
    for refused in [
        "position fen nonsense",
        "position fen",
        "position fen 9/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "position startpos moves h2e2 h2e2",
    ] {
        engine.say("position startpos moves h2e2");
        let told = engine.remark(refused);
        assert!(told.contains("position refused"), "{refused}: {told}");
        assert!(engine.remark("d").contains("no position"), "{refused}");
        engine.say("go depth 3");
        let heard = engine.until("bestmove");
        assert_eq!(heard.last().unwrap(), "bestmove (none)", "{refused}");
        assert!(heard[0].contains("no position"), "{heard:?}");
        engine.say("go infinite");
        engine.say("stop");
        assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove (none)");
    }
    engine.say("position startpos");
    engine.say("go depth 1");
    assert_ne!(engine.until("bestmove").pop().unwrap(), "bestmove (none)");
    engine.say("ucci");
    engine.until("ucciok");
    engine.say("position fen nonsense");
    engine.say("go depth 1");
    engine.until("nobestmove");
    engine.quit();
}

#[test]
fn an_unreadable_go_still_gets_a_move() {
    let mut engine = Engine::start(&[]);
    engine.say("position startpos");
    for go in ["go depth three", "go wtime soon btime 100", "go nodes 1e4", "go movetime"] {
        engine.say(go);
        let heard = engine.until("bestmove");
        assert!(heard[0].starts_with("info string"), "{go}: {heard:?}");
        assert_ne!(heard.last().unwrap(), "bestmove (none)", "{go}");
    }
    engine.say("ucci");
    engine.until("ucciok");
    engine.say("go time soon");
    engine.until("bestmove");
    engine.quit();
}

/// The answer to a search for one move.
fn asked_for(engine: &mut Engine, ply: &str) -> String {
    engine.say(&format!("go depth 2 searchmoves {ply}"));
    engine.until("bestmove").pop().unwrap()
}

#[test]
fn ranks_are_counted_as_the_other_side_counts() {
    let mut engine = Engine::start(&[]);
    engine.say("position startpos");
    assert!(asked_for(&mut engine, "h2e2").starts_with("bestmove h2e2"));
    // Moves that are legal in the other counting only are read in it.
    let told = engine.remark("position startpos moves h3e3 h10g8");
    assert!(told.contains("ranks 1 to 10"), "{told}");
    assert!(asked_for(&mut engine, "h1g3").starts_with("bestmove h1g3"));
    assert!(engine.remark("position startpos moves h2e2 h9g7").contains("ranks 0 to 9"));
    assert!(asked_for(&mut engine, "h0g2").starts_with("bestmove h0g2"));
    // Who sets the variant counts from 1, although it was not offered.
    engine.say("setoption name UCI_Variant value xiangqi");
    assert_eq!(engine.remark("position startpos moves h3e3"), "readyok");
    assert!(asked_for(&mut engine, "h10g8").starts_with("bestmove h10g8"));
    engine.quit();
    let mut engine = Engine::start(&["--ranks", "1-10"]);
    engine.say("uci");
    let introduction = engine.until("uciok").join("\n");
    let offer = "option name UCI_Variant type combo default xiangqi var xiangqi";
    assert!(introduction.contains(offer), "{introduction}");
    engine.say("position startpos");
    assert!(asked_for(&mut engine, "h3e3").starts_with("bestmove h3e3"));
    // Cyclone leaves no doubt: 0 to 9.
    engine.say("ucicyclone");
    engine.until("uciok");
    assert!(engine.remark("position startpos moves h3e3").contains("refused"));
    engine.quit();
}

#[test]
fn a_file_without_an_end_is_not_read_to_its_end() {
    let mut engine = Engine::start(&[]);
    let told = engine.remark("setoption name EvalFile value /dev/zero");
    assert!(told.contains("EvalFile /dev/zero") && told.contains("bytes"), "{told}");
    engine.quit();
}

#[test]
fn threads_that_do_not_fit_are_refused() {
    let mut engine = Engine::start_with_memory(900_000);
    for game in ["xiangqi", "banqi"] {
        engine.say(&format!("setoption name Game value {game}"));
        let told = engine.remark("setoption name Threads value 256");
        assert!(told.contains("no memory for 256 threads"), "{game}: {told}");
        engine.say("go nodes 1000");
        engine.until("bestmove");
    }
    engine.quit();
}

#[test]
fn absurd_clocks_and_missing_positions_get_a_move() {
    let start = xiangqi::Position::start();
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
        let ply = best.split_whitespace().nth(1).and_then(|word| word.parse().ok());
        assert!(ply.is_some_and(|ply| start.is_legal(ply)), "{go}: {best}");
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
