//! What a search reports, in the protocols' words.

use protocol::{Bound, Info, Score, ScoreValue, WinDrawLoss};
use search::{Report, WinModel, mate_in_moves};

use super::output::Dialect;

/// A report as an `info` line; without a line of play it only says how far the
/// search is. `write` gives the text of a ply.
pub(super) fn info<Ply: Copy>(
    report: &Report<'_, Ply>,
    model: WinModel,
    show_wdl: bool,
    write: impl Fn(Ply) -> String,
) -> Info {
    let seconds = report.time.as_secs_f64().max(0.001);
    let mut info = Info {
        depth: Some(report.depth.max(0) as u32),
        seldepth: Some(report.selective_depth.max(0) as u32),
        nodes: Some(report.nodes),
        nps: Some((report.nodes as f64 / seconds) as u64),
        hashfull: Some(report.fullness as u32),
        tbhits: (report.table_hits > 0).then_some(report.table_hits),
        time: Some(report.time.as_millis() as u64),
        ..Info::default()
    };
    if let Some(reported) = &report.line {
        let score = reported.line.score;
        info.multipv = Some(reported.number as u32);
        info.score = Some(Score { value: score_value(model, score), bound: bound(reported.bound) });
        info.wdl = show_wdl.then(|| win_draw_loss(model, score));
        info.pv = reported.line.plies.iter().map(|&ply| write(ply)).collect();
    }
    info
}

/// Whether a dialect can say what a report says: UCCI has no word for a bound.
pub(super) fn can_say<Ply>(dialect: Dialect, report: &Report<'_, Ply>) -> bool {
    let exact = report.line.is_none_or(|reported| reported.bound == search::Bound::Exact);
    exact || dialect == Dialect::Uci
}

/// What a score means, in the protocol's words.
fn bound(bound: search::Bound) -> Bound {
    match bound {
        search::Bound::Lower => Bound::Lower,
        search::Bound::Upper => Bound::Upper,
        search::Bound::Exact | search::Bound::None => Bound::Exact,
    }
}

/// A score in the protocol's words: `cp 100` wins half of the games.
fn score_value(model: WinModel, score: game::Score) -> ScoreValue {
    match mate_in_moves(score) {
        Some(moves) => ScoreValue::Mate(moves),
        None => ScoreValue::Centipawns(model.shown(score)),
    }
}

/// Expected results in thousandths.
fn win_draw_loss(model: WinModel, score: game::Score) -> WinDrawLoss {
    let [win, draw, loss] = model.chances(score).thousandths();
    WinDrawLoss { win, draw, loss }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{Line, LineReport};
    use std::time::Duration;

    #[test]
    fn a_hundred_wins_half_of_the_games() {
        for model in [xiangqi_engine::WIN_CURVE.full, banqi_engine::WIN_CURVE.bare] {
            let score = model.score(100);
            assert_eq!(score_value(model, score), ScoreValue::Centipawns(100));
            let WinDrawLoss { win, draw, loss } = win_draw_loss(model, score);
            assert!((495..=505).contains(&win) && win + draw + loss == 1000, "{win} {draw} {loss}");
            let even = win_draw_loss(model, game::Score::DRAW);
            assert_eq!(even.win, even.loss);
        }
        let mate = win_draw_loss(xiangqi_engine::WIN_CURVE.full, game::Score::loss_in(4));
        assert_eq!(mate.loss, 1000);
    }

    #[test]
    fn a_report_says_all_it_knows() {
        let model = WinModel::new(200.0, 80.0);
        let line = Line { score: game::Score::win_in(3), plies: vec![4, 5] };
        let mut report = Report {
            depth: 7,
            selective_depth: 12,
            nodes: 3_000,
            time: Duration::from_millis(1_500),
            fullness: 31,
            table_hits: 2,
            line: Some(LineReport { number: 2, line: &line, bound: search::Bound::Lower }),
        };
        let text = |report: &Report<'_, i32>| {
            let info = info(report, model, true, |ply| format!("ply{ply}"));
            protocol::uci::Reply::Info(Box::new(info)).to_string()
        };
        let said = text(&report);
        for words in [
            "depth 7 seldepth 12",
            "multipv 2",
            "score mate 2 lowerbound",
            "wdl 1000 0 0",
            "nodes 3000",
            "nps 2000",
            "hashfull 31",
            "tbhits 2",
            "time 1500",
            "pv ply4 ply5",
        ] {
            assert!(said.contains(words), "{words} is missing in {said}");
        }
        assert!(can_say(Dialect::Uci, &report) && !can_say(Dialect::Ucci, &report));
        report.line = Some(LineReport { number: 1, line: &line, bound: search::Bound::Exact });
        assert!(can_say(Dialect::Ucci, &report));
        report.line = None;
        assert!(can_say(Dialect::Ucci, &report));
        let said = text(&report);
        assert!(!said.contains("score") && !said.contains("pv"), "{said}");
    }
}
