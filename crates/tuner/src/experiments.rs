//! The experiments of Kao 2009, sections 3.2 to 3.4.

use std::fmt::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::TuneError;
use crate::ga::{GaSettings, Mode, SelectCells};
use crate::games::{Pair, PairResult, PairWork, Score};
use crate::plot::{Plot, Series};
use crate::run::{Directory, Method, RunSettings, Session, State, evolve};

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Curves of several runs, by generation.
    Curves,
    /// Curves of several runs, by candidates judged: equal time.
    CurvesByTime,
    /// The last generation of a run against the beginning, in games.
    Match,
    /// Several generations of a run against the beginning, in games.
    Generations,
}

/// One of the document's experiments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Experiment {
    /// Its name on the command line.
    pub name: &'static str,
    /// The document's figure or table.
    pub figure: &'static str,
    /// What it asks.
    pub title: &'static str,
    /// What the document found.
    pub document: &'static str,
    /// How it is answered.
    pub kind: Kind,
}

const fn experiment(
    name: &'static str,
    figure: &'static str,
    title: &'static str,
    document: &'static str,
    kind: Kind,
) -> Experiment {
    Experiment { name, figure, title, document, kind }
}

/// All of them.
pub const ALL: [Experiment; 12] = [
    experiment(
        "modes",
        "3-1",
        "How many parameters change, and by how much",
        "LPSV > SPLV > LPLV ≈ SPSV after 10 generations",
        Kind::Curves,
    ),
    experiment(
        "candidates",
        "3-2",
        "Candidates of a generation, at equal time",
        "no difference between 29, 34, 54 and 104",
        Kind::CurvesByTime,
    ),
    experiment(
        "modes-34",
        "3-3",
        "SPLV and LPSV with 34 candidates",
        "LPSV is better",
        Kind::Curves,
    ),
    experiment(
        "modes-54",
        "3-4",
        "SPLV and LPSV with 54 candidates",
        "LPSV is better",
        Kind::Curves,
    ),
    experiment(
        "modes-104",
        "3-5",
        "SPLV and LPSV with 104 candidates",
        "LPSV is better",
        Kind::Curves,
    ),
    experiment(
        "parents",
        "3-6",
        "Parents of a generation",
        "4 is best, 2 a little worse, 10 and 20 worse and worse",
        Kind::Curves,
    ),
    experiment(
        "rates",
        "3-7",
        "Crossover and mutation",
        "87:13 a little better than 70:30, 10:90 worse; of 40 survivors 31 came from crossover, 2 \
         from mutation, 7 were parents",
        Kind::Curves,
    ),
    experiment(
        "blocks",
        "3-8",
        "Blocks of piece-square tables against random points",
        "blocks are better than 5 or 10 random points",
        Kind::Curves,
    ),
    experiment(
        "evolution",
        "3-9",
        "The evolution",
        "from 47 wrong answers to 40 in 10 generations",
        Kind::Curves,
    ),
    experiment(
        "match",
        "3-10",
        "The evolved set against the original",
        "130 won, 107 lost, 202 drawn: 29.6 %, 24.4 %, 46.0 %",
        Kind::Match,
    ),
    experiment(
        "generations",
        "3-12",
        "Generations against the original",
        "generation 10 is the strongest, but those between are weaker than the original",
        Kind::Generations,
    ),
    experiment("versions", "3-13", "Several programs", "every version gets better", Kind::Curves),
];

/// The experiment of a name or figure.
pub fn find(name: &str) -> Option<Experiment> {
    ALL.into_iter().find(|one| one.name == name || one.figure == name)
}

/// What is printed of figure 3-9: its two ends.
const PRINTED_EVOLUTION: [(f64, f64); 2] = [(0.0, 47.0), (10.0, 40.0)];

/// A run of an experiment: what it is called, and its numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// In plots and as a folder.
    pub label: String,
    /// The numbers.
    pub settings: GaSettings,
    /// Only piece-square tables.
    pub tables_only: bool,
    /// Another program.
    pub profile: Option<&'static str>,
}

/// The runs of an experiment, from the numbers of the one the document prefers.
pub fn variants(experiment: &Experiment, base: &GaSettings) -> Vec<Variant> {
    let make = |label: String, settings: GaSettings| Variant {
        label,
        settings,
        tables_only: false,
        profile: None,
    };
    let mode = |candidates: usize| {
        let of = move |mode: Mode| {
            make(mode.name().to_owned(), GaSettings { mode, candidates, ..base.clone() })
        };
        [Mode::Splv, Mode::Lpsv].map(of).to_vec()
    };
    match experiment.name {
        "modes" => Mode::ALL
            .map(|mode| make(mode.name().to_owned(), GaSettings { mode, ..base.clone() }))
            .to_vec(),
        "candidates" => [29, 34, 54, 104]
            .map(|n| make(format!("n_g={n}"), GaSettings { candidates: n, ..base.clone() }))
            .to_vec(),
        "modes-34" => mode(34),
        "modes-54" => mode(54),
        "modes-104" => mode(104),
        "parents" => [2, 4, 10, 20]
            .map(|n| make(format!("n_b={n}"), GaSettings { parents: n, ..base.clone() }))
            .to_vec(),
        "rates" => [0.7, 0.87, 0.1]
            .map(|rate| {
                let label = format!("{:.0}-{:.0}", rate * 100.0, 100.0 - rate * 100.0);
                make(label, GaSettings { crossover: rate, ..base.clone() })
            })
            .to_vec(),
        "blocks" => [
            ("block", SelectCells::Block),
            ("5-points", SelectCells::Points(5)),
            ("10-points", SelectCells::Points(10)),
        ]
        .map(|(label, cells)| {
            let settings = GaSettings { cells, ..base.clone() };
            Variant { tables_only: true, ..make(label.to_owned(), settings) }
        })
        .to_vec(),
        "versions" => ["shenxiang", "chuhe-hce"]
            .map(|profile| Variant {
                profile: Some(profile),
                ..make(profile.to_owned(), base.clone())
            })
            .to_vec(),
        _ => vec![make("evolution".to_owned(), base.clone())],
    }
}

/// What an experiment found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Findings {
    /// Its name.
    pub name: String,
    /// The document's figure.
    pub figure: String,
    /// What the document found.
    pub document: String,
    /// Its curves: label, then generation and wrong answers, and those held out.
    pub curves: Vec<Curve>,
    /// Its matches: generation and result.
    pub matches: Vec<(u32, Score)>,
}

/// One run of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Curve {
    /// What differs.
    pub label: String,
    /// Where it was measured, and what was found: across, training, held out.
    pub points: Vec<(f64, f64, Option<f64>)>,
    /// Survivors that came from crossover, and from mutation.
    pub survivors: [f64; 2],
}

impl Findings {
    fn new(experiment: &Experiment) -> Findings {
        Findings {
            name: experiment.name.to_owned(),
            figure: experiment.figure.to_owned(),
            document: experiment.document.to_owned(),
            curves: Vec::new(),
            matches: Vec::new(),
        }
    }

    /// The plot beside what the document prints.
    pub fn plot(&self, experiment: &Experiment) -> Plot {
        let is_match = !self.matches.is_empty();
        let mut series: Vec<Series> = self
            .curves
            .iter()
            .map(|curve| {
                let points = curve.points.iter().map(|&(x, y, _)| (x, y)).collect();
                Series::new(&curve.label, points)
            })
            .collect();
        if is_match {
            let difference = |(generation, score): &(u32, Score)| {
                let games = f64::from(score.games().max(1));
                let lead = f64::from(score.wins) - f64::from(score.losses);
                (f64::from(*generation), 100.0 * lead / games)
            };
            let mut points = vec![(0.0, 0.0)];
            points.extend(self.matches.iter().map(difference));
            series.push(Series::new("won − lost, % of games", points));
        }
        if experiment.name == "evolution" {
            series.push(Series::printed("Kao 2009 (ends)", PRINTED_EVOLUTION.to_vec()));
        }
        let across = match experiment.kind {
            Kind::CurvesByTime => "candidates judged ÷ 25",
            _ => "generation",
        };
        Plot {
            title: format!("{} (figure {})", experiment.title, experiment.figure),
            across: across.to_owned(),
            upwards: if is_match { "won − lost, %" } else { "wrong answers" }.to_owned(),
            series,
        }
    }

    /// The findings as a table of Markdown.
    pub fn markdown(&self, experiment: &Experiment) -> String {
        let mut text = format!(
            "# {} (figure {})\n\nThe document: {}.\n\n",
            experiment.title, experiment.figure, experiment.document
        );
        if !self.curves.is_empty() {
            text.push_str("| run | wrong at first | wrong at last | held out | by crossover | by mutation |\n|---|---|---|---|---|---|\n");
        }
        for curve in &self.curves {
            let (Some(first), Some(last)) = (curve.points.first(), curve.points.last()) else {
                continue;
            };
            let held = match (first.2, last.2) {
                (Some(before), Some(after)) => format!("{before} → {after}"),
                _ => "–".to_owned(),
            };
            let [crossover, mutation] = curve.survivors;
            let label = &curve.label;
            let _ = writeln!(
                text,
                "| {label} | {} | {} | {held} | {crossover} | {mutation} |",
                first.1, last.1
            );
        }
        if !self.matches.is_empty() {
            text.push_str(
                "| generation | won | lost | drawn | Elo | LOS |\n|---|---|---|---|---|---|\n",
            );
        }
        for (generation, score) in &self.matches {
            let Score { wins, draws, losses, elo, margin, superiority } = score;
            let share = |part: u32| 100.0 * f64::from(part) / f64::from(score.games().max(1));
            let _ = writeln!(
                text,
                "| {generation} | {wins} ({:.1} %) | {losses} ({:.1} %) | {draws} ({:.1} %) | \
                 {elo:.1} ± {margin:.1} | {:.1} % |",
                share(*wins),
                share(*losses),
                share(*draws),
                100.0 * superiority
            );
        }
        text
    }
}

/// Does the runs of an experiment in folders below one, and writes what came out:
/// `experiment.json`, `plot.svg`, `experiment.md`. What is there already is not done
/// again. `None` if somebody wants it to end before that.
///
/// # Errors
/// If a run fails.
pub fn run(
    experiment: &Experiment,
    base: &RunSettings,
    root: &Path,
    session: &mut SessionMaker<'_>,
    games: &MatchSettings,
) -> Result<Option<Findings>, TuneError> {
    let Method::Ga(numbers) = &base.method else {
        return Err(TuneError::Settings("experiments are of the genetic tuner".to_owned()));
    };
    let mut findings = Findings::new(experiment);
    for variant in variants(experiment, numbers) {
        let mut settings = base.clone();
        settings.method = Method::Ga(variant.settings.clone());
        if variant.tables_only {
            settings.params = vec!["eval.squares".to_owned()];
        }
        if let Some(profile) = variant.profile {
            settings.engine.profile = profile.to_owned();
            settings.params = settings.engine.usual_patterns();
            settings.fingerprint =
                crate::engine::fingerprint(&settings.engine).map_err(TuneError::Settings)?;
        }
        let folder = root.join(variant.label.replace('=', "-"));
        let (directory, settings) = match folder.join("run.json").exists() {
            true => Directory::open(&folder)?,
            false => (Directory::create(&folder, &mut settings)?, settings),
        };
        directory.check_engine(&settings)?;
        let mut archive = directory.archive()?;
        let state = session.with(&mut archive, |session| evolve(&directory, &settings, session))?;
        if !state.complete {
            return Ok(None);
        }
        findings.curves.push(curve(experiment, &variant, &state));
        if matches!(experiment.kind, Kind::Match | Kind::Generations) {
            let done = matches(experiment, &settings, &state, &directory, session, games)?;
            let Some(done) = done else { return Ok(None) };
            findings.matches = done;
        }
    }
    write(experiment, &findings, root)?;
    Ok(Some(findings))
}

/// How games of an experiment are played.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchSettings {
    /// Nodes of a ply.
    pub nodes: u64,
    /// Games against the original, rounded up to pairs.
    pub games: u32,
}

/// Makes sessions for one archive after the other.
pub struct SessionMaker<'a> {
    /// Who does the jobs.
    pub executor: &'a jobs::Executor,
    /// Somebody's wish to end.
    pub stop: &'a jobs::Stop,
    /// Takes what is told.
    pub tell: &'a mut dyn FnMut(crate::run::Event<'_>),
}

impl SessionMaker<'_> {
    fn with<T>(
        &mut self,
        archive: &mut jobs::Archive,
        act: impl FnOnce(&mut Session<'_>) -> Result<T, TuneError>,
    ) -> Result<T, TuneError> {
        act(&mut Session {
            executor: self.executor,
            archive,
            stop: self.stop,
            tell: &mut *self.tell,
        })
    }
}

fn curve(experiment: &Experiment, variant: &Variant, state: &State) -> Curve {
    let new = (variant.settings.candidates - variant.settings.parents) as f64;
    let across = |generation: u32| match experiment.kind {
        Kind::CurvesByTime => f64::from(generation) * new / 25.0,
        _ => f64::from(generation),
    };
    let sum = |name: &str| state.history.iter().filter_map(|point| point.more.get(name)).sum();
    Curve {
        label: variant.label.clone(),
        points: state
            .history
            .iter()
            .map(|point| (across(point.generation), point.training, point.held_out))
            .collect(),
        survivors: [sum("survivors_by_crossover"), sum("survivors_by_mutation")],
    }
}

/// Games of some generations against the original.
fn matches(
    experiment: &Experiment,
    settings: &RunSettings,
    state: &State,
    directory: &Directory,
    session: &mut SessionMaker<'_>,
    games: &MatchSettings,
) -> Result<Option<Vec<(u32, Score)>>, TuneError> {
    let last = state.champions.len().saturating_sub(1);
    let wanted: Vec<usize> = match experiment.kind {
        Kind::Generations => {
            [2, 5, 8, 10].into_iter().filter(|&n| n < last).chain([last]).collect()
        }
        _ => vec![last],
    };
    let space = settings.space()?;
    let work = PairWork {
        engine: settings.engine.clone(),
        nodes: games.nodes,
        most_plies: 200,
        seed: settings.seed ^ 0x006d_6174_6368,
    };
    let pairs = u64::from(games.games.div_ceil(2).max(1));
    let mut archive = jobs::Archive::open(&directory.path("games.jsonl"))?;
    let mut found = Vec::new();
    for (number, &generation) in wanted.iter().enumerate() {
        let (one, other) = (space.whole(&state.champions[generation]), space.base().values());
        let pair = |opening| Pair { one: one.clone(), other: other.to_vec(), opening };
        let list: Vec<Pair> = (0..pairs).map(pair).collect();
        let mut results: Vec<PairResult> = Vec::new();
        let first = number as u64 * pairs;
        let end =
            session.executor.run(&mut archive, &work, first, &list, session.stop, &mut |done| {
                results.extend(done.result.ok());
                (session.tell)(crate::run::Event::Job { done: results.len(), of: list.len() });
                std::ops::ControlFlow::Continue(())
            })?;
        if end == jobs::End::Stopped {
            return Ok(None);
        }
        found.push((generation as u32, Score::of(&results)));
    }
    Ok(Some(found))
}

fn write(experiment: &Experiment, findings: &Findings, root: &Path) -> Result<(), TuneError> {
    let put = |name: &str, text: String| {
        let path = root.join(name);
        std::fs::write(&path, text).map_err(TuneError::file(&path))
    };
    let json = serde_json::to_string_pretty(findings).unwrap_or_default();
    put("experiment.json", json)?;
    put("plot.svg", findings.plot(experiment).svg())?;
    put("experiment.md", findings.markdown(experiment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_has_its_runs() {
        let base = GaSettings::default();
        for one in ALL {
            let runs = variants(&one, &base);
            assert!(!runs.is_empty());
            for run in &runs {
                run.settings.check().unwrap();
            }
            assert_eq!(find(one.figure), Some(one));
        }
        let runs = |name: &str| variants(&find(name).unwrap(), &base);
        assert_eq!(runs("3-1").len(), 4);
        assert_eq!(runs("rates")[1].label, "87-13");
        assert!(runs("3-8").iter().all(|run| run.tables_only));
        assert!(find("3-11").is_none());
    }
}
