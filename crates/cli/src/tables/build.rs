//! `chuhe tables build`.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tablebase::banqi::{self, Class};
use tablebase::solve::SolveError;
use tablebase::xiangqi::{self, Material};
use tablebase::{BuildError, Builder, Event};

use super::{AnyClass, Folder};
use crate::args::GameName;
use crate::output::grouped;

/// Build tables, with those that captures lead to first
///
/// Tables already there are left alone, so the same command goes on where it was
/// stopped. Sets of xiangqi: starter, default, one-attacker, two-attackers, both-sides,
/// pawns; of dark chess: starter, default, five.
#[derive(clap::Args)]
pub struct Args {
    /// Classes or sets; without any the default set of both games
    #[arg(value_name = "CLASS|SET")]
    names: Vec<String>,
    /// Which game's sets are meant (default: both)
    #[arg(long, value_enum)]
    game: Option<GameName>,
    #[command(flatten)]
    folder: Folder,
    /// Threads (default: one a core)
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Megabytes of memory a class may take
    #[arg(long, value_name = "MB", default_value_t = 2048)]
    memory: u64,
    /// Distances to the end too, for classes with at most so many indices a side
    #[arg(long, value_name = "N", default_value_t = 700_000)]
    end_up_to: u64,
}

/// What is to be built.
#[derive(Default)]
struct Wanted {
    xiangqi: Vec<Material>,
    banqi: Vec<Class>,
}

impl Wanted {
    fn new(args: &Args) -> Result<Wanted> {
        let mut wanted = Wanted::default();
        let usual = ["default".to_owned()];
        let names = if args.names.is_empty() { &usual[..] } else { &args.names[..] };
        for name in names {
            wanted.add(name, args.game)?;
        }
        Ok(wanted)
    }

    fn add(&mut self, name: &str, game: Option<GameName>) -> Result<()> {
        let of_xiangqi = xiangqi::set(name).filter(|_| game != Some(GameName::Banqi));
        let of_banqi = banqi::set(name).filter(|_| game != Some(GameName::Xiangqi));
        if of_xiangqi.is_some() || of_banqi.is_some() {
            self.xiangqi.extend(of_xiangqi.unwrap_or_default());
            self.banqi.extend(of_banqi.unwrap_or_default());
            return Ok(());
        }
        match name.parse() {
            Ok(AnyClass::Xiangqi(class)) => self.xiangqi.push(class),
            Ok(AnyClass::Banqi(class)) => self.banqi.push(class),
            Err(error) => {
                let names = xiangqi::SETS.iter().chain(&banqi::SETS).map(|(name, _)| *name);
                bail!("{error}; or name a set: {}", names.collect::<Vec<_>>().join(", "));
            }
        }
        Ok(())
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let wanted = Wanted::new(args)?;
    let folder = args.folder.path()?;
    let stop = Arc::new(AtomicBool::new(false));
    let stopper = Arc::clone(&stop);
    ctrlc::set_handler(move || stopper.store(true, Ordering::Relaxed))
        .context("cannot listen for Ctrl-C")?;
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let builder = Builder {
        folder: &folder,
        threads: args.threads.unwrap_or_else(cores),
        memory: args.memory << 20,
        end_up_to: args.end_up_to,
        stop: &stop,
    };
    let mut progress =
        Progress { terminal: std::io::stderr().is_terminal(), ..Progress::default() };
    let built =
        banqi::build(&wanted.banqi, &builder, &mut |event| progress.told(event)).and_then(|()| {
            xiangqi::build(&wanted.xiangqi, &builder, &mut |event| progress.told(event))
        });
    match built {
        Ok(()) => {
            progress.sum_up();
            Ok(ExitCode::SUCCESS)
        }
        Err(BuildError::Solve(SolveError::Stopped)) => {
            let command: Vec<String> = std::env::args().collect();
            eprintln!("\nstopped; to go on: {}", command.join(" "));
            Ok(ExitCode::from(1))
        }
        Err(error) => Err(error.into()),
    }
}

/// What is shown: one line a class, and on a terminal how far it is.
#[derive(Default)]
struct Progress {
    terminal: bool,
    built: u64,
    there: u64,
    bytes: u64,
    /// Indices a side of the class in work, and of all built so far, with their time.
    size: u64,
    indices: u64,
    time: Duration,
}

impl Progress {
    /// How long the rest takes, if it goes on as it did so far.
    fn estimate(&self, left: u64) -> String {
        let seconds = self.time.as_secs_f64() * left as f64 / self.indices.max(1) as f64;
        match seconds {
            _ if self.indices == 0 => String::new(),
            0.0..90.0 => format!(", about {seconds:.0} s left"),
            _ => format!(", about {:.0} min left", seconds / 60.0),
        }
    }

    fn told(&mut self, event: Event<'_>) {
        match event {
            Event::There { .. } => self.there += 1,
            Event::Begins { name, size, left, at, of } => {
                let estimate = self.estimate(left);
                self.size = size;
                if self.terminal {
                    let size = grouped(size);
                    eprint!("\r\x1b[K{}/{of} {name}: {size} indices a side{estimate}", at + 1);
                }
            }
            Event::Step { name, step } => {
                if self.terminal && step.level % 4 == 0 {
                    let plies = i32::from(step.level) - 2;
                    eprint!("\r\x1b[K{name}: {plies} plies, {} entries", grouped(step.entries));
                    let _ = std::io::stderr().flush();
                }
            }
            Event::Ends { name, bytes, time } => {
                self.built += 1;
                self.bytes += bytes;
                self.indices += self.size;
                self.time += time;
                if self.terminal {
                    let seconds = time.as_secs_f64();
                    eprintln!("\r\x1b[K{name}: {} bytes in {seconds:.1} s", grouped(bytes));
                }
            }
        }
    }

    fn sum_up(&self) {
        let Progress { built, there, bytes, .. } = self;
        println!("{built} tables built ({} bytes), {there} were there", grouped(*bytes));
    }
}
