//! Pieces, points and directions.

use super::{Resolved, Resolver, shortened};
use crate::pattern::{Area, Directions, PieceSet, Subject, can_stand};
use crate::syntax::Node;
use crate::vocabulary::{self, DIRECTIONS, REGIONS, nearest};

/// What pieces are called, for messages.
const PIECES: &str = "a piece such as us.rook, them.any, red.pawn, R, 俥, or a list of them";
/// What areas are called, for messages.
const AREAS: &str = "an area such as them.palace, Column7, Rank3, e9, LA5, (minus A B), \
                     (around X 1), (offset X 0 1), (file-of X), or a list of them";

impl Resolver<'_> {
    /// A piece or a list of them.
    pub(super) fn pieces(&mut self, node: &Node) -> Resolved<PieceSet> {
        if let Some(set) = self.try_pieces(node) {
            return Ok(set);
        }
        let word = node.as_word().unwrap_or("this");
        self.fail(node, format!("no piece is called '{}'", shortened(word)), PIECES)
    }

    fn try_pieces(&mut self, node: &Node) -> Option<PieceSet> {
        if let Some(word) = node.as_word() {
            let (set, view) = vocabulary::pieces(word)?;
            self.saw(view, node);
            return Some(set);
        }
        let items = node.items();
        if items.is_empty() || !items.iter().all(|item| item.as_word().is_some_and(is_piece)) {
            return None;
        }
        let sets = items.into_iter().filter_map(|item| self.try_pieces(item));
        Some(sets.collect::<Vec<_>>().into_iter().fold(PieceSet::default(), PieceSet::with))
    }

    /// An area; it must have a point.
    pub(super) fn area(&mut self, node: &Node) -> Resolved<Area> {
        let area = simplified(self.any_area(node)?);
        if area == Area::Fixed(0) {
            return self.fail(node, "an area without any point", "an area that has points");
        }
        Ok(area)
    }

    fn any_area(&mut self, node: &Node) -> Resolved<Area> {
        if let Some(word) = node.as_word() {
            return self.area_word(node, word);
        }
        let items = node.items();
        let rest = items.get(1..).unwrap_or(&[]);
        match (node.head(), rest) {
            (Some("union"), [_, ..]) => Ok(Area::Union(self.areas(rest)?)),
            (Some("common"), [_, ..]) => Ok(Area::Common(self.areas(rest)?)),
            (Some("minus"), [from, what]) => {
                Ok(Area::Minus(Box::new(self.any_area(from)?), Box::new(self.any_area(what)?)))
            }
            (Some("around"), [of, steps]) => {
                let of = self.bound(of)?;
                Ok(Area::Around(of, self.number(steps, 1, 9)? as u8))
            }
            (Some("offset"), [of, files, ranks]) => {
                let of = self.bound(of)?;
                let (files, ranks) = (self.number(files, -8, 8)?, self.number(ranks, -9, 9)?);
                Ok(Area::Offset(of, files as i8, ranks as i8))
            }
            (Some("file-of"), [of]) => Ok(Area::FileOf(self.bound(of)?)),
            (Some("rank-of"), [of]) => Ok(Area::RankOf(self.bound(of)?)),
            (Some(_), _) if !items.is_empty() => Ok(Area::Union(self.areas(&items)?)),
            _ => self.fail(node, "not an area", AREAS),
        }
    }

    fn areas(&mut self, nodes: &[&Node]) -> Resolved<Vec<Area>> {
        nodes.iter().map(|node| self.any_area(node)).collect()
    }

    fn area_word(&mut self, node: &Node, word: &str) -> Resolved<Area> {
        if let Some((points, view)) = vocabulary::region(word) {
            self.saw(view, node);
            return Ok(Area::Fixed(points));
        }
        let near = nearest(word, REGIONS.iter().map(|row| row.0));
        let expected = near.map_or(AREAS.to_owned(), |near| format!("{near}, or {AREAS}"));
        self.fail(node, format!("no area is called '{}'", shortened(word)), expected)
    }

    /// Pieces (`us.rook`, `(in us.rook AREA)`), a bound piece, or an area.
    pub(super) fn subject(&mut self, node: &Node) -> Resolved<Subject> {
        if let Some(variable) = node.as_word().and_then(|word| self.variable(word)) {
            return Ok(Subject::Variable(variable));
        }
        if let Some(set) = self.try_pieces(node) {
            return Ok(Subject::Pieces(set, Area::Fixed((1 << 90) - 1)));
        }
        let items = node.items();
        if let (Some("in"), &[_, pieces, area]) = (node.head(), &items[..]) {
            let set = self.pieces(pieces)?;
            let area = self.area(area)?;
            self.possible(node, set, &area)?;
            return Ok(Subject::Pieces(set, area));
        }
        Ok(Subject::Points(self.area(node)?))
    }

    /// Whether such a piece can ever stand there.
    pub(super) fn possible(&mut self, node: &Node, set: PieceSet, area: &Area) -> Resolved<()> {
        let Area::Fixed(points) = area else { return Ok(()) };
        if set.pieces().any(|piece| can_stand(piece) & points != 0) {
            return Ok(());
        }
        self.fail(node, "can never match: no such piece can stand there", "another area")
    }

    pub(super) fn bound(&mut self, node: &Node) -> Resolved<u8> {
        let word = node.as_word().unwrap_or("this");
        match self.variable(word) {
            Some(variable) => Ok(variable),
            None => {
                let message = format!("'{}' is not bound", shortened(word));
                self.fail(node, message, "a name that a (let NAME PIECE) before it binds")
            }
        }
    }

    pub(super) fn number(&mut self, node: &Node, least: i32, most: i32) -> Resolved<i32> {
        let word = node.as_word().unwrap_or("this");
        match word.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => {
                let message = format!("'{}' is no such number", shortened(word));
                self.fail(node, message, format!("a whole number from {least} to {most}"))
            }
        }
    }

    /// One direction or a list of them.
    pub(super) fn directions(&mut self, node: &Node) -> Resolved<Directions> {
        let items = node.items();
        let words = if node.as_word().is_some() { vec![node] } else { items };
        let mut all = Directions::default();
        for node in words {
            match node.as_word().and_then(vocabulary::direction) {
                Some((one, view)) => {
                    self.saw(view, node);
                    all.0 |= one.0;
                }
                None => {
                    let word = node.as_word().unwrap_or("this");
                    let names: Vec<_> = DIRECTIONS.iter().map(|row| row.0).collect();
                    let message = format!("no direction is called '{}'", shortened(word));
                    return self.fail(node, message, names.join(", "));
                }
            }
        }
        if all.0 == 0 {
            return self.fail(node, "no direction", "toward-us, or a list of directions");
        }
        Ok(all)
    }
}

fn is_piece(word: &str) -> bool {
    vocabulary::pieces(word).is_some()
}

/// What has no variable becomes one set.
pub(super) fn simplified(area: Area) -> Area {
    match area {
        Area::Union(parts) => merged(parts, 0, |a, b| a | b, Area::Union),
        Area::Common(parts) => merged(parts, (1 << 90) - 1, |a, b| a & b, Area::Common),
        Area::Minus(from, what) => match (simplified(*from), simplified(*what)) {
            (Area::Fixed(from), Area::Fixed(what)) => Area::Fixed(from & !what),
            (from, what) => Area::Minus(Box::new(from), Box::new(what)),
        },
        other => other,
    }
}

fn merged(
    parts: Vec<Area>,
    unit: u128,
    join: fn(u128, u128) -> u128,
    list: fn(Vec<Area>) -> Area,
) -> Area {
    let (mut fixed, mut rest) = (unit, Vec::new());
    for part in parts {
        match simplified(part) {
            Area::Fixed(points) => fixed = join(fixed, points),
            other => rest.push(other),
        }
    }
    if rest.is_empty() {
        return Area::Fixed(fixed);
    }
    if fixed != unit {
        rest.push(Area::Fixed(fixed));
    }
    if rest.len() == 1 { rest.remove(0) } else { list(rest) }
}
