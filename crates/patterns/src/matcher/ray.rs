//! Rays: the pieces a king meets along its file and its rank. Hollow cannons, batteries and
//! pins say who comes first, second and third, so they have masks of their own: for each
//! step those that accept a piece there, and those that accept so many empty points before.

use xiangqi::{Kind, Piece, Position, Side, Square, attacks};

use super::check::AHEAD;
use super::page::{Lane, has, set};
use crate::pattern::{Area, Condition, Item, PieceSet, Relation, Subject};

/// No line is followed further.
const STEPS: usize = 3;
/// Empty points before a piece, at most.
const GAPS: usize = 9;
/// The whole board.
const BOARD: Area = Area::Fixed((1 << 90) - 1);

/// What a king must meet in one of some directions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Term {
    directions: u8,
    /// How many empty points before the next piece (`None`: any number), and which.
    steps: Vec<(Option<u32>, PieceSet)>,
}

/// The terms, of which one must hold, that conditions come to if they are about the lines
/// of a side's king and nothing else. Each that holds in another direction or with another
/// number of steps ends at another piece.
pub(super) fn terms(side: Side, all: &[Condition]) -> Option<Vec<Term>> {
    let (bound, condition) = match all {
        [Condition::Let(variable, set, area), condition] if *area == BOARD => {
            (Some((*variable, *set)), condition)
        }
        [condition] => (None, condition),
        _ => return None,
    };
    match condition {
        Condition::Line(Subject::Pieces(from, Area::Fixed(_)), directions, items) => {
            let king = PieceSet::of(Piece::new(side, Kind::King));
            if *from != king || items.first() != Some(&Item::Pieces(king)) {
                return None;
            }
            let steps = steps(&items[1..], bound)?;
            Some(vec![Term { directions: directions.0, steps }])
        }
        Condition::Related(Relation::Pins, of, Subject::Pieces(held, area)) if *area == BOARD => {
            let by = match (of, bound) {
                (Subject::Variable(of), Some((variable, set))) if *of == variable => set,
                (Subject::Pieces(set, area), None) if *area == BOARD => *set,
                _ => return None,
            };
            pins(side, by, *held)
        }
        _ => None,
    }
}

/// The steps of a line; a bound piece must be its last.
fn steps(items: &[Item], bound: Option<(u8, PieceSet)>) -> Option<Vec<(Option<u32>, PieceSet)>> {
    let (mut steps, mut gap, mut uses) = (Vec::new(), Some(0), 0);
    for (at, item) in items.iter().enumerate() {
        match item {
            // "Some, and any number more" is no single number.
            Item::Empty => gap = Some(gap? + 1),
            Item::Empties if gap == Some(0) => gap = None,
            Item::Pieces(set) => steps.push((gap.replace(0), *set)),
            Item::Variable(variable) if at + 1 == items.len() => {
                let (_, set) = bound.filter(|(known, _)| known == variable)?;
                uses += 1;
                steps.push((gap.replace(0), set));
            }
            _ => return None,
        }
    }
    let is_told = gap == Some(0) && bound.is_some() == (uses == 1);
    (is_told && (1..=STEPS).contains(&steps.len())).then_some(steps)
}

/// Who holds a piece before the king of a side: a rook the only one between, a cannon each
/// of two.
fn pins(side: Side, by: PieceSet, held: PieceSet) -> Option<Vec<Term>> {
    let held = PieceSet(held.0 & PieceSet::side(side).0);
    let mut terms = Vec::new();
    for piece in by.pieces() {
        let last = PieceSet::of(piece);
        let between: &[&[PieceSet]] = match piece.kind() {
            _ if piece.side() == side => return None,
            Kind::Rook => &[&[held]],
            Kind::Cannon => &[&[held, PieceSet::ALL], &[PieceSet::ALL, held]],
            _ => return None,
        };
        for before in between {
            let steps = before.iter().chain([&last]).map(|set| (None, *set)).collect();
            terms.push(Term { directions: 15, steps });
        }
    }
    Some(terms)
}

/// The rays of one king, with the masks of its terms: a bit each.
#[derive(Clone, Debug)]
pub(super) struct Rays {
    king: Square,
    /// All points of its rays; none if there are no terms.
    pub points: u128,
    words: usize,
    /// `[word][row]`: the terms that go in a direction, that end at a step, that accept a
    /// piece there, and that accept so many empty points before it.
    masks: Vec<u64>,
    /// By term: its first bit among those of the page, and how many follow it.
    bits: Vec<(u32, u32)>,
}

const fn end_row(step: usize) -> usize {
    4 + step
}

const fn piece_row(step: usize, piece: Piece) -> usize {
    4 + STEPS + step * 14 + piece.index()
}

const fn gap_row(step: usize, gap: usize) -> usize {
    4 + STEPS * 15 + step * GAPS + gap
}

/// The rows of the masks.
const ROWS: usize = 4 + STEPS * (15 + GAPS);

/// What a king meets.
#[derive(Clone, Debug)]
pub(super) struct Met {
    /// The terms that hold: `[direction][step][word]`.
    terms: Vec<u64>,
    /// By direction: the points that were looked at.
    reach: [u128; 4],
}

impl Rays {
    /// The rays of a king with terms, and the bits of the page each is about: the first and
    /// how many. Those of one ground pattern stand side by side.
    pub fn new(king: Square, terms: &[(&Term, (u32, u32))]) -> Rays {
        let words = terms.len().div_ceil(64);
        let mut rays = Rays {
            king,
            points: if words == 0 { 0 } else { attacks::lines(king).0 },
            words,
            masks: vec![0; ROWS * words],
            bits: terms.iter().map(|(_, bits)| *bits).collect(),
        };
        for (number, (term, _)) in terms.iter().enumerate() {
            rays.add(number, term);
        }
        rays
    }

    fn add(&mut self, number: usize, term: &Term) {
        let mut set = |row: usize| {
            self.masks[number / 64 * ROWS + row] |= 1 << (number % 64);
        };
        (0..4).filter(|way| term.directions >> way & 1 != 0).for_each(&mut set);
        for (step, (gap, pieces)) in term.steps.iter().enumerate() {
            pieces.pieces().for_each(|piece| set(piece_row(step, piece)));
            let fits = |number: &usize| gap.is_none_or(|gap| gap as usize == *number);
            (0..GAPS).filter(fits).for_each(|number| set(gap_row(step, number)));
        }
        set(end_row(term.steps.len() - 1));
    }

    /// Nothing met.
    pub fn start(&self) -> Met {
        let reach = [0, 1, 2, 3].map(|way: usize| AHEAD[way][self.king.index()]);
        Met { terms: vec![0; 4 * STEPS * self.words], reach }
    }

    /// Looks again along the rays on which a point changed; whether something else is met.
    #[inline]
    pub fn look(&self, met: &mut Met, position: &Position, changed: u128) -> bool {
        let mut other = false;
        for way in 0..4 {
            if changed & met.reach[way] != 0 {
                other |= self.follow(met, position, way);
            }
        }
        other
    }

    /// Follows one ray, as far as a term is left; whether something else is met.
    fn follow(&self, met: &mut Met, position: &Position, way: usize) -> bool {
        let (mut other, mut reach) = (false, 0);
        for word in 0..self.words {
            let (ended, looked_at) = if way == 0 || way == 3 {
                self.follow_word::<true>(position, way, word)
            } else {
                self.follow_word::<false>(position, way, word)
            };
            reach |= looked_at;
            for (step, ended) in ended.into_iter().enumerate() {
                let now = &mut met.terms[(way * STEPS + step) * self.words + word];
                other |= std::mem::replace(now, ended) != ended;
            }
        }
        met.reach[way] = reach;
        other
    }

    /// The terms of a word that end at each step, and the points that were looked at.
    /// `UP`: the indices of points grow along the way.
    #[inline]
    fn follow_word<const UP: bool>(
        &self,
        position: &Position,
        way: usize,
        word: usize,
    ) -> ([u64; STEPS], u128) {
        let masks: &[u64; ROWS] =
            self.masks[word * ROWS..][..ROWS].try_into().expect("there are so many rows");
        let mut at = self.king.index();
        let ray = AHEAD[way][at];
        let (mut left, mut ahead) = (masks[way], position.occupied().0 & ray);
        let mut ended = [0; STEPS];
        for step in 0..STEPS {
            if left == 0 {
                return (ended, ray & !AHEAD[way][at]);
            }
            if ahead == 0 {
                break;
            }
            let next =
                if UP { ahead.trailing_zeros() } else { 127 - ahead.leading_zeros() } as usize;
            ahead = if UP { ahead & (ahead - 1) } else { ahead & !(1 << next) };
            let steps = next.abs_diff(at);
            let far = if way < 2 { steps / 9 } else { steps };
            at = next;
            let Some(piece) = position.piece_at(Square::from_index(next)) else { break };
            left &= masks[piece_row(step, piece)] & masks[gap_row(step, far - 1)];
            ended[step] = left & masks[end_row(step)];
            left ^= ended[step];
        }
        (ended, ray)
    }

    /// Sets the bits of the page for what is met: as many of each as pieces are met.
    pub fn paint(&self, met: &Met, out: &mut [Lane]) {
        for group in met.terms.chunks(self.words.max(1)).filter(|group| any(group)) {
            let mut last = u32::MAX;
            for (word, &terms) in group.iter().enumerate() {
                let mut terms = terms;
                while terms != 0 {
                    let (first, most) = self.bits[word * 64 + terms.trailing_zeros() as usize];
                    terms &= terms - 1;
                    // Terms of one ground pattern that end at the same piece count once.
                    if first != last {
                        last = first;
                        let free = (first..first + most).find(|&bit| !has(out, bit as usize));
                        free.into_iter().for_each(|bit| set(out, bit as usize));
                    }
                }
            }
        }
    }
}

fn any(words: &[u64]) -> bool {
    words.iter().any(|word| *word != 0)
}
