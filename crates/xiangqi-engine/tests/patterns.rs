//! Patterns in the engine: beside every evaluation, and as guides of the search.

use game::Side;
use game::conformance::random_position;
use search::{Request, Settings, Unattended};
use xiangqi::{Position, XiangqiRules};
use xiangqi_engine::eval::{AttackInfo, FeatureCounts};
use xiangqi_engine::{BoxedEngine, XiangqiGame, create};

/// Rook and cannon against rook: the ending of 海底撈月.
const ENDING: &str = "4k4/4a4/9/9/r8/9/9/2C6/4A4/4K1R2 w";
const MIDDLE: &str = "r1bakab1r/9/1cn4c1/p1p1p3p/6n2/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w";

/// Wants the cannon on the last rank, moves it there first, and looks deeper.
const GUIDING: &str = "
(pattern to-the-last-rank
  (name (en \"To the last rank\") (hant \"到底\") (hans \"到底\"))
  (when (at us.cannon board))
  (goal us.cannon them.back-rank)
  (order 20000 us.cannon board them.back-rank)
  (candidate us.rook board board)
  (extend 1))";

fn engine(profile: &str, patterns: &str, params: &str) -> BoxedEngine {
    let settings =
        Settings { patterns: patterns.into(), params: params.into(), ..Settings::default() };
    create(profile, &settings).unwrap()
}

fn game(fen: &str) -> XiangqiGame {
    let position: Position = fen.parse().unwrap();
    XiangqiGame::from_position(XiangqiRules::default(), position, 0)
}

fn nodes(engine: &mut BoxedEngine, fen: &str, depth: i32) -> u64 {
    engine.search(&game(fen), &Request::to_depth(depth), &Unattended, &mut |_| {}).nodes
}

#[test]
fn weights_count_beside_a_network_as_without_one() {
    let weight = "patterns.central-cannon.early=200";
    for profile in ["chuhe", "chuhe-hce"] {
        let value = |patterns: &str, params: &str| {
            engine(profile, patterns, params).explain(&game(MIDDLE)).unwrap().decided.value
        };
        let (plain, weighed) = (value("on", ""), value("on", weight));
        assert!(weighed - plain > 100, "{profile}: {plain} and {weighed}");
        assert_eq!(value("off", weight), plain, "{profile}");
        let searched = |params: &str| nodes(&mut engine(profile, "on", params), MIDDLE, 7);
        assert_ne!(searched(""), searched(weight), "{profile}: the search knows the weight");
    }
}

#[test]
fn looking_without_weights_changes_no_tree() {
    for profile in ["chuhe", "chuhe-hce"] {
        let known = nodes(&mut engine(profile, "off", ""), MIDDLE, 8);
        assert_eq!(nodes(&mut engine(profile, "measure", ""), MIDDLE, 8), known, "{profile}");
    }
}

#[test]
fn a_plan_is_heard_where_it_is_asked_for() {
    for profile in ["chuhe", "chuhe-hce"] {
        let with = |patterns: &str| {
            let mut engine = engine(profile, patterns, "");
            engine.set_patterns(Some(GUIDING)).unwrap();
            engine
        };
        let (mut quiet, mut guided) = (with("on"), with("guide"));
        let known = nodes(&mut engine(profile, "on", ""), ENDING, 6);
        assert_eq!(nodes(&mut quiet, ENDING, 6), known, "{profile}: nobody asked");
        assert_ne!(nodes(&mut guided, ENDING, 6), known, "{profile}");
        let on_its_point = "C3k4/4a4/9/9/r8/9/9/9/4A4/4K1R2 b";
        for (fen, reached) in [(ENDING, 0), (on_its_point, -20)] {
            let told = guided.explain(&game(fen)).unwrap();
            let patterns = told.rows.iter().find(|row| row.key == "patterns").unwrap();
            let goals = patterns.children.iter().find(|row| row.key == "goals").unwrap();
            assert_eq!(goals.value, reached, "{profile} {fen}");
            let plain = quiet.explain(&game(fen)).unwrap();
            assert_eq!(told.decided.value - plain.decided.value, reached, "{profile} {fen}");
            assert!(told.adds_up());
        }
    }
}

/// Every kind of action by itself changes the tree, and only with `guide`.
#[test]
fn every_action_is_heard_by_itself() {
    let actions = [
        "(order 20000 us.cannon board them.back-rank)",
        "(candidate us.rook board board)",
        "(extend 1)",
        "(goal us.cannon them.back-rank)",
    ];
    for action in actions {
        let text = format!("(pattern p (when (at us.cannon board)) {action})");
        let with = |patterns: &str| {
            let mut engine = engine("chuhe-hce", patterns, "");
            engine.set_patterns(Some(&text)).unwrap();
            nodes(&mut engine, ENDING, 9)
        };
        let known = nodes(&mut engine("chuhe-hce", "guide", ""), ENDING, 9);
        assert_eq!(with("on"), nodes(&mut engine("chuhe-hce", "off", ""), ENDING, 9), "{action}");
        assert_ne!(with("guide"), known, "{action}");
    }
}

/// The seven features of the evaluation document are patterns, too, and count as often as
/// the hand-written terms say.
#[test]
fn the_seven_features_are_the_patterns_of_their_names() {
    const NAMES: [&str; 7] = [
        "hollow-cannon",
        "cannon-on-palace-horse",
        "pin",
        "iron-bolt",
        "linked-horses",
        "joined-pawns",
        "linked-cannons",
    ];
    let (set, matcher) = (patterns::shipped::shipped(), patterns::shipped::matcher());
    let mut state = matcher.start();
    let mut seen = [0; 7];
    for seed in 0..12_000 {
        let position: Position = random_position(seed, 20 + seed as usize % 180);
        let found = matcher.matches(set, &mut state, &position);
        let info = AttackInfo::new(&position);
        for side in Side::BOTH {
            let counts = FeatureCounts::of(&position, &info, side);
            let written = [
                counts.hollow_cannon,
                counts.palace_horse,
                counts.pin,
                counts.iron_bolt,
                counts.linked_horses,
                counts.joined_pawns,
                counts.linked_cannons,
            ];
            for (number, name) in NAMES.into_iter().enumerate() {
                let is_it = |one: &&patterns::Match| {
                    one.side == side && set.patterns[one.pattern].key == name
                };
                let count: u32 = found.iter().filter(is_it).map(|one| one.count).sum();
                assert_eq!(written[number], count as i32, "{name} of {side}: {position}");
                seen[number] += count;
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
}
