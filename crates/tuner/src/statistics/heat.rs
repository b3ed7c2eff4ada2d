//! Heat maps: where winners stand more or less often than expected.

use std::fmt::Write as _;

use xiangqi::Kind;

use super::winners::{PHASES, Winners};
use super::{COLUMNS, ROWS};

/// A point's side in the picture.
const CELL: f64 = 16.0;
/// Between boards.
const GAP: f64 = 24.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 64.0;
/// A logarithm of this size has the full colour: half as often again, or two thirds.
const FULL: f64 = 0.4;

/// One picture: a row for each kind, a column for each phase, the enemy's home rank on top.
/// Red is more often than expected, blue less; points where the piece never stood are grey.
pub fn heat_maps(winners: &Winners) -> String {
    let (board, tall) = (9.0 * CELL + GAP, ROWS as f64 * CELL + GAP);
    let (width, height) = (LEFT + 3.0 * board, TOP + 7.0 * tall);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n\
         <title>Where winners stand, against expectation</title>\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"18\" font-size=\"14\">Where winners stand, against \
         expectation ({} positions)</text>\n\
         <text x=\"{LEFT}\" y=\"36\">red: more often, blue: less often, grey: never</text>\n",
        winners.positions()
    );
    for (column, phase) in PHASES.into_iter().enumerate() {
        let x = LEFT + column as f64 * board;
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\">{phase}</text>", TOP - 8.0);
    }
    for (row, kind) in Kind::ALL.into_iter().enumerate() {
        let y = TOP + row as f64 * tall;
        let _ = writeln!(svg, "<text x=\"6\" y=\"{}\">{}</text>", y + 14.0, kind.name());
        for phase in 0..3 {
            draw(&mut svg, winners, phase, kind, LEFT + phase as f64 * board, y);
        }
    }
    svg + "</svg>\n"
}

fn draw(svg: &mut String, winners: &Winners, phase: usize, kind: Kind, x: f64, y: f64) {
    for ((row, column), log, expected) in winners.surprise(phase, kind) {
        let fill = if expected > 0.0 { colour(log) } else { "#eee".to_owned() };
        let share =
            format!("{} {}: {:+.0} %", kind.name(), place(row, column), (log.exp() - 1.0) * 100.0);
        let files = if column == COLUMNS - 1 { vec![column] } else { vec![column, 8 - column] };
        for file in files {
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" \
                 stroke=\"#ccc\"><title>{share}</title></rect>",
                x + file as f64 * CELL,
                y + row as f64 * CELL,
            );
        }
    }
}

/// A point of the half board as red sees it.
fn place(row: usize, column: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, ROWS - 1 - row)
}

/// White for what was expected.
fn colour(log: f64) -> String {
    let share = (log / FULL).clamp(-1.0, 1.0);
    let pale = (255.0 * (1.0 - share.abs())).round() as u8;
    if share >= 0.0 {
        format!("#ff{pale:02x}{pale:02x}")
    } else {
        format!("#{pale:02x}{pale:02x}ff")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Position as _;
    use records::GameResult;
    use xiangqi::Position;

    #[test]
    fn a_picture_has_every_point_of_every_board() {
        let mut winners = Winners::default();
        winners.add(&Position::start(), GameResult::First);
        let svg = heat_maps(&winners);
        assert_eq!(svg.matches("<rect").count(), 1 + 3 * 7 * 90);
        assert!(svg.contains("(1 positions)") && svg.ends_with("</svg>\n"));
        assert_eq!(
            (colour(0.0), colour(9.0), colour(-9.0)),
            ("#ffffff".into(), "#ff0000".into(), "#0000ff".into())
        );
    }
}
