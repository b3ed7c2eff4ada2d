//! Finished games as text: PGN for xiangqi, contest records for dark chess.

use std::fmt::Write as _;

use banqi::Played;
use banqi::notation::coordinate;
use banqi::notation::record::{ContestRecord, EndReason, RecordedEnd, Seat as RecordSeat};
use game::{Cause, Side};

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
fn pgn_result(table: &dyn Table, log: &GameLog) -> &'static str {
    let Some(winner) = log.ending.winner else { return "1/2-1/2" };
    let first_is_red = table.first_side() != Some(Side::Black);
    if (winner == Seat::First) == first_is_red { "1-0" } else { "0-1" }
}

fn pgn(table: &dyn Table, log: &GameLog, header: &Header<'_>) -> String {
    let first_is_red = table.first_side() != Some(Side::Black);
    let [first, second] = header.players;
    let (red, black) = if first_is_red { (first, second) } else { (second, first) };
    let result = pgn_result(table, log);
    let mut text = String::from("[Game \"Chinese Chess\"]\n");
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", header.event);
    tag("Site", "Chuhe");
    tag("Date", header.date);
    tag("Round", &header.number.to_string());
    tag("Red", red);
    tag("Black", black);
    tag("Result", result);
    let (start, usual) = table.start();
    if !usual {
        tag("FEN", start);
    }
    tag("Format", "ICCS");
    tag("TimeControl", &time_control(header, first_is_red));
    tag("Rules", &table.rules());
    tag("Termination", log.ending.cause.name());
    tag("TerminationDetails", &log.ending.reason);
    tag("PlyCount", &log.plies.len().to_string());
    text.push('\n');
    write_moves(&mut text, &log.plies, first_is_red);
    text.push_str(result);
    text.push_str("\n\n");
    text
}

fn time_control(header: &Header<'_>, first_is_red: bool) -> String {
    let [a, b] = header.controls;
    let (red, black) = if first_is_red { (a, b) } else { (b, a) };
    if red == black { red.to_string() } else { format!("{red} / {black}") }
}

/// `1. h2e2 {+0.25/12 0.098s 123456n 0.097c} h9g7 {…}`, one full move a line.
fn write_moves(text: &mut String, plies: &[PlyLog], first_is_red: bool) {
    let offset = usize::from(!first_is_red);
    for (index, log) in plies.iter().enumerate() {
        let half = index + offset;
        if half.is_multiple_of(2) {
            let _ = write!(text, "{}. ", half / 2 + 1);
        } else if index == 0 {
            text.push_str("1... ");
        }
        let [from, to] = [&log.ply.ply[..2], &log.ply.ply[2..]];
        let _ = write!(text, "{}-{} {{{}}}", from.to_uppercase(), to.to_uppercase(), comment(log));
        text.push(if half.is_multiple_of(2) { ' ' } else { '\n' });
    }
    if !(plies.len() + offset).is_multiple_of(2) {
        text.push('\n');
    }
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
