//! Games against itself.

use std::path::Path;

use search::Unattended;
use search::conformance::hosts::Counting;
use trainer::data::{DataFile, Record};
use trainer::selfplay::{Banqi, Plan, Progress, SelfplayError, Target, Variety, Xiangqi, play};

fn plan(folder: &Path, games: u64) -> Plan {
    let mut plan = Plan::new(folder.to_owned(), Target::Games(games));
    (plan.nodes, plan.hash, plan.balance) = (200, 1, 2_000);
    plan
}

fn played<V: Variety>(plan: &Plan) -> Progress {
    play::<V>(plan, &Unattended, &|_| {}).unwrap()
}

fn records<R: Record>(folder: &Path) -> Vec<R> {
    let mut file = DataFile::<R>::open(&folder.join("positions.chd")).unwrap();
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
