//! The terms of an evaluation, and what flips may bring.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use banqi_engine::BanqiGame;
use game::Score;
use search::WinModel;
use serde::Deserialize;
use serde_json::{Value, json};
use xiangqi_engine::eval::{EvalStyle, Evaluation};

use crate::app::App;
use crate::board::{Kind, Line, ScoreView, Seat};
use crate::error::{ApiError, Code};
use crate::http::body::Body;
use crate::live::messages::{LineText, PlyText};
use crate::think::gate::Class;
use crate::think::pool::Run;
use crate::think::roots::{Root, Roots};

/// The running time of a look at all flips in milliseconds: usual and longest. How
/// deep it goes at most, and the megabytes of its table.
const FLIP_TIME: u64 = 400;
const LONGEST_FLIP_TIME: u64 = 5_000;
const FLIP_DEPTH: i32 = 12;
const FLIP_HASH: usize = 8;

/// A position: a text, or a line that leads to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    game: Option<Kind>,
    fen: Option<String>,
    start: Option<String>,
    #[serde(default)]
    plies: Vec<PlyText>,
    rules: Option<String>,
    /// How long to look at flips; an evaluation takes no time.
    ms: Option<u64>,
}

impl Asked {
    fn line(self, usual: Option<Kind>, run: &Run) -> Result<Line, ApiError> {
        let game = self.game.or(usual);
        let game = game.ok_or_else(|| ApiError::bad("game: expected xiangqi or banqi"))?;
        let start = self.fen.or(self.start);
        LineText { game, start, plies: self.plies, rules: self.rules }.open_while(|| run.goes_on())
    }
}

/// `POST /api/evaluate`: every term, from the first seat's view, in hundredths as
/// scores are shown; they sum to the score exactly.
///
/// # Errors
/// If the position is none.
pub async fn evaluate(
    State(app): State<Arc<App>>,
    Body(asked): Body<Asked>,
) -> Result<Json<Value>, ApiError> {
    if asked.ms.is_some() {
        return Err(ApiError::bad("ms: only flips are looked at for a time"));
    }
    let work = move |run: &Run| {
        let line = asked.line(None, run)?;
        let terms = match &line {
            Line::Xiangqi { game, .. } => xiangqi_terms(game.position()),
            Line::Banqi { game, .. } => banqi_terms(&line, game),
        };
        let total: i64 = terms.iter().filter_map(|term| term["total"].as_i64()).sum();
        let model = line.win_model();
        let share = (1000.0 * model.points(model.score(total as i32))).round() as i32;
        let score = ScoreView { cp: Some(total as i32), mate: None, share };
        Ok(Json(json!({"score": score, "terms": terms})))
    };
    app.pool.answer(Class::Question, work).await
}

/// Names of terms are codes: `piece squares` is `piece_squares`.
fn code(name: &str) -> String {
    name.replace(' ', "_")
}

fn xiangqi_terms(position: &xiangqi::Position) -> Vec<Value> {
    let rows = Evaluation::of_style(EvalStyle::Chuhe).explain(position);
    let model = xiangqi_engine::win_model(position);
    let shown = |units: i32| model.shown_units(units.into());
    let term = |row: &xiangqi_engine::eval::TermRow| {
        let (first, second) = (shown(row.red), shown(row.black));
        json!({"name": code(row.name), "first": first, "second": second, "total": first - second})
    };
    rows.iter().map(term).collect()
}

/// Terms of dark chess are differences: they are shown on the side they favour.
fn banqi_terms(line: &Line, game: &BanqiGame) -> Vec<Value> {
    let sign = if line.seat_to_move() == Seat::First { 1 } else { -1 };
    let rows = banqi_engine::explain(game).rows;
    rows.iter()
        .map(|row| {
            let total = line.win_model().shown_units((sign * row.value).into());
            json!({"name": code(row.name), "first": total.max(0), "second": (-total).max(0), "total": total})
        })
        .collect()
}

/// `POST /api/flips`: for each face-down square everything that may turn up.
/// Values are those of the side that flips.
///
/// # Errors
/// If the position is none, or the engine failed.
pub async fn flips(
    State(app): State<Arc<App>>,
    Body(asked): Body<Asked>,
) -> Result<Json<Value>, ApiError> {
    let time = Duration::from_millis(asked.ms.unwrap_or(FLIP_TIME).min(LONGEST_FLIP_TIME));
    let work = move |run: &Run| {
        let Line::Banqi { game, .. } = asked.line(Some(Kind::Banqi), run)? else {
            return Err(ApiError::bad("only dark chess has flips"));
        };
        let found = look_at_flips(game, time, run);
        found.map(Json).map_err(|error| ApiError::new(Code::Internal, error))
    };
    app.pool.answer(Class::Hint, work).await
}

/// Searches all plies as deep as the time allows, one ply at least.
fn look_at_flips(game: BanqiGame, time: Duration, run: &Run) -> Result<Value, String> {
    let model = banqi_engine::win_model(game.position());
    let mut roots = Roots::new(game, run, FLIP_HASH, 0)?;
    let all = roots.plies().len();
    while roots.deepen(run, all, None) && roots.depth() < FLIP_DEPTH {
        // The next ply takes several times as long as all before.
        if run.ran() * 3 > time {
            break;
        }
    }
    Ok(flips_json(model, &roots))
}

/// In hundredths, as scores are shown.
fn value(model: WinModel, score: Score) -> i32 {
    let units = score.get().clamp(-banqi_engine::WON, banqi_engine::WON);
    model.shown_units(units.into())
}

/// The worst and the best outcome of a flip.
fn extremes(model: WinModel, root: &Root) -> (i32, i32) {
    let values = root.outcomes.iter().map(|outcome| value(model, outcome.value));
    (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
}

fn flips_json(model: WinModel, roots: &Roots<'_>) -> Value {
    let flips: Vec<&Root> = roots.plies().iter().filter(|root| root.ply.is_flip()).collect();
    let by_average = flips.iter().max_by_key(|root| (root.value, extremes(model, root).0));
    let by_worst = flips.iter().max_by_key(|root| (extremes(model, root).0, root.value));
    let squares: Vec<Value> = flips
        .iter()
        .map(|root| {
            let chosen = |best: Option<&&Root>| best.is_some_and(|best| best.ply == root.ply);
            let policies = [("expectation", chosen(by_average)), ("least-worst", chosen(by_worst))];
            let policies: Vec<&str> =
                policies.into_iter().filter(|(_, chosen)| *chosen).map(|(name, _)| name).collect();
            flip_json(model, root, &policies)
        })
        .collect();
    let best = roots.plies().iter().find(|root| !root.ply.is_flip());
    let best =
        best.map(|root| json!({"ply": root.ply.to_string(), "value": value(model, root.value)}));
    json!({"depth": roots.depth(), "squares": squares, "best_move": best})
}

fn flip_json(model: WinModel, root: &Root, chosen_by: &[&str]) -> Value {
    let of: u32 = root.outcomes.iter().map(|outcome| outcome.count).sum();
    let outcomes: Vec<Value> = root
        .outcomes
        .iter()
        .map(|outcome| {
            json!({
                "piece": outcome.piece.letter().to_string(),
                "weight": outcome.count,
                "of": of,
                "value": value(model, outcome.value),
                "reply": outcome.reply.map(|ply| ply.to_string()),
            })
        })
        .collect();
    let (worst, best) = extremes(model, root);
    json!({
        "at": root.ply.from().to_string(),
        "expectation": value(model, root.value),
        "worst": worst,
        "best": best,
        "chosen_by": chosen_by,
        "outcomes": outcomes,
    })
}
