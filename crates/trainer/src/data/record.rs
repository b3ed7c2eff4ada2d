//! What both games' records have in common.

use std::fmt::Debug;

use network::Inputs;

use super::RecordFault;

/// How the game of a position ended for the side to move there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// Lost.
    Loss,
    /// Drawn.
    #[default]
    Draw,
    /// Won.
    Win,
    /// Not known: only the score says something.
    Unknown,
}

impl GameResult {
    /// 0, ½ or 1, if it is known.
    pub fn points(self) -> Option<f32> {
        match self {
            GameResult::Loss => Some(0.0),
            GameResult::Draw => Some(0.5),
            GameResult::Win => Some(1.0),
            GameResult::Unknown => None,
        }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// A search's score for the side to move: hundredths of a pawn in xiangqi,
    /// `4000 · (2 · chance − 1)` in dark chess.
    pub score: i16,
    /// How its game ended, for the side to move.
    pub result: GameResult,
    /// How far into its game it stood; 255 stands for more, too.
    pub ply: u8,
    /// The side to move is in check.
    pub in_check: bool,
    /// The best ply captures something.
    pub noisy: bool,
    /// The score is exact: from a table or the end of the game.
    pub exact: bool,
}

impl Label {
    const IN_CHECK: u8 = 1 << 2;
    const NOISY: u8 = 1 << 3;
    const EXACT: u8 = 1 << 4;

    /// The result and the marks in one byte.
    pub(super) fn flags(&self) -> u8 {
        let mark = |set: bool, bit: u8| if set { bit } else { 0 };
        self.result as u8
            | mark(self.in_check, Label::IN_CHECK)
            | mark(self.noisy, Label::NOISY)
            | mark(self.exact, Label::EXACT)
    }

    /// A label whose flags were checked when they were read.
    pub(super) fn from_parts(score: [u8; 2], flags: u8, ply: u8) -> Label {
        let results = [GameResult::Loss, GameResult::Draw, GameResult::Win, GameResult::Unknown];
        Label {
            score: i16::from_le_bytes(score),
            result: results[usize::from(flags & 3)],
            ply,
            in_check: flags & Label::IN_CHECK != 0,
            noisy: flags & Label::NOISY != 0,
            exact: flags & Label::EXACT != 0,
        }
    }

    pub(super) fn check_flags(flags: u8) -> Result<(), RecordFault> {
        if flags >> 5 != 0 {
            return Err(RecordFault::Bits);
        }
        Ok(())
    }
}

/// A labelled position in few bytes.
pub trait Record: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// The inputs its networks have.
    type Inputs: Inputs;
    /// How many bytes it takes.
    const SIZE: usize;
    /// How many images of a position are worth the same, itself included.
    const SYMMETRIES: usize;

    /// Reads a record of [`Record::SIZE`] bytes.
    ///
    /// # Errors
    /// If it stands for no position that could be trained on.
    fn read(bytes: &[u8]) -> Result<Self, RecordFault>;

    /// Its bytes.
    fn bytes(&self) -> &[u8];

    /// What is known about it.
    fn label(&self) -> Label;

    /// The same position with another label.
    fn relabelled(&self, label: Label) -> Self;

    /// The inputs that are on in one of its images, for the side to move and then the
    /// other: as many again.
    fn rows(&self, inputs: Self::Inputs, symmetry: usize, out: &mut Vec<u16>);

    /// Which output judges it.
    fn output(&self) -> usize;

    /// The position, rebuilt.
    ///
    /// # Errors
    /// If it is not legal.
    fn position(&self) -> Result<<Self::Inputs as Inputs>::Position, RecordFault>;

    /// Its clock.
    fn clock(&self) -> <Self::Inputs as Inputs>::Clock;

    /// How many points of the hand-written evaluation are a logit of one.
    const LOGIT: i32;

    /// What the hand-written evaluation says, as a logit; nought for a position that
    /// is not legal.
    fn base(&self) -> f32;

    /// The points a score promises, 0 to 1.
    fn points(score: f32, scale: f32) -> f32;

    /// The score of a network's logit.
    fn score(logit: f32, scale: f32) -> f32;
}

/// How many of 32 four-bit numbers have a value.
#[inline]
pub(super) fn count_nibbles(word: u128, value: u8) -> u32 {
    let differ = word ^ (NIBBLES * u128::from(value));
    let any = differ | differ >> 1 | differ >> 2 | differ >> 3;
    32 - (any & NIBBLES).count_ones()
}

/// The lowest bit of 32 four-bit numbers.
pub(super) const NIBBLES: u128 = u128::MAX / 15;

/// `1 / (1 + exp(-x))`
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Which records are worth training on.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Filter {
    /// Leave out positions before this ply.
    pub from_ply: u8,
    /// Leave out positions in check or whose best ply captures, unless exact.
    pub quiet_only: bool,
    /// Leave out scores beyond this, unless exact.
    pub largest_score: Option<i16>,
    /// Only blocks of these engines; empty: of any.
    pub fingerprints: Vec<u64>,
}

impl Filter {
    /// Whether a record passes.
    pub fn passes(&self, label: &Label) -> bool {
        let small = self.largest_score.is_none_or(|most| label.score.saturating_abs() <= most);
        let quiet = !self.quiet_only || !(label.in_check || label.noisy);
        label.ply >= self.from_ply && (label.exact || (small && quiet))
    }

    /// Whether the blocks of an engine are read at all.
    pub fn takes(&self, fingerprint: u64) -> bool {
        self.fingerprints.is_empty() || self.fingerprints.contains(&fingerprint)
    }
}
