//! Where patterns match, what they cost, and what they change.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use game::Rng;
use patterns::compile::costs;
use patterns::{Match, Matcher, PatternSet, interpret, random};
use play::trial::{Opinion, Trial, TrialError, try_patterns};
use play::{AnyGame, GameKind};
use serde::Deserialize;
use serde_json::{Value, json};
use xiangqi::{Bitboard, Position};

use super::sound;
use super::text::named;
use crate::api::evaluate::term_json;
use crate::app::App;
use crate::error::{ApiError, Code};
use crate::http::body::Body;
use crate::think::gate::Class;
use crate::think::pool::Run;

/// More ground patterns are not compiled for a report: some methods grow fast.
const MOST_GROUNDS: usize = 120;
/// Boards on which costs are counted, and how often each is measured.
const BOARDS: usize = 300;
const ROUNDS: usize = 3;
/// What each search of a trial looks at.
const NODES: u64 = 20_000;
/// So many weights may be told.
const MOST_WEIGHTS: usize = 50;

static SAMPLE: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut rng = Rng::new(1);
    (0..BOARDS).map(|_| random::played(&mut rng)).collect()
});

/// Patterns and a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    text: String,
    fen: String,
}

/// `POST /api/patterns/matches`: which patterns are on a board, for whom, on which points.
///
/// # Errors
/// If the text has an error, or the position is none.
pub async fn matches(
    State(app): State<Arc<App>>,
    Body(asked): Body<Asked>,
) -> Result<Json<Value>, ApiError> {
    let work = move || {
        let set = sound(&asked.text)?;
        let AnyGame::Xiangqi { game, .. } = open(&asked.fen)? else { return Err(other_game()) };
        let found = set.matches(game.position());
        let found: Vec<Value> = found.iter().map(|one| match_json(&set, one)).collect();
        Ok(Json(json!({"matches": found})))
    };
    app.pool.answer(Class::Question, move |_| work()).await
}

fn open(fen: &str) -> Result<AnyGame, ApiError> {
    Ok(AnyGame::open(GameKind::Xiangqi, Some(fen), None)?)
}

fn other_game() -> ApiError {
    ApiError::bad("patterns are shapes of xiangqi")
}

fn match_json(set: &PatternSet, one: &Match) -> Value {
    let mut value = named(&set.patterns[one.pattern]);
    let points = Bitboard(one.points).into_iter().map(|point| point.to_string());
    value["side"] = json!(if one.side == game::Side::Red { "red" } else { "black" });
    value["mirrored"] = json!(one.mirrored);
    value["points"] = json!(points.collect::<Vec<_>>());
    value["count"] = json!(one.count);
    value
}

/// `POST /api/patterns/cost`: what the compilers of the document and the matchers say of
/// patterns.
///
/// # Errors
/// If the text has an error or too many patterns.
pub async fn cost(
    State(app): State<Arc<App>>,
    Body(sent): Body<super::text::Sent>,
) -> Result<Json<Value>, ApiError> {
    let work = move |run: &Run| {
        let set = sound(&sent.text)?;
        if set.grounds.len() > MOST_GROUNDS {
            let many = set.grounds.len();
            let message = format!("{many} patterns with colours and wings: at most {MOST_GROUNDS}");
            return Err(ApiError::new(Code::TooLarge, message));
        }
        report(&set, run)
    };
    app.pool.answer(Class::Question, work).await
}

fn report(set: &PatternSet, run: &Run) -> Result<Json<Value>, ApiError> {
    let sample = &*SAMPLE;
    let mut methods = Vec::new();
    let mut row = |name: &str, model: Value, look: &mut dyn FnMut(&Position) -> usize| {
        if !run.goes_on() {
            return Err(ApiError::new(Code::Busy, "nobody waits for the report"));
        }
        let mut value = model;
        value["method"] = json!(name);
        value["ns"] = json!(time(sample, look));
        methods.push(value);
        Ok(())
    };
    for cost in costs(&set.grounds, sample) {
        let model = json!({
            "cycles": cost.cycles, "counted": cost.counted, "lines": cost.lines, "cut": cost.is_cut,
        });
        row(cost.method, model, &mut |board| {
            let mut found = 0;
            cost.program.for_each(board, |_| found += 1);
            found
        })?;
    }
    row("interpreter", json!({}), &mut |board| {
        set.grounds.iter().filter(|ground| interpret::matches(board, ground)).count()
    })?;
    let matcher = Matcher::new(&set.grounds);
    let mut state = matcher.start();
    row("bits", json!({}), &mut |board| {
        let mut found = 0;
        matcher.for_each(&mut state, board, |_, _| found += 1);
        found
    })?;
    let hits = sample.iter().filter(|board| !set.matches(board).is_empty()).count();
    Ok(Json(json!({
        "patterns": set.patterns.len(),
        "grounds": set.grounds.len(),
        "boards": sample.len(),
        "hits": hits,
        "methods": methods,
    })))
}

/// Nanoseconds a board, the shortest of some rounds: what else the machine does only makes
/// it longer.
fn time(boards: &[Position], look: &mut dyn FnMut(&Position) -> usize) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        std::hint::black_box(boards.iter().map(&mut *look).sum::<usize>());
        best = best.min(begin.elapsed().as_nanos() as f64 / boards.len() as f64);
    }
    best
}

/// Patterns, a position, and what they are to be worth.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    text: String,
    fen: String,
    /// By name: early and late.
    #[serde(default)]
    weights: BTreeMap<String, [i32; 2]>,
    /// Whether the search hears what patterns say about moves.
    #[serde(default)]
    guide: bool,
}

/// `POST /api/patterns/try`: an evaluation and a short search without patterns and with
/// them.
///
/// # Errors
/// If the text has an error, the position is none, or a weight is refused.
pub async fn try_out(
    State(app): State<Arc<App>>,
    Body(tried): Body<Tried>,
) -> Result<Json<Value>, ApiError> {
    let work = move |run: &Run| {
        let set = sound(&tried.text)?;
        let unknown = tried.weights.keys().find(|key| set.find(key).is_none());
        if unknown.is_some() || tried.weights.len() > MOST_WEIGHTS {
            return Err(ApiError::bad("weights: expected names of patterns of the text"));
        }
        let line = open(&tried.fen)?;
        let trial = Trial {
            patterns: &tried.text,
            weights: tried.weights.into_iter().collect(),
            guide: tried.guide,
            nodes: NODES,
        };
        let [without, with] = try_patterns(&line, &trial, run).map_err(refused)?;
        Ok(Json(json!({"without": opinion(&without), "with": opinion(&with)})))
    };
    app.pool.answer(Class::Hint, work).await
}

fn refused(error: TrialError) -> ApiError {
    match error {
        TrialError::Create(error) => ApiError::new(Code::Internal, error.to_string()),
        other => ApiError::bad(other.to_string()),
    }
}

fn opinion(opinion: &Opinion) -> Value {
    let evaluation = &opinion.evaluation;
    json!({
        "score": evaluation.score,
        "decided_by": evaluation.decided_by,
        "terms": evaluation.terms.iter().map(term_json).collect::<Vec<_>>(),
        "best": opinion.best.as_ref().map(|(ply, score)| json!({"ply": ply, "score": score})),
        "depth": opinion.depth,
    })
}
