//! Where a session writes, and how each dialect says the same thing.

use std::sync::Arc;

use protocol::{Info, OptionSpec, ucci, uci};

/// Takes what a session says: one or more whole lines, without the last line end.
/// A search calls it from its own thread.
pub type Output = Arc<dyn Fn(&str) + Send + Sync>;

/// Which protocol is spoken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// UCI, and UCI-Cyclone, which differs in its commands only.
    #[default]
    Uci,
    /// UCCI.
    Ucci,
}

/// The sink of a session together with the dialect its reader understands.
#[derive(Clone)]
pub(super) struct Writer {
    pub dialect: Dialect,
    output: Output,
}

impl Writer {
    pub fn new(output: Output) -> Writer {
        Writer { dialect: Dialect::default(), output }
    }

    /// Writes as it is.
    pub fn line(&self, line: impl std::fmt::Display) {
        (self.output)(&line.to_string());
    }

    /// Something a person should know.
    pub fn remark(&self, text: &str) {
        self.info(Info { string: Some(text.to_owned()), ..Info::default() });
    }

    pub fn info(&self, info: Info) {
        match self.dialect {
            Dialect::Uci => self.line(uci::Reply::Info(Box::new(info))),
            Dialect::Ucci => self.line(ucci::Reply::Info(Box::new(info))),
        }
    }

    pub fn option(&self, spec: OptionSpec) {
        match self.dialect {
            Dialect::Uci => self.line(uci::Reply::Option(spec)),
            Dialect::Ucci => self.line(ucci::Reply::Option(spec)),
        }
    }

    /// All options are listed.
    pub fn options_end(&self) {
        match self.dialect {
            Dialect::Uci => self.line(uci::Reply::UciOk),
            Dialect::Ucci => self.line(ucci::Reply::UcciOk),
        }
    }

    pub fn best_move(&self, best: Option<String>, ponder: Option<String>) {
        match (self.dialect, best) {
            (Dialect::Uci, best) => {
                let best = best.unwrap_or_else(|| "(none)".to_owned());
                self.line(uci::Reply::BestMove { best, ponder });
            }
            (Dialect::Ucci, Some(best)) => {
                self.line(ucci::Reply::BestMove { best, ponder, claim: None });
            }
            (Dialect::Ucci, None) => self.line(ucci::Reply::NoBestMove),
        }
    }
}
