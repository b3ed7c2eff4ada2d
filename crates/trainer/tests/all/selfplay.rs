//! Games against itself.

use std::collections::HashSet;
use std::path::Path;

use super::evolve::random_network;
use game::GameKind;
use search::Unattended;
use search::conformance::hosts::Counting;
use trainer::data::{BanqiRecord, DataFile, GameResult, Label, Record, XiangqiRecord};
use trainer::selfplay::{
    Banqi, Inner, Plan, Progress, SelfplayError, Target, Variety, Xiangqi, play,
};

fn plan(folder: &Path, games: u64) -> Plan {
    let mut plan = Plan::new(folder.to_owned(), Target::Games(games));
    (plan.nodes, plan.hash, plan.balance) = (200, 1, Some(2_000));
    plan
}

fn played<V: Variety>(plan: &Plan) -> Progress {
    play::<V>(plan, &Unattended, &|_| {}).unwrap()
}

fn records<R: Record>(folder: &Path) -> Vec<R> {
    records_of(&folder.join("positions.chd"))
}

fn records_of<R: Record>(path: &Path) -> Vec<R> {
    let mut file = DataFile::<R>::open(path).unwrap();
    assert!(file.damage().is_empty());
    let mut all = Vec::new();
    for block in file.blocks().to_vec() {
        file.read(block, &mut all).unwrap();
    }
    all
}

fn check<V: Variety>() {
    let folders = [0, 1].map(|_| tempfile::tempdir().unwrap());
    let whole = played::<V>(&plan(folders[0].path(), 2));
    let all = records::<V::Record>(folders[0].path());
    assert_eq!((all.len() as u64, whole.games), (whole.positions, 2));
    assert!(all.len() > 20);
    for record in &all {
        record.position().expect("a legal position");
    }
    assert!(all.iter().any(|record| record.label().score != 0));
    // The same seed plays the same games.
    played::<V>(&plan(folders[1].path(), 2));
    assert_eq!(records::<V::Record>(folders[1].path()), all);
    // Going on adds other games.
    let more = played::<V>(&plan(folders[1].path(), 1));
    let both = records::<V::Record>(folders[1].path());
    assert_eq!(both.len() as u64, more.positions);
    assert!(both.len() > all.len() && both[..all.len()] == all);
    assert_ne!(both[all.len()], all[0]);
}

#[test]
fn games_are_labelled_repeatable_and_can_be_gone_on_with() {
    check::<Xiangqi>();
    check::<Banqi>();
}

fn check_inner<V: Variety>() {
    let folders = [0, 1, 2].map(|_| tempfile::tempdir().unwrap());
    let mut plans = folders.each_ref().map(|folder| plan(folder.path(), 2));
    played::<V>(&plans[0]);
    plans[1].inner = Some(Inner { every: 1, least_depth: 2 });
    plans[2].inner = Some(Inner { every: 4, least_depth: 2 });
    let [all, some] = [1, 2].map(|number| {
        let told = played::<V>(&plans[number]).inner;
        let found = records_of::<V::Record>(&folders[number].path().join("inner.chd"));
        assert_eq!(found.len() as u64, told);
        found
    });
    assert!(all.len() > 200 && some.len() * 3 < all.len() && some.len() * 6 > all.len());
    for record in &all {
        record.position().expect("a legal position");
        // Small endings are known exactly; of all others the result is not.
        let Label { result, exact, .. } = record.label();
        assert_eq!(result == GameResult::Unknown, !exact);
    }
    // Scores differ: they are not all evaluations of one position.
    let scores: HashSet<i16> = all.iter().map(|record| record.label().score).collect();
    assert!(scores.len() > 50, "{}", scores.len());
    // The same seed keeps the same sample.
    let again = tempfile::tempdir().unwrap();
    plans[2].folder = again.path().to_owned();
    played::<V>(&plans[2]);
    assert_eq!(records_of::<V::Record>(&again.path().join("inner.chd")), some);
}

#[test]
fn positions_inside_the_searches_are_kept_on_request() {
    check_inner::<Xiangqi>();
    check_inner::<Banqi>();
}

#[test]
fn a_stop_ends_it_and_errors_name_their_cause() {
    let folder = tempfile::tempdir().unwrap();
    let host = Counting::new(std::time::Duration::ZERO, 5);
    let stopped = play::<Banqi>(&plan(folder.path(), 1_000), &host, &|_| {}).unwrap();
    assert_eq!(stopped.games, 0);
    let mut wrong = plan(folder.path(), 1);
    wrong.profile = "deep-blue".to_owned();
    let error = play::<Banqi>(&wrong, &Unattended, &|_| {}).unwrap_err();
    assert!(error.to_string().contains("no profile is named 'deep-blue'"), "{error}");
    std::fs::write(folder.path().join("next-game"), "soon").unwrap();
    let error = play::<Banqi>(&plan(folder.path(), 1), &Unattended, &|_| {}).unwrap_err();
    assert!(matches!(error, SelfplayError::Counter { .. }), "{error}");
    std::fs::write(folder.path().join("next-game"), "3").unwrap();
    played::<Banqi>(&plan(folder.path(), 1));
    let other = play::<Xiangqi>(&plan(folder.path(), 1), &Unattended, &|_| {});
    assert!(matches!(other, Err(SelfplayError::Data(_))), "a folder of the other game");
}

/// Plays three games, stopped again and again after some looks at the host.
fn stopped_and_gone_on_with<V: Variety>() {
    let folders = [0, 1].map(|_| tempfile::tempdir().unwrap());
    let mut plan = plan(folders[0].path(), 3);
    let whole = played::<V>(&plan).positions;
    plan.target = Target::Positions(whole);
    plan.folder = folders[1].path().to_owned();
    let mut calls = 0;
    loop {
        calls += 1;
        // Longer each time, or a long game would never be played.
        let host = Counting::new(std::time::Duration::ZERO, 300 * calls);
        if play::<V>(&plan, &host, &|_| {}).unwrap().positions >= whole {
            break;
        }
    }
    assert!(calls > 3, "only {calls} calls");
    let [all, again] = folders.each_ref().map(|folder| records::<V::Record>(folder.path()));
    assert!(all == again, "other games");
}

#[test]
fn one_thread_that_is_stopped_plays_the_same_games() {
    stopped_and_gone_on_with::<Xiangqi>();
    stopped_and_gone_on_with::<Banqi>();
}

#[test]
fn games_are_played_with_a_network() {
    let folders = [0, 1, 2].map(|_| tempfile::tempdir().unwrap());
    for game in GameKind::ALL {
        let network = random_network(game, folders[0].path());
        let [plain, learned] = [None, Some(network)].map(|network| {
            let folder = tempfile::tempdir().unwrap();
            let plan = Plan { network, ..plan(folder.path(), 1) };
            let file = folder.path().join("positions.chd");
            match game {
                GameKind::Xiangqi => {
                    played::<Xiangqi>(&plan);
                    let file = DataFile::<XiangqiRecord>::open(&file).unwrap();
                    (file.records(), file.blocks()[0].fingerprint)
                }
                GameKind::Banqi => {
                    played::<Banqi>(&plan);
                    let file = DataFile::<BanqiRecord>::open(&file).unwrap();
                    (file.records(), file.blocks()[0].fingerprint)
                }
            }
        });
        assert_ne!(plain.1, learned.1, "the blocks say who labelled them");
        assert_ne!(plain, learned);
    }
    let wrong = random_network(GameKind::Xiangqi, folders[1].path());
    let plan = Plan { network: Some(wrong), ..plan(folders[2].path(), 1) };
    let error = play::<Banqi>(&plan, &Unattended, &|_| {}).unwrap_err().to_string();
    assert!(error.contains("xiangqi.chn") && error.contains("xiangqi"), "{error}");
    let missing = Plan { network: Some("no-such.chn".into()), ..plan };
    let error = play::<Banqi>(&missing, &Unattended, &|_| {}).unwrap_err().to_string();
    assert!(error.contains("no-such.chn"), "{error}");
    assert!(!folders[2].path().join("positions.chd").exists(), "nothing was begun");
}
