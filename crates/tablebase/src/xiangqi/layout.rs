//! The index of a class: from squares to a number and back.
//!
//! From the outside in: the leading attackers up to their mirror image, the other
//! attackers, red's king and guards, black's king and guards. Counts per side to move
//! agree with the published ones.

use arrayvec::ArrayVec;
use game::Side;
use xiangqi::{Kind, Piece, Position, Setup, Square};

use super::geometry::{Board, FREE, Point, mirrored, rotated};
use super::group::{Attackers, Guards, Image, MOST, Numbered};
use super::material::Material;

/// The most kinds of attackers of both sides together.
pub(crate) const MOST_GROUPS: usize = 6;
/// The most ways to place a group that are numbered.
const MOST_WAYS: u64 = 1 << 22;

/// The squares of a position by side and kind.
pub(crate) type Pieces = [[ArrayVec<Point, MOST>; 7]; 2];

/// The numbering of a class's positions.
pub struct Layout {
    pub(crate) material: Material,
    pub(crate) attackers: Vec<Attackers>,
    pub(crate) attacker_strides: ArrayVec<usize, MOST_GROUPS>,
    pub(crate) guards: [Guards; 2],
    pub(crate) guard_strides: [usize; 2],
    size: usize,
}

/// Why a class has no layout.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LayoutError {
    /// Nobody can give check.
    #[error("{0} has nobody who could give check: every position is a draw")]
    Dead(Material),
    /// Too many pieces.
    #[error("{material} has {size} indices: more than a table may have ({most})")]
    TooLarge {
        /// The class.
        material: Material,
        /// Its indices per side to move.
        size: u64,
        /// The most allowed.
        most: u64,
    },
}

/// An index taken apart.
pub(crate) struct Decoded {
    /// The numbers of the attackers' groups.
    pub attackers: [u32; MOST_GROUPS],
    pub guards: [u32; 2],
    pub board: Board,
}

/// The groups of attackers: the first leads.
fn groups(material: Material) -> Vec<(Side, Kind, usize)> {
    let kinds = [Kind::Rook, Kind::Cannon, Kind::Horse, Kind::Pawn];
    let mut groups = Vec::new();
    for side in Side::BOTH {
        for kind in kinds {
            let count = usize::from(material.army(side).count(kind));
            if count > 0 {
                groups.push((side, kind, count));
            }
        }
    }
    groups
}

/// Ways to take some of `from` things.
fn choose(from: u64, take: u64) -> u64 {
    (0..take).fold(1, |ways, n| ways * (from - n) / (n + 1))
}

/// Ways to place a group: all, and those that are their own mirror image.
fn ways(kind: Kind, count: u64) -> (u64, u64) {
    let (points, middle) = if kind == Kind::Pawn { (55, 7) } else { (90, 10) };
    let pairs = (points - middle) / 2;
    let alone = |pieces: u64| if pieces > middle { 0 } else { choose(middle, pieces) };
    let symmetric = (0..=count / 2).map(|n| choose(pairs, n) * alone(count - 2 * n)).sum::<u64>();
    (choose(points, count), symmetric)
}

/// Ways to place a king with its guards: the king keeps advisors off five squares, and
/// elephants off one.
fn guard_ways(material: Material, side: Side) -> u64 {
    let army = material.army(side);
    let [advisors, elephants] =
        [Kind::Advisor, Kind::Elephant].map(|kind| u64::from(army.count(kind)));
    5 * choose(4, advisors) * choose(7, elephants)
        + choose(5, advisors) * (3 * choose(7, elephants) + choose(6, elephants))
}

impl Layout {
    /// The numbering of a class with at most `most` indices per side to move.
    ///
    /// # Errors
    /// If nobody can give check, or there are too many positions.
    pub fn new(material: Material, most: u64) -> Result<Layout, LayoutError> {
        if material.is_dead() {
            return Err(LayoutError::Dead(material));
        }
        let size = Layout::size_of(material);
        let groups = groups(material);
        let numbered =
            |&(_, kind, count): &(_, Kind, usize)| ways(kind, count as u64).0 < MOST_WAYS;
        if size > most.min(u64::from(u32::MAX)) || !groups.iter().all(numbered) {
            return Err(LayoutError::TooLarge { material, size, most });
        }
        let guards = Side::BOTH.map(|side| Guards::new(side, material.army(side)));
        let guard_strides = [guards[1].places.len(), 1];
        let mut stride = guards[0].places.len() * guards[1].places.len();
        let attackers: Vec<Attackers> = (0..)
            .zip(groups)
            .map(|(at, (side, kind, count))| Attackers::new(side, kind, count, at == 0))
            .collect();
        let mut attacker_strides = ArrayVec::from_iter(attackers.iter().map(|_| 0));
        for (group, own) in attackers.iter().zip(&mut attacker_strides).rev() {
            *own = stride;
            stride *= group.places.len();
        }
        debug_assert_eq!(stride as u64, size);
        Ok(Layout { material, attackers, attacker_strides, guards, guard_strides, size: stride })
    }

    /// How many indices a class has per side to move.
    pub fn size_of(material: Material) -> u64 {
        let mut size = Side::BOTH.map(|side| guard_ways(material, side)).iter().product::<u64>();
        for (at, (_, kind, count)) in groups(material).into_iter().enumerate() {
            let (all, symmetric) = ways(kind, count as u64);
            let factor = if at == 0 { (all + symmetric) / 2 } else { all };
            size = size.saturating_mul(factor);
        }
        size
    }

    /// The class.
    pub const fn material(&self) -> Material {
        self.material
    }

    /// How many indices there are per side to move.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The pieces of an index; `None` if two stand on one square.
    #[inline(always)]
    pub(crate) fn decode(&self, index: usize) -> Option<Decoded> {
        let mut rest = index as u32;
        let mut take = |count: usize| {
            let number = rest % count as u32;
            rest /= count as u32;
            number
        };
        let black = take(self.guards[1].places.len());
        let red = take(self.guards[0].places.len());
        let mut attackers = [0; MOST_GROUPS];
        for (which, group) in self.attackers.iter().enumerate().rev() {
            attackers[which] = take(group.places.len());
        }
        let decoded = Decoded { attackers, guards: [red, black], board: [FREE; 96] };
        self.put(decoded)
    }

    /// Puts the pieces on the board.
    #[inline(always)]
    fn put(&self, mut decoded: Decoded) -> Option<Decoded> {
        let mut occupied = 0u128;
        for (guards, &number) in self.guards.iter().zip(&decoded.guards) {
            let places = &guards.places[number as usize];
            if occupied & places.mask != 0 {
                return None;
            }
            occupied |= places.mask;
            for (&kind, &point) in guards.kinds.iter().zip(&places.points) {
                decoded.board[usize::from(point)] = Piece::new(guards.side, kind).index() as u8;
            }
        }
        for (group, &number) in self.attackers.iter().zip(&decoded.attackers) {
            let places = &group.places[number as usize];
            if occupied & places.mask != 0 {
                return None;
            }
            occupied |= places.mask;
            let piece = Piece::new(group.side, group.kind).index() as u8;
            for &point in &places.points[..group.count] {
                decoded.board[usize::from(point)] = piece;
            }
        }
        Some(decoded)
    }

    /// The index of pieces, which are those of the class on squares they may stand on.
    pub(crate) fn encode(&self, pieces: &Pieces) -> usize {
        let lead = &self.attackers[0];
        let mut points = pieces[lead.side.index()][lead.kind.index()].clone();
        let Numbered { number, image } = lead.number(&mut points);
        let turned = image == Image::Mirrored;
        let place = |point: Point| if turned { mirrored(point) } else { point };
        let mut index = number as usize * self.attacker_strides[0];
        for (group, stride) in self.attackers.iter().zip(&self.attacker_strides).skip(1) {
            let points = &pieces[group.side.index()][group.kind.index()];
            let mut points: ArrayVec<Point, MOST> = points.iter().map(|&p| place(p)).collect();
            index += group.number(&mut points).number as usize * stride;
        }
        for (guards, stride) in self.guards.iter().zip(self.guard_strides) {
            let own = &pieces[guards.side.index()];
            let kinds = [Kind::King, Kind::Advisor, Kind::Elephant];
            let points: ArrayVec<Point, MOST> =
                kinds.iter().flat_map(|kind| &own[kind.index()]).map(|&p| place(p)).collect();
            index += guards.number(&points).unwrap_or(0) as usize * stride;
        }
        index
    }

    /// The index of a position of this class; `turned` if colours change places.
    pub fn index(&self, position: &Position, turned: bool) -> usize {
        self.encode(&pieces_of(position, turned))
    }

    /// What stands on the board at an index, with a side to move; `None` if two
    /// pieces stand on one square.
    pub fn setup(&self, index: usize, turn: Side) -> Option<Setup> {
        let decoded = self.decode(index)?;
        let mut setup = Setup::empty();
        setup.turn = turn;
        for square in Square::all() {
            let code = decoded.board[square.index()];
            if code != FREE {
                setup.board[square.index()] = Some(Piece::from_index(usize::from(code)));
            }
        }
        Some(setup)
    }
}

/// The squares of a position; `turned`: with colours changed and the board turned.
pub(crate) fn pieces_of(position: &Position, turned: bool) -> Pieces {
    let mut pieces = Pieces::default();
    for square in position.occupied() {
        let Some(piece) = position.piece_at(square) else { continue };
        let point = square.index() as Point;
        let (side, point) =
            if turned { (!piece.side(), rotated(point)) } else { (piece.side(), point) };
        // A legal position has no more than a set of each kind.
        let _ = pieces[side.index()][piece.kind().index()].try_push(point);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(name: &str) -> u64 {
        Layout::size_of(name.parse().unwrap())
    }

    #[test]
    fn counts_of_indices_are_the_published_ones() {
        let published = [
            ("KRK", 4_050),
            ("KNK", 4_050),
            ("KPK", 2_511),
            ("KRKAABB", 634_500),
            ("KPKAABB", 393_390),
            ("KNNK", 165_645),
            ("KCCK", 165_645),
            ("KNPK", 222_750),
            ("KCPK", 222_750),
            ("KCNK", 364_500),
            ("KRCK", 364_500),
            ("KRNK", 364_500),
        ];
        for (name, expected) in published {
            assert_eq!(size(name), expected, "{name}");
        }
        for (names, millions) in [
            (["KNNKAABB", "KCCKAABB"], 26),
            (["KNPKAABB", "KCPKAABB"], 35),
            (["KCNKAABB", "KRCKAABB"], 57),
        ] {
            for name in names {
                assert_eq!((size(name) as f64 / 1e6).round() as u64, millions, "{name}");
            }
        }
    }

    #[test]
    fn all_classes_of_one_attacker_have_two_thousand_million_indices() {
        let guards = ["", "A", "AA", "B", "AB", "AAB", "BB", "ABB", "AABB"];
        let mut classes = 0;
        let mut sum = 0;
        for attacker in ["R", "N", "C", "P"] {
            for own in guards {
                for other in guards {
                    classes += 1;
                    sum += size(&format!("K{attacker}{own}K{other}"));
                }
            }
        }
        assert_eq!(classes, 324);
        assert!((1_950_000_000..2_050_000_000).contains(&sum), "{sum}");
    }

    #[test]
    fn layouts_are_as_large_as_was_said_and_indices_lead_back() {
        for name in ["KRKA", "KPKAB", "KNNK", "KCPK", "KRKR", "KPPPK", "KNKC"] {
            let layout = Layout::new(name.parse().unwrap(), u64::MAX).unwrap();
            assert_eq!(layout.size() as u64, size(name), "{name}");
            for index in (0..layout.size()).step_by(7) {
                let Some(decoded) = layout.decode(index) else { continue };
                let mut pieces = Pieces::default();
                for point in 0..90 {
                    let code = decoded.board[usize::from(point)];
                    if code != FREE {
                        pieces[usize::from(code / 7)][usize::from(code % 7)].push(point);
                    }
                }
                assert_eq!(layout.encode(&pieces), index, "{name}");
            }
        }
    }
}
