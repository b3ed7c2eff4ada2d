//! Finished games as text: PGN for xiangqi, contest records for dark chess.

use banqi::Played;
use banqi::notation::coordinate;
use banqi::notation::record::{ContestRecord, EndReason, RecordedEnd, Seat as RecordSeat};
use game::Cause;
use records::pgn::Options;
use records::{Game, GameResult, Start, Tree};
use xiangqi::notation::Notation;

use crate::board::RefereeBoard;
use crate::clock::TimeControl;
use crate::ending::EndCause;
use crate::player::{FaultKind, GameKind, PlyInfo, Seat};
use crate::referee::{GameLog, PlyLog};

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
pub fn write(board: &dyn RefereeBoard, log: &GameLog, header: &Header<'_>) -> String {
    match board.kind() {
        GameKind::Xiangqi => pgn(board, log, header),
        GameKind::Banqi => contest(board, log, header),
    }
}

/// The first seat is red's.
fn pgn_result(log: &GameLog) -> GameResult {
    match log.ending.winner {
        None => GameResult::Draw,
        Some(Seat::First) => GameResult::First,
        Some(Seat::Second) => GameResult::Second,
    }
}

fn pgn(board: &dyn RefereeBoard, log: &GameLog, header: &Header<'_>) -> String {
    let [red, black] = header.players;
    let start = Start::read(GameKind::Xiangqi, board.start());
    let mut game = Game::new(start.expect("a board's own start position is readable"));
    game.result = pgn_result(log);
    let headers: [(&str, &str); 11] = [
        ("Event", header.event),
        ("Site", "Chuhe"),
        ("Date", header.date),
        ("Round", &header.number.to_string()),
        ("Red", red),
        ("Black", black),
        ("TimeControl", &time_control(header)),
        ("Rules", board.rules()),
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
        game.tree.remarks_mut(node).comment = comment(log);
    }
    records::pgn::write(&game, Options { notation: Notation::Iccs }) + "\n"
}

fn time_control(header: &Header<'_>) -> String {
    let [red, black] = header.controls;
    if red == black { red.to_string() } else { format!("{red} / {black}") }
}

/// `+0.25`, `-M3`: what a player reported of its ply, if anything.
fn score_text(info: &PlyInfo) -> Option<String> {
    match (info.mate, info.score) {
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
    match (score_text(&log.info), log.info.depth) {
        (Some(score), Some(depth)) => parts.push(format!("{score}/{depth}")),
        (Some(score), None) => parts.push(score),
        (None, Some(depth)) => parts.push(format!("/{depth}")),
        (None, None) => {}
    }
    parts.push(format!("{:.3}s", log.time.as_secs_f64()));
    parts.extend(log.info.nodes.map(|nodes| format!("{nodes}n")));
    parts.extend(log.cpu.map(|cpu| format!("{:.3}c", cpu.as_secs_f64())));
    parts.join(" ")
}

fn contest(board: &dyn RefereeBoard, log: &GameLog, header: &Header<'_>) -> String {
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
        start: board.start().parse().expect("a board's own start position is readable"),
        first: board.side_of(Seat::First),
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
        board.rules(),
        log.ending.reason,
        scores(&log.plies)
    )
}

/// How the remark with the players' scores begins: contest records have no place
/// for them.
pub(crate) const SCORES: &str = "# scores:";

/// One word for each ply, from its mover's view; `-` where nothing was reported.
fn scores(plies: &[PlyLog]) -> String {
    let word = |log: &PlyLog| score_text(&log.info).unwrap_or_else(|| "-".to_owned());
    plies.iter().fold(String::new(), |text, log| text + " " + &word(log))
}

fn contest_reason(log: &GameLog) -> EndReason {
    match log.ending.cause {
        EndCause::Rules(Cause::NoMove | Cause::Elimination) => EndReason::NoMove,
        EndCause::Rules(Cause::NoProgress) => EndReason::NoEatFlipDraw,
        EndCause::Fault(FaultKind::Time) => EndReason::TimeOut,
        cause => EndReason::Other(cause.name().to_owned()),
    }
}

fn seconds(control: TimeControl) -> Option<u32> {
    match control {
        TimeControl::Clock { base, .. } => Some(base.as_secs() as u32),
        _ => None,
    }
}
