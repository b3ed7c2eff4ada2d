//! The protocols of a scripted engine.

use std::io::{BufRead, StdinLock};

use protocol::coordinates::{Ranks, complete_fen, convert};
use protocol::{PositionText, Start, mgtp, ucci, uci, xboard};

use crate::boards::{Board, from_platform, to_platform};
use crate::script::{Script, hang, say};

/// Its end of the conversation.
pub struct Talk {
    pub board: Board,
    pub script: Script,
    pub ranks: Ranks,
    pub input: StdinLock<'static>,
}

impl Talk {
    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let length = self.input.read_line(&mut line).unwrap_or(0);
        if length == 0 {
            self.leave();
            return None;
        }
        Some(line.trim().to_owned())
    }

    fn leave(&self) {
        if self.script.plans("stay") {
            hang();
        }
    }

    fn is_banqi(&self) -> bool {
        matches!(self.board, Board::Banqi(_))
    }

    fn set_position(&mut self, text: &PositionText) {
        self.board = match &text.start {
            Start::StartPos => Board::start(self.is_banqi()),
            Start::Fen(fen) => self.board.read(fen),
        };
        for ply in &text.moves {
            match self.is_banqi() {
                true => self.board.play(ply),
                false => self.board.play(&convert(ply, self.ranks, Ranks::ICCS).expect("a move")),
            }
        }
    }

    pub fn uci(&mut self) {
        while let Some(line) = self.line() {
            match line.parse() {
                Ok(uci::Command::Uci) => self.introduce_uci(),
                Ok(uci::Command::IsReady) if self.script.plans("unready") => {}
                Ok(uci::Command::IsReady) => say("readyok"),
                Ok(uci::Command::Position(text)) => self.set_position(&text),
                Ok(uci::Command::Go(_)) => {
                    say("info depth 3 score cp 12 nodes 345 pv h2e2");
                    let (ranks, banqi) = (self.ranks, self.is_banqi());
                    let write = |ply: &str| match banqi {
                        true => format!("bestmove {ply}"),
                        false => format!(
                            "bestmove {}",
                            convert(ply, Ranks::ICCS, ranks).expect("a move")
                        ),
                    };
                    self.script.answer(&self.board, write, "bestmove");
                }
                Ok(uci::Command::Quit) => return self.leave(),
                _ => {}
            }
        }
    }

    fn introduce_uci(&self) {
        say("id name Scripted\nid author Chuhe");
        say("option name Hash type spin default 16 min 1 max 64");
        if self.ranks == Ranks::OneToTen {
            say("option name UCI_Variant type combo default chess var chess var xiangqi");
        }
        say("uciok");
    }

    pub fn ucci(&mut self) {
        let mut thinking = false;
        while let Some(line) = self.line() {
            match line.parse() {
                Ok(ucci::Command::Ucci) => {
                    say("id name Scripted\noption usemillisec type check default false");
                    say("option newgame type button\nucciok");
                }
                Ok(ucci::Command::IsReady) => say("readyok"),
                Ok(ucci::Command::Position(text)) => self.set_position(&text),
                Ok(ucci::Command::Go(limits)) => {
                    say("info depth 3 score 12 nodes 345 pv h2e2");
                    thinking = limits.infinite;
                    if !thinking {
                        self.answer_ucci();
                    }
                }
                Ok(ucci::Command::Stop) if thinking => {
                    thinking = false;
                    self.answer_ucci();
                }
                Ok(ucci::Command::Stop) => say("nobestmove"),
                Ok(ucci::Command::Quit) => {
                    say("bye");
                    return self.leave();
                }
                _ => {}
            }
        }
    }

    fn answer_ucci(&mut self) {
        let resign = self.script.plans("resign");
        let write = |ply: &str| format!("bestmove {ply}{}", if resign { " resign" } else { "" });
        self.script.answer(&self.board, write, "bestmove h2");
    }

    pub fn xboard(&mut self) {
        let mut objected = false;
        while let Some(line) = self.line() {
            match line.parse() {
                Ok(xboard::Command::ProtocolVersion(_)) => {
                    say("feature ping=1 setboard=1 usermove=1 time=1 san=0 sigint=0");
                    say("feature variants=\"xiangqi\" myname=\"Scripted\" done=1");
                }
                Ok(xboard::Command::New) => self.board = Board::start(false),
                Ok(xboard::Command::SetBoard(fen)) => {
                    self.board = self.board.read(&complete_fen(&fen));
                }
                Ok(xboard::Command::UserMove(ply)) => {
                    // Its rules are not the referee's: it does not like the first move.
                    if self.script.plans("object") && !objected {
                        objected = true;
                        say(&format!("Illegal move (repetition): {ply}"));
                    } else {
                        self.board.play(&ply);
                    }
                }
                Ok(xboard::Command::Ping(number)) => say(&format!("pong {number}")),
                Ok(xboard::Command::Go) => self.go_xboard(),
                Ok(xboard::Command::Analyze) => {
                    let ply = self.board.choose(&mut self.script.rng).expect("a ply");
                    say(&format!("3 12 0 345 1. P{}-{}", &ply[..2], &ply[2..]));
                }
                Ok(xboard::Command::Quit) => return self.leave(),
                _ => {}
            }
        }
    }

    fn go_xboard(&mut self) {
        if self.script.plans("claim") {
            return say("1/2-1/2 {Draw by agreement}");
        }
        say("3 12 0 345 h2e2");
        let before = self.script.rng.clone();
        self.script.answer(&self.board, |ply| format!("move {ply}"), "move elsewhere");
        // The engine makes its own move: the same dice give the same ply.
        let ply = self.board.choose(&mut before.clone()).expect("a ply");
        self.board.play(&ply);
    }

    pub fn mgtp(&mut self) {
        while let Some(line) = self.line() {
            match mgtp::parse_request(&line) {
                Err(error) => say(&error.reply().map_or(String::new(), |reply| reply.to_string())),
                Ok(mgtp::Command::GenMove(_)) => {
                    let resign = self.script.plans("resign");
                    let write = |ply: &str| match resign {
                        true => "=12 a0 a0".to_owned(),
                        false => format!("=12 {}", to_platform(ply)),
                    };
                    self.script.answer(&self.board, write, "=11 a1 a1");
                }
                Ok(mgtp::Command::NumRepetition(_)) if self.script.plans("narrow") => {}
                Ok(command) => {
                    say(&mgtp::Reply::done(command.name()).to_string());
                    if self.hear_mgtp(&command) {
                        return self.leave();
                    }
                }
            }
        }
    }

    /// Does what is asked; true if that is to leave.
    fn hear_mgtp(&mut self, command: &mgtp::Command) -> bool {
        match command {
            mgtp::Command::ResetBoard => self.board = Board::start(true),
            mgtp::Command::InitBoard(board) => self.board = Board::initial(board),
            mgtp::Command::Move { from, to } => {
                let [from, to] = [from, to].map(|square| from_platform(&square.to_string()));
                self.board.play(&format!("{from}{to}"));
            }
            mgtp::Command::Flip { square, piece } => {
                let piece = banqi::notation::platform::read_piece(piece.letter()).expect("a piece");
                self.board.play(&format!(
                    "{}={}",
                    from_platform(&square.to_string()),
                    piece.letter()
                ));
            }
            mgtp::Command::Quit => return true,
            _ => {}
        }
        false
    }
}
