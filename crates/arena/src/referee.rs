//! One game from its first ply to its end.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::adjudicate::{Adjudication, Adjudicator};
use crate::board::RefereeBoard;
use crate::clock::{Clock, TimeControl};
use crate::ending::{EndCause, Ending};
use crate::player::{Action, Answer, Fault, Player, PlyInfo, PlyText, Seat, Stopped, View};

/// What a game is played under.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Conditions {
    /// The clock of each seat.
    pub controls: [TimeControl; 2],
    /// The seed of each player's dice.
    pub seeds: [u64; 2],
    /// Forgiven on every ply.
    pub margin: Duration,
    /// Early ends.
    pub adjudication: Adjudication,
}

/// One ply with what is known about it.
#[derive(Clone, PartialEq, Debug)]
pub struct PlyLog {
    /// Whose it is.
    pub seat: Seat,
    /// The ply.
    pub ply: PlyText,
    /// What its player reported.
    pub info: PlyInfo,
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
        for log in self.plies.iter().filter(|log| log.seat == seat) {
            times.plies += 1;
            times.wall_ms += log.time.as_secs_f64() * 1000.0;
            let cpu = log.cpu.map(|cpu| cpu.as_secs_f64() * 1000.0);
            times.cpu_ms = times.cpu_ms.zip(cpu).map(|(sum, cpu)| sum + cpu);
            if let Some(nodes) = log.info.nodes {
                times.nodes = Some(times.nodes.unwrap_or(0) + nodes);
            }
            if let Some(depth) = log.info.depth {
                times.depth_sum += u64::from(depth);
                times.depth_plies += 1;
            }
        }
        times
    }
}

/// Plays a game to its end; players and conditions are in the order of the seats.
/// `None` if `stopped` said so in between: an unfinished game is not a result.
pub fn play_game(
    board: &mut dyn RefereeBoard,
    players: &mut [&mut dyn Player; 2],
    conditions: &Conditions,
    stopped: Stopped<'_>,
) -> Option<GameLog> {
    let mut course = Course::new(board, conditions, stopped);
    let end = course.run(players)?;
    for player in players.iter_mut() {
        player.finish(&end.0.reason);
    }
    Some(course.into_log(end))
}

/// An end, and who failed if somebody did.
type End = (Ending, Option<Seat>);

/// What came of one ply.
enum Step {
    /// The game goes on.
    Next,
    /// It is over.
    End(Box<End>),
    /// The run wants to end: whatever the player said does not count.
    Interrupted,
}

struct Course<'a> {
    board: &'a mut dyn RefereeBoard,
    clocks: [Clock; 2],
    seeds: [u64; 2],
    stopped: Stopped<'a>,
    adjudicator: Adjudicator,
    plies: Vec<PlyLog>,
    best_lead: [i32; 2],
}

impl<'a> Course<'a> {
    fn new(
        board: &'a mut dyn RefereeBoard,
        conditions: &Conditions,
        stopped: Stopped<'a>,
    ) -> Course<'a> {
        Course {
            board,
            clocks: conditions.controls.map(|control| Clock::new(control, conditions.margin)),
            seeds: conditions.seeds,
            stopped,
            adjudicator: Adjudicator::new(conditions.adjudication),
            plies: Vec::new(),
            best_lead: [0; 2],
        }
    }

    /// What a player sees now.
    fn view(&self, seat: Seat) -> View<'_> {
        View::new(&*self.board, seat, self.seeds[seat.index()], self.stopped)
    }

    fn run(&mut self, players: &mut [&mut dyn Player; 2]) -> Option<End> {
        for seat in Seat::BOTH {
            if let Err(fault) = players[seat.index()].begin(&self.view(seat)) {
                return Some(lost_by(seat, &fault));
            }
        }
        loop {
            if let Some(ending) = self.board.ending() {
                return Some((ending, None));
            }
            if (self.stopped)() {
                return None;
            }
            match self.one_ply(players) {
                Step::Next => {}
                Step::End(end) => return Some(*end),
                Step::Interrupted => return None,
            }
        }
    }

    fn one_ply(&mut self, players: &mut [&mut dyn Player; 2]) -> Step {
        let seat = self.board.seat_to_move();
        let budget = self.clocks[seat.index()].budget(&self.clocks[seat.other().index()]);
        let answer = players[seat.index()].choose(&self.view(seat), &budget);
        if (self.stopped)() {
            return Step::Interrupted;
        }
        let end = |end: End| Step::End(Box::new(end));
        let info = match answer.and_then(|answer| self.accept(seat, answer)) {
            Ok(Some(info)) => info,
            Ok(None) => return end((resigned(seat), None)),
            Err(fault) => return end(lost_by(seat, &fault)),
        };
        for seat in Seat::BOTH {
            let lead = self.board.lead(seat);
            self.best_lead[seat.index()] = self.best_lead[seat.index()].max(lead);
        }
        if self.board.ending().is_some() {
            return Step::Next;
        }
        if let Some(ending) = self.adjudicator.judge(seat, &info) {
            return end((ending, None));
        }
        self.report(players, self.clocks[seat.index()].left()).map_or(Step::Next, end)
    }

    /// Tells both players the last ply; the end if one of them fails.
    fn report(&self, players: &mut [&mut dyn Player; 2], left: Duration) -> Option<End> {
        Seat::BOTH.into_iter().find_map(|seat| {
            let fault = players[seat.index()].observe(&self.view(seat), left).err()?;
            Some(lost_by(seat, &fault))
        })
    }

    /// Stops the clock and plays the ply. `None` if the player resigned.
    fn accept(&mut self, seat: Seat, answer: Answer) -> Result<Option<PlyInfo>, Fault> {
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
        let Action::Play(chosen) = answer.action else { return Ok(None) };
        self.board.play(&chosen).map_err(|error| Fault::Illegal(error.to_string()))?;
        let ply = self.board.plies().last().cloned().expect("a ply was just played");
        let Answer { info, time, cpu, .. } = answer;
        self.plies.push(PlyLog { seat, ply, info, time, cpu });
        Ok(Some(info))
    }

    fn into_log(self, (ending, failed): End) -> GameLog {
        let final_lead = self.board.lead(Seat::First);
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
