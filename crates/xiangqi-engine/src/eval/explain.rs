//! The score, term by term.

use game::{BySide, Side};
use xiangqi::Position;

use super::evaluation::{Evaluation, Term, signed};
use super::packed::{Blend, Packed};
use super::style::{Chuhe, EvalStyle, Shenxiang};

/// One row of the explanation, blended and in score units. All totals together
/// are exactly the score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermRow {
    /// The term.
    pub name: &'static str,
    /// What it gives to red.
    pub red: i32,
    /// What it gives to black.
    pub black: i32,
    /// What it adds to the score of the side to move.
    pub total: i32,
}

impl Term {
    const ALL: [Term; 7] = [
        Term::Mobility,
        Term::Control,
        Term::Features,
        Term::Dynamic,
        Term::KingSafety,
        Term::Threats,
        Term::RaisedElephant,
    ];

    const fn name(self) -> &'static str {
        match self {
            Term::Mobility => "mobility",
            Term::Control => "control points",
            Term::Features => "named features",
            Term::Dynamic => "dynamic material",
            Term::KingSafety => "king safety",
            Term::Threats => "threats and protection",
            Term::RaisedElephant => "raised elephant",
        }
    }

    const fn belongs_to(self, style: EvalStyle) -> bool {
        match style {
            EvalStyle::Chuhe => true,
            EvalStyle::Shenxiang => matches!(self, Term::Mobility | Term::Features),
        }
    }
}

impl Evaluation {
    /// Every term for both sides, the tempo, what theory says about the ending,
    /// and what rounding left over.
    pub fn explain(&self, position: &Position) -> Vec<TermRow> {
        let accumulator = self.refresh(position);
        let armies = accumulator.armies();
        let table = Table { turn: position.turn(), blend: self.blend(&accumulator) };
        let mut rows = self.standing_rows(position, table);
        rows.extend(self.term_rows(position, table));
        let tempo = signed(position.turn(), self.tempo);
        rows.push(table.row("tempo", self.tempo_by_side(position.turn())));

        let mut whole = accumulator.sum() + tempo;
        self.terms(position, armies, |_, side, part| whole += signed(side, part));
        let before = whole.blend(table.blend);
        let after = match self.style {
            EvalStyle::Chuhe => self.after_theory::<Chuhe>(before, armies),
            EvalStyle::Shenxiang => self.after_theory::<Shenxiang>(before, armies),
        };
        let listed: i32 = rows.iter().map(|row| row.red - row.black).sum();
        rows.push(table.correction("rounding", before - listed));
        rows.push(table.correction("known ending", after - before));
        rows
    }

    /// Material and places, which the accumulator keeps as one sum.
    fn standing_rows(&self, position: &Position, table: Table) -> Vec<TermRow> {
        let mut material = BySide([Packed::ZERO; 2]);
        let mut places = BySide([Packed::ZERO; 2]);
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                material[piece.side()] += self.params.material.packed(piece.kind());
                places[piece.side()] += self.params.squares.packed(piece, square);
            }
        }
        vec![table.row("material", material), table.row("piece squares", places)]
    }

    fn term_rows(&self, position: &Position, table: Table) -> Vec<TermRow> {
        let armies = self.refresh(position).armies();
        let mut parts = [BySide([Packed::ZERO; 2]); Term::ALL.len()];
        self.terms(position, armies, |term, side, part| parts[term as usize][side] += part);
        Term::ALL
            .into_iter()
            .filter(|term| term.belongs_to(self.style))
            .map(|term| table.row(term.name(), parts[term as usize]))
            .collect()
    }

    fn tempo_by_side(&self, turn: Side) -> BySide<Packed> {
        let mut tempo = BySide([Packed::ZERO; 2]);
        tempo[turn] = self.tempo;
        tempo
    }
}

/// Whose view the totals take, and the phase.
#[derive(Clone, Copy)]
struct Table {
    turn: Side,
    blend: Blend,
}

impl Table {
    /// A number of red's view from the side to move's.
    fn seen(self, red: i32) -> i32 {
        if self.turn == Side::Red { red } else { -red }
    }

    fn row(self, name: &'static str, parts: BySide<Packed>) -> TermRow {
        let (red, black) =
            (parts[Side::Red].blend(self.blend), parts[Side::Black].blend(self.blend));
        TermRow { name, red, black, total: self.seen(red - black) }
    }

    /// A correction of red's view that belongs to no side alone.
    fn correction(self, name: &'static str, red: i32) -> TermRow {
        TermRow { name, red: red.max(0), black: (-red).max(0), total: self.seen(red) }
    }
}
