//! Puts a run together: from what somebody wants to a directory that can be played,
//! and back from a directory to a run that goes on.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::config::{Engine, RuleSet, RunConfig, RunConfigError, SeatRule, SprtConfig};
use super::directory::RunDirectory;
use super::directory_error::DirectoryError;
use super::fingerprint::Fingerprints;
use crate::adjudicate::Adjudication;
use crate::clock::TimeControl;
use crate::engine::{EngineConfig, EngineConfigError};
use crate::openings::{self, OpeningError};
use crate::player::GameKind;
use crate::schedule::Format;

/// How many random openings are made at most; more pairs use them again.
const MOST_OPENINGS: u32 = 5_000;
/// Plies of a random opening, if nobody says.
const USUAL_PLIES: usize = 8;
/// The most plies a random opening may have.
const MOST_PLIES: usize = 60;

/// What is wanted of a run. The defaults are those of `chuhe match`.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchSettings {
    /// Which game.
    pub game: GameKind,
    /// Who plays; two or more.
    pub engines: Vec<EngineConfig>,
    /// Games for each pairing.
    pub games: u32,
    /// Thinking time of engines that have none of their own.
    pub tc: TimeControl,
    /// Milliseconds forgiven on every ply.
    pub margin_ms: u64,
    /// The rules as text; the game's usual ones if not given.
    pub rules: Option<String>,
    /// Who meets whom.
    pub format: Format,
    /// Where games begin; the game's usual openings if not given.
    pub openings: Option<Openings>,
    /// Whether the openings of a file are used in random order.
    pub shuffle: bool,
    /// The seed of deals, random openings, their order, and built-in players.
    pub seed: u64,
    /// The sequential test, if one decides the length.
    pub sprt: Option<String>,
    /// Games at the same time.
    pub concurrency: NonZeroUsize,
    /// Whether each game's engines are bound to one core.
    pub pin: bool,
    /// Early ends.
    pub adjudication: Adjudication,
    /// Folders of endgame tables that end games, if any do.
    pub table_path: Option<String>,
    /// Name of the event in the records.
    pub event: String,
    /// Whether every line between runner and engines is logged.
    pub transcripts: bool,
}

impl Default for MatchSettings {
    fn default() -> MatchSettings {
        MatchSettings {
            game: GameKind::Xiangqi,
            engines: Vec::new(),
            games: 100,
            tc: TimeControl::USUAL,
            margin_ms: 50,
            rules: None,
            format: Format::Match,
            openings: None,
            shuffle: false,
            seed: 1,
            sprt: None,
            concurrency: NonZeroUsize::MIN,
            pin: true,
            adjudication: Adjudication::default(),
            table_path: None,
            event: "Chuhe match".to_owned(),
            transcripts: false,
        }
    }
}

/// Where games begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// The start position.
    Start,
    /// Balanced random positions, so many plies from the start.
    Random {
        /// 1 to 60.
        plies: usize,
    },
    /// Positions of a file: PGN, EPD or FEN lines.
    File(PathBuf),
}

impl Openings {
    /// A game's usual ones: dark chess deals anew for every pair.
    pub const fn usual(game: GameKind) -> Openings {
        match game {
            GameKind::Xiangqi => Openings::Random { plies: USUAL_PLIES },
            GameKind::Banqi => Openings::Start,
        }
    }
}

/// A number of plies that random openings cannot have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("openings '{0}': expected random:PLIES with 1 to {MOST_PLIES} plies")]
pub struct OpeningsTextError(String);

impl FromStr for Openings {
    type Err = OpeningsTextError;

    /// `start`, `random`, `random:PLIES`, or a file's name.
    fn from_str(text: &str) -> Result<Openings, OpeningsTextError> {
        let plies = match text.strip_prefix("random") {
            _ if text == "start" => return Ok(Openings::Start),
            Some("") => return Ok(Openings::Random { plies: USUAL_PLIES }),
            Some(rest) if rest.starts_with(':') => rest[1..].parse().ok(),
            _ => return Ok(Openings::File(text.into())),
        };
        let plies = plies.filter(|plies| (1..=MOST_PLIES).contains(plies));
        let plies = plies.ok_or_else(|| OpeningsTextError(text.chars().take(60).collect()))?;
        Ok(Openings::Random { plies })
    }
}

/// Why a run cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum AssemblyError {
    /// The settings make no sense together.
    #[error(transparent)]
    Settings(#[from] RunConfigError),
    /// An engine cannot play this game, or not with this limit.
    #[error("engine {name}: {error}")]
    Engine {
        /// Which engine.
        name: String,
        /// What is wrong.
        error: EngineConfigError,
    },
    /// The openings cannot be had.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// Dark chess has no random openings.
    #[error("random openings: dark chess deals anew for every pair; leave them out")]
    RandomDeals,
    /// There are none of that length.
    #[error("random openings: no balanced position is {0} plies from the start")]
    NoBalanced(usize),
    /// The directory.
    #[error(transparent)]
    Directory(#[from] DirectoryError),
    /// Every usual name is taken.
    #[error("match-1 to match-9999 exist already: choose another directory")]
    NoFreeName,
    /// An engine is not the program it was.
    #[error(
        "the program of engine {name} has changed since {path} began: results would be mixed; \
         begin a new run"
    )]
    Changed {
        /// Which engine.
        name: String,
        /// Which run.
        path: PathBuf,
    },
}

/// Begins a run in a directory, or in the first free one of `match-1`, `match-2`, …
/// in the current folder.
///
/// # Errors
/// If the settings make no sense, or something they name is missing.
pub fn begin(settings: MatchSettings, out: Option<&Path>) -> Result<RunDirectory, AssemblyError> {
    let (list, source) = choose_openings(&settings)?;
    let config = configure(settings, source)?;
    let path = out.map_or_else(|| free_directory(Path::new("")), |path| Ok(path.to_owned()))?;
    Ok(RunDirectory::create(&path, config, list)?)
}

/// Opens a run to go on with it, and sees that its engines are the same programs as
/// before.
///
/// # Errors
/// If there is no run, it is in use or damaged, or a program has changed.
pub fn open_again(path: &Path) -> Result<RunDirectory, AssemblyError> {
    let directory = RunDirectory::open(path)?;
    let mut prints = Fingerprints::default();
    for engine in &directory.config().engines {
        if engine.sha256.is_some() && prints.of(&engine.config) != engine.sha256 {
            let name = engine.config.name.clone();
            return Err(AssemblyError::Changed { name, path: path.to_owned() });
        }
    }
    Ok(directory)
}

/// The whole configuration, checked.
fn configure(settings: MatchSettings, openings: String) -> Result<RunConfig, AssemblyError> {
    let game = settings.game;
    let mut prints = Fingerprints::default();
    let engine = |mut config: EngineConfig| {
        config.look_among_games();
        config.transcript |= settings.transcripts;
        Engine { sha256: prints.of(&config), config }
    };
    let config = RunConfig {
        chuhe: env!("CARGO_PKG_VERSION").to_owned(),
        event: settings.event,
        game,
        rules: settings.rules.unwrap_or_else(|| RuleSet::usual(game).to_owned()),
        format: settings.format,
        seats: SeatRule::FirstSeat,
        games: settings.games,
        tc: settings.tc,
        margin_ms: settings.margin_ms,
        concurrency: settings.concurrency.get(),
        pin: settings.pin,
        seed: settings.seed,
        openings,
        openings_sha256: None,
        adjudication: settings.adjudication,
        table_path: settings.table_path,
        sprt: settings.sprt.map(SprtConfig),
        engines: settings.engines.into_iter().map(engine).collect(),
    };
    config.check()?;
    for (index, engine) in config.engines.iter().enumerate() {
        engine
            .config
            .check(game, config.control(index))
            .map_err(|error| AssemblyError::Engine { name: engine.config.name.clone(), error })?;
    }
    Ok(config)
}

/// The positions games begin from, and where they came from in words.
fn choose_openings(settings: &MatchSettings) -> Result<(Vec<String>, String), AssemblyError> {
    let (game, seed) = (settings.game, settings.seed);
    match settings.openings.clone().unwrap_or_else(|| Openings::usual(game)) {
        Openings::Start => Ok((Vec::new(), "the start position".to_owned())),
        Openings::Random { .. } if game == GameKind::Banqi => Err(AssemblyError::RandomDeals),
        Openings::Random { plies } => {
            let wanted = settings.games.div_ceil(2).clamp(1, MOST_OPENINGS) as usize;
            let list = openings::balanced(wanted, plies, seed);
            if list.is_empty() {
                return Err(AssemblyError::NoBalanced(plies));
            }
            Ok((list, format!("balanced random positions of {plies} plies, seed {seed}")))
        }
        Openings::File(path) => {
            let mut list = openings::read_file(game, &path)?;
            let order = if settings.shuffle {
                openings::shuffle(&mut list, seed);
                format!("shuffled with seed {seed}")
            } else {
                "in order".to_owned()
            };
            Ok((list, format!("{}, {order}", path.display())))
        }
    }
}

fn free_directory(folder: &Path) -> Result<PathBuf, AssemblyError> {
    (1..10_000)
        .map(|number| folder.join(format!("match-{number}")))
        .find(|path| !path.exists())
        .ok_or(AssemblyError::NoFreeName)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_named_by_words_or_files() {
        assert_eq!("start".parse(), Ok(Openings::Start));
        assert_eq!("random".parse(), Ok(Openings::Random { plies: 8 }));
        assert_eq!("random:12".parse(), Ok(Openings::Random { plies: 12 }));
        assert_eq!("randomly.epd".parse(), Ok(Openings::File("randomly.epd".into())));
        for text in ["random:0", "random:61", "random:", "random:x"] {
            let error = text.parse::<Openings>().unwrap_err().to_string();
            assert!(error.contains("1 to 60 plies"), "{error}");
        }
    }

    #[test]
    fn a_taken_name_is_passed_over() {
        let folder = std::env::temp_dir().join(format!("chuhe-free-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("match-1")).unwrap();
        std::fs::create_dir_all(folder.join("match-3")).unwrap();
        let found = free_directory(&folder);
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(found.unwrap(), folder.join("match-2"));
    }
}
