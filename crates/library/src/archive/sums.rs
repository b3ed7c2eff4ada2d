//! What the games of a position add up to, in memory and in the file.
//!
//! In the file numbers are varints as in the pages of the index: how many plies, and of
//! each its code, its tally, its years and its latest game; how many years, and of each
//! its distance from the one before and its tally; the same of players.

use std::collections::HashMap;

use records::GameResult;

use super::explore::Tally;
use super::facts::Facts;
use super::index::{Entry, read_number, write_number};

/// The start of all games has all of them: what is counted for each is found by
/// indexing and not by hashing.
#[derive(Default)]
pub(super) struct Sums {
    pub tally: Tally,
    pub plies: Vec<(u16, Sum)>,
    years: Vec<Tally>,
    /// Players of the first games.
    players: HashMap<u32, Tally>,
    /// Those of all others, by id.
    crowd: Vec<Tally>,
}

/// From so many games on players are counted in one row.
const CROWD: u32 = 500;
/// No player has a higher id: a file that says so must not fill the memory.
const MOST_PLAYERS: u64 = 1 << 22;

/// The games of a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Sum {
    pub tally: Tally,
    /// The first and the last one that is known.
    pub years: (u16, u16),
    /// Date and id of the latest game.
    pub latest: (u32, u32),
}

impl Sum {
    fn join(&mut self, other: &Sum) {
        self.tally.join(&other.tally);
        self.latest = self.latest.max(other.latest);
        if other.years.0 > 0 {
            let (first, last) = self.years;
            let first = if first == 0 { other.years.0 } else { first.min(other.years.0) };
            self.years = (first, last.max(other.years.1));
        }
    }
}

/// A place of a row, made if it is not there.
fn place(row: &mut Vec<Tally>, index: usize) -> &mut Tally {
    if row.len() <= index {
        row.resize(index + 1, Tally::default());
    }
    &mut row[index]
}

/// The places of a row that have games.
fn filled(row: &[Tally]) -> impl Iterator<Item = (u32, Tally)> {
    (0..).zip(row.iter().copied()).filter(|(_, tally)| tally.games > 0)
}

impl Sums {
    /// Counts a game.
    pub(super) fn add(&mut self, entry: Entry, facts: &Facts) {
        let second = (entry.ply % 2 == 1) != facts.second_begins;
        let mut one = Tally::default();
        one.add(points(facts.result, second));
        let year = facts.date.year();
        self.tally.join(&one);
        place(&mut self.years, year.into()).join(&one);
        self.player(if second { facts.black } else { facts.red }).join(&one);
        let latest = (facts.date.number(), entry.game);
        self.ply(entry.next).join(&Sum { tally: one, years: (year, year), latest });
    }

    fn ply(&mut self, code: u16) -> &mut Sum {
        let known = self.plies.iter().position(|&(other, _)| other == code);
        let at = known.unwrap_or_else(|| {
            self.plies.push((code, Sum::default()));
            self.plies.len() - 1
        });
        &mut self.plies[at].1
    }

    fn player(&mut self, id: u32) -> &mut Tally {
        match self.tally.games {
            0..CROWD => self.players.entry(id).or_default(),
            _ => place(&mut self.crowd, id as usize),
        }
    }

    /// By year; 0 if it is not known.
    pub(super) fn years(&self) -> Vec<(u16, Tally)> {
        filled(&self.years).map(|(year, tally)| (year as u16, tally)).collect()
    }

    /// Players by id, in order; 0 is nobody.
    pub(super) fn players(&mut self) -> Vec<(u32, Tally)> {
        let few = std::mem::take(&mut self.players);
        if self.crowd.is_empty() {
            let mut few: Vec<(u32, Tally)> = few.into_iter().collect();
            few.sort_unstable_by_key(|&(id, _)| id);
            return few;
        }
        for (id, tally) in few {
            place(&mut self.crowd, id as usize).join(&tally);
        }
        filled(&self.crowd).collect()
    }

    /// As it stands in the file.
    pub(super) fn write(mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.plies.sort_unstable_by_key(|&(code, _)| code);
        write_number(&mut bytes, self.plies.len() as u64);
        for (code, Sum { tally, years, latest }) in &self.plies {
            write_number(&mut bytes, (*code).into());
            write_tally(&mut bytes, tally);
            for number in [years.0.into(), years.1.into(), latest.0, latest.1] {
                write_number(&mut bytes, number.into());
            }
        }
        let years = self.years().into_iter().map(|(year, tally)| (year.into(), tally));
        write_row(&mut bytes, &years.collect::<Vec<_>>());
        write_row(&mut bytes, &self.players());
        bytes
    }

    /// Adds what stands in the file; nothing if it is damaged.
    pub(super) fn add_written(&mut self, mut bytes: &[u8]) -> Option<()> {
        let bytes = &mut bytes;
        for _ in 0..read_number(bytes)? {
            let code = number(bytes)?;
            let tally = read_tally(bytes)?;
            let years = (number(bytes)?, number(bytes)?);
            let latest = (number(bytes)?, number(bytes)?);
            self.tally.join(&tally);
            self.ply(code).join(&Sum { tally, years, latest });
        }
        read_row(bytes, u16::MAX.into(), |year, tally| {
            place(&mut self.years, year as usize).join(&tally);
        })?;
        read_row(bytes, MOST_PLAYERS, |id, tally| self.player(id).join(&tally))?;
        bytes.is_empty().then_some(())
    }
}

/// Whether bytes are sums, for fuzzing.
#[doc(hidden)]
pub fn are_sums(bytes: &[u8]) -> bool {
    Sums::default().add_written(bytes).is_some()
}

fn number<T: TryFrom<u64>>(bytes: &mut &[u8]) -> Option<T> {
    T::try_from(read_number(bytes)?).ok()
}

fn write_tally(bytes: &mut Vec<u8>, tally: &Tally) {
    for number in [tally.games, tally.wins, tally.draws, tally.losses] {
        write_number(bytes, number.into());
    }
}

fn read_tally(bytes: &mut &[u8]) -> Option<Tally> {
    let [games, wins, draws, losses] =
        [number(bytes)?, number(bytes)?, number(bytes)?, number(bytes)?];
    let tally = Tally { games, wins, draws, losses };
    let known = u64::from(wins) + u64::from(draws) + u64::from(losses);
    (known <= games.into()).then_some(tally)
}

fn write_row(bytes: &mut Vec<u8>, row: &[(u32, Tally)]) {
    write_number(bytes, row.len() as u64);
    let mut before = 0;
    for (index, tally) in row {
        write_number(bytes, u64::from(index - before));
        before = *index;
        write_tally(bytes, tally);
    }
}

fn read_row(bytes: &mut &[u8], most: u64, mut take: impl FnMut(u32, Tally)) -> Option<()> {
    let mut index = 0u64;
    for _ in 0..read_number(bytes)? {
        index = index.checked_add(read_number(bytes)?).filter(|&index| index <= most)?;
        take(index as u32, read_tally(bytes)?);
    }
    Some(())
}

/// 1, 0 or -1 for who is to move.
fn points(result: GameResult, second: bool) -> Option<i8> {
    match (result, second) {
        (GameResult::Unknown, _) => None,
        (GameResult::Draw, _) => Some(0),
        (GameResult::First, false) | (GameResult::Second, true) => Some(1),
        (GameResult::First, true) | (GameResult::Second, false) => Some(-1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::Date;
    use game::Rng;

    fn random(rng: &mut Rng, game: u32) -> (Entry, Facts) {
        let results =
            [GameResult::First, GameResult::Second, GameResult::Draw, GameResult::Unknown];
        let (ply, next) = (rng.below(4) as u16, [7, 300, Entry::END][rng.below(3)]);
        let date = if rng.below(4) == 0 { 0 } else { (1950 + rng.below(60) as u32) * 10_000 };
        let facts = Facts {
            date: Date::from_number(date),
            result: results[rng.below(4)],
            second_begins: rng.below(5) == 0,
            red: rng.below(700) as u32,
            black: rng.below(700) as u32,
        };
        (Entry { key: 1, game, ply, next }, facts)
    }

    /// Everything, as a text.
    fn all(mut sums: Sums) -> String {
        sums.plies.sort_unstable_by_key(|&(code, _)| code);
        let (tally, years, players) = (sums.tally, sums.years(), sums.players());
        format!("{tally:?}\n{:?}\n{years:?}\n{players:?}", sums.plies)
    }

    #[test]
    fn parts_that_were_written_add_up_to_the_whole() {
        let mut rng = Rng::new(8);
        for count in [1, 40, 499, 500, 501, 3000] {
            let games: Vec<(Entry, Facts)> = (1..=count).map(|id| random(&mut rng, id)).collect();
            let mut whole = Sums::default();
            games.iter().for_each(|(entry, facts)| whole.add(*entry, facts));
            let mut joined = Sums::default();
            for (index, part) in games.chunks(count as usize / 3 + 1).enumerate() {
                let mut sums = Sums::default();
                part.iter().for_each(|(entry, facts)| sums.add(*entry, facts));
                match index {
                    1 => part.iter().for_each(|(entry, facts)| joined.add(*entry, facts)),
                    _ => joined.add_written(&sums.write()).unwrap(),
                }
            }
            assert_eq!(all(joined), all(whole), "{count} games");
        }
    }

    #[test]
    fn damage_is_seen() {
        let mut rng = Rng::new(9);
        let mut sums = Sums::default();
        for id in 1..=600 {
            let (entry, facts) = random(&mut rng, id);
            sums.add(entry, &facts);
        }
        let bytes = sums.write();
        for end in 0..bytes.len() {
            assert_eq!(Sums::default().add_written(&bytes[..end]), None, "{end}");
        }
        assert_eq!(Sums::default().add_written(&[&bytes[..], &[0]].concat()), None);
        assert_eq!(Sums::default().add_written(&[0xff; 99]), None);
        // One game that was won twice.
        assert_eq!(Sums::default().add_written(&[1, 7, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0]), None);
        assert_eq!(Sums::default().add_written(&[1, 7, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0]), Some(()));
    }
}
