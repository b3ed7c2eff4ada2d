//! Labelled positions for gradient tuning.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use game::GameKind;
use jobs::Stop;
use network::Inputs;
use trainer::data::{DataFile, Filter, Record};
use trainer::labelling::Positions;
use trainer::variety::{Banqi, Variety, Xiangqi};
use tuner::run::{Directory, Event, Method, RunSettings, State};
use tuner::statistics::Statistics;
use tuner::texel::{BanqiTracer, XiangqiTracer};

/// Does a run of gradient tuning.
pub fn descend(
    directory: &Directory,
    settings: &RunSettings,
    threads: usize,
    stop: &Stop,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<State> {
    let Method::Texel { fit, data, positions, .. } = &settings.method else {
        bail!("the run is not one of gradient tuning");
    };
    let share = fit.result_share as f32;
    Ok(match settings.engine.game {
        GameKind::Xiangqi => {
            let positions = read::<Xiangqi>(data, *positions, share)?;
            let profile = settings.engine.profile.as_str();
            let tracer = |space: &_, genome: &[i32]| XiangqiTracer::new(space, profile, genome);
            tuner::run::descend(directory, settings, positions, threads, &tracer, stop, tell)?
        }
        GameKind::Banqi => {
            let positions = read::<Banqi>(data, *positions, share)?;
            let tracer = |space: &_, genome: &[i32]| BanqiTracer::new(space, genome);
            tuner::run::descend(directory, settings, positions, threads, &tracer, stop, tell)?
        }
    })
}

type PositionOf<V> = <<<V as Variety>::Record as Record>::Inputs as Inputs>::Position;

/// Quiet positions of files with what they promise; of too many, evenly chosen ones.
fn read<V: Variety>(
    paths: &[String],
    most: usize,
    result_share: f32,
) -> Result<Vec<(PositionOf<V>, f32)>> {
    let filter = Filter { quiet_only: true, largest_score: Some(6_000), ..Filter::default() };
    let mut records: Vec<V::Record> = Vec::new();
    for path in paths.iter().flat_map(|path| files(Path::new(path))) {
        let name = path.display().to_string();
        let mut file = DataFile::<V::Record>::open(&path).with_context(|| name.clone())?;
        for block in file.blocks().to_vec() {
            // A damaged block is left out; `chuhe data check` names it.
            if let Err(damage) = file.read(block, &mut records) {
                eprintln!("left out: {damage}");
            }
        }
    }
    records.retain(|record| filter.passes(&record.label()));
    let every = records.len().div_ceil(most.max(1)).max(1);
    let chosen = records.into_iter().step_by(every);
    let promise = |record: V::Record| {
        let label = record.label();
        let score = V::Record::points(f32::from(label.score), V::Record::LOGIT as f32);
        let target = match label.result.points() {
            Some(points) => result_share * points + (1.0 - result_share) * score,
            None => score,
        };
        record.position().ok().map(|position| (position, target))
    };
    Ok(chosen.filter_map(promise).collect())
}

/// First values from the records of games, as changes.
pub fn statistics(path: &Path, settings: &RunSettings) -> Result<String> {
    if settings.engine.game != GameKind::Xiangqi {
        bail!("--statistics: only xiangqi has piece-square tables");
    }
    let positions = Positions::<Xiangqi>::open(path)?;
    let mut statistics = Statistics::default();
    for position in positions.filter_map(|record| record.position().ok()) {
        statistics.add(&position);
    }
    Ok(statistics.changes(&settings.space()?)?)
}

/// A file, or the files of positions in a folder.
fn files(path: &Path) -> Vec<PathBuf> {
    let Ok(list) = std::fs::read_dir(path) else { return vec![path.to_owned()] };
    let mut found: Vec<PathBuf> = list.filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.retain(|path| path.extension().is_some_and(|end| end == "chd"));
    found.sort();
    found
}
