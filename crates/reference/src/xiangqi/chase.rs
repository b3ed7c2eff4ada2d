//! Which enemy pieces a side chases in a position.

use super::board::Board;
use super::square::{Move, Square};
use crate::{Colour, Kind};

/// The points of the enemy pieces that `chaser` chases on this board, whoever's turn it is.
#[must_use]
pub fn chased(board: &Board, chaser: Colour) -> Vec<Square> {
    let pins = Pins::of(board, chaser);
    let mut victims = Vec::new();
    for (victim, _) in board.pieces(chaser.other()) {
        let attackers = board.pieces(chaser);
        if attackers.iter().any(|&(attacker, _)| is_chased_by(board, &pins, attacker, victim)) {
            victims.push(victim);
        }
    }
    victims
}

/// Whether the piece on `attacker` chases the enemy piece on `victim`.
fn is_chased_by(board: &Board, pins: &Pins, attacker: Square, victim: Square) -> bool {
    let (Some(hunter), Some(prey)) = (board.at(attacker), board.at(victim)) else { return false };
    let capture = Move { from: attacker, to: victim };
    if matches!(hunter.kind, Kind::King | Kind::Pawn) || prey.kind == Kind::King {
        return false;
    }
    if pins.blockers.contains(&attacker) {
        if !pins.pinners.contains(&victim) {
            return false;
        }
    } else if prey.kind == Kind::Pawn && victim.is_home_half(prey.colour) {
        return false;
    }
    if !board.is_legal_for_owner(capture) {
        return false;
    }
    is_worth_more(hunter.kind, prey.kind)
        || (!can_be_recaptured(board, capture) && !is_exchange_offer(board, capture))
}

/// Whether the capture gains even when the victim is protected.
fn is_worth_more(hunter: Kind, prey: Kind) -> bool {
    match hunter {
        Kind::Horse | Kind::Cannon => prey == Kind::Rook,
        Kind::Advisor | Kind::Elephant => {
            matches!(prey, Kind::Rook | Kind::Horse | Kind::Cannon)
        }
        _ => false,
    }
}

/// Whether, once the capture is made, some piece of the victim's side may legally take back.
fn can_be_recaptured(board: &Board, capture: Move) -> bool {
    let after = board.after(capture);
    let Some(hunter) = after.at(capture.to) else { return false };
    after
        .pieces(hunter.colour.other())
        .into_iter()
        .any(|(from, _)| after.is_legal_for_owner(Move { from, to: capture.to }))
}

/// Whether attacker and victim are of one kind and the victim might as well take first.
fn is_exchange_offer(board: &Board, capture: Move) -> bool {
    let same_kind = match (board.at(capture.from), board.at(capture.to)) {
        (Some(hunter), Some(prey)) => hunter.kind == prey.kind,
        _ => false,
    };
    same_kind && board.is_legal_for_owner(Move { from: capture.to, to: capture.from })
}

/// The pieces that stand between a king and the enemy pieces aiming at it.
struct Pins {
    /// Every piece, of either colour, standing in between.
    blockers: Vec<Square>,
    /// The aiming enemy pieces that at least one piece of the king's own colour holds off.
    pinners: Vec<Square>,
}

impl Pins {
    fn of(board: &Board, colour: Colour) -> Pins {
        let mut pins = Pins { blockers: Vec::new(), pinners: Vec::new() };
        let Some(king) = board.king(colour) else { return pins };
        let snipers = snipers(board, king, colour.other());
        for &(sniper, kind) in &snipers {
            let between = pieces_holding_off(board, king, sniper, kind, &snipers);
            if between.len() != if kind == Kind::Cannon { 2 } else { 1 } {
                continue;
            }
            let is_own = |square: &Square| board.at(*square).is_some_and(|p| p.colour == colour);
            if between.iter().any(is_own) {
                pins.pinners.push(sniper);
            }
            pins.blockers.extend(between);
        }
        pins
    }
}

/// Enemy pieces that would attack the king on an empty board: rooks, cannons and the king on its
/// lines, horses a horse's move away.
fn snipers(board: &Board, king: Square, enemy: Colour) -> Vec<(Square, Kind)> {
    let mut snipers = board.pieces(enemy);
    snipers.retain(|(square, kind)| {
        let distances = ((square.file - king.file).abs(), (square.rank - king.rank).abs());
        match kind {
            Kind::Rook | Kind::Cannon | Kind::King => distances.0 == 0 || distances.1 == 0,
            Kind::Horse => matches!(distances, (1, 2) | (2, 1)),
            _ => false,
        }
    });
    snipers
}

/// The pieces on the way from a sniper to the king. Other snipers, cannons apart, do not hold off
/// a rook, a king or a horse; for a cannon every piece is a screen.
fn pieces_holding_off(
    board: &Board,
    king: Square,
    sniper: Square,
    kind: Kind,
    snipers: &[(Square, Kind)],
) -> Vec<Square> {
    let mut way =
        if kind == Kind::Horse { vec![sniper.halfway(king)] } else { sniper.between(king) };
    let is_transparent = |square: Square| {
        snipers.iter().any(|&(other, other_kind)| other == square && other_kind != Kind::Cannon)
    };
    way.retain(|&square| board.at(square).is_some());
    way.retain(|&square| kind == Kind::Cannon || !is_transparent(square));
    way
}
