//! 2,166 contest games: every ply is legal, and their ends are ours.
//!
//! The games are other people's and lie outside the repository; without them
//! the test says so and passes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use banqi::notation::platform;
use banqi::notation::record::EndReason;
use banqi::{BanqiRules, Played, Position};
use game::{Game, Outcome, Side, Verdict};

struct ContestGame {
    id: String,
    result: String,
    reason: String,
    first: Side,
    plies: Vec<Played>,
    red_left: u32,
    black_left: u32,
}

fn games() -> Option<Vec<ContestGame>> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/banqi/games.tsv.zst");
    let bytes = std::fs::read(path).ok()?;
    let text = String::from_utf8(zstd::decode_all(bytes.as_slice()).unwrap()).unwrap();
    Some(text.lines().skip(1).map(read_game).collect())
}

fn read_game(line: &str) -> ContestGame {
    let fields: Vec<&str> = line.split('\t').collect();
    let plies = platform::read_list(fields[11]).unwrap_or_else(|e| panic!("{}: {e}", fields[0]));
    assert_eq!(plies.len().to_string(), fields[8], "{}", fields[0]);
    ContestGame {
        id: fields[0].to_owned(),
        result: fields[1].to_owned(),
        reason: fields[2].to_owned(),
        first: if fields[3] == "red" { Side::Red } else { Side::Black },
        plies,
        red_left: fields[9].parse().unwrap(),
        black_left: fields[10].parse().unwrap(),
    }
}

/// Where our rules would have ended a game, and how.
struct OurEnd {
    ply: usize,
    verdict: Verdict,
    reason: Option<EndReason>,
}

/// Replays a game past its verdicts; a ply that cannot be played panics.
fn our_end(contest: &ContestGame) -> Option<OurEnd> {
    let mut game: Game<Position, BanqiRules> = Game::new(BanqiRules::default());
    let mut end = None;
    for (index, played) in contest.plies.iter().enumerate() {
        let ply = index + 1;
        game.play_on(played.ply, played.reveal)
            .unwrap_or_else(|error| panic!("{}, ply {ply}: {error}", contest.id));
        let reason = || EndReason::of_game(&game);
        let verdict = game.verdict().cloned();
        end = end.or_else(|| verdict.map(|verdict| OurEnd { ply, verdict, reason: reason() }));
    }
    let left = Side::BOTH.map(|side| game.position().alive_of_side(side));
    assert_eq!(left, [contest.red_left, contest.black_left], "{}", contest.id);
    end
}

/// The word for the comparison of both ends: `agrees` if result, reason and
/// ply are the same.
fn compare(contest: &ContestGame, ours: Option<&OurEnd>) -> String {
    let reason = EndReason::read(&contest.reason);
    match (ours, &reason) {
        (None, EndReason::TimeOut) => "ended by the clock, goes on by the rules".to_owned(),
        (None, EndReason::Other(text)) if text.is_empty() => "no recorded end".to_owned(),
        (None, _) => format!("{reason}, but goes on by our rules"),
        (Some(ours), _) if ours.ply < contest.plies.len() => {
            format!("{reason}, but ours ends earlier by {}", ours.verdict.cause)
        }
        (Some(ours), _) if ours.reason.as_ref() != Some(&reason) => {
            format!("{reason}, but ours is {}", ours.verdict.reason)
        }
        (Some(ours), _) if result(contest, ours.verdict.outcome) != contest.result => {
            format!("{}, but ours is {}", contest.result, ours.verdict.outcome)
        }
        (Some(ours), _) => format!("agrees: {}", ours.verdict.cause),
    }
}

fn result(contest: &ContestGame, outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Draw => "1/2-1/2",
        Outcome::Win(side) if side == contest.first => "1-0",
        Outcome::Win(_) => "0-1",
    }
}

#[test]
fn contest_games_are_legal_and_end_as_recorded() {
    let Some(games) = games() else {
        println!("skipped: no ../shared/data");
        return;
    };
    assert_eq!(games.len(), 2_166);
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for contest in &games {
        let group = compare(contest, our_end(contest).as_ref());
        groups.entry(group).or_default().push(&contest.id);
    }
    for (group, ids) in groups.iter().filter(|(group, _)| !group.starts_with("agrees")) {
        println!("{}: {}", group, ids.join(" "));
    }
    let sizes: Vec<(&str, usize)> =
        groups.iter().map(|(group, ids)| (group.as_str(), ids.len())).collect();
    let known = [
        ("agrees: elimination", 1_700),
        ("agrees: no-move", 18),
        ("agrees: no-progress", 179),
        ("agrees: repetition", 243),
        ("ended by the clock, goes on by the rules", 11),
        ("no recorded end", 15),
    ];
    assert_eq!(sizes, known);
}
