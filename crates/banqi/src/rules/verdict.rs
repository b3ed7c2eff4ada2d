//! What the options say about a game.

use game::{Cause, Outcome, Played, Position as _, Rules, Side, Verdict};

use super::{BanqiRules, History, Repetition};
use crate::{Position, Square};

impl Rules<Position> for BanqiRules {
    type History = History;

    fn begin(&self, start: &Position, clock: u32) -> History {
        History::new(start, clock)
    }

    fn record(
        &self,
        history: &mut History,
        before: &Position,
        played: &Played<Position>,
        after: &Position,
    ) {
        history.push(before, played.ply, after);
    }

    fn forget(&self, history: &mut History) {
        history.pop();
    }

    fn verdict(
        &self,
        history: &History,
        boards: &[Position],
        _: &[Played<Position>],
    ) -> Option<Verdict> {
        let position = boards.last()?;
        elimination(position)
            .or_else(|| no_move(position))
            .or_else(|| self.long_chase(history, position))
            .or_else(|| self.no_progress(history))
            .or_else(|| self.repetition(history, boards))
    }
}

fn elimination(position: &Position) -> Option<Verdict> {
    let loser = position.eliminated()?;
    Some(loss(loser, Cause::Elimination, format!("{loser} has no piece left")))
}

fn no_move(position: &Position) -> Option<Verdict> {
    let loser = position.side_to_move().filter(|_| !position.has_legal_ply())?;
    Some(loss(loser, Cause::NoMove, format!("{loser} has no legal ply")))
}

impl BanqiRules {
    fn long_chase(&self, history: &History, position: &Position) -> Option<Verdict> {
        let (square, times) = history.chases().iter().copied().max_by_key(|&(_, times)| times)?;
        if self.long_chase == 0 || times < self.long_chase {
            return None;
        }
        let chaser = !position.side_to_move()?;
        Some(loss(chaser, Cause::PerpetualChase, chase_reason(chaser, position, square, times)))
    }

    fn no_progress(&self, history: &History) -> Option<Verdict> {
        let clock = history.clock();
        let ended = self.no_progress_plies > 0 && clock >= self.no_progress_plies;
        ended.then(|| draw(Cause::NoProgress, format!("{clock} plies without a capture or flip")))
    }

    fn repetition(&self, history: &History, boards: &[Position]) -> Option<Verdict> {
        let reason = match self.repetition {
            Repetition::Off => None,
            // Once is no repetition.
            Repetition::Position(0 | 1) | Repetition::Cycle(0 | 1) => None,
            Repetition::Position(times) => same_position(history, boards, times),
            Repetition::Cycle(times) => same_cycle(history, times),
        };
        Some(draw(Cause::Repetition, reason?))
    }
}

fn same_position(history: &History, boards: &[Position], times: u32) -> Option<String> {
    let now = boards.len() - 1;
    // Keys may collide; boards do not.
    let count = history.seen().filter(|ago| boards[now - ago] == boards[now]).count() as u32;
    let side = boards[now].side_to_move()?;
    (count >= times)
        .then(|| format!("the same position with {side} to move for the {} time", ordinal(count)))
}

fn same_cycle(history: &History, times: u32) -> Option<String> {
    let length = history.cycle_length(times as usize)?;
    let copies = match times {
        2 => "twice".to_owned(),
        3 => "three times".to_owned(),
        _ => format!("{times} times"),
    };
    let plies = times as usize * length;
    Some(format!("the last {plies} plies are {copies} the same {length} plies"))
}

fn chase_reason(chaser: Side, position: &Position, square: Square, times: u32) -> String {
    let victim = position.piece_at(square).map_or("piece", |piece| piece.kind().name());
    format!("{chaser} chases the {victim} on {square} for the {} time in a row", ordinal(times))
}

fn loss(loser: Side, cause: Cause, reason: String) -> Verdict {
    Verdict { outcome: Outcome::Win(!loser), cause, reason }
}

fn draw(cause: Cause, reason: String) -> Verdict {
    Verdict { outcome: Outcome::Draw, cause, reason }
}

/// 1st, 2nd, 3rd, 4th … 11th, 12th, 13th … 21st.
fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_are_english() {
        let words = [1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 103, 111].map(ordinal);
        let expected = [
            "1st", "2nd", "3rd", "4th", "10th", "11th", "12th", "13th", "21st", "22nd", "103rd",
            "111th",
        ];
        assert_eq!(words, expected);
    }
}
