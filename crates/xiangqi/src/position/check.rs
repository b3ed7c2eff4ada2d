//! Checks, pins and whether a ply leaves the own king safe.

use arrayvec::ArrayVec;
use game::Side;

use super::Position;
use crate::{Bitboard, Kind, Ply, Square, attacks};

/// What restricts the plies of a side that is not in check.
pub(super) struct Guard {
    /// Own pieces that may not move freely.
    pub pinned: Bitboard,
    /// Points no piece may step on: it would become a cannon's screen.
    pub forbidden: Bitboard,
    /// For each restriction: the piece and where it may still go.
    masks: ArrayVec<(Square, Bitboard), 16>,
}

impl Guard {
    /// Nothing is restricted.
    #[inline(always)]
    pub fn new() -> Guard {
        Guard { pinned: Bitboard::EMPTY, forbidden: Bitboard::EMPTY, masks: ArrayVec::new_const() }
    }

    /// Where a pinned piece may go; pieces pinned twice obey both.
    #[inline]
    pub fn allowed(&self, square: Square) -> Bitboard {
        self.masks
            .iter()
            .filter(|(pinned, _)| *pinned == square)
            .fold(Bitboard::ALL, |allowed, &(_, mask)| allowed & mask)
    }

    fn pin(&mut self, squares: Bitboard, mask: Bitboard) {
        for square in squares {
            self.pinned |= Bitboard::of(square);
            self.masks.push((square, mask));
        }
    }
}

/// The piece sets of the side that might give check, after a ply was imagined.
struct Attackers {
    rooks: Bitboard,
    cannons: Bitboard,
    horses: Bitboard,
    pawns: Bitboard,
    king: Square,
}

impl Position {
    /// Whether a side's king is attacked (by the other king along a file, too).
    #[inline]
    pub fn is_in_check(&self, side: Side) -> bool {
        let king = self.king(side);
        self.attackers(!side).reach(!side, king, self.occupied())
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.is_in_check(self.turn)
    }

    /// The enemy pieces that give check to a side (the other king included).
    pub fn checkers(&self, side: Side) -> Bitboard {
        let king = self.king(side);
        let occupied = self.occupied();
        let (rook, cannon) = attacks::sliders(king, occupied);
        let enemy = !side;
        rook & self.pieces(enemy, Kind::Rook)
            | rook & self.pieces(enemy, Kind::King) & Bitboard::file(king.file())
            | cannon & self.pieces(enemy, Kind::Cannon)
            | attacks::horse_to(king, occupied) & self.pieces(enemy, Kind::Horse)
            | attacks::pawn_to(enemy, king) & self.pieces(enemy, Kind::Pawn)
    }

    /// Whether a pseudo-legal ply of any side leaves that side's king safe.
    #[inline]
    pub fn leaves_king_safe(&self, ply: Ply) -> bool {
        let Some(mover) = self.piece_at(ply.from()) else { return false };
        let side = mover.side();
        let occupied = self.occupied().without(ply.from()).with(ply.to());
        let king = if mover.kind() == Kind::King { ply.to() } else { self.king(side) };
        !self.attackers(!side).without(ply.to()).reach(!side, king, occupied)
    }

    /// Whether a pseudo-legal ply of the side to move gives check. As in any legal
    /// position, the other side is not in check before.
    #[inline]
    pub fn gives_check(&self, ply: Ply) -> bool {
        let touched = Bitboard::of(ply.from()) | Bitboard::of(ply.to());
        if (touched & attacks::check_zone(self.king(!self.turn))).is_empty() {
            return false;
        }
        self.checks_after(ply)
    }

    fn checks_after(&self, ply: Ply) -> bool {
        let Some(mover) = self.piece_at(ply.from()) else { return false };
        let side = mover.side();
        let occupied = self.occupied().without(ply.from()).with(ply.to());
        let mut attackers = self.attackers(side);
        attackers.follow(mover.kind(), ply);
        attackers.reach(side, self.king(!side), occupied)
    }

    /// Pieces standing between a side's king and an enemy piece that would check
    /// without them (one before a rook or king, two before a cannon, the leg of a
    /// horse), and the enemy pieces so held back by at least one piece of `side`.
    /// Enemy rooks, kings and horses do not hide each other (`docs/xiangqi-rules.md`,
    /// "Pins").
    pub fn blockers_and_pinners(&self, side: Side) -> (Bitboard, Bitboard) {
        let king = self.king(side);
        let enemy = !side;
        let lines = attacks::lines(king);
        let straight = self.pieces(enemy, Kind::Rook) & lines
            | self.pieces(enemy, Kind::King) & Bitboard::file(king.file());
        let horses = self.pieces(enemy, Kind::Horse) & attacks::horse_ring(king);
        let transparent = self.occupied() & !(straight | horses);
        let (mut blockers, mut pinners) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut hold = |sniper: Square, between: Bitboard, count: u32| {
            if between.count() == count {
                blockers |= between;
                if (between & self.side(side)).any() {
                    pinners |= Bitboard::of(sniper);
                }
            }
        };
        for sniper in straight | horses {
            hold(sniper, attacks::between(king, sniper) & transparent, 1);
        }
        for sniper in self.pieces(enemy, Kind::Cannon) & lines {
            hold(sniper, attacks::between(king, sniper) & self.occupied(), 2);
        }
        (blockers, pinners)
    }

    /// Fills in what restricts the side to move. False if it is in check.
    #[inline]
    pub(super) fn guard(&self, guard: &mut Guard) -> bool {
        let (own, enemy) = (self.turn, !self.turn);
        let king = self.king(own);
        if (attacks::pawn_to(enemy, king) & self.pieces(enemy, Kind::Pawn)).any() {
            return false;
        }
        let lines = attacks::lines(king);
        self.guard_straight(guard, king, lines)
            && self.guard_cannons(guard, king, lines)
            && self.guard_horses(guard, king)
    }

    /// Rooks, and the other king along the file. False if one gives check.
    #[inline]
    fn guard_straight(&self, guard: &mut Guard, king: Square, lines: Bitboard) -> bool {
        let enemy = !self.turn;
        let snipers = self.pieces(enemy, Kind::Rook) & lines
            | self.pieces(enemy, Kind::King) & Bitboard::file(king.file());
        for sniper in snipers {
            let path = attacks::between(king, sniper);
            let between = path & self.occupied();
            if between.is_empty() {
                return false;
            }
            if !between.has_several() {
                guard.pin(between & self.side(self.turn), path.with(sniper));
            }
        }
        true
    }

    /// Cannons with no, one or two pieces in front. False if one gives check.
    #[inline]
    fn guard_cannons(&self, guard: &mut Guard, king: Square, lines: Bitboard) -> bool {
        for sniper in self.pieces(!self.turn, Kind::Cannon) & lines {
            let path = attacks::between(king, sniper);
            let between = path & self.occupied();
            match between.count() {
                0 => guard.forbidden |= path,
                1 => return false,
                2 => guard.pin(between & self.side(self.turn), (path & !between).with(sniper)),
                _ => {}
            }
        }
        true
    }

    /// Horses whose leg is blocked. False if one gives check.
    #[inline]
    fn guard_horses(&self, guard: &mut Guard, king: Square) -> bool {
        for sniper in self.pieces(!self.turn, Kind::Horse) & attacks::horse_ring(king) {
            let leg = attacks::between(king, sniper);
            if (leg & self.occupied()).is_empty() {
                return false;
            }
            guard.pin(leg & self.side(self.turn), Bitboard::of(sniper));
        }
        true
    }

    #[inline]
    fn attackers(&self, side: Side) -> Attackers {
        Attackers {
            rooks: self.pieces(side, Kind::Rook),
            cannons: self.pieces(side, Kind::Cannon),
            horses: self.pieces(side, Kind::Horse),
            pawns: self.pieces(side, Kind::Pawn),
            king: self.king(side),
        }
    }
}

impl Attackers {
    /// The same pieces after one was captured on `square`. The king's point is
    /// kept: nobody captures a king.
    #[inline]
    fn without(mut self, square: Square) -> Attackers {
        let rest = !Bitboard::of(square);
        self.rooks &= rest;
        self.cannons &= rest;
        self.horses &= rest;
        self.pawns &= rest;
        self
    }

    /// Moves one of the pieces.
    #[inline]
    fn follow(&mut self, kind: Kind, ply: Ply) {
        let both = Bitboard::of(ply.from()) | Bitboard::of(ply.to());
        match kind {
            Kind::Rook => self.rooks ^= both,
            Kind::Cannon => self.cannons ^= both,
            Kind::Horse => self.horses ^= both,
            Kind::Pawn => self.pawns ^= both,
            Kind::King => self.king = ply.to(),
            Kind::Advisor | Kind::Elephant => {}
        }
    }

    /// Whether one of these pieces of `side` attacks a king on `target`.
    #[inline]
    fn reach(&self, side: Side, target: Square, occupied: Bitboard) -> bool {
        if (attacks::pawn_to(side, target) & self.pawns).any()
            || (attacks::horse_ring(target) & self.horses).any()
                && (attacks::horse_to(target, occupied) & self.horses).any()
        {
            return true;
        }
        if target.file() == self.king.file()
            && (attacks::between(target, self.king) & occupied).is_empty()
        {
            return true;
        }
        let lines = attacks::lines(target);
        if ((self.rooks | self.cannons) & lines).is_empty() {
            return false;
        }
        let (rook, cannon) = attacks::sliders(target, occupied);
        (rook & self.rooks | cannon & self.cannons).any()
    }
}
