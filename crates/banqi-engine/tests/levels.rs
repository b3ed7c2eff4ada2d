//! Weaker play: never for nothing, with variety, and not to and fro.

mod support;

use std::collections::BTreeSet;

use banqi::notation::coordinate;
use banqi_engine::{BanqiGame, PROFILES, create};
use search::{Level, Request, Settings};
use support::choose;

fn settings(level: u8) -> Settings {
    Settings { hash: 1, level: Level::new(level).unwrap(), ..Settings::default() }
}

fn play(game: &BanqiGame, profile: &str, level: u8, seed: u64) -> String {
    let mut engine = create(profile, &settings(level)).unwrap();
    let request = Request { seed, ..Request::default() };
    choose(engine.as_mut(), game, &request).ply().unwrap().to_string()
}

fn after(start: &str, plies: &str) -> BanqiGame {
    let mut game = BanqiGame::from_position(Default::default(), start.parse().unwrap(), 0);
    for text in plies.split_whitespace() {
        let played = coordinate::read(text).unwrap();
        game.play_on(played.ply, played.reveal).unwrap();
    }
    game
}

#[test]
fn every_level_of_every_profile_takes_what_hangs() {
    for (profile, _) in PROFILES {
        for level in [1, 3, 5, 7] {
            let ply = play(&after("8/8/8/Kk5p r", ""), profile, level, 1);
            assert_eq!(ply, "a1b1", "{profile} {level}");
        }
    }
}

#[test]
fn a_beginner_tries_something_rather_than_going_to_and_fro() {
    let to_and_fro = "a1a2 g1g2 a2a1 g2g1 ".repeat(3);
    let game = after("7X/8/8/K5h1 r P1", &to_and_fro);
    let back = (0..20)
        .flat_map(|seed| [(seed, 1), (seed, 3)])
        .filter(|&(seed, level)| play(&game, "chuhe", level, seed) == "a1a2");
    assert!(back.count() <= 2, "of 40");
    // The other side stands elsewhere each time, so no position is there again.
    let alone = after("8/8/8/K5h1 r", "a1a2 g1g2 a2a1 g2g3 a1a2 g3f3 a2a1 f3f4");
    let fresh = after("5h2/8/8/K7 r", "");
    assert_eq!(alone.position(), fresh.position());
    let times = |game| (0..60).filter(|&seed| play(game, "chuhe", 1, seed) == "a1a2").count();
    let (tired, before) = (times(&alone), times(&fresh));
    assert!(before > 10 && tired < before / 4, "{tired} of 60, without the history {before}");
}

#[test]
fn a_weak_level_varies_with_its_seed_and_with_nothing_else() {
    let start = BanqiGame::new(Default::default());
    let first: BTreeSet<String> = (0..12).map(|seed| play(&start, "chuhe", 1, seed)).collect();
    assert!(first.len() > 3, "{first:?}");
    let later = after("XXXXXXXX/XXXXXXXX/XXrXXXXX/PXXXXXXX b K1A2E2R2H2C2P4k1a2e2r1h2c2p5", "");
    let plies: Vec<String> = (0..12).map(|seed| play(&later, "chuhe", 1, seed)).collect();
    assert!(plies.iter().collect::<BTreeSet<_>>().len() > 1, "{plies:?}");
    let again: Vec<String> = (0..12).map(|seed| play(&later, "chuhe", 1, seed)).collect();
    assert_eq!(plies, again);
}

#[test]
fn a_level_shows_the_lines_asked_for_and_tells_last_what_it_plays() {
    let game = after("XXXXXXXX/XXXXXXXX/XXrXXXXX/PXXXXXXX b K1A2E2R2H2C2P4k1a2e2r1h2c2p5", "");
    let mut strayed = 0;
    for seed in 0..20 {
        let mut engine = create("chuhe", &settings(1)).unwrap();
        let request = Request { seed, lines: 3, ..Request::default() };
        let mut told = None;
        let answer = engine.search(&game, &request, &search::Unattended, &mut |report| {
            let Some(line) = report.line else { return };
            assert!(line.number <= 3);
            if line.number == 1 {
                told = Some(line.line.clone());
            }
        });
        assert_eq!(answer.lines.len(), 3);
        assert_eq!(told.as_ref(), answer.lines.first());
        strayed += u32::from(answer.lines.iter().any(|line| line.score > answer.score()));
        assert!(answer.nodes <= 2_020, "{}", answer.nodes);
    }
    assert!(strayed > 0, "it never plays anything but the best");
}
