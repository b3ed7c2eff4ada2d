//! UCI about xiangqi.

use game::Position as _;
use play::session::{Config, Next, TERMINAL_COMMANDS};
use protocol::MAX_LINE;
use protocol::coordinates::Ranks;
use protocol::line::LineSplitter;

use crate::support::Driver;

#[test]
fn a_plain_game_of_words() {
    let mut session = Driver::xiangqi();
    session.send("uci");
    session.until("uciok");
    session.send("setoption name MultiPV value 3");
    session.send("setoption name UCI_ShowWDL value true");
    session.send("position startpos moves h2e2 h9g7");
    session.send("go nodes 20000");
    let read = session.until("bestmove");
    let info = read.iter().rfind(|line| line.contains("multipv 3")).expect("a third line");
    for word in ["depth", "seldepth", "score cp", "wdl", "nodes", "nps", "hashfull", "time", "pv"] {
        assert!(info.contains(word), "{word} is missing in {info}");
    }
    session.send("setoption name MultiPV value 1");
    session.send("position startpos");
    let best = session.best("go depth 4 searchmoves a0a1 i0i1");
    assert!(best.starts_with("bestmove a0a1") || best.starts_with("bestmove i0i1"), "{best}");
    assert_eq!(session.session().command("quit"), Next::Quit);
}

#[test]
fn nonsense_is_explained_and_forgotten() {
    let mut session = Driver::xiangqi();
    session.send("position startpos moves h2e2");
    for (line, expected) in [
        ("colour purple", "colour"),
        ("position fen nonsense", "10"),
        ("position fen 9/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "black has 0 kings"),
        ("position startpos moves h2e2 h2e2", "move 2"),
        ("go wtime soon", "wtime"),
        ("go perft deep", "perft"),
        ("setoption name Hash value 99999999999", "Hash"),
        ("setoption name Threads value 0", "Threads"),
        ("setoption name Profile value nobody", "nobody"),
        ("setoption name EvalFile value no-such-file.toml", "no-such-file.toml"),
        ("setoption name EvalFile value /dev/zero", "bytes"),
        ("setoption name Repetition Rule value house", "house"),
        ("setoption name Game value chess", "chess"),
    ] {
        let remark = session.remark(line);
        assert!(remark.contains("info string") && remark.contains(expected), "{line}: {remark}");
    }
    assert_eq!(session.remark("setoption name Contempt value 20"), "", "ignored quietly");
}

#[test]
fn a_refused_position_gets_no_move_of_another() {
    let mut session = Driver::xiangqi();
    for refused in [
        "position fen nonsense",
        "position fen",
        "position fen 9/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "position startpos moves h2e2 h2e2",
    ] {
        session.send("position startpos moves h2e2");
        let remark = session.remark(refused);
        assert!(remark.contains("position refused"), "{refused}: {remark}");
        for command in ["d", "eval", "go perft 2"] {
            assert!(session.remark(command).contains("no position"), "{refused}: {command}");
        }
        session.send("go depth 3");
        let read = session.until("bestmove");
        assert_eq!(read.last().unwrap(), "bestmove (none)", "{refused}");
        assert!(read[0].contains("no position"), "{read:?}");
        session.send("go infinite");
        session.send("stop");
        assert_eq!(session.until("bestmove").pop().unwrap(), "bestmove (none)");
    }
    session.send("position startpos");
    assert_ne!(session.best("go depth 1"), "bestmove (none)");
}

#[test]
fn a_line_too_long_to_keep_refuses_the_position() {
    let mut session = Driver::xiangqi();
    let line = format!("position startpos moves {}\n", "h2e2 ".repeat(MAX_LINE / 4));
    let lines = LineSplitter::new().push(line.as_bytes());
    let error = lines[0].as_ref().expect_err("too long");
    session.session().damaged_line(error);
    let read = session.until("info string position refused");
    assert!(read[0].contains("bytes"), "{read:?}");
    assert_eq!(session.best("go depth 1"), "bestmove (none)");
}

#[test]
fn an_unreadable_go_still_gets_a_move() {
    let mut session = Driver::xiangqi();
    for go in ["go depth three", "go wtime soon btime 100", "go nodes 1e4", "go movetime"] {
        session.send(go);
        let read = session.until("bestmove");
        assert!(read[0].starts_with("info string"), "{go}: {read:?}");
        assert_ne!(read.last().unwrap(), "bestmove (none)", "{go}");
    }
    // What was to wait waits all the same.
    session.send("go infinite depth three");
    assert!(session.remark("isready").contains("three"));
    session.send("stop");
    session.until("bestmove");
}

/// The answer to a search for one move.
fn asked_for(session: &mut Driver, ply: &str) -> String {
    session.best(&format!("go depth 2 searchmoves {ply}"))
}

#[test]
fn ranks_are_counted_as_the_other_side_counts() {
    let mut session = Driver::xiangqi();
    assert!(asked_for(&mut session, "h2e2").starts_with("bestmove h2e2"));
    // Moves that are legal in the other counting only are read in it.
    let remark = session.remark("position startpos moves h3e3 h10g8");
    assert!(remark.contains("ranks 1 to 10"), "{remark}");
    assert!(asked_for(&mut session, "h1g3").starts_with("bestmove h1g3"));
    assert!(session.remark("position startpos moves h2e2 h9g7").contains("ranks 0 to 9"));
    assert!(asked_for(&mut session, "h0g2").starts_with("bestmove h0g2"));
    // Who sets the variant counts from 1, although it was not offered.
    session.send("setoption name UCI_Variant value xiangqi");
    assert_eq!(session.remark("position startpos moves h3e3"), "");
    assert!(asked_for(&mut session, "h10g8").starts_with("bestmove h10g8"));
}

#[test]
fn cyclone_leaves_no_doubt_about_the_ranks() {
    let mut session = Driver::new(&Config { ranks: Ranks::OneToTen, ..Config::default() });
    session.send("uci");
    let introduction = session.until("uciok").join("\n");
    let offer = "option name UCI_Variant type combo default xiangqi var xiangqi";
    assert!(introduction.contains(offer), "{introduction}");
    assert!(asked_for(&mut session, "h3e3").starts_with("bestmove h3e3"));
    session.send("ucicyclone");
    session.until("uciok");
    assert!(session.remark("position startpos moves h3e3").contains("refused"));
    assert_eq!(session.remark("startpos moves h2e2"), "", "the dialect leaves `position` out");
}

#[test]
fn absurd_clocks_get_a_move() {
    let start = xiangqi::Position::start();
    let mut session = Driver::xiangqi();
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
        let best = session.best(go);
        let ply = best.split_whitespace().nth(1).and_then(|word| word.parse().ok());
        assert!(ply.is_some_and(|ply| start.is_legal(ply)), "{go}: {best}");
    }
}

#[test]
fn stop_ponder_and_the_end_of_a_session() {
    let mut session = Driver::xiangqi();
    session.send("go infinite");
    // Everything that needs no engine is answered while it searches.
    session.send("uci");
    session.until("uciok");
    assert!(session.remark("d").contains("rnbakabnr"));
    session.send("stop");
    session.until("bestmove");
    session.send("go ponder depth 2");
    session.send("ponderhit");
    session.until("bestmove");
    session.send("go infinite");
    let left = session.end();
    assert!(left.last().unwrap().starts_with("bestmove "), "{left:?}");
}

#[test]
fn no_move_is_said_so() {
    let mut session = Driver::xiangqi();
    session.send("position fen 3k5/9/9/9/9/9/9/9/4K4/3R5 b - - 0 1");
    assert_eq!(session.best("go depth 3"), "bestmove (none)");
}

#[test]
fn words_for_a_terminal() {
    let mut session = Driver::xiangqi();
    session.send("position startpos moves h2e2 h9g7");
    let fen = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 1";
    assert!(session.remark("d").ends_with(fen), "{}", session.remark("d"));
    assert!(session.remark("eval").contains("material"));
    let counted = session.remark("go perft 2");
    let branches = game::perft::divide(&fen.parse::<xiangqi::Position>().unwrap(), 2);
    assert_eq!(counted.lines().filter(|line| line.contains(": ")).count(), branches.len() + 1);
    let total: u64 = branches.iter().map(|branch| branch.count.kinds).sum();
    assert!(counted.ends_with(&format!("Nodes searched: {total}")), "{counted}");
    let bench = session.remark("bench 3");
    assert!(bench.contains(" nodes ") && bench.ends_with(" nps"), "{bench}");
    for (command, _) in TERMINAL_COMMANDS.iter().filter(|(command, _)| *command != "bench") {
        let answer = session.remark(&command.replace('N', "1"));
        assert!(!answer.is_empty() && !answer.contains("unknown word"), "{command}: {answer}");
    }
}

#[test]
fn a_file_gives_the_evaluation_other_numbers() {
    let path = std::env::temp_dir().join(format!("chuhe-numbers-{}.toml", std::process::id()));
    std::fs::write(&path, "[tempo]\nto_move = { early = 71, late = 71 }\n").unwrap();
    let mut session = Driver::xiangqi();
    let tempo = |session: &mut Driver| {
        let rows = session.remark("eval");
        let row = rows.lines().find(|row| row.starts_with("tempo")).expect("the tempo");
        row.split_whitespace().last().unwrap().to_owned()
    };
    let own = tempo(&mut session);
    let load = format!("setoption name EvalFile value {}", path.display());
    assert_eq!(session.remark(&load), "");
    assert_eq!(tempo(&mut session), "71");
    // Other options leave the file's numbers alone.
    session.send("setoption name Hash value 2");
    session.send("setoption name Params value search.null_base=5");
    assert_eq!(tempo(&mut session), "71");
    session.send("uci");
    assert!(session.until("uciok").join("\n").contains(&path.display().to_string()));
    // Another program keeps the file, as it keeps all settings.
    session.send("setoption name Profile value shenxiang");
    session.send("setoption name Profile value chuhe");
    assert_eq!(tempo(&mut session), "71");
    session.send("setoption name EvalFile value <empty>");
    assert_eq!(tempo(&mut session), own);
    std::fs::write(&path, "[tempo]\nhaste = 3\n").unwrap();
    let remark = session.remark(&load);
    assert!(remark.contains("EvalFile") && remark.contains("haste"), "{remark}");
    assert_eq!(tempo(&mut session), own, "a wrong file changes nothing");
    std::fs::remove_file(&path).unwrap();
}
