//! `chuhe book build` and `chuhe book extend`.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use book::{BookFile, Owner, Table, Trust};
use bookmaker::classic::{self, ClassicPlan};
use bookmaker::improved::{self, Known};
use bookmaker::{Build, Games, Limit, Plan, SearchWork};
use clap::{ValueEnum, ValueHint};
use game::GameKind;
use jobs::Work as _;
use library::{Archive, archive::Selection};
use serde_json::json;

use super::going::{WorkArgs, go_on};
use super::progress::Progress;
use crate::args::GameName;
use crate::games::filter::Filter;
use crate::output::{grouped, print, print_json};
use crate::user_data::data_folder;

/// Which book.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// What was played, with results, for both sides
    Classic,
    /// Red's own moves against everything
    Red,
    /// Black's own moves against everything
    Black,
}

/// Build a book from games of the archive
///
/// The options that choose games are those of `chuhe games`; without any all games count.
/// A build that is stopped or killed goes on with the same command and comes to the same
/// book.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe book build classic all.book --games 3\n  \
    chuhe book build black black.book --plies 6 --nodes 400 --searches 10")]
pub struct Args {
    /// Which book
    #[arg(value_enum)]
    kind: Kind,
    /// The file to be written
    #[arg(value_name = "BOOK", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    source: Source,
    /// How many plies deep (default: 40 for a classic book, 30 for others)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    plies: Option<u32>,
    /// Classic: positions that so many games came to
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// A recorded move with fewer games is not trusted
    #[arg(long, value_name = "N", default_value_t = 5)]
    least_games: u32,
    /// A recorded move with a smaller share of the points is not trusted
    #[arg(long, value_name = "PERCENT", default_value_t = 35,
          value_parser = clap::value_parser!(u32).range(0..=100))]
    least_score: u32,
    /// Several own moves are kept in the first plies
    #[arg(long, value_name = "PLIES", default_value_t = 3)]
    varied_plies: u32,
    /// So many of them
    #[arg(long, value_name = "N", default_value_t = 3)]
    varied_moves: usize,
    /// Moves of the other side that so many games have
    #[arg(long, value_name = "N", default_value_t = 1)]
    opponent_games: u32,
    /// At most so many searches (default: as many as it takes)
    #[arg(long, value_name = "N")]
    searches: Option<u64>,
    #[command(flatten)]
    engine: Engine,
    #[command(flatten)]
    work: WorkArgs,
    /// The rules it is for: the name of a preset
    #[arg(long, value_name = "PRESET")]
    rules: Option<String>,
}

/// Where games come from.
#[derive(clap::Args)]
pub struct Source {
    /// The folder of the archive
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    data_dir: Option<PathBuf>,
    /// The second, less trusted source of the other side's moves: part of the name of a
    /// file that its games came from; may be given several times
    #[arg(long, value_name = "NAME")]
    second: Vec<String>,
}

/// Who searches.
#[derive(clap::Args)]
pub struct Engine {
    /// Nodes of a search; the iteration that passes them is finished (default: 200,000)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds of a search instead; the book then differs from build to build
    #[arg(long, value_name = "MS", conflicts_with = "nodes",
          value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// The engine's profile
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// Megabytes of the engine's table
    #[arg(long, value_name = "MB", default_value_t = 16)]
    hash: usize,
}

/// Go on with a red or black book: new games, more searches, another engine
///
/// The book is built anew by its own plan. Search moves of the same engine with the same
/// parameters are kept; those of another are stale and searched again. Name the games as
/// the build did.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  chuhe book extend red.book --searches 30")]
pub struct ExtendArgs {
    /// The book
    #[arg(value_name = "BOOK", value_hint = ValueHint::FilePath)]
    book: PathBuf,
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    source: Source,
    /// How many plies deep (default: as before)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    plies: Option<u32>,
    /// At most so many search moves (default: as before)
    #[arg(long, value_name = "N")]
    searches: Option<u64>,
    #[command(flatten)]
    work: WorkArgs,
}

impl Source {
    fn archive(&self) -> Result<Archive> {
        let folder = match &self.data_dir {
            Some(folder) => folder.clone(),
            None => data_folder("--data-dir")?,
        };
        Ok(Archive::open(&folder.join(Archive::FILE))?)
    }

    /// The games of the second source.
    fn second<'a>(&self, archive: &'a Archive) -> Result<Option<Games<'a>>> {
        let mut ids = BTreeSet::new();
        for name in &self.second {
            let (kind, source) = (Some(GameKind::Xiangqi), Some(name.clone()));
            let found = archive.select(&Selection { kind, source, ..Selection::default() })?;
            ensure!(!found.is_empty(), "--second {name}: no game comes from such a file");
            ids.extend(found);
        }
        let ids: Vec<u32> = ids.into_iter().collect();
        Ok(if ids.is_empty() { None } else { Some(Games::new(archive, Some(ids))?) })
    }
}

/// The chosen games of a filter; without options all of the archive.
fn chosen<'a>(archive: &'a Archive, filter: &Filter, kind: GameKind) -> Result<Games<'a>> {
    let all = !filter.has_others() && filter.position()?.is_none();
    let ids = match all && kind == GameKind::Xiangqi && filter.game.is_none() {
        true => None,
        false => Some(filter.select(archive, &[])?),
    };
    Games::new(archive, ids).with_context(|| {
        format!("{}: `chuhe games list` shows what there is", archive.path().display())
    })
}

impl Args {
    fn trust(&self) -> Trust {
        Trust { games: self.least_games, score: self.least_score }
    }

    fn plan(&self, owner: Owner) -> Plan {
        let usual = Plan::new(owner);
        Plan {
            owner,
            plies: self.plies.unwrap_or(usual.plies),
            trust: self.trust(),
            varied_plies: self.varied_plies,
            varied_moves: self.varied_moves,
            opponent_games: self.opponent_games,
            searches: self.searches,
        }
    }

    fn game(&self) -> GameKind {
        self.filter.game.map_or(GameKind::Xiangqi, GameKind::from)
    }

    fn rules(&self) -> Result<String> {
        rules_of(self.game(), self.rules.as_deref())
    }
}

/// The name of a preset, the usual one if none is given.
pub fn rules_of(kind: GameKind, name: Option<&str>) -> Result<String> {
    let text = match (kind, name) {
        (GameKind::Xiangqi, None) => xiangqi::XiangqiRules::default().to_string(),
        (GameKind::Xiangqi, Some(name)) => {
            name.parse::<xiangqi::XiangqiRules>().context("--rules")?.to_string()
        }
        (GameKind::Banqi, None) => banqi::BanqiRules::default().to_string(),
        (GameKind::Banqi, Some(name)) => {
            name.parse::<banqi::BanqiRules>().context("--rules")?.to_string()
        }
    };
    Ok(book::header::preset(&text).to_owned())
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let owner = match args.kind {
        Kind::Classic => return build_classic(args),
        Kind::Red => Owner::Red,
        Kind::Black => Owner::Black,
    };
    ensure!(
        args.filter.game != Some(GameName::Banqi),
        "dark chess has no theory of openings: it can have a classic book only"
    );
    let archive = args.source.archive()?;
    let games = chosen(&archive, &args.filter, GameKind::Xiangqi)?;
    let second = args.source.second(&archive)?;
    let build = Build {
        path: &args.out,
        plan: args.plan(owner),
        work: args.engine.work(args.rules()?),
        games: &games,
        second: second.as_ref(),
        known: Known::new(),
    };
    go_on(&build, &args.work)
}

impl Engine {
    fn work(&self, rules: String) -> SearchWork {
        SearchWork {
            game: GameKind::Xiangqi,
            rules,
            profile: self.profile.clone(),
            hash: self.hash,
            limit: match self.movetime {
                Some(time) => Limit::Milliseconds(time),
                None => Limit::Nodes(self.nodes.unwrap_or(200_000)),
            },
        }
    }
}

fn build_classic(args: &Args) -> Result<ExitCode> {
    let (archive, kind) = (args.source.archive()?, args.game());
    let games = chosen(&archive, &args.filter, kind)?;
    let plies = args.plies.unwrap_or(40);
    let plan = ClassicPlan { plies, games: args.games, trust: args.trust() };
    let mut progress = Progress::new(args.work.json);
    let began = std::time::Instant::now();
    let tell = &mut |event| progress.told(event);
    let table = classic::build(kind, &args.rules()?, &plan, &games, tell)?;
    progress.end();
    ensure!(!table.is_empty(), "no chosen game begins at the usual start: nothing to keep");
    let bytes = table.write(&args.out)?;
    let seconds = began.elapsed().as_secs_f64();
    if args.work.json {
        print_json(&json!({
            "book": args.out,
            "positions": table.positions(),
            "moves": table.len(),
            "bytes": bytes,
            "seconds": seconds,
        }))?;
    } else {
        print(&format!(
            "{}: {} positions, {} moves, {} bytes, {seconds:.1} s\n",
            args.out.display(),
            grouped(table.positions() as u64),
            grouped(table.len() as u64),
            grouped(bytes)
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub fn extend(args: &ExtendArgs) -> Result<ExitCode> {
    let file = BookFile::open(&args.book)?;
    let read = |name: &str| file.header().plan.get(name).cloned();
    let (Some(plan), Some(work)) = (read("improved"), read("work")) else {
        bail!("{}: no red or black book that was built here: build it anew", args.book.display());
    };
    let damaged = || format!("{}: its plan cannot be read: build it anew", args.book.display());
    let mut plan: Plan = serde_json::from_value(plan).with_context(damaged)?;
    let work: SearchWork = serde_json::from_value(work).with_context(damaged)?;
    plan.plies = args.plies.unwrap_or(plan.plies);
    plan.searches = args.searches.or(plan.searches);
    let table = Table::of(&file);
    let maker = work.fingerprint().map_err(|error| anyhow::anyhow!(error))?;
    let (all, stale) = improved::stale(&table, &maker);
    if !args.work.json {
        eprintln!("{} search moves, {} of them stale", grouped(all as u64), grouped(stale as u64));
    }
    let archive = args.source.archive()?;
    let games = chosen(&archive, &args.filter, GameKind::Xiangqi)?;
    let second = args.source.second(&archive)?;
    let known = improved::known(&table, &maker);
    let (path, second) = (&args.book, second.as_ref());
    go_on(&Build { path, plan, work, games: &games, second, known }, &args.work)
}
