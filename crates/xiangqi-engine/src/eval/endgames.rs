//! Known endings: material classes that are drawn or won by theory (Kao 2009,
//! section 1.1: endings need knowledge that search does not find).
//!
//! The classes are those of the classic textbooks. A class stands for more than
//! itself: what cannot beat a defender cannot beat a stronger one either, and
//! what wins also wins with more. Real positions have exceptions, so a class
//! only scales the score; the search sees the rest.

use std::sync::LazyLock;

use xiangqi::Kind;

use super::material::{Army, Census};

search::params! {
    /// What a known ending does to the score.
    pub struct EndgameParams {
        /// What is left of the score in a drawn class, of 64.
        drawn: 10, 0, 64, 2;
        /// What is left of it when the stronger side has nobody to attack with.
        hopeless: 2, 0, 64, 2;
        /// What a won class adds.
        won: 120, 0, 600, 10;
    }
}

/// What theory says about the stronger side's chances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing known.
    Open,
    /// The stronger side should not win.
    Drawn,
    /// The stronger side cannot win: it has no attacker.
    Hopeless,
    /// The stronger side should win.
    Won,
}

/// Stronger side with the most it may have, weaker side with the least it needs.
const DRAWN: &[(&str, &str)] = &[
    // A cannon with nothing useful to jump over.
    ("CBB", ""),
    // Rook.
    ("RAABB", "R"),
    ("RAABB", "AABB"),
    ("RAABB", "CAA"),
    ("RAABB", "CBB"),
    ("RAABB", "CC"),
    ("RAABB", "NN"),
    ("RAABB", "NC"),
    ("RAABB", "NBB"),
    ("RAABB", "NAAB"),
    ("RAABB", "PPP"),
    ("RAABB", "PPAA"),
    ("RAABB", "PPBB"),
    ("RPAABB", "CAABB"),
    ("RPAABB", "RAA"),
    ("RPPAABB", "RAAB"),
    ("RC", "R"),
    ("RCBB", "RBB"),
    ("RCAABB", "RAABB"),
    ("RCAABB", "RNBB"),
    ("RNAABB", "RBB"),
    ("RNPAABB", "RCAAB"),
    ("RRAABB", "RCAA"),
    ("RRAABB", "CCAABB"),
    ("RRAABB", "NCAABB"),
    // Horse.
    ("NAABB", "B"),
    ("NAABB", "AA"),
    ("NPAABB", "AABB"),
    ("NPAABB", "NB"),
    ("NPAABB", "CBB"),
    ("NPAABB", "PAAB"),
    ("NPPAABB", "CAAB"),
    ("NPPAABB", "NAAB"),
    ("NNAABB", "CBB"),
    ("NNAABB", "CC"),
    ("NNAABB", "NBB"),
    ("NCAABB", "R"),
    ("NCAABB", "CC"),
    ("NCAABB", "NC"),
    // Cannon.
    ("CAABB", "AB"),
    ("CAABB", "BB"),
    ("CAABB", "C"),
    ("CAABB", "N"),
    ("CAABB", "PA"),
    ("CAB", "P"),
    ("CP", "BB"),
    ("CPA", "CB"),
    ("CPAABB", "CAA"),
    ("CPAABB", "CBB"),
    ("CPAABB", "NAB"),
    ("CPAABB", "NAA"),
    ("CPAABB", "NBB"),
    ("CPPAABB", "CAABB"),
    ("CPPAABB", "NAABB"),
    ("CC", "C"),
    ("CC", "N"),
    ("CCB", "BB"),
    ("CCAA", "NBB"),
    ("CCAABB", "CBB"),
    // Pawns.
    ("PAABB", "A"),
    ("PAABB", "B"),
    ("PPAABB", "AB"),
    ("PPAABB", "CA"),
    ("PPAABB", "CB"),
    ("PPAABB", "NB"),
    ("PPPAABB", "PAAB"),
    ("PPPAABB", "CAA"),
];

/// Stronger side with the least it needs, weaker side with the most it may have.
const WON: &[(&str, &str)] = &[
    ("R", "AAB"),
    ("R", "ABB"),
    ("RP", "RA"),
    ("RP", "NAABB"),
    ("RPP", "RABB"),
    ("RPP", "RAA"),
    ("RPPP", "RAABB"),
    ("RCA", "R"),
    ("RCB", "R"),
    ("RCAB", "RBB"),
    ("RCAA", "RABB"),
    ("RCBB", "RAAB"),
    ("RCPAABB", "RAABB"),
    ("RRAABB", "RNAA"),
    ("RRAABB", "RNBB"),
    ("RRAABB", "NNAABB"),
    ("N", "A"),
    ("NP", "AAB"),
    ("NP", "ABB"),
    ("NP", "CA"),
    ("NP", "CB"),
    ("NP", "NA"),
    ("NP", "PAA"),
    ("NPP", "AABB"),
    ("NPP", "CABB"),
    ("NPP", "NABB"),
    ("NN", "AABB"),
    ("NN", "CAA"),
    ("NN", "CAB"),
    ("NN", "NAA"),
    ("NN", "NAB"),
    ("NC", "AABB"),
    ("CA", "AA"),
    ("CA", "B"),
    ("CP", "AA"),
    ("CP", "AB"),
    ("CPA", "AAB"),
    ("CPA", "ABB"),
    ("CPA", "CA"),
    ("CPA", "NA"),
    ("CPB", "C"),
    ("CPB", "AAB"),
    ("CPB", "ABB"),
    ("CPAA", "CB"),
    ("CC", "AA"),
    ("CC", "AB"),
    ("CCA", "AABB"),
    ("CCA", "CAA"),
    ("CCA", "NAA"),
    ("CCABB", "NBB"),
    ("CCBB", "AABB"),
    ("P", ""),
    ("PP", "AA"),
    ("PP", "BB"),
    ("PP", "C"),
    ("PP", "N"),
    ("PP", "PA"),
    ("PP", "PB"),
    ("PPP", "AABB"),
    ("PPP", "CBB"),
    ("PPP", "NAA"),
    ("PPP", "NBB"),
];

/// What theory says when `strong` stands better than `weak`.
#[inline]
pub fn verdict(strong: Army, weak: Army) -> Verdict {
    let table = &*KNOWN_ENDINGS;
    match (table.small[strong.index()], table.small[weak.index()]) {
        (Some(strong), Some(weak)) => {
            table.verdicts[usize::from(strong) * table.classes + usize::from(weak)]
        }
        _ => Verdict::Open,
    }
}

/// At most so many rooks, horses and cannons have a place in the table.
const MOST_MAJORS: i32 = 2;
/// And so many pawns.
const MOST_PAWNS: i32 = 3;

struct KnownEndings {
    small: Box<[Option<u16>]>,
    classes: usize,
    verdicts: Box<[Verdict]>,
}

/// Computes what is known about endings now, so that no search has to wait for it.
pub(super) fn prepare() {
    LazyLock::force(&KNOWN_ENDINGS);
}

static KNOWN_ENDINGS: LazyLock<KnownEndings> = LazyLock::new(|| {
    let is_small =
        |army: &Army| army.majors() <= MOST_MAJORS && army.count(Kind::Pawn) <= MOST_PAWNS;
    let armies: Vec<Army> = Army::all().filter(is_small).collect();
    let mut small = vec![None; Census::ARMIES].into_boxed_slice();
    for (index, army) in armies.iter().enumerate() {
        small[army.index()] = Some(index as u16);
    }
    let theory = Theory::new();
    let lanes: Vec<Lanes> = armies.iter().map(|&army| Lanes::new(army)).collect();
    let verdicts = lanes
        .iter()
        .flat_map(|&strong| lanes.iter().map(move |&weak| (strong, weak)))
        .map(|(strong, weak)| theory.judge(strong, weak))
        .collect();
    KnownEndings { small, classes: armies.len(), verdicts }
});

/// An army's counts side by side, so that "has at least" is one subtraction.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Lanes(u32);

impl Lanes {
    const HIGH: u32 = 0x0088_8888;

    fn new(army: Army) -> Lanes {
        let kinds = &Kind::ALL[1..];
        Lanes(kinds.iter().fold(0, |lanes, &kind| lanes << 4 | army.count(kind) as u32))
    }

    fn includes(self, other: Lanes) -> bool {
        ((self.0 | Self::HIGH) - other.0) & Self::HIGH == Self::HIGH
    }
}

/// The lists as lanes.
struct Theory {
    guards_only: Lanes,
    drawn: Vec<(Lanes, Lanes)>,
    won: Vec<(Lanes, Lanes)>,
}

impl Theory {
    fn new() -> Theory {
        let army = |letters: &str| {
            let count = |kind: Kind| letters.chars().filter(|&c| c == kind.letter()).count();
            Lanes::new(Army::of(count))
        };
        let pairs = |list: &[(&str, &str)]| {
            list.iter().map(|&(strong, weak)| (army(strong), army(weak))).collect()
        };
        Theory { guards_only: army("AABB"), drawn: pairs(DRAWN), won: pairs(WON) }
    }

    /// An exact class decides; otherwise a drawn class covers weaker attackers and
    /// stronger defenders, a won class the reverse. Contradictions stay open.
    fn judge(&self, strong: Lanes, weak: Lanes) -> Verdict {
        if self.guards_only.includes(strong) {
            return Verdict::Hopeless;
        }
        let mut drawn = self.drawn.iter();
        let mut won = self.won.iter();
        let is_drawn = drawn.any(|&(most, least)| most.includes(strong) && weak.includes(least));
        let is_won = won.any(|&(least, most)| strong.includes(least) && most.includes(weak));
        match (is_drawn, is_won) {
            (true, false) => Verdict::Drawn,
            (false, true) => Verdict::Won,
            (false, false) => Verdict::Open,
            (true, true) if self.won.contains(&(strong, weak)) => Verdict::Won,
            (true, true) if self.drawn.contains(&(strong, weak)) => Verdict::Drawn,
            (true, true) => Verdict::Open,
        }
    }
}

impl EndgameParams {
    /// A score seen by the side that stands better, after theory.
    #[inline]
    pub(super) fn apply(&self, score: i32, strong: Army, weak: Army) -> i32 {
        match verdict(strong, weak) {
            Verdict::Open => score,
            Verdict::Drawn => score * self.drawn / 64,
            Verdict::Hopeless => score * self.hopeless / 64,
            Verdict::Won => score + self.won,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn army(letters: &str) -> Army {
        Army::of(|kind| letters.chars().filter(|&letter| letter == kind.letter()).count())
    }

    #[test]
    fn classic_endings() {
        let cases = [
            ("R", "AABB", Verdict::Drawn),
            ("R", "AAB", Verdict::Won),
            ("RAB", "CAAB", Verdict::Drawn),
            ("NCB", "AABB", Verdict::Won),
            ("AABB", "A", Verdict::Hopeless),
            ("CBB", "A", Verdict::Drawn),
            ("CAB", "A", Verdict::Won),
            ("P", "", Verdict::Won),
            ("P", "A", Verdict::Drawn),
            ("RRNNCC", "RRNNCC", Verdict::Open),
        ];
        for (strong, weak, expected) in cases {
            assert_eq!(verdict(army(strong), army(weak)), expected, "{strong} against {weak}");
        }
    }

    /// No class may be swallowed by one of the other list.
    #[test]
    fn every_listed_class_keeps_its_verdict() {
        for (list, expected) in [(DRAWN, Verdict::Drawn), (WON, Verdict::Won)] {
            for &(strong, weak) in list {
                let found = verdict(army(strong), army(weak));
                assert!(found == expected, "{strong} against {weak}: {found:?}");
            }
        }
    }
}
