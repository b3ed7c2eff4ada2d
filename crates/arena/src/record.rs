//! Finished games as text: PGN for xiangqi, contest records for dark chess.

use banqi::Played;
use banqi::notation::coordinate;
use banqi::notation::record::{ContestRecord, EndReason, RecordedEnd, Seat as RecordSeat};
use game::{Cause, Side};
use records::pgn::Options;
use records::{Game, GameResult, Kind, Start, Tree};
use xiangqi::notation::Notation;

use crate::clock::TimeControl;
use crate::player::{GameKind, Seat, Thought};
use crate::referee::{GameLog, PlyLog};
use crate::table::{EndCause, Table};

/// What a record says besides the plies.
#[derive(Clone, PartialEq, Debug)]
pub struct Header<'a> {
    /// Name of the event.
    pub event: &'a str,
    /// `yyyy.mm.dd`.
    pub date: &'a str,
    /// Number of the game, from 1.
    pub number: u32,
    /// Names of the players by seat.
    pub players: [&'a str; 2],
    /// Their time controls.
    pub controls: [TimeControl; 2],
    /// The seed of the deal, in dark chess.
    pub deal: Option<u64>,
}

/// The record of a finished game.
pub fn write(table: &dyn Table, log: &GameLog, header: &Header<'_>) -> String {
    match table.kind() {
        GameKind::Xiangqi => pgn(table, log, header),
        GameKind::Banqi => contest(table, log, header),
    }
}

/// `1-0` if red won, as PGN counts.
fn pgn_result(first_is_red: bool, log: &GameLog) -> GameResult {
    match log.ending.winner {
        None => GameResult::Draw,
        Some(winner) if (winner == Seat::First) == first_is_red => GameResult::First,
        Some(_) => GameResult::Second,
    }
}

fn pgn(table: &dyn Table, log: &GameLog, header: &Header<'_>) -> String {
    let first_is_red = table.first_side() != Some(Side::Black);
    let [first, second] = header.players;
    let (red, black) = if first_is_red { (first, second) } else { (second, first) };
    let start = Start::read(Kind::Xiangqi, table.start().0);
    let mut game = Game::new(start.expect("a table's own start position is readable"));
    game.result = pgn_result(first_is_red, log);
    let headers: [(&str, &str); 11] = [
        ("Event", header.event),
        ("Site", "Chuhe"),
        ("Date", header.date),
        ("Round", &header.number.to_string()),
        ("Red", red),
        ("Black", black),
        ("TimeControl", &time_control(header, first_is_red)),
        ("Rules", &table.rules()),
        ("Termination", log.ending.cause.name()),
        ("TerminationDetails", &log.ending.reason),
        ("PlyCount", &log.plies.len().to_string()),
    ];
    for (name, value) in headers {
        game.set_header(name, value);
    }
    let mut node = Tree::ROOT;
    for log in &log.plies {
        let Ok(ply) = log.ply.ply.parse() else { break };
        node = game.tree.play(node, records::Played::Xiangqi(ply));
        game.tree.node_mut(node).comment = comment(log);
    }
    records::pgn::write(&game, Options { notation: Notation::Iccs }) + "\n"
}

fn time_control(header: &Header<'_>, first_is_red: bool) -> String {
    let [a, b] = header.controls;
    let (red, black) = if first_is_red { (a, b) } else { (b, a) };
    if red == black { red.to_string() } else { format!("{red} / {black}") }
}

/// `+0.25`, `-M3`: what a player said of its ply, if it said anything.
fn score_text(thought: &Thought) -> Option<String> {
    match (thought.mate, thought.score) {
        (Some(mate), _) => {
            Some(format!("{}M{}", if mate < 0 { '-' } else { '+' }, mate.unsigned_abs()))
        }
        (None, Some(score)) => Some(format!("{:+.2}", f64::from(score) / 100.0)),
        (None, None) => None,
    }
}

/// Score/depth, wall seconds, nodes, processor seconds: what is known of a ply.
fn comment(log: &PlyLog) -> String {
    let mut parts = Vec::new();
    match (score_text(&log.thought), log.thought.depth) {
        (Some(score), Some(depth)) => parts.push(format!("{score}/{depth}")),
        (Some(score), None) => parts.push(score),
        (None, Some(depth)) => parts.push(format!("/{depth}")),
        (None, None) => {}
    }
    parts.push(format!("{:.3}s", log.time.as_secs_f64()));
    parts.extend(log.thought.nodes.map(|nodes| format!("{nodes}n")));
    parts.extend(log.cpu.map(|cpu| format!("{:.3}c", cpu.as_secs_f64())));
    parts.join(" ")
}

fn contest(table: &dyn Table, log: &GameLog, header: &Header<'_>) -> String {
    let plies = log.plies.iter().filter_map(|log| {
        let text = match log.ply.reveal {
            Some(letter) => format!("{}={letter}", &log.ply.ply[..2]),
            None => log.ply.ply.clone(),
        };
        coordinate::read(&text).ok()
    });
    let record = ContestRecord {
        date: header.date.to_owned(),
        players: header.players.map(str::to_owned),
        start: table.start().0.parse().expect("a table's own start position is readable"),
        first: table.first_side(),
        seconds: seconds(header.controls[0]),
        plies: plies.collect::<Vec<Played>>(),
        end: Some(RecordedEnd {
            reason: contest_reason(log),
            winner: log.ending.winner.map(|seat| match seat {
                Seat::First => RecordSeat::First,
                Seat::Second => RecordSeat::Second,
            }),
        }),
    };
    let deal = header.deal.map_or(String::new(), |seed| format!(", deal seed {seed}"));
    // Lines without the leading star are remarks that readers pass over.
    format!(
        "# game {}: {}, rules {}{deal}; {}\n{SCORES}{}\n{record}\n",
        header.number,
        header.event,
        table.rules(),
        log.ending.reason,
        scores(&log.plies)
    )
}

/// How the remark with the players' scores begins: contest records have no place
/// for them.
pub(crate) const SCORES: &str = "# scores:";

/// One word for each ply, from its mover's view; `-` where nothing was said.
fn scores(plies: &[PlyLog]) -> String {
    let word = |log: &PlyLog| score_text(&log.thought).unwrap_or_else(|| "-".to_owned());
    plies.iter().fold(String::new(), |text, log| text + " " + &word(log))
}

fn contest_reason(log: &GameLog) -> EndReason {
    match log.ending.cause {
        EndCause::Rules(Cause::NoMove | Cause::Elimination) => EndReason::NoMove,
        EndCause::Rules(Cause::NoProgress) => EndReason::NoEatFlipDraw,
        EndCause::Fault(crate::player::FaultKind::Time) => EndReason::TimeOut,
        cause => EndReason::Other(cause.name().to_owned()),
    }
}

fn seconds(control: TimeControl) -> Option<u32> {
    match control {
        TimeControl::Clock { base, .. } => Some(base.as_secs() as u32),
        _ => None,
    }
}
