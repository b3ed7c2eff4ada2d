//! With everything unsound switched off, the search equals plain expectiminimax.

use banqi::{Piece, Position, Square};
use game::{Position as _, Rng, Score, Window};
use search::{Control, TranspositionTable, Unattended};

use super::worker::{Shared, Worker};
use super::{Features, Node, SearchParams};
use crate::engine::BanqiGame;
use crate::eval::{EvalParams, Evaluation};
use crate::expectation::{expectation, outcome_value};
use crate::walker::Walker;

fn shared<'a>(
    table: &'a TranspositionTable,
    control: &'a Control<'a>,
    params: &'a SearchParams,
    evaluator: &'a Evaluation,
    features: Features,
) -> Shared<'a, Evaluation> {
    Shared {
        table,
        evaluator,
        worths: evaluator.worths(),
        control,
        params,
        features,
        tables: None,
        threads: 1,
    }
}

/// No bounds, no table, no order: every ply and every outcome.
fn plain(worker: &mut Worker<'_, Evaluation>, depth: i32) -> Score {
    let height = worker.walker.height() as i32;
    if worker.walker.eliminated() {
        return Score::loss_in(height);
    }
    let plies = worker.walker.position.legal_plies();
    if height > 0 && worker.walker.out_of_progress() {
        return if plies.is_empty() { Score::loss_in(height) } else { Score::DRAW };
    }
    if height > 0 && worker.shared.features.repetition && worker.walker.repeated().is_some() {
        return worker.draw();
    }
    if depth == 0 {
        return worker.quiescence(Window::FULL);
    }
    let mut best = Score::loss_in(height);
    for ply in plies {
        let (mut sum, mut weight, mut only) = (0, 0, Score::DRAW);
        for (reveal, count) in worker.walker.position.reveals(ply) {
            worker.enter(ply, reveal);
            only = -plain(worker, depth - 1);
            worker.leave();
            sum += i64::from(count) * i64::from(outcome_value(only));
            weight += i64::from(count);
        }
        best = best.max(if ply.is_flip() { expectation(sum, weight) } else { only });
    }
    best
}

/// A board of a few pieces, some face down, from a shuffled set.
fn small_position(rng: &mut Rng, face_up: usize, face_down: usize) -> (Position, u32) {
    let mut set: Vec<Piece> = Piece::all()
        .flat_map(|piece| std::iter::repeat_n(piece, piece.kind().in_set() as usize))
        .collect();
    rng.shuffle(&mut set);
    let mut squares: Vec<Square> = Square::all().collect();
    rng.shuffle(&mut squares);
    let mut board = [['1'; 8]; 4];
    for (place, square) in squares.iter().take(face_up + face_down).enumerate() {
        let letter = if place < face_up { set[place].letter() } else { 'X' };
        board[square.rank()][square.file()] = letter;
    }
    let mut pool = banqi::Pool::EMPTY;
    for &piece in &set[face_up..face_up + face_down] {
        pool = pool.with(piece, pool.count(piece) + 1);
    }
    let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
    let turn = ['r', 'b'][rng.below(2)];
    let clock = [0, 0, 10, 40, 57, 58][rng.below(6)];
    (format!("{} {turn} {pool}", rows.join("/")).parse().unwrap(), clock)
}

/// Compares both searches on one position; whether flips were possible, or
/// `None` if the game was over.
fn compare(rng: &mut Rng, features: Features) -> Option<bool> {
    let (face_up, face_down) = (2 + rng.below(6), rng.below(4));
    let (position, clock) = small_position(rng, face_up, face_down);
    let game = BanqiGame::from_position(Default::default(), position, clock);
    if game.verdict().is_some() {
        return None;
    }
    let flips = !game.position().face_down().is_empty();
    let depth = if game.position().face_down().count() > 2 { 2 } else { 3 };
    let table = TranspositionTable::new(1).unwrap();
    let control = Control::new(&Unattended, None, None);
    let params = SearchParams { star2_depth: 1, ..SearchParams::default() };
    let evaluation = Evaluation::new(EvalParams::default());
    let mut worker =
        Worker::new(shared(&table, &control, &params, &evaluation, features), Walker::at(&game));
    // Shallower searches first, so that the table has something to say.
    for shallow in 1..depth {
        worker.search(shallow, Window::FULL, Node::PV);
    }
    let bounded = worker.search(depth, Window::FULL, Node::PV);
    let expected = plain(&mut worker, depth);
    assert_eq!(bounded, expected, "{} clock {clock} depth {depth}", game.position());
    // Questions with a narrow window get the right answer too.
    for guess in [expected.get() - 40, expected.get(), expected.get() + 25] {
        let window = Window::null(Score::new(guess));
        let answer = worker.search(depth, window, Node::SIDE);
        assert_eq!(answer > window.alpha, expected > window.alpha, "{}", game.position());
    }
    Some(flips)
}

/// Compares until so many positions were compared; in how many of them flips
/// were possible.
fn compare_many(seed: u64, positions: usize, features: Features) -> usize {
    let mut rng = Rng::new(seed);
    let compared = std::iter::repeat_with(|| compare(&mut rng, features)).flatten();
    compared.take(positions).filter(|&flips| flips).count()
}

#[test]
fn the_sound_search_equals_plain_expectiminimax() {
    let flips = compare_many(20, 1_000, Features::SOUND);
    assert!(flips > 500, "only {flips} positions had flips");
}

/// Whatever is switched off, the others alone are sound, too.
#[test]
fn every_sound_technique_can_be_left_out() {
    let names = ["pvs", "tt-cutoffs", "flip-table", "star1", "star2-table", "star2", "history"];
    for (seed, name) in (30..).zip(names) {
        let mut features = Features::SOUND;
        features.set(name, false).unwrap();
        assert!(compare_many(seed, 200, features) > 100, "{name}");
    }
}

/// A game whose pieces have gone to and fro, so that positions stand again.
fn shuffled_game(rng: &mut Rng, plies: usize) -> BanqiGame {
    let face_up = 2 + rng.below(2);
    let (position, _) = small_position(rng, face_up, 0);
    let mut game = BanqiGame::from_position(Default::default(), position, 0);
    for number in 0..plies {
        let legal = game.position().legal_plies();
        let back = number
            .checked_sub(2)
            .map(|earlier| game.plies()[earlier].ply)
            .and_then(|ply| legal.iter().find(|p| p.from() == ply.to() && p.to() == ply.from()));
        let Some(&ply) = back.or_else(|| rng.choose(&legal)) else { break };
        if game.play(ply, banqi::Reveal::Nothing).is_err() {
            break;
        }
    }
    game
}

/// A repetition is true on its line only: what the table keeps of it must not
/// answer on another.
#[test]
fn repetitions_stay_on_their_line() {
    let features = Features { repetition: true, ..Features::SOUND };
    let mut rng = Rng::new(77);
    let (mut compared, mut leaks) = (0, 0);
    while compared < 300 {
        let plies = rng.below(8);
        let game = shuffled_game(&mut rng, plies);
        if game.verdict().is_some() {
            continue;
        }
        let table = TranspositionTable::new(1).unwrap();
        let control = Control::new(&Unattended, None, None);
        let params = SearchParams::default();
        let evaluation = Evaluation::new(EvalParams::default());
        let shared = shared(&table, &control, &params, &evaluation, features);
        let mut worker = Worker::new(shared, Walker::at(&game));
        for depth in 1..=6 {
            let score = worker.search(depth, Window::FULL, Node::PV);
            leaks += usize::from(score != plain(&mut worker, depth));
        }
        compared += 1;
    }
    // One is left: a score that is true by itself, met where the line would repeat.
    assert!(leaks <= 1, "{leaks} of {} scores are another line's", 6 * compared);
}
