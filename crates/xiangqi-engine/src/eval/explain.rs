//! The score, term by term.

use game::{BySide, Side};
use search::{Explanation, Row};
use xiangqi::{Kind, Piece, Position, Square};

use super::evaluation::{Evaluation, signed};
use super::packed::{Blend, Packed};
use super::style::{Chuhe, EvalStyle, Shenxiang};

impl Evaluation {
    /// Every term for both sides, the tempo, what theory says about the ending,
    /// and what rounding left over.
    pub fn explain(&self, position: &Position) -> Explanation {
        let turn = position.turn();
        let accumulator = self.refresh(position);
        let armies = accumulator.armies();
        let view = View { turn, blend: self.blend(&accumulator) };
        let mut rows = self.standing_rows(position, view).to_vec();
        rows.extend(self.term_rows(position, view));
        let mut tempo = BySide([Packed::ZERO; 2]);
        tempo[turn] = self.tempo;
        rows.push(view.row("tempo", tempo));

        let mut whole = accumulator.sum() + signed(turn, self.tempo);
        self.terms(position, armies, |_, side, part| whole += signed(side, part));
        let before = whole.blend(view.blend);
        let after = match self.style {
            EvalStyle::Chuhe => self.after_theory::<Chuhe>(before, armies),
            EvalStyle::Shenxiang => self.after_theory::<Shenxiang>(before, armies),
        };
        let listed: i32 = rows.iter().map(|row| row.value).sum();
        rows.push(Row::new("rounding", None, view.seen(before) - listed));
        rows.push(Row::new("known_ending", None, view.seen(after - before)));
        Explanation::new(Some(turn), rows)
    }

    /// Material and places, which the accumulator keeps as one sum.
    fn standing_rows(&self, position: &Position, view: View) -> [Row; 2] {
        let params = &self.params;
        let material = |piece: Piece, _| params.material.packed(piece.kind());
        let places = |piece, square| params.squares.packed(piece, square);
        [
            view.row_of_kinds("material", position, material),
            view.row_of_kinds("piece_squares", position, places),
        ]
    }

    /// The terms that look at the board: those the style has, in its order.
    fn term_rows(&self, position: &Position, view: View) -> Vec<Row> {
        let armies = self.refresh(position).armies();
        let mut terms: Vec<(&'static str, BySide<Packed>)> = Vec::new();
        self.terms(position, armies, |key, side, part| {
            let known = terms.iter().position(|&(of, _)| of == key).unwrap_or_else(|| {
                terms.push((key, BySide([Packed::ZERO; 2])));
                terms.len() - 1
            });
            terms[known].1[side] += part;
        });
        terms.into_iter().map(|(key, parts)| view.row(key, parts)).collect()
    }
}

/// Who looks at the board, and in which phase.
#[derive(Clone, Copy)]
struct View {
    turn: Side,
    blend: Blend,
}

impl View {
    /// A number of red's view from the side to move's.
    fn seen(self, red: i32) -> i32 {
        if self.turn == Side::Red { red } else { -red }
    }

    /// What a side gets, seen from the side to move.
    fn part(self, key: &'static str, side: Side, part: Packed) -> Row {
        let value = part.blend(self.blend);
        Row::new(key, Some(side), if side == self.turn { value } else { -value })
    }

    /// A term with what it gives to each side.
    fn row(self, key: &'static str, parts: BySide<Packed>) -> Row {
        Row::of_parts(key, Side::BOTH.map(|side| self.part(key, side, parts[side])).to_vec())
    }

    /// A term that pieces have each for itself: by side, then by kind.
    fn row_of_kinds(
        self,
        key: &'static str,
        position: &Position,
        worth: impl Fn(Piece, Square) -> Packed,
    ) -> Row {
        let of_side = |side: Side| {
            let mut sum = Packed::ZERO;
            let mut whole = Row::new(key, Some(side), 0);
            for kind in Kind::ALL.into_iter().filter(|&kind| position.pieces(side, kind).any()) {
                let points = position.pieces(side, kind);
                let piece = Piece::new(side, kind);
                sum += points.into_iter().map(|square| worth(piece, square)).sum::<Packed>();
                // What it adds to those before it, so that the parts sum exactly.
                let value = self.part(key, side, sum).value - whole.value;
                let part = Row::new(kind.name(), Some(side), value);
                whole.value += value;
                whole.points |= points.0;
                whole.children.push(Row { points: points.0, ..part });
            }
            whole
        };
        Row::of_parts(key, Side::BOTH.map(of_side).to_vec())
    }
}
