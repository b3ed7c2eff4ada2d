//! What a run shows while it goes on.

use std::io::{IsTerminal, Write as _};
use std::time::{Duration, Instant};

use tuner::run::{Event, RunSettings};

use crate::output::{print, print_json};

/// Takes what a run tells.
pub type Listener = Box<dyn FnMut(Event<'_>)>;

/// JSON lines, or words: a line a generation, and where somebody looks a line that moves.
pub fn listener(json: bool, settings: &RunSettings) -> Listener {
    if json {
        return Box::new(|event: Event<'_>| drop(tell_json(&event)));
    }
    let measure = tuner::report::measure(settings);
    let live = std::io::stderr().is_terminal();
    let (began, mut shown, mut first) = (Instant::now(), Instant::now(), None);
    Box::new(move |event: Event<'_>| match event {
        Event::Job { done, of } => {
            if live && (shown.elapsed() > Duration::from_millis(200) || done == of) {
                shown = Instant::now();
                eprint!("\r{done} of {of} jobs   ");
                let _ = std::io::stderr().flush();
            }
        }
        Event::Failed { index, failure } => eprintln!("job {index} failed: {failure}"),
        Event::Point { point, of } => {
            let begin = *first.get_or_insert(point.generation);
            let held = point.held_out.map_or(String::new(), |held| format!(", held out {held:.4}"));
            let left =
                left(began.elapsed(), point.generation - begin, of - point.generation.min(of));
            if live {
                eprint!("\r");
            }
            let line = format!(
                "{} of {of}: {measure} {:.4}{held} ({:.1} s{left})\n",
                point.generation, point.training, point.seconds
            );
            let _ = print(&line);
        }
    })
}

/// How long the rest takes, by what was done so far.
fn left(took: Duration, done: u32, rest: u32) -> String {
    if done == 0 || rest == 0 {
        return String::new();
    }
    let seconds = took.as_secs_f64() / f64::from(done) * f64::from(rest);
    format!(", about {:.0} min left", (seconds / 60.0).ceil())
}

fn tell_json(event: &Event<'_>) -> anyhow::Result<()> {
    let value = match event {
        Event::Job { done, of } => serde_json::json!({"event": "job", "done": done, "of": of}),
        Event::Failed { index, failure } => {
            let reason = failure.to_string();
            serde_json::json!({"event": "failed", "job": index, "reason": reason})
        }
        Event::Point { point, of } => {
            serde_json::json!({"event": "generation", "of": of, "point": point})
        }
    };
    print_json(&value)
}
