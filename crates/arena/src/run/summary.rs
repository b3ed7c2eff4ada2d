//! From finished games to a standing. Pure counting: the same games give the
//! same standing, in whatever order they ended.

use std::collections::BTreeMap;

use serde::Serialize;

use super::config::RunConfig;
use super::directory::GameLine;
use crate::ending::EndCause;
use crate::player::{FaultKind, GameKind, Seat};
use crate::stats::{Pentanomial, Report, Sprt, SprtState, Wdl};

/// The standing of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Games finished.
    pub done: usize,
    /// Games that count: all, or those before the test's decision.
    pub counted: usize,
    /// Games planned.
    pub planned: u32,
    /// One entry for each pairing.
    pub pairings: Vec<PairingSummary>,
    /// One entry for each engine.
    pub engines: Vec<EngineCounts>,
    /// Milliseconds a ply that passed while no engine was thinking: what the
    /// runner itself, starts of engines included, costs.
    pub runner_ms: f64,
    /// How often each cause ended a game.
    pub causes: BTreeMap<&'static str, u32>,
    /// What makes the result doubtful, in words.
    pub warnings: Vec<String>,
    /// The test's decision, once made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<SprtState>,
    /// Dark chess only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dark_chess: Option<Vec<DarkChessCounts>>,
}

/// Two engines' games against each other, from the first one's view.
#[derive(Clone, Debug, Serialize)]
pub struct PairingSummary {
    /// The engine whose view it is.
    pub engine: String,
    /// The other one.
    pub opponent: String,
    /// The numbers.
    pub report: Report,
    /// Games with a winner.
    pub decided: u32,
    /// Those of them that the loser's clock decided: too late, or no answer at all.
    pub decided_on_time: u32,
}

/// What one engine did.
#[derive(Clone, Debug, Default, Serialize)]
pub struct EngineCounts {
    /// Its name.
    pub name: String,
    /// Its results.
    pub results: Wdl,
    /// Games it lost by a fault, by kind.
    pub faults: BTreeMap<&'static str, u32>,
    /// Its plies.
    pub plies: u64,
    /// Wall milliseconds a ply.
    pub wall_ms: f64,
    /// Processor milliseconds a ply, if known.
    pub cpu_ms: Option<f64>,
    /// Nodes a second of wall time, if reported.
    pub nodes_per_second: Option<f64>,
    /// Mean depth, if reported.
    pub depth: Option<f64>,
}

/// What dark chess programs are known to be weak at.
#[derive(Clone, Debug, Default, Serialize)]
pub struct DarkChessCounts {
    /// The engine.
    pub name: String,
    /// Games it lost although it had once been ahead by [`WON_MATERIAL`] points.
    pub lost_after_winning_material: u32,
    /// Drawn games in which it was ahead by [`WON_MATERIAL`] points at the end.
    pub won_but_drawn: u32,
}

/// A material lead that should win: two elephants, or an advisor and a horse
/// (see the referee's points for dark chess).
pub const WON_MATERIAL: i32 = 10;

/// Games as they come in, in any order, counted in the order of the plan.
pub(super) struct Tally<'a> {
    config: &'a RunConfig,
    lines: BTreeMap<u32, GameLine>,
    sprt: Option<Sprt>,
    /// Pairs counted for the test, in order, and what they amount to.
    in_order: Pentanomial,
    next_pair: u32,
    decision: Option<SprtState>,
}

impl<'a> Tally<'a> {
    pub fn new(config: &'a RunConfig, lines: &[GameLine]) -> Tally<'a> {
        let sprt = config.sprt.as_ref().and_then(|sprt| sprt.test().ok());
        let mut tally = Tally {
            config,
            lines: BTreeMap::new(),
            sprt,
            in_order: Pentanomial::default(),
            next_pair: 0,
            decision: None,
        };
        for line in lines {
            tally.add(line.clone());
        }
        tally
    }

    pub fn add(&mut self, line: GameLine) {
        self.lines.insert(line.game, line);
        self.advance();
    }

    pub fn decision(&self) -> Option<SprtState> {
        self.decision
    }

    pub fn has(&self, game: u32) -> bool {
        self.lines.contains_key(&game)
    }

    pub fn done(&self) -> usize {
        self.lines.len()
    }

    /// Counts the pairs that have become complete, in order, until the test decides.
    fn advance(&mut self) {
        let Some(sprt) = self.sprt else { return };
        while self.decision.is_none() {
            let pair = self.next_pair;
            let (Some(a), Some(b)) = (self.lines.get(&(pair * 2)), self.lines.get(&(pair * 2 + 1)))
            else {
                return;
            };
            self.in_order.add_pair(a.result(Seat::First), b.result(Seat::Second));
            self.next_pair += 1;
            let state = sprt.decide(sprt.llr(&self.in_order));
            if state != SprtState::Continue {
                self.decision = Some(state);
            }
        }
    }

    /// The games that count.
    fn counted(&self) -> impl Iterator<Item = &GameLine> {
        let end = if self.sprt.is_some() { self.next_pair * 2 } else { u32::MAX };
        self.lines.range(..end).map(|(_, line)| line)
    }

    pub fn summary(&self) -> Summary {
        let mut causes = BTreeMap::new();
        for line in self.counted() {
            *causes.entry(line.cause.name()).or_insert(0) += 1;
        }
        let pairings = self.pairings();
        Summary {
            done: self.lines.len(),
            counted: self.counted().count(),
            planned: self.config.schedule().games(),
            warnings: pairings.iter().filter_map(PairingSummary::warning).collect(),
            pairings,
            engines: (0..self.config.engines.len())
                .map(|i| self.engine(self.config.name(i)))
                .collect(),
            runner_ms: self.runner_ms(),
            causes,
            decision: self.decision,
            dark_chess: (self.config.game == GameKind::Banqi).then(|| self.dark_chess()),
        }
    }

    fn runner_ms(&self) -> f64 {
        let (mut rest, mut plies) = (0.0, 0);
        for line in self.counted() {
            let thinking: f64 = line.times.iter().map(|times| times.wall_ms).sum();
            rest += (line.wall_ms - thinking).max(0.0);
            plies += line.plies;
        }
        rest / f64::from(plies.max(1))
    }

    fn pairings(&self) -> Vec<PairingSummary> {
        let schedule = self.config.schedule();
        let all = schedule.pairings();
        let mut games = vec![PairingGames::default(); all.len()];
        for line in self.counted() {
            let PairingGames { wdl, pairs, decided, on_time } =
                &mut games[line.pair as usize % all.len()];
            *decided += u32::from(line.winner.is_some());
            *on_time += u32::from(line.is_decided_on_time());
            // Even games have the pairing's first engine in the first seat.
            let seat = if line.game.is_multiple_of(2) { Seat::First } else { Seat::Second };
            wdl.add_game(line.result(seat));
            if seat == Seat::First
                && let Some(other) = self.lines.get(&(line.game + 1))
            {
                pairs.add_pair(line.result(Seat::First), other.result(Seat::Second));
            }
        }
        all.iter()
            .zip(&games)
            .map(|(&(a, b), games)| PairingSummary {
                engine: self.config.name(a).to_owned(),
                opponent: self.config.name(b).to_owned(),
                report: Report::of_match(&games.wdl, &games.pairs, self.sprt.as_ref()),
                decided: games.decided,
                decided_on_time: games.on_time,
            })
            .collect()
    }

    fn engine(&self, name: &str) -> EngineCounts {
        let mut counts = EngineCounts { name: name.to_owned(), ..EngineCounts::default() };
        let (mut wall, mut cpu, mut nodes, mut node_ms) = (0.0, Some(0.0), 0, 0.0);
        let (mut depths, mut depth_plies) = (0, 0);
        for (line, seat) in self.games_of(name) {
            counts.results.add_game(line.result(seat));
            if let (EndCause::Fault(kind), Some(winner)) = (line.cause, line.winner)
                && winner != seat
            {
                *counts.faults.entry(kind.name()).or_insert(0) += 1;
            }
            let times = &line.times[seat.index()];
            counts.plies += u64::from(times.plies);
            wall += times.wall_ms;
            cpu = cpu.zip(times.cpu_ms).map(|(sum, ms)| sum + ms);
            if let Some(reported) = times.nodes {
                nodes += reported;
                node_ms += times.wall_ms;
            }
            depths += times.depth_sum;
            depth_plies += times.depth_plies;
        }
        let plies = counts.plies.max(1) as f64;
        counts.wall_ms = wall / plies;
        counts.cpu_ms = cpu.map(|cpu| cpu / plies);
        counts.nodes_per_second = (node_ms > 0.0).then(|| nodes as f64 / node_ms * 1000.0);
        counts.depth = (depth_plies > 0).then(|| depths as f64 / f64::from(depth_plies));
        counts
    }

    fn games_of(&self, name: &str) -> impl Iterator<Item = (&GameLine, Seat)> {
        self.counted().filter_map(move |line| {
            let seat = if line.first == name {
                Seat::First
            } else if line.second == name {
                Seat::Second
            } else {
                return None;
            };
            Some((line, seat))
        })
    }

    fn dark_chess(&self) -> Vec<DarkChessCounts> {
        let count = |engine: usize| {
            let name = self.config.name(engine);
            let mut counts =
                DarkChessCounts { name: name.to_owned(), ..DarkChessCounts::default() };
            for (line, seat) in self.games_of(name) {
                let lead = if seat == Seat::First { line.final_lead } else { -line.final_lead };
                let was_ahead = line.best_lead[seat.index()] >= WON_MATERIAL;
                counts.lost_after_winning_material +=
                    u32::from(line.winner == Some(seat.other()) && was_ahead);
                counts.won_but_drawn += u32::from(line.winner.is_none() && lead >= WON_MATERIAL);
            }
            counts
        };
        (0..self.config.engines.len()).map(count).collect()
    }
}

/// The standing of the finished games of a run.
pub fn standing(config: &RunConfig, lines: &[GameLine]) -> Summary {
    Tally::new(config, lines).summary()
}

/// What is counted of a pairing's games.
#[derive(Clone, Default)]
struct PairingGames {
    wdl: Wdl,
    pairs: Pentanomial,
    decided: u32,
    on_time: u32,
}

impl PairingSummary {
    /// A word of warning if clocks decided more than half of the decided games.
    pub fn warning(&self) -> Option<String> {
        time_warning(&self.engine, &self.opponent, self.decided, self.decided_on_time)
    }
}

/// A word of warning if clocks decided more than half of the decided games: such a
/// result tells who keeps the time on this machine, not who plays better.
pub fn time_warning(engine: &str, opponent: &str, decided: u32, on_time: u32) -> Option<String> {
    (2 * on_time > decided).then(|| {
        format!(
            "{engine} vs {opponent}: {on_time} of {decided} decided games were lost on time; \
             this result tells of clocks, not of strength"
        )
    })
}

impl EngineCounts {
    /// All faults together.
    pub fn fault_count(&self) -> u32 {
        self.faults.values().sum()
    }

    /// Faults in words: `time 2, crash 1`; empty if there are none.
    pub fn faults_in_words(&self) -> String {
        FaultKind::ALL
            .iter()
            .filter_map(|kind| self.faults.get(kind.name()).map(|n| format!("{kind} {n}")))
            .collect::<Vec<_>>()
            .join(", ")
    }
}
