//! CHE (QQ): numbers in plain text. The second is the count of plies, then ten
//! numbers for each, the fourth to seventh of them rank and file of both points.

use super::{Step, new_game, play, record};
use crate::format::{Hint, Record};
use crate::model::{Problem, ProblemCode};
use crate::place::{Place, Places};

/// Whether a file is a row of numbers, as many as its second one says.
pub fn detects(bytes: &[u8], hint: &Hint<'_>) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    if !bytes
        .iter()
        .all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace() || *byte == b',')
    {
        return false;
    }
    let count = numbers(text).nth(1).map_or(0, |(_, count)| count);
    let told = count.saturating_mul(10).saturating_add(2);
    let found = numbers(text).take(told.saturating_add(11)).count();
    count > 0
        && (hint.name.to_ascii_lowercase().ends_with(".che") || told <= found && found < told + 10)
}

/// The numbers of a text and where they stand.
fn numbers(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let words = text.split(|symbol: char| !symbol.is_ascii_digit());
    let offset = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    words
        .filter(|word| !word.is_empty())
        .map(move |word| (offset(word), word.parse().unwrap_or(usize::MAX)))
}

/// Reads the game of a file.
pub fn read(bytes: &[u8], _: &Hint<'_>) -> Record {
    let text = String::from_utf8_lossy(bytes);
    let places = Places::new(&text);
    let mut game = new_game();
    game.place = Place::START;
    let mut all = numbers(&text).skip(1);
    let told = all.next().map_or(0, |(_, count)| count);
    let rest: Vec<(usize, usize)> = all.collect();
    let steps: Vec<Step> = rest
        .chunks_exact(10)
        .take(told)
        .map(|ply| Step {
            from: [ply[4].1, ply[3].1],
            to: [ply[6].1, ply[5].1],
            place: places.at(ply[3].0),
        })
        .collect();
    let found = steps.len();
    play(&mut game, steps.into_iter());
    // The last ply may leave out what follows its points.
    if found < told {
        let message = format!("{found} plies where {told} are told");
        game.report(Problem::new(ProblemCode::Truncated, places.at(text.len()), message));
    }
    record("che", "UTF-8", game)
}
