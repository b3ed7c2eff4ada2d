//! Broken texts: nothing panics, and every error says what would be right.

use banqi::notation::record::ContestRecord;
use banqi::notation::{coordinate, platform};
use banqi::{BanqiRules, Deal, Ply, Pool, Position, Repetition, Setup, Square};
use game::Position as _;

/// Feeds one text to every reader.
fn read_all(text: &str) {
    let _ = text.parse::<Square>();
    let _ = text.parse::<Ply>();
    let _ = text.parse::<Pool>();
    let _ = text.parse::<Deal>();
    let _ = text.parse::<BanqiRules>();
    let _ = text.parse::<Repetition>();
    let _ = coordinate::read_list(text);
    let _ = platform::read_list(text);
    let _ = Position::start().parse_ply(text);
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse(), Ok(setup));
    }
    if let Ok(position) = text.parse::<Position>() {
        assert_eq!(position.to_string().parse(), Ok(position));
    }
    if let Ok(record) = text.parse::<ContestRecord>() {
        let _ = record.replay(BanqiRules::default());
    }
}

#[test]
fn random_strings_never_panic() {
    arbtest::arbtest(|u| {
        read_all(u.arbitrary::<&str>()?);
        Ok(())
    })
    .budget_ms(1_500);
}

/// Strings made of pieces that readers know get deeper into them than noise.
#[test]
fn random_strings_of_known_words_never_panic() {
    const WORDS: [&str; 40] = [
        "X",
        "K",
        "k",
        "/",
        "8",
        "7",
        "1",
        "XXXXXXXX/",
        "8/8/8/",
        " ",
        " r ",
        " b ",
        " - ",
        "?",
        "K1",
        "p5",
        "a1",
        "h4",
        "d8",
        "=",
        "(",
        ")",
        "-",
        "(n)",
        "=R",
        "\n* ",
        "\n",
        "1. ",
        "12.",
        " vs ",
        "first 0",
        "time 9",
        "X X X X",
        "1 2 2 2 2 2 5 1 2 2 2 2 2 5",
        "NoMove a wins 1,0",
        "é",
        "帥",
        "0",
        "cycle:3",
        "tcga",
    ];
    arbtest::arbtest(|u| {
        let count = u.int_in_range(0..=30)?;
        let words: Result<String, _> = (0..count).map(|_| u.choose(&WORDS).copied()).collect();
        read_all(&words?);
        Ok(())
    })
    .budget_ms(1_500);
}

/// Valid texts with one character changed, cut or doubled.
#[test]
fn damaged_texts_never_panic() {
    let texts = [
        "eXC1rpR1/PXPhHc1E/XRH1P1eC/PEXPck1h b K1r1p2 12 41",
        "a1=R b1b2 c3=k",
        "b8(G) d8(c) b8-c8",
        "no_progress_plies=40 repetition=cycle:3 long_chase=2",
        "* d\n* a vs b\n* 1 2 2 2 2 2 5 1 2 2 2 2 2 5\n* X X X X\n* first 0\n* 1. b8(G) d8(c)\n",
    ];
    arbtest::arbtest(|u| {
        let mut letters: Vec<char> = u.choose(&texts)?.chars().collect();
        for _ in 0..u.int_in_range(1..=3)? {
            let at = u.choose_index(letters.len())?;
            match u.int_in_range(0..=2)? {
                0 => letters[at] = u.arbitrary()?,
                1 => letters.insert(at, letters[at]),
                _ => letters.truncate(at.max(1)),
            }
        }
        read_all(&letters.into_iter().collect::<String>());
        Ok(())
    })
    .budget_ms(1_500);
}

#[test]
fn broken_positions_say_what_is_wrong() {
    let cases = [
        ("", "the text is empty: expected `<board> <turn> <pool> <clock> <ply>`"),
        ("8/8/8 r", "board: found 3 ranks, expected 4 with `/` between"),
        ("8/8/8/8/8 r", "board: found 5 ranks, expected 4 with `/` between"),
        ("8/7/8/8 r", "board: rank 3 has 7 squares, expected 8"),
        ("8/8/K8/8 r", "board: rank 2 has 9 squares, expected 8"),
        ("8/8//8 r", "board: rank 2 has 0 squares, expected 8"),
        (
            "8/8/8/2Q5 r",
            "board, c1: `Q` is no piece: expected one of K A E R H C P (red), \
             k a e r h c p (black), X (face down) or 1–8 (empty squares)",
        ),
        (
            "8/8/9/8 r",
            "board, a2: `9` is no piece: expected one of K A E R H C P (red), \
             k a e r h c p (black), X (face down) or 1–8 (empty squares)",
        ),
        ("8/8/8/K7 w", "turn: `w` is no side: expected `r`, `b` or `-`"),
        ("8/8/8/K7 r K", "pool: after K expected a count from 0 to 5"),
        ("8/8/8/K7 r K9", "pool: after K expected a count from 0 to 5"),
        (
            "8/8/8/K7 r q1",
            "pool: `q` is not a piece letter: expected K A E R H C P for red, k a e r h c p for black",
        ),
        ("8/8/8/K7 r P1S1", "pool: S is counted twice: expected each letter once"),
        ("8/8/8/K7 r - x", "clock: `x` is not a number of plies"),
        ("8/8/8/K7 r - -1", "clock: `-1` is not a number of plies"),
        ("8/8/8/K7 r - 0 0", "ply: `0` is not a number from 1"),
        (
            "8/8/8/K7 r - 0 1 2",
            "`2` is one field too many: expected `<board> <turn> <pool> <clock> <ply>`",
        ),
        ("8/8/8/8 r", "the board is empty: expected at least one piece"),
        ("8/8/8/K7 -", "the turn is `-`, but the red king on a1 is face up: expected `r` or `b`"),
        ("8/8/8/KK6 r", "2 red kings, face up and in the pool: a set has 1"),
        ("8/8/8/KX6 r K1", "2 red kings, face up and in the pool: a set has 1"),
        ("8/8/8/KX6 r -", "the pool has 0 pieces, but 1 lie face down (X)"),
        ("8/8/8/K7 r p2", "the pool has 2 pieces, but 0 lie face down (X)"),
        (
            "8/8/8/KX6 r",
            "the pool field is needed: 1 pieces lie face down, but 31 of the set are not face up, \
             so some were captured",
        ),
    ];
    for (text, expected) in cases {
        let error = text.parse::<Position>().expect_err(text).to_string();
        assert_eq!(error, expected, "{text}");
    }
}

#[test]
fn broken_plies_say_what_is_wrong() {
    let ours = [
        (
            "a1",
            "ply 1: `a1` is not a ply: expected two squares like a1a2, or a flip with its outcome \
             like a1=R",
        ),
        ("a1a2 i1a1", "ply 2: `i1a1`: `i1` is not a square: expected a file a–h and a rank 1–4"),
        ("a5=R", "ply 1: `a5=R`: `a5` is not a square: expected a file a–h and a rank 1–4"),
        (
            "a1=X",
            "ply 1: `a1=X`: `X` is no piece: expected K A E R H C P for red, k a e r h c p for black",
        ),
        ("1. a1a1", "ply 1: `a1a1`: a flip in a record names what it turned up, like a1=R"),
    ];
    for (text, expected) in ours {
        assert_eq!(coordinate::read_list(text).expect_err(text).to_string(), expected);
    }
    let theirs = [
        (
            "a1a2",
            "ply 1: `a1a2` is not a ply: expected a move like a4-a5, or a flip with its outcome \
             like b3(n)",
        ),
        ("e1-d1", "ply 1: `e1-d1`: `e1` is not a square: expected a file a–d and a rank 1–8"),
        ("a0(K)", "ply 1: `a0(K)`: `a0` is not a square: expected a file a–d and a rank 1–8"),
        (
            "a1(E)",
            "ply 1: `a1(E)`: `E` is no piece: expected K G M R N C P for red, k g m r n c p for black",
        ),
        ("a1-a1", "ply 1: `a1-a1`: a flip in a record names what it turned up, like b3(n)"),
    ];
    for (text, expected) in theirs {
        assert_eq!(platform::read_list(text).expect_err(text).to_string(), expected);
    }
}

#[test]
fn broken_records_name_the_line() {
    let header = "* d\n* a vs b\n* 1 2 2 2 2 2 5 1 2 2 2 2 2 5\n";
    let start = format!("{header}{}", "* X X X X\n".repeat(8));
    let cases = [
        (String::new(), "line 1: the file ends without the players"),
        ("* d\n* a\n".into(), "line 2: the file ends without a line `<player> vs <player>`"),
        ("* d\n* a vs b\n".into(), "line 2: the file ends without the 14 counts"),
        (
            "* a vs b\n* 9 2 2 2 2 2 5 1 2 2 2 2 2 5".into(),
            "line 2: expected 14 counts from 0 to 5: K G M R N C P of red, then of black",
        ),
        (header.into(), "line 3: the file ends without the eight rows of the board"),
        (
            format!("{header}* X X X ?"),
            "line 4: `?` is not on a board: expected X, -, or one of K G M R N C P k g m r n c p",
        ),
        (format!("{start}* X X X X"), "line 12: a ninth row of the board: expected eight"),
        (
            format!("{start}* first 2"),
            "line 12: first: `2` is no colour: expected 0 (red) or 1 (black)",
        ),
        (format!("{start}* time now"), "line 12: time: `now` is not a number of seconds"),
        (format!("{start}* 2. a1(K)"), "line 12: found pair of plies number 2., expected 1"),
        (format!("{start}* 1."), "line 12: found 0 plies after a number, expected one or two"),
        (
            format!("{start}* 1. a1(K) a9(k)"),
            "line 12: `a9(k)`: `a9` is not a square: expected a file a–d and a rank 1–8",
        ),
        (
            format!("{start}* Broken"),
            "line 12: `Broken` does not say who won: expected `<reason> <player> wins|Draw \
             <points>,<points>`",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(text.parse::<ContestRecord>().expect_err(&text).to_string(), expected);
    }
}
