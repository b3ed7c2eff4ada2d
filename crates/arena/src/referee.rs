//! One game from its first ply to its end.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::adjudicate::{Adjudication, Adjudicator};
use crate::clock::{Clock, TimeControl};
use crate::player::{Answer, Fault, Player, PlyText, Seat, Thought, Wish};
use crate::table::{EndCause, Ending, Table, with_view};

/// What is the same for every game of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Conditions {
    /// The clock of each seat.
    pub controls: [TimeControl; 2],
    /// Forgiven on every ply.
    pub margin: Duration,
    /// Early ends.
    pub adjudication: Adjudication,
}

/// One ply with what is known about it.
#[derive(Clone, PartialEq, Debug)]
pub struct PlyLog {
    /// The ply.
    pub ply: PlyText,
    /// What its player said.
    pub thought: Thought,
    /// Wall time used.
    pub time: Duration,
    /// Processor time used, if known.
    pub cpu: Option<Duration>,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameLog {
    /// The plies.
    pub plies: Vec<PlyLog>,
    /// How it ended.
    pub ending: Ending,
    /// Which player failed, if one did: it must be replaced.
    pub failed: Option<Seat>,
    /// The largest material lead each seat had at any time.
    pub best_lead: [i32; 2],
    /// The lead of the first seat at the end.
    pub final_lead: i32,
}

/// Times of one seat over a game.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SeatTimes {
    /// Own plies.
    pub plies: u32,
    /// Wall time in milliseconds.
    pub wall_ms: f64,
    /// Processor time in milliseconds, if known for every ply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_ms: Option<f64>,
    /// Nodes, if reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depths reported, summed over the plies that reported one.
    #[serde(default)]
    pub depth_sum: u64,
    /// Plies that reported a depth.
    #[serde(default)]
    pub depth_plies: u32,
}

impl GameLog {
    /// What a seat used.
    pub fn times(&self, seat: Seat) -> SeatTimes {
        let mut times = SeatTimes { cpu_ms: Some(0.0), ..SeatTimes::default() };
        for log in self.plies.iter().skip(seat.index()).step_by(2) {
            times.plies += 1;
            times.wall_ms += log.time.as_secs_f64() * 1000.0;
            let cpu = log.cpu.map(|cpu| cpu.as_secs_f64() * 1000.0);
            times.cpu_ms = times.cpu_ms.zip(cpu).map(|(sum, cpu)| sum + cpu);
            if let Some(nodes) = log.thought.nodes {
                times.nodes = Some(times.nodes.unwrap_or(0) + nodes);
            }
            if let Some(depth) = log.thought.depth {
                times.depth_sum += u64::from(depth);
                times.depth_plies += 1;
            }
        }
        times
    }
}

/// Plays a game to its end. `None` if `stopped` said so in between: an unfinished
/// game is not a result.
pub fn play_game(
    table: &mut dyn Table,
    players: &mut [&mut dyn Player; 2],
    conditions: &Conditions,
    stopped: &dyn Fn() -> bool,
) -> Option<GameLog> {
    let mut course = Course::new(table, conditions);
    let end = course.run(players, stopped)?;
    for player in players.iter_mut() {
        player.finish(&end.0.reason);
    }
    Some(course.into_log(end))
}

/// An end, and who failed if somebody did.
type End = (Ending, Option<Seat>);

struct Course<'a> {
    table: &'a mut dyn Table,
    clocks: [Clock; 2],
    adjudicator: Adjudicator,
    plies: Vec<PlyLog>,
    best_lead: [i32; 2],
}

impl<'a> Course<'a> {
    fn new(table: &'a mut dyn Table, conditions: &Conditions) -> Course<'a> {
        Course {
            table,
            clocks: conditions.controls.map(|control| Clock::new(control, conditions.margin)),
            adjudicator: Adjudicator::new(conditions.adjudication),
            plies: Vec::new(),
            best_lead: [0; 2],
        }
    }

    fn run(
        &mut self,
        players: &mut [&mut dyn Player; 2],
        stopped: &dyn Fn() -> bool,
    ) -> Option<End> {
        for seat in [Seat::First, Seat::Second] {
            let begun = with_view(self.table, seat, |view| players[seat.index()].begin(view));
            if let Err(fault) = begun {
                return Some(lost_by(seat, &fault));
            }
        }
        loop {
            if let Some(ending) = self.table.ending() {
                return Some((ending, None));
            }
            if stopped() {
                return None;
            }
            if let Some(end) = self.one_ply(players) {
                return Some(end);
            }
        }
    }

    fn one_ply(&mut self, players: &mut [&mut dyn Player; 2]) -> Option<End> {
        let seat = self.table.seat_to_move();
        let budget = self.clocks[seat.index()].budget(&self.clocks[seat.other().index()]);
        let answer =
            with_view(self.table, seat, |view| players[seat.index()].choose(view, &budget));
        let thought = match answer.and_then(|answer| self.accept(seat, answer)) {
            Ok(Some(thought)) => thought,
            Ok(None) => return Some((resigned(seat), None)),
            Err(fault) => return Some(lost_by(seat, &fault)),
        };
        for seat in [Seat::First, Seat::Second] {
            let lead = self.table.lead(seat);
            self.best_lead[seat.index()] = self.best_lead[seat.index()].max(lead);
        }
        if self.table.ending().is_some() {
            return None;
        }
        if let Some(ending) = self.adjudicator.hear(seat, &thought) {
            return Some((ending, None));
        }
        let left = self.clocks[seat.index()].left();
        for to_tell in [Seat::First, Seat::Second] {
            let told =
                with_view(self.table, to_tell, |view| players[to_tell.index()].observe(view, left));
            if let Err(fault) = told {
                return Some(lost_by(to_tell, &fault));
            }
        }
        None
    }

    /// Stops the clock and plays the ply. `None` if the player resigned.
    fn accept(&mut self, seat: Seat, answer: Answer) -> Result<Option<Thought>, Fault> {
        let left = self.clocks[seat.index()].left();
        if !self.clocks[seat.index()].stop(answer.time) {
            return Err(Fault::Time(format!(
                "answered after {:.3} s with {:.3} s left{}",
                answer.time.as_secs_f64(),
                left.as_secs_f64(),
                answer.cpu.map_or(String::new(), |cpu| {
                    format!(" (its processor time: {:.3} s)", cpu.as_secs_f64())
                })
            )));
        }
        let Wish::Ply(text) = answer.wish else { return Ok(None) };
        self.table.play(&text).map_err(Fault::Illegal)?;
        let ply = self.table.plies().last().cloned().expect("a ply was just played");
        let Answer { thought, time, cpu, .. } = answer;
        self.plies.push(PlyLog { ply, thought, time, cpu });
        Ok(Some(thought))
    }

    fn into_log(self, (ending, failed): End) -> GameLog {
        let final_lead = self.table.lead(Seat::First);
        GameLog { plies: self.plies, ending, failed, best_lead: self.best_lead, final_lead }
    }
}

fn lost_by(seat: Seat, fault: &Fault) -> End {
    let ending = Ending {
        winner: Some(seat.other()),
        cause: EndCause::Fault(fault.kind()),
        reason: fault.to_string(),
    };
    // A process that answered late or illegally is still there and may play on.
    let failed = matches!(fault, Fault::Crash(_) | Fault::Hang(_) | Fault::Garbage(_));
    (ending, failed.then_some(seat))
}

fn resigned(seat: Seat) -> Ending {
    Ending {
        winner: Some(seat.other()),
        cause: EndCause::Resignation,
        reason: "resigned".to_owned(),
    }
}
