//! A whole game, ply by ply: what was best, what was lost, and in dark chess
//! what was luck.
//!
//! The loss of a ply is the best value minus the value of what was chosen, both
//! from searches of the same depth. A flip is judged by its average over all
//! outcomes; what really turned up is luck.

use std::time::Duration;

use banqi_engine::BanqiGame;
use game::{Game, Outcome, Position as _, Score};
use search::{Limits, WinModel};
use serde::Serialize;
use serde_json::{Value, json};
use xiangqi_engine::search::path::GameHistory;
use xiangqi_engine::{Engine, Request};

use super::analysis::short;
use super::pool::Run;
use super::progress;
use super::roots::{Root, Roots};
use super::shelf::{Order, Taken};
use crate::board::line::XiangqiGame;
use crate::board::words;
use crate::board::{Line, PlyView, ScoreView, Seat};
use crate::error::{ApiError, Code};

/// What a forced end counts in sums, in hundredths as shown.
const DECIDED: i32 = 10_000;
/// Plies shown of the better line.
const SHOWN: usize = 8;
/// Expected points lost from which a ply is called so.
const INACCURACY: f64 = 0.06;
const MISTAKE: f64 = 0.12;
const BLUNDER: f64 = 0.20;
/// How many times its share of time a played ply may take to be searched as deep as
/// the best: one ply alone takes less than all together, so this hardly ever ends it.
const PATIENCE: u32 = 20;
/// Within this, in hundredths as shown, a ply is as good as the best.
const EQUAL: i32 = 2;
/// Expected points it costs to stand again as one stood before, for each time, when
/// something else was as good within the second number; the most it may cost; and
/// from which points on somebody has something to play for when no flip is left.
const RETURN: f64 = 0.06;
const AS_GOOD: f64 = 0.01;
const MOST_RETURN: f64 = 0.12;
const AHEAD: f64 = 0.6;

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
    /// What turned up beyond the average, in hundredths as shown and in points.
    luck: Option<i32>,
    luck_points: Option<f64>,
    /// Expected points lost by getting nowhere.
    idle: f64,
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
    /// What a ply lost on average, in thousandths of a point.
    points_lost: i32,
    /// Everything lost, in hundredths as shown.
    lost: i32,
    /// Expected points kept, in percent of a hundred.
    accuracy: i32,
    /// All luck together.
    luck: i32,
    #[serde(skip)]
    all_points_lost: f64,
}

/// A score in hundredths as shown.
fn hundredths(model: WinModel, score: Score) -> i32 {
    if score.is_win() {
        DECIDED
    } else if score.is_loss() {
        -DECIDED
    } else {
        model.shown(score)
    }
}

fn thousandths(points: f64) -> i32 {
    (1000.0 * points).round() as i32
}

impl Judged {
    fn loss(&self, model: WinModel) -> i32 {
        (hundredths(model, self.best) - hundredths(model, self.chosen)).max(0)
    }

    fn points_lost(&self, model: WinModel) -> f64 {
        (model.points(self.best) - model.points(self.chosen)).max(0.0) + self.idle
    }

    fn mark(&self, is_best: bool, model: WinModel) -> Mark {
        let lost = self.points_lost(model);
        if self.idle == 0.0 && (is_best || self.loss(model) <= EQUAL) {
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
    fn add(&mut self, judged: &Judged, mark: Mark, model: WinModel) {
        self.plies += 1;
        match mark {
            Mark::Best => self.best += 1,
            Mark::Good => self.good += 1,
            Mark::Inaccuracy => self.inaccuracy += 1,
            Mark::Mistake => self.mistake += 1,
            Mark::Blunder => self.blunder += 1,
        }
        self.lost = self.lost.saturating_add(judged.loss(model).min(1_000));
        self.all_points_lost += judged.points_lost(model);
        self.luck += judged.luck.unwrap_or(0);
    }

    fn finished(mut self) -> Summary {
        let plies = self.plies.max(1);
        let average = self.all_points_lost / f64::from(plies);
        self.points_lost = thousandths(average);
        // Losing a fifth of a point with every ply is as bad as it gets.
        self.accuracy = (100.0 * (1.0 - average / BLUNDER).max(0.0)).round() as i32;
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
    let mut reviewer = Reviewer::new(line, hash, budget, run)?;
    let mut summary = [Summary::default(); 2];
    for index in 0..line.len() {
        let model = reviewer.win_model();
        let Some((seat, judged)) = reviewer.next(line, index)? else { return Ok(()) };
        let played = line.ply_view(index);
        let mark = judged.mark(judged.best_ply.ply == played.ply, model);
        summary[seat.index()].add(&judged, mark, model);
        // Behind the last ply of a game there is no mate in one, but an end.
        let end = line.verdict().filter(|_| index + 1 == line.len());
        let after = match end {
            Some(result) => ScoreView::ended(result.winner),
            None => ScoreView::new(model, judged.after, seat),
        };
        report(json!({
            "type": "review_ply",
            "index": index,
            "of": line.len(),
            "seat": seat,
            "before": ScoreView::new(model, judged.best, seat),
            "after": after,
            "best": judged.best_ply,
            "line": judged.line,
            "loss": judged.loss(model),
            "points_lost": thousandths(judged.points_lost(model)),
            "mark": mark,
            "luck": judged.luck,
            "luck_points": judged.luck_points.map(thousandths),
            "depth": judged.depths.0,
            "played_depth": judged.depths.1,
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

    /// What scores are worth where it stands.
    fn win_model(&self) -> WinModel {
        match self {
            Reviewer::Xiangqi { game, .. } => xiangqi_engine::win_model(game.position()),
            Reviewer::Banqi { game, .. } => banqi_engine::win_model(game.position()),
        }
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
        luck_points: None,
        idle: 0.0,
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
    let model = banqi_engine::win_model(game.position());
    let luck_points =
        turned_up.map(|outcome| model.points(outcome.value) - model.points(chosen.value));
    let luck =
        turned_up.map(|outcome| hundredths(model, outcome.value) - hundredths(model, chosen.value));
    let (idle, other) = idle(game, &roots, chosen);
    let value = best.value;
    let best = other.unwrap_or(best);
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
    let (best, chosen) = (value, chosen.value);
    Ok(Some(Judged { best, chosen, after, best_ply, line, luck, luck_points, idle, depths }))
}

/// What a ply loses that brings the own pieces back to where they stood although
/// something else was as good and there was something to play for; and what would
/// have been better.
fn idle<'a>(game: &BanqiGame, roots: &'a Roots<'_>, chosen: &Root) -> (f64, Option<&'a Root>) {
    let model = banqi_engine::win_model(game.position());
    let times = progress::returns(game, chosen.ply);
    let own = model.points(chosen.value);
    let at_stake = game.position().pool().total() > 0 || own >= AHEAD;
    if times == 0 || !at_stake || chosen.value.is_decided() {
        return (0.0, None);
    }
    let other = roots.plies().iter().find(|root| progress::returns(game, root.ply) == 0);
    let other = other.filter(|root| model.points(root.value) >= own - AS_GOOD);
    let lost = (RETURN * f64::from(times)).min(MOST_RETURN);
    other.map_or((0.0, None), |root| (lost, Some(root)))
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
            luck_points: None,
            idle: 0.0,
            depths: (1, 1),
        };
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
        let heard = reviewed(Kind::Xiangqi, Some(start), "a0a5 d9d8 i0i5 d8d9", 30);
        let first = &heard[4]["summary"]["first"];
        let (lost, accuracy) = (first["points_lost"].as_i64(), first["accuracy"].as_i64());
        let (lost, accuracy) = (lost.unwrap(), accuracy.unwrap());
        assert!((100 - accuracy - lost / 2).abs() <= 1, "{first}");
        assert!(first["average_loss"].is_null(), "{first}");
    }

    #[test]
    fn behind_the_mate_the_game_is_over() {
        let start = "4k4/R8/9/9/9/9/9/9/9/3K4R w";
        let heard = reviewed(Kind::Xiangqi, Some(start), "i0i9", 10);
        assert_eq!(heard[0]["after"]["mate"], 0, "{}", heard[0]);
        assert!(heard[0]["after"]["cp"].as_i64() > Some(0));
    }

    #[test]
    fn who_goes_to_and_fro_is_not_accurate() {
        let start = "4XXXX/8/8/K5h1 r p1P1c1C1";
        let plies = "a1a2 g1g2 a2a1 g2g1 a1a2 g1g2 a2a1 g2g1 a1a2 g1g2 a2a1 g2g1";
        let heard = reviewed(Kind::Banqi, Some(start), plies, 0);
        let summary = &heard.last().unwrap()["summary"];
        for seat in ["first", "second"] {
            assert!(summary[seat]["accuracy"].as_i64() < Some(75), "{summary}");
        }
        assert!(heard[4]["points_lost"].as_i64() >= Some(60), "{}", heard[4]);
        assert_ne!(heard[4]["best"]["ply"], "a1a2", "something else would have been better");
        // Nothing left to flip and nobody ahead: there is nothing else to do.
        let heard = reviewed(Kind::Banqi, Some("8/8/8/K5k1 r"), plies, 0);
        let accuracy = &heard.last().unwrap()["summary"]["first"]["accuracy"];
        assert!(accuracy.as_i64() >= Some(95), "{accuracy}");
    }
}
