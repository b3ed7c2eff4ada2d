//! The terms of an evaluation, and what flips may bring.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use game::Score;
use play::explain::{self, Term};
use play::flips::{self, FlipOutcome, FlipReport, FlipRequest, FlipRow};
use play::{AnyGame, CreateError, GameKind};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::error::{ApiError, Code};
use crate::http::body::Body;
use crate::live::messages::{LineText, PlyText};
use crate::think::gate::Class;
use crate::think::pool::Run;

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
    game: Option<GameKind>,
    fen: Option<String>,
    start: Option<String>,
    #[serde(default)]
    plies: Vec<PlyText>,
    rules: Option<String>,
    /// How long to look at flips; an evaluation takes no time.
    ms: Option<u64>,
}

impl Asked {
    fn line(self, usual: Option<GameKind>, run: &Run) -> Result<AnyGame, ApiError> {
        let game = self.game.or(usual);
        let game = game.ok_or_else(|| ApiError::bad("game: expected xiangqi or banqi"))?;
        let start = self.fen.or(self.start);
        LineText { game, start, plies: self.plies, rules: self.rules }.open_while(|| run.goes_on())
    }
}

/// `POST /api/evaluate`: every term, from the first seat's view, in hundredths as
/// scores are shown; which evaluation the engine goes by, and its score.
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
        let unmade = |error: CreateError| ApiError::new(Code::Internal, error.to_string());
        let explained = explain::explain(&line).map_err(unmade)?;
        let terms: Vec<Value> = explained.terms.iter().map(term_json).collect();
        let (score, decided_by) = (explained.score, explained.decided_by);
        Ok(Json(json!({"score": score, "decided_by": decided_by, "terms": terms})))
    };
    app.pool.answer(Class::Question, work).await
}

/// A term from the first seat's view.
pub(crate) fn term_json(term: &Term) -> Value {
    json!({
        "name": term.key,
        "first": term.first,
        "second": term.second,
        "total": term.total(),
    })
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
        let line = asked.line(Some(GameKind::Banqi), run)?;
        let AnyGame::Banqi { game, .. } = &line else {
            return Err(ApiError::bad("only dark chess has flips"));
        };
        let request = FlipRequest {
            depth: FLIP_DEPTH,
            time: Some(time),
            hash: FLIP_HASH,
            ..FlipRequest::default()
        };
        let found = flips::analyse(game, &request, run)
            .map_err(|error| ApiError::new(Code::Internal, error.to_string()))?;
        let stopped = || ApiError::new(Code::Busy, "stopped before the flips were looked at");
        Ok(Json(flips_json(&line, &found.ok_or_else(stopped)?)))
    };
    app.pool.answer(Class::Hint, work).await
}

/// In hundredths, as scores are shown.
fn flips_json(line: &AnyGame, report: &FlipReport) -> Value {
    let shown = &|score| flips::shown(line.win_model(), score);
    let squares: Vec<Value> = report.rows.iter().map(|row| flip_json(row, shown)).collect();
    let best =
        report.best_move.map(|(ply, score)| json!({"ply": ply.to_string(), "value": shown(score)}));
    json!({"depth": report.depth, "squares": squares, "best_move": best})
}

fn flip_json(row: &FlipRow, shown: &dyn Fn(Score) -> i32) -> Value {
    let outcome = |outcome: &FlipOutcome| {
        json!({
            "piece": outcome.piece.letter().to_string(),
            "weight": outcome.count,
            "of": row.weight(),
            "value": shown(outcome.value),
            "reply": outcome.reply.map(|ply| ply.to_string()),
        })
    };
    let best = row.outcomes.iter().map(|outcome| outcome.value).max().unwrap_or(row.worst);
    json!({
        "at": row.square.to_string(),
        "expectation": flips::shown_average(row, shown),
        "worst": shown(row.worst),
        "best": shown(best),
        "chosen_by": row.chosen_by,
        "outcomes": row.outcomes.iter().map(outcome).collect::<Vec<Value>>(),
    })
}
