//! The shapes of a board as a teacher tells them: what decides first, lesser things in
//! passing, and nothing twice.

use xiangqi::{Bitboard, Kind, Piece, Position, Side};

use crate::set::{Match, PatternSet};

/// What forces comes first, then what attacks.
const ORDER: [&str; 3] = ["ending", "mate", "attack"];
/// With so many remarks about these, quiet shapes are only named.
const ENOUGH: usize = 2;

/// What is said about the shapes of a board, a paragraph each.
///
/// `all` says everything at length. `worth` is what a shape counts for its side now.
pub fn remarks(
    set: &PatternSet,
    position: &Position,
    language: &str,
    all: bool,
    worth: impl Fn(&Match) -> i32,
) -> Vec<String> {
    let found = ranked(set, position);
    let kept: Vec<Match> =
        found.iter().filter(|one| all || !one.covered).map(|one| one.found).collect();
    let is_quiet = |one: &&Match| rank(set, one) == ORDER.len();
    let loud = kept.iter().filter(|one| !is_quiet(one)).count();
    let teller = Teller { set, position, language };
    let (mut told, mut besides) = (Vec::new(), Vec::new());
    for (at, one) in kept.iter().enumerate() {
        let same = |other: &Match| other.pattern == one.pattern && other.side != one.side;
        let both = is_quiet(&one) && !all && kept.iter().any(same);
        if both && kept[..at].iter().any(same) {
            continue;
        }
        if is_quiet(&one) && loud >= ENOUGH && !all {
            besides.push(teller.named(one, both));
        } else {
            told.push(teller.remark(one, both, worth(one)));
        }
    }
    if !besides.is_empty() {
        told.push(teller.besides(&besides));
    }
    if told.is_empty() {
        told.push(teller.nothing().to_owned());
    }
    told
}

/// A shape on the board in its place among the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The shape.
    pub found: Match,
    /// It forces or attacks; the others are about how things stand.
    pub loud: bool,
    /// It says nothing that a stronger one of its side does not say.
    pub covered: bool,
}

/// The shapes of a board, what decides first.
pub fn ranked(set: &PatternSet, position: &Position) -> Vec<Ranked> {
    let mut found = set.matches(position);
    found.sort_by_key(|one| rank(set, one));
    let place = |(at, one): (usize, &Match)| Ranked {
        found: *one,
        loud: rank(set, one) < ORDER.len(),
        covered: found[..at].iter().any(|by| covers(by, one)),
    };
    found.iter().enumerate().map(place).collect()
}

fn rank(set: &PatternSet, one: &Match) -> usize {
    let first = set.patterns[one.pattern].tags.first().map_or("", String::as_str);
    ORDER.iter().position(|tag| *tag == first).unwrap_or(ORDER.len())
}

/// Whether a shape says nothing that a stronger one does not say.
fn covers(by: &Match, one: &Match) -> bool {
    by.side == one.side && one.points & !by.points == 0
}

struct Teller<'a> {
    set: &'a PatternSet,
    position: &'a Position,
    language: &'a str,
}

impl Teller<'_> {
    fn is_english(&self) -> bool {
        !matches!(self.language, "hant" | "hans" | "zh-hant" | "zh-hans")
    }

    fn is_simplified(&self) -> bool {
        matches!(self.language, "hans" | "zh-hans")
    }

    fn nothing(&self) -> &'static str {
        match (self.is_english(), self.is_simplified()) {
            (true, _) => "No named shape is on the board.",
            (_, true) => "盘上没有已知的棋形。",
            _ => "盤上沒有已知的棋形。",
        }
    }

    fn side(&self, side: Side, both: bool) -> &'static str {
        match (self.is_english(), self.is_simplified(), side) {
            (true, ..) if both => "Both sides",
            (true, _, Side::Red) => "Red",
            (true, _, Side::Black) => "Black",
            (_, true, _) if both => "双方",
            _ if both => "雙方",
            (_, true, Side::Red) => "红方",
            (_, _, Side::Red) => "紅方",
            (_, _, Side::Black) => "黑方",
        }
    }

    fn name(&self, one: &Match) -> &str {
        self.set.patterns[one.pattern].name.of(self.language)
    }

    fn remark(&self, one: &Match, both: bool, worth: i32) -> String {
        let worth = if worth == 0 { String::new() } else { format!(" [{worth:+}]") };
        let plan = self.set.patterns[one.pattern].plan.of(self.language);
        let pieces = if both { String::new() } else { self.pieces(one) };
        let (side, name) = (self.side(one.side, both), self.name(one));
        match self.is_english() {
            true => format!("{side}: {name}{pieces}{worth}. {plan}"),
            false => format!("{side}：{name}{pieces}{worth}。{plan}"),
        }
    }

    /// Who takes part: its own pieces, then whom it is about.
    fn pieces(&self, one: &Match) -> String {
        let of = |side: Side| {
            let own = |&(piece, _): &(Piece, _)| piece.side() == side;
            let points = Bitboard(one.points).into_iter();
            let pieces = points.filter_map(|at| Some((self.position.piece_at(at)?, at)));
            let word = |(piece, at): (Piece, _)| match self.is_english() {
                true => format!("{} {at}", piece.kind().name()),
                false => format!("{}{at}", self.character(piece)),
            };
            pieces.filter(own).map(word).collect::<Vec<_>>()
        };
        let (comma, against) = if self.is_english() { (", ", " against ") } else { ("、", "對") };
        let against = if self.is_simplified() { "对" } else { against };
        let (own, others) = (of(one.side).join(comma), of(!one.side).join(comma));
        let inside = match (own.is_empty(), others.is_empty()) {
            (true, true) => return String::new(),
            (false, true) => own,
            (true, false) => others,
            (false, false) => format!("{own}{against}{others}"),
        };
        if self.is_english() { format!(" ({inside})") } else { format!("（{inside}）") }
    }

    fn character(&self, piece: Piece) -> char {
        match (self.is_simplified(), piece.kind(), piece.side()) {
            (true, Kind::Rook, _) => '车',
            (true, Kind::Horse, _) => '马',
            (true, Kind::Cannon, _) => '炮',
            (true, Kind::King, Side::Red) => '帅',
            (true, Kind::King, Side::Black) => '将',
            _ => piece.character(),
        }
    }

    fn named(&self, one: &Match, both: bool) -> String {
        let (side, name) = (self.side(one.side, both), self.name(one));
        if self.is_english() { format!("{side}: {name}") } else { format!("{side}{name}") }
    }

    fn besides(&self, names: &[String]) -> String {
        match self.is_english() {
            true => format!("Besides: {}.", names.join("; ")),
            false => format!("此外：{}。", names.join("，")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped::shipped;

    fn told(fen: &str, language: &str, all: bool) -> Vec<String> {
        remarks(shipped(), &fen.parse().unwrap(), language, all, |_| 0)
    }

    const BOLTED: &str = "2b1ka1r1/9/4bR3/p3r3p/2p1c4/9/P1P5P/4C4/4A4/2BAK1B1R b";

    #[test]
    fn what_decides_comes_first_and_nothing_is_said_twice() {
        let said = told(BOLTED, "en", false);
        assert!(said[0].starts_with("Red: Iron bolt (cannon e2, rook f7 against king e9). "));
        assert!(!said.iter().any(|one| one.contains("Rook on the rib (")), "{said:?}");
        assert!(said.last().unwrap().starts_with("Besides: "), "{said:?}");
        let all = told(BOLTED, "en", true);
        assert_eq!(all.len(), shipped().matches(&BOLTED.parse().unwrap()).len());
        assert!(all.len() > said.len());
    }

    #[test]
    fn what_both_have_is_said_once() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        let said = told(start, "en", false);
        assert!(said.iter().any(|one| one.starts_with("Both sides: Full guard. ")), "{said:?}");
        assert_eq!(told("3k5/9/9/9/9/9/9/9/9/4K4 w", "en", false).len(), 1);
    }

    #[test]
    fn other_languages_have_their_own_words() {
        let said = told(BOLTED, "hant", false);
        assert!(
            said[0].starts_with("紅方：") && said[0].contains("（炮e2、俥f7對將e9）"),
            "{said:?}"
        );
        let said = told(BOLTED, "hans", false);
        assert!(
            said[0].starts_with("红方：") && said[0].contains("（炮e2、车f7对将e9）"),
            "{said:?}"
        );
    }
}
