//! The sets that come with Chuhe, found in games that Chuhe played against itself.
//! `docs/puzzles.md` has the commands that make them.

use std::io::Read as _;
use std::sync::LazyLock;

use flate2::read::DeflateDecoder;
use game::GameKind;

use crate::puzzle::Puzzle;

/// The files, by [`GameKind`], as [`pack`] writes them.
const FILES: [(GameKind, &[u8]); 2] = [
    (GameKind::Xiangqi, include_bytes!("../data/xiangqi.puzzles")),
    (GameKind::Banqi, include_bytes!("../data/banqi.puzzles")),
];

static SETS: LazyLock<[Vec<Puzzle>; 2]> = LazyLock::new(|| {
    FILES.map(|(game, bytes)| unpack(game, bytes).expect("a test reads the shipped sets"))
});

/// The shipped puzzles of a game, the easiest first.
pub fn shipped(game: GameKind) -> &'static [Puzzle] {
    &SETS[usize::from(game == GameKind::Banqi)]
}

/// Puzzles as a file: their lines, packed.
///
/// # Errors
/// Never, but for want of memory.
pub fn pack(puzzles: &[Puzzle]) -> std::io::Result<Vec<u8>> {
    let text: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    let mut packed = Vec::new();
    let mut encoder =
        flate2::bufread::DeflateEncoder::new(text.as_bytes(), flate2::Compression::best());
    encoder.read_to_end(&mut packed)?;
    Ok(packed)
}

/// No file unpacks to more bytes.
const LARGEST: u64 = 16 << 20;

/// The puzzles of a file.
///
/// # Errors
/// If it is damaged, or a line is no puzzle.
pub fn unpack(game: GameKind, bytes: &[u8]) -> Result<Vec<Puzzle>, String> {
    let mut text = String::new();
    let mut reader = DeflateDecoder::new(bytes).take(LARGEST);
    reader.read_to_string(&mut text).map_err(|error| error.to_string())?;
    let numbered = (1..).zip(text.lines());
    let read = |(number, line): (usize, &str)| {
        Puzzle::read(game, line).map_err(|error| format!("line {number}: {error}"))
    };
    numbered.map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;
    use std::collections::HashSet;

    #[test]
    fn there_are_as_many_as_were_promised_and_each_is_whole() {
        for (game, most) in [(GameKind::Xiangqi, 2_000), (GameKind::Banqi, 500)] {
            let puzzles = shipped(game);
            assert!(puzzles.len() >= most, "{game}: {}", puzzles.len());
            let ids: HashSet<&str> = puzzles.iter().map(|puzzle| puzzle.id.as_str()).collect();
            assert_eq!(ids.len(), puzzles.len(), "names are names");
            assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.rating));
            let known = |key: &String| crate::themes::names(key).is_some();
            assert!(puzzles.iter().all(|puzzle| puzzle.themes.iter().all(known)));
        }
    }

    #[test]
    fn mates_of_every_length_and_wins_of_both_games_are_there() {
        let has = |game, name: &str, moves| {
            shipped(game).iter().any(|one| one.goal.name() == name && one.goal.moves() == moves)
        };
        assert!((1..=8).all(|moves| has(GameKind::Xiangqi, "mate", moves)));
        assert!((2..=3).all(|moves| has(GameKind::Xiangqi, "gain", moves)));
        assert!(
            ["gain", "win", "draw", "chance"].iter().any(|name| has(GameKind::Banqi, name, 1))
                && has(GameKind::Banqi, "gain", 2)
        );
    }

    /// All of them by `chuhe puzzles check`; here some of every goal, the prover and the
    /// slow boards both.
    #[test]
    fn a_sample_is_proved_again() {
        for game in GameKind::ALL {
            let puzzles = shipped(game);
            for puzzle in puzzles.iter().step_by(puzzles.len() / 60) {
                assert_eq!(check::fault(puzzle), None, "{puzzle}");
            }
            let short = puzzles.iter().filter(|puzzle| check::is_short(puzzle));
            let short: Vec<&Puzzle> = short.collect();
            for puzzle in short.iter().step_by((short.len() / 40).max(1)) {
                assert_eq!(check::slow_fault(puzzle), None, "{puzzle}");
            }
        }
    }
}
