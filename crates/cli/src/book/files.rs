//! `chuhe book merge` and `chuhe book export`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use book::{BookFile, Table};
use bookmaker::{obk, tree};
use clap::ValueHint;
use game::GameKind;
use xiangqi::notation::Notation;

use super::build::rules_of;
use crate::args::GameName;
use crate::convert::read_notation;
use crate::games::table::counted;
use crate::output::{grouped, print};

/// One book of several: games add up
///
/// Besides books, games and trees of any format of `chuhe convert` are taken (PGN, XQF, …)
/// and .obk files, whose keys need --keys.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe book merge my.book red.book --out both.book\n  \
    chuhe book merge games.pgn --out games.book")]
pub struct MergeArgs {
    /// The books
    #[arg(value_name = "BOOK|FILE", required = true, value_hint = ValueHint::FilePath)]
    books: Vec<PathBuf>,
    /// The file to be written
    #[arg(long, value_name = "BOOK", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    #[command(flatten)]
    keys: KeyFile,
    /// The game of files that are no books
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// The rules that files which are no books are for: the name of a preset
    #[arg(long, value_name = "PRESET")]
    rules: Option<String>,
}

/// The numbers of foreign keys.
#[derive(clap::Args)]
pub struct KeyFile {
    /// The numbers that keys of .obk files are made of, as a text; see docs/books.md
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    keys: Option<PathBuf>,
}

impl KeyFile {
    fn read(&self) -> Result<obk::Keys> {
        let Some(path) = &self.keys else { return Ok(obk::Keys::own()) };
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        obk::Keys::read(&text).with_context(|| path.display().to_string())
    }
}

/// A book for other programs: a PGN tree, or an .obk file
#[derive(clap::Args)]
#[command(after_help = "Example:\n  chuhe book export my.book tree.pgn --plies 6 --notation wxf")]
pub struct ExportArgs {
    /// The book
    #[arg(value_name = "BOOK", value_hint = ValueHint::FilePath)]
    book: PathBuf,
    /// The file to be written: .pgn or .obk
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// PGN: so many plies
    #[arg(long, default_value_t = 200)]
    plies: u32,
    /// PGN: how moves are written
    #[arg(long, default_value = "iccs", value_parser = read_notation)]
    notation: Notation,
    #[command(flatten)]
    keys: KeyFile,
}

fn has_end(path: &Path, ends: &[&str]) -> bool {
    let end = path.extension().map(|end| end.to_string_lossy().to_lowercase());
    end.is_some_and(|end| ends.contains(&end.as_str()))
}

/// The book that a file is, or that can be made of it.
fn open(path: &Path, args: &MergeArgs) -> Result<Table> {
    let kind = GameKind::from(args.game);
    if has_end(path, &["obk", "pfbook"]) {
        let rules = rules_of(GameKind::Xiangqi, args.rules.as_deref())?;
        return Ok(obk::read(path, &args.keys.read()?, &rules)?);
    }
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    if has_end(path, &[book::file::EXTENSION]) || bytes.starts_with(b"CHUHEBOK") {
        return Ok(Table::of(&BookFile::from_bytes(path, &bytes)?));
    }
    let record = records::read(&bytes, kind);
    let rules = rules_of(kind, args.rules.as_deref())?;
    tree::read(kind, &rules, &record.games)
        .with_context(|| format!("{}: no game of {kind} in it", path.display()))
}

pub fn merge(args: &MergeArgs) -> Result<ExitCode> {
    let Some((first, others)) = args.books.split_first() else { bail!("expected a book") };
    let mut table = open(first, args)?;
    for path in others {
        let other = open(path, args)?;
        table.merge(path, &other)?;
    }
    let bytes = table.write(&args.out)?;
    print(&format!(
        "{}: {} of {}, {} bytes\n",
        args.out.display(),
        counted(table.len() as u64, "move"),
        counted(table.positions() as u64, "position"),
        grouped(bytes)
    ))?;
    Ok(ExitCode::SUCCESS)
}

pub fn export(args: &ExportArgs) -> Result<ExitCode> {
    let file = BookFile::open(&args.book)?;
    if has_end(&args.out, &["obk"]) {
        if args.keys.keys.is_none() {
            eprintln!("without --keys the file has our own keys, which other programs do not know");
        }
        let rows = obk::write(&file, &args.keys.read()?, &args.out)?;
        print(&format!("{}: {}\n", args.out.display(), counted(rows as u64, "move")))?;
        return Ok(ExitCode::SUCCESS);
    }
    if !has_end(&args.out, &["pgn"]) {
        bail!("{}: expected a name that ends with .pgn or .obk", args.out.display());
    }
    let game = tree::write(&file, args.plies)?;
    let text = records::pgn::write(&game, records::pgn::Options { notation: args.notation });
    std::fs::write(&args.out, text).with_context(|| args.out.display().to_string())?;
    let plies = counted(game.tree.len() as u64, "move");
    print(&format!("{}: {plies}\n", args.out.display()))?;
    Ok(ExitCode::SUCCESS)
}
