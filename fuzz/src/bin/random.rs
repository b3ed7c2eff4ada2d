//! Runs fuzz targets on random and mutated inputs, on any toolchain.
//!
//! ```text
//! random --list                               the names of all targets
//! random --write-seeds FOLDER                 FOLDER/<target>/* and <target>.dict for libFuzzer
//! random --target NAME --seconds N [--seed S] inputs for N seconds
//! random --target NAME --replay FILE          one saved input
//! ```
//!
//! An input that makes a target panic, hang, take a second or take too much memory is
//! saved below `fuzz/artifacts`.
#![forbid(unsafe_code)]

use std::path::{Path, PathBuf};
use std::process::{ExitCode, exit};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{env, fs, io, panic, thread};

use fuzz::{Inputs, Target, targets};

/// No honest input takes this long, however busy the machine is.
const HANG: Duration = Duration::from_secs(10);
/// Nor this long when it is tried again.
const SLOW: Duration = Duration::from_secs(1);
/// Nor does it make the process this large, in kB.
const LARGE: u64 = 256 << 10;
/// Who fills so much memory takes longer than this.
const QUICK: Duration = Duration::from_millis(5);

#[derive(Default)]
struct Options {
    list: bool,
    write_seeds: Option<PathBuf>,
    target: Option<&'static Target>,
    replay: Option<PathBuf>,
    seconds: u64,
    seed: u64,
}

fn main() -> ExitCode {
    match read_options(env::args().skip(1)).and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn read_options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options { seconds: 10, seed: 1, ..Options::default() };
    while let Some(argument) = arguments.next() {
        if argument == "--list" {
            options.list = true;
            continue;
        }
        let value = arguments.next().ok_or_else(|| format!("{argument} needs a value"))?;
        let number = || value.parse().map_err(|_| format!("{argument} {value}: not a number"));
        match argument.as_str() {
            "--write-seeds" => options.write_seeds = Some(value.into()),
            "--target" => options.target = Some(fuzz::target(&value)?),
            "--replay" => options.replay = Some(value.into()),
            "--seconds" => options.seconds = number()?,
            "--seed" => options.seed = number()?,
            _ => return Err(format!("unknown option {argument}")),
        }
    }
    Ok(options)
}

fn run(options: &Options) -> Result<(), String> {
    if options.list {
        targets().for_each(|target| println!("{}", target.name));
        return Ok(());
    }
    if let Some(folder) = &options.write_seeds {
        return write_seeds(folder).map_err(|error| format!("{}: {error}", folder.display()));
    }
    let target = options.target.ok_or("name a target with --target; --list shows them")?;
    match &options.replay {
        Some(file) => {
            let input = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
            (target.run)(&input);
            println!("{} accepts {}", target.name, file.display());
            Ok(())
        }
        None => run_target(target, options),
    }
}

fn write_seeds(folder: &Path) -> io::Result<()> {
    for target in targets() {
        fs::create_dir_all(folder.join(target.name))?;
        fs::write(folder.join(format!("{}.dict", target.name)), dictionary(target.words))?;
        for (number, seed) in (target.seeds)().into_iter().enumerate() {
            fs::write(folder.join(target.name).join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}

/// One quoted word a line, all bytes by their number. libFuzzer refuses a file
/// without a line.
fn dictionary(words: &[&str]) -> String {
    let quoted = |word: &&str| {
        let bytes: String = word.bytes().map(|byte| format!("\\x{byte:02X}")).collect();
        format!("\"{bytes}\"\n")
    };
    let lines: String = words.iter().map(quoted).collect();
    format!("# words\n{lines}")
}

fn run_target(target: &'static Target, options: &Options) -> Result<(), String> {
    let watched = Watched::start(target);
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let mut inputs = Inputs::new(target, options.seed);
    let (mut tried, mut slowest) = (0u64, Duration::ZERO);
    while Instant::now() < end {
        let input = inputs.make();
        match try_input(target, &input, &watched) {
            Ok(taken) => slowest = slowest.max(taken),
            Err(fault) => return Err(format!("{} {fault}; {}", target.name, save(target, &input))),
        }
        tried += 1;
    }
    let (slowest, memory) = (slowest.as_millis(), most_memory().unwrap_or(0) >> 10);
    println!("slowest input: {slowest} ms, most memory: {memory} MB");
    println!("inputs tried: {tried}");
    Ok(())
}

/// How long an input takes, or what is wrong with it.
fn try_input(target: &Target, input: &[u8], watched: &Watched) -> Result<Duration, String> {
    let mut taken = Duration::MAX;
    // Others may have had the processor: slow is what is slow three times.
    for _ in 0..3 {
        watched.begin(input);
        let begin = Instant::now();
        panic::catch_unwind(|| (target.run)(input)).map_err(|_| "panics")?;
        taken = taken.min(begin.elapsed());
        if taken < SLOW {
            break;
        }
    }
    let memory = if taken < QUICK { None } else { most_memory() };
    match memory.filter(|&memory| memory > LARGE) {
        Some(memory) => Err(format!("takes {} MB", memory >> 10)),
        None if taken >= SLOW => Err(format!("takes {taken:.1?}")),
        None => Ok(taken),
    }
}

/// The most memory this process ever had, in kB, where the system tells.
fn most_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Shares the input at work with a thread that gives up when it takes too long.
struct Watched(Arc<Mutex<(Instant, Vec<u8>)>>);

impl Watched {
    fn start(target: &'static Target) -> Watched {
        let shared = Arc::new(Mutex::new((Instant::now(), Vec::new())));
        let watched = Watched(Arc::clone(&shared));
        thread::spawn(move || {
            loop {
                thread::sleep(HANG / 10);
                let current = shared.lock().unwrap_or_else(PoisonError::into_inner);
                if current.0.elapsed() > HANG {
                    eprintln!("error: {} hangs; {}", target.name, save(target, &current.1));
                    exit(1);
                }
            }
        });
        watched
    }

    fn begin(&self, input: &[u8]) {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        current.0 = Instant::now();
        current.1.clear();
        current.1.extend_from_slice(input);
    }
}

/// Saves an input and says how to run it again.
fn save(target: &Target, input: &[u8]) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(target.name);
    let digest = input.iter().fold(0, |sum, &byte| game::splitmix64(sum ^ u64::from(byte)));
    let name = format!("finding-{digest:016x}");
    let saved = fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join(&name), input));
    match saved {
        Ok(()) => format!(
            "again: cargo run -p chuhe-fuzz --bin random -- \
             --target {0} --replay fuzz/artifacts/{0}/{name}",
            target.name
        ),
        Err(error) => format!("the input {input:?} could not be saved: {error}"),
    }
}
