//! The law beyond the board: repetition, natural limit, insufficient material.
//!
//! The order of tests is mate, repetition, natural limit, material, as the
//! engines of the field have it.

mod chase;
mod foresight;
mod limit;
mod material;
mod preset;
mod repetition;

use game::{Cause, Outcome, Played, Rules, Verdict};

pub use chase::chased;
pub use foresight::{Foreseen, foresee};
pub use limit::LimitCounter;
pub use material::{MaterialVerdict, cannot_be_won};
pub use preset::{OPTIONS, PRESETS, RulesError, RulesOption};
pub use repetition::{Cycle, Judged, Offence, RepetitionLaw, Severity};

use crate::{Ply, Position};

/// The rule set of a game: named options, printed into every record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XiangqiRules {
    /// What a repetition means.
    pub repetition: RepetitionLaw,
    /// Plies without capture that make a draw; `None` = no limit.
    pub natural_limit: Option<u32>,
    /// Whether positions nobody can win are drawn at once.
    pub insufficient_material: bool,
}

/// What the law remembers: one record per ply, and one for the start.
#[derive(Clone, Debug)]
pub struct History {
    records: Vec<Record>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    limit: LimitCounter,
    reversible: usize,
}

impl History {
    /// The natural limit's counter now.
    pub fn limit(&self) -> LimitCounter {
        self.last().limit
    }

    /// Plies since the last capture, none left out: how far back a repetition may lie.
    pub fn reversible(&self) -> usize {
        self.last().reversible
    }

    fn last(&self) -> &Record {
        self.records.last().expect("begin() makes the first record")
    }
}

impl Rules<Position> for XiangqiRules {
    type History = History;

    fn begin(&self, _: &Position, clock: u32) -> History {
        let limit = LimitCounter::starting_at(clock);
        History { records: vec![Record { limit, reversible: 0 }] }
    }

    fn record(
        &self,
        history: &mut History,
        before: &Position,
        played: &Played<Position>,
        after: &Position,
    ) {
        let capture = before.piece_at(played.ply.to()).is_some();
        let last = history.last();
        let limit = last.limit.after(before.turn(), before.in_check(), after.in_check(), capture);
        let reversible = if capture { 0 } else { last.reversible + 1 };
        history.records.push(Record { limit, reversible });
    }

    fn forget(&self, history: &mut History) {
        history.records.pop();
    }

    fn verdict(
        &self,
        history: &History,
        boards: &[Position],
        plies: &[Played<Position>],
    ) -> Option<Verdict> {
        let position = boards.last()?;
        if !position.has_legal_ply() {
            return Some(no_move(position));
        }
        self.repetition_verdict(history, boards, plies)
            .or_else(|| self.limit_verdict(history))
            .or_else(|| self.material_verdict(position))
    }
}

impl XiangqiRules {
    fn repetition_verdict(
        &self,
        history: &History,
        boards: &[Position],
        plies: &[Played<Position>],
    ) -> Option<Verdict> {
        let start = self.repetition.cycle_start(boards, history.reversible())?;
        let plies: Vec<Ply> = plies[start..].iter().map(|played| played.ply).collect();
        let judged = self.repetition.judge(Cycle::new(&boards[start..], &plies));
        Some(judged.verdict(&boards[boards.len() - 1], self.repetition.fold))
    }

    fn limit_verdict(&self, history: &History) -> Option<Verdict> {
        let limit = self.natural_limit?;
        (history.limit().plies() >= limit).then(|| Verdict {
            outcome: Outcome::Draw,
            cause: Cause::NoProgress,
            reason: format!(
                "{limit} plies without a capture (checks beyond the tenth of each side not counted)"
            ),
        })
    }

    fn material_verdict(&self, position: &Position) -> Option<Verdict> {
        (self.insufficient_material && material::verdict(position) == MaterialVerdict::Draw).then(
            || Verdict {
                outcome: Outcome::Draw,
                cause: Cause::InsufficientMaterial,
                reason: "neither side has the material to win".to_owned(),
            },
        )
    }
}

fn no_move(position: &Position) -> Verdict {
    let loser = position.turn();
    let (cause, what) = if position.in_check() {
        (Cause::Checkmate, "is checkmated")
    } else {
        (Cause::NoMove, "has no legal move, which loses")
    };
    Verdict { outcome: Outcome::Win(!loser), cause, reason: format!("{loser} {what}") }
}
