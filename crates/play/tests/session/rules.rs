//! Other rules judge the game that is on the board.

use crate::support::Driver;

/// The score of the last line of a search.
fn score(session: &mut Driver, go: &str) -> String {
    session.send(go);
    let read = session.until("bestmove");
    let info = read.iter().rfind(|line| line.contains(" score ")).expect("a score");
    let words: Vec<&str> = info.split(' ').collect();
    let place = words.iter().position(|&word| word == "score").unwrap();
    words[place + 1..place + 3].join(" ")
}

/// A rook up with 118 quiet plies behind: the next ones draw the game, unless the
/// limit is off. The position is set before the rule changes.
#[test]
fn the_natural_limit_of_xiangqi() {
    let mut session = Driver::xiangqi();
    session.send("position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w - - 119 80");
    let limited = score(&mut session, "go depth 6 searchmoves a1a2");
    assert_eq!(limited, "cp 0");
    session.send("setoption name Sixty Move Rule value false");
    let free = score(&mut session, "go depth 6 searchmoves a1a2");
    assert_ne!(free, "cp 0");
    session.send("setoption name Repetition Rule value asian");
    assert_eq!(score(&mut session, "go depth 6 searchmoves a1a2"), free, "still off");
    session.send("setoption name Sixty Move Rule value true");
    assert_eq!(score(&mut session, "go depth 6 searchmoves a1a2"), "cp 0");
}

/// The same in dark chess, where the clock of the start counts, too.
#[test]
fn the_limit_of_dark_chess() {
    let mut session = Driver::banqi();
    let search = "go depth 6 searchmoves b1b2";
    session.send("setoption name Rules value tcga no_progress_plies=4");
    session.send("position fen 7p/8/8/KR6 r - 1 1 moves a1a2 h4h3");
    let limited = score(&mut session, search);
    session.send("setoption name Rules value tcga");
    let free = score(&mut session, search);
    assert_ne!(free, limited, "a draw at the next ply");
    // The plies and the clock of the start are still there.
    assert!(session.remark("d").contains(" r - 3 "), "{}", session.remark("d"));
    session.send("setoption name Rules value tcga no_progress_plies=4");
    assert_eq!(score(&mut session, search), limited);
}

#[test]
fn a_refused_position_stays_refused() {
    for (mut session, rule) in [
        (Driver::xiangqi(), "setoption name Repetition Rule value asian"),
        (Driver::banqi(), "setoption name Rules value ntu-2018"),
    ] {
        session.send("position fen nonsense");
        session.send(rule);
        assert!(session.remark("d").contains("no position"));
    }
}
