//! Threads that stand back.

/// How far behind: when both want a processor, a search somebody waits for gets nearly
/// all of it.
#[cfg(target_os = "linux")]
const NICE: i32 = 15;

/// Lets everybody else run first: this thread, and the threads and programs it starts.
///
/// A place at the gate of searches would not do: the clocks of a match would run on while
/// its engines wait there, and foreign programs know of no gate.
pub(super) fn stand_back() {
    // Linux gives each thread a priority of its own, and children inherit it.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICE) {
        tracing::warn!("runs cannot be given a low priority: {error}");
    }
}
