//! kill -9 again and again, on a fast machine and on a slow one.

use std::process::Child;
use std::time::Duration;

/// Starts a command, kills it after a moment and starts it again, until it ends by
/// itself. The moments grow from a few milliseconds, so that a quick run is killed often
/// enough and a slow one comes to its end. The number of kills.
pub fn kill_until_done(mut start: impl FnMut() -> Child) -> u32 {
    let mut kills = 0;
    let mut moment = Duration::from_millis(4);
    loop {
        let mut child = start();
        std::thread::sleep(moment);
        moment = moment * 6 / 5;
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success(), "{status} after {kills} kills");
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills >= 5, "only {kills} kills: the run is too short to test anything");
    kills
}
