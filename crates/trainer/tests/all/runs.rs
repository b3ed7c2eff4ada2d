//! Runs: threads, resuming, damage, divergence.

use super::*;
use game::Position as _;
use network::{BanqiInputs, KingBuckets, Middle, Shape, Width, XiangqiInputs};
use std::ops::ControlFlow;
use trainer::data::{Dataset, Filter, Shuffled};
use trainer::train::{Options, TrainError, Trainer, baseline_loss};

fn options() -> Options<XiangqiInputs> {
    let shape = Shape { width: Width::W128, inputs: XiangqiInputs::default() };
    Options {
        positions: 20 * 2048,
        batch: 2048,
        threads: 1,
        report_every: 4,
        ..Options::new(shape)
    }
}

fn data() -> Shuffled<XiangqiRecord> {
    Dataset::memory(xiangqi_records(9000, 1)).shuffled(6000, Filter::default(), 1)
}

/// Trains until the end, or for a number of reports.
fn run(trainer: &mut Trainer<XiangqiRecord>, reports: usize) {
    let mut left = reports;
    trainer
        .run(&mut data(), &mut |_, _| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
}

#[test]
fn a_resumed_run_is_the_uninterrupted_one_bit_for_bit() {
    let mut whole = Trainer::new(options()).unwrap();
    run(&mut whole, usize::MAX);
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("checkpoint");
    let mut trainer = Trainer::new(options()).unwrap();
    for _ in 0..5 {
        run(&mut trainer, 1);
        trainer.save(&path).unwrap();
        trainer = Trainer::load(&path).unwrap();
    }
    assert!(trainer.is_finished());
    assert_eq!(trainer.to_bytes(), whole.to_bytes());
    assert_eq!(trainer.curve(), whole.curve());
    // Nothing is left beside the checkpoint.
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 1);
}

#[test]
fn the_number_of_reports_changes_nothing() {
    let [few, many] = [20, 3].map(|report_every| {
        let mut trainer = Trainer::new(Options { report_every, ..options() }).unwrap();
        run(&mut trainer, usize::MAX);
        trainer.model().clone()
    });
    assert!(few == many);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut models = [1, 2, 5].map(|threads| {
        let mut trainer = Trainer::new(Options { threads, ..options() }).unwrap();
        run(&mut trainer, 3);
        trainer.set_threads(1);
        trainer.to_bytes()
    });
    let first = models[0].clone();
    assert!(models.iter_mut().all(|model| *model == first));
}

/// The bytes with a checksum that fits again.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let checksum = network::checksum::crc32(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

fn six_buckets() -> Options<XiangqiInputs> {
    let inputs = XiangqiInputs { kings: KingBuckets::Six, middle: Middle::Fixed };
    Options { shape: Shape { width: Width::W64, inputs }, ..options() }
}

#[test]
fn king_buckets_learn_together_what_they_have_in_common() {
    // Kings on their first points only: bucket 0.
    let start = xiangqi::Position::start();
    let mut rng = Rng::new(1);
    let records = (0..5000).map(|_| XiangqiRecord::new(&start, label(&mut rng))).collect();
    let mut data = Dataset::memory(records).shuffled(6000, Filter::default(), 1);
    let mut trainer = Trainer::<XiangqiRecord>::new(six_buckets()).unwrap();
    let before = trainer.model().quantised().features;
    trainer.run(&mut data, &mut |_, _| ControlFlow::Continue(())).unwrap();
    let after = trainer.model().quantised().features;
    let buckets: Vec<_> = after.chunks(1260 * 64).collect();
    assert_ne!(before[..1260 * 64], *buckets[1], "what was never seen learns too");
    assert_ne!(buckets[0], buckets[1], "what was seen learns more");
    assert!(buckets[2..].iter().all(|bucket| *bucket == buckets[1]));
}

#[test]
fn runs_with_king_buckets_resume_too() {
    let mut whole = Trainer::new(six_buckets()).unwrap();
    run(&mut whole, 2);
    let mut trainer = Trainer::new(six_buckets()).unwrap();
    run(&mut trainer, 1);
    let mut trainer = Trainer::from_bytes(&trainer.to_bytes()).unwrap();
    run(&mut trainer, 1);
    assert_eq!(trainer.to_bytes(), whole.to_bytes());
}

#[test]
fn divergence_is_named() {
    for threads in [1, 2] {
        let trainer = Trainer::<XiangqiRecord>::new(Options { threads, ..options() }).unwrap();
        let mut bytes = trainer.to_bytes();
        // The biases of the outputs stand before their moments and the checksum.
        let end = bytes.len() - 4 - 2 * 32;
        for bias in bytes[end - 32..end].chunks_mut(4) {
            bias.copy_from_slice(&f32::NAN.to_le_bytes());
        }
        let mut trainer = Trainer::<XiangqiRecord>::from_bytes(&sealed(bytes)).unwrap();
        let ended = trainer.run(&mut data(), &mut |_, _| ControlFlow::Continue(()));
        assert!(matches!(ended, Err(TrainError::Diverged { positions: 0, .. })), "{ended:?}");
    }
}

#[test]
fn wild_rates_stay_within_bounds() {
    let wild = Options { rate: f32::MAX, final_rate: f32::MAX, ..options() };
    let mut trainer = Trainer::<XiangqiRecord>::new(wild).unwrap();
    run(&mut trainer, 1);
    let features = trainer.model().quantised().features;
    assert!(features.iter().all(|weight| weight.abs() <= network::MOST_WEIGHT));
}

#[test]
fn score_and_result_are_mixed_by_the_share() {
    let start = xiangqi::Position::start();
    let won = Label { score: 400, result: GameResult::Win, ..Label::default() };
    let records = [XiangqiRecord::new(&start, won)];
    let by_score = 1.0 / (1.0 + (-1f64).exp());
    for share in [0.0, 0.3, 1.0] {
        let options = Options { result_share: share, ..options() };
        let target = by_score + f64::from(share) * (1.0 - by_score);
        let loss = baseline_loss(&records, &options, |_| 0.0);
        assert!((loss - (target - 0.5).powi(2)).abs() < 1e-6, "{share}: {loss}");
    }
    // What is exact is the result, whatever the share.
    let exact = XiangqiRecord::new(&start, Label { exact: true, ..won });
    let loss = baseline_loss(&[exact], &Options { result_share: 0.0, ..options() }, |_| 0.0);
    assert!((loss - 0.25).abs() < 1e-6, "{loss}");
    // In dark chess scores are linear.
    let start = banqi::Position::start();
    let half = Label { score: 2000, result: GameResult::Loss, ..Label::default() };
    let records = [BanqiRecord::new(&start, Clock::default(), half)];
    let shape = Shape { width: Width::W64, inputs: BanqiInputs };
    let options = Options { result_share: 0.5, ..Options::new(shape) };
    let loss = baseline_loss(&records, &options, |_| 0.0);
    assert!((loss - 0.125f64.powi(2)).abs() < 1e-6, "{loss}");
}

#[test]
fn positions_are_shown_as_their_images_too() {
    let one_sided = "3k5/9/9/9/9/9/9/9/9/RN2K4 w - - 0 1".parse().unwrap();
    let record = XiangqiRecord::new(&one_sided, Label::default());
    let model = |augment| {
        let few = Options { augment, positions: 4096, ..options() };
        let mut data = Dataset::memory(vec![record; 64]).shuffled(64, Filter::default(), 1);
        let mut trainer = Trainer::<XiangqiRecord>::new(few).unwrap();
        trainer.run(&mut data, &mut |_, _| ControlFlow::Continue(())).unwrap();
        trainer.model().quantised().features
    };
    // The rook's rows on a0 and on i0, for its owner, move only if they are seen.
    let rook = |model: &[i16], file: usize| model[(4 * 90 + file) * 128..][..128].to_vec();
    let untrained = Trainer::<XiangqiRecord>::new(options()).unwrap().model().quantised().features;
    let (plain, shown) = (model(false), model(true));
    assert_ne!(rook(&plain, 0), rook(&untrained, 0));
    assert_eq!(rook(&plain, 8), rook(&untrained, 8));
    assert_ne!(rook(&shown, 0), rook(&untrained, 0));
    assert_ne!(rook(&shown, 8), rook(&untrained, 8));
}

#[test]
fn missing_data_ends_a_run() {
    let mut trainer = Trainer::<XiangqiRecord>::new(Options { threads: 2, ..options() }).unwrap();
    let mut nothing = Dataset::memory(Vec::new()).shuffled(1, Filter::default(), 1);
    let ended = trainer.run(&mut nothing, &mut |_, _| ControlFlow::Continue(()));
    assert!(matches!(ended, Err(TrainError::Data(_))), "{ended:?}");
}

#[test]
fn options_without_sense_are_named() {
    let wrong = [
        Options { batch: 1000, ..options() },
        Options { batch: 0, ..options() },
        Options { result_share: 1.5, ..options() },
        Options { rate: f32::NAN, ..options() },
        Options { positions: 0, ..options() },
        Options { threads: 0, ..options() },
    ];
    for options in wrong {
        let refused = Trainer::<XiangqiRecord>::new(options).err();
        assert!(matches!(refused, Some(TrainError::Options(_))), "{options:?}");
    }
}

#[test]
fn damaged_checkpoints_are_named() {
    let good = Trainer::<XiangqiRecord>::new(options()).unwrap().to_bytes();
    let error =
        |bytes: &[u8]| Trainer::<XiangqiRecord>::from_bytes(bytes).err().unwrap().to_string();
    assert!(error(b"PNG").contains("not a checkpoint"));
    assert!(error(&good[..good.len() - 1]).contains("damaged or cut short"));
    let mut bytes = good.clone();
    bytes[1000] ^= 1;
    assert!(error(&bytes).contains("damaged or cut short"));
    let mut longer = good.clone();
    longer.push(0);
    assert!(error(&sealed(longer)).contains("bytes after its end"));
    assert!(error(&sealed(good[..good.len() - 9].to_vec())).contains("cut short"));
    let mut version = good.clone();
    version[8] = 7;
    assert!(error(&sealed(version)).contains("another version"));
    let other = Trainer::<BanqiRecord>::from_bytes(&good).err().unwrap();
    assert_eq!(other.to_string(), "checkpoint for xiangqi: expected one for banqi");
    assert_eq!(Shape { width: Width::W64, inputs: BanqiInputs }.output_weights(), 1024);
}

#[test]
fn the_rate_falls_to_its_end() {
    let options = Options { rate: 1.0, final_rate: 0.25, ..options() };
    let at = [0, 10, 20].map(|batch| options.rate_at(batch));
    assert_eq!(at, [1.0, 0.625, 0.25]);
}
