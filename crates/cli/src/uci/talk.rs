//! What the engine says, in either dialect.

use std::io::Write;

use protocol::coordinates::{Ranks, convert};
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

/// A report of the search as an `info` line; without a line it only says how far
/// the search is.
pub fn info(report: &Report<'_>, model: WinModel, show_wdl: bool, ranks: Ranks) -> Info {
    let seconds = report.time.as_secs_f64().max(0.001);
    let mut info = Info {
        depth: Some(report.depth as u32),
        seldepth: Some(report.selective_depth as u32),
        nodes: Some(report.nodes),
        nps: Some((report.nodes as f64 / seconds) as u64),
        hashfull: Some(report.fullness as u32),
        time: Some(report.time.as_millis() as u64),
        ..Info::default()
    };
    if let Some(told) = &report.line {
        let score = told.line.score;
        info.multipv = Some(told.number as u32);
        info.score = Some(Score { value: score_value(model, score), bound: bound(told.bound) });
        info.wdl = show_wdl.then(|| win_draw_loss(model, score));
        info.pv = told.line.plies.iter().map(|&ply| move_text(ply, ranks)).collect();
    }
    info
}

/// A move in a counting of ranks.
pub fn move_text(ply: xiangqi::Ply, ranks: Ranks) -> String {
    let text = ply.to_string();
    convert(&text, Ranks::ZeroToNine, ranks).unwrap_or(text)
}

/// What a score means, in the protocol's words.
pub fn bound(bound: search::Bound) -> Bound {
    match bound {
        search::Bound::Lower => Bound::Lower,
        search::Bound::Upper => Bound::Upper,
        search::Bound::Exact | search::Bound::None => Bound::Exact,
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
