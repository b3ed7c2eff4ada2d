//! A run by other machines: pairs of games as jobs.
//!
//! A run's engines travel by name. Those of Chuhe itself are made where the games are
//! played, from numbers and networks that are sent; other programs are started only if
//! the worker's own command line allows them ([`AllowedEngines`]).

use std::sync::Arc;

use jobs::{Pulse, Work};
use play::eval_file::{EVAL_FILE, EvalFile};
use search::OptionKind;
use serde::{Deserialize, Serialize};

use super::config::RunConfig;
use super::worker::{Finished, Plan, Worker};
use crate::builtin::BUILTIN_PLAYERS;
use crate::engine::{AllowedEngines, EngineConfig};
use crate::inside;

/// The games of a run.
#[derive(Clone, Serialize, Deserialize)]
pub struct MatchWork {
    config: RunConfig,
    /// How engines are started here, and what they evaluate with.
    #[serde(skip)]
    here: Vec<Here>,
}

/// An engine as it is on this machine.
#[derive(Clone)]
struct Here {
    config: EngineConfig,
    evaluation: Option<EvalFile>,
}

/// The games of a pair that are still to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PairJob {
    /// Their numbers, from 0.
    games: Vec<u32>,
    /// The position they begin from.
    opening: Option<String>,
}

/// The games of a pair.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayedPair(pub(super) Vec<Finished>);

/// What has no place in a run by others.
const TABLES: &str = "endgame tables that end games are folders of this machine: leave out \
                      --table-path, or play here";

impl MatchWork {
    /// The games of a run whose engines are on this machine.
    ///
    /// # Errors
    /// If other machines cannot play them.
    pub fn new(config: &RunConfig) -> Result<MatchWork, String> {
        if config.table_path.is_some() {
            return Err(TABLES.to_owned());
        }
        let here: Vec<Here> =
            config.engines.iter().map(|it| Here::read(&it.config)).collect::<Result<_, _>>()?;
        let mut config = RunConfig { pin: false, concurrency: 1, ..config.clone() };
        for (engine, here) in config.engines.iter_mut().zip(&here) {
            engine.config = here.for_others();
        }
        Ok(MatchWork { config, here })
    }

    /// Decides how the engines of a run from elsewhere are started here.
    ///
    /// # Errors
    /// If one of them is not allowed.
    pub fn prepare(&mut self, allowed: &AllowedEngines) -> Result<(), String> {
        if self.config.table_path.is_some() {
            return Err(TABLES.to_owned());
        }
        for here in &mut self.here {
            if here.config.builtin.is_none() {
                here.config = allowed.find(&here.config)?;
            }
        }
        Ok(())
    }

    fn plan(&self) -> Result<Plan, String> {
        let mut config = self.config.clone();
        if self.here.len() != config.engines.len() {
            return Err("the run's engines are not known here".to_owned());
        }
        for (engine, here) in config.engines.iter_mut().zip(&self.here) {
            engine.config = here.config.clone();
        }
        config.check().map_err(|error| error.to_string())?;
        Ok(Plan {
            rules: config.rule_set().map_err(|error| error.to_string())?,
            schedule: config.schedule(),
            openings: Vec::new(),
            tables: None,
            logs: None,
            evaluations: self.here.iter().map(|here| here.evaluation.clone()).collect(),
            config,
        })
    }
}

impl Here {
    /// An engine with the file it evaluates with, read.
    fn read(config: &EngineConfig) -> Result<Here, String> {
        let (mut config, mut evaluation) = (config.clone(), None);
        if config.builtin.is_some() {
            let file = config.options.iter().find(|(name, _)| is_eval_file(name));
            evaluation = file.map(|(_, path)| EvalFile::read(path)).transpose()?;
            if evaluation.as_ref().is_some_and(EvalFile::is_none) {
                config.options.retain(|(name, _)| !is_eval_file(name));
                evaluation = None;
            }
        }
        Ok(Here { config, evaluation })
    }

    /// What other machines are told: paths of this one mean nothing there.
    fn for_others(&self) -> EngineConfig {
        let mut config = self.config.for_others();
        for (name, value) in &mut config.options {
            if self.evaluation.is_some() && is_eval_file(name) {
                value.clear();
            }
        }
        config
    }

    fn print(&self, config: &RunConfig) -> Result<String, String> {
        let Some(profile) = &self.config.builtin else { return self.config.program_print() };
        let name = &self.config.name;
        if BUILTIN_PLAYERS.iter().any(|(simple, _)| simple == profile) {
            return Ok(format!("{name} {profile} of chuhe {}", env!("CARGO_PKG_VERSION")));
        }
        let (options, evaluation) = (&self.config.options, self.evaluation.as_ref());
        let made = inside::player(config.game, profile, &[], None);
        self.check_options(&made.map_err(|error| error.to_string())?)?;
        let made = inside::player(config.game, profile, options, evaluation);
        let mut player = made.map_err(|error| error.to_string())?;
        Ok(format!("{name} {}", play::fingerprint(&mut player)?))
    }

    /// Only options that name no file are for other machines, and the network that is
    /// sent along.
    fn check_options(&self, player: &play::player::Player) -> Result<(), String> {
        let known = player.options();
        for (name, _) in &self.config.options {
            let option = known.iter().find(|option| option.name.eq_ignore_ascii_case(name));
            let plain = name.eq_ignore_ascii_case("Params")
                || option.is_some_and(|option| !matches!(option.kind, OptionKind::Text { .. }));
            let sent = is_eval_file(name) && self.evaluation.is_some();
            if !plain && !sent {
                let (engine, name) = (&self.config.name, name.chars().take(60));
                return Err(format!(
                    "engine {engine}: option {} cannot be set on other machines: expected \
                     numbers, Params or EvalFile",
                    name.collect::<String>()
                ));
            }
        }
        Ok(())
    }
}

fn is_eval_file(name: &str) -> bool {
    name.eq_ignore_ascii_case(EVAL_FILE)
}

/// The jobs of missing games, by the numbers of their pairs: (the first, all from there
/// on). Pairs that are complete have nothing to play.
pub(super) fn jobs(plan: &Plan, missing: &[u32]) -> (u64, Vec<PairJob>) {
    let first = missing.iter().min().map_or(0, |game| game / 2);
    let last = missing.iter().max().map_or(0, |game| game / 2 + 1);
    let mut jobs: Vec<PairJob> = (first..last)
        .map(|pair| {
            let planned = plan.schedule.game(pair * 2);
            let opening = planned.as_ref().and_then(|planned| plan.opening(planned));
            PairJob { games: Vec::new(), opening: opening.map(str::to_owned) }
        })
        .collect();
    for &game in missing {
        jobs[(game / 2 - first) as usize].games.push(game);
    }
    (first.into(), jobs)
}

impl Work for MatchWork {
    const KIND: &'static str = "match";
    type Job = PairJob;
    type Output = PlayedPair;
    type Tools = Box<dyn PlaysPairs>;

    /// Each engine's own: parameters, networks and a small search of ours, the programs of
    /// others.
    fn fingerprint(&self) -> Result<String, String> {
        let prints: Result<Vec<String>, String> =
            self.here.iter().map(|here| here.print(&self.config)).collect();
        let referee = env!("CARGO_PKG_VERSION");
        Ok(format!("referee {referee}; {}", prints?.join("; ")))
    }

    fn parts(&self) -> Vec<Arc<[u8]>> {
        let evaluations = self.here.iter().filter_map(|here| here.evaluation.as_ref());
        evaluations.map(|file| file.bytes().unwrap_or_default().into()).collect()
    }

    fn take_parts(&mut self, parts: Vec<Arc<[u8]>>) -> Result<(), String> {
        let mut parts = parts.into_iter();
        let mut here = Vec::new();
        for engine in &self.config.engines {
            let config = engine.config.clone();
            let wants = config.builtin.is_some()
                && config.options.iter().any(|(name, _)| is_eval_file(name));
            let evaluation = match wants {
                true => {
                    let bytes = parts.next().ok_or("a network is missing")?;
                    Some(EvalFile::from_bytes("the run's network", &bytes)?)
                }
                false => None,
            };
            here.push(Here { config, evaluation });
        }
        self.here = here;
        Ok(())
    }

    fn tools(&self) -> Result<Box<dyn PlaysPairs>, String> {
        let plan = self.plan()?;
        for (index, here) in self.here.iter().enumerate() {
            let started = plan.start(index, None);
            started.map_err(|fault| format!("engine {}: {fault}", here.config.name))?;
        }
        Ok(Box::new(Worker::new(Arc::new(plan), 0)))
    }

    fn perform(
        &self,
        players: &mut Box<dyn PlaysPairs>,
        _: u64,
        job: &PairJob,
        pulse: &Pulse<'_>,
    ) -> Result<PlayedPair, String> {
        players.play_pair(job, pulse)
    }
}

/// Whoever plays pairs, with engines that are kept from one to the next.
pub trait PlaysPairs: Send {
    /// Plays the games of a pair.
    ///
    /// # Errors
    /// If one cannot begin, or nobody wants it any more.
    fn play_pair(&mut self, job: &PairJob, pulse: &Pulse<'_>) -> Result<PlayedPair, String>;
}

impl PlaysPairs for Worker {
    fn play_pair(&mut self, job: &PairJob, pulse: &Pulse<'_>) -> Result<PlayedPair, String> {
        let mut played = Vec::new();
        for &game in &job.games {
            let finished = self.play(game, job.opening.as_deref(), &|| pulse.stopped());
            let finished = finished.ok_or_else(|| "stopped".to_owned())?;
            played.push(finished.map_err(|error| error.to_string())?);
        }
        Ok(PlayedPair(played))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::clock::TimeControl;
    use crate::run::assembly::MatchSettings;
    use crate::run::{Engine, RuleSet, SeatRule};

    fn config(engines: &[&str]) -> RunConfig {
        let MatchSettings { game, format, seed, event, .. } = MatchSettings::default();
        let engine = |text: &&str| Engine { config: text.parse().unwrap(), sha256: None };
        RunConfig {
            chuhe: "0".to_owned(),
            event,
            game,
            rules: RuleSet::usual(game).to_owned(),
            format,
            seats: SeatRule::FirstSeat,
            games: 4,
            tc: TimeControl::Nodes(50),
            margin_ms: 50,
            concurrency: 2,
            pin: true,
            seed,
            openings: String::new(),
            openings_sha256: None,
            adjudication: crate::adjudicate::Adjudication {
                max_plies: Some(20),
                ..Default::default()
            },
            table_path: None,
            sprt: None,
            engines: engines.iter().map(engine).collect(),
        }
    }

    const OURS: [&str; 2] = ["name=a,builtin=chuhe-hce,option.Hash=1", "name=b,builtin=greedy"];

    /// What comes of a work on the way to another machine.
    fn sent(work: &MatchWork) -> Result<MatchWork, String> {
        let text = serde_json::to_string(work).unwrap();
        let mut there: MatchWork = serde_json::from_str(&text).unwrap();
        there.take_parts(work.parts())?;
        Ok(there)
    }

    #[test]
    fn pairs_are_played_alike_elsewhere() {
        let here = MatchWork::new(&config(&OURS)).unwrap();
        let mut there = sent(&here).unwrap();
        there.prepare(&AllowedEngines::default()).unwrap();
        assert_eq!(there.fingerprint(), here.fingerprint());
        let never = AtomicBool::new(false);
        let pulse = Pulse::new(&never, &never);
        let job = PairJob { games: vec![2, 3], opening: None };
        let play = |work: &MatchWork| {
            let played = work.perform(&mut work.tools().unwrap(), 1, &job, &pulse).unwrap();
            let plain = |game: Finished| (game.line.game, game.line.plies, game.line.reason);
            played.0.into_iter().map(plain).collect::<Vec<_>>()
        };
        assert_eq!(play(&there), play(&here));
        assert_eq!(play(&here).iter().map(|game| game.0).collect::<Vec<_>>(), [2, 3]);
    }

    #[test]
    fn a_command_that_was_sent_is_never_started() {
        // A broker that lies: the text names a command, which a sender would leave out.
        let evil = "name=evil,cmd=/bin/sh,args=-c exit,option.Hash=1";
        let mut work = MatchWork::new(&config(&OURS)).unwrap();
        work.config.engines[1].config = evil.parse().unwrap();
        let mut there = sent(&work).unwrap();
        assert!(there.here[1].config.command == "/bin/sh", "it came through");
        let error = there.prepare(&AllowedEngines::default()).unwrap_err();
        assert!(error.contains("engine evil is not allowed here"), "{error}");
        let own: EngineConfig = "name=evil,cmd=/usr/bin/true,option.Hash=1".parse().unwrap();
        there.prepare(&AllowedEngines::new(vec![own])).unwrap();
        assert_eq!(there.here[1].config.command, "/usr/bin/true");
        assert!(there.here[1].config.args.is_empty());
    }

    #[test]
    fn files_of_another_machine_are_not_opened() {
        let path = std::env::temp_dir().join(format!("chuhe-spread-{}", std::process::id()));
        std::fs::write(&path, "[material.king]\n").unwrap();
        for option in ["TablePath", "BookFile", "PatternFile"] {
            let engine = format!("name=a,builtin=chuhe,option.{option}={}", path.display());
            let work = MatchWork::new(&config(&[&engine, OURS[1]])).unwrap();
            let error = sent(&work).unwrap().fingerprint().unwrap_err();
            assert!(error.contains(option), "{error}");
        }
        std::fs::remove_file(&path).unwrap();
        // A network comes as a part or not at all.
        let mut work = MatchWork::new(&config(&OURS)).unwrap();
        let engine = "name=a,builtin=chuhe,option.EvalFile=/etc/passwd";
        work.config.engines[0].config = engine.parse().unwrap();
        assert_eq!(sent(&work).err(), Some("a network is missing".to_owned()));
        let tables = RunConfig { table_path: Some("/tables".to_owned()), ..config(&OURS) };
        assert!(MatchWork::new(&tables).err().unwrap().contains("--table-path"));
    }

    #[test]
    fn jobs_are_pairs_and_what_is_played_is_left_out() {
        let plan = Plan {
            openings: vec!["one".to_owned(), "two".to_owned()],
            ..MatchWork::new(&RunConfig { games: 10, ..config(&OURS) }).unwrap().plan().unwrap()
        };
        let (first, jobs) = jobs(&plan, &[3, 4, 5, 8, 9]);
        let games: Vec<Vec<u32>> = jobs.iter().map(|job| job.games.clone()).collect();
        assert_eq!((first, games), (1, vec![vec![3], vec![4, 5], vec![], vec![8, 9]]));
        let openings: Vec<_> = jobs.iter().map(|job| job.opening.as_deref().unwrap()).collect();
        assert_eq!(openings, ["two", "one", "two", "one"]);
    }
}
