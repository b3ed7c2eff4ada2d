//! Traces of xiangqi's hand-written evaluation.
//!
//! Material and places are read off the board. Every other weight is found by asking the
//! evaluation itself: with all numbers nought but one, its sum is how often that one
//! counts. Four are asked for at once, two in each of the two phases that a weight has,
//! told apart by their size. What shapes are worth is a sum of their weights. Danger to a king grows with the square of its parameters: its
//! slopes are differences, which are exact for squares.

use std::collections::HashMap;

use ::xiangqi::{Kind, Position};
use game::Side;
use patterns::MatchState;
use search::ParamSet;
use xiangqi_engine::Beside;
use xiangqi_engine::eval::{EvalParams, EvalStyle, Evaluation, Parts, board_sums};

use super::traces::{Head, NONE, Tracer, Traces};
use crate::TuneError;
use crate::space::Space;

/// Counts below half of this are told apart.
const RADIX: i32 = 512;
/// Danger is asked for in finer units.
const FINER: i32 = 8;

/// A weight that counts so often, early and late.
struct Weight {
    feature: u16,
    early: usize,
    late: usize,
}

/// Where a probe's answer is found: which evaluation, which lane, which digit.
struct Probe {
    feature: u16,
    evaluation: usize,
    lane: usize,
    high: bool,
}

/// A slope: gene, the two evaluations, what their difference is divided by.
struct Slope {
    gene: u16,
    evaluations: [usize; 2],
    span: f32,
}

/// Traces positions of xiangqi under some values.
pub struct XiangqiTracer {
    evaluation: Evaluation,
    features: Vec<[u16; 3]>,
    material: [u16; 7],
    squares: Box<[[[u16; 5]; 10]; 7]>,
    probing: Vec<Evaluation>,
    probes: Vec<Probe>,
    slopes: Vec<Slope>,
    beside: Beside,
    /// By shape: the genes of its early and its late weight.
    shapes: HashMap<String, [u16; 2]>,
    /// The weights of all shapes that the genome has.
    shape_values: HashMap<String, [i32; 2]>,
}

impl XiangqiTracer {
    /// A tracer of a space's parameters at a genome, for the evaluation of a profile.
    ///
    /// # Errors
    /// If a parameter is none that can be traced, or there is no such profile.
    pub fn new(space: &Space, profile: &str, genome: &[i32]) -> Result<Self, TuneError> {
        let style = match profile {
            "shenxiang" => EvalStyle::Shenxiang,
            _ => EvalStyle::Chuhe,
        };
        let beside = Beside::new(profile)
            .ok_or_else(|| TuneError::Settings(format!("there is no profile {profile}")))?;
        let set = space.set(genome)?;
        let params = EvalParams::of_set(&set);
        let names: Vec<String> = params.specs().iter().map(|spec| spec.name.to_string()).collect();
        let mut tracer = XiangqiTracer {
            evaluation: Evaluation::new(params.clone(), style),
            features: Vec::new(),
            material: [NONE; 7],
            squares: Box::new([[[NONE; 5]; 10]; 7]),
            probing: Vec::new(),
            probes: Vec::new(),
            slopes: Vec::new(),
            beside,
            shapes: HashMap::new(),
            shape_values: HashMap::new(),
        };
        tracer.prepare_shapes(space, &set);
        let mut weights: Vec<Weight> = Vec::new();
        let mut known: HashMap<String, u16> = HashMap::new();
        let mut danger = Vec::new();
        for gene in 0..space.len() {
            let name = space.spec(gene).name.to_string();
            if shape(&name).is_some() {
                continue;
            }
            if name.starts_with("eval.danger.") {
                danger.push((gene as u16, place(&names, &name)?));
                continue;
            }
            let (key, phases) = split(&name).ok_or(TuneError::NotTraceable(name.clone()))?;
            let feature = *known.entry(key.clone()).or_insert_with(|| {
                tracer.features.push([NONE; 3]);
                (tracer.features.len() - 1) as u16
            });
            for &phase in phases {
                tracer.features[usize::from(feature)][phase] = gene as u16;
            }
            if tracer.of_pieces(&key, feature) || weights.iter().any(|w| w.feature == feature) {
                continue;
            }
            let of = |phase: &str| place(&names, &key.replace(".*", phase));
            weights.push(Weight { feature, early: of(".early")?, late: of(".late")? });
        }
        tracer.prepare_probes(&params, style, &weights);
        tracer.prepare_slopes(&params, style, &names, &danger)?;
        Ok(tracer)
    }

    /// Notes a feature of pieces, if it is one.
    fn of_pieces(&mut self, key: &str, feature: u16) -> bool {
        let kind_of = |name: &str| Kind::ALL.into_iter().find(|kind| kind.name() == name);
        if let Some(rest) = key.strip_prefix("eval.material.")
            && let Some(kind) = kind_of(rest.trim_end_matches(".*"))
        {
            self.material[kind.index()] = feature;
            return true;
        }
        let cell = || {
            let rest = key.strip_prefix("eval.squares.")?;
            let (piece, indices) = rest.split_once(".*[")?;
            let (row, column) = indices.strip_suffix(']')?.split_once("][")?;
            Some((kind_of(piece)?, row.parse::<usize>().ok()?, column.parse::<usize>().ok()?))
        };
        let Some((kind, row, column)) = cell() else { return false };
        if let Some(slot) = self.squares[kind.index()].get_mut(row).and_then(|r| r.get_mut(column))
        {
            *slot = feature;
        }
        true
    }

    fn prepare_shapes(&mut self, space: &Space, set: &ParamSet) {
        for (spec, value) in set.specs().iter().zip(set.values()) {
            if let Some((key, phase)) = shape(&spec.name).filter(|_| *value != 0) {
                self.shape_values.entry(key.to_owned()).or_default()[phase] = *value;
            }
        }
        for gene in 0..space.len() {
            if let Some((key, phase)) = shape(&space.spec(gene).name) {
                let genes = self.shapes.entry(key.to_owned()).or_insert([NONE; 2]);
                genes[phase] = gene as u16;
            }
        }
    }

    fn prepare_probes(&mut self, params: &EvalParams, style: EvalStyle, weights: &[Weight]) {
        for group in weights.chunks(4) {
            let mut values = nought(params);
            for (number, weight) in group.iter().enumerate() {
                let (late, high) = (number >= 2, number % 2 == 1);
                values[if late { weight.late } else { weight.early }] =
                    if high { RADIX } else { 1 };
                self.probes.push(Probe {
                    feature: weight.feature,
                    evaluation: self.probing.len(),
                    lane: if late { 2 } else { 0 },
                    high,
                });
            }
            self.probing.push(Evaluation::new(params.with_values(&values), style));
        }
    }

    fn prepare_slopes(
        &mut self,
        params: &EvalParams,
        style: EvalStyle,
        names: &[String],
        danger: &[(u16, usize)],
    ) -> Result<(), TuneError> {
        let mut base = nought(params);
        for (place, (name, value)) in names.iter().zip(params.values()).enumerate() {
            if name.starts_with("eval.danger.") {
                base[place] = value * if name.contains("per_square") { FINER } else { 1 };
            }
        }
        for &(gene, at) in danger {
            let mut evaluations = [0; 2];
            let reach = if names[at].contains("per_square") { FINER } else { 1 };
            for (evaluation, sign) in evaluations.iter_mut().zip([1, -1]) {
                let mut values = base.clone();
                values[at] += sign * reach;
                *evaluation = self.probing.len();
                self.probing.push(Evaluation::new(params.with_values(&values), style));
            }
            self.slopes.push(Slope { gene, evaluations, span: (2 * FINER) as f32 });
        }
        Ok(())
    }

    fn trace_one(&self, position: &Position, target: f32, room: &mut Room, traces: &mut Traces) {
        let parts = self.evaluation.parts(position);
        let red: i32 = parts.sum.iter().zip(parts.blend).map(|(sum, weight)| sum * weight).sum();
        let (red, scale) = self.after_theory(red / Parts::WHOLE, &parts);
        let sign = if position.turn() == Side::Red { 1.0 } else { -1.0 };
        let weights = parts.blend.map(|weight| sign * scale * weight as f32 / Parts::WHOLE as f32);
        room.counts.fill(0);
        self.count_pieces(position, &mut room.counts);
        board_sums(&self.probing, position, &mut room.sums);
        for probe in &self.probes {
            let lane = room.sums[probe.evaluation][probe.lane];
            let low = (lane + RADIX / 2).rem_euclid(RADIX) - RADIX / 2;
            let count = if probe.high { (lane - low) / RADIX } else { low };
            room.counts[usize::from(probe.feature)] += count as i16;
        }
        let slope = |slope: &Slope| {
            let [plus, minus] = slope.evaluations.map(|number| room.sums[number]);
            let lanes = [0, 1, 2].map(|lane| (plus[lane] - minus[lane]) as f32 / slope.span);
            let value: f32 = lanes.iter().zip(weights).map(|(lane, weight)| lane * weight).sum();
            (slope.gene, value)
        };
        let counts = room.counts.iter().enumerate().map(|(f, &count)| (f as u16, count));
        let mut slopes: Vec<(u16, f32)> = self.slopes.iter().map(slope).collect();
        let mut value = sign * red as f32 + self.beside.correction(position) as f32;
        if !(self.shapes.is_empty() && self.shape_values.is_empty()) {
            self.beside.shapes(&mut room.matched, position, |key, shares| {
                for phase in 0..2 {
                    let share = sign * shares[phase];
                    if let Some(values) = self.shape_values.get(key) {
                        value += share * values[phase] as f32;
                    }
                    if let Some(genes) = self.shapes.get(key).filter(|genes| genes[phase] != NONE) {
                        slopes.push((genes[phase], share));
                    }
                }
            });
        }
        traces.push(Head { value, weights, target }, counts, slopes);
    }

    /// What theory makes of a value, and how much of a change it lets through.
    fn after_theory(&self, red: i32, parts: &Parts) -> (i32, f32) {
        const FAR: i32 = 6_400;
        let value = self.evaluation.theory(red, parts.armies);
        let far = if red >= 0 { FAR } else { -FAR };
        let change = self.evaluation.theory(2 * far, parts.armies)
            - self.evaluation.theory(far, parts.armies);
        (value, change as f32 / far as f32)
    }

    fn count_pieces(&self, position: &Position, counts: &mut [i16]) {
        for square in position.occupied() {
            let Some(piece) = position.piece_at(square) else { continue };
            let (sign, seen) = match piece.side() {
                Side::Red => (1, square),
                Side::Black => (-1, square.rotated()),
            };
            let (row, column) = (9 - seen.rank(), seen.file().min(8 - seen.file()));
            let kind = piece.kind().index();
            for feature in [self.material[kind], self.squares[kind][row][column]] {
                if feature != NONE {
                    counts[usize::from(feature)] += sign;
                }
            }
        }
    }
}

/// What a thread uses again and again.
struct Room {
    counts: Vec<i16>,
    sums: Vec<[i32; 3]>,
    matched: MatchState,
}

impl Tracer for XiangqiTracer {
    type Position = Position;

    fn features(&self) -> Vec<[u16; 3]> {
        self.features.clone()
    }

    fn trace(&self, positions: &[(Position, f32)], traces: &mut Traces) {
        let counts = vec![0; self.features.len()];
        let mut room = Room { counts, sums: Vec::new(), matched: self.beside.start() };
        for (position, target) in positions {
            self.trace_one(position, *target, &mut room, traces);
        }
    }
}

/// The shape whose weight a parameter is: its name, and 0 for early or 1 for late.
fn shape(name: &str) -> Option<(&str, usize)> {
    let rest = name.strip_prefix("patterns.")?;
    let early = rest.strip_suffix(".early").map(|key| (key, 0));
    early.or_else(|| Some((rest.strip_suffix(".late")?, 1)))
}

/// Every number of the terms nought; phases and endings stay.
fn nought(params: &EvalParams) -> Vec<i32> {
    let keep = |name: &str| name.starts_with("eval.phase") || name.starts_with("eval.endgames");
    let specs = params.specs();
    specs.iter().map(|spec| if keep(&spec.name) { spec.default } else { 0 }).collect()
}

fn place(names: &[String], name: &str) -> Result<usize, TuneError> {
    let found = names.iter().position(|known| known == name);
    found.ok_or_else(|| TuneError::NotTraceable(name.to_owned()))
}

/// A name without its phase, and the phases it counts in.
fn split(name: &str) -> Option<(String, &'static [usize])> {
    const PHASES: [(&str, &[usize]); 5] = [
        (".early", &[0, 1]),
        (".late", &[2]),
        (".opening", &[0]),
        (".middlegame", &[1]),
        (".endgame", &[2]),
    ];
    let (word, phases) = PHASES.into_iter().find(|(word, _)| name.contains(word))?;
    Some((name.replacen(word, ".*", 1), phases))
}

#[cfg(test)]
mod tests;
