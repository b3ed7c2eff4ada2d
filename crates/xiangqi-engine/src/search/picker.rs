//! Moves in the order in which they should be tried.

use game::PlyList;
use search::Guide;
use xiangqi::{ExchangeValues, Kind, Ply, Position, Stage};

use super::histories::{Histories, Place, Step};
use super::params::SearchParams;
use super::techniques::Techniques;

/// The numbers that order moves.
pub struct Weights {
    /// What pieces are worth when captures are compared.
    pub exchange: ExchangeValues,
    /// A victim's value against the history of a capture.
    victim: i32,
    /// What a capture may lose for its place, in 1/1024.
    loss: i32,
    /// What a move achieved near the root against the other histories, in 1/16.
    pub low: i32,
}

impl Weights {
    /// Those of a set of numbers.
    pub const fn of(params: &SearchParams) -> Weights {
        Weights {
            exchange: params.exchange(),
            victim: params.capture_victim,
            loss: params.capture_loss,
            low: params.low_share,
        }
    }
}

/// What a picker needs to know besides the position.
#[derive(Clone, Copy)]
pub struct Hints {
    /// The table's move.
    pub table: Option<Ply>,
    /// Quiet moves that cut off beside this node.
    pub killers: [Option<Ply>; 2],
    /// The quiet move that answered the last step before.
    pub counter: Option<Ply>,
    /// Where histories have its moves.
    pub place: Place,
}

impl Hints {
    /// Whether a move is a killer or the counter move.
    #[inline]
    pub(super) fn refutes(&self, ply: Ply) -> bool {
        self.killers.contains(&Some(ply)) || self.counter == Some(ply)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PickStage {
    Table,
    MakeCaptures,
    GoodCaptures,
    Refutations(usize),
    MakeQuiets,
    Quiets,
    MakeChecks,
    BadCaptures,
    Done,
}

/// Hands out moves stage by stage; generates only what is reached.
pub struct Picker {
    stage: PickStage,
    hints: Hints,
    captures_only: bool,
    checks: bool,
    moves: Ranked,
    bad: PlyList<Ply>,
    next: usize,
    guide: Guide,
}

/// Moves with their scores, handed out best first.
///
/// A rank is a score and, below it, how early the move came: the largest rank is
/// found by comparing plain numbers, many at once. [`GONE`] marks those handed out.
struct Ranked {
    ranks: PlyList<i32>,
    plies: PlyList<Ply>,
}

/// The rank of a move that has been handed out.
const GONE: i32 = i32::MIN;
/// Bits of a rank that say how early a move came.
const PLACE_BITS: u32 = 8;
const LAST_PLACE: i32 = (1 << PLACE_BITS) - 1;

impl Ranked {
    const fn new() -> Ranked {
        Ranked { ranks: PlyList::new_const(), plies: PlyList::new_const() }
    }

    #[inline]
    fn clear(&mut self) {
        self.ranks.clear();
        self.plies.clear();
    }

    #[inline]
    fn push(&mut self, score: i32, ply: Ply) {
        debug_assert!(score.abs() < 1 << (31 - PLACE_BITS), "a rank has room for {score}");
        self.ranks.push(score << PLACE_BITS | (LAST_PLACE - self.ranks.len() as i32));
        self.plies.push(ply);
    }

    /// The best move not handed out yet, with its score.
    #[inline]
    fn take_best(&mut self) -> Option<(i32, Ply)> {
        let best = self.ranks.iter().copied().fold(GONE, i32::max);
        if best == GONE {
            return None;
        }
        let place = (LAST_PLACE - (best & LAST_PLACE)) as usize;
        self.ranks[place] = GONE;
        Some((best >> PLACE_BITS, self.plies[place]))
    }
}

/// A move and what its picker knows about it.
#[derive(Clone, Copy, Debug)]
pub struct Picked {
    /// The move.
    pub ply: Ply,
    /// Whether it is a capture that loses material.
    pub loses: bool,
    /// The sum of its histories, if it is a quiet move chosen by them.
    pub history: Option<i32>,
}

impl Picked {
    #[inline]
    const fn sound(ply: Ply) -> Option<Picked> {
        Some(Picked { ply, loses: false, history: None })
    }
}

impl Picker {
    /// All legal moves.
    #[inline(always)]
    pub fn new(hints: Hints) -> Picker {
        Picker {
            stage: PickStage::Table,
            hints,
            captures_only: false,
            checks: false,
            moves: Ranked::new(),
            bad: PlyList::new(),
            next: 0,
            guide: Guide { moves: Vec::new(), extension: 0 },
        }
    }

    /// The same with what an evaluation knows about moves.
    pub fn guided_by(self, guide: Guide) -> Picker {
        Picker { guide, ..self }
    }

    /// Whether the guide wants a closer look at a move.
    pub fn is_candidate(&self, position: &Position, ply: Ply) -> bool {
        let (from, to) = (ply.from(), ply.to());
        position
            .piece_at(from)
            .is_some_and(|piece| self.guide.is_candidate(piece.index(), from.index(), to.index()))
    }

    /// Captures only, the table's move first if it is one; then quiet checks if
    /// `checks` is set.
    #[inline(always)]
    pub fn captures(position: &Position, table: Option<Ply>, checks: bool) -> Picker {
        let table = table.filter(|ply| position.piece_at(ply.to()).is_some());
        let hints = Hints { table, killers: [None; 2], counter: None, place: Place::NOWHERE };
        Picker { captures_only: true, checks, ..Picker::new(hints) }
    }

    /// The next move.
    pub fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        techniques: &Techniques,
        weights: &Weights,
    ) -> Option<Picked> {
        loop {
            match self.stage {
                PickStage::Table => {
                    self.stage = PickStage::MakeCaptures;
                    if let Some(ply) = self.hints.table.filter(|&ply| position.is_legal_ply(ply)) {
                        return Picked::sound(ply);
                    }
                    self.hints.table = None;
                }
                PickStage::MakeCaptures => {
                    self.make_captures(position, histories, techniques, weights);
                    self.stage = PickStage::GoodCaptures;
                }
                PickStage::GoodCaptures => match self.moves.take_best() {
                    Some((score, ply)) => {
                        let bearable = -(score.max(0) * weights.loss / 1024);
                        if position.exchange_wins(ply, bearable, &weights.exchange) {
                            return Picked::sound(ply);
                        }
                        self.bad.push(ply);
                    }
                    None => self.stage = self.after_captures(),
                },
                PickStage::Refutations(number) => {
                    self.stage = if number < 2 {
                        PickStage::Refutations(number + 1)
                    } else {
                        PickStage::MakeQuiets
                    };
                    if let Some(ply) = self.refutation(number, position) {
                        return Picked::sound(ply);
                    }
                }
                PickStage::MakeChecks => {
                    self.moves.clear();
                    let moves = &mut self.moves;
                    position.for_each_ply(Stage::QuietChecks, |ply| moves.push(0, ply));
                    self.stage = PickStage::Quiets;
                }
                PickStage::MakeQuiets => {
                    self.make_quiets(position, histories, techniques, weights);
                    self.stage = PickStage::Quiets;
                }
                PickStage::Quiets => match self.moves.take_best() {
                    Some((score, ply)) => {
                        return Some(Picked { ply, loses: false, history: Some(score) });
                    }
                    None => self.stage = self.start_bad(),
                },
                PickStage::BadCaptures => {
                    let ply = self.bad.get(self.next).copied();
                    self.next += 1;
                    match ply {
                        Some(ply) => return Some(Picked { ply, loses: true, history: None }),
                        None => self.stage = PickStage::Done,
                    }
                }
                PickStage::Done => return None,
            }
        }
    }

    /// Leaves out the quiet moves that are still to come.
    pub fn skip_quiets(&mut self) {
        if matches!(
            self.stage,
            PickStage::Refutations(_) | PickStage::MakeQuiets | PickStage::Quiets
        ) {
            self.stage = self.start_bad();
        }
    }

    fn after_captures(&mut self) -> PickStage {
        match (self.captures_only, self.checks) {
            (false, _) => PickStage::Refutations(0),
            (true, true) => PickStage::MakeChecks,
            (true, false) => self.start_bad(),
        }
    }

    fn start_bad(&mut self) -> PickStage {
        self.next = 0;
        PickStage::BadCaptures
    }

    /// Killers and the counter move, if they are quiet, legal and not yet tried.
    fn refutation(&mut self, number: usize, position: &Position) -> Option<Ply> {
        let ply = match number {
            0 | 1 => self.hints.killers[number],
            _ => self.hints.counter,
        }?;
        let again = self.hints.table == Some(ply)
            || number > 0 && self.hints.killers[..number.min(2)].contains(&Some(ply));
        (!again && position.piece_at(ply.to()).is_none() && position.is_legal_ply(ply))
            .then_some(ply)
    }

    fn make_captures(
        &mut self,
        position: &Position,
        histories: &Histories,
        techniques: &Techniques,
        weights: &Weights,
    ) {
        let (table, moves) = (self.hints.table, &mut self.moves);
        position.for_each_ply(Stage::Captures, |ply| {
            if table == Some(ply) {
                return;
            }
            let victim = position.piece_at(ply.to()).map_or(Kind::Pawn, |piece| piece.kind());
            let mut score = weights.exchange[victim.index()] * weights.victim;
            if techniques.capture_history
                && let Some(piece) = position.piece_at(ply.from())
            {
                score += histories.capture(Step::new(piece, ply.to()), victim);
            }
            moves.push(score, ply);
        });
    }

    fn make_quiets(
        &mut self,
        position: &Position,
        histories: &Histories,
        techniques: &Techniques,
        weights: &Weights,
    ) {
        self.moves.clear();
        let side = position.turn();
        let (hints, moves, guide) = (&self.hints, &mut self.moves, &self.guide);
        let is_guided = !guide.moves.is_empty();
        position.for_each_ply(Stage::Quiets, |ply| {
            if hints.table == Some(ply) || hints.refutes(ply) {
                return;
            }
            let mut score = 0;
            if techniques.history {
                score += histories.quiet(side, ply);
            }
            if techniques.continuation
                && let Some(piece) = position.piece_at(ply.from())
            {
                let step = Step::new(piece, ply.to());
                let earlier = hints.place.before.iter().enumerate();
                score += earlier
                    .map(|(back, &before)| histories.continuation(back, before, step))
                    .sum::<i32>();
            }
            score += histories.near_root(hints.place.low, ply) * weights.low / 16;
            if is_guided && let Some(piece) = position.piece_at(ply.from()) {
                score += guide.bonus(piece.index(), ply.from().index(), ply.to().index());
            }
            moves.push(score, ply);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::conformance::random_position;

    #[test]
    fn every_legal_move_comes_once_whatever_the_hints() {
        let histories = Histories::new();
        let weights = Weights::of(&SearchParams::DEFAULT);
        for seed in 0..300 {
            let position: Position = random_position(seed, seed as usize % 120);
            let legal = position.plies(Stage::All);
            let any = |n: usize| legal.get((seed as usize * 7 + n) % legal.len().max(1)).copied();
            let strange: Option<Ply> = "a0a1".parse().ok();
            let hints = Hints {
                table: if seed % 3 == 0 { any(0) } else { strange },
                killers: [any(3), if seed % 2 == 0 { any(3) } else { any(5) }],
                counter: any(5),
                place: Place::NOWHERE,
            };
            let mut picker = Picker::new(hints);
            let mut picked = Vec::new();
            while let Some(next) = picker.next(&position, &histories, &Techniques::ALL, &weights) {
                picked.push(next.ply);
            }
            let mut expected = legal.to_vec();
            picked.sort();
            expected.sort();
            assert_eq!(picked, expected, "{position}");
        }
    }
}
