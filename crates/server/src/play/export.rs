//! A game as text: PGN for xiangqi, a contest record for dark chess, moves, or
//! the position.

use std::fmt::Write as _;

use banqi::notation::coordinate;
use banqi::notation::record::{ContestRecord, EndReason, RecordedEnd, Seat as RecordSeat};

use super::clock::ClockSpec;
use super::live::Live;
use crate::board::{Line, Seat};
use crate::error::ApiError;
use crate::time::date;

impl Live {
    /// The game as text: `pgn`, `moves` or `fen`.
    ///
    /// # Errors
    /// If there is no such format.
    pub fn export(&self, format: &str) -> Result<String, ApiError> {
        match format {
            "fen" => Ok(self.line.position() + "\n"),
            "moves" => Ok(self.moves() + "\n"),
            "pgn" => Ok(self.record()),
            other => {
                let shown: String = other.chars().take(20).collect();
                Err(ApiError::bad(format!("format '{shown}': expected pgn, moves or fen")))
            }
        }
    }

    fn moves(&self) -> String {
        match &self.line {
            Line::Xiangqi { .. } => {
                let plies: Vec<&str> = self.plies.iter().map(|ply| ply.ply.as_str()).collect();
                plies.join(" ")
            }
            Line::Banqi { game, .. } => coordinate::write_list(game.plies()),
        }
    }

    fn record(&self) -> String {
        let names = [self.players[0].name(), self.players[1].name()];
        match &self.line {
            Line::Xiangqi { .. } => self.pgn(&names),
            Line::Banqi { game, .. } => {
                let mut record = ContestRecord::of_game(game, names);
                record.date = date(self.created);
                record.end = record.end.or_else(|| self.contest_end());
                let seed = self.seed.map_or(String::new(), |seed| format!(", deal seed {seed}"));
                format!("# Chuhe, rules {}{seed}\n{record}", self.line.rules())
            }
        }
    }

    fn contest_end(&self) -> Option<RecordedEnd> {
        let result = self.result.as_ref()?;
        let reason = match result.reason {
            "time" => EndReason::TimeOut,
            other => EndReason::Other(other.to_owned()),
        };
        let winner = result.winner.map(|seat| match seat {
            Seat::First => RecordSeat::First,
            Seat::Second => RecordSeat::Second,
        });
        Some(RecordedEnd { reason, winner })
    }

    fn pgn(&self, names: &[String; 2]) -> String {
        let result = match &self.result {
            None => "*",
            Some(result) => match result.winner {
                Some(Seat::First) => "1-0",
                Some(Seat::Second) => "0-1",
                None => "1/2-1/2",
            },
        };
        let mut text = String::from("[Game \"Chinese Chess\"]\n");
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        };
        tag("Event", if self.name.is_empty() { "Chuhe" } else { &self.name });
        tag("Site", "?");
        tag("Date", &date(self.created));
        tag("Round", "?");
        tag("Red", &names[0]);
        tag("Black", &names[1]);
        tag("Result", result);
        if self.line.start() != xiangqi::START_FEN {
            tag("FEN", &self.line.start());
        }
        tag("Format", "ICCS");
        if let Some(clocks) = &self.clocks {
            tag("TimeControl", &time_control(clocks.spec()));
        }
        tag("Rules", &self.line.rules());
        if let Some(result) = &self.result {
            tag("Termination", result.reason);
        }
        tag("PlyCount", &self.plies.len().to_string());
        text.push('\n');
        self.write_moves(&mut text);
        text.push_str(result);
        text.push('\n');
        text
    }

    /// `1. H2-E2 H9-G7`, one full move a line.
    fn write_moves(&self, text: &mut String) {
        let black_began = self.line.start().contains(" b ");
        let offset = usize::from(black_began);
        for (index, ply) in self.plies.iter().enumerate() {
            let half = index + offset;
            if half.is_multiple_of(2) {
                let _ = write!(text, "{}. ", half / 2 + 1);
            } else if index == 0 {
                text.push_str("1... ");
            }
            text.push_str(&ply.text.iccs);
            text.push(if half.is_multiple_of(2) { ' ' } else { '\n' });
        }
        if !(self.plies.len() + offset).is_multiple_of(2) {
            text.push('\n');
        }
    }
}

fn time_control(spec: ClockSpec) -> String {
    let seconds = |milliseconds: u64| milliseconds as f64 / 1_000.0;
    match spec {
        ClockSpec::Base { base_ms, increment_ms } => {
            format!("{}+{}", seconds(base_ms), seconds(increment_ms))
        }
        ClockSpec::PerMove { per_move_ms } => format!("{}/ply", seconds(per_move_ms)),
    }
}
