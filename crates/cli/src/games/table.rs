//! Tables on a terminal, with characters of both widths.

use crate::output::grouped;

/// How many columns of a terminal a text takes.
fn width(text: &str) -> usize {
    text.chars().map(symbol_width).sum()
}

fn symbol_width(symbol: char) -> usize {
    match symbol {
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{20000}'..='\u{3ffff}' => 2,
        _ => 1,
    }
}

/// `1 game`, `2 games`.
pub fn counted(number: u64, word: &str) -> String {
    format!("{} {word}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A text cut to so many columns.
pub fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut taken = 0;
    let kept = text.chars().take_while(|&symbol| {
        taken += symbol_width(symbol);
        taken < most
    });
    kept.collect::<String>() + "…"
}

/// Lines with columns under each other; numbers stand at the right.
pub fn table(names: &[&str], rows: &[Vec<String>]) -> String {
    let head: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let widths: Vec<usize> = (0..names.len())
        .map(|column| {
            let cells = rows.iter().chain([&head]).filter_map(|row| row.get(column));
            cells.map(|cell| width(cell)).max().unwrap_or(0)
        })
        .collect();
    // Numbers, dates, results, parts of a hundred; a name may begin with a digit, too.
    let numeric = |cell: &str| {
        cell.chars().all(|symbol| symbol.is_ascii_digit() || ",.%/?*-–… ".contains(symbol))
    };
    let right: Vec<bool> = (0..names.len())
        .map(|column| rows.iter().filter_map(|row| row.get(column)).all(|cell| numeric(cell)))
        .collect();
    let mut text = String::new();
    for row in [&head].into_iter().chain(rows) {
        let mut line = String::new();
        for ((cell, &wide), &right) in row.iter().zip(&widths).zip(&right) {
            let blanks = " ".repeat(wide.saturating_sub(width(cell)));
            line += &if right { format!("{blanks}{cell}  ") } else { format!("{cell}{blanks}  ") };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        let rows = [vec!["1".to_owned(), "胡榮華".to_owned()], vec!["12".into(), "Al".into()]];
        assert_eq!(table(&["id", "red"], &rows), "id  red\n 1  胡榮華\n12  Al\n");
        let rows = [vec!["1,234".to_owned(), "2009杯".into()], vec!["7".into(), "1984".into()]];
        assert_eq!(table(&["games", "event"], &rows), "games  event\n1,234  2009杯\n    7  1984\n");
        assert_eq!(
            (counted(1, "game"), counted(2000, "game")),
            ("1 game".into(), "2,000 games".into())
        );
        assert_eq!((cut("胡榮華", 6), cut("胡榮華!", 6)), ("胡榮華".into(), "胡榮…".into()));
    }
}
