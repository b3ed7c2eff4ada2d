//! Files of rule cases: repetition verdicts and natural-limit counters.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use banqi::BanqiRules;
use game::Verdict;
use serde_json::{Map, Value};
use xiangqi::XiangqiRules;

use super::{banqi_verdict, play_xiangqi, start_xiangqi, xiangqi_verdict};
use crate::output;

/// One case as the file has it.
pub type Case = Map<String, Value>;

/// What a game's rules make of a case.
pub trait Judge {
    /// The verdict after the moves.
    fn verdict(&self, fen: &str, moves: &[&str]) -> Result<Option<Verdict>>;

    /// Compares the counters of a case ply by ply.
    fn limit(&self, case: &Case, fen: &str, moves: &[&str], counters: &[Value]) -> Result<()>;
}

impl Judge for XiangqiRules {
    fn verdict(&self, fen: &str, moves: &[&str]) -> Result<Option<Verdict>> {
        xiangqi_verdict(self, fen, moves)
    }

    fn limit(&self, case: &Case, fen: &str, moves: &[&str], counters: &[Value]) -> Result<()> {
        judge_limit(case, self, fen, moves, counters)
    }
}

impl Judge for BanqiRules {
    fn verdict(&self, fen: &str, moves: &[&str]) -> Result<Option<Verdict>> {
        banqi_verdict(self, fen, moves)
    }

    fn limit(&self, _: &Case, _: &str, _: &[&str], _: &[Value]) -> Result<()> {
        bail!("rule60_after_each_ply is a counter of xiangqi: leave out --game banqi")
    }
}

/// Judges every case of a file. A case with counters is compared ply by ply, any
/// other with its expected verdict; cases without one are skipped.
pub fn run(path: &Path, rules: &impl Judge, field: &str, only: Option<&str>) -> Result<ExitCode> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let cases: Vec<Case> = serde_json::from_str(&text)
        .with_context(|| format!("{name} is not a JSON list of cases"))?;
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for (number, case) in (1..).zip(&cases) {
        if !wanted(case, only) {
            continue;
        }
        let label = case
            .get("id")
            .and_then(Value::as_str)
            .map_or_else(|| format!("case {number}"), str::to_owned);
        match judge(case, rules, field) {
            Ok(Some(())) => passed += 1,
            Ok(None) => skipped += 1,
            Err(error) => {
                failed += 1;
                output::print(&format!("{label}: {error:#}\n"))?;
            }
        }
    }
    if skipped > 0 {
        output::print(&format!("{skipped} skipped: {field} is null\n"))?;
    }
    output::print(&format!("{passed} passed, {failed} failed\n"))?;
    Ok(if failed == 0 && passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn wanted(case: &Case, only: Option<&str>) -> bool {
    only.is_none_or(|text| {
        case.get("rule_set").and_then(Value::as_str).is_some_and(|set| set.contains(text))
    })
}

fn judge(case: &Case, rules: &impl Judge, field: &str) -> Result<Option<()>> {
    let fen = case.get("fen").and_then(Value::as_str).context("no field fen")?;
    let moves = case.get("moves").and_then(Value::as_array).context("no list moves")?;
    let moves: Vec<&str> = moves
        .iter()
        .map(|value| value.as_str().context("a move that is not a text"))
        .collect::<Result<_>>()?;
    if let Some(counters) = case.get("rule60_after_each_ply") {
        let counters = counters.as_array().context("rule60_after_each_ply is not a list")?;
        return rules.limit(case, fen, &moves, counters).map(Some);
    }
    match case.get(field) {
        None => bail!("no field {field}"),
        Some(Value::Null) => Ok(None),
        Some(expected) => {
            let expected = expected.as_str().with_context(|| format!("{field} is not a text"))?;
            judge_repetition(rules, fen, &moves, expected).map(Some)
        }
    }
}

fn judge_repetition(rules: &impl Judge, fen: &str, moves: &[&str], expected: &str) -> Result<()> {
    let verdict = rules.verdict(fen, moves)?;
    let (found, reason) = verdict
        .as_ref()
        .map_or(("none", "no rule ends the game here"), |v| (v.outcome.name(), v.reason.as_str()));
    if found == expected { Ok(()) } else { bail!("judged {found} ({reason}), expected {expected}") }
}

/// The counter after each ply, and the ply at which it reaches the limit.
fn judge_limit(
    case: &Case,
    rules: &XiangqiRules,
    fen: &str,
    moves: &[&str],
    counters: &[Value],
) -> Result<()> {
    if counters.len() != moves.len() {
        bail!("{} counters for {} moves", counters.len(), moves.len());
    }
    let mut game = start_xiangqi(rules, fen)?;
    let mut drawn_at = None;
    for (number, (text, expected)) in (1u64..).zip(moves.iter().zip(counters)) {
        play_xiangqi(&mut game, text).with_context(|| format!("ply {number}"))?;
        let found = game.history().limit().plies();
        if expected.as_u64() != Some(u64::from(found)) {
            bail!("ply {number}: counter {found}, expected {expected}");
        }
        if rules.natural_limit.is_some_and(|limit| found >= limit)
            && game.position().has_legal_ply()
        {
            drawn_at = drawn_at.or(Some(number));
        }
    }
    match case.get("draw_at_ply") {
        Some(expected) if expected.as_u64() != drawn_at => {
            bail!("drawn at ply {drawn_at:?}, expected {expected}")
        }
        _ => Ok(()),
    }
}
