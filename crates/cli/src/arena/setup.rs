//! From options to a new run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use ::arena::adjudicate::Adjudication;
use ::arena::engine::EngineConfig;
use ::arena::openings;
use ::arena::player::GameKind;
use ::arena::run::{Engine, RunConfig, RunDirectory, SprtConfig, fingerprint};
use anyhow::{Context, Result, bail};

use super::Args;
use crate::args::GameName;

/// How many random openings are made at most; more pairs use them again.
const RANDOM_OPENINGS: u32 = 5_000;
/// Plies of a random opening.
const RANDOM_PLIES: usize = 8;

pub fn begin(args: &Args) -> Result<RunDirectory> {
    let game = match args.game {
        GameName::Xiangqi => GameKind::Xiangqi,
        GameName::Banqi => GameKind::Banqi,
    };
    let engines = args
        .engines
        .iter()
        .map(|text| engine(text, args.each.as_deref(), args.transcripts))
        .collect::<Result<Vec<EngineConfig>>>()?;
    let mut prints = Fingerprints::default();
    let engines = engines
        .into_iter()
        .map(|config| Engine { sha256: prints.of(&config), config })
        .collect::<Vec<Engine>>();
    let (openings, source) = openings(args, game)?;
    let default_rules = if game == GameKind::Xiangqi { "computer" } else { "tcga" };
    let config = RunConfig {
        chuhe: env!("CARGO_PKG_VERSION").to_owned(),
        event: args.event.clone(),
        game,
        rules: args.rules.clone().unwrap_or_else(|| default_rules.to_owned()),
        format: args.format,
        games: args.games,
        tc: args.tc,
        margin_ms: args.margin,
        concurrency: args.concurrency.max(1),
        pin: !args.no_pin,
        seed: args.seed,
        openings: source,
        openings_sha256: None,
        adjudication: Adjudication {
            resign: args.resign,
            draw: args.draw,
            max_plies: args.max_plies,
        },
        sprt: args.sprt.clone().map(SprtConfig),
        engines,
    };
    config.check()?;
    for (index, engine) in config.engines.iter().enumerate() {
        let control = config.control(index);
        engine
            .config
            .check(game, control)
            .with_context(|| format!("engine {}", engine.config.name))?;
    }
    let path = args.out.clone().map_or_else(free_directory, Ok)?;
    Ok(RunDirectory::create(&path, config, openings)?)
}

/// An engine's text, completed by what holds for each.
fn engine(text: &str, each: Option<&str>, transcripts: bool) -> Result<EngineConfig> {
    let own: Vec<&str> = fields(text).map(key).collect();
    let shared = fields(each.unwrap_or_default()).filter(|field| !own.contains(&key(field)));
    let whole: Vec<&str> = fields(text).chain(shared).collect();
    let mut config: EngineConfig =
        whole.join(",").parse().with_context(|| format!("--engine {text}"))?;
    if let Some(path) = games_folder(&config) {
        config.command = path;
    }
    config.transcript |= transcripts;
    Ok(config)
}

/// The fields of an engine's text: commas inside quotes or behind a backslash
/// belong to a value.
fn fields(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let mut escaped = false;
    text.split(move |c: char| {
        let separates = c == ',' && !quoted && !escaped;
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        separates
    })
    .filter(|field| !field.is_empty())
}

/// What a field sets. A time control has several spellings.
fn key(field: &str) -> &str {
    match field.split('=').next().unwrap_or(field).trim() {
        "st" | "movetime" | "nodes" | "depth" => "tc",
        key => key,
    }
}

/// Debian keeps games outside the usual search path of some users.
fn games_folder(config: &EngineConfig) -> Option<String> {
    let name = &config.command;
    if config.builtin.is_some() || name.contains('/') || in_search_path(name).is_some() {
        return None;
    }
    let path = Path::new("/usr/games").join(name);
    path.is_file().then(|| path.display().to_string())
}

fn in_search_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// SHA-256 of programs; one that several engines share is read once.
#[derive(Default)]
pub struct Fingerprints(HashMap<PathBuf, Option<String>>);

impl Fingerprints {
    /// That of an engine's program, if it can be found and read.
    pub fn of(&mut self, config: &EngineConfig) -> Option<String> {
        let path = program(config)?;
        let print = self.0.entry(path).or_insert_with_key(|path| fingerprint::of_file(path));
        print.clone()
    }
}

fn program(config: &EngineConfig) -> Option<PathBuf> {
    if config.builtin.is_some() {
        None
    } else if config.command.contains('/') {
        Some(config.program_path())
    } else {
        in_search_path(&config.command)
    }
}

fn openings(args: &Args, game: GameKind) -> Result<(Vec<String>, String)> {
    let text = match (&args.openings, game) {
        (Some(text), _) => text.as_str(),
        (None, GameKind::Xiangqi) => "random",
        (None, GameKind::Banqi) => "start",
    };
    if text == "start" {
        return Ok((Vec::new(), "the start position".to_owned()));
    }
    if let Some(plies) = random_plies(text)? {
        if game == GameKind::Banqi {
            bail!("--openings random: dark chess deals anew for every pair; leave it out");
        }
        let wanted = args.games.div_ceil(2).clamp(1, RANDOM_OPENINGS) as usize;
        let list = openings::balanced(wanted, plies, args.seed);
        if list.is_empty() {
            bail!("--openings {text}: no balanced position is {plies} plies from the start");
        }
        return Ok((
            list,
            format!("balanced random positions of {plies} plies, seed {}", args.seed),
        ));
    }
    let mut list = openings::read_file(game, Path::new(text))?;
    if args.shuffle {
        openings::shuffle(&mut list, args.seed);
    }
    let order = if args.shuffle {
        format!("shuffled with seed {}", args.seed)
    } else {
        "in order".to_owned()
    };
    Ok((list, format!("{text}, {order}")))
}

fn random_plies(text: &str) -> Result<Option<usize>> {
    match text.strip_prefix("random") {
        Some("") => Ok(Some(RANDOM_PLIES)),
        Some(rest) if rest.starts_with(':') => {
            let plies = rest[1..].parse().ok().filter(|plies| (1..=60).contains(plies));
            plies.map(Some).with_context(|| {
                format!("--openings {text}: expected random:PLIES with 1 to 60 plies")
            })
        }
        _ => Ok(None),
    }
}

fn free_directory() -> Result<PathBuf> {
    (1..10_000)
        .map(|number| PathBuf::from(format!("match-{number}")))
        .find(|path| !path.exists())
        .context("match-1 to match-9999 exist already: choose --out")
}
