//! Small runs that learn what is known, and what becomes of them in whole numbers.

use super::*;
use network::{BanqiInputs, Inputs as _, Role, Shape, Width, XiangqiInputs};
use std::ops::ControlFlow;
use trainer::data::{Dataset, Filter, Record};
use trainer::train::{Curve, CurvePoint, Options, Trainer, baseline_loss};

/// What pieces are worth: king to pawn.
const XIANGQI: [i32; 7] = [0, 40, 40, 90, 200, 95, 30];
const BANQI: [i32; 7] = [300, 160, 100, 60, 40, 60, 30];

fn xiangqi_material(record: &XiangqiRecord) -> i16 {
    let position = record.position().unwrap();
    let count = |side, kind| position.count(side, kind) as i32;
    let worth = |side| {
        xiangqi::Kind::ALL
            .iter()
            .map(|&kind| count(side, kind) * XIANGQI[kind.index()])
            .sum::<i32>()
    };
    (worth(position.turn()) - worth(!position.turn())) as i16
}

fn banqi_material(record: &BanqiRecord) -> i16 {
    let position = record.position().unwrap();
    let Some(turn) = position.turn() else { return 0 };
    let worth = |side| {
        let alive = |kind: banqi::Kind| position.alive(banqi::Piece::new(side, kind)) as i32;
        banqi::Kind::ALL.iter().map(|&kind| alive(kind) * BANQI[kind.index()]).sum::<i32>()
    };
    (2 * (worth(turn) - worth(!turn))) as i16
}

/// Trains on scores alone.
fn learn<R: Record>(records: Vec<R>, inputs: R::Inputs, worth: fn(&R) -> i16) -> Trainer<R> {
    let labelled =
        |record: &R| record.relabelled(Label { score: worth(record), ..Label::default() });
    let mut data = Dataset::memory(records.iter().map(labelled).collect());
    let (held_out, _) = data.hold_out(0.1, 2000, 1);
    let mut data = data.shuffled(1 << 16, Filter::default(), 1);
    let options = Options {
        positions: 400_000,
        batch: 1024,
        rate: 4e-3,
        result_share: 0.0,
        report_every: 100,
        ..Options::new(Shape { width: Width::W64, inputs })
    };
    let equal = baseline_loss(&held_out, &options, |_| 0.0);
    let exact = baseline_loss(&held_out, &options, |record| f32::from(worth(record)));
    assert!(exact < 1e-9, "{exact}");
    let mut trainer = Trainer::new(options).unwrap();
    trainer.hold_out(held_out.clone(), Some(equal));
    let mut reports = 0;
    trainer
        .run(&mut data, &mut |trainer, progress| {
            reports += 1;
            assert_eq!(progress.positions, trainer.positions());
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!((reports, trainer.is_finished()), (4, true));
    let learned = trainer.loss(&held_out);
    assert!(learned < equal / 20.0, "{learned} of {equal}");
    assert_eq!(trainer.curve().points.last().unwrap().held_out, Some(learned));
    trainer
}

/// A correction learns the difference between what is said by hand and what is known.
fn correct<R: Record>(records: Vec<R>, inputs: R::Inputs, worth: fn(&R) -> f32) -> f64 {
    let labelled = |record: &R| {
        let score = R::score(record.base() + worth(record), R::Inputs::SCALE as f32);
        record.relabelled(Label { score: score.round() as i16, ..Label::default() })
    };
    let records: Vec<R> = records.iter().map(labelled).collect();
    let options = Options {
        positions: 200_000,
        batch: 1024,
        rate: 4e-3,
        result_share: 0.0,
        role: Role::Correction,
        ..Options::new(Shape { width: Width::W64, inputs })
    };
    let by_hand = |record: &R| R::score(record.base(), R::Inputs::SCALE as f32);
    let before = baseline_loss(&records, &options, by_hand);
    let mut trainer = Trainer::new(options).unwrap();
    let mut data = Dataset::memory(records.clone()).shuffled(1 << 16, Filter::default(), 1);
    trainer.run(&mut data, &mut |_, _| ControlFlow::Continue(())).unwrap();
    let network = trainer.export().unwrap();
    assert_eq!((network.role(), network.scale()), (Role::Correction, R::LOGIT));
    let error = trainer.quantisation_error(&network, &records[..1000]);
    assert!(error.mean < f64::from(R::LOGIT) / 30.0, "{error:?}");
    // The exported network, added to the hand-written evaluation, says the same.
    let whole = |record: &R| {
        let value = network.evaluate(&record.position().unwrap(), record.clock());
        let logit = record.base() + value as f32 / R::LOGIT as f32;
        R::score(logit, R::Inputs::SCALE as f32)
    };
    let after = baseline_loss(&records, trainer.options(), whole);
    assert!(after < before / 4.0, "{after} of {before}");
    after
}

#[test]
fn corrections_of_both_evaluations_are_learned() {
    correct(xiangqi_records(8_000, 3), XiangqiInputs::default(), |record| {
        f32::from(xiangqi_material(record)) / 100.0
    });
    correct(banqi_records(8_000, 3), BanqiInputs, |record| {
        f32::from(banqi_material(record)) / 500.0
    });
}

#[test]
fn material_of_xiangqi_is_learned_and_survives_whole_numbers() {
    let trainer = learn(xiangqi_records(16_000, 1), XiangqiInputs::default(), xiangqi_material);
    let network = trainer.export().unwrap();
    let error = trainer.quantisation_error(&network, &xiangqi_records(10_000, 2));
    assert_eq!(error.positions, 10_000);
    assert!(error.most < 30.0 && error.mean < 6.0, "hundredths of a pawn: {error:?}");
    let up = "4kab2/4a4/4b4/9/9/9/9/4B4/4A4/3RKAB2 w - - 0 1".parse().unwrap();
    assert!((100..350).contains(&network.evaluate(&up, ())), "{}", network.evaluate(&up, ()));
}

#[test]
fn material_of_dark_chess_is_learned_and_survives_whole_numbers() {
    let trainer = learn(banqi_records(16_000, 1), BanqiInputs, banqi_material);
    let network = trainer.export().unwrap();
    let error = trainer.quantisation_error(&network, &banqi_records(10_000, 2));
    assert_eq!(error.positions, 10_000);
    assert!(error.most < 150.0 && error.mean < 40.0, "of 4000 for a win: {error:?}");
}

#[test]
fn the_curve_is_drawn() {
    let point = |n: u64| CurvePoint {
        positions: n * 1_000_000,
        rate: 1e-3,
        training: 0.1 / (n + 1) as f64,
        held_out: Some(0.11 / (n + 1) as f64),
    };
    let curve = Curve { points: (1..20).map(point).collect(), baseline: Some(0.03) };
    let svg = curve.to_svg();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
    assert_eq!((svg.matches("<polyline").count(), svg.matches("hand-written").count()), (2, 1));
    let odd = CurvePoint { training: f64::NAN, held_out: None, ..point(1) };
    for curve in [Curve::default(), Curve { points: vec![odd], baseline: None }] {
        let svg = curve.to_svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
