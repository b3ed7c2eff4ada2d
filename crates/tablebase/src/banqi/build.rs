//! Building tables of dark chess: what captures lead to first.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use game::GameKind;

use super::class::Class;
use super::space::BanqiSpace;
use crate::build::{BuildError, Builder, Event, needed};
use crate::file::{Distance, to_bytes, write};
use crate::header::Header;
use crate::metric::Metric;
use crate::shelf::path_of;
use crate::solve::Levels;

/// No limit: which wins come too late is decided when a table is asked, since the
/// presets have limits of their own.
pub const NO_LIMIT: u16 = 248;

/// The sets there are, with a line of explanation each.
pub const SETS: [(&str, &str); 3] = [
    ("starter", "every class of two and three pieces"),
    ("default", "every class of two, three and four pieces, and what games come to of five"),
    ("five", "classes of five pieces with three against two"),
];

/// The classes of five pieces that more than one in 500 contest games came to:
/// `docs/experiments/tables.md` has the counts.
const MET: [&str; 27] = [
    "KAAP-K", "KAAE-K", "KARR-E", "KAAP-P", "AAEE-A", "KAAE-P", "KEER-A", "KAE-KA", "KAAE-E",
    "KAR-AE", "KAP-KA", "KAAC-K", "KAE-AP", "KAA-KE", "KAAE-R", "KAEC-A", "KEEC-A", "KEP-KA",
    "KAA-KA", "KPP-KA", "KPP-PP", "AAE-AR", "AAE-KA", "AAR-AE", "AEE-KA", "KAA-PP", "KAAE-A",
];

/// The classes of a set; `None` if there is no such set.
pub fn set(name: &str) -> Option<Vec<Class>> {
    let up_to = |most: usize| (2..=most).flat_map(Class::all).collect::<Vec<_>>();
    Some(match name {
        "starter" => up_to(3),
        "default" => {
            let mut classes = up_to(4);
            classes.extend(MET.iter().filter_map(|name| name.parse().ok()));
            classes
        }
        "five" => Class::all(5).into_iter().filter(|class| class.black.len() == 2).collect(),
        _ => return None,
    })
}

/// The classes a build needs, each after those its captures lead to.
pub fn order(wanted: &[Class]) -> Vec<Class> {
    fn add(class: &Class, found: &mut Vec<Class>) {
        if !found.contains(class) {
            class.after_captures().iter().for_each(|after| add(after, found));
            found.push(class.clone());
        }
    }
    let mut found = Vec::new();
    wanted.iter().for_each(|class| add(class, &mut found));
    found
}

/// Builds classes and what they need; those already there are left alone.
///
/// # Errors
/// If a file cannot be read or written, or somebody said stop. What is complete by then
/// stays.
pub fn build(
    wanted: &[Class],
    builder: &Builder<'_>,
    told: &mut dyn FnMut(Event<'_>),
) -> Result<(), BuildError> {
    let order = order(wanted);
    let mut lock = None;
    let mut solver = Solver { builder, levels: HashMap::new() };
    for (at, class) in order.iter().enumerate() {
        let name = class.to_string();
        if builder.open(GameKind::Banqi, &name).is_ok_and(|file| file.header().limit == NO_LIMIT) {
            told(Event::There { name: &name });
            continue;
        }
        if lock.is_none() {
            lock = Some(builder.prepare(GameKind::Banqi)?);
        }
        let missing = |class: &&Class| builder.open(GameKind::Banqi, &class.to_string()).is_err();
        let left = order[at..].iter().filter(missing).map(|class| class.size() as u64).sum();
        let (size, of) = (class.size() as u64, order.len());
        told(Event::Begins { name: &name, size, left, at, of });
        let begin = Instant::now();
        let conversion =
            solver.solve(class, Metric::Conversion { limit: NO_LIMIT }, &mut |step| {
                told(Event::Step { name: &name, step });
            })?;
        let end = (class.size() as u64 <= builder.end_up_to)
            .then(|| solver.solve(class, Metric::End, &mut |_| {}))
            .transpose()?;
        let header = Header {
            game: GameKind::Banqi,
            name: name.clone(),
            perpetual_check: false,
            limit: NO_LIMIT,
            has_end: end.is_some(),
            has_ways: false,
            size: class.size() as u64,
            built_in: begin.elapsed().as_millis() as u32,
            figures: Vec::new(),
        };
        let bytes = to_bytes(header, &conversion, end.as_ref(), None)?;
        write(&path_of(GameKind::Banqi, builder.folder, &name), &bytes)?;
        told(Event::Ends { name: &name, bytes: bytes.len() as u64, time: begin.elapsed() });
    }
    Ok(())
}

/// Solves classes with what was read before.
struct Solver<'a> {
    builder: &'a Builder<'a>,
    levels: HashMap<(Class, Distance), Arc<Levels>>,
}

impl Solver<'_> {
    fn solve(
        &mut self,
        class: &Class,
        metric: Metric,
        told: &mut dyn FnMut(crate::solve::Step),
    ) -> Result<Levels, BuildError> {
        let distance = if metric == Metric::End { Distance::End } else { Distance::Conversion };
        for after in class.after_captures() {
            let key = (after.clone(), distance);
            if !self.levels.contains_key(&key) {
                let name = after.to_string();
                let file = self.builder.open(GameKind::Banqi, &name);
                let read = file.and_then(|file| file.read(distance));
                let levels = read.map_err(|error| needed(name, error.into()))?;
                self.levels.insert(key, Arc::new(levels));
            }
        }
        let find = |class: &Class| self.levels.get(&(class.clone(), distance)).cloned();
        let space = BanqiSpace::new(class, metric, find);
        let space = space.map_err(|class| BuildError::Dead(class.to_string()))?;
        Ok(crate::solve::solve(&space, self.builder.threads, self.builder.stop, told)?)
    }
}
