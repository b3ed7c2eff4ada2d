//! Targets of the xiangqi rules: texts here, boards and games in [`boards`].

mod boards;

use game::conformance::check_position;
use game::{Cause, Game, Outcome, Position as _, Side};
use reference::xiangqi as slow;
use slow::{GameResult, Reason};
use xiangqi::notation::{self, Notation};
use xiangqi::rules::{OPTIONS, PRESETS, RepetitionLaw};
use xiangqi::{Ply, Position, Setup, XiangqiRules};

use crate::laws::{self, choice_seeds, text};
use crate::{Target, seeds};

/// The targets of this file.
pub const TARGETS: &[Target] = &[
    Target { name: "xiangqi_fen", run: fen, seeds: fens, words: FEN_WORDS },
    Target { name: "xiangqi_notation", run: notation, seeds: notations, words: NOTATION_WORDS },
    Target { name: "xiangqi_round_trip", run: round_trip, seeds: choice_seeds, words: &[] },
    Target { name: "xiangqi_rules", run: rules, seeds: rule_sets, words: RULES_WORDS },
    Target { name: "xiangqi_judge", run: judge, seeds: games, words: PLY_WORDS },
    Target { name: "xiangqi_repetition", run: boards::repetition, seeds: choice_seeds, words: &[] },
    Target { name: "xiangqi_legal", run: boards::legal, seeds: choice_seeds, words: &[] },
    Target {
        name: "xiangqi_make",
        run: laws::make_unmake::<Position>,
        seeds: choice_seeds,
        words: &[],
    },
    Target { name: "xiangqi_keys", run: laws::keys::<Position>, seeds: choice_seeds, words: &[] },
];

#[rustfmt::skip]
const FEN_WORDS: &[&str] = &[
    "/", "9", "1", " w", " b", " r", " -", " 0", " 119", "K", "k", "A", "a", "B", "b", "N", "n",
    "R", "r", "C", "c", "P", "p", "H", "E", "G", "S", "0", "//", "4294967296", "-1", "將",
];
#[rustfmt::skip]
const NOTATION_WORDS: &[&str] = &[
    "\n", "一", "二", "五", "九", "１", "9", "車", "马", "炮", "砲", "兵", "卒", "帥", "将", "仕", "士",
    "相", "象", "前", "中", "後", "后", "進", "进", "退", "平", "三", "C", "H", "p", "+", "-", "=", ".",
    "a", "i", "h2", "e2", "10", "0",
];
#[rustfmt::skip]
const RULES_WORDS: &[&str] = &[
    "computer", "asian", "chinese", "allow-chase", "none", ",", "=", "off", "on", "2", "3", "120",
    "4294967296",
];
#[rustfmt::skip]
const PLY_WORDS: &[&str] = &[
    "\n", " ", "computer", "asian", "chinese", "allow-chase", "none", "b2e2", "h9g7", "H2-E2",
    "a0a1 a9a8 a1a0 a8a9 ", "d1d3 b1b3 d3d1 b3b1 ", "e4e3 c4c3 e3e4 c3c4 ", "e0d0 ", "e9d9 ",
];

/// A text is a legal position, which obeys every law, or refused.
fn fen(bytes: &[u8]) {
    let text = text(bytes);
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse(), Ok(setup), "the setup of {text} changes");
    }
    if let Ok(position) = text.parse::<Position>() {
        check_position(&position);
        check_against_reference(&position);
    }
}

/// Two lines, a FEN (or the start position) and a move: read as a legal ply that
/// is written and read back, or refused.
fn notation(bytes: &[u8]) {
    let text = text(bytes);
    let (fen, word) = text.split_once('\n').unwrap_or((xiangqi::START_FEN, &text));
    let Ok(position) = fen.parse::<Position>() else { return };
    check_read(&position, notation::read(&position, word).ok(), word);
    for notation in Notation::ALL {
        check_read(&position, notation::read_as(&position, word, notation).ok(), word);
    }
}

fn check_read(position: &Position, ply: Option<Ply>, word: &str) {
    let Some(ply) = ply else { return };
    assert!(position.is_legal(ply), "{word} is read as {ply}, not legal in {position}");
    Notation::ALL.iter().for_each(|&notation| check_written(position, ply, notation));
}

fn check_written(position: &Position, ply: Ply, notation: Notation) {
    let word = notation::write(position, ply, notation);
    let read = notation::read_as(position, &word, notation);
    assert_eq!(read, Ok(ply), "{notation} {word} in {position}");
}

/// Every legal ply of a position survives every notation.
fn round_trip(bytes: &[u8]) {
    let position: Position = laws::reached(bytes);
    for ply in position.legal_plies() {
        check_read(&position, Some(ply), "a legal ply");
    }
}

/// A rule set survives its text form, or is refused; so does the same one with every
/// option set to a value that the sum of the bytes chooses.
fn rules(bytes: &[u8]) {
    let text = text(bytes);
    let Ok(rules) = text.parse::<XiangqiRules>() else { return };
    assert_eq!(rules.to_string().parse(), Ok(rules), "the rules {text} change");
    let mut sum =
        bytes.iter().fold(0usize, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let mut changed = text.into_owned();
    for option in &OPTIONS {
        let count = option.values.len();
        changed += &format!(",{}={}", option.name, option.values[sum % count]);
        sum /= count;
    }
    let rules: XiangqiRules = changed.parse().expect("values that options take");
    assert_eq!(rules.to_string().parse(), Ok(rules), "the rules {changed} change");
}

/// Three lines, rules, FEN and plies: judged as the slow boards judge it.
fn judge(bytes: &[u8]) {
    let text = text(bytes);
    let mut lines = text.lines();
    let mut line = || lines.next().unwrap_or_default();
    let (rules, fen, plies) = (line(), line(), line());
    let Ok(rules) = rules.parse::<XiangqiRules>() else { return };
    let Ok(setup) = fen.parse::<Setup>() else { return };
    let Ok(start) = Position::try_from(&setup) else { return };
    let second = slow_rules(&rules)
        .map(|rules| slow::Game::new(&setup.to_string(), rules).expect("an accepted position"));
    let mut game = Game::from_position(rules, start, setup.halfmoves);
    play(&mut game, second, plies);
}

/// Plays what can be played, for as long as the game lasts.
fn play(game: &mut Game<Position, XiangqiRules>, mut second: Option<slow::Game>, plies: &str) {
    check_verdict(game, second.as_ref());
    for word in plies.split_whitespace().take(MOST_PLIES) {
        let Ok(ply) = game.position().parse_ply(word) else { return };
        if game.play(ply, ()).is_err() {
            return;
        }
        if let Some(second) = &mut second {
            second.play(&ply.to_string()).expect("a legal ply is legal for both");
        }
        check_verdict(game, second.as_ref());
    }
}

fn check_verdict(game: &Game<Position, XiangqiRules>, second: Option<&slow::Game>) {
    let Some(second) = second else { return };
    let ours = game.verdict().map(|verdict| (verdict.outcome, verdict.cause));
    assert_eq!(ours, ending(second.result()), "the slow board disagrees in {}", game.position());
}

/// The slow boards look at each position anew: long games cost the square.
const MOST_PLIES: usize = 80;

/// The same law for the slow boards, which do not know every preset.
fn slow_rules(rules: &XiangqiRules) -> Option<slow::Rules> {
    let name = rules.to_string().split(',').next().unwrap_or_default().to_owned();
    let preset = XiangqiRules::preset(&name).expect("rules print as a preset with options");
    let law = RepetitionLaw { fold: rules.repetition.fold, ..preset.repetition };
    if rules.repetition != law {
        return None;
    }
    let repetition = match name.as_str() {
        "computer" => slow::RepetitionLaw::Computer,
        "allow-chase" => slow::RepetitionLaw::AllowChase,
        "none" => slow::RepetitionLaw::None,
        _ => return None,
    };
    Some(slow::Rules {
        repetition,
        fold: rules.repetition.fold as usize,
        natural_limit: rules.natural_limit,
        insufficient_material: rules.insufficient_material,
    })
}

fn ending(result: GameResult) -> Option<(Outcome, Cause)> {
    let (outcome, reason) = match result {
        GameResult::Open => return None,
        GameResult::RedWins(reason) => (Outcome::Win(Side::Red), reason),
        GameResult::BlackWins(reason) => (Outcome::Win(Side::Black), reason),
        GameResult::Draw(reason) => (Outcome::Draw, reason),
    };
    let cause = match reason {
        Reason::Checkmate => Cause::Checkmate,
        Reason::Stalemate => Cause::NoMove,
        Reason::PerpetualCheck => Cause::PerpetualCheck,
        Reason::PerpetualChase => Cause::PerpetualChase,
        Reason::Repetition => Cause::Repetition,
        Reason::NaturalLimit => Cause::NoProgress,
        Reason::InsufficientMaterial => Cause::InsufficientMaterial,
    };
    Some((outcome, cause))
}

fn check_against_reference(position: &Position) {
    let board = slow::Board::from_fen(&position.to_string()).expect("an accepted position");
    let mut slow: Vec<_> = board.legal_moves().iter().map(ToString::to_string).collect();
    let mut fast: Vec<_> = position.legal_plies().iter().map(ToString::to_string).collect();
    slow.sort_unstable();
    fast.sort_unstable();
    assert_eq!(fast, slow, "the slow board disagrees in {position}");
}

fn fens() -> Vec<Vec<u8>> {
    seeds(&[
        xiangqi::START_FEN,
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 3 2",
        "2bakabr1/9/9/r1p1p1p2/p7R/P8/9/9/9/1C1AKA3 b - - 12 30",
        "3k5/4a4/3P1P3/9/2b6/9/4p4/3A1c3/3pK4/2C6 w - - 119 80",
        "4k4/9/9/9/9/9/9/9/9/3K5 w",
    ])
}

fn notations() -> Vec<Vec<u8>> {
    let start = |word: &str| format!("{}\n{word}", xiangqi::START_FEN);
    let words = ["炮二平五", "H2+3", "h2e2", "H2-E2", "h3e3", "b10c8", "马八进七", "前車退一"];
    let pawns = "3k5/4P4/4P4/2P1P4/2P6/9/9/9/9/4K4 w - - 0 1\n";
    let tandem = ["前兵平四", "三兵平六", "一兵平四", "15=4", "P+=4"];
    let mut texts: Vec<_> = words.iter().map(|word| start(word)).collect();
    texts.extend(tandem.iter().map(|word| format!("{pawns}{word}")));
    texts.into_iter().map(String::into_bytes).collect()
}

fn rule_sets() -> Vec<Vec<u8>> {
    let of_option = OPTIONS.iter().zip(PRESETS.iter().cycle()).flat_map(|(option, (preset, _))| {
        option.values.iter().map(move |value| format!("{preset},{}={value}", option.name))
    });
    let presets = PRESETS.iter().map(|(name, _)| (*name).to_owned());
    presets.chain(of_option).map(String::into_bytes).collect()
}

/// Rules, a position and plies: checks, chases and harmless moves back and forth.
fn games() -> Vec<Vec<u8>> {
    seeds(&[
        "computer\n3k5/9/9/9/9/9/9/9/cr1CAK3/9 w - - 0 1\n\
         d1d3 b1b3 d3d1 b3b1 d1d3 b1b3 d3d1 b3b1",
        "computer\n4ck3/9/9/9/9/2r1R4/9/9/4A4/3AK4 w - - 0 1\n\
         e4e3 c4c3 e3e4 c3c4 e4e3 c4c3 e3e4 c3c4",
        "allow-chase\n4k4/9/9/c1c6/9/r8/9/9/C8/3K5 w - - 110 1\n\
         a1c1 a4c4 c1a1 c4a4 a1c1 a4c4 c1a1 c4a4 a1c1 a4c4 c1a1 c4a4",
        "asian\n5k3/9/9/c8/9/P1P6/9/2C6/9/3K5 w - - 0 1\nc2a2 a6c6 a2c2 c6a6",
        "chinese\n4k4/4R4/9/9/9/9/9/9/9/3K5 b - - 0 1\ne9f9 e8e7 f9f8 e7f7 f8e8 f7f8",
        "none\nrnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n\
         a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9",
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_of_notations_begin_from_positions() {
        for seed in notations() {
            let text = String::from_utf8(seed).unwrap();
            let (fen, _) = text.split_once('\n').unwrap();
            assert!(fen.parse::<Position>().is_ok(), "{fen}");
        }
    }

    #[test]
    fn seeds_of_games_are_games() {
        for seed in games() {
            let text = String::from_utf8(seed).unwrap();
            let mut lines = text.lines();
            assert!(lines.next().unwrap().parse::<XiangqiRules>().is_ok(), "{text}");
            assert!(lines.next().unwrap().parse::<Position>().is_ok(), "{text}");
        }
    }

    #[test]
    fn tandem_pawns_are_read() {
        let read = |text: &String| {
            let (fen, word) = text.split_once('\n').unwrap();
            notation::read(&fen.parse().unwrap(), word).is_ok()
        };
        let texts = notations().into_iter().map(|seed| String::from_utf8(seed).unwrap());
        let tandem: Vec<String> = texts.filter(|text| text.contains("2P1P4")).collect();
        assert_eq!(tandem.len(), 5);
        assert!(tandem.iter().filter(|text| read(text)).count() >= 3, "{tandem:?}");
    }
}
