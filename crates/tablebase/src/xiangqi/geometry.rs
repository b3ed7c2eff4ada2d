//! Where pieces go on an otherwise empty board, as lists of square numbers
//! (rank × 9 + file): what a retrograde step walks over.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use game::Side;

/// A square as a number below 90.
pub(crate) type Point = u8;
/// Stands for no square; also a free place of a board.
pub(crate) const NOWHERE: Point = 90;

/// A target and the square that must be empty for it.
pub(crate) type Hop = (Point, Point);

/// Squares and lines, computed once.
pub(crate) struct Geometry {
    /// The squares of each line away from a square, nearest first.
    pub rays: Vec<[ArrayVec<Point, 9>; 4]>,
    /// Where a horse goes, with the leg.
    pub horse_to: Vec<ArrayVec<Hop, 8>>,
    /// Where a horse comes from, with the leg it had there.
    pub horse_from: Vec<ArrayVec<Hop, 8>>,
    /// Where a pawn of a side goes.
    pub pawn_to: [Vec<ArrayVec<Point, 3>>; 2],
    /// Where a pawn of a side comes from, among the squares it can ever stand on.
    pub pawn_from: [Vec<ArrayVec<Point, 3>>; 2],
}

pub(crate) static GEOMETRY: LazyLock<Geometry> = LazyLock::new(Geometry::new);

pub(crate) const fn file(point: Point) -> i32 {
    point as i32 % 9
}

pub(crate) const fn rank(point: Point) -> i32 {
    point as i32 / 9
}

/// The square some files and ranks away.
pub(crate) fn offset(point: Point, files: i32, ranks: i32) -> Option<Point> {
    let (file, rank) = (file(point) + files, rank(point) + ranks);
    ((0..9).contains(&file) && (0..10).contains(&rank)).then_some((rank * 9 + file) as Point)
}

/// The square mirrored left–right.
pub(crate) const fn mirrored(point: Point) -> Point {
    (point / 9) * 9 + 8 - point % 9
}

/// The square as the other player sees it.
pub(crate) const fn rotated(point: Point) -> Point {
    89 - point
}

/// The rank as a side counts it from home.
pub(crate) const fn rank_for(point: Point, side: Side) -> i32 {
    match side {
        Side::Red => rank(point),
        Side::Black => 9 - rank(point),
    }
}

/// Whether a pawn of a side can ever stand there.
pub(crate) const fn is_pawn_point(point: Point, side: Side) -> bool {
    match rank_for(point, side) {
        0..=2 => false,
        3 | 4 => file(point) % 2 == 0,
        _ => true,
    }
}

impl Geometry {
    fn new() -> Geometry {
        let all = || 0..90 as Point;
        let rays = all()
            .map(|from| {
                [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(files, ranks)| {
                    (1..10).map_while(|n| offset(from, files * n, ranks * n)).collect()
                })
            })
            .collect();
        let horse_to: Vec<ArrayVec<Hop, 8>> = all().map(horse_hops).collect();
        let mut horse_from = vec![ArrayVec::new(); 90];
        for from in all() {
            for &(to, leg) in &horse_to[usize::from(from)] {
                horse_from[usize::from(to)].push((from, leg));
            }
        }
        let steps = |side| all().map(|from| pawn_steps(from, side)).collect::<Vec<_>>();
        let pawn_to = Side::BOTH.map(steps);
        let pawn_from = Side::BOTH.map(|side| pawn_sources(side, &pawn_to[side.index()]));
        Geometry { rays, horse_to, horse_from, pawn_to, pawn_from }
    }
}

fn horse_hops(from: Point) -> ArrayVec<Hop, 8> {
    let mut hops = ArrayVec::new();
    for (files, ranks) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        for aside in [-1, 1] {
            let to = if files == 0 {
                offset(from, aside, 2 * ranks)
            } else {
                offset(from, 2 * files, aside)
            };
            if let (Some(to), Some(leg)) = (to, offset(from, files, ranks)) {
                hops.push((to, leg));
            }
        }
    }
    hops
}

fn pawn_steps(from: Point, side: Side) -> ArrayVec<Point, 3> {
    let forward = if side == Side::Red { 1 } else { -1 };
    let mut steps: ArrayVec<Point, 3> = offset(from, 0, forward).into_iter().collect();
    if rank_for(from, side) >= 5 {
        steps.extend([-1, 1].into_iter().filter_map(|files| offset(from, files, 0)));
    }
    steps
}

fn pawn_sources(side: Side, to: &[ArrayVec<Point, 3>]) -> Vec<ArrayVec<Point, 3>> {
    let mut sources = vec![ArrayVec::new(); 90];
    for from in (0..90).filter(|&from| is_pawn_point(from, side)) {
        for &target in &to[usize::from(from)] {
            sources[usize::from(target)].push(from);
        }
    }
    sources
}

/// How many pieces stand between two squares of one line; `None` if they share none.
#[inline]
pub(crate) fn pieces_between(board: &Board, a: Point, b: Point) -> Option<u32> {
    let step = if a % 9 == b % 9 {
        9
    } else if a / 9 == b / 9 {
        1
    } else {
        return None;
    };
    let (mut at, end) = (a.min(b) + step, a.max(b));
    let mut count = 0;
    while at < end {
        count += u32::from(board[usize::from(at)] != FREE);
        at += step;
    }
    Some(count)
}

/// What stands on each square: [`FREE`], or side × 7 + kind. One place more than the
/// board has is always free.
pub(crate) type Board = [u8; 96];
/// Nothing stands there.
pub(crate) const FREE: u8 = 14;
