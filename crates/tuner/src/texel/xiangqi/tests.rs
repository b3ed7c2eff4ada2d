//! Traces against the evaluation itself.

use ::game::{NullObserver, Position as _, Rng};

use super::*;
use crate::engine::EngineSetup;

fn positions(games: u64, plies: usize) -> Vec<(Position, f32)> {
    let mut all = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut position = Position::start();
        for _ in 0..plies {
            let Some(&ply) = rng.choose(&position.legal_plies()) else { break };
            position.make_ply(ply, &mut NullObserver);
            all.push((position.clone(), 0.5));
        }
    }
    all
}

fn space(profile: &str, patterns: &[&str]) -> Space {
    let setup = EngineSetup::new(::game::GameKind::Xiangqi, profile);
    let patterns: Vec<String> = match patterns {
        [] => setup.usual_patterns(),
        list => list.iter().map(|pattern| (*pattern).to_owned()).collect(),
    };
    Space::new(setup.params().unwrap(), &patterns).unwrap()
}

/// A genome away from the traced one; danger stays unless told.
fn changed(space: &Space, seed: u64, with_danger: bool) -> Vec<i32> {
    let mut rng = Rng::new(seed);
    let change = |(gene, value): (usize, i32)| {
        let spec = space.spec(gene);
        let is_danger = spec.name.starts_with("eval.danger");
        let by = rng.below(41) as i32 - 20;
        let by = if is_danger { i32::from(with_danger) * by.signum() } else { by };
        space.clamp(gene, f64::from(value + by))
    };
    space.origin().into_iter().enumerate().map(change).collect()
}

fn check(profile: &str, style: EvalStyle) {
    let space = space(profile, &[]);
    let tracer = XiangqiTracer::new(&space, profile, &space.origin()).unwrap();
    let positions = positions(30, 150);
    let traces = super::super::trace_all(&tracer, &positions, 2);
    assert_eq!(traces.len(), positions.len());
    for seed in 0..3 {
        let genome = changed(&space, seed, false);
        let params = EvalParams::of_set(&space.set(&genome).unwrap());
        let evaluation = Evaluation::new(params, style);
        let change: Vec<f32> =
            genome.iter().zip(space.origin()).map(|(new, old)| (new - old) as f32).collect();
        let deltas = traces.deltas(&change);
        let (mut compared, mut off) = (0, 0.0_f32);
        for (number, (position, _)) in positions.iter().enumerate() {
            let parts = evaluation.parts(position);
            let known = evaluation.theory(1_000, parts.armies) == 1_000
                && evaluation.theory(-1_000, parts.armies) == -1_000;
            if !known {
                continue; // A known ending: scaled, and not a sum.
            }
            let truth = evaluation.evaluate(position, &evaluation.refresh(position)).get();
            let traced = traces.value(number, &change, &deltas);
            off = off.max((truth as f32 - traced).abs());
            compared += 1;
        }
        assert!(compared > 3_000, "{compared} positions compared");
        // Both sides round once.
        assert!(off < 2.01, "{profile}: off by {off}");
    }
}

#[test]
fn traces_are_the_evaluation_chuhe() {
    check("chuhe-hce", EvalStyle::Chuhe);
}

#[test]
fn traces_are_the_evaluation_shenxiang() {
    check("shenxiang", EvalStyle::Shenxiang);
}

#[test]
fn slopes_of_danger_are_those_of_the_evaluation() {
    let space = space("chuhe-hce", &["eval.danger"]);
    let style = EvalStyle::Chuhe;
    let tracer = XiangqiTracer::new(&space, "chuhe-hce", &space.origin()).unwrap();
    let positions = positions(10, 120);
    let traces = super::super::trace_all(&tracer, &positions, 1);
    let genome = changed(&space, 4, true);
    let params = EvalParams::of_set(&space.set(&genome).unwrap());
    let evaluation = Evaluation::new(params, style);
    let change: Vec<f32> =
        genome.iter().zip(space.origin()).map(|(new, old)| (new - old) as f32).collect();
    let deltas = traces.deltas(&change);
    let (mut errors, mut moved) = (0.0_f32, 0.0_f32);
    for (number, (position, _)) in positions.iter().enumerate() {
        let truth = evaluation.evaluate(position, &evaluation.refresh(position)).get() as f32;
        let before = traces.value(number, &vec![0.0; change.len()], &[]);
        errors += (truth - traces.value(number, &change, &deltas)).abs();
        moved += (truth - before).abs();
    }
    assert!(moved > 0.0 && errors < moved * 0.25, "off by {errors} of {moved}");
}

#[test]
fn what_is_no_weight_is_refused() {
    let space = space("chuhe-hce", &["eval.phase."]);
    let tracer = XiangqiTracer::new(&space, "chuhe-hce", &space.origin());
    assert!(matches!(tracer, Err(TuneError::NotTraceable(_))));
}

#[test]
fn weights_of_shapes_are_traced_beside_the_network() {
    let space = space("chuhe", &["patterns."]);
    let tracer = XiangqiTracer::new(&space, "chuhe", &space.origin()).unwrap();
    let positions = positions(12, 120);
    let traces = super::super::trace_all(&tracer, &positions, 2);
    let genome = changed(&space, 7, false);
    let change: Vec<f32> =
        genome.iter().zip(space.origin()).map(|(new, old)| (new - old) as f32).collect();
    let deltas = traces.deltas(&change);
    let mut engine = xiangqi_engine::create("chuhe", &search::Settings::default()).unwrap();
    engine.set_params(&space.set(&genome).unwrap()).unwrap();
    let (mut moved, mut compared) = (0, 0);
    for (number, (position, _)) in positions.iter().enumerate().step_by(7) {
        let before = traces.value(number, &vec![0.0; change.len()], &[]);
        let after = traces.value(number, &change, &deltas);
        let game = xiangqi_engine::XiangqiGame::from_position(
            ::xiangqi::XiangqiRules::default(),
            position.clone(),
            0,
        );
        let truth = engine.explain(&game).unwrap().decided.value;
        // Each side of the blend rounds once.
        assert!((after - truth as f32).abs() < 2.01, "{position}: {after} traced, {truth} told");
        moved += i32::from((after - before).abs() > 1.0);
        compared += 1;
    }
    assert!(compared > 150 && moved > compared / 4, "{moved} of {compared}");
}
