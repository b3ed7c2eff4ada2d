//! Building tables of xiangqi: what captures lead to first.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use game::GameKind;

use super::law;
use super::tables::LIMIT;
use super::{Layout, LayoutError, Material, Solved, XiangqiSpace};
use crate::build::{BuildError, Builder, Event, needed};
use crate::file::{Distance, TableFile, to_bytes, write};
use crate::header::Header;
use crate::metric::Metric;
use crate::shelf::path_of;
use crate::solve::Levels;

/// The classes a build needs, each after those its captures lead to.
pub fn order(wanted: &[Material]) -> Vec<Material> {
    fn add(class: Material, found: &mut Vec<Material>) {
        if found.contains(&class) {
            return;
        }
        for after in class.after_captures() {
            add(after, found);
        }
        found.push(class);
    }
    let mut found = Vec::new();
    for &class in wanted {
        if !class.is_dead() {
            add(class, &mut found);
        }
    }
    found
}

/// Builds classes and what they need; those already there are left alone.
///
/// # Errors
/// If a class is too large for the memory allowed, a file cannot be read or written, or
/// somebody said stop. What is complete by then stays.
pub fn build(
    wanted: &[Material],
    builder: &Builder<'_>,
    told: &mut dyn FnMut(Event<'_>),
) -> Result<(), BuildError> {
    let order = order(wanted);
    let mut lock = None;
    for (at, &class) in order.iter().enumerate() {
        let name = class.to_string();
        let path = path_of(GameKind::Xiangqi, builder.folder, &name);
        if open(builder, class).is_ok() {
            told(Event::There { name: &name });
            continue;
        }
        if lock.is_none() {
            lock = Some(builder.prepare(GameKind::Xiangqi)?);
        }
        let missing = |&&class: &&Material| open(builder, class).is_err();
        let left = order[at..].iter().filter(missing).map(|&class| Layout::size_of(class)).sum();
        let (size, of) = (Layout::size_of(class), order.len());
        told(Event::Begins { name: &name, size, left, at, of });
        let begin = Instant::now();
        let bytes = build_one(class, builder, begin, told)?;
        write(&path, &bytes)?;
        told(Event::Ends { name: &name, bytes: bytes.len() as u64, time: begin.elapsed() });
    }
    Ok(())
}

/// A table that is there and fits.
fn open(builder: &Builder<'_>, class: Material) -> Result<TableFile, BuildError> {
    let name = class.to_string();
    let file = builder.open(GameKind::Xiangqi, &name)?;
    let header = file.header();
    let by_law = header.figures.iter().any(|figures| figures.by_rule > 0);
    if header.limit != LIMIT
        || header.perpetual_check == class.is_one_sided()
        || by_law && !header.has_ways
    {
        return Err(BuildError::OtherRules(name));
    }
    Ok(file)
}

/// Bytes of memory a class takes while it is solved: levels and counters, ways where the
/// law decides, and the levels of what captures lead to.
pub fn memory(class: Material) -> u64 {
    let after: u64 = class.after_captures().into_iter().map(Layout::size_of).sum();
    let entries = if class.is_one_sided() { 5 } else { 7 };
    entries * Layout::size_of(class) + 2 * after
}

fn build_one(
    class: Material,
    builder: &Builder<'_>,
    begin: Instant,
    told: &mut dyn FnMut(Event<'_>),
) -> Result<Vec<u8>, BuildError> {
    let needs = memory(class);
    if needs > builder.memory {
        let name = class.to_string();
        return Err(BuildError::Memory { name, needs, allowed: builder.memory });
    }
    let layout = Layout::new(class, u64::MAX).map_err(|error: LayoutError| match error {
        LayoutError::Dead(class) => BuildError::Dead(class.to_string()),
        LayoutError::TooLarge { size, .. } => {
            BuildError::Memory { name: class.to_string(), needs: 5 * size, allowed: builder.memory }
        }
    })?;
    let layout = Arc::new(layout);
    let conversion = Metric::Conversion { limit: LIMIT };
    let (space, mut levels) = solve(&layout, conversion, builder, told)?;
    let ways = match class.is_one_sided() {
        true => None,
        false => Some(law::apply(&space, &mut levels, builder.threads, builder.stop)?),
    };
    // Most classes have nothing for the law to decide.
    let ways = ways.filter(|ways| ways.iter().flatten().any(|&way| way != 0));
    drop(space);
    let end = if layout.size() as u64 <= builder.end_up_to {
        let (space, mut end) = solve(&layout, Metric::End, builder, told)?;
        law::copy(&levels, &mut end);
        drop(space);
        Some(end)
    } else {
        None
    };
    let header = Header {
        game: GameKind::Xiangqi,
        name: class.to_string(),
        perpetual_check: !class.is_one_sided(),
        limit: LIMIT,
        has_end: end.is_some(),
        has_ways: ways.is_some(),
        size: layout.size() as u64,
        built_in: begin.elapsed().as_millis() as u32,
        figures: Vec::new(),
    };
    Ok(to_bytes(header, &levels, end.as_ref(), ways.as_ref())?)
}

/// Solves a class in one metric with the tables of its captures from files.
fn solve(
    layout: &Arc<Layout>,
    metric: Metric,
    builder: &Builder<'_>,
    told: &mut dyn FnMut(Event<'_>),
) -> Result<(XiangqiSpace, Levels), BuildError> {
    let class = layout.material();
    let distance = if metric == Metric::End { Distance::End } else { Distance::Conversion };
    let mut solved = HashMap::new();
    for after in class.after_captures() {
        let read = open(builder, after).and_then(|file| Ok(file.read(distance)?));
        let levels = Arc::new(read.map_err(|error| needed(after.to_string(), error))?);
        let layout = Layout::new(after, u64::MAX);
        let layout = layout.map_err(|error| BuildError::Dead(error.to_string()))?;
        solved.insert(after, Solved { layout: Arc::new(layout), levels });
    }
    let space = XiangqiSpace::new(layout.clone(), metric, |class| solved.get(&class).cloned());
    let space = space.map_err(|class| BuildError::Dead(class.to_string()))?;
    let name = class.to_string();
    let levels = crate::solve::solve(&space, builder.threads, builder.stop, &mut |step| {
        told(Event::Step { name: &name, step });
    })?;
    Ok((space, levels))
}
