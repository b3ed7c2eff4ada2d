//! UCI about dark chess.

use game::GameKind;

use crate::support::Driver;

#[test]
fn a_game_in_words() {
    let mut session = Driver::xiangqi();
    session.send("uci");
    let introduction = session.until("uciok").join("\n");
    assert!(introduction.contains("Game type combo default xiangqi var xiangqi var banqi"));
    session.send("setoption name Game value banqi");
    session.send("setoption name Hash value 4");
    session.send("ucinewgame");
    session.send("position startpos");
    let first = session.best("go movetime 20");
    let ply = first.strip_prefix("bestmove ").unwrap();
    assert_eq!(ply[..2], ply[2..4], "the first ply is a flip: {first}");
    session.send("setoption name UCI_ShowWDL value true");
    session.send("position startpos moves a1=R h4=k b1=p");
    session.send("go nodes 20000");
    let read = session.until("bestmove");
    let info = read.iter().rfind(|line| line.contains(" pv ")).expect("a report");
    for word in ["depth", "seldepth", "score cp", "wdl", "nodes", "nps", "hashfull", "time", "pv"] {
        assert!(info.contains(word), "{word} is missing in {info}");
    }
    session.send("position fen 8/8/8/A2Kh3 r - 0 1");
    session.send("go depth 4");
    let read = session.until("bestmove").join("\n");
    assert!(read.contains("score mate 1 ") && read.ends_with("bestmove d1e1"), "{read}");
    session.send("position fen 8/8/R7/pR6 b - 0 1");
    assert_eq!(session.best("go depth 3"), "bestmove (none)");
}

#[test]
fn lines_and_chosen_plies_are_known_here_too() {
    let mut session = Driver::banqi();
    session.send("position startpos moves a1=R h4=k b1=p");
    session.send("setoption name MultiPV value 3");
    session.send("go nodes 20000");
    let read = session.until("bestmove");
    let place = |line: &str| read.iter().rposition(|known| known.contains(line)).unwrap();
    assert!(place(" multipv 1 ") < place(" multipv 2 "), "{read:?}");
    assert!(place(" multipv 2 ") < place(" multipv 3 "), "{read:?}");
    session.send("setoption name MultiPV value 1");
    session.send("go nodes 5000 searchmoves d3d3 e4e4");
    let read = session.until("bestmove");
    let best = read.last().unwrap();
    assert!(["bestmove d3d3", "bestmove e4e4"].contains(&best.as_str()), "{read:?}");
    let remark = session.remark("go nodes 100 searchmoves a1h4");
    assert!(remark.contains("searchmoves: "), "{remark}");
}

/// What the session shows of its position.
fn shown(session: &mut Driver) -> String {
    session.remark("d")
}

#[test]
fn nonsense_is_explained_and_a_refused_position_gets_no_ply() {
    let mut session = Driver::banqi();
    session.send("position fen 8/8/2X5/K6p r c1 7 1 moves a1b1");
    let before = shown(&mut session);
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
        let remark = session.remark(line);
        assert!(remark.contains("info string") && remark.contains(expected), "{line}: {remark}");
    }
    assert_eq!(session.remark("setoption name Contempt value 20"), "");
    assert!(shown(&mut session).contains("no position"));
    assert_eq!(session.best("go nodes 500"), "bestmove (none)");
    session.send("position fen 8/8/2X5/K6p r c1 7 1 moves a1b1");
    assert_eq!(shown(&mut session), before);
    for go in ["go nodes 500", "go depth three", "go wtime soon btime 100"] {
        assert_ne!(session.best(go), "bestmove (none)", "{go}");
    }
}

#[test]
fn absurd_limits_get_a_ply() {
    let mut session = Driver::banqi();
    session.send("position startpos moves a1=R h4=k");
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
        let best = session.best(go);
        let ply = best.strip_prefix("bestmove ").and_then(|text| text.get(..4));
        assert!(ply.is_some_and(|ply| ply.parse::<banqi::Ply>().is_ok()), "{go}: {best}");
    }
}

#[test]
fn stop_ponder_and_the_end_of_a_session() {
    let mut session = Driver::banqi();
    session.send("position startpos moves a1=R h4=k");
    session.send("go infinite");
    session.send("stop");
    session.until("bestmove");
    session.send("go ponder wtime 100 btime 100");
    session.send("ponderhit");
    session.until("bestmove");
    session.send("go infinite");
    let left = session.end();
    assert!(left.last().unwrap().starts_with("bestmove "), "{left:?}");
}

#[test]
fn options_reach_the_engine() {
    let nodes_of = |settings: &[&str]| {
        let mut session = Driver::banqi();
        settings.iter().for_each(|setting| session.send(setting));
        session.send("position fen pkXXrXCc/cp1PX1XP/hXaXPh2/eA1H2P1 b K1R2H1a1e1p1 0 1");
        session.send("go depth 6");
        let read = session.until("bestmove");
        let info = read.iter().rfind(|line| line.starts_with("info depth")).unwrap();
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
    let mut session = Driver::of(GameKind::Banqi);
    assert!(shown(&mut session).contains("XXXXXXXX"));
    session.send("setoption name UCI_Variant value xiangqi");
    assert!(shown(&mut session).contains("rnbakabnr"));
    session.send("go infinite");
    session.send("setoption name UCI_Variant value banqi");
    session.until("bestmove");
    session.send("setoption name Rules value olympiad-2022");
    assert!(shown(&mut session).contains("XXXXXXXX"));
}

#[test]
fn words_for_a_terminal() {
    let mut session = Driver::banqi();
    session.send("position fen 8/8/8/KX5h r p1 0 1");
    assert!(session.remark("eval").contains("total"));
    let counted = session.remark("go perft 1");
    assert!(counted.ends_with("Nodes searched: 2"), "{counted}");
    let bench = session.remark("bench 2");
    assert!(bench.contains(" nodes ") && bench.ends_with(" nps"), "{bench}");
    session.send("setoption name Profile value ta-1ply");
    assert!(session.remark("eval").contains("ta-1ply has no terms to show"));
}
