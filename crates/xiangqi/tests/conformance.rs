//! The laws every game obeys, on random games of xiangqi.

use game::conformance::{check_position, check_random_games, random_position};
use xiangqi::{Position, Stage, XiangqiRules};

#[test]
fn random_games_obey_every_law() {
    let checked = check_random_games::<Position, _>(&XiangqiRules::default(), 1, 60, 300);
    assert!(checked > 5_000, "only {checked} positions");
}

#[test]
fn random_games_end_under_every_preset() {
    for (name, _) in xiangqi::rules::PRESETS {
        let rules = XiangqiRules::preset(name).unwrap();
        check_random_games::<Position, _>(&rules, 2, 8, 400);
    }
}

/// Stages against the definition: filter all plies.
#[test]
fn stages_are_what_their_names_say() {
    for seed in 0..400 {
        let position: Position = random_position(seed, 20 + (seed as usize % 120));
        check_position(&position);
        let all = position.plies(Stage::All);
        let captures = |ply: &xiangqi::Ply| position.piece_at(ply.to()).is_some();
        let checks = |ply: &xiangqi::Ply| {
            let mut after = position.clone();
            after.make_ply(*ply, &mut game::NullObserver);
            after.in_check()
        };
        let expect = |stage: Stage, law: &dyn Fn(&xiangqi::Ply) -> bool| {
            let mut expected: Vec<_> = all.iter().filter(|ply| law(ply)).copied().collect();
            let mut found = position.plies(stage).to_vec();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{stage:?} in {position}");
        };
        expect(Stage::Captures, &captures);
        expect(Stage::Quiets, &|ply| !captures(ply));
        expect(Stage::QuietChecks, &|ply| !captures(ply) && checks(ply));
        for ply in &all {
            assert_eq!(position.gives_check(*ply), checks(ply), "{ply} in {position}");
        }
    }
}

/// `is_legal` over every pair of points is the generated list.
#[test]
fn generated_is_legal() {
    for seed in 0..300 {
        let position: Position = random_position(1_000 + seed, seed as usize % 150);
        let mut found = position.plies(Stage::All).to_vec();
        let mut expected = Vec::new();
        for code in 0..1 << 14 {
            let Some(ply) = xiangqi::Ply::from_code(code) else { continue };
            let legal = position.is_legal_ply(ply);
            assert_eq!(legal, position.legality(ply).is_ok(), "{ply} in {position}");
            if legal {
                expected.push(ply);
            }
        }
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "in {position}");
    }
}
