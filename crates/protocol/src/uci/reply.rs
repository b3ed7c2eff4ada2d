//! What an engine answers.

use std::fmt;
use std::str::FromStr;

use crate::info::Spelling;
use crate::words::{OneLine, Word, Words, write_text};
use crate::{Id, Info, Notes, OptionSpec, ParseError};

/// A line from an engine.
///
/// ```
/// use protocol::uci::Reply;
///
/// let reply: Reply = "bestmove h3e3 ponder h10g8".parse()?;
/// let expected = Reply::BestMove { best: "h3e3".into(), ponder: Some("h10g8".into()) };
/// assert_eq!(reply, expected);
/// # Ok::<(), protocol::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Who the engine is.
    Id(Id),
    /// An option it offers.
    Option(OptionSpec),
    /// All options are told.
    UciOk,
    /// Everything asked before is done.
    ReadyOk,
    /// About the search.
    Info(Box<Info>),
    /// The search is over.
    BestMove {
        /// The move, or what [`is_no_move`](crate::is_no_move) knows.
        best: String,
        /// The answer the engine expects.
        ponder: Option<String>,
    },
    /// Anything else: banners, warnings, empty lines. To be ignored, or shown to
    /// the one who asks why an engine does not work.
    Other(String),
}

impl Reply {
    /// Reads a line. What no one defined becomes [`Reply::Other`].
    ///
    /// # Errors
    /// If a reply that matters is damaged: an `option` without a type, a
    /// `bestmove` without a move.
    pub fn parse(line: &str, notes: &mut Notes) -> Result<Self, ParseError> {
        let mut words = Words::new(line)?;
        let Some(first) = words.next() else { return Ok(Reply::Other(String::new())) };
        let reply = match first.text {
            "id" => match Id::read(&mut words) {
                Some(id) => Reply::Id(id),
                None => return Ok(Reply::Other(words.line().to_string())),
            },
            "option" => Reply::Option(OptionSpec::read_uci(first, &mut words, notes)?),
            "uciok" => Reply::UciOk,
            "readyok" => Reply::ReadyOk,
            "info" => Reply::Info(Box::new(Info::read(&mut words, notes))),
            "bestmove" => read_best_move(first, &mut words)?,
            _ => return Ok(Reply::Other(words.line().to_string())),
        };
        words.expect_end(notes);
        Ok(reply)
    }
}

fn read_best_move(first: Word<'_>, words: &mut Words<'_>) -> Result<Reply, ParseError> {
    let best = words.require(first, "a move")?.text.to_string();
    let mut ponder = None;
    if words.peek().is_some_and(|word| word.text == "ponder") {
        words.next();
        ponder = words.next().map(|word| word.text.to_string());
    }
    Ok(Reply::BestMove { best, ponder })
}

impl FromStr for Reply {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Self, ParseError> {
        Reply::parse(line, &mut Notes::new())
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Id(id) => write!(f, "{id}"),
            Reply::Option(option) => option.write_uci(f),
            Reply::UciOk => f.write_str("uciok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(info) => info.write(f, Spelling::Uci),
            Reply::BestMove { best, ponder } => {
                write!(f, "bestmove {}", OneLine(best))?;
                write_text(f, "ponder", ponder.as_deref())
            }
            Reply::Other(text) => write!(f, "{}", OneLine(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bound, OptionKind, Score, ScoreValue, WinDrawLoss};

    fn info(line: &str) -> Info {
        match line.parse().unwrap() {
            Reply::Info(info) => *info,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn option(line: &str) -> (String, OptionKind) {
        match line.parse().unwrap() {
            Reply::Option(option) => (option.name, option.kind),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn lines_of_fairy_stockfish_print_back() {
        let lines = [
            "Fairy-Stockfish 11.1 LB 64 by Fabian Fichter",
            "id name Fairy-Stockfish 11.1 LB 64",
            "id author Fabian Fichter",
            "",
            "option name Protocol type combo default uci var uci var usi var ucci var xboard",
            "option name Contempt type spin default 24 min -100 max 100",
            "option name Clear Hash type button",
            "option name Ponder type check default false",
            "option name SyzygyPath type string default <empty>",
            "option name Debug Log File type string default",
            "uciok",
            "readyok",
            "No such option: Nope",
            "Unknown command: foo",
            "info depth 2 seldepth 2 multipv 1 score cp 268 nodes 78 nps 39000 tbhits 0 time 2 pv b1c3 a10a9 b3b10",
            "info depth 17 currmove g4g5 currmovenumber 2",
            "info depth 17 seldepth 21 multipv 1 score cp 58 lowerbound nodes 859750 nps 271728 hashfull 478 tbhits 0 time 3164 pv g4g5",
            "info depth 1 seldepth 1 multipv 1 score mate -1 nodes 2 nps 2000 tbhits 0 time 1 pv e10f10 b10d10",
            "bestmove g4g5 ponder c7c6",
            "bestmove (none)",
        ];
        for line in lines {
            let mut notes = Notes::new();
            assert_eq!(Reply::parse(line, &mut notes).unwrap().to_string(), line);
            assert!(notes.is_empty(), "{line}: {notes:?}");
        }
    }

    #[test]
    fn scores() {
        let score = |line: &str| info(line).score.map(|score| (score.value, score.bound));
        let exact = |value| Some((value, Bound::Exact));
        assert_eq!(score("info score cp -5"), exact(ScoreValue::Centipawns(-5)));
        assert_eq!(score("info score mate 3"), exact(ScoreValue::Mate(3)));
        assert_eq!(score("info score mate -0"), exact(ScoreValue::Mate(0)));
        assert_eq!(
            score("info score upperbound cp 7 nodes 1"),
            Some((ScoreValue::Centipawns(7), Bound::Upper))
        );
        assert_eq!(score("info upperbound"), None);
        assert_eq!(score("info score cp x nodes 1"), None);
        assert_eq!(score("info score cp 99999999999"), None);
        let told = info("info depth 9 score cp 20 wdl 50 940 10 lowerbound pv h2e2");
        assert_eq!(told.wdl, Some(WinDrawLoss { win: 50, draw: 940, loss: 10 }));
        let lower = Score { value: ScoreValue::Centipawns(20), bound: Bound::Lower };
        assert_eq!(told.score, Some(lower));
        assert_eq!(told.pv, ["h2e2"]);
    }

    #[test]
    fn a_line_is_not_lost_for_one_odd_word() {
        let mut notes = Notes::new();
        let line =
            "info depth ? nodes 7 ebf 2 pv h2e2 time -1 refutation a b wdl 1 2 string x  pv y";
        let Ok(Reply::Info(told)) = Reply::parse(line, &mut notes) else { panic!("{line}") };
        assert_eq!((told.depth, told.nodes, told.time, told.wdl), (None, Some(7), None, None));
        assert_eq!(told.pv, ["h2e2"]);
        assert_eq!(told.string.as_deref(), Some("x  pv y"));
        assert_eq!(
            notes.iter().next().unwrap().to_string(),
            "column 12: `?` after `depth` is not a whole number from 0 to 4294967295"
        );
    }

    #[test]
    fn options_with_odd_names_and_values() {
        let (name, kind) =
            option("option name Draw type rule type combo default no draw var no draw var win");
        assert_eq!(name, "Draw type rule");
        let choices = vec!["no draw".to_string(), "win".to_string()];
        assert_eq!(kind, OptionKind::Combo { default: Some("no draw".into()), choices });
        let (_, kind) = option("option name Path type string default /min  max/var");
        assert_eq!(kind, OptionKind::Text { default: Some("/min  max/var".into()) });
        let (_, kind) = option("option name Hash type spin max 9 min 1 default lots");
        assert_eq!(kind, OptionKind::Spin { default: None, min: Some(1), max: Some(9) });
        let (_, kind) = option("option name Own type check");
        assert_eq!(kind, OptionKind::Check { default: None });
    }

    #[test]
    fn damaged_replies_are_errors() {
        let faults = [
            ("bestmove", "column 10: `bestmove` must be followed by a move"),
            ("option Hash type spin", "column 8: `Hash` after `option` is not `name`"),
            ("option name Hash", "column 13: `name` must be followed by a name and `type`"),
            ("option name Hash type slider", "column 23: `slider` after `type` is not check, spin"),
            ("option name type spin", "column 18: `spin` after `name` is not preceded by a name"),
        ];
        for (line, message) in faults {
            let error = line.parse::<Reply>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{line}: {error}");
        }
    }
}
