//! What all protocols share: waiting, and reading what engines report.

use std::time::{Duration, Instant};

use protocol::{Bound, Info, OptionSpec, ScoreValue};

use super::config::EngineConfig;
use super::process::{Process, excerpt};
use super::reader::Line;
use crate::clock::{Budget, TimeControl};
use crate::player::{Action, Answer, Fault, Player, PlyInfo};

/// A player that is a process and may be asked to play another game.
pub(super) trait Driver: Player {
    /// Whether the process can play another game.
    fn is_reusable(&self) -> bool;

    /// The options it offers, as far as its protocol tells them.
    fn offered(&self) -> &[OptionSpec] {
        &[]
    }
}

/// How long to wait for what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timeouts {
    /// For starting, options, pings.
    pub(super) start: Duration,
    /// For an answer after the flag fell.
    pub(super) hang: Duration,
    /// For a search without a time limit.
    pub(super) search: Duration,
}

impl Timeouts {
    pub(super) fn of(config: &EngineConfig) -> Timeouts {
        Timeouts {
            start: config.start_timeout,
            hang: config.hang_timeout,
            search: config.search_timeout,
        }
    }
}

/// A question under the clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// When the clock was started.
    asked: Instant,
    /// Processor time before the question.
    cpu: Option<Duration>,
    /// When to say `stop` because the protocol has no other way to limit the time.
    stop_at: Option<Instant>,
    /// When the answer is late.
    flag: Instant,
    /// When the engine is given up.
    end: Instant,
}

impl Question {
    /// A question asked now; `ours` = the time is kept by us.
    pub(super) fn new(
        process: &Process,
        budget: &Budget,
        timeouts: Timeouts,
        ours: bool,
    ) -> Question {
        let cpu = process.processor_time();
        let asked = Instant::now();
        let flag = asked + budget.flag.unwrap_or(timeouts.search);
        let stop_at = match budget.control {
            TimeControl::Movetime(time) if ours => Some(asked + shortened(time)),
            _ => None,
        };
        Question { asked, cpu, stop_at, flag, end: flag + timeouts.hang }
    }

    /// When the engine's time is over by our own clock, if we keep it.
    pub(super) fn stop_at(&self) -> Option<Instant> {
        self.stop_at
    }

    /// When the answer would be late.
    pub(super) fn flag(&self) -> Instant {
        self.flag
    }

    /// The answer to it.
    pub(super) fn answered(
        &self,
        process: &Process,
        action: Action,
        info: PlyInfo,
        at: Instant,
    ) -> Answer {
        let cpu = process.processor_time().zip(self.cpu);
        Answer {
            action,
            info,
            time: at.saturating_duration_since(self.asked),
            cpu: cpu.map(|(after, before)| after.saturating_sub(before)),
        }
    }

    /// Listens until `read` finds the answer. `stop` is what makes the engine
    /// answer at once; it is said when our clock says so, or when the flag fell.
    pub(super) fn listen<T>(
        &self,
        process: &mut Process,
        stop: Option<&str>,
        mut read: impl FnMut(&Line) -> Result<Option<T>, Fault>,
    ) -> Result<Received<T>, Fault> {
        let mut stopped = false;
        for deadline in self.stop_at.into_iter().chain([self.flag]) {
            if let Some((found, at)) = listen_until(process, deadline, &mut read)? {
                return Ok(Received { found, at, stopped });
            }
            if let Some(stop) = stop.filter(|_| !stopped) {
                process.send(stop)?;
                stopped = true;
            }
        }
        if let Some((found, at)) = listen_until(process, self.end, &mut read)? {
            return Ok(Received { found, at, stopped });
        }
        process.kill();
        let seconds = self.asked.elapsed().as_secs_f64();
        let ignored = stop.map_or(String::new(), |stop| format!(", `{stop}` was ignored"));
        let words = process.quote_last_words();
        Err(Fault::Hang(format!("no answer within {seconds:.1} s{ignored}{words}")))
    }
}

/// What was waited for.
pub(super) struct Received<T> {
    pub(super) found: T,
    /// When it came.
    pub(super) at: Instant,
    /// Whether `stop` had been said, which may still have an answer of its own.
    pub(super) stopped: bool,
}

/// A time cut a little, so that an answer which takes its way is not late.
fn shortened(time: Duration) -> Duration {
    time - (time / 10).min(Duration::from_millis(10))
}

/// Listens until `read` finds something or the deadline has passed. Lines that
/// were read after the deadline count as not received, however fast they come.
pub(super) fn listen_until<T>(
    process: &mut Process,
    deadline: Instant,
    mut read: impl FnMut(&Line) -> Result<Option<T>, Fault>,
) -> Result<Option<(T, Instant)>, Fault> {
    while let Some(line) = process.line_before(deadline)? {
        if let Some(found) = read(&line)? {
            return Ok(Some((found, line.at)));
        }
        if line.at > deadline {
            break;
        }
    }
    Ok(None)
}

/// Waits for an answer that is not under the clock.
pub(super) fn expect<T>(
    process: &mut Process,
    timeout: Duration,
    what: &str,
    read: impl FnMut(&Line) -> Result<Option<T>, Fault>,
) -> Result<T, Fault> {
    let found = listen_until(process, Instant::now() + timeout, read)?;
    found.map(|(found, _)| found).ok_or_else(|| {
        process.kill();
        let words = process.quote_last_words();
        Fault::Hang(format!("no `{what}` within {:.1} s{words}", timeout.as_secs_f64()))
    })
}

/// Takes everything that was said unasked.
pub(super) fn drain(process: &mut Process, mut read: impl FnMut(&Line)) -> Result<(), Fault> {
    // An engine that talks without end is not listened to for ever.
    let deadline = Instant::now();
    let received = listen_until(process, deadline, |line| {
        read(line);
        Ok(None::<()>)
    });
    received.map(drop)
}

/// The fault of an engine that does not do what it is asked.
pub(super) fn refusal(why: impl std::fmt::Display) -> Fault {
    Fault::Garbage(why.to_string())
}

/// The fault of a line that cannot be understood.
pub(super) fn garbage(line: &str, why: impl std::fmt::Display) -> Fault {
    Fault::Garbage(format!("`{}`: {why}", excerpt(line)))
}

/// Adds what an `info` line tells. Bounds are passed over: an exact score of the
/// iteration before says more than "at least".
pub(super) fn add_info(ply_info: &mut PlyInfo, info: &Info) {
    if info.multipv.is_some_and(|line| line > 1) {
        return;
    }
    if let Some(nodes) = info.nodes {
        ply_info.nodes = Some(nodes);
    }
    match info.score {
        Some(score) if score.bound == Bound::Exact => {
            set_score(ply_info, score.value);
            ply_info.depth = info.depth.or(ply_info.depth);
        }
        _ => {}
    }
}

/// Replaces the score.
pub(super) fn set_score(ply_info: &mut PlyInfo, value: ScoreValue) {
    (ply_info.score, ply_info.mate) = match value {
        ScoreValue::Centipawns(score) => (Some(score), None),
        ScoreValue::Mate(moves) => (None, Some(moves)),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::uci::Reply;

    #[test]
    fn the_last_exact_score_counts() {
        let lines = [
            "info depth 3 multipv 1 score cp 20 nodes 100",
            "info depth 4 score cp 35 nodes 200",
            "info depth 4 multipv 2 score cp -90 nodes 250",
            "info depth 5 score cp 50 lowerbound nodes 300",
            "info depth 5 currmove h2e2 nodes 310",
        ];
        let mut ply_info = PlyInfo::default();
        for line in lines {
            let Ok(Reply::Info(info)) = line.parse() else { panic!("{line}") };
            add_info(&mut ply_info, &info);
        }
        let expected = PlyInfo { score: Some(35), mate: None, depth: Some(4), nodes: Some(310) };
        assert_eq!(ply_info, expected);
        set_score(&mut ply_info, ScoreValue::Mate(-2));
        assert_eq!((ply_info.score, ply_info.mate), (None, Some(-2)));
    }

    #[test]
    fn our_own_clock_runs_a_little_early() {
        let milliseconds = Duration::from_millis;
        assert_eq!(shortened(milliseconds(1000)), milliseconds(990));
        assert_eq!(shortened(milliseconds(10)), milliseconds(9));
    }
}
