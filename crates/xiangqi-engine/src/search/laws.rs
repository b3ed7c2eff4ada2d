//! The search against plain negamax, its determinism, and mates.

use game::conformance::random_position;
use game::{Game, NullObserver, Position as _, Score};
use search::{Answer, Change, Control, Evaluator, Limits, Request, TranspositionTable, Unattended};
use xiangqi::{Kind, Piece, Ply, Position, Side, Stage, XiangqiRules};

use super::path::{GameHistory, Law, Path};
use super::{Histories, Job, SearchParams, Techniques, reductions, run};

/// Material and a little noise from the squares: cheap, and hardly ever equal.
struct Toy;

fn worth(piece: Piece, square: usize) -> i32 {
    let value = match piece.kind() {
        Kind::King => 0,
        Kind::Advisor | Kind::Elephant => 200,
        Kind::Horse => 420,
        Kind::Rook => 950,
        Kind::Cannon => 430,
        Kind::Pawn => 110,
    };
    let noise = (game::splitmix64((piece.index() * 90 + square) as u64) % 60) as i32;
    if piece.side() == Side::Red { value + noise } else { -value - noise }
}

impl Toy {
    fn score(position: &Position) -> Score {
        let mut sum = 0;
        position.for_each_piece(|piece, square| sum += worth(piece, square));
        Score::new(if position.turn() == Side::Red { sum } else { -sum })
    }
}

/// Keeps the sum of red along the line, and checks it at every evaluation.
impl Evaluator<Position> for Toy {
    type State = Vec<i32>;

    fn start(&self, position: &Position) -> Vec<i32> {
        let score = Toy::score(position).get();
        vec![if position.turn() == Side::Red { score } else { -score }]
    }
    fn made(&self, sums: &mut Vec<i32>, _: &Position, change: &Change<Piece>) {
        let sum = |places: &[Option<(Piece, u8)>]| -> i32 {
            places.iter().flatten().map(|&(piece, at)| worth(piece, usize::from(at))).sum()
        };
        sums.push(sums[sums.len() - 1] + sum(&[change.put]) - sum(&change.taken));
    }
    fn passed(&self, sums: &mut Vec<i32>, _: Option<Score>) {
        sums.push(sums[sums.len() - 1]);
    }
    fn unmade(&self, sums: &mut Vec<i32>) {
        sums.pop();
    }
    fn evaluate(&self, sums: &mut Vec<i32>, position: &Position) -> Score {
        let sum = sums[sums.len() - 1];
        let score = Score::new(if position.turn() == Side::Red { sum } else { -sum });
        assert_eq!(score, Toy::score(position), "{position}");
        score
    }
}

fn search_with(
    position: &Position,
    techniques: Techniques,
    depth: i32,
    nodes: Option<u64>,
    threads: usize,
) -> Answer<Ply> {
    let game = Game::from_position(XiangqiRules::default(), position.clone(), 0);
    search_game(&GameHistory::of(&game), techniques, depth, nodes, threads)
}

fn search_game(
    history: &GameHistory,
    techniques: Techniques,
    depth: i32,
    nodes: Option<u64>,
    threads: usize,
) -> Answer<Ply> {
    let table = TranspositionTable::new(4).unwrap();
    let params = SearchParams::default();
    let reductions = reductions(&params);
    let limits = Limits { depth: Some(depth), nodes, ..Limits::default() };
    let job = Job {
        request: &Request { lines: 1, ..Request::within(limits) },
        time: None,
        history,
        control: &Control::new(&Unattended, nodes, None),
        table: &table,
        params: &params,
        techniques,
        tables: None,
        reductions: &reductions,
        witness: None,
    };
    let mut histories: Vec<Histories> = (0..threads).map(|_| Histories::new()).collect();
    run(&Toy, &job, &mut histories, &mut |_| {})
}

/// Plain negamax, no window, no table.
fn negamax(position: &mut Position, depth: i32, at: i32) -> Score {
    if depth == 0 {
        return quiesce(position, at);
    }
    let mut best = Score::loss_in(at);
    for ply in position.plies(Stage::All) {
        let undo = position.make_ply(ply, &mut NullObserver);
        best = best.max(-negamax(position, depth - 1, at + 1));
        position.unmake_ply(ply, undo, &mut NullObserver);
    }
    best
}

fn quiesce(position: &mut Position, at: i32) -> Score {
    let in_check = position.in_check();
    let (mut best, stage) = if in_check {
        (Score::loss_in(at), Stage::All)
    } else {
        (Toy::score(position), Stage::Captures)
    };
    for ply in position.plies(stage) {
        let undo = position.make_ply(ply, &mut NullObserver);
        best = best.max(-quiesce(position, at + 1));
        position.unmake_ply(ply, undo, &mut NullObserver);
    }
    best
}

/// Few enough pieces for plain negamax to stay small.
fn small_position(seed: u64) -> Position {
    let mut rng = game::Rng::new(seed);
    let mut position: Position = random_position(seed, 60 + seed as usize % 60);
    for _ in 0..400 {
        if position.occupied().count() <= 12 || !position.has_legal_ply() {
            break;
        }
        let captures = position.plies(Stage::Captures);
        let plies = if captures.is_empty() { position.plies(Stage::All) } else { captures };
        position.make_ply(*rng.choose(&plies).unwrap(), &mut NullObserver);
    }
    position
}

#[test]
fn sound_search_equals_plain_negamax() {
    let mut compared = 0;
    for seed in 0..1_400 {
        let mut position = small_position(seed);
        if !position.has_legal_ply() {
            continue;
        }
        let depth = 2 + i32::from(seed % 4 == 0);
        let expected = negamax(&mut position, depth, 0);
        let answer = search_with(&position, Techniques::SOUND, depth, None, 1);
        assert_eq!(answer.lines[0].score, expected, "depth {depth} of {position}");
        compared += 1;
    }
    assert!(compared >= 1_000, "only {compared} positions");
}

/// Plain negamax under the repetition law and the natural limit: no table, so
/// nothing can leak from one path into another.
fn lawful(position: &mut Position, path: &mut Path, depth: i32, at: i32) -> Score {
    if at > 0 {
        match path.law(position).0 {
            Law::Open => {}
            Law::Limit if !position.has_legal_ply() => return Score::loss_in(at),
            Law::Draw | Law::Limit => return Score::DRAW,
            Law::Loses(side) => {
                let loses = side == position.turn();
                return if loses { Score::rule_loss_in(at) } else { Score::rule_win_in(at) };
            }
        }
    }
    let quiet = depth <= 0;
    let was_in_check = position.in_check();
    let mut best = Score::loss_in(at);
    let mut stage = Stage::All;
    if quiet && !was_in_check {
        (best, stage) = (Toy::score(position), Stage::Captures);
        best = path.limit_clock().faded(best, &SearchParams::DEFAULT);
    }
    for ply in position.plies(stage) {
        let undo = position.make_ply(ply, &mut NullObserver);
        path.push(position, ply, undo, was_in_check, position.in_check());
        best = best.max(-lawful(position, path, depth - 1, at + 1));
        path.pop();
        position.unmake_ply(ply, undo, &mut NullObserver);
    }
    best
}

/// A game of few pieces that have been moved to and fro.
fn shuffled_game(seed: u64, pieces: usize, plies: usize) -> Game<Position, XiangqiRules> {
    let mut rng = game::Rng::new(seed);
    let mut position = small_position(seed);
    for _ in 0..400 {
        let captures = position.plies(Stage::Captures);
        if position.occupied().count() as usize <= pieces || !position.has_legal_ply() {
            break;
        }
        let plies = if captures.is_empty() { position.plies(Stage::All) } else { captures };
        position.make_ply(*rng.choose(&plies).unwrap(), &mut NullObserver);
    }
    let mut game = Game::from_position(XiangqiRules::default(), position, rng.below(20) as u32);
    for number in 0..plies {
        let quiets = game.position().plies(Stage::Quiets);
        // Going back where a piece came from is what makes repetitions.
        let back = number
            .checked_sub(2)
            .map(|earlier| game.plies()[earlier].ply)
            .map(|ply| Ply::new(ply.to(), ply.from()))
            .filter(|ply| quiets.contains(ply));
        let Some(ply) = back.or_else(|| rng.choose(&quiets).copied()) else { break };
        if game.play(ply, ()).is_err() || game.verdict().is_some() {
            game.undo();
            break;
        }
    }
    game
}

#[test]
fn a_game_with_a_past_is_searched_by_the_law() {
    let (mut compared, mut repeated) = (0, 0);
    for seed in 0..300 {
        let game = shuffled_game(seed, 4 + seed as usize % 3, seed as usize % 9);
        if !game.position().has_legal_ply() {
            continue;
        }
        let history = GameHistory::of(&game);
        let depth = 4;
        let expected = lawful(&mut game.position().clone(), &mut Path::new(&history), depth, 0);
        let answer = search_game(&history, Techniques::SOUND, depth, None, 1);
        assert_eq!(answer.lines[0].score, expected, "seed {seed}: {}", game.position());
        compared += 1;
        repeated += usize::from(expected == Score::DRAW);
    }
    assert!(compared >= 150 && repeated >= 5, "{compared} games, {repeated} repeated");
}

#[test]
fn equal_node_limits_repeat_exactly() {
    for seed in 0..12 {
        let position: Position = random_position(seed, 10 + seed as usize * 5);
        let once = search_with(&position, Techniques::ALL, 60, Some(20_000), 1);
        let again = search_with(&position, Techniques::ALL, 60, Some(20_000), 1);
        assert_eq!(once.lines, again.lines);
        assert_eq!((once.nodes, once.depth), (again.nodes, again.depth));
        assert!(once.nodes <= 21_000, "{} nodes", once.nodes);
    }
}

#[test]
fn mates_are_found_and_exact() {
    let cases = [
        ("3k5/9/9/9/9/9/9/9/R3R4/4K4 w", 1),
        ("4k4/9/9/9/9/9/9/9/RR7/3K5 w", 3),
        ("3k5/4P4/9/9/9/9/9/9/9/4KR3 w", 3),
    ];
    for (fen, plies) in cases {
        let position: Position = fen.parse().unwrap();
        let answer = search_with(&position, Techniques::ALL, 12, Some(300_000), 1);
        let best = &answer.lines[0];
        assert!(
            best.score.plies_to_end().is_some_and(|found| found > 0 && found <= plies),
            "{fen}: {best:?}"
        );
    }
}

#[test]
fn two_threads_find_legal_moves() {
    for seed in 0..6 {
        let position: Position = random_position(seed, 30);
        let answer = search_with(&position, Techniques::ALL, 30, Some(60_000), 2);
        let mut walked = position.clone();
        for &ply in &answer.lines[0].plies {
            assert!(walked.is_legal_ply(ply), "{ply} in the line from {position}");
            walked.make_ply(ply, &mut NullObserver);
        }
    }
}
