//! What the engine says, in either dialect.

use std::io::Write;

use protocol::{Bound, Info, OptionSpec, Score, ScoreValue, WinDrawLoss, ucci, uci};
use search::WinModel;
use xiangqi_engine::search::Report;

/// Which protocol is spoken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    Uci,
    Ucci,
}

/// Prints one line at once. Nobody left to read is not our error: the end of
/// input will end us.
pub fn say(line: impl std::fmt::Display) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

impl Dialect {
    pub fn option(self, spec: OptionSpec) {
        match self {
            Dialect::Uci => say(uci::Reply::Option(spec)),
            Dialect::Ucci => say(ucci::Reply::Option(spec)),
        }
    }

    /// Something a person should know.
    pub fn remark(self, text: &str) {
        let info = Info { string: Some(text.to_owned()), ..Info::default() };
        self.info(info);
    }

    pub fn info(self, info: Info) {
        match self {
            Dialect::Uci => say(uci::Reply::Info(Box::new(info))),
            Dialect::Ucci => say(ucci::Reply::Info(Box::new(info))),
        }
    }

    pub fn best_move(self, best: Option<String>, ponder: Option<String>) {
        match (self, best) {
            (Dialect::Uci, best) => {
                let best = best.unwrap_or_else(|| "(none)".to_owned());
                say(uci::Reply::BestMove { best, ponder });
            }
            (Dialect::Ucci, Some(best)) => {
                say(ucci::Reply::BestMove { best, ponder, claim: None });
            }
            (Dialect::Ucci, None) => say(ucci::Reply::NoBestMove),
        }
    }
}

/// A report of the search as an `info` line.
pub fn info(report: &Report<'_>, model: WinModel, show_wdl: bool) -> Info {
    let milliseconds = report.time.as_millis() as u64;
    let seconds = report.time.as_secs_f64().max(0.001);
    let score = report.line.score;
    Info {
        depth: Some(report.depth as u32),
        seldepth: Some(report.selective_depth as u32),
        multipv: Some(report.number as u32),
        score: Some(Score { value: score_value(model, score), bound: Bound::Exact }),
        wdl: show_wdl.then(|| win_draw_loss(model, score)),
        nodes: Some(report.nodes),
        nps: Some((report.nodes as f64 / seconds) as u64),
        hashfull: Some(report.fullness as u32),
        time: Some(milliseconds),
        pv: report.line.plies.iter().map(ToString::to_string).collect(),
        ..Info::default()
    }
}

/// A score in the protocol's words: `cp 100` wins half of the games.
pub fn score_value(model: WinModel, score: game::Score) -> ScoreValue {
    match score.plies_to_end() {
        // Plies to whole moves of the side that wins.
        Some(plies) if plies > 0 => ScoreValue::Mate((plies + 1) / 2),
        Some(plies) => ScoreValue::Mate(plies / 2),
        None => ScoreValue::Centipawns(model.shown(score)),
    }
}

/// Expected results in thousandths.
pub fn win_draw_loss(model: WinModel, score: game::Score) -> WinDrawLoss {
    let [win, draw, loss] = model.chances(score).thousandths();
    WinDrawLoss { win, draw, loss }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
