//! `chuhe games import`.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::ValueHint;
use library::Archive;
use library::archive::import::{Event, Import, Totals};
use records::Format;
use serde_json::json;

use super::table::counted;
use crate::args::GameName;
use crate::convert::read_format;
use crate::output::{grouped, print, print_json};

/// Import files, folders and compressed files (zip, gz, zst)
///
/// Format and encoding are found out. Games that are there already are left out, even
/// as mirror images. An import that was ended goes on where it was when the same command
/// is given again. Damaged games give what can be played of them.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 all was read, 1 something could not be read, \
    2 it could not be carried out.")]
pub struct Args {
    /// Files and folders
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
    paths: Vec<PathBuf>,
    /// The game of files that do not say it
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// The format, if it is not to be found out
    #[arg(long, value_name = "FORMAT", value_parser = read_format)]
    from: Option<&'static Format>,
    /// Import games that are there already, too
    #[arg(long)]
    keep_duplicates: bool,
    /// Threads that read games; without it one for each processor
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Games after which what is done is lasting
    #[arg(long, default_value_t = 4096, hide = true, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Tell every problem, not only the first twenty
    #[arg(long)]
    verbose: bool,
    /// Tell problems and counts as JSON, one value a line
    #[arg(long)]
    json: bool,
}

/// So many problems are told without --verbose.
const TOLD: u64 = 20;

pub fn run(archive: &Archive, args: &Args, folder: Option<&Path>) -> Result<ExitCode> {
    let mut import = Import::of(args.paths.clone());
    import.kind = args.game.into();
    import.format = args.from;
    import.keep_duplicates = args.keep_duplicates;
    import.batch = args.batch as usize;
    if let Some(threads) = args.threads {
        import.threads = threads.into();
    }
    let mut teller = Teller { args, told: 0, begin: Instant::now(), line: false };
    let totals = archive.import(&import, &mut |event| teller.tell(&event)).with_context(|| {
        format!("what was imported so far stays; this goes on from there: {}", again(args, folder))
    });
    teller.end_line();
    let totals = totals?;
    teller.finish(archive, &totals)?;
    Ok(if totals.problems == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn again(args: &Args, folder: Option<&Path>) -> String {
    let quoted = |path: &Path| {
        let text = path.display().to_string();
        if text.contains([' ', '"', '\'', '$', '&']) { format!("{text:?}") } else { text }
    };
    let mut command = "chuhe games import".to_owned();
    if let Some(folder) = folder {
        command += &format!(" --data-dir {}", quoted(folder));
    }
    if args.game == GameName::Banqi {
        command += " --game banqi";
    }
    if args.keep_duplicates {
        command += " --keep-duplicates";
    }
    args.paths.iter().fold(command, |command, path| command + " " + &quoted(path))
}

struct Teller<'a> {
    args: &'a Args,
    told: u64,
    begin: Instant,
    /// A line of progress stands on the terminal.
    line: bool,
}

impl Teller<'_> {
    fn tell(&mut self, event: &Event<'_>) {
        match event {
            Event::Known { file } => self.say(file, "it was imported before", "known"),
            Event::Resumed { file } => self.say(file, "goes on where it was", "resumed"),
            Event::File { file, message } => self.problem(file, message, None),
            Event::Problem { file, problem } => {
                self.problem(file, &problem.to_string(), Some(problem.code.name()));
            }
            Event::Committed(totals) => self.progress(totals),
        }
    }

    fn say(&mut self, file: &str, message: &str, code: &str) {
        if self.args.json {
            let _ = print_json(&json!({"file": file, "event": code}));
        } else {
            self.end_line();
            eprintln!("{file}: {message}");
        }
    }

    fn problem(&mut self, file: &str, message: &str, code: Option<&str>) {
        self.told += 1;
        if self.args.json {
            let code = code.unwrap_or("file");
            let _ = print_json(&json!({"file": file, "problem": code, "message": message}));
        } else if self.told <= TOLD || self.args.verbose {
            self.end_line();
            eprintln!("{file}: {message}");
        }
    }

    fn progress(&mut self, totals: &Totals) {
        if self.args.json || !std::io::stderr().is_terminal() {
            return;
        }
        let speed = totals.read as f64 / self.begin.elapsed().as_secs_f64().max(0.001);
        eprint!(
            "\r{} games added, {} files, {} a second ",
            grouped(totals.added),
            grouped(totals.files),
            grouped(speed as u64)
        );
        let _ = std::io::stderr().flush();
        self.line = true;
    }

    fn end_line(&mut self) {
        if std::mem::take(&mut self.line) {
            eprint!("\r{:60}\r", "");
        }
    }

    fn finish(&self, archive: &Archive, totals: &Totals) -> Result<()> {
        let games = archive.count()?;
        if self.args.json {
            return print_json(&json!({
                "files": totals.files,
                "known_files": totals.known_files,
                "read": totals.read,
                "added": totals.added,
                "duplicates": totals.duplicates,
                "empty": totals.empty,
                "problems": totals.problems,
                "games": games,
                "seconds": self.begin.elapsed().as_secs_f64(),
            }));
        }
        if self.told > TOLD && !self.args.verbose {
            eprintln!("… and {} more problems (--verbose)", grouped(self.told - TOLD));
        }
        let added = match totals.added {
            0 => "nothing new".to_owned(),
            count => format!("{} added", counted(count, "game")),
        };
        let parts = [
            (totals.duplicates, "game", " there already"),
            (totals.empty, "game", " without moves"),
            (totals.known_files, "file", " imported before"),
            (totals.problems, "problem", ""),
        ];
        let parts: String = parts
            .iter()
            .filter(|(count, ..)| *count > 0)
            .map(|(count, word, what)| format!(", {}{what}", counted(*count, word)))
            .collect();
        print(&format!("{added}{parts}; the archive has {}\n", grouped(games)))
    }
}
