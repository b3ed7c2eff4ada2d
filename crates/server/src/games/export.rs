//! A game as text: PGN for xiangqi, a contest record for dark chess, moves, or
//! the position.

use banqi::notation::coordinate;
use banqi::notation::record::{ContestRecord, EndReason, RecordedEnd, Seat as RecordSeat};
use play::{AnyGame, Seat};
use records::GameResult;
use records::pgn::Options;
use xiangqi::notation::Notation;

use super::clock::ClockSpec;
use super::state::GameState;
use crate::error::ApiError;
use crate::time::date;

impl GameState {
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
            AnyGame::Xiangqi { .. } => {
                let plies: Vec<&str> = self.plies.iter().map(|ply| ply.ply.as_str()).collect();
                plies.join(" ")
            }
            AnyGame::Banqi { game, .. } => coordinate::write_list(game.plies()),
        }
    }

    fn record(&self) -> String {
        let names = [self.players[0].name(), self.players[1].name()];
        match &self.line {
            AnyGame::Xiangqi { .. } => self.pgn(&names),
            AnyGame::Banqi { game, .. } => {
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
        let mut game = self.line.record();
        game.result = match &self.result {
            None => GameResult::Unknown,
            Some(result) => match result.winner {
                Some(Seat::First) => GameResult::First,
                Some(Seat::Second) => GameResult::Second,
                None => GameResult::Draw,
            },
        };
        game.set_header("Event", if self.name.is_empty() { "Chuhe" } else { &self.name });
        game.set_header("Date", date(self.created));
        game.set_header("Red", names[0].as_str());
        game.set_header("Black", names[1].as_str());
        if let Some(clocks) = &self.clocks {
            game.set_header("TimeControl", time_control(clocks.spec()));
        }
        game.set_header("Rules", self.line.rules());
        if let Some(result) = &self.result {
            game.set_header("Termination", result.reason);
        }
        game.set_header("PlyCount", self.plies.len().to_string());
        records::pgn::write(&game, Options { notation: Notation::Iccs })
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
