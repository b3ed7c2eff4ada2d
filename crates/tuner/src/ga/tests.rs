//! The operators' distributions, and known optima.

use super::*;
use crate::fitness::Fitness;
use crate::space::tests::sample;

fn share(values: &[f64], within: impl Fn(f64) -> bool) -> f64 {
    values.iter().filter(|&&value| within(value)).count() as f64 / values.len() as f64
}

fn drawn(draw: impl Fn(&mut Rng) -> f64) -> Vec<f64> {
    let mut rng = Rng::new(11);
    (0..40_000).map(|_| draw(&mut rng)).collect()
}

#[test]
fn crossover_ends_mostly_near_b_or_between() {
    for mode in Mode::ALL {
        let places = drawn(|rng| crossover_place(mode, rng));
        let between = share(&places, |place| (0.0..=1.3).contains(&place));
        let behind = share(&places, |place| place < 0.0);
        let beyond = share(&places, |place| place > 1.3);
        assert!(between > 0.8, "{mode:?}: {between}");
        assert!(behind > 0.01 && behind < 0.12, "{mode:?}: {behind}");
        assert!(beyond < 0.12, "{mode:?}: {beyond}");
    }
    let spread = |mode| {
        share(&drawn(|rng| crossover_place(mode, rng)), |place| !(-0.25..=1.35).contains(&place))
    };
    assert!(spread(Mode::Lpsv) < 0.001 && spread(Mode::Splv) > 0.1);
}

#[test]
fn mutation_multiplies_a_little_often_and_much_seldom() {
    for mode in [Mode::Spsv, Mode::Lpsv] {
        let factors = drawn(|rng| mutation_factor(mode, rng));
        assert!(share(&factors, |factor| (factor - 1.0).abs() <= 0.04) > 0.94);
        assert!(factors.iter().all(|factor| (0.9..=1.1).contains(factor)));
    }
    for mode in [Mode::Splv, Mode::Lplv] {
        let factors = drawn(|rng| mutation_factor(mode, rng));
        let near = share(&factors, |factor| (0.9..=1.1).contains(&factor));
        assert!(near > 0.3, "near A is likelier than far: {near}");
        assert!(share(&factors, |factor| (0.5..=1.5).contains(&factor)) > 0.95);
        assert!(factors.iter().any(|&factor| factor > 1.8));
        assert!(factors.iter().all(|factor| (0.5..=2.0).contains(factor)));
    }
}

#[test]
fn half_of_the_parameters_change_or_a_fifth() {
    let space = sample();
    for mode in Mode::ALL {
        let settings = GaSettings { mode, ..GaSettings::default() };
        let mut rng = Rng::new(5);
        let (mut plain, mut tables) = (0, 0);
        for _ in 0..4_000 {
            for group in select::groups(&space, &settings, &mut rng) {
                if space.in_table(group[0]) { tables += 1 } else { plain += 1 }
            }
        }
        let expected = mode.share();
        assert!((f64::from(plain) / 8_000.0 - expected).abs() < 0.03, "{mode:?} {plain}");
        assert!((f64::from(tables) / 4_000.0 - expected).abs() < 0.03, "{mode:?} {tables}");
    }
}

#[test]
fn blocks_change_together_and_points_by_themselves() {
    let space = sample();
    let mut rng = Rng::new(9);
    let mut settings = GaSettings { mode: Mode::Lplv, ..GaSettings::default() };
    let in_tables = |groups: &[Vec<usize>]| -> Vec<usize> {
        groups.iter().filter(|group| space.in_table(group[0])).map(Vec::len).collect()
    };
    for _ in 0..200 {
        let groups = select::groups(&space, &settings, &mut rng);
        // Five files of a row and ten rows of a column, in the half of the table.
        assert!(in_tables(&groups).iter().all(|&size| size == 14), "{groups:?}");
    }
    settings.cells = SelectCells::Points(5);
    let sizes: Vec<usize> =
        (0..200).flat_map(|_| in_tables(&select::groups(&space, &settings, &mut rng))).collect();
    assert!(sizes.len() > 200 && sizes.iter().all(|&size| size == 1));
    let mut genome = space.origin();
    let group: Vec<usize> = (2..12).collect();
    Change::Alone.apply(&space, Mode::Lplv, &group, &mut genome, &mut rng);
    let origin = space.origin();
    let signs: Vec<i32> =
        group.iter().map(|&gene| (genome[gene] - origin[gene]).signum()).collect();
    assert!(signs.iter().all(|&sign| sign >= 0) || signs.iter().all(|&sign| sign <= 0));
}

#[test]
fn a_generation_has_so_many_of_each_kind() {
    let space = sample();
    let settings = GaSettings { parents: 2, candidates: 1_002, ..GaSettings::default() };
    let mut other = space.origin();
    other[0] = 500;
    let population = Population::new(vec![space.origin(), other]);
    let all = population.candidates(&space, &settings, 3);
    let count = |birth| all.iter().filter(|one| one.birth == birth).count();
    assert_eq!((all.len(), count(Birth::Parent)), (1_002, 2));
    assert!((650..750).contains(&count(Birth::Crossover)), "{}", count(Birth::Crossover));
    assert_eq!(all, population.candidates(&space, &settings, 3), "the seed decides");
    assert_ne!(all, population.candidates(&space, &settings, 4));
    // With nobody else there, all change by themselves.
    let alone = Population::new(vec![space.origin()]).candidates(&space, &settings, 3);
    assert!(alone[1..].iter().all(|one| one.birth == Birth::Mutation));
}

/// How far from a far-off optimum, in all parameters together.
fn distance(space: &Space, genome: &[i32]) -> i64 {
    let origin = space.origin();
    let aims = (0..).zip(&origin).map(|(gene, &start)| match gene {
        0 => 700,
        1 => 90,
        _ => start * 3 / 2,
    });
    genome.iter().zip(aims).map(|(&value, aim)| i64::from(value - aim).abs()).sum()
}

#[test]
fn evolution_reaches_a_known_optimum() {
    let space = sample();
    let run = |seed| {
        let settings = GaSettings { candidates: 54, ..GaSettings::default() };
        let mut population = Population::new(vec![space.origin()]);
        for _ in 0..150 {
            let mut all = population.candidates(&space, &settings, seed);
            for one in &mut all {
                one.fitness = Some(Fitness::plain(distance(&space, &one.genome)));
            }
            population.filter(all, &settings);
        }
        population
    };
    let population = run(1);
    let (before, after) =
        (distance(&space, &space.origin()), distance(&space, &population.parents[0].genome));
    assert!(after * 8 < before, "from {before} to {after}");
    assert_eq!(population, run(1), "repeatable to the last parameter");
    assert_eq!(population.parents.len(), 4);
}
