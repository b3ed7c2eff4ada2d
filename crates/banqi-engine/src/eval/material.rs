//! Material by the food chain: what a piece is worth follows from which living
//! enemies can take it and which it can take. Attack *and* defence enter, the
//! open question at the end of Hsieh 2010.

use banqi::{Kind, Piece, Side};

use super::EvalParams;
use crate::walker::Alive;

/// The value of each piece and the balance for one set of living pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Values {
    key: u64,
    /// By piece index; also computed for pieces that are not alive.
    pub each: [i16; Piece::COUNT],
    /// Red's material minus black's.
    pub balance: i32,
    /// How many pieces are alive.
    pub total: i32,
    /// What is left of each side's lead, in percent: less where some enemy is hard to
    /// catch, for a game is only won when all are.
    pub lead_share: [i16; 2],
}

impl Values {
    #[inline]
    pub fn of(&self, piece: Piece) -> i32 {
        i32::from(self.each[piece.index()])
    }

    /// What is left of a side's lead, in percent.
    #[inline]
    pub fn share(&self, side: Side) -> i32 {
        i32::from(self.lead_share[side.index()])
    }

    /// What all living pieces of a side are worth.
    pub fn material(&self, alive: Alive, side: Side) -> i32 {
        let pieces = Kind::ALL.into_iter().map(|kind| Piece::new(side, kind));
        pieces.map(|piece| self.of(piece) * alive.count(piece)).sum()
    }
}

/// What a piece is worth by its danger, for every danger there can be.
#[derive(Clone, Debug)]
pub(crate) struct Worths {
    params: EvalParams,
    curve: [i32; MOST_DANGER as usize + 1],
}

/// All sixteen enemies, if each were a natural one.
const MOST_DANGER: i32 = 160;

impl Worths {
    pub fn new(params: EvalParams) -> Worths {
        let curve = std::array::from_fn(|danger| value_at(danger as i32, &params));
        Worths { params, curve }
    }

    pub fn params(&self) -> &EvalParams {
        &self.params
    }

    fn at(&self, danger: i32) -> i32 {
        self.curve[danger.clamp(0, MOST_DANGER) as usize]
    }
}

/// Values by living pieces; computing them anew at every node would be slow.
pub(crate) struct MaterialCache {
    slots: Box<[Values]>,
}

const SLOTS: usize = 1 << 12;
const NOTHING: Values =
    Values { key: 0, each: [0; Piece::COUNT], balance: 0, total: 0, lead_share: [100; 2] };

impl MaterialCache {
    pub fn new() -> MaterialCache {
        MaterialCache { slots: vec![NOTHING; SLOTS].into_boxed_slice() }
    }

    #[inline]
    pub fn values(&mut self, alive: Alive, worths: &Worths) -> &Values {
        let index = alive.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52;
        let slot = &mut self.slots[index as usize];
        if slot.key != alive.0 {
            *slot = compute(alive, worths);
        }
        slot
    }
}

/// The values for a set of living pieces.
#[cold]
pub(crate) fn compute(alive: Alive, worths: &Worths) -> Values {
    let mut values = Values { key: alive.0, ..NOTHING };
    values.total = Piece::all().map(|piece| alive.count(piece)).sum();
    for piece in Piece::all() {
        let value = piece_value(alive, piece, values.total, worths);
        values.each[piece.index()] = value as i16;
        let sign = if piece.side() == Side::Red { 1 } else { -1 };
        values.balance += sign * value * alive.count(piece);
    }
    let vanished = 32 - values.total;
    values.balance += values.balance * worths.params.lead_growth * vanished / (32 * 100);
    values.lead_share = Side::BOTH.map(|side| lead_share(alive, side, &worths.params) as i16);
    let leader = if values.balance >= 0 { Side::Red } else { Side::Black };
    values.balance = values.balance * values.share(leader) / 100;
    values
}

/// What is left of a side's lead by who of its own can take the enemy that has the least
/// to fear.
fn lead_share(alive: Alive, side: Side, params: &EvalParams) -> i32 {
    let living = |side, kind| alive.count(Piece::new(side, kind));
    let catchers = |prey: Kind| -> i32 {
        let by_step = |kind: &Kind| kind.captures_adjacent(prey);
        let steps: i32 = Kind::ALL.into_iter().filter(by_step).map(|kind| living(side, kind)).sum();
        2 * steps + living(side, Kind::Cannon)
    };
    let enemies = Kind::ALL.into_iter().filter(|&kind| living(!side, kind) > 0);
    match enemies.map(catchers).min() {
        Some(0) => params.catchers_0,
        Some(1) => params.catchers_1,
        Some(2) => params.catchers_2,
        Some(3) => params.catchers_3,
        _ => 100,
    }
}

fn piece_value(alive: Alive, piece: Piece, total: i32, worths: &Worths) -> i32 {
    let params = &worths.params;
    let worth = worths.at(danger(alive, piece, params));
    if piece.kind() == Kind::Cannon {
        let safety = worth / 8;
        return params.cannon_base + params.cannon_screen * total + safety;
    }
    let enemies = |kind| alive.count(Piece::new(!piece.side(), kind));
    let all: i32 = Kind::ALL.into_iter().map(enemies).sum();
    let prey: i32 =
        Kind::ALL.into_iter().filter(|&kind| piece.kind().can_capture(kind)).map(enemies).sum();
    let share = params.prey_floor + (100 - params.prey_floor) * prey / all.max(1);
    let hunter = piece.kind() == Kind::Pawn && enemies(Kind::King) > 0;
    worth * share / 100 + extra(piece.kind(), params) + if hunter { params.king_hunter } else { 0 }
}

/// What a kind is worth besides what its danger says.
fn extra(kind: Kind, params: &EvalParams) -> i32 {
    match kind {
        Kind::King => params.king_extra,
        Kind::Advisor => params.advisor_extra,
        Kind::Elephant => params.elephant_extra,
        Kind::Rook => params.rook_extra,
        Kind::Horse => params.horse_extra,
        Kind::Pawn => params.pawn_extra,
        Kind::Cannon => 0,
    }
}

/// The living enemies that can take a piece, in tenths of a natural enemy.
fn danger(alive: Alive, piece: Piece, params: &EvalParams) -> i32 {
    let weight = |kind: Kind| match kind {
        Kind::Cannon => params.danger_cannon,
        _ if !kind.captures_adjacent(piece.kind()) => 0,
        _ if kind == piece.kind() => params.danger_equal,
        Kind::Pawn => params.danger_pawn,
        _ => 10,
    };
    Kind::ALL
        .into_iter()
        .map(|kind| weight(kind) * alive.count(Piece::new(!piece.side(), kind)))
        .sum()
}

/// The value at a danger, interpolated between the parameters.
fn value_at(danger: i32, params: &EvalParams) -> i32 {
    let points = [
        (0, params.value_0),
        (10, params.value_1),
        (20, params.value_2),
        (30, params.value_3),
        (40, params.value_4),
        (60, params.value_6),
        (80, params.value_8),
        (100, params.value_10),
        (120, params.value_12),
    ];
    for pair in points.windows(2) {
        let ((low, high_value), (high, low_value)) = (pair[0], pair[1]);
        if danger <= high {
            return high_value + (low_value - high_value) * (danger - low) / (high - low);
        }
    }
    params.value_12
}

#[cfg(test)]
mod tests {
    use super::*;
    use banqi::Position;
    use game::Position as _;

    fn values(text: &str) -> Values {
        let position: Position = text.parse().unwrap();
        compute(Alive::of(&position), &Worths::new(EvalParams::default()))
    }

    #[test]
    fn at_the_start_king_and_advisor_stand_out() {
        let values = compute(Alive::of(&Position::start()), &Worths::new(EvalParams::default()));
        let of = |kind| values.of(Piece::new(Side::Red, kind));
        assert_eq!(values.balance, 0);
        // Fitted to results: the two highest stand out, the others are worth about
        // the same while all their natural enemies live.
        let high = of(Kind::King).min(of(Kind::Advisor));
        let low = [Kind::Elephant, Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Pawn].map(of);
        assert!(low.iter().all(|&value| value < high), "{low:?} {high}");
    }

    #[test]
    fn a_king_without_prey_is_worth_less() {
        // Black has two pawns left, or a pawn and a horse.
        let king = |text| values(text).of(Piece::new(Side::Red, Kind::King));
        assert!(king("8/8/2K2P2/2p2p2 r") < king("8/8/2K2P2/2p2h2 r"));
    }

    #[test]
    fn a_rook_without_natural_enemies_becomes_great() {
        let before = values("8/8/2R5/2e2h2 r").of(Piece::new(Side::Red, Kind::Rook));
        let after = values("8/8/2R5/5h2 r").of(Piece::new(Side::Red, Kind::Rook));
        assert!(after > before);
    }

    #[test]
    fn a_lead_counts_less_the_fewer_can_catch_the_last_enemy() {
        let shares = EvalParams {
            catchers_0: 10,
            catchers_1: 20,
            catchers_2: 30,
            catchers_3: 40,
            ..EvalParams::default()
        };
        let worths = Worths::new(shares);
        let share = |text: &str| {
            let position: Position = text.parse().unwrap();
            compute(Alive::of(&position), &worths).share(Side::Red)
        };
        // Nobody takes the king: a rook, then a cannon, a pawn, both, two pawns.
        assert_eq!(share("8/8/2R5/2k5 r"), 10);
        assert_eq!(share("8/8/2C5/2k5 r"), 20);
        assert_eq!(share("8/8/2P5/2k5 r"), 30);
        assert_eq!(share("8/8/2PC4/2k5 r"), 40);
        assert_eq!(share("8/8/2PP4/2k5 r"), 100);
        // The one that is hardest to catch decides.
        assert_eq!(share("8/8/2PPR3/2k2h2 r"), 30);
        let lead = |text: &str, worths: &Worths| {
            compute(Alive::of(&text.parse::<Position>().unwrap()), worths).balance
        };
        let (text, plain) = ("8/8/2RR4/6h1 r", Worths::new(EvalParams::default()));
        assert_eq!(lead(text, &worths), lead(text, &plain), "two can catch the horse");
        let text = "8/8/2R5/6h1 r";
        assert_eq!(lead(text, &worths), lead(text, &plain) * 30 / 100);
    }

    #[test]
    fn kinds_have_a_worth_of_their_own() {
        let more = EvalParams { king_extra: 70, pawn_extra: -9, ..EvalParams::default() };
        let (plain, more) = (Worths::new(EvalParams::default()), Worths::new(more));
        let alive = Alive::of(&Position::start());
        let (plain, more) = (compute(alive, &plain), compute(alive, &more));
        let gain = |kind| {
            let piece = Piece::new(Side::Black, kind);
            more.of(piece) - plain.of(piece)
        };
        assert_eq!(Kind::ALL.map(gain), [70, 0, 0, 0, 0, 0, -9]);
    }
}
