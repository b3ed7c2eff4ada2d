//! Which evaluation plays.

use std::fmt;

/// A selection of terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EvalStyle {
    /// Ours: every term.
    #[default]
    Chuhe,
    /// The program 深象 (Shenxiang): material, places, horse mobility, the seven
    /// features; phases without blending.
    Shenxiang,
}

impl EvalStyle {
    /// Every style.
    pub const ALL: [EvalStyle; 2] = [EvalStyle::Chuhe, EvalStyle::Shenxiang];

    /// The name used in options.
    pub const fn name(self) -> &'static str {
        match self {
            EvalStyle::Chuhe => "chuhe",
            EvalStyle::Shenxiang => "shenxiang",
        }
    }
}

impl fmt::Display for EvalStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A style as a type, for code that is compiled once for each.
pub trait Style: Send + Sync {
    /// The style.
    const STYLE: EvalStyle;
}

/// [`EvalStyle::Chuhe`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct Chuhe;

/// [`EvalStyle::Shenxiang`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct Shenxiang;

impl Style for Chuhe {
    const STYLE: EvalStyle = EvalStyle::Chuhe;
}

impl Style for Shenxiang {
    const STYLE: EvalStyle = EvalStyle::Shenxiang;
}
