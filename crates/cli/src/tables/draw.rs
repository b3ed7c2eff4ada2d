//! `chuhe tables draw`.

use std::process::ExitCode;

use anyhow::{Result, bail};
use game::{Rng, Side};
use tablebase::banqi::{self, BanqiTables};
use tablebase::verify::step_for;
use tablebase::xiangqi::{Layout, XiangqiTables};
use tablebase::{Rated, Value};

use super::{AnyClass, Folder};
use crate::output::print;

/// Draw won positions of a class as a test set
///
/// One position a line with every ply that keeps the win (`bm`) and the plies to the next
/// capture or the end (`c0`). Positions in which every ply wins test nothing and are left
/// out.
#[derive(clap::Args)]
pub struct Args {
    /// The class
    #[arg(value_name = "CLASS")]
    class: AnyClass,
    #[command(flatten)]
    folder: Folder,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 50)]
    count: usize,
    /// Won in at least so many plies
    #[arg(long, value_name = "PLIES", default_value_t = 1)]
    least: u16,
    /// The seed of the choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A drawn position as a line; `None` if it is not wanted.
type Line<'a> = dyn Fn(usize, Side) -> Option<String> + 'a;

pub fn run(args: &Args) -> Result<ExitCode> {
    let folder = args.folder.text()?;
    match &args.class {
        AnyClass::Xiangqi(class) => {
            let tables = XiangqiTables::open(&folder)?;
            let layout = Layout::new(*class, u64::MAX)?;
            let line = |index: usize, side: Side| {
                let setup = layout.setup(index, side)?;
                let position = ::xiangqi::Position::try_from(&setup).ok()?;
                let plies = tables.plies(&position)?;
                text(args, &position.to_string(), &plies)
            };
            draw(args, layout.size(), &line)
        }
        AnyClass::Banqi(class) => {
            let tables = BanqiTables::open(&folder)?;
            let line = |index: usize, side: Side| {
                let position = banqi::position_text(class, index, side)?;
                let position: ::banqi::Position = position.parse().ok()?;
                let plies = tables.plies(&position, 0)?;
                text(args, &position.to_string(), &plies)
            };
            draw(args, class.size(), &line)
        }
    }
}

/// Walks once over the class from a random entry on, with a step that meets everything.
fn draw(args: &Args, size: usize, line: &Line<'_>) -> Result<ExitCode> {
    let mut dice = Rng::new(args.seed);
    let (mut index, step) = (dice.below(size), step_for(size, args.count.saturating_mul(40)));
    let mut drawn = 0;
    for _ in 0..size {
        if drawn == args.count {
            break;
        }
        index = (index + step) % size;
        if let Some(text) = line(index, Side::BOTH[dice.below(2)]) {
            drawn += 1;
            print(&format!("{text} id \"{}.{drawn}\";\n", args.class))?;
        }
    }
    if drawn == 0 {
        bail!(
            "no position of {} is won in {} plies or more, or a table is missing",
            args.class,
            args.least
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn text<Ply: ToString>(args: &Args, position: &str, plies: &[Rated<Ply>]) -> Option<String> {
    let Value::Win(distance) = plies.first()?.conversion else { return None };
    let winning: Vec<String> = plies
        .iter()
        .filter(|rated| matches!(rated.conversion, Value::Win(_)))
        .map(|rated| rated.ply.to_string())
        .collect();
    if distance < args.least || winning.len() == plies.len() {
        return None;
    }
    let board: Vec<&str> = position.split_whitespace().take(2).collect();
    let board = board.join(" ");
    Some(format!("{board} - - bm {}; c0 \"win in {distance} plies\";", winning.join(" ")))
}
