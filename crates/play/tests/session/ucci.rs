//! UCCI, which is xiangqi's.

use play::session::Next;

use crate::support::Driver;

fn ucci() -> Driver {
    let mut session = Driver::xiangqi();
    session.send("ucci");
    session.until("ucciok");
    session
}

#[test]
fn it_has_its_own_words() {
    let mut session = ucci();
    session.send("stop");
    session.until("nobestmove");
    session.send("setoption usemillisec true");
    session.send("position fen 3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1");
    session.send("banmoves a0a1 a0a2");
    let best = session.best("go time 200 increment 0");
    assert!(!best.contains("a0a1") && !best.contains("a0a2"), "{best}");
    session.send("probe startpos");
    session.until("pophash");
    assert_eq!(session.session().command("quit"), Next::Quit);
    session.until("bye");
}

/// Also if it is the best; the next position knows nothing of it.
#[test]
fn banned_moves_are_not_played() {
    let mut session = ucci();
    let position = "position fen 3k5/9/9/9/9/9/9/9/4K4/9 w - - 0 1";
    session.send(position);
    for (banned, left) in [("e1e2 e1f1", "e1e0"), ("e1e2 e1e0", "e1f1"), ("e1e0 e1f1", "e1e2")] {
        session.send(&format!("banmoves {banned}"));
        let best = session.best("go depth 3");
        assert_eq!(best.split(' ').nth(1), Some(left), "{banned}");
    }
    session.send("banmoves e1e2 e1e0 e1f1");
    session.send("go depth 3");
    session.until("nobestmove");
    session.send(position);
    session.best("go depth 3");
}

#[test]
fn scores_are_bare_numbers() {
    let mut session = ucci();
    session.send("go nodes 60000");
    let read = session.until("bestmove");
    let scores: Vec<&String> = read.iter().filter(|line| line.contains(" score ")).collect();
    assert!(!scores.is_empty());
    for line in scores {
        assert!(!line.contains(" cp "), "{line}");
    }
}

#[test]
fn what_cannot_be_read_is_explained() {
    let mut session = ucci();
    session.send("go time soon");
    let read = session.until("bestmove");
    assert!(read[0].starts_with("info message") && read[0].contains("soon"), "{read:?}");
    assert!(session.remark("uci now").contains("info message"));
    assert!(session.remark("setoption hashsize many").contains("expected a number"));
    session.send("position fen nonsense");
    session.send("go depth 1");
    session.until("nobestmove");
    session.send("position startpos moves h3e3");
    let read = session.remark("isready");
    assert!(read.contains("refused"), "ranks are 0 to 9 and nothing else is tried: {read}");
}

#[test]
fn the_dialect_can_be_changed() {
    let mut session = ucci();
    session.send("uci");
    session.until("uciok");
    assert!(session.remark("go wtime soon").contains("info string"));
    session.until("bestmove");
    session.send("setoption name Game value banqi");
    assert!(session.remark("ucci").contains("unknown word `ucci`"), "dark chess has no UCCI");
}
