//! Static exchange evaluation against an exhaustive exchange on one point.

use game::NullObserver;
use game::conformance::random_position;
use xiangqi::{ExchangeValues, Kind, Ply, Position, Stage};

const VALUES: ExchangeValues = [0, 20, 20, 45, 90, 46, 10];

/// The best a side can gain by capturing on `square`, or 0 by leaving it, when
/// both always capture with their cheapest piece. Kings only capture safely.
fn slow(position: &mut Position, ply: Ply) -> i32 {
    let victim = position.piece_at(ply.to()).map_or(0, |piece| VALUES[piece.kind().index()]);
    let undo = position.make_ply(ply, &mut NullObserver);
    let reply = cheapest(position, ply).map_or(0, |next| slow(position, next).max(0));
    position.unmake_ply(ply, undo, &mut NullObserver);
    victim - reply
}

fn cheapest(position: &Position, last: Ply) -> Option<Ply> {
    let order = [Kind::Pawn, Kind::Advisor, Kind::Elephant, Kind::Cannon, Kind::Horse, Kind::Rook];
    let takers = |kind: Kind| {
        position
            .pieces(position.turn(), kind)
            .into_iter()
            .map(|from| Ply::new(from, last.to()))
            .find(|&ply| position.is_pseudo_legal(ply))
    };
    order.into_iter().find_map(takers).or_else(|| {
        let king = takers(Kind::King)?;
        let mut after = position.clone();
        after.make_ply(king, &mut NullObserver);
        let taken_back = after
            .side(after.turn())
            .into_iter()
            .any(|from| after.is_pseudo_legal(Ply::new(from, king.to())));
        (!taken_back).then_some(king)
    })
}

#[test]
fn thresholds_agree_with_a_slow_exchange() {
    let mut compared = 0;
    for seed in 0..1_500 {
        let mut position: Position = random_position(seed, 10 + seed as usize % 100);
        for ply in position.plies(Stage::All) {
            if position.piece_at(ply.from()).is_some_and(|piece| piece.kind() == Kind::King) {
                continue;
            }
            let value = slow(&mut position, ply);
            for threshold in [value - 1, value, value + 1, 0] {
                assert_eq!(
                    position.exchange_wins(ply, threshold, &VALUES),
                    value >= threshold,
                    "{ply} is worth {value}, threshold {threshold}, in {position}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 100_000);
}
