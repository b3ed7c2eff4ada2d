//! Every way a game can end, by scripted players.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use arena::adjudicate::Adjudication;
use arena::board::{BanqiBoard, RefereeBoard, XiangqiBoard};
use arena::clock::{Budget, TimeControl};
use arena::ending::EndCause;
use arena::player::{Action, Answer, Fault, FaultKind, Player, PlyInfo, Seat, View};
use arena::referee::{Conditions, GameLog, play_game};
use game::Cause;

/// Says what it is told to say.
struct Script {
    lines: Vec<Result<Action, Fault>>,
    next: usize,
    time: Duration,
}

impl Script {
    fn plies(text: &str) -> Script {
        let lines =
            text.split_whitespace().map(|ply| Ok(Action::written(ply.to_owned()))).collect();
        Script { lines, next: 0, time: Duration::from_millis(1) }
    }
}

impl Player for Script {
    fn begin(&mut self, _: &View<'_>) -> Result<(), Fault> {
        Ok(())
    }
    fn choose(&mut self, _: &View<'_>, _: &Budget) -> Result<Answer, Fault> {
        let line = self.lines.get(self.next % self.lines.len()).cloned();
        self.next += 1;
        let action = line.expect("a script has at least one line")?;
        Ok(Answer { action, info: PlyInfo::default(), time: self.time, cpu: None })
    }
    fn observe(&mut self, _: &View<'_>, _: Duration) -> Result<(), Fault> {
        Ok(())
    }
    fn finish(&mut self, _: &str) {}
}

fn conditions() -> Conditions {
    let control: TimeControl = "movetime=50".parse().unwrap();
    Conditions {
        controls: [control; 2],
        seeds: [0; 2],
        margin: Duration::from_millis(10),
        adjudication: Adjudication::default(),
    }
}

fn play(board: &mut dyn RefereeBoard, first: &mut Script, second: &mut Script) -> GameLog {
    let mut players: [&mut dyn Player; 2] = [first, second];
    play_game(board, &mut players, &conditions(), &|| false).expect("nobody stops it")
}

fn xiangqi(fen: &str, first: &str, second: &str) -> GameLog {
    let mut board = XiangqiBoard::new(Default::default(), fen).unwrap();
    play(&mut board, &mut Script::plies(first), &mut Script::plies(second))
}

fn banqi(rules: &str, start: &str, first: &str, second: &str) -> GameLog {
    let mut board = BanqiBoard::new(rules.parse().unwrap(), Some(start), 1).unwrap();
    play(&mut board, &mut Script::plies(first), &mut Script::plies(second))
}

fn check(log: &GameLog, cause: EndCause, winner: Option<Seat>) {
    assert_eq!((log.ending.cause, log.ending.winner), (cause, winner), "{}", log.ending.reason);
}

#[test]
fn xiangqi_ends_by_the_rules() {
    let mate = xiangqi("3k5/9/9/9/9/9/9/9/R3R4/4K4 w", "a1d1", "d9d8");
    check(&mate, EndCause::Rules(Cause::Checkmate), Some(Seat::First));
    let no_move = xiangqi("3k5/9/4P4/9/9/9/9/9/9/5K3 w", "e7e8", "d9d8");
    check(&no_move, EndCause::Rules(Cause::NoMove), Some(Seat::First));
    let shuffle = xiangqi("3k5/9/9/9/9/9/9/9/R8/4K4 w", "a1b1 b1a1", "d9d8 d8d9");
    check(&shuffle, EndCause::Rules(Cause::Repetition), None);
    let bare = xiangqi("3k5/9/9/9/9/9/9/9/4p4/4K4 w", "e0e1", "d9d8");
    check(&bare, EndCause::Rules(Cause::InsufficientMaterial), None);
}

#[test]
fn perpetual_checks_and_chases_lose() {
    let checks =
        xiangqi("3k5/9/9/9/9/9/9/9/R8/4K4 w", "a1a9 a9a8 a8a9 a9a8 a8a9 a9a8 a8a9", "d9d8 d8d9");
    check(&checks, EndCause::Rules(Cause::PerpetualCheck), Some(Seat::Second));
    let chase = xiangqi("4ck3/9/9/9/9/2r1R4/9/9/4A4/3AK4 w", "e4e3 e3e4", "c4c3 c3c4");
    check(&chase, EndCause::Rules(Cause::PerpetualChase), Some(Seat::First));
}

#[test]
fn the_natural_limit_draws() {
    let log = xiangqi("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 119 60", "a1b1", "d9d8");
    check(&log, EndCause::Rules(Cause::NoProgress), None);
}

#[test]
fn dark_chess_ends_by_the_rules() {
    let gone = banqi("tcga", "8/8/8/K1k5 r", "a1b1", "c1b1");
    check(&gone, EndCause::Rules(Cause::Elimination), Some(Seat::Second));
    let quiet = banqi("tcga", "7k/8/8/K7 r - 58 1", "a1a2 a2a1", "h4h3 h3h4");
    check(&quiet, EndCause::Rules(Cause::NoProgress), None);
    let cycle = banqi("tcga", "7k/8/8/K7 r", "a1a2 a2a1", "h4h3 h3h4");
    check(&cycle, EndCause::Rules(Cause::Repetition), None);
    let again = banqi("ntu-2018", "7k/8/8/K7 r", "a1a2 a2a1", "h4h3 h3h4");
    check(&again, EndCause::Rules(Cause::Repetition), None);
}

#[test]
fn no_move_loses_in_dark_chess() {
    // The king in the corner cannot take the pawns beside it.
    let log = banqi("tcga", "8/8/P7/kP1R4 r", "d1c1", "a1a2");
    check(&log, EndCause::Rules(Cause::NoMove), Some(Seat::First));
}

#[test]
fn a_long_chase_loses() {
    let log = banqi(
        "thesis-2010",
        "8/8/8/R1h5 r",
        "a1b1 b1c1 c1d1 d1e1 e1f1 f1g1 g1h1 h1h2 h2h3 h3g3",
        "c1d1 d1e1 e1f1 f1g1 g1h1 h1h2 h2h3 h3h4 h4g4",
    );
    check(&log, EndCause::Rules(Cause::PerpetualChase), Some(Seat::Second));
    assert_eq!(log.plies.len(), 19);
}

#[test]
fn faults_lose_with_their_reason() {
    let mut board = XiangqiBoard::new(Default::default(), xiangqi::START_FEN).unwrap();
    let mut late = Script::plies("h2e2");
    late.time = Duration::from_millis(61);
    let log = play(&mut board, &mut late, &mut Script::plies("h9g7"));
    check(&log, EndCause::Fault(FaultKind::Time), Some(Seat::Second));
    assert!(log.ending.reason.contains("0.061 s"), "{}", log.ending.reason);

    let illegal = xiangqi(xiangqi::START_FEN, "h2h8", "h9g7");
    check(&illegal, EndCause::Fault(FaultKind::Illegal), Some(Seat::Second));

    for (fault, kind) in [
        (Fault::Crash("gone".into()), FaultKind::Crash),
        (Fault::Hang("silent".into()), FaultKind::Hang),
        (Fault::Garbage("noise".into()), FaultKind::Garbage),
    ] {
        let mut board = XiangqiBoard::new(Default::default(), xiangqi::START_FEN).unwrap();
        let mut script = Script { lines: vec![Err(fault)], next: 0, time: Duration::ZERO };
        let log = play(&mut board, &mut script, &mut Script::plies("h9g7"));
        check(&log, EndCause::Fault(kind), Some(Seat::Second));
        assert_eq!(log.failed, Some(Seat::First));
    }
    let mut board = XiangqiBoard::new(Default::default(), xiangqi::START_FEN).unwrap();
    let mut script = Script { lines: vec![Ok(Action::Resign)], next: 0, time: Duration::ZERO };
    let log = play(&mut board, &mut script, &mut Script::plies("h9g7"));
    check(&log, EndCause::Resignation, Some(Seat::Second));
}

#[test]
fn a_flip_answered_with_a_move_is_illegal() {
    let mut board = BanqiBoard::new(Default::default(), None, 1).unwrap();
    let log = play(&mut board, &mut Script::plies("a1a2"), &mut Script::plies("a1a1"));
    check(&log, EndCause::Fault(FaultKind::Illegal), Some(Seat::Second));
    assert!(log.ending.reason.contains("face down"), "{}", log.ending.reason);
}

/// Ends the run while it thinks, and then gives no sensible answer.
struct BrokenOff<'a>(&'a AtomicBool);

impl Player for BrokenOff<'_> {
    fn begin(&mut self, _: &View<'_>) -> Result<(), Fault> {
        Ok(())
    }
    fn choose(&mut self, view: &View<'_>, _: &Budget) -> Result<Answer, Fault> {
        self.0.store(true, Ordering::Relaxed);
        assert!(view.stopped()(), "a player can see that the run ends");
        Err(Fault::Crash("killed with the run".to_owned()))
    }
    fn observe(&mut self, _: &View<'_>, _: Duration) -> Result<(), Fault> {
        Ok(())
    }
    fn finish(&mut self, _: &str) {
        panic!("the game did not end");
    }
}

/// What a player says while the run ends loses nothing: the game is played again.
#[test]
fn a_game_that_was_broken_off_is_not_a_result() {
    let stop = AtomicBool::new(false);
    let mut board = XiangqiBoard::new(Default::default(), xiangqi::START_FEN).unwrap();
    let (mut first, mut second) = (BrokenOff(&stop), BrokenOff(&stop));
    let mut players: [&mut dyn Player; 2] = [&mut first, &mut second];
    let log = play_game(&mut board, &mut players, &conditions(), &|| stop.load(Ordering::Relaxed));
    assert_eq!(log, None);
}
