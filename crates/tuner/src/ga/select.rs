//! Which parameters of a set change.

use game::Rng;

use super::block::{block, may_stand};
use super::settings::{GaSettings, SelectCells};
use crate::space::{Space, Table};

/// Groups of parameters; those of a group change together, by the same measure. Each
/// plain parameter and each table has the mode's chance to be among them; of a chosen
/// table one block changes (or some points, each by itself).
pub(super) fn groups(space: &Space, settings: &GaSettings, rng: &mut Rng) -> Vec<Vec<usize>> {
    let share = settings.mode.share();
    let mut groups = Vec::new();
    for gene in (0..space.len()).filter(|&gene| !space.in_table(gene)) {
        if rng.unit() < share {
            groups.push(vec![gene]);
        }
    }
    for table in space.tables() {
        if rng.unit() < share {
            match settings.cells {
                SelectCells::Block => groups.extend(block_of(table, rng)),
                SelectCells::Points(count) => groups.extend(points_of(table, count, rng)),
            }
        }
    }
    groups
}

/// The cells where the piece can stand at all.
fn standing(table: &Table) -> Vec<(usize, usize, usize)> {
    let stands = |&&(row, file, _): &&(usize, usize, usize)| may_stand(&table.piece, row, file);
    table.cells.iter().filter(stands).copied().collect()
}

fn block_of(table: &Table, rng: &mut Rng) -> Option<Vec<usize>> {
    let cells = standing(table);
    let &(row, file, _) = rng.choose(&cells)?;
    let points = block(&table.piece, row, file);
    let inside = |&&(row, file, _): &&(usize, usize, usize)| points.contains(&(row, file));
    Some(cells.iter().filter(inside).map(|&(_, _, gene)| gene).collect())
}

fn points_of(table: &Table, count: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut cells = standing(table);
    rng.shuffle(&mut cells);
    cells.into_iter().take(count).map(|(_, _, gene)| vec![gene]).collect()
}
