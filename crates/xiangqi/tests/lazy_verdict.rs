//! A line that is told ply by ply is judged when somebody asks, not at every ply.

use std::sync::atomic::{AtomicUsize, Ordering};

use game::{Cause, Game, Played, Rules, Verdict};
use xiangqi::{Position, XiangqiRules};

/// The usual rules, counting how often they are asked.
#[derive(Debug)]
struct Counting {
    rules: XiangqiRules,
    asked: AtomicUsize,
}

impl Clone for Counting {
    fn clone(&self) -> Counting {
        let asked = AtomicUsize::new(self.asked.load(Ordering::Relaxed));
        Counting { rules: self.rules.clone(), asked }
    }
}

impl Rules<Position> for Counting {
    type History = <XiangqiRules as Rules<Position>>::History;

    fn begin(&self, start: &Position, clock: u32) -> Self::History {
        self.rules.begin(start, clock)
    }

    fn record(
        &self,
        history: &mut Self::History,
        before: &Position,
        played: &Played<Position>,
        after: &Position,
    ) {
        self.rules.record(history, before, played, after);
    }

    fn forget(&self, history: &mut Self::History) {
        self.rules.forget(history);
    }

    fn verdict(
        &self,
        history: &Self::History,
        boards: &[Position],
        plies: &[Played<Position>],
    ) -> Option<Verdict> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.rules.verdict(history, boards, plies)
    }
}

#[test]
fn a_told_line_is_judged_once() {
    let rules = Counting { rules: "computer".parse().unwrap(), asked: AtomicUsize::new(0) };
    let mut game = Game::new(rules);
    let asked = |game: &Game<Position, Counting>| game.rules().asked.load(Ordering::Relaxed);
    for ply in ["a0a1", "a9a8", "a1a0", "a8a9"].iter().cycle().take(400) {
        game.play_on(ply.parse().unwrap(), ()).unwrap();
    }
    assert_eq!(asked(&game), 0);
    let cause = game.verdict().map(|verdict| verdict.cause);
    assert_eq!((cause, game.verdict().is_some(), asked(&game)), (Some(Cause::Repetition), true, 1));
    // Playing on by the rules asks first, taking back asks again.
    assert!(game.play("a0a1".parse().unwrap(), ()).is_err());
    assert_eq!(asked(&game), 1);
    for _ in 0..398 {
        game.undo();
    }
    assert!(game.verdict().is_none());
    assert_eq!(asked(&game), 2);
}
