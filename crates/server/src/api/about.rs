//! What there is: profiles, rules, limits.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Json;
use axum::extract::State;
use game::Position as _;
use play::engine::profiles;
use play::game::MOST_PLIES;
use play::{AnyGame, GameKind, Level};
use serde_json::{Value, json};

use crate::app::App;
use crate::board::view::{REASONS, board};
use crate::config::cores;
use crate::http::body;
use crate::live::jobs::{MOST_LINES, REVIEW_BUDGET};
use crate::live::socket;

/// `GET /api/about`.
pub async fn about(State(app): State<Arc<App>>) -> Json<Value> {
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "cores": cores(),
        "damaged": app.damaged.load(Ordering::Relaxed),
        "xiangqi": game(&app, GameKind::Xiangqi),
        "banqi": game(&app, GameKind::Banqi),
        "reasons": REASONS,
        "limits": {
            "body_bytes": body::MOST_BYTES,
            "tree_bytes": body::MOST_TREE_BYTES,
            "message_bytes": socket::MOST_BYTES,
            "lines": MOST_LINES,
            "plies": MOST_PLIES,
            "threads": app.pool.slots(),
            "hash_mb": most_hash(&app),
            "review_budget_ms": {"least": REVIEW_BUDGET.0, "most": REVIEW_BUDGET.1, "usual": REVIEW_BUDGET.2},
        },
    }))
}

/// The largest table one search may have.
pub fn most_hash(app: &App) -> usize {
    (app.pool.memory().budget() / 2).max(1)
}

fn game(app: &App, kind: GameKind) -> Value {
    let (rules, start): (Vec<Value>, String) = match kind {
        GameKind::Xiangqi => {
            let presets = xiangqi::rules::PRESETS.iter();
            let rules = presets.map(|(name, about)| json!({"name": name, "about": about}));
            (rules.collect(), xiangqi::START_FEN.to_owned())
        }
        GameKind::Banqi => {
            let rules = banqi::BanqiRules::names()
                .into_iter()
                .map(|name| json!({"name": name, "about": banqi_about(name)}));
            (rules.collect(), banqi::Position::start().to_string())
        }
    };
    let ours = profiles(kind).iter().map(|(name, about)| json!({"name": name, "about": about}));
    // All foreign engines play xiangqi.
    let foreign = app.config.engines.list.iter().filter(|_| kind == GameKind::Xiangqi);
    let foreign = foreign.map(|engine| json!({"name": engine.profile(), "about": engine.about}));
    let profiles: Vec<Value> = ours.chain(foreign).collect();
    let usual = match kind {
        GameKind::Xiangqi => "computer",
        GameKind::Banqi => "tcga",
    };
    // What may be done first, so that the first page need not ask.
    let board = AnyGame::open(kind, None, None).ok().map(|line| board(&line, false));
    json!({
        "profiles": profiles, "levels": Level::FULL.get(), "rules": rules, "usual_rules": usual,
        "start": start, "board": board,
    })
}

/// The options of a preset in words.
fn banqi_about(name: &str) -> String {
    let Ok(rules) = banqi::BanqiRules::preset(name) else { return String::new() };
    let chase = match rules.long_chase {
        0 => String::new(),
        plies => format!(", a chase of {plies} plies loses"),
    };
    format!(
        "draw after {} plies without capture or flip, repetition {}{chase}",
        rules.no_progress_plies, rules.repetition
    )
}
