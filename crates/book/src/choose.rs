//! Which of a position's moves is played.

use std::fmt::Write as _;
use std::str::FromStr;

use game::Rng;

use crate::counts::Trust;
use crate::entry::Entry;

/// How a move is chosen among good ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variety {
    /// Always the best.
    Best,
    /// By the dice, better and more played ones more often.
    #[default]
    Weighted,
    /// By the dice, all the same.
    Uniform,
}

impl Variety {
    /// Every way, with its name.
    pub const ALL: [(&'static str, Variety); 3] =
        [("best", Variety::Best), ("weighted", Variety::Weighted), ("uniform", Variety::Uniform)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Variety::ALL.into_iter().find(|&(_, way)| way == self).map_or("", |(name, _)| name)
    }
}

impl FromStr for Variety {
    type Err = String;

    fn from_str(text: &str) -> Result<Variety, String> {
        let found = Variety::ALL.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        let text: String = text.chars().take(40).collect();
        found
            .map(|(_, way)| way)
            .ok_or_else(|| format!("it is '{text}': expected best, weighted or uniform"))
    }
}

/// A move is good if its share of points is at most so much below the best one's, both
/// taken with caution.
const MARGIN: f64 = 0.05;

/// The good moves of a position, the best first. The book's own choice comes before
/// everything; without one (a book of games, or a position of the other side) moves
/// must be trusted.
pub fn good(trust: &Trust, entries: impl Iterator<Item = Entry>) -> Vec<Entry> {
    let (mut chosen, mut others) = (Vec::new(), Vec::new());
    for entry in entries {
        if entry.marks.chosen {
            chosen.push(entry);
        } else if trust.has(&entry.counts) {
            others.push(entry);
        }
    }
    let mut moves = if chosen.is_empty() { others } else { chosen };
    sort(trust, &mut moves);
    let best = moves.first().map_or(0.0, |entry| worth(trust, entry));
    moves.retain(|entry| worth(trust, entry) >= best - MARGIN);
    moves
}

/// Sorts moves by their worth, the best first.
pub fn sort(trust: &Trust, moves: &mut [Entry]) {
    moves.sort_by(|a, b| worth(trust, b).total_cmp(&worth(trust, a)).then(a.code.cmp(&b.code)));
}

/// What a move is worth beside others of its position: trusted games before searches.
fn worth(trust: &Trust, entry: &Entry) -> f64 {
    if trust.has(&entry.counts) { entry.counts.lower() } else { 0.0 }
}

/// Chooses among good moves, the best of which comes first.
pub fn choose(variety: Variety, moves: &[Entry], dice: &mut Rng) -> Option<Entry> {
    match variety {
        Variety::Best => moves.first().copied(),
        Variety::Uniform => dice.choose(moves).copied(),
        Variety::Weighted => {
            let weighted: Vec<(Entry, u32)> =
                moves.iter().map(|&entry| (entry, weight(&entry))).collect();
            dice.weighted(&weighted)
        }
    }
}

/// How often a move is drawn: by its games, and by what they brought.
fn weight(entry: &Entry) -> u32 {
    (f64::from(entry.counts.games()) * entry.counts.lower() * 16.0) as u32 + 1
}

/// Why a move was given, in words.
pub fn reason(entry: &Entry, variety: Variety, good: usize, maker: Option<&str>) -> String {
    let mut text = String::new();
    let (counts, marks) = (entry.counts, entry.marks);
    if counts.games() > 0 {
        let s = if counts.games() == 1 { "" } else { "s" };
        let _ = write!(
            text,
            "{} game{s}, {:.1} % of the points, {:.1} % with caution",
            counts.games(),
            100.0 * counts.score(),
            100.0 * counts.lower()
        );
        if entry.year > 0 {
            let _ = write!(text, ", last in {}", entry.year);
        }
    }
    if marks.search {
        let and = if text.is_empty() { "" } else { "; " };
        let _ = write!(text, "{and}found by a search of depth {}", entry.depth);
        if let Some(maker) = maker {
            let _ = write!(text, " ({maker})");
        }
    }
    if good > 1 {
        let _ = write!(text, "; one of {good} good moves ({})", variety.name());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Counts;
    use crate::entry::Marks;

    fn entry(code: u16, wins: u32, losses: u32, chosen: bool) -> Entry {
        let marks = Marks { record: true, chosen, ..Marks::default() };
        Entry { code, marks, counts: Counts { wins, draws: 0, losses }, ..Entry::default() }
    }

    fn codes(moves: &[Entry]) -> Vec<u16> {
        moves.iter().map(|entry| entry.code).collect()
    }

    #[test]
    fn the_best_comes_first_and_bad_ones_not_at_all() {
        let trust = Trust::default();
        let all = [
            entry(1, 300, 300, false),
            entry(2, 54, 46, false),
            entry(3, 3, 0, false),
            entry(4, 10, 90, false),
            entry(5, 530, 470, false),
        ];
        let moves = good(&trust, all.into_iter());
        assert_eq!(codes(&moves), [5, 2, 1], "3 has few games, 4 loses");
        let own = [all[0], entry(3, 3, 0, true), all[4]];
        assert_eq!(codes(&good(&trust, own.into_iter())), [3], "the book's choice");
        assert!(good(&trust, [all[2], all[3]].into_iter()).is_empty());
    }

    #[test]
    fn dice_follow_the_variety() {
        let moves = [entry(1, 600, 400, true), entry(2, 60, 40, true)];
        let count = |variety: Variety| {
            let mut dice = Rng::new(9);
            let drawn = (0..2_000).filter_map(|_| choose(variety, &moves, &mut dice));
            drawn.filter(|entry| entry.code == 1).count()
        };
        assert_eq!(count(Variety::Best), 2_000);
        assert!((900..1_100).contains(&count(Variety::Uniform)));
        assert!((1_750..1_950).contains(&count(Variety::Weighted)), "ten times as many games");
        for (name, way) in Variety::ALL {
            assert_eq!((name.parse(), way.name()), (Ok(way), name));
        }
        let wrong = "often".parse::<Variety>().unwrap_err();
        assert_eq!(wrong, "it is 'often': expected best, weighted or uniform");
    }
}
