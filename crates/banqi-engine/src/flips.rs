//! The analysis of flips: what each face-down square may turn up, what each
//! outcome is worth, and which policy would flip there.

use std::fmt;
use std::sync::atomic::AtomicBool;

use banqi::{Piece, Ply, Reveal, Square};
use game::{Score, Window};
use search::control::NoClock;
use search::{Control, TranspositionTable};

use crate::chuhe::{Features, Node, SearchParams, Shared, Worker, best_flips};
use crate::engine::{BanqiGame, EngineError};
use crate::eval::EvalParams;
use crate::expectation::{expectation, outcome_value};
use crate::walker::Walker;

/// What one piece turning up would mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlipOutcome {
    /// The piece.
    pub piece: Piece,
    /// How many of it lie face down.
    pub count: u32,
    /// The value for the side that flips.
    pub value: Score,
    /// The other side's best reply, as far as the search saw one.
    pub reply: Option<Ply>,
}

/// One face-down square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlipRow {
    /// The square.
    pub square: Square,
    /// Every piece that may turn up.
    pub outcomes: Vec<FlipOutcome>,
    /// The average over all outcomes.
    pub expectation: Score,
    /// The value of the worst outcome.
    pub worst: Score,
    /// The policies that would choose this square among the flips.
    pub chosen_by: Vec<&'static str>,
}

impl FlipRow {
    /// How many pieces lie face down: the weight of all outcomes.
    pub fn weight(&self) -> u32 {
        self.outcomes.iter().map(|outcome| outcome.count).sum()
    }
}

/// All flips of a position, and the best other ply to compare them with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlipReport {
    /// One row for each face-down square, the best expectation first.
    pub rows: Vec<FlipRow>,
    /// The best move or capture with its value, if there is one.
    pub best_move: Option<(Ply, Score)>,
    /// The depth of the searches behind the values.
    pub depth: i32,
}

/// The policies of [`FlipRow::chosen_by`]: the profiles' ways to choose a square.
pub const FLIP_POLICIES: [(&str, &str); 3] = [
    ("expectation", "best average value (ntu-2018 and chuhe)"),
    ("least-worst", "smallest worst loss, then best sum (foodchain-2010)"),
    ("quick-look", "best at a glance (chuhe, to choose which flips to search)"),
];

/// Searches every outcome of every flip `depth` plies deep.
///
/// # Errors
/// If there is not enough memory for the table.
///
/// ```
/// use banqi_engine::{BanqiGame, analyse_flips};
/// // Of the two face-down pieces one is the rook that the king fears nothing from.
/// let position = "8/8/1X5X/K7 r r1p1".parse().unwrap();
/// let game = BanqiGame::from_position(Default::default(), position, 0);
/// let report = analyse_flips(&game, 2).unwrap();
/// assert_eq!(report.rows.len(), 2);
/// assert!(report.rows.iter().all(|row| row.weight() == 2));
/// ```
pub fn analyse_flips(game: &BanqiGame, depth: i32) -> Result<FlipReport, EngineError> {
    const MEGABYTES: usize = 16;
    let depth = depth.clamp(1, 30);
    let table = TranspositionTable::new(MEGABYTES).map_err(|_| EngineError::Memory(MEGABYTES))?;
    let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
    let control = Control::new(&NoClock, &stop, &pondering, None, None);
    let params = SearchParams::default();
    let features = Features::ALL;
    let shared = Shared { table: &table, control: &control, params: &params, features, threads: 1 };
    let mut worker = Worker::new(shared, Walker::at(game), EvalParams::default());
    let flips = game.position().flips();
    let mut rows: Vec<FlipRow> =
        flips.into_iter().map(|flip| flip_row(&mut worker, flip, depth)).collect();
    mark_policies(&mut worker, &mut rows);
    rows.sort_by_key(|row| std::cmp::Reverse(row.expectation));
    Ok(FlipReport { rows, best_move: best_move(&mut worker, depth), depth })
}

fn flip_row(worker: &mut Worker<'_>, flip: Ply, depth: i32) -> FlipRow {
    let mut outcomes = Vec::new();
    for (piece, count) in worker.walker.position.pool().iter() {
        worker.enter(flip, Reveal::Piece(piece));
        let value = -deepened(worker, depth);
        let reply = worker.lines[1].first().copied();
        worker.walker.back();
        outcomes.push(FlipOutcome { piece, count, value, reply });
    }
    let weighted =
        |outcome: &FlipOutcome| i64::from(outcome.count) * i64::from(outcome_value(outcome.value));
    let sum: i64 = outcomes.iter().map(weighted).sum();
    let weight: u32 = outcomes.iter().map(|outcome| outcome.count).sum();
    let worst = outcomes.iter().map(|outcome| outcome.value).min().unwrap_or(Score::DRAW);
    let expectation = expectation(sum, i64::from(weight.max(1)));
    FlipRow { square: flip.from(), outcomes, expectation, worst, chosen_by: Vec::new() }
}

/// Deepens step by step, so that the table orders the plies.
fn deepened(worker: &mut Worker<'_>, depth: i32) -> Score {
    (1..=depth).fold(Score::DRAW, |_, depth| worker.search(depth, Window::FULL, Node::PV))
}

fn best_move(worker: &mut Worker<'_>, depth: i32) -> Option<(Ply, Score)> {
    let mut moves = worker.walker.position.captures_only();
    worker.walker.position.push_quiets(&mut moves);
    let mut best: Option<(Ply, Score)> = None;
    for ply in moves {
        worker.enter(ply, Reveal::Nothing);
        let value = -deepened(worker, depth);
        worker.walker.back();
        if best.is_none_or(|(_, known)| value > known) {
            best = Some((ply, value));
        }
    }
    best
}

fn mark_policies(worker: &mut Worker<'_>, rows: &mut [FlipRow]) {
    let values = *worker.evaluator.values(&worker.walker);
    let quick = best_flips(&worker.walker.position, &values).first().map(|&(_, ply)| ply.from());
    let sum = |row: &FlipRow| row.expectation;
    let expected = rows.iter().max_by_key(|row| (row.expectation, row.worst)).map(|row| row.square);
    let safest = rows.iter().max_by_key(|row| (row.worst, sum(row))).map(|row| row.square);
    let chosen = [expected, safest, quick];
    for row in rows {
        for (choice, (name, _)) in chosen.iter().zip(FLIP_POLICIES) {
            if *choice == Some(row.square) {
                row.chosen_by.push(name);
            }
        }
    }
}

impl fmt::Display for FlipReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((ply, value)) = self.best_move {
            writeln!(f, "best move {ply}: {value:?} (depth {})", self.depth)?;
        }
        for row in &self.rows {
            write!(f, "{}: expectation {:?}, worst {:?}", row.square, row.expectation, row.worst)?;
            let policies = row.chosen_by.join(", ");
            writeln!(f, "{}{policies}", if policies.is_empty() { "" } else { "  <- " })?;
            for outcome in &row.outcomes {
                let percent = 100.0 * f64::from(outcome.count) / f64::from(row.weight().max(1));
                let reply = outcome.reply.map_or("-".to_owned(), |ply| ply.to_string());
                let letter = outcome.piece.letter();
                writeln!(
                    f,
                    "  {letter} {percent:>5.1} %  {:>8}  reply {reply}",
                    format!("{:?}", outcome.value)
                )?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(text: &str, depth: i32) -> FlipReport {
        let game = BanqiGame::from_position(Default::default(), text.parse().unwrap(), 0);
        analyse_flips(&game, depth).unwrap()
    }

    /// The average by another arithmetic than the analysis uses: a game won or
    /// lost counts 8,000, halves are rounded away from zero.
    fn average(row: &FlipRow) -> i32 {
        let (mut sum, mut weight) = (0.0, 0.0);
        for outcome in &row.outcomes {
            sum += f64::from(outcome.count) * f64::from(outcome.value.get()).clamp(-8e3, 8e3);
            weight += f64::from(outcome.count);
        }
        (sum / weight).round() as i32
    }

    #[test]
    fn an_expectation_is_the_weighted_average_of_its_outcomes() {
        // Black's pawns take the king beside them, and red has nothing else; the
        // king takes the rook.
        let report = report("8/8/8/KXXX4 r p2r1", 3);
        assert_eq!(report.rows.len(), 3);
        let beside = report.rows.iter().find(|row| row.square.to_string() == "b1").unwrap();
        let found: Vec<_> = beside.outcomes.iter().map(|o| (o.piece.letter(), o.count)).collect();
        assert_eq!(found, [('r', 1), ('p', 2)]);
        let [rook, pawn] = [0, 1].map(|index| beside.outcomes[index].value);
        assert_eq!(pawn, Score::loss_in(2));
        assert!(rook > pawn);
        assert_eq!(beside.worst, pawn);
        let apart = 2 * -8_000 + rook.get().clamp(-8_000, 8_000);
        assert_eq!(beside.expectation.get(), (f64::from(apart) / 3.0).round() as i32);
        for row in &report.rows {
            assert_eq!(row.expectation.get(), average(row), "{row:?}");
            assert!(row.outcomes.iter().all(|outcome| outcome.value >= row.worst), "{row:?}");
        }
    }

    #[test]
    fn each_policy_chooses_one_square_by_its_own_measure() {
        let report = report("8/1XX3X1/2r5/K6A b P1k1h1", 2);
        let chosen = |name| {
            let rows = report.rows.iter().filter(|row| row.chosen_by.contains(&name));
            let rows: Vec<&FlipRow> = rows.collect();
            assert_eq!(rows.len(), 1, "{name}: {report}");
            rows[0]
        };
        let rows = || report.rows.iter();
        let expected = chosen("expectation").expectation;
        assert_eq!(Some(expected), rows().map(|row| row.expectation).max());
        assert_eq!(Some(chosen("least-worst").worst), rows().map(|row| row.worst).max());
        chosen("quick-look");
        assert!(rows().map(|row| row.expectation).is_sorted_by(|a, b| a >= b), "{report}");
    }

    #[test]
    fn the_least_worst_policy_keeps_away_from_the_advisor() {
        // As in Hsieh 2010, figure 3-34: beside the black advisor a king may turn up and take
        // it; far from it nothing can happen, and a cannon there would hit.
        let report = report("8/aX6/8/5X1A b K1c1", 3);
        let safe = report.rows.iter().find(|row| row.chosen_by.contains(&"least-worst")).unwrap();
        assert_eq!(safe.square.to_string(), "f1");
    }

    #[test]
    fn every_flip_of_a_position_has_a_row_and_a_printed_line() {
        let report = report("XX6/8/4k3/K6X r A1p1c1", 1);
        let text = report.to_string();
        for row in &report.rows {
            assert!(text.contains(&format!("{}: expectation", row.square)), "{text}");
        }
        assert!(report.best_move.is_some());
    }
}
