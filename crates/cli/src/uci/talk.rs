//! What the engine says, in either dialect.

use std::io::Write;

use protocol::{Bound, Info, OptionSpec, Score, ScoreValue, WinDrawLoss, ucci, uci};
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
pub fn info(report: &Report<'_>, show_wdl: bool) -> Info {
    let milliseconds = report.time.as_millis() as u64;
    let seconds = report.time.as_secs_f64().max(0.001);
    let score = report.line.score;
    Info {
        depth: Some(report.depth as u32),
        seldepth: Some(report.selective_depth as u32),
        multipv: Some(report.number as u32),
        score: Some(Score { value: score_value(score), bound: Bound::Exact }),
        wdl: show_wdl.then(|| win_draw_loss(score)),
        nodes: Some(report.nodes),
        nps: Some((report.nodes as f64 / seconds) as u64),
        hashfull: Some(report.fullness as u32),
        time: Some(milliseconds),
        pv: report.line.plies.iter().map(ToString::to_string).collect(),
        ..Info::default()
    }
}

/// A score in the protocol's words.
pub fn score_value(score: game::Score) -> ScoreValue {
    match score.plies_to_end() {
        // Plies to whole moves of the side that wins.
        Some(plies) if plies > 0 => ScoreValue::Mate((plies + 1) / 2),
        Some(plies) => ScoreValue::Mate(plies / 2),
        None => ScoreValue::Centipawns(score.get()),
    }
}

/// Expected results in thousandths, by a logistic curve with room for draws.
fn win_draw_loss(score: game::Score) -> WinDrawLoss {
    let share = |centipawns: f64| 1000.0 / (1.0 + (-(centipawns - 110.0) / 90.0).exp());
    let points = f64::from(score.get());
    let (win, loss) = (share(points) as u16, share(-points) as u16);
    WinDrawLoss { win, draw: 1000 - (win + loss).min(1000), loss }
}
