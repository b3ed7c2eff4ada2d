//! The parts of an index: a king with its guards, or the attackers of one kind.
//!
//! Pieces of a group share one number, so that like pieces are counted once and a
//! king and its guards never stand on each other.

use game::Side;
use xiangqi::Kind;

use super::geometry::{Point, file, is_pawn_point, mirrored, offset, rank_for};
use super::material::Army;

/// The most pieces of one group.
pub(crate) const MOST: usize = 5;

/// The squares of a group's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Places {
    pub points: [Point; MOST],
    /// The same as bits.
    pub mask: u128,
    /// The group's number of the mirrored squares.
    pub mirror: u32,
}

/// A king with its advisors and elephants.
pub(crate) struct Guards {
    pub side: Side,
    /// The kind of each piece: the king, then advisors, then elephants.
    pub kinds: Vec<Kind>,
    pub places: Vec<Places>,
    /// The steps of each arrangement, without those onto its own pieces.
    pub steps: Vec<Vec<GuardStep>>,
    /// What a square adds to a code: for the king, for advisors, for elephants.
    codes: [[u32; 90]; 3],
    /// Numbers by code.
    numbers: Vec<u32>,
}

/// No arrangement has this code.
const NONE: u32 = u32::MAX;
/// A king on 9 squares, advisors on 5, elephants on 7.
const CODES: usize = 9 << 12;

/// One step of a king or guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GuardStep {
    /// The arrangement afterwards.
    pub number: u32,
    pub slot: u8,
    pub to: Point,
    /// Must be free; [`super::geometry::NOWHERE`] for pieces that have no eye.
    pub eye: Point,
}

/// The squares a king or guard of a side can stand on.
fn points_of(kind: Kind, side: Side) -> Vec<Point> {
    let may_stand = |point: &Point| {
        let (file, rank) = (file(*point), rank_for(*point, side));
        match kind {
            Kind::King => (3..6).contains(&file) && rank < 3,
            Kind::Advisor => {
                (3..6).contains(&file) && rank < 3 && (file - 4).abs() == (rank - 1).abs()
            }
            Kind::Elephant => {
                matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2))
            }
            Kind::Pawn => is_pawn_point(*point, side),
            _ => true,
        }
    };
    (0..90).filter(may_stand).collect()
}

/// Codes of squares: a number for the king's, a bit for each guard's.
fn codes(side: Side) -> [[u32; 90]; 3] {
    let mut codes = [[0; 90]; 3];
    for (number, point) in (0..).zip(points_of(Kind::King, side)) {
        codes[0][usize::from(point)] = number << 12;
    }
    for (bit, point) in (0..).zip(points_of(Kind::Advisor, side)) {
        codes[1][usize::from(point)] = 1 << bit;
    }
    for (bit, point) in (5..).zip(points_of(Kind::Elephant, side)) {
        codes[2][usize::from(point)] = 1 << bit;
    }
    codes
}

fn mask_of(points: &[Point]) -> u128 {
    points.iter().fold(0, |mask, &point| mask | 1 << point)
}

impl Guards {
    pub fn new(side: Side, army: Army) -> Guards {
        let mut kinds = vec![Kind::King];
        for kind in [Kind::Advisor, Kind::Elephant] {
            kinds.extend((0..army.count(kind)).map(|_| kind));
        }
        let mut guards = Guards {
            side,
            kinds,
            places: Vec::new(),
            steps: Vec::new(),
            codes: codes(side),
            numbers: vec![NONE; CODES],
        };
        guards.place(&mut Vec::new());
        guards.link();
        guards
    }

    /// Adds every arrangement that begins with some squares.
    fn place(&mut self, begun: &mut Vec<Point>) {
        let slot = begun.len();
        if slot == self.kinds.len() {
            let mut points = [0; MOST];
            points[..begun.len()].copy_from_slice(begun);
            let code = self.code(begun);
            self.numbers[code] = self.places.len() as u32;
            self.places.push(Places { points, mask: mask_of(begun), mirror: 0 });
            return;
        }
        let kind = self.kinds[slot];
        for point in points_of(kind, self.side) {
            let falls = slot > 0 && self.kinds[slot - 1] == kind && begun[slot - 1] > point;
            if !begun.contains(&point) && !falls {
                begun.push(point);
                self.place(begun);
                begun.pop();
            }
        }
    }

    /// A king's square, and the sets of the guards' squares.
    #[inline]
    fn code(&self, points: &[Point]) -> usize {
        let add = |code: u32, (kind, point): (&Kind, &Point)| {
            code + self.codes[kind.index()][usize::from(*point)]
        };
        self.kinds.iter().zip(points).fold(0, add) as usize
    }

    /// The number of an arrangement on squares its kinds may stand on; like pieces in
    /// any order.
    #[inline]
    pub fn number(&self, points: &[Point]) -> Option<u32> {
        let number = *self.numbers.get(self.code(points))?;
        (number != NONE).then_some(number)
    }

    /// Whether a piece of a kind may stand on a square.
    fn may_stand(&self, kind: Kind, point: Point) -> bool {
        points_of(kind, self.side).contains(&point)
    }

    fn link(&mut self) {
        for number in 0..self.places.len() {
            let points = self.places[number].points;
            let points = &points[..self.kinds.len()];
            let mirror: Vec<Point> = points.iter().map(|&point| mirrored(point)).collect();
            self.places[number].mirror = self.number(&mirror).unwrap_or(0);
            self.steps.push(self.steps_of(points));
        }
    }

    fn steps_of(&self, points: &[Point]) -> Vec<GuardStep> {
        let mut steps = Vec::new();
        for (slot, &kind) in self.kinds.iter().enumerate() {
            let ways: &[(i32, i32)] = match kind {
                Kind::King => &[(1, 0), (-1, 0), (0, 1), (0, -1)],
                Kind::Advisor => &[(1, 1), (1, -1), (-1, 1), (-1, -1)],
                _ => &[(2, 2), (2, -2), (-2, 2), (-2, -2)],
            };
            for &(files, ranks) in ways {
                let Some(to) = offset(points[slot], files, ranks) else { continue };
                let eye = match kind {
                    Kind::Elephant => offset(points[slot], files / 2, ranks / 2),
                    _ => None,
                };
                if !self.may_stand(kind, to) {
                    continue;
                }
                let mut after = points.to_vec();
                after[slot] = to;
                let blocked = points.contains(&to) || eye.is_some_and(|eye| points.contains(&eye));
                if let (Some(number), false) = (self.number(&after), blocked) {
                    let eye = eye.unwrap_or(super::geometry::NOWHERE);
                    steps.push(GuardStep { number, slot: slot as u8, to, eye });
                }
            }
        }
        steps
    }
}

/// The attackers of one kind and side.
pub(crate) struct Attackers {
    pub side: Side,
    pub kind: Kind,
    pub count: usize,
    /// Every way to place them; the first ways of a leading group stand for their
    /// mirror images too.
    pub places: Vec<Places>,
    /// The rank of a square among those the kind can stand on.
    ranks: [u32; 90],
    /// Binomial coefficients: `choose[k][n]` ways to take k of n.
    choose: Vec<[u32; 91]>,
    /// The number of every way to place them, by its combinatorial rank.
    numbers: Vec<Numbered>,
}

/// The number of a way to place a leading group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbered {
    pub number: u32,
    pub image: Image,
}

/// How a way to place a leading group relates to its mirror image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Image {
    /// It has a number of its own.
    Itself,
    /// The number belongs to the mirror image.
    Mirrored,
    /// It is its own mirror image.
    Symmetric,
}

impl Attackers {
    /// `leads`: a way to place them and its mirror image share a number.
    pub fn new(side: Side, kind: Kind, count: usize, leads: bool) -> Attackers {
        let points = points_of(kind, side);
        let mut ranks = [0; 90];
        for (rank, &point) in (0..).zip(&points) {
            ranks[usize::from(point)] = rank;
        }
        let mut attackers = Attackers {
            side,
            kind,
            count,
            places: Vec::new(),
            ranks,
            choose: binomials(count),
            numbers: Vec::new(),
        };
        let mut ways = Vec::new();
        subsets(&points, count, &mut Vec::new(), &mut ways);
        ways.sort_unstable_by_key(|way| attackers.rank_of(way));
        attackers.number_all(&ways, leads);
        attackers
    }

    fn number_all(&mut self, ways: &[Vec<Point>], leads: bool) {
        for way in ways {
            let mut mirror: Vec<Point> = way.iter().map(|&point| mirrored(point)).collect();
            mirror.sort_unstable();
            let (own, other) = (self.rank_of(way), self.rank_of(&mirror));
            let image = match own.cmp(&other) {
                _ if !leads => Image::Itself,
                std::cmp::Ordering::Less => Image::Itself,
                std::cmp::Ordering::Equal => Image::Symmetric,
                std::cmp::Ordering::Greater => Image::Mirrored,
            };
            let number = if image == Image::Mirrored {
                self.numbers[other as usize].number
            } else {
                let mut points = [0; MOST];
                points[..way.len()].copy_from_slice(way);
                self.places.push(Places { points, mask: mask_of(way), mirror: other });
                self.places.len() as u32 - 1
            };
            self.numbers.push(Numbered { number, image });
        }
    }

    /// The combinatorial rank of squares in rising order.
    #[inline]
    fn rank_of(&self, points: &[Point]) -> u32 {
        (0..).zip(points).map(|(at, &p)| self.choose[at][self.ranks[usize::from(p)] as usize]).sum()
    }

    /// The number of squares in any order, each a place for the kind.
    #[inline]
    pub fn number(&self, points: &mut [Point]) -> Numbered {
        points.sort_unstable();
        self.numbers[self.rank_of(points) as usize]
    }

    /// The number after the piece in a slot went to another square.
    #[inline]
    pub fn moved(&self, points: &[Point; MOST], slot: usize, to: Point) -> Numbered {
        if self.count == 1 {
            return self.numbers[self.ranks[usize::from(to)] as usize];
        }
        let mut points = *points;
        points[slot] = to;
        self.number(&mut points[..self.count])
    }
}

/// `[k][n]`: ways to take k + 1 of n.
fn binomials(count: usize) -> Vec<[u32; 91]> {
    let mut rows = Vec::new();
    let mut last = [1u32; 91];
    for _ in 0..count {
        let mut row = [0; 91];
        for n in 1..91 {
            row[n] = row[n - 1] + last[n - 1];
        }
        rows.push(row);
        last = row;
    }
    rows
}

fn subsets(points: &[Point], count: usize, begun: &mut Vec<Point>, all: &mut Vec<Vec<Point>>) {
    if begun.len() == count {
        all.push(begun.clone());
        return;
    }
    let least = begun.last().copied();
    for &point in points.iter().filter(|&&point| least.is_none_or(|least| point > least)) {
        begun.push(point);
        subsets(points, count, begun, all);
        begun.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn army(text: &str) -> Army {
        format!("KR{text}K").parse::<super::super::Material>().unwrap().army(Side::Red)
    }

    #[test]
    fn kings_and_guards_are_counted_as_published() {
        for (text, count) in [("", 9), ("AABB", 1410), ("A", 40), ("B", 62), ("AA", 70)] {
            assert_eq!(Guards::new(Side::Black, army(text)).places.len(), count, "{text}");
        }
    }

    #[test]
    fn attackers_are_counted_with_and_without_symmetry() {
        let cases = [
            (Kind::Rook, 1, true, 50),
            (Kind::Rook, 1, false, 90),
            (Kind::Pawn, 1, true, 31),
            (Kind::Pawn, 1, false, 55),
            (Kind::Horse, 2, true, 2045),
            (Kind::Cannon, 2, false, 4005),
            (Kind::Pawn, 3, false, 26_235),
        ];
        for (kind, count, leads, expected) in cases {
            let group = Attackers::new(Side::Red, kind, count, leads);
            assert_eq!(group.places.len(), expected, "{kind} × {count}");
        }
    }

    #[test]
    fn every_way_has_the_number_of_its_place() {
        for leads in [false, true] {
            let group = Attackers::new(Side::Black, Kind::Pawn, 2, leads);
            for (number, place) in (0..).zip(&group.places) {
                let mut points = [place.points[1], place.points[0]];
                assert_eq!(group.number(&mut points).number, number);
            }
        }
    }
}
