//! From options to a new run.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use arena::adjudicate::Adjudication;
use arena::engine::EngineConfig;
use arena::openings;
use arena::player::GameKind;
use arena::run::{Engine, RunConfig, RunDirectory, SprtConfig};
use sha2::{Digest, Sha256};

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
        .map(|text| engine(text, args.each.as_deref()))
        .collect::<Result<Vec<Engine>>>()?;
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
        adjudication: Adjudication {
            resign: args.resign,
            draw: args.draw,
            max_plies: args.max_plies,
        },
        sprt: args.sprt.clone().map(SprtConfig),
        transcripts: args.transcripts,
        engines,
    };
    config.check()?;
    let path = args.out.clone().map_or_else(free_directory, Ok)?;
    Ok(RunDirectory::create(&path, config, openings)?)
}

/// An engine's text after what holds for each.
fn engine(text: &str, each: Option<&str>) -> Result<Engine> {
    let whole = match each {
        Some(each) => format!("{each},{text}"),
        None => text.to_owned(),
    };
    let config: EngineConfig = whole.parse().with_context(|| format!("--engine {text}"))?;
    let sha256 = fingerprint(&config);
    Ok(Engine { config, sha256 })
}

/// SHA-256 of an engine's program, if it can be found and read.
pub fn fingerprint(config: &EngineConfig) -> Option<String> {
    let bytes = std::fs::read(program(config)?).ok()?;
    Some(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

fn program(config: &EngineConfig) -> Option<PathBuf> {
    if config.builtin.is_some() {
        return None;
    }
    arena::engine::find_program(config)
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
        return Ok((list, format!("balanced random positions of {plies} plies, seed {}", args.seed)));
    }
    let mut list = openings::read_file(game, Path::new(text))?;
    if args.shuffle {
        openings::shuffle(&mut list, args.seed);
    }
    let order = if args.shuffle { format!("shuffled with seed {}", args.seed) } else { "in order".to_owned() };
    Ok((list, format!("{text}, {order}")))
}

fn random_plies(text: &str) -> Result<Option<usize>> {
    match text.strip_prefix("random") {
        Some("") => Ok(Some(RANDOM_PLIES)),
        Some(rest) if rest.starts_with(':') => {
            let plies = rest[1..].parse().ok().filter(|plies| (1..=60).contains(plies));
            plies.map(Some).with_context(|| format!("--openings {text}: expected random:PLIES with 1 to 60 plies"))
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
