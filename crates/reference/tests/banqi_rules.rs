//! When a dark chess game ends, and how.

use reference::banqi::{Game, GameResult, Reason, Repetition, Rules};

/// Rules under which only the board itself ends a game.
const BOARD_ONLY: Rules =
    Rules { no_progress_plies: 0, repetition: Repetition::Off, long_chase: 0 };

fn play(start: &str, plies: &[&str], rules: Rules) -> Game {
    let mut game = Game::new(start, rules).unwrap_or_else(|error| panic!("{start}: {error}"));
    for ply in plies {
        game.play(ply, None).unwrap_or_else(|error| panic!("{start}: {error}"));
    }
    game
}

#[test]
fn a_side_without_pieces_has_lost() {
    let before = "8/8/8/Rp6 r - 0 1";
    assert_eq!(play(before, &[], BOARD_ONLY).result(), GameResult::Open);
    let taken = play(before, &["a1b1"], BOARD_ONLY);
    assert_eq!(taken.result(), GameResult::RedWins(Reason::Elimination));
    let one_face_down = play("7X/8/8/Rp6 r p1 0 1", &["a1b1"], BOARD_ONLY);
    assert_eq!(one_face_down.result(), GameResult::Open, "a face-down piece is a piece");
    let wrong_colour = play("7X/8/8/Rp6 r P1 0 1", &["a1b1"], BOARD_ONLY);
    assert_eq!(wrong_colour.result(), GameResult::RedWins(Reason::Elimination));
    let by_red = play("8/8/8/rP6 b - 0 1", &["a1b1"], BOARD_ONLY);
    assert_eq!(by_red.result(), GameResult::BlackWins(Reason::Elimination));
}

#[test]
fn a_side_without_a_ply_on_its_turn_has_lost() {
    // The pawn in the corner can take neither rook.
    let result = |text: &str| play(text, &[], BOARD_ONLY).result();
    assert_eq!(result("8/8/R7/pR6 b - 0 1"), GameResult::RedWins(Reason::NoMove));
    assert_eq!(result("8/8/R7/pR6 r - 0 1"), GameResult::Open, "it is not its turn");
    assert_eq!(result("7X/8/R7/pR6 b p1 0 1"), GameResult::Open, "a flip is a ply");
    assert_eq!(result("8/8/r7/Pr6 r - 0 1"), GameResult::BlackWins(Reason::NoMove));
}

#[test]
fn plies_without_progress_draw() {
    let rules = Rules { no_progress_plies: 4, ..BOARD_ONLY };
    let draw = GameResult::Draw(Reason::NoProgress);
    let there_and_back = ["a1b1", "h4g4", "b1a1", "g4h4"];
    let start = "7r/8/8/R7 r - 0 1";
    assert_eq!(play(start, &there_and_back, rules).ending(), Some((4, draw)));
    assert_eq!(play(start, &there_and_back, BOARD_ONLY).ending(), None);
    let seeded = play("7r/8/8/R7 r - 2 9", &there_and_back, rules);
    assert_eq!(seeded.ending(), Some((2, draw)), "the clock field counts");
    let captured = ["a1b1", "h4g4", "b1c1", "g4h4", "c1d1"];
    assert_eq!(play("7r/8/8/R1p5 r - 0 1", &captured, rules).ending(), None);
    let flipped = ["a1b1", "h4g4", "c1=p", "g4h4", "b1a1"];
    assert_eq!(play("7r/8/8/R1X5 r p1 0 1", &flipped, rules).ending(), None);
}

#[test]
fn a_capture_that_ends_the_game_wins_over_the_draws() {
    let rules = Rules { no_progress_plies: 2, ..BOARD_ONLY };
    let stuck = play("8/8/1R6/p1R5 r - 0 1", &["c1b1", "a1a2", "b2a2"], rules);
    assert_eq!(stuck.result(), GameResult::RedWins(Reason::Elimination));
    let no_ply = play("8/8/R7/p1R5 r - 1 2", &["c1b1"], rules);
    assert_eq!(no_ply.result(), GameResult::RedWins(Reason::NoMove));
}

#[test]
fn the_third_occurrence_of_a_position_draws() {
    let rules = Rules { repetition: Repetition::Position(3), ..BOARD_ONLY };
    let cycle = ["a1b1", "h4g4", "b1a1", "g4h4"];
    let draw = GameResult::Draw(Reason::Repetition);
    let game = play("7r/8/8/R7 r - 0 1", &cycle.repeat(3), rules);
    assert_eq!(game.ending(), Some((8, draw)));
    // The same squares with the other side to move are another position: red loses a tempo by
    // walking round a square while black goes there and back.
    let detour = ["a1b1", "h4g4", "b1b2", "g4h4", "b2a2", "h4g4", "a2a1", "g4h4"];
    assert_eq!(play("7r/8/8/R7 r - 0 1", &detour, rules).ending(), None);
    assert_eq!(play("7r/8/8/R7 r - 0 1", &detour.repeat(2), rules).ending().unwrap().0, 16);
}

#[test]
fn a_cycle_draws_after_its_last_copy() {
    let rules = |times| Rules { repetition: Repetition::Cycle(times), ..BOARD_ONLY };
    let cycle = ["a1b1", "h4g4", "b1a1", "g4h4"];
    let start = "7r/8/8/R7 r - 0 1";
    let draw = GameResult::Draw(Reason::Repetition);
    assert_eq!(play(start, &cycle.repeat(3), rules(3)).ending(), Some((12, draw)));
    assert_eq!(play(start, &cycle.repeat(3), rules(2)).ending(), Some((8, draw)));
    let longer = ["a1b1", "h4g4", "b1b2", "g4h4", "b2a2", "h4g4", "a2a1", "g4h4"];
    assert_eq!(play(start, &longer.repeat(3), rules(3)).ending(), Some((24, draw)));
    // The same positions over and over, but never the same plies three times in a row.
    let other_way = ["a1a2", "h4g4", "a2a1", "g4h4"];
    let mixed = [cycle, cycle, other_way, other_way].concat().repeat(2);
    assert_eq!(play(start, &mixed, rules(3)).ending(), None);
}

#[test]
fn a_capture_is_not_the_same_ply_as_the_move_after_it() {
    let rules = Rules { repetition: Repetition::Cycle(2), ..BOARD_ONLY };
    let cycle = ["a1b1", "h4g4", "b1a1", "g4h4"];
    let game = play("7r/8/8/Rp6 r - 0 1", &cycle.repeat(3), rules);
    // Plies 2 to 9 are the first two equal copies after the capture of ply 1.
    assert_eq!(game.ending(), Some((9, GameResult::Draw(Reason::Repetition))));
}

#[test]
fn the_nth_chase_in_a_row_loses() {
    let rules = |long_chase| Rules { long_chase, ..BOARD_ONLY };
    let behind = ["c1c2", "a2a3", "c2c3", "a3a4"];
    assert_eq!(play("8/8/p7/2R5 r - 0 1", &behind, rules(1)).ending(), None, "never beside it");
    // The red rook follows the black pawn step by step.
    let start = "8/8/p7/1R6 r - 0 1";
    let hunt = ["b1a1", "a2a3", "a1a2", "a3b3", "a2b2", "b3c3", "b2c2", "c3c4"];
    let loss = |ply| Some((ply, GameResult::BlackWins(Reason::LongChase)));
    assert_eq!(play(start, &hunt, rules(1)).ending(), loss(1));
    assert_eq!(play(start, &hunt, rules(2)).ending(), loss(3));
    assert_eq!(play(start, &hunt, rules(4)).ending(), loss(7));
    assert_eq!(play(start, &hunt, rules(5)).ending(), None);
    assert_eq!(play(start, &hunt, rules(0)).ending(), None);
}

#[test]
fn a_chase_is_broken_by_any_other_own_ply_and_by_another_victim() {
    let rules = Rules { long_chase: 2, ..BOARD_ONLY };
    let quiet_between = ["b1a1", "a2a3", "a1b1", "a3a2", "b1a1"];
    assert_eq!(play("8/8/p7/1R6 r - 0 1", &quiet_between, rules).ending(), None);
    let flip_between = ["b1a1", "a2a3", "h4=P", "a3a2", "a1b1", "a2a3"];
    assert_eq!(play("7X/8/p7/1R6 r P1 0 1", &flip_between, rules).ending(), None);
    // First the pawn on a2, then the horse on c2 are attacked.
    let two_victims = ["b1a1", "a2a3", "a1b1", "c2c1", "b1b2", "c1c2"];
    assert_eq!(play("8/8/p1h5/1R6 r - 0 1", &two_victims, rules).ending(), None);
}

#[test]
fn different_pieces_may_share_a_chase_and_black_may_chase_too() {
    let rules = Rules { long_chase: 2, ..BOARD_ONLY };
    // The rook attacks the horse from a1, then the elephant attacks it from b3.
    let relay = ["b1a1", "a2a3", "c3b3"];
    let loss = GameResult::BlackWins(Reason::LongChase);
    assert_eq!(play("8/2E5/h7/1R6 r - 0 1", &relay, rules).ending(), Some((3, loss)));
    let black = ["b1a1", "a2a3", "a1a2"];
    let loss = GameResult::RedWins(Reason::LongChase);
    assert_eq!(play("8/8/P7/1r6 b - 0 1", &black, rules).ending(), Some((3, loss)));
}

#[test]
fn a_cannon_chases_over_a_screen_only() {
    let rules = Rules { long_chase: 1, ..BOARD_ONLY };
    let loss = GameResult::BlackWins(Reason::LongChase);
    let over_screen = play("8/8/C7/1X3k2 r P1 0 1", &["a2a1"], rules);
    assert_eq!(over_screen.ending(), Some((1, loss)));
    let beside = play("8/8/C7/1k6 r - 0 1", &["a2a1"], rules);
    assert_eq!(beside.ending(), None);
    // Only the moved piece chases: the rook steps between, the cannon gets its screen.
    let discovered = play("8/8/2R5/C4k2 r - 0 1", &["c2c1"], rules);
    assert_eq!(discovered.ending(), None);
}

#[test]
fn a_long_chase_is_judged_before_the_draws() {
    let rules = Rules { no_progress_plies: 3, repetition: Repetition::Off, long_chase: 2 };
    let game = play("8/8/p7/1R6 r - 0 1", &["b1a1", "a2a3", "a1a2"], rules);
    assert_eq!(game.result(), GameResult::BlackWins(Reason::LongChase));
    let both = Rules { no_progress_plies: 8, repetition: Repetition::Position(3), long_chase: 0 };
    let cycle = ["a1b1", "h4g4", "b1a1", "g4h4"].repeat(2);
    let game = play("7r/8/8/R7 r - 0 1", &cycle, both);
    assert_eq!(game.result(), GameResult::Draw(Reason::NoProgress), "before repetition");
}
