//! Input nobody meant: any bytes, and the protocols' own words in any order.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use arbtest::arbitrary::{Result, Unstructured};
use arbtest::arbtest;
use protocol::coordinates::{
    Letters, Ranks, complete_fen, convert, proven_ranks, with_letters, xboard_fen,
};
use protocol::line::{LineSplitter, check};
use protocol::{mgtp, ucci, uci, xboard};

/// Words that mean something to one of the parsers, and glue.
const INGREDIENTS: &str = "uci ucicyclone debug on off isready setoption name value ucinewgame \
    position startpos fen moves go movetime nodes depth wtime btime winc binc movestogo infinite \
    ponder mate searchmoves stop ponderhit quit id author copyright user option type check spin \
    combo string button label default min max var uciok readyok info seldepth multipv score cp \
    lowerbound upperbound wdl nps hashfull tbhits time currmove currmovenumber pv message \
    refutation bestmove ucci usemillisec banmoves draw increment opptime oppmovestogo oppincrement \
    probe ucciok nobestmove pophash bye resign xboard protover feature accepted rejected new \
    variant force usermove setboard st sd level otim ping pong ? . analyze exit post move offer \
    1-0 0-1 1/2-1/2 * { } Illegal ( ) : Error tellall telluser # = \" ' -spin -combo /// \
    genmove red black unknown flip known_command game_over time_setting time_left init_board \
    XXXXXXXX - a1 d8 a0 K p 0 1 2 7 10 12 -1 99999999999999999999 3:30 h2e2 h10g8 (none) 0000 \
    true false + 炮二平五 \u{fffd}";

/// Beginnings that lead deep into a parser.
const STARTS: [&str; 20] = [
    "",
    "",
    "info ",
    "option ",
    "option name x type ",
    "setoption ",
    "setoption name ",
    "feature ",
    "position fen ",
    "position startpos ",
    "go ",
    "bestmove ",
    "Error (",
    "Illegal move",
    "1 2 3 4 ",
    "level ",
    "result ",
    "10 move ",
    "13 game_over ",
    "=12 ",
];

fn soup(u: &mut Unstructured<'_>) -> Result<String> {
    let ingredients: Vec<&str> = INGREDIENTS.split_whitespace().collect();
    let mut line = u.choose(&STARTS)?.to_string();
    for _ in 0..u.int_in_range(0..=12)? {
        line += u.choose(&ingredients)?;
        line += u.choose(&[" ", " ", " ", " ", "  ", "\t", "", "="])?;
    }
    Ok(line)
}

/// What a parser accepts, it prints; what it prints, it reads as the same.
fn stable<T, E>(line: &str)
where
    T: FromStr<Err = E> + Display + Debug + PartialEq,
    E: Display + Debug + PartialEq,
{
    match line.parse::<T>() {
        Ok(value) => {
            let printed = value.to_string();
            assert_eq!(printed.parse(), Ok(value), "{line:?} printed as {printed:?}");
        }
        Err(error) => assert!(error.to_string().chars().count() < 300, "{error}"),
    }
}

#[test]
fn words_in_any_order_parse_print_and_parse_alike() {
    arbtest(|u| {
        let line = soup(u)?;
        stable::<uci::Command, _>(&line);
        stable::<uci::Reply, _>(&line);
        stable::<ucci::Command, _>(&line);
        stable::<ucci::Reply, _>(&line);
        stable::<xboard::Command, _>(&line);
        stable::<xboard::Reply, _>(&line);
        stable::<mgtp::Command, _>(&line);
        stable::<mgtp::Reply, _>(&line);
        stable::<mgtp::PlyText, _>(&line);
        Ok(())
    })
    .budget_ms(1000);
}

/// Runs everything that takes a text.
fn feed_all(text: &str) {
    fn feed<T: FromStr + Display>(text: &str) {
        if let Ok(value) = text.parse::<T>() {
            assert!(!value.to_string().contains('\n'));
        }
    }
    feed::<uci::Command>(text);
    feed::<uci::Reply>(text);
    feed::<ucci::Command>(text);
    feed::<ucci::Reply>(text);
    feed::<xboard::Command>(text);
    feed::<xboard::Reply>(text);
    feed::<mgtp::Command>(text);
    feed::<mgtp::Reply>(text);
    feed::<mgtp::PlyText>(text);
    feed::<mgtp::Piece>(text);
    let _ = xboard::option_from_feature(text);
    let _ = (complete_fen(text), xboard_fen(text), with_letters(text, Letters::KnightBishop));
    let _ = convert(text, Ranks::OneToTen, Ranks::ZeroToNine);
    let _ = proven_ranks(&[text]);
}

/// Whatever stands in a `go`, something of it can be read: all of it, if it is right.
#[test]
fn a_lenient_reader_agrees_with_the_strict_one() {
    arbtest(|u| {
        let line = format!("go {}", soup(u)?);
        let (uci, ucci) = (uci::GoLimits::readable(&line), ucci::GoLimits::readable(&line));
        if let Ok(uci::Command::Go(strict)) = line.parse() {
            assert_eq!(uci, strict, "{line:?}");
        }
        if let Ok(ucci::Command::Go(strict)) = line.parse() {
            assert_eq!(ucci, strict, "{line:?}");
        }
        assert_eq!(uci.to_string().parse(), Ok(uci::Command::Go(uci)), "{line:?}");
        assert_eq!(ucci.to_string().parse(), Ok(ucci::Command::Go(ucci)), "{line:?}");
        Ok(())
    });
}

#[test]
fn no_text_makes_a_parser_panic() {
    arbtest(|u| {
        feed_all(u.arbitrary()?);
        Ok(())
    });
    arbtest(|u| {
        let (start, text) = (soup(u)?, u.arbitrary::<&str>()?);
        feed_all(&format!("{start}{text}"));
        Ok(())
    });
}

#[test]
fn long_lines_of_one_word_are_no_burden() {
    for word in INGREDIENTS.split_whitespace() {
        for start in ["", "info ", "feature ", "18 init_board "] {
            let line = format!("{start}{}", format!("{word} ").repeat(60_000 / (word.len() + 1)));
            feed_all(&line);
        }
    }
}

#[test]
fn a_splitter_finds_the_lines_however_the_bytes_are_cut() {
    arbtest(|u| {
        let text: String = u.arbitrary()?;
        let mut splitter = LineSplitter::new();
        let mut lines = Vec::new();
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let (piece, left) = rest.split_at(u.int_in_range(1..=rest.len())?);
            lines.extend(splitter.push(piece));
            rest = left;
        }
        lines.extend(splitter.finish());
        // Cut inside a character, a piece is still joined before it is decoded.
        let lines: Vec<String> = lines.into_iter().map(|line| line.expect("short")).collect();
        let expected =
            text.split_terminator('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        assert_eq!(lines, expected.collect::<Vec<_>>());
        Ok(())
    });
}

#[test]
fn a_checked_line_is_one_line() {
    arbtest(|u| {
        let text: &str = u.arbitrary()?;
        if let Ok(line) = check(text) {
            assert!(!line.contains(['\n', '\r', '\0']));
            assert_eq!(check(line), Ok(line));
        }
        Ok(())
    });
}
