//! The analysis of flips: what each face-down square may turn up, what each
//! outcome is worth, and which policy would flip there.

use std::fmt;
use std::time::Duration;

use banqi::{Piece, Ply, Reveal, Square};
use game::{Score, Window};
use search::{Control, Host, OptionError, TranspositionTable};

use crate::chuhe::{Features, Node, SearchParams, Shared, Worker, best_flips, forbidden};
use crate::engine::BanqiGame;
use crate::eval::{EvalParams, Evaluation, Worths};
use crate::expectation::expectation;
use crate::judge::{Judge, Judges, Work};
use crate::shipped::shipped;
use crate::walker::Walker;

/// The deepest an analysis goes.
const MAX_DEPTH: i32 = 60;

/// What an analysis of flips looks at, and how far. The first ply of every outcome is
/// looked at whatever the limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlipRequest {
    /// The squares; empty = all.
    pub only: Vec<Square>,
    /// Plies behind each outcome at most.
    pub depth: i32,
    /// Nodes at most.
    pub nodes: Option<u64>,
    /// By the host's clock. No deeper look begins when a third of it is over: it would
    /// take several times as long as all before.
    pub time: Option<Duration>,
    /// Megabytes of the table.
    pub hash: usize,
}

impl Default for FlipRequest {
    fn default() -> FlipRequest {
        FlipRequest { only: Vec::new(), depth: MAX_DEPTH, nodes: None, time: None, hash: 16 }
    }
}

impl FlipRequest {
    /// All flips to a depth.
    pub fn to_depth(depth: i32) -> FlipRequest {
        FlipRequest { depth, ..FlipRequest::default() }
    }
}

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
    /// The policies that would choose this square among those looked at.
    pub chosen_by: Vec<&'static str>,
}

impl FlipRow {
    /// How many pieces lie face down: the weight of all outcomes.
    pub fn weight(&self) -> u32 {
        self.outcomes.iter().map(|outcome| outcome.count).sum()
    }

    /// What it would mean, or has meant, that this piece turned up.
    pub fn outcome(&self, piece: Piece) -> Option<&FlipOutcome> {
        self.outcomes.iter().find(|outcome| outcome.piece == piece)
    }
}

/// The flips of a position, and the best other ply to compare them with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FlipReport {
    /// One row for each square looked at, the best expectation first; empty if the
    /// host stopped the analysis before its first depth was finished.
    pub rows: Vec<FlipRow>,
    /// The best move or capture with its value, if there is one and all flips were
    /// looked at.
    pub best_move: Option<(Ply, Score)>,
    /// The depth of the searches behind the values: plies after the outcome.
    pub depth: i32,
    /// Nodes of all of them.
    pub nodes: u64,
    /// What a won game counts in the averages.
    pub won: i32,
}

/// The policies of [`FlipRow::chosen_by`]: the profiles' ways to choose a square.
pub const FLIP_POLICIES: [(&str, &str); 3] = [
    ("expectation", "best average value (ntu-2018 and chuhe)"),
    ("least-worst", "smallest worst loss, then best sum (foodchain-2010)"),
    ("quick-look", "best at a glance (chuhe, to choose which flips to search)"),
];

/// Searches every outcome of flips, deeper and deeper, until a limit is reached or the
/// host says stop; the values are those of the last finished depth.
///
/// # Errors
/// If there is not enough memory for the table.
///
/// ```
/// use banqi_engine::{BanqiGame, FlipRequest, analyse_flips};
/// use search::Unattended;
/// // Of the two face-down pieces one is the rook that the king fears nothing from.
/// let position = "8/8/1X5X/K7 r r1p1".parse().unwrap();
/// let game = BanqiGame::from_position(Default::default(), position, 0);
/// let report = analyse_flips(&game, &FlipRequest::to_depth(2), &Unattended).unwrap();
/// assert_eq!((report.rows.len(), report.depth), (2, 2));
/// assert!(report.rows.iter().all(|row| row.weight() == 2));
/// ```
pub fn analyse_flips(
    game: &BanqiGame,
    request: &FlipRequest,
    host: &dyn Host,
) -> Result<FlipReport, OptionError> {
    let table = TranspositionTable::new(request.hash)
        .map_err(|_| OptionError::Memory { megabytes: request.hash })?;
    let (params, evaluation) = (SearchParams::default(), Evaluation::new(EvalParams::default()));
    let judges = Judges { network: shipped(), evaluation: &evaluation, params: &params };
    let worths = evaluation.worths();
    Ok(judges.run(game, Flips { game, request, host, table: &table, worths }))
}

/// An analysis that waits for its evaluation.
struct Flips<'a> {
    game: &'a BanqiGame,
    request: &'a FlipRequest,
    host: &'a dyn Host,
    table: &'a TranspositionTable,
    worths: &'a Worths,
}

impl Work for Flips<'_> {
    type Done = FlipReport;

    fn run<E: Judge>(self, evaluator: &E, params: &SearchParams) -> FlipReport {
        Analysis { asked: self, evaluator, params }.run()
    }
}

/// Everything the searches of one analysis share.
struct Analysis<'a, E> {
    asked: Flips<'a>,
    evaluator: &'a E,
    params: &'a SearchParams,
}

impl<E: Judge> Analysis<'_, E> {
    fn run(&self) -> FlipReport {
        // Without any depth there would be nothing to tell: only the host ends that.
        let control = Control::new(self.asked.host, None, None);
        let mut report = self.deepen(FlipReport::default(), &control, 1);
        report.nodes = control.nodes();
        let last = self.asked.request.depth.clamp(1, MAX_DEPTH);
        let nodes = self.asked.request.nodes.map(|nodes| nodes.saturating_sub(report.nodes));
        if !report.rows.is_empty() && last > 1 && nodes != Some(0) {
            let control = Control::new(self.asked.host, nodes, self.asked.request.time);
            let first = report.nodes;
            report = self.deepen(report, &control, last);
            report.nodes = first + control.nodes();
        }
        let order = |row: &FlipRow| std::cmp::Reverse((row.expectation, row.worst));
        report.rows.sort_by_key(order);
        report
    }

    /// Looks deeper than a report has done, to `last` at most.
    fn deepen(&self, mut report: FlipReport, control: &Control<'_>, last: i32) -> FlipReport {
        let shared = Shared {
            table: self.asked.table,
            evaluator: self.evaluator,
            worths: self.asked.worths,
            control,
            params: self.params,
            features: Features::ALL,
            tables: None,
            threads: 1,
        };
        let mut worker = Worker::new(shared, Walker::at(self.asked.game));
        while report.depth < last && self.has_time(&report) {
            let Some(deeper) = self.look(&mut worker, report.depth + 1) else { break };
            report = deeper;
        }
        worker.report();
        report
    }

    fn has_time(&self, report: &FlipReport) -> bool {
        let time = self.asked.request.time.filter(|_| report.depth > 0);
        time.is_none_or(|time| self.asked.host.elapsed() * 3 <= time)
    }

    /// Every outcome of every flip at one depth; `None` if that was stopped.
    fn look(&self, worker: &mut Worker<'_, impl Judge>, depth: i32) -> Option<FlipReport> {
        let only = &self.asked.request.only;
        let mut rows = Vec::new();
        for flip in self.asked.game.position().flips() {
            if only.is_empty() || only.contains(&flip.from()) {
                rows.push(flip_row(worker, flip, depth)?);
            }
        }
        mark_policies(worker, &mut rows);
        let best_move =
            if only.is_empty() { best_move(worker, self.asked.game, depth)? } else { None };
        Some(FlipReport { rows, best_move, depth, nodes: 0, won: E::WON })
    }
}

/// What comes of a ply, `depth` plies after it, and the expected reply; `None` if that
/// was stopped.
fn value_after(
    worker: &mut Worker<'_, impl Judge>,
    (ply, reveal): (Ply, Reveal),
    depth: i32,
) -> Option<(Score, Option<Ply>)> {
    worker.enter(ply, reveal);
    let value = -worker.search(depth, Window::FULL, Node::PV);
    let reply = worker.lines[1].first().copied();
    worker.leave();
    (!worker.stopped).then_some((value, reply))
}

fn flip_row<E: Judge>(worker: &mut Worker<'_, E>, flip: Ply, depth: i32) -> Option<FlipRow> {
    let mut outcomes = Vec::new();
    let (mut sum, mut weight) = (0, 0);
    for (piece, count) in worker.walker.position.pool().iter() {
        let (value, reply) = value_after(worker, (flip, Reveal::Piece(piece)), depth)?;
        sum += i64::from(count) * i64::from(E::outcome_value(value));
        weight += i64::from(count);
        outcomes.push(FlipOutcome { piece, count, value, reply });
    }
    let worst = outcomes.iter().map(|outcome| outcome.value).min().unwrap_or(Score::DRAW);
    let expectation = expectation(sum, weight.max(1));
    Some(FlipRow { square: flip.from(), outcomes, expectation, worst, chosen_by: Vec::new() })
}

/// The best ply that is no flip, a chase too many only if there is no other.
fn best_move(
    worker: &mut Worker<'_, impl Judge>,
    game: &BanqiGame,
    depth: i32,
) -> Option<Option<(Ply, Score)>> {
    let mut moves = game.position().captures_only();
    game.position().push_quiets(&mut moves);
    if game.rules().long_chase > 0 && moves.iter().any(|&ply| !forbidden(game, ply)) {
        moves.retain(|ply| !forbidden(game, *ply));
    }
    let mut best: Option<(Ply, Score)> = None;
    for ply in moves {
        let (value, _) = value_after(worker, (ply, Reveal::Nothing), depth)?;
        if best.is_none_or(|(_, known)| value > known) {
            best = Some((ply, value));
        }
    }
    Some(best)
}

fn mark_policies(worker: &mut Worker<'_, impl Judge>, rows: &mut [FlipRow]) {
    let values = worker.values();
    let quick = best_flips(&worker.walker.position, &values, worker.shared.params);
    let among = |square: Square| rows.iter().any(|row| row.square == square);
    let quick = quick.iter().map(|(_, ply)| ply.from()).find(|&square| among(square));
    let expected = rows.iter().max_by_key(|row| (row.expectation, row.worst)).map(|row| row.square);
    let safest = rows.iter().max_by_key(|row| (row.worst, row.expectation)).map(|row| row.square);
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
    use std::sync::atomic::{AtomicU64, Ordering};

    use search::{Flow, Unattended};

    use super::*;

    fn report(text: &str, depth: i32) -> FlipReport {
        let game = BanqiGame::from_position(Default::default(), text.parse().unwrap(), 0);
        analyse_flips(&game, &FlipRequest::to_depth(depth), &Unattended).unwrap()
    }

    /// The average by another arithmetic than the analysis uses: a game won or
    /// lost counts what the report says, halves are rounded away from zero.
    fn average(row: &FlipRow, won: i32) -> i32 {
        let (mut sum, mut weight) = (0.0, 0.0);
        for outcome in &row.outcomes {
            sum += f64::from(outcome.count) * f64::from(outcome.value.get().clamp(-won, won));
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
        let apart = 2 * -report.won + rook.get().clamp(-report.won, report.won);
        assert_eq!(beside.expectation.get(), (f64::from(apart) / 3.0).round() as i32);
        for row in &report.rows {
            assert_eq!(row.expectation.get(), average(row, report.won), "{row:?}");
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

    /// A host that stops at a yield point, and whose clock goes on by a millisecond at
    /// each.
    struct Counting {
        stop_at: u64,
        seen: AtomicU64,
    }

    impl Host for Counting {
        fn elapsed(&self) -> Duration {
            Duration::from_millis(self.seen.load(Ordering::Relaxed))
        }

        fn yield_point(&self) -> Flow {
            let seen = self.seen.fetch_add(1, Ordering::Relaxed);
            if seen < self.stop_at { Flow::Continue } else { Flow::Stop }
        }
    }

    const MANY: &str = "XAXeXXkr/PXpXrhX1/XRXXXXH1/hp1PXAXe b K1E2R1C2P3a2c1p2";

    fn limited(request: &FlipRequest, stop_at: u64) -> (FlipReport, u64) {
        let game = BanqiGame::from_position(Default::default(), MANY.parse().unwrap(), 0);
        let host = Counting { stop_at, seen: AtomicU64::new(0) };
        let report = analyse_flips(&game, request, &host).unwrap();
        (report, host.seen.into_inner())
    }

    #[test]
    fn a_host_stops_an_analysis_and_finished_depths_stand() {
        let whole = report(MANY, 2);
        let (stopped, seen) = limited(&FlipRequest::default(), 0);
        assert_eq!((stopped.rows.len(), stopped.depth), (0, 0));
        assert!(seen <= 3, "{seen} more yield points");
        let yields = whole.nodes / 256 + 40;
        let (stopped, _) = limited(&FlipRequest::default(), yields);
        assert!(stopped.depth >= 2, "{} of {}", stopped.nodes, whole.nodes);
        assert!(stopped.nodes < whole.nodes + 256 * 60);
        assert_eq!(stopped.rows.len(), whole.rows.len());
    }

    #[test]
    fn limits_of_nodes_and_time_end_an_analysis_after_its_first_depth() {
        let first = report(MANY, 1);
        let tiny = FlipRequest { nodes: Some(10), ..FlipRequest::default() };
        assert_eq!(limited(&tiny, u64::MAX).0, first);
        let more = FlipRequest { nodes: Some(60_000), ..FlipRequest::default() };
        let (more, _) = limited(&more, u64::MAX);
        assert!(more.depth > 1 && more.nodes <= 60_600, "{} {}", more.depth, more.nodes);
        let time = Some(Duration::from_millis(1));
        let short = FlipRequest { time, ..FlipRequest::default() };
        assert_eq!(limited(&short, u64::MAX).0.depth, 1);
        // Half of the time is over after two plies: a third would hardly be finished.
        let two = report(MANY, 2);
        let time = Some(Duration::from_millis(two.nodes / 256 * 2));
        let half = FlipRequest { time, ..FlipRequest::default() };
        assert_eq!(limited(&half, u64::MAX).0, two);
        let time = Some(Duration::from_millis(900));
        let long = FlipRequest { time, ..FlipRequest::default() };
        let (long, seen) = limited(&long, u64::MAX);
        assert!(long.depth > 1 && seen <= 905, "{} {seen}", long.depth);
    }

    #[test]
    fn one_flip_alone_has_the_row_it_has_among_all() {
        let text = "8/8/8/KXXX4 r p2r1";
        let all = report(text, 3);
        let game = BanqiGame::from_position(Default::default(), text.parse().unwrap(), 0);
        for row in &all.rows {
            let request = FlipRequest { only: vec![row.square], ..FlipRequest::to_depth(3) };
            let one = analyse_flips(&game, &request, &Unattended).unwrap();
            assert_eq!((one.rows.len(), one.best_move), (1, None));
            assert_eq!(one.rows[0].outcomes, row.outcomes);
            assert_eq!(one.rows[0].chosen_by.len(), FLIP_POLICIES.len(), "alone it is the choice");
            let pawn: Piece = row.outcomes[1].piece;
            assert_eq!(row.outcome(pawn), Some(&row.outcomes[1]));
        }
    }
}
