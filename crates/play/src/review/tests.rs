use std::sync::atomic::{AtomicU64, Ordering};

use game::{GameKind, Position as _};
use search::Flow;

use super::*;
use crate::game::Chance;

/// A clock that goes on by a millisecond at every yield point: the same review
/// every time, however fast the machine is.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Host for Ticking {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed))
    }

    fn yield_point(&self) -> Flow {
        self.0.fetch_add(1, Ordering::Relaxed);
        Flow::Continue
    }
}

fn game(kind: GameKind, start: Option<&str>, plies: &str) -> AnyGame {
    let mut game = AnyGame::open(kind, start, None).unwrap();
    for ply in plies.split_whitespace() {
        game.play(ply, Chance::Told(None), true).unwrap();
    }
    game
}

fn reviewed(
    kind: GameKind,
    start: Option<&str>,
    plies: &str,
    budget: u64,
) -> (Vec<PlyReview>, [Summary; 2]) {
    let game = game(kind, start, plies);
    let settings = search::Settings { hash: 2, ..search::Settings::default() };
    let mut engine = AnyEngine::create(kind, "chuhe", &settings).unwrap();
    let settings = Settings { budget: Duration::from_millis(budget), host: &Ticking::default() };
    let mut reviews = Vec::new();
    let summary = review(&game, &mut engine, &settings, &mut |ply| reviews.push(ply.clone()));
    (reviews, summary.unwrap().unwrap())
}

#[test]
fn a_planted_blunder_is_marked_with_the_better_ply() {
    // The cannon takes a pawn that the horse protects.
    let plies = "h2e2 h9g7 h0g2 i9h9 e2e6 g7e6";
    let (reviews, _) = reviewed(GameKind::Xiangqi, None, plies, 100);
    let marks: Vec<Mark> = reviews.iter().map(|review| review.mark).collect();
    assert_eq!((marks.len(), marks[4]), (6, Mark::Blunder), "{marks:?}");
    assert!(!marks[..4].contains(&Mark::Blunder), "{marks:?}");
    let start = "3k5/9/9/9/9/9/9/r8/4A4/R3K4 w";
    let (reviews, summary) = reviewed(GameKind::Xiangqi, Some(start), "a0b0", 60);
    assert_eq!((reviews[0].mark, reviews[0].best.ply.as_str()), (Mark::Blunder, "a0a2"));
    assert!(reviews[0].loss > 400, "{:?}", reviews[0]);
    assert_eq!(summary[0].blunder, 1);
}

#[test]
fn best_and_played_are_searched_equally_deep() {
    let xiangqi = (GameKind::Xiangqi, "a3a4 i6i5 a0a1 h9i7 e0e1 e9e8");
    let banqi = (GameKind::Banqi, "a1=R b1=p c1=h d1=k a2=C b2=a");
    for (kind, plies) in [xiangqi, banqi] {
        let (reviews, _) = reviewed(kind, None, plies, 150);
        let searched = reviews.iter().filter(|review| review.depth > 1).count();
        assert!(searched >= 4, "{reviews:?}");
        for review in reviews {
            assert_eq!(review.depth, review.played_depth, "{review:?}");
        }
    }
}

#[test]
fn luck_is_no_decision() {
    let start = "8/8/8/K3X2r r h1";
    let (reviews, _) = reviewed(GameKind::Banqi, Some(start), "e1=h", 2);
    assert_eq!(reviews[0].luck, Some(0), "one outcome is no luck: {:?}", reviews[0]);
    let start = "7X/8/8/KX5r r p1C1";
    let [bad, good] =
        ["b1=p", "b1=C"].map(|ply| reviewed(GameKind::Banqi, Some(start), ply, 2).0.remove(0));
    assert_eq!(bad.loss, good.loss);
    assert!(bad.luck < Some(0) && good.luck > Some(0), "{bad:?} {good:?}");
    let share = |review: &PlyReview| review.after.share;
    assert!(share(&bad) < share(&good), "what turned up counts afterwards");
}

fn judged(best: i32, chosen: i32) -> Judged {
    Judged {
        best: Score::new(best),
        chosen: Score::new(chosen),
        after: Score::new(chosen),
        best_ply: words::xiangqi_ply(&xiangqi::Position::start(), "h2e2".parse().unwrap()),
        line: Vec::new(),
        luck: None,
        idle: 0.0,
        depths: (1, 1),
    }
}

#[test]
fn marks_grow_with_the_points_lost() {
    let model = xiangqi_engine::WIN_CURVE.full;
    // By the score that is left when a ply loses so many points of an even game.
    let mark = |lost: f64| {
        let chosen = (0..30_000).find(|&units| model.points(Score::new(-units)) <= 0.5 - lost);
        judged(0, -chosen.unwrap()).mark(false, model)
    };
    assert_eq!(mark(0.001), Mark::Best);
    assert_eq!(mark(0.05), Mark::Good);
    assert_eq!(mark(0.07), Mark::Inaccuracy);
    assert_eq!(mark(0.13), Mark::Mistake);
    assert_eq!(mark(0.21), Mark::Blunder);
    assert_eq!(judged(4_000, 3_000).mark(false, model), Mark::Good, "a won game stays won");
}

#[test]
fn loss_and_accuracy_tell_the_same() {
    // Won all the time, and a rook less won at the end: nothing to speak of.
    let start = "3k5/4a4/9/9/9/9/9/9/9/R3K3R w";
    let (_, summary) = reviewed(GameKind::Xiangqi, Some(start), "a0a5 d9d8 i0i5 d8d9", 50);
    let Summary { points_lost, accuracy, .. } = summary[0];
    assert!((100 - accuracy - points_lost / 2).abs() <= 1, "{summary:?}");
}

#[test]
fn behind_the_mate_the_game_is_over() {
    let start = "4k4/R8/9/9/9/9/9/9/9/3K4R w";
    let (reviews, _) = reviewed(GameKind::Xiangqi, Some(start), "i0i9", 20);
    assert_eq!(reviews[0].after.mate, Some(0), "{:?}", reviews[0]);
    assert!(reviews[0].after.cp > Some(0));
}

#[test]
fn who_goes_back_and_forth_is_not_accurate() {
    let start = "4XXXX/8/8/K5h1 r p1P1c1C1";
    let plies = "a1a2 g1g2 a2a1 g2g1 ".repeat(3);
    let (reviews, summary) = reviewed(GameKind::Banqi, Some(start), &plies, 2);
    for of in summary {
        assert!(of.accuracy < 75, "{summary:?}");
    }
    assert!(reviews[4].points_lost >= 60, "{:?}", reviews[4]);
    assert_ne!(reviews[4].best.ply, "a1a2", "something else would have been better");
    // Nothing left to flip and nobody ahead: there is nothing else to do.
    let (_, summary) = reviewed(GameKind::Banqi, Some("8/8/8/K5k1 r"), &plies, 2);
    assert!(summary[0].accuracy >= 95, "{summary:?}");
}

#[test]
fn a_stopped_review_has_no_sums() {
    struct Stopped;
    impl Host for Stopped {
        fn elapsed(&self) -> Duration {
            Duration::ZERO
        }
        fn yield_point(&self) -> Flow {
            Flow::Stop
        }
    }
    let game = game(GameKind::Xiangqi, None, "h2e2");
    let settings = search::Settings { hash: 1, ..search::Settings::default() };
    let mut engine = AnyEngine::create(GameKind::Xiangqi, "chuhe", &settings).unwrap();
    let settings = Settings { budget: Duration::from_millis(5), host: &Stopped };
    let summary = review(&game, &mut engine, &settings, &mut |_| panic!("nothing was judged"));
    assert_eq!(summary, Ok(None));
}
