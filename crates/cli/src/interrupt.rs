//! Ctrl-C during work that is done as jobs.

use anyhow::{Context, Result};
use jobs::Stop;

/// The first Ctrl-C ends the run in good order, the second at once.
pub fn stop_on_interrupt() -> Result<Stop> {
    let stop = Stop::default();
    let flag = stop.clone();
    ctrlc::set_handler(move || {
        if flag.stop() {
            std::process::exit(130);
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}
