//! What a server does by itself in quiet moments.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::app::App;
use crate::listen::closed;

/// The first pages are served before the whole library is read.
const LATER: Duration = Duration::from_secs(5);
/// How often idle engines are looked at.
const ROUND: Duration = Duration::from_secs(2);

/// Reads the whole library once, and says so if something is wrong with it: on
/// the terminal, and on the page by `about`.
pub async fn examine_library(app: Arc<App>) {
    tokio::time::sleep(LATER).await;
    let _ = tokio::task::spawn_blocking(move || examine_now(&app)).await;
}

/// The work of [`examine_library`] without its pause.
#[doc(hidden)]
pub fn examine_now(app: &App) {
    let path = app.library.path().display().to_string();
    let found = match app.library.examine() {
        Ok(faults) => faults.into_iter().next(),
        Err(error) => Some(error.to_string()),
    };
    if let Some(fault) = found {
        app.damaged.store(true, Ordering::Relaxed);
        tracing::error!(
            "{path} is damaged ({fault}): copy what you need from the page, then restore a copy of \
             the file or move it away"
        );
    }
}

/// Lets go of engines nobody has used for a while, and gives their memory back
/// to the system.
pub async fn return_memory(app: Arc<App>) {
    let mut closing = app.closing.subscribe();
    loop {
        tokio::select! {
            () = tokio::time::sleep(ROUND) => {}
            () = closed(&mut closing) => return,
        }
        let app = Arc::clone(&app);
        let tidy = move || {
            app.pool.tidy(app.config.idle_engines);
            app.foreign.tidy(app.config.idle_engines);
        };
        let _ = tokio::task::spawn_blocking(tidy).await;
    }
}
