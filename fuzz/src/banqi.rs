//! Targets of the dark chess rules: texts here, boards and games in [`boards`].

mod boards;

use banqi::notation::record::ContestRecord;
use banqi::notation::{coordinate, platform};
use banqi::{BanqiRules, Deal, Pool, Position, Repetition, Setup};
use game::conformance::check_position;
use game::{Cause, Game, Outcome, Position as _, Side};
use reference::banqi as slow;
use slow::{GameResult, Reason};

use crate::laws::{self, choice_seeds, text};
use crate::{Target, seeds};

/// The targets of this file.
pub const TARGETS: &[Target] = &[
    Target { name: "banqi_position", run: position, seeds: positions, words: POSITION_WORDS },
    Target { name: "banqi_deal", run: deal, seeds: deals, words: POSITION_WORDS },
    Target { name: "banqi_plies", run: plies, seeds: ply_lists, words: PLY_WORDS },
    Target { name: "banqi_platform", run: platform, seeds: platform_lists, words: PLY_WORDS },
    Target { name: "banqi_record", run: record, seeds: records, words: RECORD_WORDS },
    Target { name: "banqi_rules", run: rules, seeds: rule_sets, words: RULES_WORDS },
    Target { name: "banqi_judge", run: judge, seeds: games, words: PLY_WORDS },
    Target { name: "banqi_repetition", run: boards::repetition, seeds: choice_seeds, words: &[] },
    Target { name: "banqi_legal", run: boards::legal, seeds: choice_seeds, words: &[] },
    Target {
        name: "banqi_make",
        run: laws::make_unmake::<Position>,
        seeds: choice_seeds,
        words: &[],
    },
    Target { name: "banqi_keys", run: laws::keys::<Position>, seeds: choice_seeds, words: &[] },
];

#[rustfmt::skip]
const POSITION_WORDS: &[&str] = &[
    "/", "8", "1", " r", " b", " -", " ?", " 0", " 60", "X", "K", "k", "A", "a", "E", "e", "R", "r",
    "H", "h", "C", "c", "P", "p", "G", "S", "M", "N", "K1", "p5", ".", "4294967296", "卒",
];
#[rustfmt::skip]
const PLY_WORDS: &[&str] = &[
    "\n", " ", "a1a2 ", "h4=K", "c2=p ", "a1a1", "a8(G)", "d1-d2", "b3(n) ", "12.", "=", "-", "(", ")",
    "a1b1 h4g4 b1a1 g4h4 ", "tcga", "ntu-2018", "thesis-2010", "olympiad-2022",
];
#[rustfmt::skip]
const RECORD_WORDS: &[&str] = &[
    "\n", "* ", " vs ", "X ", "- ", "1 ", "2 ", "5 ", "first 0", "first 1", "time 900", "1. ", "2. ",
    "b8(G)", "a8-a7", "NoMove", "TimeOut", "NoEatFlipDraw", "wins", "Draw", "1,0", "0.5,0.5", "Comment",
];
#[rustfmt::skip]
const RULES_WORDS: &[&str] = &[
    "tcga", "ntu-2018", "thesis-2010", "olympiad-2022", " ", "=", ":", "no_progress_plies",
    "repetition", "long_chase", "off", "position", "cycle", "0", "1", "2", "3", "4294967296",
];

/// A text is a position, which obeys every law, or refused.
fn position(bytes: &[u8]) {
    let text = text(bytes);
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse(), Ok(setup), "the setup of {text} changes");
    }
    if let Ok(position) = text.parse::<Position>() {
        check_position(&position);
        check_against_reference(&position);
    }
}

/// Pools and deals survive their text forms, or are refused.
fn deal(bytes: &[u8]) {
    let text = text(bytes);
    if let Ok(pool) = text.parse::<Pool>() {
        assert_eq!(pool.to_string().parse(), Ok(pool), "the pool {text} changes");
    }
    if let Ok(deal) = text.parse::<Deal>() {
        assert_eq!(deal.to_string().parse(), Ok(deal), "the deal {text} changes");
    }
}

/// Lists of plies survive both notations, or are refused.
fn plies(bytes: &[u8]) {
    let text = text(bytes);
    if let Ok(ply) = coordinate::read_ply(&text) {
        assert_eq!(coordinate::read_ply(&ply.to_string()), Ok(ply), "the ply {text} changes");
    }
    if let Ok(list) = coordinate::read_list(&text) {
        let written = coordinate::write_list(&list);
        assert_eq!(coordinate::read_list(&written), Ok(list), "the plies {text} change");
    }
}

/// The same for the platform's notation, which must say what ours says.
fn platform(bytes: &[u8]) {
    let text = text(bytes);
    let Ok(list) = platform::read_list(&text) else { return };
    let written = platform::write_list(&list);
    assert_eq!(platform::read_list(&written).as_ref(), Ok(&list), "the plies {text} change");
    let ours = coordinate::write_list(&list);
    assert_eq!(coordinate::read_list(&ours), Ok(list), "{text} and {ours} differ");
}

/// A record survives its text form and can be replayed to the end or a named
/// ply, or is refused.
fn record(bytes: &[u8]) {
    let text = text(bytes);
    let Ok(record) = text.parse::<ContestRecord>() else { return };
    let written = record.to_string();
    assert_eq!(written.parse().as_ref(), Ok(&record), "{text} is written as {written}");
    for name in BanqiRules::names() {
        let rules = BanqiRules::preset(name).expect("a name of the list");
        if let Ok(game) = record.replay(rules) {
            assert_eq!(game.plies().len(), record.plies.len());
        }
    }
}

/// A rule set survives its text form, or is refused.
fn rules(bytes: &[u8]) {
    let text = text(bytes);
    if let Ok(rules) = text.parse::<BanqiRules>() {
        assert_eq!(rules.to_string().parse(), Ok(rules), "the rules {text} change");
    }
}

/// Three lines, rules, position and plies: judged as the slow boards judge it.
fn judge(bytes: &[u8]) {
    let text = text(bytes);
    let mut lines = text.lines();
    let mut line = || lines.next().unwrap_or_default();
    let (rules, start, plies) = (line(), line(), line());
    let Ok(rules) = rules.parse::<BanqiRules>() else { return };
    let Ok(setup) = start.parse::<Setup>() else { return };
    let Ok(position) = Position::try_from(&setup) else { return };
    // The slow boards count without a thought for the last number there is.
    if setup.clock.max(setup.ply) > u32::MAX / 2 {
        return;
    }
    let text = with_counters(&position, &setup);
    let mut second = slow::Game::new(&text, slow_rules(rules)).expect("an accepted position");
    let mut game = Game::from_position(rules, position, setup.clock);
    check_verdict(&game, &second);
    for word in plies.split_whitespace().take(MOST_PLIES) {
        let Ok(played) = coordinate::read(word) else { return };
        if game.play(played.ply, played.reveal).is_err() {
            return;
        }
        second.play(&coordinate::write(&played), None).expect("a legal ply is legal for both");
        check_verdict(&game, &second);
    }
}

fn check_verdict(game: &Game<Position, BanqiRules>, second: &slow::Game) {
    let ours = game.verdict().map(|verdict| (verdict.outcome, verdict.cause));
    assert_eq!(ours, ending(second.result()), "the slow board disagrees in {}", game.position());
}

/// The slow boards look at each position anew: long games cost the square.
const MOST_PLIES: usize = 200;

/// The position's complete text with the counters of the setup.
fn with_counters(position: &Position, setup: &Setup) -> String {
    let text = position.to_string();
    let fields: Vec<_> = text.split(' ').take(3).collect();
    format!("{} {} {}", fields.join(" "), setup.clock, setup.ply)
}

fn slow_rules(rules: BanqiRules) -> slow::Rules {
    let repetition = match rules.repetition {
        Repetition::Off => slow::Repetition::Off,
        Repetition::Position(times) => slow::Repetition::Position(times as usize),
        Repetition::Cycle(times) => slow::Repetition::Cycle(times as usize),
    };
    slow::Rules {
        no_progress_plies: rules.no_progress_plies,
        repetition,
        long_chase: rules.long_chase,
    }
}

fn ending(result: GameResult) -> Option<(Outcome, Cause)> {
    let (outcome, reason) = match result {
        GameResult::Open => return None,
        GameResult::RedWins(reason) => (Outcome::Win(Side::Red), reason),
        GameResult::BlackWins(reason) => (Outcome::Win(Side::Black), reason),
        GameResult::Draw(reason) => (Outcome::Draw, reason),
    };
    let cause = match reason {
        Reason::Elimination => Cause::Elimination,
        Reason::NoMove => Cause::NoMove,
        Reason::LongChase => Cause::PerpetualChase,
        Reason::NoProgress => Cause::NoProgress,
        Reason::Repetition => Cause::Repetition,
    };
    Some((outcome, cause))
}

fn check_against_reference(position: &Position) {
    let board = slow::Board::from_text(&position.to_string()).expect("an accepted position");
    let mut slow = board.legal_plies();
    let mut fast: Vec<_> = position.legal_plies().iter().map(ToString::to_string).collect();
    slow.sort_unstable();
    fast.sort_unstable();
    assert_eq!(fast, slow, "the slow board disagrees in {position}");
    let (kinds, weighted) = position.count_plies();
    let count = board.perft(1);
    assert_eq!((kinds, weighted), (count.kinds, count.weighted), "perft 1 of {position}");
}

fn positions() -> Vec<Vec<u8>> {
    seeds(&[
        "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX - K1A2E2R2H2C2P5k1a2e2r2h2c2p5 0 1",
        "XXXXXXXX/XXXXXXXX/XXRXXXXX/XXXXXXXX b K1A2E2R1H2C2P5k1a2e2r2h2c2p5 0 2",
        "8/3k4/8/R7 b - 12 80",
        "C1X1c3/pKP4X/1X5k/r2cC2a r A1H2 3 40",
        "gsmn4/8/8/4GSMN r",
    ])
}

fn deals() -> Vec<Vec<u8>> {
    seeds(&[
        "KAAEERRHHCCPPPPPkaaeerrhhccppppp",
        "................K......k........",
        "K1A2E2R2H2C2P5k1a2e2r2h2c2p5",
        "R2p5",
        "-",
    ])
}

fn ply_lists() -> Vec<Vec<u8>> {
    seeds(&["a1=R b1=k 2. a1b1 h4=P", "a1a2", "c3c3", "1. d4=c"])
}

fn platform_lists() -> Vec<Vec<u8>> {
    seeds(&["b8(G) d8(c) 2. b8-c8", "a1(p)", "d1-d2 a8-b8"])
}

fn records() -> Vec<Vec<u8>> {
    let rows = "* X X X X\n".repeat(8);
    let head = "* 4:15pm Jan 13, 2022\n* Alice vs Bob\n* 1 2 2 2 2 2 5 1 2 2 2 2 2 5\n";
    let game = "* first 0\n* time 900\n* 1. b8(G) d8(c)\n* 2. b8-c8\n";
    seeds(&[
        &format!("{head}{rows}{game}"),
        &format!("{head}{rows}* first 1\n* time 900\n* 1. a1(k) a2(P)\n* TimeOut Bob wins 0,1\n"),
        "* today\n* A vs B\n* 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n* - - - -\n* K - - p\n* - - - -\n\
         * - - - -\n* - - - -\n* - c - -\n* - - - -\n* - - - -\n* first 0\n* time 1\n\
         * 1. a7-b7 d7-c7\n* NoEatFlipDraw Draw 0.5,0.5\n",
    ])
}

fn rule_sets() -> Vec<Vec<u8>> {
    seeds(&[
        "tcga",
        "ntu-2018 no_progress_plies=40",
        "thesis-2010 repetition=cycle:2 long_chase=3",
        "repetition=position:3",
        "olympiad-2022 repetition=off",
    ])
}

/// Rules, a position and plies: flips, chases and moves back and forth.
fn games() -> Vec<Vec<u8>> {
    let moves = "a1a2 h4h3 a2a1 h3h4 ".repeat(8);
    let chase = "a1b1 c2c3 b1b2 c3c4 b2b3 c4d4 b3c3 d4d3 c3c4 d3d2 c4d4 d2d1 ".repeat(2);
    seeds(&[
        &format!("tcga\n7k/8/8/K7 r - 0 1\n{moves}"),
        &format!("ntu-2018\n7k/8/8/K7 r - 20 1\n{moves}"),
        &format!("thesis-2010 long_chase=3\n8/8/2p5/R7 r - 0 1\n{chase}"),
        &format!("repetition=position:2 no_progress_plies=0\n7k/8/8/K7 r - 0 1\n{moves}"),
        "olympiad-2022\nXXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX - K1A2E2R2H2C2P5k1a2e2r2h2c2p5 0 1\n\
         a1=R b1=k a2=P a1b1 h4=c b2=p",
    ])
}
