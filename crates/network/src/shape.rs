//! How large a network is.

use crate::Inputs;

/// How many outputs a network has; how full the board is chooses one.
pub const OUTPUTS: usize = 8;

/// How many columns the inputs feed, for each view.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Width {
    /// 64 columns.
    W64,
    /// 128 columns.
    W128,
    /// 256 columns.
    W256,
    /// 512 columns.
    W512,
    /// 1024 columns.
    W1024,
}

impl Width {
    /// Every width there is.
    pub const ALL: [Width; 5] = [Width::W64, Width::W128, Width::W256, Width::W512, Width::W1024];

    /// The number of columns.
    pub const fn columns(self) -> usize {
        match self {
            Width::W64 => 64,
            Width::W128 => 128,
            Width::W256 => 256,
            Width::W512 => 512,
            Width::W1024 => 1024,
        }
    }

    /// The width of a number of columns.
    pub fn from_columns(columns: usize) -> Option<Width> {
        Width::ALL.into_iter().find(|width| width.columns() == columns)
    }
}

/// What a network's value is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Role {
    /// The whole evaluation.
    #[default]
    Whole,
    /// A correction, in points: what is added to the hand-written evaluation.
    Correction,
}

impl Role {
    /// Every role, in the order of their numbers in files.
    pub const ALL: [Role; 2] = [Role::Whole, Role::Correction];
}

/// What a network's size follows from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape<I> {
    /// Columns for each view.
    pub width: Width,
    /// What the inputs are.
    pub inputs: I,
}

impl<I: Inputs> Shape<I> {
    /// How many weights lead from inputs to columns.
    pub fn feature_weights(&self) -> usize {
        self.inputs.count() * self.width.columns()
    }

    /// How many weights lead from columns to outputs.
    pub fn output_weights(&self) -> usize {
        OUTPUTS * 2 * self.width.columns()
    }
}
