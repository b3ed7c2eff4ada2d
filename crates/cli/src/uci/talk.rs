//! What the engine says, in either dialect.

use std::io::Write;

use protocol::coordinates::{Ranks, convert};
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

/// A report of the search as an `info` line; without a line it only says how far
/// the search is.
pub fn info(report: &Report<'_>, show_wdl: bool, ranks: Ranks) -> Info {
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
        info.score = Some(Score { value: score_value(score), bound: bound(told.bound) });
        info.wdl = show_wdl.then(|| win_draw_loss(score));
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
