//! Legal plies: all of them, or in stages.

use game::PlyList;

use super::Position;
use super::check::Guard;
use crate::{Bitboard, Kind, Piece, Ply, Square, attacks};

/// Which plies a generator shall produce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Every legal ply.
    All,
    /// Plies that capture.
    Captures,
    /// Plies that do not capture.
    Quiets,
    /// Plies that do not capture and give check.
    QuietChecks,
}

impl Position {
    /// The legal plies of a stage. In check, every stage holds evasions only.
    ///
    /// ```
    /// use game::Position as _;
    /// use xiangqi::{Position, Stage};
    /// let start = Position::start();
    /// assert_eq!(start.plies(Stage::Captures).len(), 2);
    /// assert_eq!(start.plies(Stage::Quiets).len(), 42);
    /// ```
    pub fn plies(&self, stage: Stage) -> PlyList<Ply> {
        let mut list = PlyList::new();
        self.for_each_ply(stage, |ply| list.push(ply));
        list
    }

    /// Shows the legal plies of a stage one by one.
    #[inline]
    pub fn for_each_ply(&self, stage: Stage, mut show: impl FnMut(Ply)) {
        let targets = match stage {
            Stage::All => Bitboard::ALL,
            Stage::Captures => self.side(!self.turn),
            Stage::Quiets | Stage::QuietChecks => !self.occupied(),
        };
        if stage == Stage::QuietChecks {
            return self.quiet_checks(targets, show);
        }
        self.generate(targets, |from, to| to.into_iter().for_each(|to| show(Ply::new(from, to))));
    }

    /// Looks only at plies that leave or enter the zone of the enemy king.
    fn quiet_checks(&self, targets: Bitboard, mut show: impl FnMut(Ply)) {
        let zone = attacks::check_zone(self.king(!self.turn));
        self.generate(targets, |from, to| {
            let to = if zone.has(from) { to } else { to & zone };
            let plies = to.into_iter().map(|to| Ply::new(from, to));
            plies.filter(|&ply| self.gives_check(ply)).for_each(&mut show);
        });
    }

    /// How many legal plies there are, without listing them.
    #[inline]
    pub fn count_legal(&self) -> u64 {
        let mut count = 0;
        self.generate(Bitboard::ALL, |_, to| count += u64::from(to.count()));
        count
    }

    /// Whether the side to move has any legal ply.
    pub fn has_legal_ply(&self) -> bool {
        let mut any = false;
        self.generate(Bitboard::ALL, |_, to| any |= to.any());
        any
    }

    /// Whether a ply is legal for the side to move, whatever its origin.
    #[inline]
    pub fn is_legal_ply(&self, ply: Ply) -> bool {
        self.is_pseudo_legal(ply) && self.leaves_king_safe(ply)
    }

    /// Whether the piece moves like that, not regarding its king's safety.
    #[inline]
    pub fn is_pseudo_legal(&self, ply: Ply) -> bool {
        match self.piece_at(ply.from()) {
            Some(piece) if piece.side() == self.turn => self.reach(piece, ply.from()).has(ply.to()),
            _ => false,
        }
    }

    /// Where a piece of either side may go, not regarding its king's safety.
    #[inline]
    pub fn reach(&self, piece: Piece, square: Square) -> Bitboard {
        let occupied = self.occupied();
        let targets = match piece.kind() {
            Kind::Cannon => cannon_reach(square, occupied),
            _ => super::attacks_from(piece, square, occupied),
        };
        targets & !self.side(piece.side())
    }

    /// Shows the legal targets of each piece, as far as they are in `targets`.
    #[inline]
    fn generate(&self, targets: Bitboard, mut show: impl FnMut(Square, Bitboard)) {
        let targets = targets & !self.side(self.turn);
        let mut guard = Guard::new();
        if self.guard(&mut guard) {
            self.generate_free(&guard, targets, &mut show);
        } else {
            self.generate_evasions(targets, &mut show);
        }
        self.generate_king(targets, &mut show);
    }

    /// Plies of all pieces but the king while not in check: legal at once unless
    /// pinned or stepping in front of a cannon.
    #[inline]
    fn generate_free(
        &self,
        guard: &Guard,
        targets: Bitboard,
        show: &mut impl FnMut(Square, Bitboard),
    ) {
        let targets = targets & !guard.forbidden;
        self.for_each_reach(|from, reach| {
            let mut to = reach & targets;
            if guard.pinned.has(from) {
                to &= guard.allowed(from);
            }
            show(from, to);
        });
    }

    /// Plies of all pieces but the king in check: capture the checker, step
    /// between, or, for an own screen of a cannon, go away. Each is then tried.
    #[cold]
    fn generate_evasions(&self, targets: Bitboard, show: &mut impl FnMut(Square, Bitboard)) {
        let Some(checker) = self.checkers(self.turn).first() else { return };
        let between = attacks::between(self.king(self.turn), checker);
        let answers = between.with(checker);
        let screens = between & self.side(self.turn);
        self.for_each_reach(|from, reach| {
            let wide = if screens.has(from) { Bitboard::ALL } else { answers };
            show(from, self.keep_safe(from, reach & wide & targets));
        });
    }

    #[inline]
    fn generate_king(&self, targets: Bitboard, show: &mut impl FnMut(Square, Bitboard)) {
        let from = self.king(self.turn);
        show(from, self.keep_safe(from, attacks::king(from) & targets));
    }

    fn keep_safe(&self, from: Square, targets: Bitboard) -> Bitboard {
        targets.into_iter().filter(|&to| self.leaves_king_safe(Ply::new(from, to))).collect()
    }

    /// Shows where each piece but the king may go, own pieces not excluded.
    #[inline]
    fn for_each_reach(&self, mut show: impl FnMut(Square, Bitboard)) {
        let occupied = self.occupied();
        let side = self.turn;
        for from in self.pieces(side, Kind::Rook) {
            show(from, attacks::rook(from, occupied));
        }
        for from in self.pieces(side, Kind::Cannon) {
            show(from, cannon_reach(from, occupied));
        }
        for from in self.pieces(side, Kind::Horse) {
            show(from, attacks::horse(from, occupied));
        }
        for from in self.pieces(side, Kind::Pawn) {
            show(from, attacks::pawn(side, from));
        }
        for from in self.pieces(side, Kind::Elephant) {
            show(from, attacks::elephant(from, occupied));
        }
        for from in self.pieces(side, Kind::Advisor) {
            show(from, attacks::advisor(from));
        }
    }
}

/// Where a cannon may go: empty points a rook sees, and the pieces behind a screen.
#[inline]
fn cannon_reach(square: Square, occupied: Bitboard) -> Bitboard {
    let (rook, cannon) = attacks::sliders(square, occupied);
    rook & !occupied | cannon
}
