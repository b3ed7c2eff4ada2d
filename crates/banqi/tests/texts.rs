//! Every text form on random positions and games: what is written is read back.

use banqi::notation::record::{ContestRecord, EndReason, RecordedEnd, Seat};
use banqi::notation::{coordinate, platform};
use banqi::{BanqiRules, Deal, Played, Position, Reveal, Setup};
use game::conformance::random_position;
use game::{Game, Position as _, Rng};

/// Every ply of a position with everything it may reveal.
fn all_played(position: &Position) -> Vec<Played> {
    let plies = position.legal_plies();
    let reveals = |ply| position.reveals(ply).into_iter().map(move |(reveal, _)| (ply, reveal));
    plies.into_iter().flat_map(reveals).map(|(ply, reveal)| Played { ply, reveal }).collect()
}

#[test]
fn ten_thousand_positions_and_all_their_plies() {
    for seed in 0..10_000 {
        let position: Position = random_position(seed, seed as usize % 200);
        let text = position.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&position), "{text}");
        let setup = Setup { clock: seed as u32 % 61, ply: 1 + seed as u32, ..position.setup() };
        assert_eq!(setup.to_string().parse().as_ref(), Ok(&setup));
        assert_eq!(Position::try_from(&setup).as_ref(), Ok(&position));
        for played in all_played(&position) {
            check_played(&position, &played);
        }
    }
}

fn check_played(position: &Position, played: &Played) {
    let ours = coordinate::write(played);
    assert_eq!(coordinate::read(&ours).as_ref(), Ok(played), "{ours}");
    let theirs = platform::write(played);
    assert_eq!(platform::read(&theirs).as_ref(), Ok(played), "{theirs}");
    assert_eq!(position.parse_ply(&played.ply.to_string()), Ok(played.ply));
}

/// A random game on a random deal, as a contest record.
fn random_record(seed: u64) -> ContestRecord {
    let rules = BanqiRules::default();
    let mut rng = Rng::new(seed);
    let start: Position =
        if seed.is_multiple_of(3) { random_position(seed, 60) } else { Position::start() };
    let deal = Deal::for_position(&start, seed);
    let mut game = Game::from_position(rules, start.clone(), 0);
    for _ in 0..rng.below(900) {
        let Some(&ply) = rng.choose(&game.position().legal_plies()) else { break };
        if game.play(ply, deal.reveal(ply)).is_err() {
            break;
        }
    }
    let mut record = ContestRecord::of_game(&game, ["Alice Lin".to_owned(), "bob".to_owned()]);
    record.end = record.end.or_else(|| random_end(&mut rng));
    if rng.below(2) == 0 {
        record.date = "4:15pm Jan 13, 2022".to_owned();
        record.seconds = Some(900);
    }
    record
}

fn random_end(rng: &mut Rng) -> Option<RecordedEnd> {
    let repetition = EndReason::PositionRepetitionDraw { times: 3, length: 4 };
    let ends = [
        None,
        Some((EndReason::NoMove, Some(Seat::First))),
        Some((EndReason::NoMove, Some(Seat::Second))),
        Some((EndReason::TimeOut, Some(Seat::Second))),
        Some((EndReason::NoEatFlipDraw, None)),
        Some((repetition, None)),
        Some((EndReason::Other("Resign".to_owned()), Some(Seat::First))),
    ];
    let end = rng.choose(&ends)?.clone();
    end.map(|(reason, winner)| RecordedEnd { reason, winner })
}

#[test]
fn contest_records_and_lists_of_random_games() {
    for seed in 0..500 {
        let record = random_record(seed);
        let text = record.to_string();
        assert_eq!(text.parse::<ContestRecord>().as_ref(), Ok(&record), "{text}");
        record.replay(BanqiRules::default()).unwrap();
        let list = coordinate::write_list(&record.plies);
        assert_eq!(coordinate::read_list(&list).as_ref(), Ok(&record.plies));
        let list = platform::write_list(&record.plies);
        assert_eq!(platform::read_list(&list).as_ref(), Ok(&record.plies));
    }
}

const RECORD: &str = "\
INITIAL
* 4:15pm Jan 13, 2022
* Alice vs Bob
* 1 2 2 2 2 2 5 1 2 2 2 2 2 5
* X X X X
* X X X X
* X X X X
* X X X X
* X X X X
* X X X X
* X X X X
* X X X X
* first 1
* time 900
* 1. b8(g) d8(C)
* 2. c8(P) d7(k)
* 3. b8-c8
* NoMove Alice wins 1.000000,0.000000
* Comment 0 0
0. 1642090560069
* anything an engine printed
";

#[test]
fn a_contest_record_is_read_with_its_noise() {
    let record: ContestRecord = RECORD.parse().unwrap();
    assert_eq!(record.players, ["Alice", "Bob"]);
    assert_eq!(coordinate::write_list(&record.plies), "a2=a a4=C a3=P b4=k a2a3");
    assert_eq!(record.outcome(), Some(game::Outcome::Win(game::Side::Black)));
    let game = record.replay(BanqiRules::default()).unwrap();
    assert_eq!(
        game.position().to_string(),
        "CkXXXXXX/aXXXXXXX/1XXXXXXX/XXXXXXXX r K1A2E2R2H2C1P4a1e2r2h2c2p5 0 1"
    );
    let windows_ends = RECORD.replace('\n', "\r\n");
    assert_eq!(windows_ends.parse(), Ok(record));
}

#[test]
fn ends_are_read_by_points_or_by_name() {
    let cases = [
        ("NoMove Alice wins 1,0", Some(Some(Seat::First))),
        ("NoMove Bob Wins 0.000000,1.000000", Some(Some(Seat::Second))),
        ("NoMove Bob wins", Some(Some(Seat::Second))),
        ("NoEatFlipDraw Alice Draw 0.5,0.5", Some(None)),
        ("PositionRepetitionDraw,3,4 Alice Draw", Some(None)),
        ("NoMove Carol wins", None),
        ("Whatever", None),
    ];
    for (end, winner) in cases {
        let text = RECORD.replace("NoMove Alice wins 1.000000,0.000000", end);
        let read = text.parse::<ContestRecord>().ok().map(|record| record.end.unwrap().winner);
        assert_eq!(read, winner, "{end}");
    }
}

#[test]
fn flips_with_an_outcome_that_cannot_be_are_refused() {
    let mut record: ContestRecord = RECORD.parse().unwrap();
    record.plies[1].reveal = record.plies[3].reveal;
    let error = record.replay(BanqiRules::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "ply 4 (b4=k): b4b4 cannot reveal black king: no such piece lies face down"
    );
    record.plies[1].reveal = Reveal::Nothing;
    let error = record.replay(BanqiRules::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "ply 2 (a4a4): a4a4 cannot reveal nothing: no such piece lies face down"
    );
}
