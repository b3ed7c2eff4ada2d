//! What a search may use, and how to spread time over a game.

use std::time::Duration;

/// What a search may use. Nothing given = until stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<i32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration begins.
    pub soft_nodes: Option<u64>,
    /// A fixed time.
    pub movetime: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<ClockTime>,
    /// Stop when a mate in so many own moves is found.
    pub mate: Option<u32>,
    /// Think on the opponent's time: no time limit until told.
    pub ponder: bool,
}

/// A clock as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockTime {
    /// Time left.
    pub left: Duration,
    /// Time added after each ply.
    pub increment: Duration,
    /// Own plies until more time is added.
    pub moves_to_go: Option<u32>,
}

/// When to stop: after `soft` no new iteration begins (the search stretches and
/// shrinks it as it sees how hard the position is), at `hard` it ends at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimePlan {
    /// The time to aim for.
    pub soft: Duration,
    /// The time never to exceed.
    pub hard: Duration,
}

/// How a game spends its time; each engine has its own numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimePolicy {
    /// How many more own plies a game without sessions is expected to have.
    pub expected_plies: f64,
    /// The most of the remaining time one ply may take.
    pub most: f64,
    /// How much longer than planned a hard ply may take.
    pub stretch: f64,
}

impl Limits {
    /// The plan for a search, `overhead` kept back for what lies between the engine
    /// and the clock; `None` if time does not matter.
    pub fn plan(&self, policy: &TimePolicy, overhead: Duration) -> Option<TimePlan> {
        if let Some(time) = self.movetime {
            // Whoever gives a fixed time wants it used; a little is kept back.
            let usable = usable(time, overhead.min(time / 20));
            return Some(TimePlan { soft: usable, hard: usable });
        }
        let clock = self.clock?;
        let left = usable(clock.left, overhead);
        let plies = clock.moves_to_go.map_or(policy.expected_plies, |moves| {
            f64::from(moves).clamp(1.0, policy.expected_plies)
        });
        let share = left.as_secs_f64() / plies + clock.increment.as_secs_f64() * 0.8;
        let most =
            left.as_secs_f64() * if clock.moves_to_go == Some(1) { 0.9 } else { policy.most };
        let soft = share.min(most).max(0.001);
        let hard = (soft * policy.stretch).min(most).max(0.001);
        Some(TimePlan { soft: Duration::from_secs_f64(soft), hard: Duration::from_secs_f64(hard) })
    }
}

/// Time without the overhead, but never nothing: a move must come.
fn usable(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(time / 10).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: TimePolicy = TimePolicy { expected_plies: 40.0, most: 0.3, stretch: 4.0 };

    fn plan(left_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> TimePlan {
        let clock = ClockTime {
            left: Duration::from_millis(left_ms),
            increment: Duration::from_millis(increment_ms),
            moves_to_go,
        };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        limits.plan(&POLICY, Duration::from_millis(10)).unwrap()
    }

    #[test]
    fn plans_never_use_more_than_there_is() {
        for left in [1, 5, 20, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 10, 1_000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(1_000)] {
                    let plan = plan(left, increment, moves);
                    assert!(plan.soft <= plan.hard);
                    assert!(
                        plan.hard <= Duration::from_millis(left.max(1)),
                        "{left} {increment} {moves:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_fixed_time_is_kept() {
        let limits = Limits { movetime: Some(Duration::from_millis(100)), ..Limits::default() };
        let plan = limits.plan(&POLICY, Duration::from_millis(10)).unwrap();
        assert_eq!(plan.hard, Duration::from_millis(95));
    }
}
