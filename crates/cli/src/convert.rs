//! `chuhe convert`: game records from one format to another.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use clap::ValueHint;
use records::stream::Pieces;
use records::write::{Target, Writer};
use records::{Format, Game, Hint, Problem};
use serde_json::json;
use xiangqi::notation::Notation;

use crate::args::GameName;

/// Convert game records: XQF, CBR, CBL, CBF, DhtmlXQ, PGN, MXQ, CHE, CHN, CCM, TSV, …
///
/// Format and encoding of what is read are found out. The last file is written: its
/// name tells the format, or --to. A folder (a name that ends with /) gets a file for
/// each game. A damaged record gives what can be played of it, and what is wrong is
/// told with its place; a file that cannot be read is told and left out.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe convert game.pgn game.xqf\n  \
    chuhe convert games.pgn --to tsv all.tsv\n  \
    chuhe convert --to pgn --notation traditional games.pgn -\n  \
    chuhe convert --to xqf games.pgn one-each/\n  \
    printf 'h2e2 h9g7' | chuhe convert --to json - -\n\n\
    Exit codes: 0 everything was read, 1 something could not be read, 2 it could not be carried out.")]
pub struct Args {
    /// The files to read, then the file or folder to write; - is standard input or output
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,
    /// The format that is read, if it is not to be found out
    #[arg(long, value_name = "FORMAT", value_parser = read_format)]
    from: Option<&'static Format>,
    /// The format that is written: pgn, xqf, cbr, dhtmlxq, tsv, json or record
    #[arg(long, value_name = "FORMAT", value_parser = read_target)]
    to: Option<Target>,
    /// How moves are written in PGN
    #[arg(long, default_value = "iccs", value_parser = read_notation)]
    notation: Notation,
    /// The game of texts that do not say it
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// Tell problems and counts as JSON, one value a line
    #[arg(long)]
    json: bool,
}

pub fn read_format(name: &str) -> Result<&'static Format> {
    let names: Vec<&str> = records::format::FORMATS.iter().map(|format| format.name).collect();
    Format::named(name).ok_or_else(|| anyhow!("expected one of {}", names.join(", ")))
}

pub fn read_target(name: &str) -> Result<Target> {
    let names = Target::ALL.map(Target::name).join(", ");
    Target::named(name).ok_or_else(|| anyhow!("expected one of {names}"))
}

pub fn read_notation(name: &str) -> Result<Notation> {
    let names = Notation::ALL.map(Notation::name).join(", ");
    name.parse().map_err(|_| anyhow!("expected one of {names}"))
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let Some((output, inputs)) = args.files.split_last().filter(|(_, inputs)| !inputs.is_empty())
    else {
        bail!("name the files to read, then the file or folder to write (- is standard output)")
    };
    let target = match args.to.or_else(|| Target::of_file(&output.to_string_lossy())) {
        Some(target) => target,
        None => bail!("--to: the format of {} cannot be told by its name", output.display()),
    };
    if inputs.contains(output) && !is_standard(output) {
        bail!("{} would be read and written", output.display());
    }
    let mut conversion = Conversion {
        args,
        sink: Sink::open(output, target, args.notation)?,
        aside: is_standard(output),
        counts: Counts::default(),
    };
    for input in inputs {
        conversion.file(input)?;
    }
    if conversion.counts.written == 0 {
        bail!("nothing to write: no game could be read");
    }
    conversion.sink.close()?;
    conversion.finish()
}

pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

#[derive(Default)]
struct Counts {
    read: usize,
    written: usize,
    problems: usize,
}

struct Conversion<'a> {
    args: &'a Args,
    sink: Sink,
    /// Standard output is taken by the games.
    aside: bool,
    counts: Counts,
}

impl Conversion<'_> {
    fn file(&mut self, path: &Path) -> Result<()> {
        let name = path.to_string_lossy();
        let reader: Box<dyn Read> = if is_standard(path) {
            Box::new(io::stdin().lock())
        } else {
            match File::open(path) {
                Ok(file) => Box::new(file),
                Err(error) => return self.wrong(&name, &format!("cannot be read: {error}")),
            }
        };
        let hint = Hint { kind: self.args.game.into(), name: &name, format: self.args.from };
        let before = self.counts.read;
        for piece in Pieces::new(reader, hint) {
            let record = match piece {
                Ok(piece) => piece.read(),
                Err(error) => return self.wrong(&name, &format!("cannot be read: {error}")),
            };
            for problem in &record.problems {
                self.tell(&name, 0, problem)?;
            }
            for game in &record.games {
                self.counts.read += 1;
                // Words that are no moves are no game.
                let keep = record.format != "moves" || !game.tree.is_empty();
                self.game(&name, self.counts.read - before, game, keep)?;
            }
        }
        match self.counts.read == before {
            true => self.wrong(&name, "it holds no game"),
            false => Ok(()),
        }
    }

    /// Tells what is wrong with a whole file; the others are read all the same.
    fn wrong(&mut self, file: &str, message: &str) -> Result<()> {
        self.counts.problems += 1;
        if self.args.json {
            return self.line(&json!({"file": file, "code": "file", "message": message}));
        }
        eprintln!("{file}: {message}");
        Ok(())
    }

    fn game(&mut self, name: &str, number: usize, game: &Game, keep: bool) -> Result<()> {
        for problem in &game.problems {
            self.tell(name, number, problem)?;
        }
        // Without a start there is nothing to write.
        if keep && game.start_problem().is_none() {
            self.sink.write(game).with_context(|| format!("{name}, game {number}"))?;
            self.counts.written += 1;
        }
        Ok(())
    }

    fn tell(&mut self, file: &str, number: usize, problem: &Problem) -> Result<()> {
        self.counts.problems += 1;
        if !self.args.json {
            let game = if number > 0 { format!("game {number}, ") } else { String::new() };
            eprintln!("{file}: {game}{problem}");
            return Ok(());
        }
        self.line(&json!({
            "file": file,
            "game": (number > 0).then_some(number),
            "code": problem.code.name(),
            "line": problem.place.line(),
            "column": problem.place.column(),
            "byte": problem.place.byte(),
            "token": problem.token,
            "message": problem.message,
            "variation": problem.variation,
        }))
    }

    fn line(&self, value: &serde_json::Value) -> Result<()> {
        if self.aside {
            eprintln!("{value}");
            Ok(())
        } else {
            crate::output::print_json(value)
        }
    }

    fn finish(self) -> Result<ExitCode> {
        let Counts { read, written, problems } = self.counts;
        if self.args.json {
            self.line(&json!({"read": read, "written": written, "problems": problems}))?;
        } else if !self.aside || problems > 0 {
            let count = |number: usize, word: &str| {
                format!("{number} {word}{}", if number == 1 { "" } else { "s" })
            };
            let wrong = if problems == 0 {
                String::new()
            } else {
                ", ".to_owned() + &count(problems, "problem")
            };
            eprintln!("{} read, {written} written{wrong}", count(read, "game"));
        }
        Ok(if problems == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}

/// Where games go.
pub enum Sink {
    /// One file or standard output. A file is written beside its name and gets it
    /// when it is whole.
    File { out: BufWriter<Box<dyn Write>>, writer: Writer, path: Option<[PathBuf; 2]> },
    /// A file for each game.
    Folder { path: PathBuf, target: Target, notation: Notation, count: usize },
}

impl Sink {
    pub fn open(path: &Path, target: Target, notation: Notation) -> Result<Sink> {
        let writer = Writer::new(target, notation);
        if is_standard(path) {
            let out: Box<dyn Write> = Box::new(io::stdout().lock());
            return Ok(Sink::File { out: BufWriter::new(out), writer, path: None });
        }
        let cannot = || format!("cannot write {}", path.display());
        if path.to_string_lossy().ends_with('/') || path.is_dir() {
            std::fs::create_dir_all(path).with_context(cannot)?;
            return Ok(Sink::Folder { path: path.to_owned(), target, notation, count: 0 });
        }
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(".partial");
        let partial = path.with_file_name(name);
        let out: Box<dyn Write> = Box::new(File::create(&partial).with_context(cannot)?);
        let path = Some([partial, path.to_owned()]);
        Ok(Sink::File { out: BufWriter::new(out), writer, path })
    }

    pub fn write(&mut self, game: &Game) -> Result<()> {
        match self {
            Sink::File { out, writer, .. } => match out.write_all(&writer.write(game)?) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                other => other.context("cannot write"),
            },
            Sink::Folder { path, target, notation, count } => {
                *count += 1;
                let file = path.join(format!("{count:04}.{}", target.extension()));
                let bytes = Writer::new(*target, *notation).write(game)?;
                std::fs::write(&file, bytes)
                    .with_context(|| format!("cannot write {}", file.display()))
            }
        }
    }

    pub fn close(&mut self) -> Result<()> {
        let Sink::File { out, path, .. } = self else { return Ok(()) };
        match out.flush() {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            other => other.context("cannot write")?,
        }
        if let Some([partial, path]) = path.take() {
            std::fs::rename(&partial, &path)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

impl Drop for Sink {
    /// Half a file is none.
    fn drop(&mut self) {
        if let Sink::File { path: Some([partial, _]), .. } = self {
            let _ = std::fs::remove_file(partial);
        }
    }
}
