//! Practice against tables: endings of a class to begin from, and the defence that lasts
//! longest.

use game::{GameKind, Rng};

use super::{AnyTables, RatedPly, ValueView};
use crate::game::AnyGame;

/// So many ways to place the pieces are tried.
const TRIES: usize = 600;
/// An ending that is won in fewer plies is nothing to practise.
const LEAST: u16 = 5;

/// The pieces of a class by its name, `R-ab` or `K-A`: letters, upper case those of who
/// is to do it; xiangqi's kings come with them. `None` if it is no name.
fn pieces(kind: GameKind, name: &str) -> Option<Vec<char>> {
    let (own, other) = match name.split_once('-') {
        Some(sides) => sides,
        None => {
            let second = name.char_indices().filter(|(_, letter)| *letter == 'K').nth(1)?.0;
            name.split_at(second)
        }
    };
    let mut letters: Vec<char> = own.chars().map(|letter| letter.to_ascii_uppercase()).collect();
    letters.extend(other.chars().map(|letter| letter.to_ascii_lowercase()));
    if kind == GameKind::Xiangqi {
        for king in ['K', 'k'] {
            if !letters.contains(&king) {
                letters.insert(0, king);
            }
        }
    }
    letters.iter().all(char::is_ascii_alphabetic).then_some(letters)
}

/// Whether a piece of xiangqi can ever stand on a point, as red counts ranks.
fn can_stand(letter: char, file: usize, rank: usize) -> bool {
    let rank = if letter.is_ascii_uppercase() { rank } else { 9 - rank };
    match letter.to_ascii_uppercase() {
        'K' => (3..=5).contains(&file) && rank <= 2,
        'A' => (3..=5).contains(&file) && rank <= 2 && (file + rank) % 2 == 1,
        'B' => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
        'P' => rank >= 5 || (rank >= 3 && file.is_multiple_of(2)),
        _ => true,
    }
}

/// Pieces anywhere they can stand, red to move, as a text.
fn placed(kind: GameKind, letters: &[char], rng: &mut Rng) -> String {
    let (files, ranks) = match kind {
        GameKind::Xiangqi => (9, 10),
        GameKind::Banqi => (8, 4),
    };
    let mut board = vec!['1'; files * ranks];
    for &letter in letters {
        let free: Vec<usize> = (0..board.len())
            .filter(|&at| board[at] == '1')
            .filter(|&at| {
                let (file, rank) = (at % files, ranks - 1 - at / files);
                kind == GameKind::Banqi || can_stand(letter, file, rank)
            })
            .collect();
        if let Some(&at) = rng.choose(&free) {
            board[at] = letter;
        }
    }
    let rows: Vec<String> = board.chunks(files).map(|row| row.iter().collect()).collect();
    let turn = if kind == GameKind::Xiangqi { "w" } else { "r" };
    format!("{} {turn}", rows.join("/"))
}

/// A position of a class of a value (`win` or `draw`) for red, who is to move and has the
/// pieces named first, or those named second if the first cannot have that value; `None`
/// if no such position was found, or there is no such table.
pub fn position(tables: &AnyTables, name: &str, value: &str, seed: u64) -> Option<AnyGame> {
    let letters = pieces(tables.kind(), name)?;
    let turned = |letter: &char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    let other: Vec<char> = letters.iter().map(turned).collect();
    of_pieces(tables, &letters, value, seed).or_else(|| of_pieces(tables, &other, value, seed))
}

fn of_pieces(tables: &AnyTables, letters: &[char], value: &str, seed: u64) -> Option<AnyGame> {
    let kind = tables.kind();
    let mut rng = Rng::new(seed);
    let mut short = None;
    for _ in 0..TRIES {
        let text = placed(kind, letters, &mut rng);
        let Ok(game) = AnyGame::open(kind, Some(&text), None) else { continue };
        let Some(view) = tables.view((&game).into()) else { continue };
        if view.worth.value != value || game.verdict().is_some() {
            continue;
        }
        // The text as the game writes it.
        let game = AnyGame::open(kind, Some(&game.position()), None).ok()?;
        if view.worth.plies.is_none_or(|plies| plies >= LEAST) {
            return Some(game);
        }
        short = short.or(Some(game));
    }
    short
}

/// How good a value is for who has it: more is better, and a loss that lasts is better
/// than one at once.
fn worth(view: &ValueView) -> i32 {
    let plies = i32::from(view.end.or(view.plies).unwrap_or(0));
    match view.value {
        "win" => 30_000 - plies,
        "rule-win" => 20_000,
        "cursed-win" => 10_000,
        "cursed-loss" => -10_000,
        "rule-loss" => -20_000,
        "loss" => -30_000 + plies,
        _ => 0,
    }
}

/// The best of rated plies: wins soonest, loses latest.
pub fn best(plies: &[RatedPly]) -> Option<&RatedPly> {
    plies.iter().max_by_key(|rated| worth(&rated.worth))
}

/// What a ply changed: whether the value it keeps is the one there was.
pub fn keeps(before: &ValueView, after: &ValueView) -> bool {
    let step =
        |view: &ValueView| worth(view).signum() * (1 + i32::from(worth(view).abs() > 15_000));
    step(after) >= step(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_pieces() {
        let read = |kind, name| pieces(kind, name).map(|letters| letters.into_iter().collect());
        let xiangqi = |name| -> Option<String> { read(GameKind::Xiangqi, name) };
        assert_eq!(xiangqi("R-ab").as_deref(), Some("kKRab"));
        assert_eq!(xiangqi("KRKAB").as_deref(), Some("KRkab"));
        let banqi: Option<String> = read(GameKind::Banqi, "KA-P");
        assert_eq!(banqi.as_deref(), Some("KAp"));
        for name in ["", "../x", "R"] {
            assert_eq!(xiangqi(name), None, "{name}");
        }
    }

    #[test]
    fn endings_have_the_value_that_was_asked_for_and_the_defence_lasts() {
        let folder = std::env::temp_dir().join(format!("chuhe-practice-{}", std::process::id()));
        let builder = tablebase::Builder {
            folder: &folder,
            threads: 1,
            memory: 64 << 20,
            end_up_to: 700_000,
            stop: &std::sync::atomic::AtomicBool::new(false),
        };
        tablebase::banqi::build(&["KA-P".parse().unwrap()], &builder, &mut |_| {}).unwrap();
        let tables = AnyTables::open(GameKind::Banqi, folder.to_str().unwrap()).unwrap();
        let name = tables.list().iter().map(|one| one.name.clone()).find(|name| name.len() > 3);
        let name = name.expect("a class of three");
        for seed in 0..5 {
            let Some(game) = position(&tables, &name, "win", seed) else { continue };
            let again = position(&tables, &name, "win", seed).unwrap();
            assert_eq!(game.position(), again.position(), "same seed, same ending");
            let view = tables.view((&game).into()).unwrap();
            assert_eq!(view.worth.value, "win");
            let best = best(&view.plies).unwrap();
            assert_eq!(best.worth.value, "win");
            assert!(keeps(&view.worth, &best.worth));
            let poor = view.plies.iter().filter(|ply| ply.worth.value != "win");
            assert!(poor.into_iter().all(|ply| !keeps(&view.worth, &ply.worth)));
        }
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(position(&tables, "nothing", "win", 1).is_none());
    }
}
