//! What xboard engines need beyond the protocol.

use protocol::xboard::Thinking;
use protocol::{OptionSpec, ScoreValue};

use crate::engine::config::StopWay;
use crate::engine::options;

/// How an engine wants to be handled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Quirks {
    /// How a fixed time is kept.
    pub(super) stop: StopWay,
    /// It does not listen to `time` before `go`, so the clock is told as `level`.
    pub(super) clock_as_level: bool,
    /// It leaves when sent a move that repeats a position and that it thinks
    /// forbidden, so the board is set up instead.
    pub(super) set_up_repetitions: bool,
    /// The score of a mate in no ply at all, where that is not the protocol's.
    mate_score: Option<i32>,
    /// Options set unless the configuration says otherwise.
    defaults: &'static [(&'static str, &'static str)],
}

const PLAIN: Quirks = Quirks {
    stop: StopWay::Now,
    clock_as_level: false,
    set_up_repetitions: false,
    mate_score: None,
    defaults: &[],
};

/// HoiXiangqi ends on every word and move it does not accept, ignores `?`, takes
/// times in whole seconds and forgets `time` while it is forced.
const HOI: Quirks = Quirks {
    stop: StopWay::Analyze,
    clock_as_level: true,
    set_up_repetitions: true,
    mate_score: Some(100_000),
    ..PLAIN
};

/// Sjaak II plays at random in the opening and claims draws, both of which are
/// for the referee to arrange.
const SJAAK: Quirks = Quirks {
    mate_score: Some(16_000),
    defaults: &[
        ("Random amplitude (0 to disable)", "0"),
        ("Randomise opening moves", "0"),
        ("Claim repetitions", "0"),
    ],
    ..PLAIN
};

impl Quirks {
    /// What is known of an engine by its name.
    pub(super) fn of(name: Option<&str>, wanted: StopWay) -> Quirks {
        let quirks = match name {
            Some(name) if name.starts_with("Hoi") => HOI,
            Some(name) if name.starts_with("Sjaak") => SJAAK,
            _ => PLAIN,
        };
        match wanted {
            StopWay::Auto => quirks,
            stop => Quirks { stop, ..quirks },
        }
    }

    /// The options of a configuration, with the defaults it does not name.
    pub(super) fn options(
        &self,
        wanted: &[(String, String)],
        offered: &[OptionSpec],
    ) -> Vec<(String, String)> {
        let named = |name: &str| wanted.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
        let defaults = self
            .defaults
            .iter()
            .filter(|(name, _)| !named(name) && options::find(name, offered).is_some());
        let defaults = defaults.map(|&(name, value)| (name.to_owned(), value.to_owned()));
        defaults.chain(wanted.iter().cloned()).collect()
    }

    /// The score of a line of thinking. Engines count down to a mate in plies.
    pub(super) fn score(&self, line: &Thinking) -> ScoreValue {
        const LONGEST: i32 = 500;
        let Some(mate) = self.mate_score else { return line.score_value() };
        let plies = mate - line.score.abs();
        if !(0..LONGEST).contains(&plies) {
            return line.score_value();
        }
        ScoreValue::Mate(line.score.signum() * (plies + 1) / 2)
    }
}

/// The first move of a line of thinking, if it is written with both squares:
/// `h2e2`, `Ch2-e2`, `1. ... Cb7xe7+`. Short notations would need a board.
pub(super) fn first_move(line: &str) -> Option<String> {
    let is_move = |word: &&str| word.contains(|letter: char| letter.is_ascii_alphabetic());
    let word = line.split_ascii_whitespace().find(is_move)?;
    let squares = word.strip_prefix(|letter: char| letter.is_ascii_uppercase()).unwrap_or(word);
    let squares = squares.trim_end_matches(['+', '#', '!', '?']);
    let plain: String = squares.chars().filter(|letter| !"-x".contains(*letter)).collect();
    protocol::coordinates::looks_like_move(&plain).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{OptionKind, xboard::Reply};

    #[test]
    fn moves_are_found_in_lines_as_engines_write_them() {
        let cases = [
            ("1. ... Cb7-e7 2. Ce2xe6+ Ce7xe3", Some("b7e7")),
            ("(+) 1. Rb7-b8#", Some("b7b8")),
            ("11. Ce2xe6+", Some("e2e6")),
            ("h2e2 h9g7", Some("h2e2")),
            ("i1i9 d9e8", Some("i1i9")),
            ("1. Hc2 Hg7 2. Hg2", None),
            ("", None),
            ("1. ...", None),
        ];
        for (line, found) in cases {
            assert_eq!(first_move(line).as_deref(), found, "{line}");
        }
    }

    #[test]
    fn mates_are_read_on_the_engines_scale() {
        let score = |name, line: &str| {
            let Ok(Reply::Thinking(line)) = line.parse() else { panic!("{line}") };
            Quirks::of(Some(name), StopWay::Auto).score(&line)
        };
        assert_eq!(score("HoiXiangqi 0.22", "4 99997 0 1629 1. Rb7-f7"), ScoreValue::Mate(2));
        assert_eq!(score("HoiXiangqi 0.22", "5 -99996 1 3294 1. Ke0-e1"), ScoreValue::Mate(-2));
        assert_eq!(score("HoiXiangqi 0.22", "1 1828 0 38 1. Rb7-b8"), ScoreValue::Centipawns(1828));
        assert_eq!(score("Sjaak II 1.4.1", "2 15999 0 3 1. Rd7"), ScoreValue::Mate(1));
        assert_eq!(score("Other", "2 100003 0 3 h2e2"), ScoreValue::Mate(3));
    }

    #[test]
    fn defaults_give_way_to_the_configuration() {
        let kind = OptionKind::Spin { default: None, min: None, max: None };
        let offered = [OptionSpec { name: "Randomise opening moves".into(), kind }];
        let quirks = Quirks::of(Some("Sjaak II 1.4.1"), StopWay::Auto);
        let set = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
        assert_eq!(quirks.options(&[], &offered), set("Randomise opening moves", "0"));
        let wanted = set("randomise opening moves", "8");
        assert_eq!(quirks.options(&wanted, &offered), wanted);
        assert_eq!(Quirks::of(None, StopWay::Analyze).stop, StopWay::Analyze);
    }
}
