//! The laws every game obeys, and a slow generator that knows no bitboards.

use std::collections::BTreeSet;

use banqi::{BanqiRules, Deal, Kind, Piece, Ply, Position, Reveal, Side, Square};
use game::conformance::{check_position, check_random_games, random_position};
use game::perft::{Count, divide, perft, perft_unbulked};
use game::{NullObserver, Position as _, Rng};

#[test]
fn random_games_obey_every_law_under_each_preset() {
    for (index, name) in BanqiRules::names().into_iter().enumerate() {
        let rules = BanqiRules::preset(name).unwrap();
        let checked = check_random_games::<Position, _>(&rules, index as u64, 60, 600);
        assert!(checked > 3_000, "{name}: only {checked} positions");
    }
}

/// Contest rules end random games early; without them games go down to the last pieces.
#[test]
fn long_random_games_obey_every_law() {
    let rules: BanqiRules = "repetition=off no_progress_plies=0".parse().unwrap();
    let checked = check_random_games::<Position, _>(&rules, 99, 40, 1_500);
    assert!(checked > 10_000, "only {checked} positions");
}

#[test]
fn start_counts_are_the_known_ones() {
    let start = Position::start();
    let known = [
        (1, Count { kinds: 448, weighted: 1_024 }),
        (2, Count { kinds: 192_448, weighted: 984_064 }),
    ];
    for (depth, count) in known {
        assert_eq!(perft(&start, depth), count, "depth {depth}");
    }
}

#[test]
fn bulk_counts_equal_made_counts() {
    for seed in 1..=40 {
        let mut position: Position = random_position(seed, 10 + 2 * seed as usize);
        let bulk = perft(&position, 3);
        assert_eq!(bulk, perft_unbulked(&mut position, 3), "{position}");
        let parts = divide(&position, 3);
        assert_eq!(parts.iter().map(|part| part.count.kinds).sum::<u64>(), bulk.kinds);
    }
}

#[test]
fn generated_plies_are_exactly_those_of_the_slow_rules() {
    for seed in 0..3_000 {
        let position: Position = random_position(seed, seed as usize % 160);
        let slow: BTreeSet<Ply> =
            (0..Ply::COUNT).map(Ply::from_index).filter(|&p| slowly_legal(&position, p)).collect();
        let fast: BTreeSet<Ply> = position.legal_plies().into_iter().collect();
        assert_eq!(fast, slow, "{position}");
        for ply in (0..Ply::COUNT).map(Ply::from_index) {
            let legal = slow.contains(&ply);
            assert_eq!(position.is_legal(ply), legal, "{ply} in {position}");
            assert_eq!(position.check(ply).is_ok(), legal, "{ply} in {position}");
        }
    }
}

#[test]
fn stages_are_the_parts_of_the_whole() {
    for seed in 0..2_000 {
        let position: Position = random_position(seed, seed as usize % 120);
        let (captures, quiets, flips) =
            (position.captures_only(), position.quiets(), position.flips());
        let parts: Vec<Ply> = captures.iter().chain(&quiets).chain(&flips).copied().collect();
        assert_eq!(parts, position.legal_plies().to_vec(), "{position}");
        assert!(captures.iter().all(|&ply| position.is_capture(ply)), "{position}");
        assert!(!quiets.iter().chain(&flips).any(|&ply| position.is_capture(ply)), "{position}");
        assert_eq!(position.has_legal_ply(), !parts.is_empty(), "{position}");
    }
}

#[test]
fn attack_sets_agree_with_captures() {
    for seed in 0..2_000 {
        let position: Position = random_position(seed, 20 + seed as usize % 120);
        let Some(side) = position.turn() else { continue };
        let captures = position.captures_only();
        for square in Square::all() {
            let from: Vec<Ply> = captures.iter().copied().filter(|p| p.from() == square).collect();
            let own = position.of_side(side).contains(square);
            let taken = position.captures_from(square);
            assert_eq!(own, own && taken.count() as usize == from.len(), "{square} {position}");
            let attacked = captures.iter().any(|ply| ply.to() == square);
            assert_eq!(position.all_attacks(side).contains(square), attacked, "{position}");
            let attackers: usize = captures.iter().filter(|ply| ply.to() == square).count();
            if position.of_side(!side).contains(square) {
                assert_eq!(position.attackers_of(square).count() as usize, attackers, "{position}");
            }
        }
    }
}

#[test]
fn edge_positions_obey_every_law() {
    for text in [
        "8/8/8/K7 b",
        "8/8/8/K7 r",
        "8/8/8/7X - k1",
        "8/8/8/X6X r K1k1",
        "X7/8/8/7K b P1",
        "KAAEERRH/HCCPPPPP/kaaeerrh/hccppppp r",
        "KXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX b",
        "CXcXCXcX/8/8/8 b P2p2",
    ] {
        check_position(&text.parse::<Position>().unwrap_or_else(|e| panic!("{text}: {e}")));
    }
}

/// The rules of movement as a person would check them on a board.
fn slowly_legal(position: &Position, ply: Ply) -> bool {
    let (from, to) = (ply.from(), ply.to());
    let Some(tile) = position.tile_at(from) else { return false };
    let Some(mover) = tile.piece() else { return from == to };
    if from == to || position.side_to_move() != Some(mover.side()) {
        return false;
    }
    let straight = from.file() == to.file() || from.rank() == to.rank();
    let distance = from.file().abs_diff(to.file()) + from.rank().abs_diff(to.rank());
    match position.tile_at(to) {
        None => distance == 1,
        Some(target) => target.piece().is_some_and(|victim| {
            victim.side() != mover.side()
                && if mover.kind() == Kind::Cannon {
                    straight && screens(position, from, to) == 1
                } else {
                    distance == 1 && outranks(mover, victim)
                }
        }),
    }
}

fn screens(position: &Position, from: Square, to: Square) -> usize {
    Square::all()
        .filter(|&s| s != from && s != to && position.tile_at(s).is_some())
        .filter(|s| between(from.file(), s.file(), to.file()))
        .filter(|s| between(from.rank(), s.rank(), to.rank()))
        .count()
}

fn between(a: usize, x: usize, b: usize) -> bool {
    (a.min(b)..=a.max(b)).contains(&x)
}

fn outranks(attacker: Piece, victim: Piece) -> bool {
    let takes = match attacker.kind() {
        Kind::King => "AERHC",
        Kind::Advisor => "AERHCP",
        Kind::Elephant => "ERHCP",
        Kind::Rook => "RHCP",
        Kind::Horse => "HCP",
        Kind::Cannon => "",
        Kind::Pawn => "KP",
    };
    // A king takes the other king: equal ranks take each other.
    takes.contains(victim.kind().letter())
        || attacker.kind() == Kind::King && victim.kind() == Kind::King
}

#[test]
fn the_first_flip_gives_its_colour_to_the_flipper() {
    for (letter, next) in [('K', Side::Black), ('p', Side::Red)] {
        let mut position = Position::start();
        let flip = position.parse_ply("h4h4").unwrap();
        let piece = Piece::from_letter(letter).unwrap();
        position.make(flip, piece.into(), &mut NullObserver);
        assert_eq!(position.side_to_move(), Some(next));
    }
}

#[test]
fn the_key_after_a_move_is_known_without_making_it() {
    let mut rng = Rng::new(77);
    let mut compared = 0;
    for seed in 0..40 {
        let deal = Deal::shuffled(seed);
        let mut position = Position::start();
        for _ in 0..150 {
            let plies = position.legal_plies();
            for &ply in plies.iter().filter(|ply| !ply.is_flip()) {
                let mut after = position.clone();
                after.make(ply, Reveal::Nothing, &mut NullObserver);
                assert_eq!(position.key_after_move(ply), after.key(), "{ply} in {position}");
                compared += 1;
            }
            let Some(&ply) = rng.choose(&plies) else { break };
            position.make(ply, deal.reveal(ply), &mut NullObserver);
        }
    }
    assert!(compared > 20_000, "{compared} keys compared");
}
