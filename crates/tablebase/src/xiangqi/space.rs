//! The plies of a class, forwards for the first look and backwards for the retrograde
//! step, on piece lists and a plain board.

use std::sync::Arc;

use game::Side;
use xiangqi::{Kind, Piece};

use super::geometry::{Board, FREE, GEOMETRY, Point, pieces_between, rotated};
use super::group::{Attackers, Image};
use super::layout::{Decoded, Layout, Pieces};
use super::material::Material;
use crate::level::{DRAW, ILLEGAL, Level, WON_AT_ONCE, is_win};
use crate::metric::Metric;
use crate::solve::{Levels, Plies, Space, Start};

/// A solved class a capture can lead to.
#[derive(Clone)]
pub struct Solved {
    /// Its numbering.
    pub layout: Arc<Layout>,
    /// Its levels for each side to move.
    pub levels: Arc<Levels>,
}

/// Where captures lead to.
enum After {
    /// A class without attackers.
    Dead,
    /// A class with its table; `turned` if colours change places.
    Table { solved: Solved, turned: bool },
}

/// A class with the tables of what captures lead to.
pub struct XiangqiSpace {
    layout: Arc<Layout>,
    /// By the captured piece's index.
    after: Vec<Option<After>>,
    metric: Metric,
}

impl XiangqiSpace {
    /// The space of a class; `solved` gives the tables captures lead to.
    ///
    /// # Errors
    /// Names a class whose table is missing.
    pub fn new(
        layout: Arc<Layout>,
        metric: Metric,
        solved: impl Fn(Material) -> Option<Solved>,
    ) -> Result<XiangqiSpace, Material> {
        let material = layout.material();
        let mut after = Vec::new();
        for piece in (0..Piece::COUNT).map(Piece::from_index) {
            let Some(left) = material.army(piece.side()).without(piece.kind()) else {
                after.push(None);
                continue;
            };
            let mut armies = Side::BOTH.map(|side| material.army(side));
            armies[piece.side().index()] = left;
            let (class, turned) = Material::new(armies[0], armies[1]);
            after.push(Some(if class.is_dead() {
                After::Dead
            } else {
                After::Table { solved: solved(class).ok_or(class)?, turned }
            }));
        }
        Ok(XiangqiSpace { layout, after, metric })
    }

    /// The numbering.
    pub const fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    pub(crate) fn king(&self, at: &Decoded, side: Side) -> Point {
        let guards = &self.layout.guards[side.index()];
        guards.places[at.guards[side.index()] as usize].points[0]
    }

    /// Whether a side's king on a square can be taken.
    pub(crate) fn is_attacked(&self, at: &Decoded, board: &Board, king: Point, side: Side) -> bool {
        if pieces_between(board, king, self.king(at, !side)) == Some(0)
            && king % 9 == self.king(at, !side) % 9
        {
            return true;
        }
        self.groups_of(!side).any(|(which, group)| {
            let places = &group.places[at.attackers[which] as usize];
            let code = Piece::new(group.side, group.kind).index() as u8;
            places.points[..group.count]
                .iter()
                .any(|&from| board[usize::from(from)] == code && hits(group, board, from, king))
        })
    }

    fn groups_of(&self, side: Side) -> impl Iterator<Item = (usize, &Attackers)> {
        self.layout.attackers.iter().enumerate().filter(move |(_, group)| group.side == side)
    }

    /// The level of the position after a capture, for the side that lost a piece;
    /// [`ILLEGAL`] if the capturing side left its king in check.
    pub(crate) fn after_capture(&self, at: &Decoded, from: Point, to: Point) -> Level {
        let mut board = at.board;
        let mover = board[usize::from(from)];
        let taken = std::mem::replace(&mut board[usize::from(to)], mover);
        board[usize::from(from)] = FREE;
        let side = Piece::from_index(usize::from(mover)).side();
        let king = self.king(at, side);
        let king = if king == from { to } else { king };
        if self.is_attacked(at, &board, king, side) {
            return ILLEGAL;
        }
        match &self.after[usize::from(taken)] {
            None | Some(After::Dead) => DRAW,
            Some(After::Table { solved, turned }) => {
                let index = solved.layout.encode(&self.pieces_after(at, from, to, *turned));
                let next = if *turned { side } else { !side };
                solved.levels[next.index()][index]
            }
        }
    }

    /// The pieces after a ply; `turned`: with colours changed and the board turned.
    pub(crate) fn pieces_after(
        &self,
        at: &Decoded,
        from: Point,
        to: Point,
        turned: bool,
    ) -> Pieces {
        let mut pieces = Pieces::default();
        let mut put = |side: Side, kind: Kind, point: Point| {
            if point == to {
                return;
            }
            let point = if point == from { to } else { point };
            let (side, point) = if turned { (!side, rotated(point)) } else { (side, point) };
            pieces[side.index()][kind.index()].push(point);
        };
        for (guards, &number) in self.layout.guards.iter().zip(&at.guards) {
            let points = &guards.places[number as usize].points;
            guards.kinds.iter().zip(points).for_each(|(&kind, &p)| put(guards.side, kind, p));
        }
        for (group, &number) in self.layout.attackers.iter().zip(&at.attackers) {
            let points = &group.places[number as usize].points[..group.count];
            points.iter().for_each(|&point| put(group.side, group.kind, point));
        }
        pieces
    }

    /// Adds a ply to a square: quiet, or a capture of what stands there.
    #[inline]
    fn add(&self, at: &Decoded, plies: &mut Plies, side: Side, from: Point, to: Point) {
        let target = at.board[usize::from(to)];
        if target == FREE {
            plies.open += 1;
        } else if (target < 7) != (side == Side::Red) {
            self.add_capture(plies, self.after_capture(at, from, to));
        }
    }

    fn add_capture(&self, plies: &mut Plies, level: Level) {
        match level {
            DRAW => plies.open += 1,
            ILLEGAL => {}
            level if is_win(level) => plies.losing = plies.losing.max(self.metric.losing(level)),
            level => {
                plies.open += 1;
                let winning = self.metric.winning(level);
                if plies.winning == 0 || winning < plies.winning {
                    plies.winning = winning;
                }
            }
        }
    }

    fn plies(&self, at: &Decoded, side: Side) -> Plies {
        let mut plies = Plies::default();
        // Nothing is better than a capture that wins at once: the rest need not be seen.
        let done = |plies: &Plies| plies.winning == WON_AT_ONCE;
        let s = side.index();
        let guards = &self.layout.guards[s];
        let number = at.guards[s] as usize;
        for step in &guards.steps[number] {
            if at.board[usize::from(step.eye)] == FREE {
                let from = guards.places[number].points[usize::from(step.slot)];
                self.add(at, &mut plies, side, from, step.to);
            }
        }
        for (which, group) in self.groups_of(side) {
            let places = &group.places[at.attackers[which] as usize];
            for &from in &places.points[..group.count] {
                if done(&plies) {
                    return plies;
                }
                targets(group.kind, side, &at.board, from, |to| {
                    self.add(at, &mut plies, side, from, to);
                });
            }
        }
        plies
    }
}

/// Whether an attacker on a square gives check to a king on another.
#[inline]
pub(crate) fn hits(group: &Attackers, board: &Board, from: Point, king: Point) -> bool {
    match group.kind {
        Kind::Rook => pieces_between(board, from, king) == Some(0),
        Kind::Cannon => pieces_between(board, from, king) == Some(1),
        Kind::Horse => GEOMETRY.horse_from[usize::from(king)]
            .iter()
            .any(|&(source, leg)| source == from && board[usize::from(leg)] == FREE),
        _ => GEOMETRY.pawn_to[group.side.index()][usize::from(from)].contains(&king),
    }
}

/// Where an attacker goes: empty squares, and the first pieces it meets that it could
/// take if they are enemies.
#[inline]
pub(crate) fn targets(
    kind: Kind,
    side: Side,
    board: &Board,
    from: Point,
    mut show: impl FnMut(Point),
) {
    let free = |point: Point| board[usize::from(point)] == FREE;
    match kind {
        Kind::Rook | Kind::Cannon => {
            for ray in &GEOMETRY.rays[usize::from(from)] {
                let mut line = ray.iter();
                for &to in line.by_ref() {
                    if free(to) {
                        show(to);
                    } else {
                        if kind == Kind::Rook {
                            show(to);
                        } else if let Some(&to) = line.find(|&&to| !free(to)) {
                            show(to);
                        }
                        break;
                    }
                }
            }
        }
        Kind::Horse => {
            for &(to, leg) in &GEOMETRY.horse_to[usize::from(from)] {
                if free(leg) {
                    show(to);
                }
            }
        }
        _ => {
            for &to in &GEOMETRY.pawn_to[side.index()][usize::from(from)] {
                show(to);
            }
        }
    }
}

/// Where an attacker can have come from by a quiet ply.
#[inline]
fn sources(kind: Kind, side: Side, board: &Board, to: Point, mut show: impl FnMut(Point)) {
    let free = |point: Point| board[usize::from(point)] == FREE;
    match kind {
        Kind::Rook | Kind::Cannon => {
            for ray in &GEOMETRY.rays[usize::from(to)] {
                ray.iter().take_while(|&&from| free(from)).for_each(|&from| show(from));
            }
        }
        Kind::Horse => {
            for &(from, leg) in &GEOMETRY.horse_from[usize::from(to)] {
                if free(from) && free(leg) {
                    show(from);
                }
            }
        }
        _ => {
            for &from in &GEOMETRY.pawn_from[side.index()][usize::from(to)] {
                if free(from) {
                    show(from);
                }
            }
        }
    }
}

impl Space for XiangqiSpace {
    fn size(&self) -> usize {
        self.layout.size()
    }

    fn start(&self, index: usize) -> [Start; 2] {
        let Some(at) = self.layout.decode(index) else { return [Start::Invalid; 2] };
        Side::BOTH.map(|side| {
            if self.is_attacked(&at, &at.board, self.king(&at, !side), !side) {
                return Start::Illegal;
            }
            Start::Position(self.plies(&at, side))
        })
    }

    #[inline]
    fn predecessors(&self, index: usize, side: Side, mut show: impl FnMut(usize)) {
        let Some(at) = self.layout.decode(index) else { return };
        let mover = !side;
        let layout = &*self.layout;
        let m = mover.index();
        let guards = &layout.guards[m];
        let base = index - at.guards[m] as usize * layout.guard_strides[m];
        for step in &guards.steps[at.guards[m] as usize] {
            let free = |point: Point| at.board[usize::from(point)] == FREE;
            if free(step.to) && free(step.eye) {
                show(base + step.number as usize * layout.guard_strides[m]);
            }
        }
        for (which, group) in self.groups_of(mover) {
            let number = at.attackers[which] as usize;
            let places = &group.places[number];
            let stride = layout.attacker_strides[which];
            let base = index - number * stride;
            if which > 0 {
                for (slot, &to) in places.points[..group.count].iter().enumerate() {
                    sources(group.kind, mover, &at.board, to, |from| {
                        show(
                            base + group.moved(&places.points, slot, from).number as usize * stride,
                        );
                    });
                }
            } else {
                self.leading_predecessors(&at, base, &mut show);
            }
        }
    }
}

impl XiangqiSpace {
    /// Predecessors by plies of the leading group, whose squares stand for their mirror
    /// images too. An entry whose leading group is its own mirror image stands for
    /// itself alone, so its mirror image has an entry as well.
    #[inline]
    fn leading_predecessors(&self, at: &Decoded, base: usize, show: &mut impl FnMut(usize)) {
        let layout = &*self.layout;
        let group = &layout.attackers[0];
        let stride = layout.attacker_strides[0];
        let places = &group.places[at.attackers[0] as usize];
        let mut points = places.points;
        let symmetric = group.number(&mut points[..group.count]).image == Image::Symmetric;
        let mirrored = self.mirrored_rest(at);
        for (slot, &to) in places.points[..group.count].iter().enumerate() {
            sources(group.kind, group.side, &at.board, to, |from| {
                let moved = group.moved(&places.points, slot, from);
                let lead = moved.number as usize * stride;
                match (symmetric, moved.image) {
                    (_, Image::Itself) | (true, Image::Symmetric) => show(base + lead),
                    // The mirror image of this entry shows it.
                    (true, Image::Mirrored) => {}
                    (false, Image::Mirrored) => show(mirrored + lead),
                    (false, Image::Symmetric) => {
                        show(base + lead);
                        show(mirrored + lead);
                    }
                }
            });
        }
    }

    /// The mirrored numbers of everything but the leading group.
    fn mirrored_rest(&self, at: &Decoded) -> usize {
        let layout = &*self.layout;
        let mut rest = 0;
        for which in 1..layout.attackers.len() {
            let places = &layout.attackers[which].places[at.attackers[which] as usize];
            rest += places.mirror as usize * layout.attacker_strides[which];
        }
        for side in 0..2 {
            let places = &layout.guards[side].places[at.guards[side] as usize];
            rest += places.mirror as usize * layout.guard_strides[side];
        }
        rest
    }
}
