//! Judging a repetition: `docs/xiangqi-rules.md`, "Repetition".

use game::{BySide, Cause, NullObserver, Outcome, Side, Verdict};

use super::chase::chased;
use crate::{Bitboard, Kind, Ply, Position, Square, Stage};

/// Which offences a repetition is judged for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Every repetition is a draw.
    Nothing,
    /// Only perpetual check is punished.
    Checks,
    /// Perpetual check and perpetual chase of one piece are punished.
    Chases,
    /// Every series of only checks, mate threats and chases is punished.
    AnyAttack,
}

/// The repetition law as a set of switches; see the presets for useful ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepetitionLaw {
    /// What is punished.
    pub severity: Severity,
    /// At which occurrence of a position the law speaks: 2 or 3.
    pub fold: u32,
    /// Whether one check by anybody excuses the chases of both sides (else only
    /// those of the side that gave it).
    pub check_voids_all: bool,
    /// Whether advisors and elephants chase protected rooks, horses and cannons.
    pub guards_hit_stronger: bool,
    /// Whether a chase counts if the opponent's reply resolved it (else: if the
    /// move created it).
    pub reply_resolves: bool,
    /// Whether chasing a rook that is pinned by a horse outranks other chases.
    pub pinned_rook_first: bool,
    /// How many own moves deep a mate threat by checks is looked for; 0 = never.
    pub mate_threat_depth: u32,
}

/// The plies between two occurrences of a position: `boards` has one member more
/// than `plies`.
#[derive(Clone, Copy, Debug)]
pub struct Cycle<'a> {
    boards: &'a [Position],
    plies: &'a [Ply],
}

impl<'a> Cycle<'a> {
    /// A stretch of a game without captures.
    ///
    /// # Panics
    /// If the lengths do not fit.
    pub fn new(boards: &'a [Position], plies: &'a [Ply]) -> Cycle<'a> {
        assert_eq!(boards.len(), plies.len() + 1, "one board around each ply");
        Cycle { boards, plies }
    }
}

/// What a side did with every move of a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offence {
    /// It gave check.
    Check,
    /// It chased this piece (its point in the last position).
    Chase(Square),
    /// It chased this rook, pinned by a horse.
    ChasePinnedRook(Square),
    /// It attacked: check, mate threat or chase.
    Attack,
}

/// The result of judging a repetition: what each side is guilty of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The gravest thing each side did with every move.
    pub offences: BySide<Option<Offence>>,
    /// Who loses, if anybody.
    pub loser: Option<Side>,
}

impl RepetitionLaw {
    /// Where the repetition that ends in the last board began: the index of the
    /// earlier occurrence that makes it `fold`-fold. `reversible` plies before the
    /// end were no capture.
    pub fn cycle_start(&self, boards: &[Position], reversible: usize) -> Option<usize> {
        let last = boards.len() - 1;
        let current = &boards[last];
        let oldest = last - reversible.min(last);
        let earlier =
            (oldest..=last.saturating_sub(4)).rev().filter(|i| (last - i).is_multiple_of(2));
        let same =
            |i: &usize| boards[*i].zobrist_key() == current.zobrist_key() && boards[*i] == *current;
        let wanted = (self.fold as usize).saturating_sub(2);
        if last < 4 { None } else { earlier.filter(same).nth(wanted) }
    }

    /// Judges a cycle.
    pub fn judge(&self, cycle: Cycle<'_>) -> Judged {
        if self.severity == Severity::Nothing {
            return Judged { offences: BySide([None; 2]), loser: None };
        }
        let checks = Side::BOTH.map(|side| cycle.always(side, |i| cycle.gives_check(i)));
        if checks[0] || checks[1] {
            return Judged::from_offences(BySide(checks.map(|c| c.then_some(Offence::Check))));
        }
        Judged::from_offences(match self.severity {
            Severity::Nothing | Severity::Checks => BySide([None; 2]),
            Severity::Chases => self.chases(cycle),
            Severity::AnyAttack => BySide(
                Side::BOTH.map(|side| self.only_attacks(cycle, side).then_some(Offence::Attack)),
            ),
        })
    }

    fn chases(&self, cycle: Cycle<'_>) -> BySide<Option<Offence>> {
        if self.check_voids_all && (0..cycle.plies.len()).any(|i| cycle.gives_check(i)) {
            return BySide([None; 2]);
        }
        BySide(Side::BOTH.map(|side| self.chase_of(cycle, side)))
    }

    /// The piece a side chased with every move, if there is one.
    fn chase_of(&self, cycle: Cycle<'_>, side: Side) -> Option<Offence> {
        let identities = Identities::along(cycle);
        let mut always = Bitboard::ALL;
        let mut always_pinned_rook = Bitboard::ALL;
        for i in cycle.moves_of(side) {
            if cycle.gives_check(i) {
                return None;
            }
            let new = self.new_chases(cycle, &identities, i, side);
            always &= new;
            always_pinned_rook &=
                new & identities.at(i + 1, pinned_rooks(&cycle.boards[i + 1], !side));
        }
        let last = cycle.plies.len();
        if self.pinned_rook_first
            && let Some(id) = always_pinned_rook.first()
        {
            return Some(Offence::ChasePinnedRook(identities.square_of(last, id)));
        }
        always.first().map(|id| Offence::Chase(identities.square_of(last, id)))
    }

    /// What ply `i` of the cycle newly chases, as identities.
    fn new_chases(&self, cycle: Cycle<'_>, ids: &Identities, i: usize, side: Side) -> Bitboard {
        let chased_at = |board: usize| ids.at(board, chased(&cycle.boards[board], side, self));
        let after = chased_at(i + 1);
        if after.is_empty() {
            return after;
        }
        let mut new = after;
        if !self.reply_resolves || i == 0 {
            new &= !chased_at(i);
        }
        if self.reply_resolves && i + 2 < cycle.boards.len() {
            new &= !chased_at(i + 2);
        }
        new
    }

    fn only_attacks(&self, cycle: Cycle<'_>, side: Side) -> bool {
        let identities = Identities::along(cycle);
        cycle.always(side, |i| {
            cycle.gives_check(i)
                || self.new_chases(cycle, &identities, i, side).any()
                || threatens_mate(&cycle.boards[i + 1], side, self.mate_threat_depth)
        })
    }
}

impl Cycle<'_> {
    fn gives_check(self, i: usize) -> bool {
        self.boards[i + 1].in_check()
    }

    fn moves_of(self, side: Side) -> impl Iterator<Item = usize> {
        (0..self.plies.len()).filter(move |&i| self.boards[i].turn() == side)
    }

    fn always(self, side: Side, law: impl Fn(usize) -> bool) -> bool {
        let mut moves = self.moves_of(side).peekable();
        moves.peek().is_some() && moves.all(law)
    }
}

impl Judged {
    fn from_offences(offences: BySide<Option<Offence>>) -> Judged {
        let rank = |side: Side| match offences[side] {
            None => 0,
            Some(Offence::Chase(_) | Offence::Attack) => 1,
            Some(Offence::ChasePinnedRook(_)) => 2,
            Some(Offence::Check) => 3,
        };
        let loser = match rank(Side::Red).cmp(&rank(Side::Black)) {
            std::cmp::Ordering::Greater => Some(Side::Red),
            std::cmp::Ordering::Less => Some(Side::Black),
            std::cmp::Ordering::Equal => None,
        };
        Judged { offences, loser }
    }

    /// The verdict in words; `last` is the repeated position.
    pub fn verdict(&self, last: &Position, fold: u32) -> Verdict {
        match self.loser {
            Some(loser) => {
                let offence = self.offences[loser].expect("a loser is guilty of something");
                Verdict {
                    outcome: Outcome::Win(!loser),
                    cause: offence.cause(),
                    reason: format!("{loser} {}", offence.describe(last)),
                }
            }
            None => Verdict {
                outcome: Outcome::Draw,
                cause: Cause::Repetition,
                reason: self.draw_reason(last, fold),
            },
        }
    }

    fn draw_reason(&self, last: &Position, fold: u32) -> String {
        let times = if fold == 2 { "twice" } else { "three times" };
        match self.offences.0 {
            [Some(red), Some(black)] => format!(
                "the position occurred {times}: red {}, black {}",
                red.describe(last),
                black.describe(last)
            ),
            _ => format!("the position occurred {times} and neither side is to blame"),
        }
    }
}

impl Offence {
    fn cause(self) -> Cause {
        match self {
            Offence::Check => Cause::PerpetualCheck,
            _ => Cause::PerpetualChase,
        }
    }

    fn describe(self, last: &Position) -> String {
        let name =
            |square: Square| last.piece_at(square).map_or("piece", |piece| piece.kind().name());
        match self {
            Offence::Check => "gives check with every move".to_owned(),
            Offence::Chase(square) => {
                format!("chases the {} on {square} with every move", name(square))
            }
            Offence::ChasePinnedRook(square) => {
                format!("chases the rook on {square}, pinned by a horse, with every move")
            }
            Offence::Attack => "checks, threatens mate or chases with every move".to_owned(),
        }
    }
}

/// Rooks of `side` that stand on the leg of a horse which would otherwise check.
fn pinned_rooks(position: &Position, side: Side) -> Bitboard {
    let king = position.king(side);
    let horses = position.pieces(!side, Kind::Horse) & crate::attacks::horse_ring(king);
    let legs = horses
        .into_iter()
        .fold(Bitboard::EMPTY, |legs, horse| legs | crate::attacks::between(king, horse));
    legs & position.pieces(side, Kind::Rook)
}

/// Whether a side, if it could move again, would mate by checks within `depth` moves.
fn threatens_mate(position: &Position, side: Side, depth: u32) -> bool {
    if depth == 0 || position.in_check() {
        return false;
    }
    let mut position = position.clone();
    if position.turn() != side {
        position.make_null();
    }
    mates_by_checks(&mut position, depth)
}

fn mates_by_checks(position: &mut Position, depth: u32) -> bool {
    position.plies(Stage::All).into_iter().any(|ply| {
        if !position.gives_check(ply) {
            return false;
        }
        let undo = position.make_ply(ply, &mut NullObserver);
        let mates = no_escape(position, depth - 1);
        position.unmake_ply(ply, undo, &mut NullObserver);
        mates
    })
}

fn no_escape(position: &mut Position, depth: u32) -> bool {
    let replies = position.plies(Stage::All);
    if depth == 0 && !replies.is_empty() {
        return false;
    }
    replies.into_iter().all(|ply| {
        let undo = position.make_ply(ply, &mut NullObserver);
        let mates = mates_by_checks(position, depth);
        position.unmake_ply(ply, undo, &mut NullObserver);
        mates
    })
}

/// Which piece stands where: every piece keeps, through the cycle, the point it
/// had on the first board as its name.
struct Identities {
    boards: Vec<[u8; Square::COUNT]>,
}

impl Identities {
    fn along(cycle: Cycle<'_>) -> Identities {
        let mut names: [u8; Square::COUNT] = std::array::from_fn(|i| i as u8);
        let mut boards = vec![names];
        for ply in cycle.plies {
            names.swap(ply.from().index(), ply.to().index());
            boards.push(names);
        }
        Identities { boards }
    }

    /// The names of the pieces on some points of a board.
    fn at(&self, board: usize, squares: Bitboard) -> Bitboard {
        squares
            .into_iter()
            .map(|square| Square::from_index(self.boards[board][square.index()] as usize))
            .collect()
    }

    /// Where a named piece stands on a board.
    fn square_of(&self, board: usize, name: Square) -> Square {
        let index = self.boards[board].iter().position(|&n| n as usize == name.index());
        Square::from_index(index.expect("names are only permuted"))
    }
}
