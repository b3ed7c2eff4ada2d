//! Conditions.

use xiangqi::{Kind, Side};

use super::{MOST_VARIABLES, Resolved, Resolver, shortened};
use crate::pattern::{Area, Condition, Count, Item, PieceSet, Relation, Subject};
use crate::syntax::Node;
use crate::vocabulary::{self, nearest};

/// The forms of conditions, for messages.
const CONDITIONS: [&str; 17] = [
    "MatchLoc", "at", "MatchSeq", "line", "no", "any-of", "all-of", "count", "only", "attacks",
    "guards", "pins", "pinned", "trapped", "to-move", "phase", "empty",
];
/// The whole board.
const BOARD: Area = Area::Fixed((1 << 90) - 1);
/// A line has at most ten points, and a star between two.
const LONGEST_LINE: usize = 24;

impl Resolver<'_> {
    pub(super) fn condition(&mut self, node: &Node) -> Resolved<Condition> {
        let items = node.items();
        let rest = items.get(1..).unwrap_or(&[]);
        match (node.head(), rest) {
            (Some("MatchLoc"), [area, pieces]) => self.at(node, pieces, area, &[]),
            (Some("at"), [pieces, area, count @ ..]) => self.at(node, pieces, area, count),
            (Some("count"), [pieces, count @ ..]) if !count.is_empty() => {
                let set = self.pieces(pieces)?;
                Ok(Condition::At(set, BOARD, self.amount(node, count)?))
            }
            (Some("empty"), [area]) => {
                Ok(Condition::At(PieceSet::ALL, self.area(area)?, Count::NONE))
            }
            (Some("MatchSeq" | "line"), [from, way, items @ ..]) if !items.is_empty() => {
                self.line(node, from, way, items)
            }
            (Some("no"), [_, ..]) => Ok(Condition::Not(self.inner(rest)?)),
            (Some("all-of"), [_, ..]) => Ok(Condition::AnyOf(vec![self.inner(rest)?])),
            (Some("any-of"), [_, ..]) => {
                let each = rest.iter().map(|one| match one.head() {
                    Some("all-of") => self.inner(&one.items()[1..]),
                    _ => self.inner(&[*one]),
                });
                Ok(Condition::AnyOf(each.collect::<Resolved<_>>()?))
            }
            (Some("let"), [name, pieces, area @ ..]) if area.len() < 2 => {
                self.bind(name, pieces, area)
            }
            (Some("attacks"), [of, to]) => self.related(node, Relation::Attacks, of, to),
            (Some("guards"), [of, to]) => self.related(node, Relation::Guards, of, to),
            (Some("pins"), [of, to]) => self.related(node, Relation::Pins, of, to),
            (Some("pinned"), [of]) => Ok(Condition::Pinned(self.subject(of)?)),
            (Some("trapped"), [of]) => Ok(Condition::Trapped(self.subject(of)?)),
            (Some("to-move"), [side]) => Ok(Condition::Turn(self.side(side)?)),
            (Some("phase"), [_, ..]) => self.phases(rest),
            (Some("only"), [side, kinds @ ..]) => self.material(side, kinds),
            (Some(word), _) => self.wrong_condition(node, word),
            (None, _) => self.fail(node, "not a condition", "(at us.rook them.palace)"),
        }
    }

    fn wrong_condition<T>(&mut self, node: &Node, word: &str) -> Resolved<T> {
        let known = CONDITIONS.contains(&word) || word == "let";
        let expected = match (known, nearest(word, CONDITIONS.into_iter())) {
            (true, _) => usage(word).to_owned(),
            (_, Some(near)) => usage(near).to_owned(),
            _ => format!("let or one of {}", CONDITIONS.join(", ")),
        };
        let message = if known {
            format!("{word} needs other parts")
        } else {
            format!("no condition is called '{}'", shortened(word))
        };
        self.fail(node, message, expected)
    }

    /// Conditions in each other: what they bind is unknown outside.
    fn inner(&mut self, nodes: &[&Node]) -> Resolved<Vec<Condition>> {
        let known = self.variables.len();
        let all: Vec<_> = nodes.iter().map(|node| self.condition(node)).collect();
        // The name is forgotten, its number stays taken.
        for name in &mut self.variables[known..] {
            name.insert(0, '\'');
        }
        all.into_iter().collect()
    }

    fn at(
        &mut self,
        node: &Node,
        pieces: &Node,
        area: &Node,
        count: &[&Node],
    ) -> Resolved<Condition> {
        let set = self.pieces(pieces)?;
        let area = self.area(area)?;
        let count = if count.is_empty() { Count::SOME } else { self.amount(node, count)? };
        if count.least > 0 {
            self.possible(node, set, &area)?;
            let most: u32 = set.pieces().map(|piece| piece.kind().full_count()).sum();
            if u32::from(count.least) > most {
                let message = format!("can never match: there are only {most} such pieces");
                return self.fail(node, message, "a smaller number");
            }
        }
        Ok(Condition::At(set, area, count))
    }

    /// `2` (at least), `>= 2`, `<= 2`, `= 2`, `> 2`, `< 2`.
    fn amount(&mut self, node: &Node, words: &[&Node]) -> Resolved<Count> {
        let (sign, number) = match words {
            [number] => (">=", *number),
            [sign, number] => (sign.as_word().unwrap_or(""), *number),
            _ => return self.fail(node, "not a number of pieces", "2, >= 2, <= 2 or = 2"),
        };
        let number = self.number(number, 0, 32)? as u8;
        let (least, most) = match sign {
            ">=" => (number, u8::MAX),
            "<=" => (0, number),
            "=" => (number, number),
            ">" => (number + 1, u8::MAX),
            "<" if number > 0 => (0, number - 1),
            _ => return self.fail(node, format!("'{sign}' compares nothing"), ">=, <=, =, > or <"),
        };
        Ok(Count { least, most })
    }

    fn line(
        &mut self,
        node: &Node,
        from: &Node,
        way: &Node,
        items: &[&Node],
    ) -> Resolved<Condition> {
        let from = self.subject(from)?;
        let directions = self.directions(way)?;
        let items = items.iter().map(|item| self.item(item)).collect::<Resolved<Vec<_>>>()?;
        let points = items.iter().filter(|item| **item != Item::Empties).count();
        if points > 10 || items.len() > LONGEST_LINE {
            let message = "can never match: no line has so many points";
            return self.fail(node, message, "at most ten items besides *");
        }
        let king = |item: &Item| matches!(item, Item::Pieces(set) if *set == king_of(Side::Red) || *set == king_of(Side::Black));
        for (at, item) in items.iter().enumerate() {
            if king(item) && items[..at].contains(item) {
                let message = "can never match: one king cannot stand twice on a line";
                return self.fail(node, message, "each king once");
            }
        }
        Ok(Condition::Line(from, directions, items))
    }

    fn item(&mut self, node: &Node) -> Resolved<Item> {
        match node.as_word() {
            Some("*") => Ok(Item::Empties),
            Some(".") => Ok(Item::Empty),
            Some("?") => Ok(Item::Anything),
            Some("ANY") => Ok(Item::Pieces(PieceSet::ALL)),
            word => match word.and_then(|word| self.variable(word)) {
                Some(variable) => Ok(Item::Variable(variable)),
                None => Ok(Item::Pieces(self.pieces(node)?)),
            },
        }
    }

    fn bind(&mut self, name: &Node, pieces: &Node, area: &[&Node]) -> Resolved<Condition> {
        let set = self.pieces(pieces)?;
        let area = area.first().map_or(Ok(BOARD), |area| self.area(area))?;
        self.possible(pieces, set, &area)?;
        let word = name.as_word().unwrap_or("");
        let starts = word.chars().next().is_some_and(char::is_uppercase);
        let taken = vocabulary::pieces(word).is_some() || vocabulary::region(word).is_some();
        if !starts || taken || word == "ANY" || word.len() > 20 {
            let message = format!("'{}' cannot be bound", shortened(word));
            return self.fail(
                name,
                message,
                "a short name with a capital that means nothing else: H, Rook1",
            );
        }
        if self.variable(word).is_some() || self.variables.len() >= MOST_VARIABLES {
            let message = format!("'{word}' is bound already, or too many are");
            return self.fail(name, message, format!("another name, {MOST_VARIABLES} at most"));
        }
        self.variables.push(word.to_owned());
        Ok(Condition::Let(self.variables.len() as u8 - 1, set, area))
    }

    fn related(
        &mut self,
        node: &Node,
        relation: Relation,
        of: &Node,
        to: &Node,
    ) -> Resolved<Condition> {
        let (of, to) = (self.subject(of)?, self.subject(to)?);
        if matches!(of, Subject::Points(_)) {
            return self.fail(node, "points do nothing", "pieces first: (attacks us.rook e9)");
        }
        if let (Subject::Pieces(a, _), Subject::Pieces(b, _)) = (&of, &to) {
            let sides = |set: &PieceSet| Side::BOTH.map(|side| set.0 & PieceSet::side(side).0 != 0);
            let same = relation == Relation::Guards;
            let (a, b) = (sides(a), sides(b));
            let fits = if same {
                (a[0] && b[0]) || (a[1] && b[1])
            } else {
                (a[0] && b[1]) || (a[1] && b[0])
            };
            if !fits {
                let message = "can never match: pieces attack and pin enemies and guard friends";
                return self.fail(
                    node,
                    message,
                    "guards between friends, attacks or pins between enemies",
                );
            }
        }
        Ok(Condition::Related(relation, of, to))
    }

    pub(super) fn side(&mut self, node: &Node) -> Resolved<Side> {
        let word = node.as_word().unwrap_or("this");
        match vocabulary::side(word) {
            Some((side, view)) => {
                self.saw(view, node);
                Ok(side)
            }
            None => {
                let message = format!("no side is called '{}'", shortened(word));
                self.fail(node, message, "us, them, red or black")
            }
        }
    }

    fn phases(&mut self, nodes: &[&Node]) -> Resolved<Condition> {
        let mut phases = 0;
        for node in nodes {
            phases |= match node.as_word() {
                Some("opening") => 1,
                Some("middlegame") => 2,
                Some("endgame") => 4,
                _ => return self.fail(node, "not a phase", "opening, middlegame or endgame"),
            };
        }
        Ok(Condition::Phase(phases))
    }

    /// `us rook (pawn 2) (advisor 0 2)`: exactly these besides the king.
    fn material(&mut self, side: &Node, kinds: &[&Node]) -> Resolved<Condition> {
        let side = self.side(side)?;
        let mut counts = [Count::NONE; 7];
        counts[Kind::King.index()] = Count { least: 1, most: 1 };
        for node in kinds {
            let items = node.items();
            let word = node.as_word().or(node.head()).unwrap_or("this");
            let Some(kind) = vocabulary::kind(word) else {
                let message = format!("no kind is called '{}'", shortened(word));
                return self.fail(node, message, "rook, horse, cannon, pawn, advisor, elephant");
            };
            let most = kind.full_count() as i32;
            let (least, most) = match items.get(1..).unwrap_or(&[]) {
                [] => (1, 1),
                [number] => {
                    let number = self.number(number, 0, most)?;
                    (number, number)
                }
                [a, b, ..] => (self.number(a, 0, most)?, self.number(b, 0, most)?),
            };
            if most < least {
                return self.fail(
                    node,
                    "can never match: more than the most",
                    "the smaller number first",
                );
            }
            counts[kind.index()] = Count { least: least as u8, most: most as u8 };
        }
        Ok(Condition::Material(side, counts))
    }
}

fn king_of(side: Side) -> PieceSet {
    PieceSet::of(xiangqi::Piece::new(side, Kind::King))
}

/// How a condition is written.
fn usage(word: &str) -> &'static str {
    match word {
        "MatchLoc" => "(MatchLoc AREA PIECES)",
        "at" => "(at PIECES AREA), (at PIECES AREA >= 2)",
        "MatchSeq" | "line" => "(line FROM DIRECTION ITEM …), items: pieces, ANY, . * ?",
        "no" => "(no CONDITION …)",
        "any-of" => "(any-of CONDITION …)",
        "all-of" => "(all-of CONDITION …)",
        "count" => "(count PIECES >= 2)",
        "only" => "(only us rook (pawn 2) (advisor 0 2))",
        "attacks" => "(attacks PIECES PIECES-OR-AREA)",
        "guards" => "(guards PIECES PIECES)",
        "pins" => "(pins PIECES PIECES)",
        "pinned" => "(pinned PIECES)",
        "trapped" => "(trapped PIECES)",
        "to-move" => "(to-move us)",
        "phase" => "(phase opening middlegame)",
        "empty" => "(empty AREA)",
        _ => "(let NAME PIECES) or (let NAME PIECES AREA)",
    }
}
