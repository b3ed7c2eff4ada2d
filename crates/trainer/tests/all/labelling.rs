//! Positions from anywhere, scored by searches.

use std::path::{Path, PathBuf};

use super::*;
use game::Position as _;
use network::{BanqiInputs, BanqiNetwork, Role, Shape, Width};
use search::Unattended;
use search::conformance::hosts::Counting;
use trainer::data::{DataFile, Record, Writer};
use trainer::engines::{EngineChoice, EngineError};
use trainer::exact::Known;
use trainer::labelling::{LabelError, LabelPlan, Positions, Progress, Wandering, label};
use trainer::variety::{Banqi, Variety, Xiangqi};

fn plan(folder: &Path) -> LabelPlan {
    let engine = EngineChoice { hash: 1, ..EngineChoice::default() };
    LabelPlan { nodes: 200, engine, ..LabelPlan::new(folder.join("out")) }
}

fn labelled<V: Variety>(plan: &LabelPlan, from: &Path) -> Result<Progress, LabelError> {
    label::<V>(plan, "test", Positions::<V>::open(from)?, &Unattended, &mut |_| {})
}

fn records<R: Record>(plan: &LabelPlan) -> Vec<R> {
    let mut file = DataFile::<R>::open(&plan.folder.join("positions.chd")).unwrap();
    let mut all = Vec::new();
    for block in file.blocks().to_vec() {
        file.read(block, &mut all).unwrap();
    }
    all
}

fn text(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn positions_of_a_data_file_get_new_scores_and_keep_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.chd");
    let old = xiangqi_records(600, 1);
    let mut writer = Writer::append(&path, 1).unwrap();
    old.iter().for_each(|record| writer.push(record).unwrap());
    writer.finish().unwrap();
    let plans = [1, 2].map(|threads| LabelPlan {
        threads,
        folder: folder.path().join(format!("by-{threads}")),
        ..plan(folder.path())
    });
    let [one, two] = plans.each_ref().map(|plan| {
        let end = labelled::<Xiangqi>(plan, &path).unwrap();
        let records = records::<XiangqiRecord>(plan);
        assert!(end.finished && end.positions == records.len() as u64);
        records
    });
    assert_eq!(one, two, "the number of threads changes nothing");
    let goes_on = |record: &&XiangqiRecord| !record.position().unwrap().legal_plies().is_empty();
    let old: Vec<_> = old.iter().filter(goes_on).collect();
    assert_eq!(one.len(), old.len());
    let position = |record: &XiangqiRecord| record.position().unwrap().to_string();
    for (old, new) in old.iter().zip(&one) {
        assert_eq!(position(old), position(new));
        let (old, new) = (old.label(), new.label());
        assert_eq!((old.result, old.ply), (new.result, new.ply));
    }
    let changed = old.iter().zip(&one).filter(|(old, new)| old.label().score != new.label().score);
    assert!(changed.count() > old.len() / 2);
}

#[test]
fn texts_give_their_positions_with_results_for_the_side_to_move() {
    let folder = tempfile::tempdir().unwrap();
    let pgn =
        text(folder.path(), "g.pgn", "[Game \"Chinese Chess\"]\n\n1. h2e2 h9g7 2. h0g2 0-1\n");
    let plan = plan(folder.path());
    assert_eq!(labelled::<Xiangqi>(&plan, &pgn).unwrap().positions, 4);
    let results: Vec<_> =
        records::<XiangqiRecord>(&plan).iter().map(|record| record.label().result).collect();
    use GameResult::{Loss, Win};
    assert_eq!(results, [Loss, Win, Loss, Win]);
    // Without a game nothing is known of the result.
    let fens = text(
        folder.path(),
        "f.epd",
        "5k3/9/9/9/9/9/9/9/4R4/3RK4 w\n3kr4/4r4/9/9/9/9/9/9/9/5K3 b\n",
    );
    let plan = LabelPlan { folder: folder.path().join("fens"), ..plan };
    labelled::<Xiangqi>(&plan, &fens).unwrap();
    let labels: Vec<_> = records::<XiangqiRecord>(&plan).iter().map(Record::label).collect();
    assert!(
        labels.iter().all(|label| label.result == GameResult::Unknown && label.score > 1000),
        "{labels:?}"
    );
    let table = text(
        folder.path(),
        "t.tsv",
        "id\tresult\tstartfen\tmoves\na\t1-0\tstartpos\th2e2 h9g7\nb\t1/2-1/2\t\tb2e2\n",
    );
    let plan = LabelPlan { folder: folder.path().join("table"), ..plan };
    assert_eq!(labelled::<Xiangqi>(&plan, &table).unwrap().positions, 5);
}

#[test]
fn small_endings_of_dark_chess_are_exact() {
    let folder = tempfile::tempdir().unwrap();
    let fens = text(folder.path(), "f.txt", "8/8/8/K4r2 r\n8/8/8/K5r1 r\n8/8/8/K4r2 b\n");
    let plan = plan(folder.path());
    labelled::<Banqi>(&plan, &fens).unwrap();
    let labels: Vec<_> = records::<BanqiRecord>(&plan)
        .iter()
        .map(|record| (record.label().score, record.label().result, record.label().exact))
        .collect();
    use GameResult::{Draw, Win};
    assert_eq!(labels[..2], [(4000, Win, true), (0, Draw, true)]);
    // The king is not caught if it is the rook's turn: whatever comes, it is known.
    assert!(labels[2].2);
}

#[test]
fn a_win_that_comes_too_late_is_not_exact() {
    let known = Known::<Banqi>::default();
    let position = "8/8/8/K4r2 r".parse().unwrap();
    let label = Label { score: 77, ..Label::default() };
    let at = |plies, limit| {
        let record = BanqiRecord::new(&position, Clock { plies, limit }, label);
        known.correct(record).label()
    };
    assert!(at(0, 60).exact && at(0, 60).score == 4000 && at(200, 0).exact);
    assert_eq!(at(59, 60), label);
    // Four pieces are not looked up, nor what lies face down.
    for text in ["8/8/8/K4rrc r", "8/8/8/K4r1X r p1"] {
        let Ok(position) = text.parse() else { panic!("{text}") };
        let record = BanqiRecord::new(&position, Clock::default(), label);
        assert_eq!(known.correct(record), record, "{text}");
    }
}

#[test]
fn a_stopped_run_goes_on_and_keeps_to_its_beginning() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.chd");
    let mut writer = Writer::append(&path, 1).unwrap();
    banqi_records(700, 1).iter().for_each(|record| writer.push(record).unwrap());
    writer.finish().unwrap();
    let whole = LabelPlan { folder: folder.path().join("whole"), ..plan(folder.path()) };
    labelled::<Banqi>(&whole, &path).unwrap();
    let plan = plan(folder.path());
    let host = Counting::new(std::time::Duration::ZERO, 900);
    let stopped =
        label::<Banqi>(&plan, "test", Positions::<Banqi>::open(&path).unwrap(), &host, &mut |_| {})
            .unwrap();
    assert!(!stopped.finished && stopped.positions < 600, "{stopped:?}");
    let ended = labelled::<Banqi>(&plan, &path).unwrap();
    assert!(ended.finished);
    assert_eq!(records::<BanqiRecord>(&plan), records::<BanqiRecord>(&whole));
    let other = LabelPlan { nodes: 300, ..plan.clone() };
    let error = labelled::<Banqi>(&other, &path).unwrap_err();
    assert!(error.to_string().contains("choose another folder"), "{error}");
}

#[test]
fn what_cannot_be_labelled_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(folder.path());
    let error = |path: &Path| labelled::<Xiangqi>(&plan, path).unwrap_err().to_string();
    assert!(error(&folder.path().join("missing")).contains("missing: "));
    let empty = text(folder.path(), "empty.pgn", "");
    assert!(error(&empty).contains("no position of xiangqi"), "{}", error(&empty));
    let wrong = text(folder.path(), "wrong.epd", "4k4/9/9/9/9/9/9/9/9/9 w\n");
    assert!(error(&wrong).contains("line 1, column 1"), "{}", error(&wrong));
    let other = text(folder.path(), "other.txt", "8/8/8/K4r2 r\n");
    assert!(error(&other).contains("no position of xiangqi"), "{}", error(&other));
    let network = LabelPlan {
        engine: EngineChoice { network: Some(empty), ..plan.engine.clone() },
        ..plan.clone()
    };
    let fens = text(folder.path(), "f.epd", "5k3/9/9/9/9/9/9/9/4R4/3RK4 w\n");
    let error = labelled::<Xiangqi>(&network, &fens).unwrap_err();
    assert!(matches!(error, LabelError::Engine(EngineError::Network { .. })), "{error}");
}

#[test]
fn random_plies_lead_to_other_positions_that_evaluations_score_alone() {
    let folder = tempfile::tempdir().unwrap();
    let originals = banqi_records(40, 5);
    let wander = |seed| {
        let positions = originals.iter().copied();
        Wandering::<Banqi, _>::new(positions, 6, 3, seed).collect::<Vec<_>>()
    };
    let found = wander(1);
    assert_eq!(found, wander(1));
    assert_ne!(found, wander(2));
    let moved: Vec<_> =
        found.iter().filter(|record| record.label().result == GameResult::Unknown).collect();
    // Of 0 to 3 plies a quarter are none; games that end on the way are left out.
    assert!((120..240).contains(&moved.len()) && found.len() <= 240, "{}", moved.len());
    assert!(moved.iter().all(|record| !originals.contains(record)));
    // No search: the hand-written evaluation says it, or a network corrects that.
    let shape = Shape { width: Width::W64, inputs: BanqiInputs };
    let network = BanqiNetwork::random(shape, 1).in_role(Role::Correction);
    let file = folder.path().join("some.chn");
    std::fs::write(&file, network.to_bytes()).unwrap();
    for (network_file, name) in [(None, "hand"), (Some(file), "network")] {
        let plan = LabelPlan {
            nodes: 0,
            engine: EngineChoice { network: network_file.clone(), ..EngineChoice::default() },
            folder: folder.path().join(name),
            ..plan(folder.path())
        };
        label::<Banqi>(&plan, "test", found.iter().copied(), &Unattended, &mut |_| {}).unwrap();
        let labelled = records::<BanqiRecord>(&plan);
        assert_eq!(labelled.len(), found.len());
        for record in labelled.iter().filter(|record| !record.label().exact) {
            let value = network.evaluate(&record.position().unwrap(), record.clock());
            let correction = if network_file.is_some() { value as f32 } else { 0.0 };
            let logit = record.base() + correction / BanqiRecord::LOGIT as f32;
            let expected = BanqiRecord::score(logit, 4000.0);
            assert!((expected - f32::from(record.label().score)).abs() <= 1.0, "{name}");
        }
    }
}
