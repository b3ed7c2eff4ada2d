//! Engines that look at single positions for as long as somebody wants to know: for
//! analysis, reviews and moves of games that others run. UCI and UCCI, xiangqi.

use std::time::{Duration, Instant};

use protocol::coordinates::Ranks;
use protocol::{Info, PositionText};

use super::config::{EngineConfig, ProtocolName};
use super::process::Process;
use super::ucci::UcciDriver;
use super::uci::UciDriver;
use crate::player::{Fault, GameKind};

/// How often it is asked whether the search goes on.
const TICK: Duration = Duration::from_millis(10);

/// What is asked of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// The position, with our coordinates.
    pub position: PositionText,
    /// How many lines.
    pub lines: usize,
    /// How deep; with neither depth nor nodes until told to stop.
    pub depth: Option<u32>,
    /// How many nodes.
    pub nodes: Option<u64>,
}

/// A line of an engine, of those that speak either protocol.
pub(super) enum Heard {
    /// How far it is.
    Info(Box<Info>),
    /// The search is over; `None`: without a move.
    Best(Option<String>),
    /// Nothing of interest.
    Nothing,
}

/// What a driver does for an analyst.
pub(super) trait Speech: Send {
    /// Its process.
    fn process(&mut self) -> &mut Process;

    /// A game begins.
    ///
    /// # Errors
    /// If it does not get ready.
    fn new_game(&mut self) -> Result<(), Fault>;

    /// Asks; the answer is heard line by line.
    ///
    /// # Errors
    /// If it cannot be asked.
    fn ask(&mut self, look: &Look) -> Result<(), Fault>;

    /// Understands a line, in the engine's own coordinates.
    ///
    /// # Errors
    /// If it does not follow the protocol.
    fn hear(&self, line: &str) -> Result<Heard, Fault>;

    /// How the engine counts ranks.
    fn ranks(&self) -> Ranks;
}

/// An engine that is there to be asked.
pub struct Analyst {
    speech: Box<dyn Speech>,
    hang: Duration,
}

impl Analyst {
    /// Starts the engine.
    ///
    /// # Errors
    /// If it cannot be started, or speaks neither protocol.
    pub fn start(config: &EngineConfig) -> Result<Analyst, Fault> {
        let uci = |protocol| -> Result<Box<dyn Speech>, Fault> {
            Ok(Box::new(UciDriver::start(config, protocol, GameKind::Xiangqi, None, None)?))
        };
        let ucci = || -> Result<Box<dyn Speech>, Fault> {
            Ok(Box::new(UcciDriver::start(config, None, None)?))
        };
        let speech = match config.protocol {
            ProtocolName::Auto => uci(ProtocolName::Uci).or_else(|first| {
                ucci().map_err(|second| {
                    Fault::Hang(format!("it speaks neither uci ({first}) nor ucci ({second})"))
                })
            })?,
            ProtocolName::Ucci => ucci()?,
            protocol if can_analyse(protocol) => uci(protocol)?,
            protocol => return Err(Fault::Garbage(format!("proto={protocol} cannot analyse"))),
        };
        Ok(Analyst { speech, hang: config.hang_timeout })
    }

    /// A new game begins: what was learned is forgotten.
    ///
    /// # Errors
    /// If the engine does not get ready.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        self.speech.new_game()
    }

    /// Looks at a position until the engine is done or `goes_on` says no; `tell` hears
    /// what it finds. The move it would play, if it has one, in our coordinates.
    ///
    /// # Errors
    /// If the engine ends, hangs or talks nonsense; it is gone then.
    pub fn look(
        &mut self,
        look: &Look,
        goes_on: &mut dyn FnMut() -> bool,
        tell: &mut dyn FnMut(&Info),
    ) -> Result<Option<String>, Fault> {
        self.speech.ask(look)?;
        let mut told: Option<Instant> = None;
        loop {
            let line = self.speech.process().line_before(Instant::now() + TICK)?;
            match line.map(|line| self.speech.hear(&line.text)).transpose()? {
                Some(Heard::Info(info)) => tell(&ours(*info, self.speech.ranks())),
                Some(Heard::Best(best)) => return Ok(best),
                _ => {}
            }
            match told {
                None if !goes_on() => {
                    self.speech.process().send("stop")?;
                    told = Some(Instant::now());
                }
                Some(at) if at.elapsed() > self.hang => return Err(self.give_up()),
                _ => {}
            }
        }
    }

    fn give_up(&mut self) -> Fault {
        let process = self.speech.process();
        process.kill();
        let words = process.quote_last_words();
        Fault::Hang(format!("`stop` was ignored for {:.1} s{words}", self.hang.as_secs_f64()))
    }
}

/// Whether engines of a protocol can be asked about single positions.
pub const fn can_analyse(protocol: ProtocolName) -> bool {
    matches!(
        protocol,
        ProtocolName::Auto
            | ProtocolName::Uci
            | ProtocolName::UciFromZero
            | ProtocolName::UciFromOne
            | ProtocolName::Ucci
    )
}

/// A report with our coordinates; what cannot be read ends its line.
fn ours(mut info: Info, ranks: Ranks) -> Info {
    let convert = |ply: &String| protocol::coordinates::convert(ply, ranks, Ranks::ZeroToNine);
    info.pv = info.pv.iter().map_while(|ply| convert(ply).ok()).collect();
    info
}
