//! A whole game, ply by ply: what was best, what was lost, and in dark chess
//! what was luck.
//!
//! The loss of a ply is the best value minus the value of what was chosen, both
//! from searches of the same depth. A flip is judged by its average over all
//! outcomes; what really turned up is luck.

use std::time::Duration;

use banqi_engine::BanqiGame;
use game::{Game, Outcome, Position as _, Score};
use search::Limits;
use serde::Serialize;
use serde_json::{Value, json};
use xiangqi_engine::search::path::GameHistory;
use xiangqi_engine::{Engine, Request};

use super::analysis::short;
use super::pool::Run;
use super::roots::Roots;
use super::shelf::{Order, Taken};
use crate::board::line::XiangqiGame;
use crate::board::words;
use crate::board::{Line, PlyView, ScoreView, Seat};
use crate::error::{ApiError, Code};

/// What a forced end counts in sums.
const DECIDED: i32 = 10_000;
/// Plies shown of the better line.
const SHOWN: usize = 8;
/// The score at which a side wins about three games of four, for each game.
const XIANGQI_SCALE: f64 = 250.0;
const BANQI_SCALE: f64 = 500.0;
/// Expected points lost from which a ply is called so.
const INACCURACY: f64 = 0.06;
const MISTAKE: f64 = 0.12;
const BLUNDER: f64 = 0.20;
/// How many times its share of time a played ply may take to be searched as deep as
/// the best: one ply alone takes less than all together, so this hardly ever ends it.
const PATIENCE: u32 = 20;
/// Within this a ply is as good as the best.
const EQUAL: i32 = 5;

/// How good a ply was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Nothing better was found.
    Best,
    /// Not the best, but no harm done.
    Good,
    /// A little was lost.
    Inaccuracy,
    /// Much was lost.
    Mistake,
    /// The game may have been lost here.
    Blunder,
}

/// What is known about a ply.
struct Judged {
    best: Score,
    chosen: Score,
    /// After what really turned up.
    after: Score,
    best_ply: PlyView,
    line: Vec<Value>,
    luck: Option<i32>,
    /// How deep the best and the chosen ply were searched.
    depths: (i32, i32),
}

/// The sums for one seat.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
struct Summary {
    plies: u32,
    best: u32,
    good: u32,
    inaccuracy: u32,
    mistake: u32,
    blunder: u32,
    /// The average loss of a ply.
    average_loss: i32,
    /// Expected points kept, in percent of a hundred.
    accuracy: i32,
    /// All luck together.
    luck: i32,
    #[serde(skip)]
    loss: i64,
    #[serde(skip)]
    points_lost: f64,
}

/// Expected points of a score.
fn points(score: Score, scale: f64) -> f64 {
    1.0 / (1.0 + (-f64::from(centipawns(score)) / scale).exp())
}

/// The first seat's expected points, to four places.
fn chance(score: Score, of: Seat, scale: f64) -> f64 {
    let own = points(score, scale);
    let first = if of == Seat::First { own } else { 1.0 - own };
    (first * 10_000.0).round() / 10_000.0
}

fn centipawns(score: Score) -> i32 {
    if score.is_win() {
        DECIDED
    } else if score.is_loss() {
        -DECIDED
    } else {
        score.get()
    }
}

impl Judged {
    fn loss(&self) -> i32 {
        (centipawns(self.best) - centipawns(self.chosen)).max(0)
    }

    fn points_lost(&self, scale: f64) -> f64 {
        (points(self.best, scale) - points(self.chosen, scale)).max(0.0)
    }

    fn mark(&self, is_best: bool, scale: f64) -> Mark {
        let lost = self.points_lost(scale);
        if is_best || self.loss() <= EQUAL {
            Mark::Best
        } else if lost >= BLUNDER {
            Mark::Blunder
        } else if lost >= MISTAKE {
            Mark::Mistake
        } else if lost >= INACCURACY {
            Mark::Inaccuracy
        } else {
            Mark::Good
        }
    }
}

impl Summary {
    fn add(&mut self, judged: &Judged, mark: Mark, scale: f64) {
        self.plies += 1;
        match mark {
            Mark::Best => self.best += 1,
            Mark::Good => self.good += 1,
            Mark::Inaccuracy => self.inaccuracy += 1,
            Mark::Mistake => self.mistake += 1,
            Mark::Blunder => self.blunder += 1,
        }
        self.loss += i64::from(judged.loss().min(1_000));
        self.points_lost += judged.points_lost(scale);
        self.luck += judged.luck.unwrap_or(0);
    }

    fn finished(mut self) -> Summary {
        let plies = self.plies.max(1);
        self.average_loss = (self.loss / i64::from(plies)) as i32;
        // Losing a fifth of a point with every ply is as bad as it gets.
        let lost = self.points_lost / f64::from(plies) / BLUNDER;
        self.accuracy = (100.0 * (1.0 - lost).max(0.0)).round() as i32;
        self
    }
}

/// Reviews a line; `report` hears every ply and then the sums.
///
/// # Errors
/// If the engine cannot be made.
pub fn review(
    line: &Line,
    hash: usize,
    budget: Duration,
    run: &Run,
    report: &mut dyn FnMut(Value),
) -> Result<(), ApiError> {
    let scale = match line {
        Line::Xiangqi { .. } => XIANGQI_SCALE,
        Line::Banqi { .. } => BANQI_SCALE,
    };
    let mut reviewer = Reviewer::new(line, hash, budget, run)?;
    let mut summary = [Summary::default(); 2];
    for index in 0..line.len() {
        let Some((seat, judged)) = reviewer.next(line, index)? else { return Ok(()) };
        let played = line.ply_view(index);
        let mark = judged.mark(judged.best_ply.ply == played.ply, scale);
        summary[seat.index()].add(&judged, mark, scale);
        report(json!({
            "type": "review_ply",
            "index": index,
            "of": line.len(),
            "seat": seat,
            "before": ScoreView::new(judged.best, seat),
            "after": ScoreView::new(judged.after, seat),
            "best": judged.best_ply,
            "line": judged.line,
            "loss": judged.loss(),
            "mark": mark,
            "luck": judged.luck,
            "depth": judged.depths.0,
            "played_depth": judged.depths.1,
            "chance": {
                "before": chance(judged.best, seat, scale),
                "after": chance(judged.after, seat, scale),
            },
        }));
    }
    let [first, second] = summary.map(Summary::finished);
    report(json!({"type": "review_end", "summary": {"first": first, "second": second}}));
    Ok(())
}

/// The board and the engine of a review.
enum Reviewer<'a> {
    Xiangqi { engine: Box<Taken<'a, Engine>>, game: XiangqiGame, budget: Duration, run: &'a Run },
    Banqi { game: BanqiGame, hash: usize, budget: Duration, run: &'a Run },
}

impl<'a> Reviewer<'a> {
    fn new(
        line: &Line,
        hash: usize,
        budget: Duration,
        run: &'a Run,
    ) -> Result<Reviewer<'a>, ApiError> {
        Ok(match line {
            Line::Xiangqi { game, setup } => {
                let profile = "chuhe".to_owned();
                let order = Order { profile, threads: 1, megabytes: hash, tag: 0 };
                let engine = Box::new(run.xiangqi(order).map_err(|error| internal(&error))?);
                let start = game.start().clone();
                let game = Game::from_position(game.rules().clone(), start, setup.halfmoves);
                Reviewer::Xiangqi { engine, game, budget, run }
            }
            Line::Banqi { game, setup } => {
                let game = Game::from_position(*game.rules(), game.start().clone(), setup.clock);
                Reviewer::Banqi { game, hash, budget, run }
            }
        })
    }

    /// Judges the next ply and plays it; `None` if stopped.
    fn next(&mut self, line: &Line, index: usize) -> Result<Option<(Seat, Judged)>, ApiError> {
        match (self, line) {
            (Reviewer::Xiangqi { engine, game, budget, run }, Line::Xiangqi { game: all, .. }) => {
                let ply = all.plies()[index].ply;
                let turn = game.position().turn();
                let seat = if turn == xiangqi::Side::Red { Seat::First } else { Seat::Second };
                let judged = judge_xiangqi(engine, game, ply, *budget, run);
                game.play_on(ply, ()).map_err(|error| internal(&error))?;
                Ok(judged.map(|judged| (seat, judged)))
            }
            (Reviewer::Banqi { game, hash, budget, run }, Line::Banqi { game: all, .. }) => {
                let played = all.plies()[index];
                let seat = banqi_seat(line, game, index);
                let judged = judge_banqi(game, played, *hash, *budget, run)?;
                game.play_on(played.ply, played.reveal).map_err(|error| internal(&error))?;
                Ok(judged.map(|judged| (seat, judged)))
            }
            _ => Err(ApiError::new(Code::Internal, "a review of another game")),
        }
    }
}

fn internal(error: &impl ToString) -> ApiError {
    ApiError::new(Code::Internal, error.to_string())
}

fn banqi_seat(line: &Line, game: &BanqiGame, index: usize) -> Seat {
    let by_colour = game.position().turn().and_then(|side| line.seat_of(side));
    by_colour.unwrap_or(if index.is_multiple_of(2) { Seat::First } else { Seat::Second })
}

fn judge_xiangqi(
    engine: &mut Engine,
    game: &XiangqiGame,
    ply: xiangqi::Ply,
    budget: Duration,
    run: &Run,
) -> Option<Judged> {
    let mut search = |only: Vec<xiangqi::Ply>, depth: Option<i32>, time: Duration| {
        // Each search measures from the beginning of the whole run.
        let movetime = Some(run.ran() + time);
        let limits = Limits { movetime, depth, ..Limits::default() };
        let request = Request { limits, lines: 1, only, ..Request::default() };
        let history = GameHistory::from_game(game);
        engine.search(&history, &request, run, run.stop_flag(), run.pondering(), &mut |_| {})
    };
    let outcome = search(Vec::new(), None, budget);
    if run.stopped() {
        return None;
    }
    let best = outcome.lines.first()?;
    let best_ply = *best.plies.first()?;
    let depth = outcome.reached.max(1);
    let (chosen, chosen_depth) = match ended_by(game, ply) {
        Some(score) => (score, depth),
        None if ply == best_ply => (best.score, depth),
        None => {
            // As deep as the best was searched, however long it takes: a value of
            // less depth is no measure of what was lost.
            let found = search(vec![ply], Some(depth), budget * PATIENCE);
            (found.lines.first()?.score, found.reached)
        }
    };
    if run.stopped() {
        return None;
    }
    let mut position = game.position().clone();
    let mut line = Vec::new();
    for &ply in best.plies.iter().take(SHOWN) {
        line.push(short(words::xiangqi_ply(&position, ply)));
        position.make_ply(ply, &mut game::NullObserver);
    }
    let best_view = words::xiangqi_ply(game.position(), best_ply);
    // A chosen ply that turns out better than the best was the best.
    let best = best.score.max(chosen);
    Some(Judged {
        best,
        chosen,
        after: chosen,
        best_ply: best_view,
        line,
        luck: None,
        depths: (depth, chosen_depth),
    })
}

/// The value of a ply that ends the game, for who makes it.
fn ended_by(game: &XiangqiGame, ply: xiangqi::Ply) -> Option<Score> {
    let mut next = game.clone();
    next.play_on(ply, ()).ok()?;
    let verdict = next.verdict()?;
    Some(match verdict.outcome {
        Outcome::Draw => Score::DRAW,
        Outcome::Win(side) if side == game.position().turn() => Score::win_in(1),
        Outcome::Win(_) => Score::loss_in(2),
    })
}

fn judge_banqi(
    game: &BanqiGame,
    played: banqi::Played,
    hash: usize,
    budget: Duration,
    run: &Run,
) -> Result<Option<Judged>, ApiError> {
    let begin = run.ran();
    let mut roots =
        Roots::new(game.clone(), run, hash.min(16), 0).map_err(|error| internal(&error))?;
    loop {
        if !roots.deepen(run, 3, Some(played.ply)) {
            return Ok(None);
        }
        // The next depth takes several times as long as all before.
        if (run.ran() - begin) * 3 > budget || roots.depth() >= 20 {
            break;
        }
    }
    let (Some(best), Some(chosen)) = (roots.plies().first(), roots.find(played.ply)) else {
        return Ok(None);
    };
    let turned_up = chosen.outcomes.iter().find(|o| Some(o.piece) == played.reveal.piece());
    let after = turned_up.map_or(chosen.value, |outcome| outcome.value);
    let luck = turned_up.map(|outcome| centipawns(outcome.value) - centipawns(chosen.value));
    let best_ply = words::banqi_ply(game.position(), best.ply, None);
    let mut position = game.position().clone();
    let mut line = Vec::new();
    for &ply in best.line.iter().take(SHOWN) {
        if !position.is_legal(ply) {
            break;
        }
        line.push(short(words::banqi_ply(&position, ply, None)));
        if ply.is_flip() {
            break;
        }
        position.make(ply, banqi::Reveal::Nothing, &mut game::NullObserver);
    }
    let depths = (roots.depth(), roots.depth());
    Ok(Some(Judged { best: best.value, chosen: chosen.value, after, best_ply, line, luck, depths }))
}

#[cfg(test)]
mod tests {
    use super::super::gate::Class;
    use super::super::pool::Pool;
    use super::*;
    use crate::board::Kind;
    use crate::board::line::Chance;
    use std::sync::{Arc, Mutex};

    fn reviewed(kind: Kind, start: Option<&str>, plies: &str, budget_ms: u64) -> Vec<Value> {
        let mut line = Line::open(kind, start, None).unwrap();
        for ply in plies.split_whitespace() {
            line.play(ply, Chance::Told(None), true).unwrap();
        }
        let pool = Pool::new(1, 8, 2);
        let heard = Arc::new(Mutex::new(Vec::new()));
        let hears = Arc::clone(&heard);
        let budget = Duration::from_millis(budget_ms);
        pool.ask(Class::Review, move |run| {
            review(&line, 2, budget, run, &mut |message| hears.lock().unwrap().push(message))
        })
        .unwrap()
        .unwrap();
        heard.lock().unwrap().clone()
    }

    #[test]
    fn a_planted_blunder_is_marked_with_the_better_ply() {
        // The cannon takes a pawn that the horse protects.
        let heard = reviewed(Kind::Xiangqi, None, "h2e2 h9g7 h0g2 i9h9 e2e6 g7e6", 60);
        let marks: Vec<&str> =
            heard.iter().filter_map(|message| message["mark"].as_str()).collect();
        assert_eq!((marks.len(), marks[4]), (6, "blunder"), "{marks:?}");
        assert!(!marks[..4].contains(&"blunder"), "{marks:?}");
        assert_eq!(heard[6]["type"], "review_end");
        let start = "3k5/9/9/9/9/9/9/r8/4A4/R3K4 w";
        let heard = reviewed(Kind::Xiangqi, Some(start), "a0b0", 40);
        assert_eq!(
            (&heard[0]["mark"], &heard[0]["best"]["ply"]),
            (&json!("blunder"), &json!("a0a2"))
        );
        assert!(heard[0]["loss"].as_i64() > Some(400), "{}", heard[0]);
        assert_eq!(heard[1]["summary"]["first"]["blunder"], 1);
    }

    #[test]
    fn best_and_played_are_searched_equally_deep() {
        let heard = reviewed(Kind::Xiangqi, None, "a3a4 i6i5 a0a1 h9i7 e0e1 e9e8", 150);
        let plies = heard.iter().filter(|message| message["type"] == "review_ply");
        for ply in plies {
            let (best, played) = (&ply["depth"], &ply["played_depth"]);
            assert_eq!(best, played, "{ply}");
        }
    }

    #[test]
    fn chances_are_the_first_seats() {
        assert_eq!(chance(Score::DRAW, Seat::Second, 250.0), 0.5);
        let ahead = chance(Score::new(250), Seat::First, 250.0);
        assert!(
            ahead > 0.7
                && (ahead + chance(Score::new(250), Seat::Second, 250.0) - 1.0).abs() < 1e-9
        );
    }

    #[test]
    fn luck_is_no_decision() {
        let start = "8/8/8/K3X2r r h1";
        let heard = reviewed(Kind::Banqi, Some(start), "e1=h", 0);
        assert_eq!(heard[0]["luck"], 0, "one outcome is no luck: {}", heard[0]);
        let start = "7X/8/8/KX5r r p1C1";
        let [bad, good] = ["b1=p", "b1=C"].map(|ply| reviewed(Kind::Banqi, Some(start), ply, 0));
        assert_eq!(bad[0]["loss"], good[0]["loss"]);
        assert!(bad[0]["luck"].as_i64() < Some(0) && good[0]["luck"].as_i64() > Some(0));
    }

    #[test]
    fn marks_grow_with_the_points_lost() {
        let judged = |best: i32, chosen: i32| Judged {
            best: Score::new(best),
            chosen: Score::new(chosen),
            after: Score::new(chosen),
            best_ply: words::xiangqi_ply(&xiangqi::Position::start(), "h2e2".parse().unwrap()),
            line: Vec::new(),
            luck: None,
            depths: (1, 1),
        };
        let mark = |best, chosen| judged(best, chosen).mark(false, XIANGQI_SCALE);
        assert_eq!(mark(30, 28), Mark::Best);
        assert_eq!(mark(30, -10), Mark::Good);
        assert_eq!(mark(30, -60), Mark::Inaccuracy);
        assert_eq!(mark(30, -120), Mark::Mistake);
        assert_eq!(mark(30, -400), Mark::Blunder);
        assert_eq!(mark(3_000, 2_000), Mark::Good, "a won game stays won");
    }
}
