//! Whole games with every debug assertion on: no illegal move, and the reference
//! board agrees with every move and every end.

use game::{Game, Outcome, Position as _, Rng, Side};
use reference::xiangqi as slow;
use search::{Request, Settings, Unattended};
use xiangqi::{Ply, Position};
use xiangqi_engine::{BoxedEngine, XiangqiGame, create};

/// Random plies before the engines take over, so that no two games are the same.
const OPENING: usize = 6;
/// Longer games are broken off: they are checked, but end without a result.
const LONGEST: usize = 240;

/// The move of an engine that knows the whole game.
fn choose(engine: &mut BoxedEngine, game: &XiangqiGame, nodes: u64, lines: usize) -> Ply {
    let request = Request { lines, ..Request::of_nodes(nodes) };
    let mut told = None;
    let answer = engine.search(game, &request, &Unattended, &mut |report| {
        if let Some(line) = report.line.filter(|line| line.number == 1) {
            told = line.line.plies.first().copied();
        }
    });
    let chosen = answer.ply();
    assert!(told.is_none() || told == chosen, "the first line told last is the choice");
    for line in &answer.lines {
        check_line(game.position().clone(), &line.plies);
    }
    chosen.unwrap_or_else(|| panic!("no move in {}", game.position()))
}

/// Every ply of an expected line is legal.
fn check_line(mut position: Position, plies: &[Ply]) {
    for &ply in plies {
        assert!(position.is_legal(ply), "{ply} in {position}, of {plies:?}");
        position.make(ply, (), &mut game::NullObserver);
    }
}

/// A game on both boards at once.
struct Both {
    game: XiangqiGame,
    reference: slow::Game,
}

impl Both {
    fn new(rules: &str, slow_rules: slow::Rules) -> Both {
        let game = Game::new(rules.parse().expect("rules"));
        let reference = slow::Game::new(xiangqi::START_FEN, slow_rules).expect("the start");
        Both { game, reference }
    }

    fn play(&mut self, ply: Ply) {
        let position = self.game.position().clone();
        self.game.play(ply, ()).unwrap_or_else(|error| panic!("{ply} in {position}: {error}"));
        self.reference.play(&ply.to_string()).expect("a legal ply");
        assert_eq!(self.game.position().to_string(), self.reference.board().to_fen());
    }

    /// The end, which both boards must see alike.
    fn end(&self) -> Option<Outcome> {
        let ours = self.game.verdict().map(|verdict| verdict.outcome);
        let theirs = match self.reference.result() {
            slow::GameResult::RedWins(_) => Some(Outcome::Win(Side::Red)),
            slow::GameResult::BlackWins(_) => Some(Outcome::Win(Side::Black)),
            slow::GameResult::Draw(_) => Some(Outcome::Draw),
            slow::GameResult::Open => None,
        };
        assert_eq!(ours, theirs, "{}", self.game.position());
        ours
    }
}

/// One game between two engines; how it ended, if it did.
fn play(engines: &mut [BoxedEngine; 2], mut both: Both, seed: u64, nodes: u64) -> Option<Outcome> {
    let mut rng = Rng::new(seed);
    engines.iter_mut().for_each(|engine| engine.new_game());
    for number in 0..LONGEST {
        if let Some(outcome) = both.end() {
            return Some(outcome);
        }
        let ply = if number < OPENING {
            *rng.choose(&both.game.position().legal_plies()).expect("an open game")
        } else {
            let lines = if rng.below(8) == 0 { 3 } else { 1 };
            choose(&mut engines[number % 2], &both.game, nodes, lines)
        };
        both.play(ply);
    }
    None
}

fn engine(profile: &str, threads: usize) -> BoxedEngine {
    let settings = Settings { hash: 1, threads, ..Settings::default() };
    create(profile, &settings).expect("an engine")
}

#[test]
fn sixty_games_of_both_profiles_are_played_by_the_rules() {
    let mut engines = [engine("chuhe", 1), engine("shenxiang", 1)];
    let (mut won, mut drawn) = (0, 0);
    for seed in 0..60 {
        let both = Both::new("computer", slow::Rules::default());
        match play(&mut engines, both, seed, 150) {
            Some(Outcome::Win(_)) => won += 1,
            Some(Outcome::Draw) => drawn += 1,
            None => {}
        }
        engines.swap(0, 1);
    }
    assert!(won >= 20 && won + drawn >= 40, "{won} won, {drawn} drawn: hardly a game ended");
}

#[test]
fn other_laws_are_obeyed_too() {
    let law = |repetition, fold| slow::Rules { repetition, fold, ..slow::Rules::default() };
    let mut engines = [engine("chuhe", 1), engine("chuhe", 1)];
    for seed in 100..106 {
        let allowed = law(slow::RepetitionLaw::AllowChase, 2);
        play(&mut engines, Both::new("allow-chase", allowed), seed, 150);
        let free = law(slow::RepetitionLaw::None, 2);
        play(&mut engines, Both::new("none", free), seed, 150);
    }
}

#[test]
fn two_threads_play_by_the_rules() {
    let mut engines = [engine("chuhe", 2), engine("shenxiang", 2)];
    for seed in 200..206 {
        play(&mut engines, Both::new("computer", slow::Rules::default()), seed, 400);
    }
}
