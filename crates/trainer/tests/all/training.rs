//! Whole runs by plan: going on, refusing, what is left on the disk.

use super::*;
use network::{Width, XiangqiNetwork};
use std::ops::ControlFlow;
use std::path::Path;
use trainer::data::{DataError, Filter, Writer};
use trainer::train::TrainError;
use trainer::training::{Amount, Data, TrainingPlan, TrainingReport, train};
use trainer::variety::{Banqi, Xiangqi};

fn write(path: &Path, count: u64, seed: u64) {
    let mut writer = Writer::append(path, 1).unwrap();
    xiangqi_records(count, seed).iter().for_each(|record| writer.push(record).unwrap());
    writer.finish().unwrap();
}

fn plan(folder: &Path) -> TrainingPlan {
    let data = vec![Data { path: folder.join("data"), weight: 1.0 }];
    TrainingPlan {
        width: Width::W64,
        batch: 1024,
        amount: Amount::Batches(12),
        filter: Filter::default(),
        hold_out: 0.1,
        ..TrainingPlan::new(data, folder.join("out.chn"))
    }
}

/// A folder with data, and the plan to train from it.
fn place() -> (tempfile::TempDir, TrainingPlan) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("data")).unwrap();
    write(&folder.path().join("data/a.chd"), 5000, 1);
    let plan = plan(folder.path());
    (folder, plan)
}

fn run(plan: &TrainingPlan, reports: usize) -> Result<TrainingReport, TrainError> {
    let mut left = reports;
    train::<Xiangqi>(plan, &mut |_| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}

#[test]
fn what_is_interrupted_goes_on_whatever_came_to_the_data() {
    let (_folder, whole) = place();
    let report = run(&whole, usize::MAX).unwrap();
    assert!(report.finished && report.batches == [12, 12] && report.positions == 12 * 1024);
    let (folder, plan) = place();
    let stopped = run(&plan, 2).unwrap();
    assert!(!stopped.finished && plan.checkpoint.exists() && !plan.out.exists());
    write(&folder.path().join("data/a.chd"), 5000, 2);
    write(&folder.path().join("data/b.chd"), 100, 3);
    let ended = run(&plan, usize::MAX).unwrap();
    assert!(ended.finished && ended.this_call.0 < ended.positions);
    assert_eq!((ended.held_out, ended.curve), (report.held_out, report.curve));
    assert_eq!(std::fs::read(&plan.out).unwrap(), std::fs::read(&whole.out).unwrap());
    assert!(plan.curve().exists() && !plan.checkpoint.exists());
}

#[test]
fn the_report_sets_losses_side_by_side() {
    let (_folder, plan) = place();
    let report = run(&plan, usize::MAX).unwrap();
    let held_out = report.held_out.unwrap();
    assert!(held_out.positions > 300, "{held_out:?}");
    // Random labels: nothing can be as good as the labels themselves.
    assert!(held_out.labels < held_out.network && held_out.labels < held_out.hand_written);
    assert!((held_out.quantised.unwrap() - held_out.network).abs() < 1e-3, "{held_out:?}");
    assert_eq!(report.quantisation.unwrap().positions, held_out.positions);
    let bytes = std::fs::read(&plan.out).unwrap();
    assert_eq!(report.bytes, Some(bytes.len()));
    let comment = XiangqiNetwork::from_bytes(&bytes).unwrap().comment().to_owned();
    assert!(comment.contains("12288 positions, 12 batches of 1024, from 5000 labels"), "{comment}");
    let without = TrainingPlan { hold_out: 0.0, ..plan };
    assert_eq!(run(&without, usize::MAX).unwrap().held_out, None);
}

#[test]
fn rounds_are_counted_by_weight_and_filter() {
    let (_folder, mut plan) = place();
    (plan.amount, plan.hold_out) = (Amount::Epochs(2.0), 0.0);
    assert_eq!(run(&plan, 1).unwrap().batches[1], 10);
    std::fs::remove_file(&plan.checkpoint).unwrap();
    plan.data[0].weight = 0.5;
    assert_eq!(run(&plan, 1).unwrap().batches[1], 5);
    std::fs::remove_file(&plan.checkpoint).unwrap();
    // About a third passes; that is estimated from what is held out.
    (plan.data[0].weight, plan.hold_out) = (1.0, 0.2);
    plan.filter = Filter { from_ply: 170, ..Filter::default() };
    assert!((2..=4).contains(&run(&plan, 1).unwrap().batches[1]));
}

#[test]
fn a_checkpoint_of_another_run_is_refused_and_stays() {
    let (folder, plan) = place();
    run(&plan, 1).unwrap();
    let checkpoint = std::fs::read(&plan.checkpoint).unwrap();
    let message = |plan: &TrainingPlan| run(plan, 1).unwrap_err().to_string();
    let check = |plan: TrainingPlan, what: &str| {
        let message = message(&plan);
        assert!(message.contains(what) && message.contains("out.chn.checkpoint"), "{message}");
    };
    check(TrainingPlan { width: Width::W128, ..plan.clone() }, "width 64 there, 128 here");
    check(TrainingPlan { seed: 7, ..plan.clone() }, "seed 1 there, 7 here");
    check(TrainingPlan { batch: 2048, ..plan.clone() }, "batch 1024 there, 2048 here");
    let other = vec![Data { path: folder.path().join("data"), weight: 0.5 }];
    check(TrainingPlan { data: other, ..plan.clone() }, "weight 1, not 0.5");
    let data = folder.path().join("data/a.chd");
    let bytes = std::fs::read(&data).unwrap();
    std::fs::write(&data, &bytes[..bytes.len() / 2]).unwrap();
    check(plan.clone(), "bytes of");
    assert_eq!(std::fs::read(&plan.checkpoint).unwrap(), checkpoint);
    let banqi = train::<Banqi>(&plan, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(banqi, TrainError::Game { .. }), "{banqi}");
}

#[test]
fn divergence_names_its_batch_and_leaves_the_checkpoint() {
    let (_folder, plan) = place();
    run(&plan, 1).unwrap();
    let mut bytes = std::fs::read(&plan.checkpoint).unwrap();
    // The biases of the outputs stand before their moments and the checksum.
    let end = bytes.len() - 4 - 2 * 32;
    for bias in bytes[end - 32..end].chunks_mut(4) {
        bias.copy_from_slice(&f32::NAN.to_le_bytes());
    }
    let at = bytes.len() - 4;
    let checksum = network::checksum::crc32(&bytes[..at]);
    bytes[at..].copy_from_slice(&checksum.to_le_bytes());
    std::fs::write(&plan.checkpoint, &bytes).unwrap();
    let error = run(&plan, usize::MAX).unwrap_err();
    let trained = run(&plan, usize::MAX).unwrap_err();
    assert!(matches!(error, TrainError::Diverged { batch: 2.., .. }), "{error}");
    assert_eq!(error.to_string(), trained.to_string());
    assert_eq!(std::fs::read(&plan.checkpoint).unwrap(), bytes);
    assert!(!plan.out.exists());
}

#[test]
fn what_cannot_be_written_is_said_before_training() {
    let (folder, plan) = place();
    let nowhere = TrainingPlan { out: folder.path().join("missing/out.chn"), ..plan.clone() };
    let error = run(&nowhere, 1).unwrap_err();
    assert!(error.to_string().contains("missing/out.chn: its folder is missing"), "{error}");
    // A network that cannot take its place does not cost the run.
    std::fs::create_dir(&plan.out).unwrap();
    assert!(matches!(run(&plan, usize::MAX), Err(TrainError::File { .. })));
    assert!(plan.checkpoint.exists());
    std::fs::remove_dir(&plan.out).unwrap();
    let ended = run(&plan, usize::MAX).unwrap();
    assert!(ended.finished && ended.this_call.0 == 0 && plan.out.is_file());
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 3, "the data, the network and its curve");
}

#[test]
fn data_that_is_not_there_is_named() {
    let (folder, plan) = place();
    let from = |path: &str| TrainingPlan {
        data: vec![Data { path: folder.path().join(path), weight: 1.0 }],
        ..plan.clone()
    };
    std::fs::write(folder.path().join("empty.chd"), "").unwrap();
    std::fs::create_dir(folder.path().join("none")).unwrap();
    for (path, what) in [
        ("missing.chd", "missing.chd: "),
        ("empty.chd", "no positions: no whole block in"),
        ("none", "has no file *.chd"),
    ] {
        let error = run(&from(path), 1).unwrap_err();
        assert!(matches!(error, TrainError::Data(_)), "{error}");
        assert!(error.to_string().contains(what), "{error}");
    }
    let other = train::<Banqi>(&plan, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(other, TrainError::Data(DataError::Game { .. })), "{other}");
}
