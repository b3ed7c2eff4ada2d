//! What a run looks like: a live table on a terminal, one line per game in a
//! pipe, JSON events for programs.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};

use ::arena::player::Seat;
use ::arena::run::{Event, GameLine, Listener, RunDirectory, Summary};
use ::arena::stats::SprtState;

pub fn listener(json: bool, directory: &RunDirectory) -> Box<dyn Listener> {
    if json {
        return Box::new(|event: &Event<'_>| {
            say(&(serde_json::to_string(event).expect("events are plain data") + "\n"));
        });
    }
    let place = directory.path().display().to_string();
    if io::stdout().is_terminal() {
        Box::new(Live { place, drawn: 0 })
    } else {
        Box::new(Lines { place })
    }
}

/// A reader that went away does not stop a run: everything is in the directory.
fn say(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// One line per game.
struct Lines {
    place: String,
}

impl Listener for Lines {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Start { games, done, .. } => {
                say(&format!("{games} games, {done} done, results in {}\n", self.place));
            }
            Event::Game { line, done, games } => say(&game_line(line, *done, *games)),
            Event::Standing(_) => {}
            Event::End { complete, summary, resume } => say(&closing(summary, *complete, *resume)),
        }
    }
}

/// A table drawn over itself.
struct Live {
    place: String,
    drawn: usize,
}

impl Live {
    fn draw(&mut self, text: &str) {
        let mut out = String::new();
        if self.drawn > 0 {
            let _ = write!(out, "\x1b[{}A\x1b[J", self.drawn);
        }
        out.push_str(text);
        self.drawn = text.lines().count();
        say(&out);
    }
}

impl Listener for Live {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Start { games, done, resume } => {
                say(&format!("{games} games, {done} done, results in {}\n", self.place));
                say(&format!("Ctrl-C stops; go on with: {resume}\n\n"));
            }
            Event::Game { line, .. } => {
                if matches!(line.cause, ::arena::ending::EndCause::Fault(_)) {
                    self.drawn = 0;
                    say(&format!("game {}: {}\n", line.game + 1, fault_line(line)));
                }
            }
            Event::Standing(summary) => {
                let text = format!("{}\n{}", progress(summary), standing(summary));
                self.draw(&text);
            }
            Event::End { complete, summary, resume } => {
                self.draw(&closing(summary, *complete, *resume));
            }
        }
    }
}

fn game_line(line: &GameLine, done: usize, games: u32) -> String {
    let result = match line.winner {
        Some(Seat::First) => "1-0",
        Some(Seat::Second) => "0-1",
        None => "1/2-1/2",
    };
    format!(
        "[{done}/{games}] game {}: {} vs {} {result} ({}: {}) {} plies\n",
        line.game + 1,
        line.first,
        line.second,
        line.cause.name(),
        line.reason,
        line.plies
    )
}

fn fault_line(line: &GameLine) -> String {
    let loser = match line.winner {
        Some(Seat::First) => &line.second,
        _ => &line.first,
    };
    format!("{loser} loses: {}", line.reason)
}

fn progress(summary: &Summary) -> String {
    const WIDTH: usize = 30;
    let filled = WIDTH * summary.done / (summary.planned.max(1) as usize);
    format!(
        "[{}{}] {}/{}",
        "#".repeat(filled),
        ".".repeat(WIDTH - filled),
        summary.done,
        summary.planned
    )
}

fn standing(summary: &Summary) -> String {
    let mut text = String::new();
    for pairing in &summary.pairings {
        let heading = format!("{} vs {}", pairing.engine, pairing.opponent);
        text.push_str(&pairing.report.block(&heading));
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    for warning in &summary.warnings {
        let _ = writeln!(text, "WARNING: {warning}");
    }
    text.push_str(&engines(summary));
    text
}

/// Times and faults by engine: processor time beside wall time separates a noisy
/// machine from a slow engine.
fn engines(summary: &Summary) -> String {
    let mut text = String::new();
    for engine in &summary.engines {
        let _ =
            write!(text, "{}: {} plies, {:.1} ms a ply", engine.name, engine.plies, engine.wall_ms);
        if let Some(cpu) = engine.cpu_ms {
            let _ = write!(text, " ({cpu:.1} ms processor)");
        }
        if let Some(depth) = engine.depth {
            let _ = write!(text, ", depth {depth:.1}");
        }
        if let Some(speed) = engine.nodes_per_second {
            let _ = write!(text, ", {:.0} kn/s", speed / 1000.0);
        }
        if engine.fault_count() > 0 {
            let _ = write!(text, ", lost by fault: {}", engine.faults_in_words());
        }
        text.push('\n');
    }
    let _ =
        writeln!(text, "runner: {:.2} ms a ply besides the engines' thinking", summary.runner_ms);
    for dark in summary.dark_chess.iter().flatten() {
        let _ = writeln!(
            text,
            "{}: lost after winning material {}, won but drawn {}",
            dark.name, dark.lost_after_winning_material, dark.won_but_drawn
        );
    }
    text
}

fn closing(summary: &Summary, complete: bool, resume: Option<&str>) -> String {
    let mut text = format!("\n{}", standing(summary));
    let causes: Vec<String> =
        summary.causes.iter().map(|(cause, n)| format!("{cause} {n}")).collect();
    let _ = writeln!(
        text,
        "ends: {}",
        if causes.is_empty() { "none".to_owned() } else { causes.join(", ") }
    );
    match (&summary.decision, complete) {
        (Some(decision), _) => {
            let words = match decision {
                SprtState::AcceptH0 => "H0 is accepted: not better than elo0",
                SprtState::AcceptH1 => "H1 is accepted: at least elo1 better",
                SprtState::Continue => "undecided",
            };
            let _ = writeln!(text, "{words}, after {} games", summary.counted);
        }
        (None, true) => {
            let _ = writeln!(text, "all {} games are played", summary.done);
        }
        (None, false) => {
            let _ = writeln!(text, "stopped after {} of {} games", summary.done, summary.planned);
        }
    }
    if let Some(resume) = resume {
        let _ = writeln!(text, "go on with: {resume}");
    }
    text
}
