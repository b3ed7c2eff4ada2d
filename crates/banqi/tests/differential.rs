//! The bitboards against the slow reference board.

use banqi::{BanqiRules, Deal, Position, Reveal};
use game::{Game, Position as _, Rng};
use reference::banqi as slow;

/// Plays random games on both boards; returns how many positions were compared.
fn compare_games(preset: &str, slow_rules: slow::Rules, seed: u64, positions: usize) -> usize {
    let rules = BanqiRules::preset(preset).unwrap();
    let mut rng = Rng::new(seed);
    let mut compared = 0;
    while compared < positions {
        let deal = Deal::shuffled(rng.next_u64());
        let mut fast: Game<Position, BanqiRules> = Game::new(rules);
        let mut reference = slow::Game::new(&fast.position().to_string(), slow_rules).unwrap();
        // Some games flip rarely, so that pieces meet while others lie face down.
        let shy = rng.below(3);
        loop {
            compare(&fast, &reference);
            compared += 1;
            if fast.verdict().is_some() {
                break;
            }
            let ply = choose(&mut rng, &fast, shy);
            let reveal = deal.reveal(ply);
            fast.play(ply, reveal).unwrap();
            let letter = match reveal {
                Reveal::Piece(piece) if ply.is_flip() => Some(piece.letter()),
                _ => None,
            };
            reference.play(&ply.to_string(), letter).unwrap();
        }
    }
    compared
}

fn choose(rng: &mut Rng, game: &Game<Position, BanqiRules>, shy: usize) -> banqi::Ply {
    let position = game.position();
    let plies = game.plies();
    // Going to and fro makes repetitions and chases.
    if plies.len() >= 2 && rng.below(3) == 0 {
        let last = plies[plies.len() - 2].ply;
        let back = banqi::Ply::new(last.to(), last.from());
        if !back.is_flip() && position.is_legal(back) {
            return back;
        }
    }
    let moves: Vec<_> = position.legal_plies().into_iter().filter(|ply| !ply.is_flip()).collect();
    if rng.below(3) < shy
        && let Some(&ply) = rng.choose(&moves)
    {
        return ply;
    }
    *rng.choose(&position.legal_plies()).unwrap()
}

fn compare(fast: &Game<Position, BanqiRules>, slow: &slow::Game) {
    let ours = fast.verdict().map_or("none", |verdict| verdict.outcome.name());
    let theirs = match slow.result() {
        slow::GameResult::RedWins(_) => "red_wins",
        slow::GameResult::BlackWins(_) => "black_wins",
        slow::GameResult::Draw(_) => "draw",
        slow::GameResult::Open => "none",
    };
    assert_eq!(ours, theirs, "{} after {} plies", fast.position(), fast.plies().len());
    if fast.verdict().is_some() {
        return;
    }
    let mut plies: Vec<String> =
        fast.position().legal_plies().iter().map(ToString::to_string).collect();
    let mut expected = slow.board().legal_plies();
    plies.sort();
    expected.sort();
    assert_eq!(plies, expected, "plies of {}", fast.position());
}

#[test]
fn twenty_thousand_positions_agree() {
    let compared = compare_games("tcga", slow::Rules::tcga(), 5, 20_000);
    assert!(compared >= 20_000);
}

#[test]
fn every_preset_agrees() {
    compare_games("thesis-2010", slow::Rules::thesis_2010(), 6, 5_000);
    compare_games("ntu-2018", slow::Rules::ntu_2018(), 7, 5_000);
    compare_games("olympiad-2022", slow::Rules::olympiad_2022(), 8, 5_000);
}
