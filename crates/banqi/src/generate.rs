//! Generation of plies by stages, bulk counting, and the attack sets engines ask for.

use game::{PlyList, Side};

use crate::attacks::{cannon_targets, neighbours};
use crate::{Bitboard, Kind, Ply, Position, Square};

impl Position {
    /// Only the captures.
    ///
    /// ```
    /// use banqi::Position;
    /// let position: Position = "8/8/8/CXkp4 r P1".parse().unwrap();
    /// let list: Vec<String> = position.captures_only().iter().map(|p| p.to_string()).collect();
    /// assert_eq!(list, ["a1c1"]);
    /// ```
    pub fn captures_only(&self) -> PlyList<Ply> {
        let mut list = PlyList::new();
        self.push_captures(&mut list);
        list
    }

    /// Only the moves that capture nothing.
    pub fn quiets(&self) -> PlyList<Ply> {
        let mut list = PlyList::new();
        self.push_quiets(&mut list);
        list
    }

    /// Only the flips.
    pub fn flips(&self) -> PlyList<Ply> {
        let mut list = PlyList::new();
        self.push_flips(&mut list);
        list
    }

    /// Appends the captures to a list: steps from the lowest square up, then
    /// cannon jumps.
    #[inline]
    pub fn push_captures(&self, list: &mut PlyList<Ply>) {
        let Some(side) = self.turn() else { return };
        let enemies = self.of_side(!side);
        let cannons = self.of_kind(side, Kind::Cannon);
        let victims = self.step_victims(!side);
        for from in self.of_side(side) & !cannons & enemies.spread() {
            let targets = neighbours(from) & victims[self.kind_index_at(from)];
            list.extend(targets.iter().map(|to| Ply::new(from, to)));
        }
        for from in cannons {
            let targets = cannon_targets(from, self.occupied()) & enemies;
            list.extend(targets.iter().map(|to| Ply::new(from, to)));
        }
    }

    /// Appends the moves that capture nothing.
    #[inline]
    pub fn push_quiets(&self, list: &mut PlyList<Ply>) {
        let Some(side) = self.turn() else { return };
        let empty = self.empty();
        for from in self.of_side(side) & empty.spread() {
            let targets = neighbours(from) & empty;
            list.extend(targets.iter().map(|to| Ply::new(from, to)));
        }
    }

    /// Appends the flips.
    #[inline]
    pub fn push_flips(&self, list: &mut PlyList<Ply>) {
        list.extend(self.face_down().iter().map(Ply::flip));
    }

    /// Whether a legal ply is a capture.
    #[inline]
    pub fn is_capture(&self, ply: Ply) -> bool {
        !ply.is_flip() && self.occupied().contains(ply.to())
    }

    /// How many moves and captures the side to move has, without a list.
    #[inline]
    pub fn count_moves(&self) -> u32 {
        let Some(side) = self.turn() else { return 0 };
        let steps = count_steps(self.of_side(side), self.empty());
        steps + self.count_step_captures(side) + self.count_jumps(side)
    }

    /// Whether the side to move has any ply, without a list.
    pub fn has_legal_ply(&self) -> bool {
        !self.face_down().is_empty() || self.count_moves() > 0
    }

    #[inline]
    fn count_step_captures(&self, side: Side) -> u32 {
        let victims = self.step_victims(!side);
        let of = |kind| count_steps(self.of_kind(side, kind), victims[kind.index()]);
        of(Kind::King)
            + of(Kind::Advisor)
            + of(Kind::Elephant)
            + of(Kind::Rook)
            + of(Kind::Horse)
            + of(Kind::Pawn)
    }

    #[inline]
    fn count_jumps(&self, side: Side) -> u32 {
        let (occupied, enemies) = (self.occupied(), self.of_side(!side));
        let jumps = |from| (cannon_targets(from, occupied) & enemies).count();
        self.of_kind(side, Kind::Cannon).iter().map(jumps).sum()
    }

    /// For each attacking kind, the pieces of `side` it may take by a step.
    #[inline]
    fn step_victims(&self, side: Side) -> [Bitboard; Kind::COUNT] {
        let of = |kind| self.of_kind(side, kind);
        let pawns = of(Kind::Pawn);
        let horse = of(Kind::Horse) | of(Kind::Cannon) | pawns;
        let rook = of(Kind::Rook) | horse;
        let elephant = of(Kind::Elephant) | rook;
        let advisor = of(Kind::Advisor) | elephant;
        let king = self.of_side(side) & !pawns;
        [king, advisor, elephant, rook, horse, Bitboard::EMPTY, pawns | of(Kind::King)]
    }

    /// The face-up pieces of the other side that pieces of this side and kind
    /// may take as far as ranks go, near or far.
    ///
    /// ```
    /// use banqi::{Kind, Position, Side};
    /// let position: Position = "8/8/8/K3k2p r".parse().unwrap();
    /// assert_eq!(position.capturable(Side::Red, Kind::King).count(), 1);
    /// assert_eq!(position.capturable(Side::Red, Kind::Cannon).count(), 2);
    /// ```
    pub fn capturable(&self, side: Side, kind: Kind) -> Bitboard {
        match kind {
            Kind::Cannon => self.of_side(!side),
            _ => self.step_victims(!side)[kind.index()],
        }
    }

    /// The enemies that the face-up piece on a square could take at once, were
    /// it its side's turn. Empty if no face-up piece stands there.
    ///
    /// ```
    /// use banqi::Position;
    /// let position: Position = "8/8/1h6/1Rp5 b".parse().unwrap();
    /// let taken = position.captures_from("b1".parse().unwrap());
    /// assert_eq!(taken.iter().map(|s| s.to_string()).collect::<Vec<_>>(), ["c1", "b2"]);
    /// ```
    pub fn captures_from(&self, square: Square) -> Bitboard {
        let Some(piece) = self.piece_at(square) else { return Bitboard::EMPTY };
        let reach = match piece.kind() {
            Kind::Cannon => cannon_targets(square, self.occupied()),
            _ => neighbours(square),
        };
        reach & self.capturable(piece.side(), piece.kind())
    }

    /// Where the face-up piece on a square could go, were it its side's turn:
    /// empty squares and captures.
    pub fn destinations(&self, square: Square) -> Bitboard {
        if self.piece_at(square).is_none() {
            return Bitboard::EMPTY;
        }
        neighbours(square) & self.empty() | self.captures_from(square)
    }

    /// The enemies that pieces of this side and kind could take at once.
    pub fn attacks(&self, side: Side, kind: Kind) -> Bitboard {
        let pieces = self.of_kind(side, kind);
        let reach = match kind {
            Kind::Cannon => {
                let jump = |from| cannon_targets(from, self.occupied());
                pieces.iter().map(jump).fold(Bitboard::EMPTY, |all, targets| all | targets)
            }
            _ => pieces.spread(),
        };
        reach & self.capturable(side, kind)
    }

    /// The enemies that this side could take at once.
    pub fn all_attacks(&self, side: Side) -> Bitboard {
        Kind::ALL.into_iter().fold(Bitboard::EMPTY, |all, kind| all | self.attacks(side, kind))
    }

    /// The face-up enemies that could take the face-up piece on a square.
    ///
    /// ```
    /// use banqi::Position;
    /// let position: Position = "8/1c6/1X6/kRp5 r A1".parse().unwrap();
    /// let attackers = position.attackers_of("b1".parse().unwrap());
    /// assert_eq!(attackers.iter().map(|s| s.to_string()).collect::<Vec<_>>(), ["a1", "b3"]);
    /// ```
    pub fn attackers_of(&self, square: Square) -> Bitboard {
        let Some(piece) = self.piece_at(square) else { return Bitboard::EMPTY };
        let enemy = !piece.side();
        let cannons = self.of_kind(enemy, Kind::Cannon);
        let by_step = |kind: &Kind| kind.captures_adjacent(piece.kind());
        let steppers = Kind::ALL.iter().filter(|kind| by_step(kind));
        let steppers = steppers.fold(Bitboard::EMPTY, |all, &k| all | self.of_kind(enemy, k));
        // A jump over exactly one piece can be made either way.
        neighbours(square) & steppers | cannon_targets(square, self.occupied()) & cannons
    }

    /// The index of the kind on a square that holds a face-up piece.
    #[inline]
    fn kind_index_at(&self, square: Square) -> usize {
        self.piece_at(square).map_or(Kind::Cannon, |piece| piece.kind()).index()
    }
}

/// How many single steps lead from one set into another.
#[inline]
fn count_steps(from: Bitboard, to: Bitboard) -> u32 {
    (from.left() & to).count()
        + (from.right() & to).count()
        + (from.up() & to).count()
        + (from.down() & to).count()
}
