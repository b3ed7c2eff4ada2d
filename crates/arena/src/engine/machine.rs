//! What only the operating system knows: processor time and cores.

use std::time::Duration;

/// The processor time a process has used so far, all its threads together;
/// `None` where there is no `/proc`.
pub(super) fn processor_time(pid: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let ticks = ticks_of(&stat)?;
    let per_second = rustix::param::clock_ticks_per_second().max(1);
    Some(Duration::from_nanos(ticks.saturating_mul(1_000_000_000 / per_second)))
}

/// User and system ticks, the 14th and 15th field. The second field is the
/// program's name in parentheses, which may hold blanks and parentheses itself.
fn ticks_of(stat: &str) -> Option<u64> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(user + system)
}

/// Runs `start` on one core, so that whatever it starts is bound to that core
/// from its first instruction. Where that is not possible, it just runs.
pub(super) fn on_core<T>(core: Option<usize>, start: impl FnOnce() -> T) -> T {
    let before = core.and_then(bind);
    let result = start();
    if let Some(before) = before {
        restore(before);
    }
    result
}

#[cfg(target_os = "linux")]
type Cores = rustix::thread::CpuSet;

#[cfg(target_os = "linux")]
fn bind(core: usize) -> Option<Cores> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let before = sched_getaffinity(None).ok()?;
    if core >= CpuSet::MAX_CPU {
        return None;
    }
    let mut one = CpuSet::new();
    one.set(core);
    sched_setaffinity(None, &one).ok().map(|()| before)
}

#[cfg(target_os = "linux")]
fn restore(before: Cores) {
    let _ = rustix::thread::sched_setaffinity(None, &before);
}

#[cfg(not(target_os = "linux"))]
type Cores = ();

#[cfg(not(target_os = "linux"))]
fn bind(_: usize) -> Option<Cores> {
    None
}

#[cfg(not(target_os = "linux"))]
fn restore((): Cores) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_found_behind_any_program_name() {
        let stat = "12 (a) b (c) S 1 12 12 0 -1 4194560 100 0 0 0 37 5 0 0 20 0 1 0 99 1 2";
        assert_eq!(ticks_of(stat), Some(42));
        assert_eq!(ticks_of("12 (a S 1"), None);
    }

    #[test]
    fn a_core_is_bound_and_given_back() {
        let cores = || std::thread::available_parallelism().map_or(0, usize::from);
        let before = cores();
        let within = on_core(Some(0), cores);
        assert!(within <= before && within >= 1);
        assert_eq!(cores(), before);
        assert_eq!(on_core(Some(usize::MAX), cores), before);
    }
}
