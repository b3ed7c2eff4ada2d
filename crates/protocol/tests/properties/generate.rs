//! Random values, with clean strings or with any.

use arbtest::arbitrary::{Arbitrary, Result, Unstructured};
use protocol::{
    Bound, Id, IdField, Info, OptionKind, OptionSpec, PositionText, Score, ScoreValue, Start,
    WinDrawLoss,
};

/// Where random values come from.
pub struct Source<'a, 'b> {
    u: &'a mut Unstructured<'b>,
    dirty: bool,
}

impl<'a, 'b> Source<'a, 'b> {
    /// Strings that print and parse back.
    pub fn clean(u: &'a mut Unstructured<'b>) -> Self {
        Source { u, dirty: false }
    }

    /// Strings of any kind, line breaks included.
    pub fn dirty(u: &'a mut Unstructured<'b>) -> Self {
        Source { u, dirty: true }
    }

    pub fn any<T: Arbitrary<'b>>(&mut self) -> Result<T> {
        self.u.arbitrary()
    }

    pub fn choose<T: Clone>(&mut self, choices: &[T]) -> Result<T> {
        self.u.choose(choices).cloned()
    }

    /// A number below `end`, to pick a variant.
    pub fn pick(&mut self, end: usize) -> Result<usize> {
        self.u.choose_index(end)
    }

    pub fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> Result<T>) -> Result<Option<T>> {
        if self.any()? { make(self).map(Some) } else { Ok(None) }
    }

    pub fn list<T>(&mut self, make: impl Fn(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let length = self.u.int_in_range(0..=5)?;
        (0..length).map(|_| make(self)).collect()
    }

    /// One word that is no keyword of any protocol.
    pub fn word(&mut self) -> Result<String> {
        if self.dirty {
            return self.any();
        }
        const LETTERS: [char; 16] =
            ['a', 'b', 'c', 'd', 'h', 'i', '0', '1', '2', '5', '9', '+', '/', '.', '炮', '車'];
        let length = self.u.int_in_range(1..=6)?;
        (0..length).map(|_| self.choose(&LETTERS)).collect()
    }

    pub fn words(&mut self) -> Result<Vec<String>> {
        self.list(Source::word)
    }

    /// Words with single spaces between; perhaps empty.
    pub fn phrase(&mut self) -> Result<String> {
        if self.dirty { self.any() } else { Ok(self.words()?.join(" ")) }
    }

    /// A phrase of at least one word.
    pub fn name(&mut self) -> Result<String> {
        if self.dirty { self.any() } else { Ok(format!("{} {}", self.word()?, self.word()?)) }
    }

    pub fn id(&mut self) -> Result<Id> {
        Ok(Id { field: self.choose(&IdField::ALL)?, text: self.phrase()? })
    }

    pub fn position(&mut self) -> Result<PositionText> {
        let start = match self.any()? {
            true => Start::StartPos,
            false => Start::Fen(self.name()?),
        };
        Ok(PositionText { start, moves: self.words()? })
    }

    pub fn option(&mut self, name: String) -> Result<OptionSpec> {
        let kind = match self.pick(6)? {
            0 => OptionKind::Check { default: self.any()? },
            1 => OptionKind::Spin { default: self.any()?, min: self.any()?, max: self.any()? },
            2 => {
                let default = self.maybe(Source::phrase)?;
                OptionKind::Combo { default, choices: self.list(Source::phrase)? }
            }
            3 => OptionKind::Text { default: self.maybe(Source::phrase)? },
            4 => OptionKind::Button,
            _ => OptionKind::Label,
        };
        Ok(OptionSpec { name, kind })
    }

    fn score(&mut self) -> Result<Score> {
        let value = match self.any()? {
            true => ScoreValue::Centipawns(self.any()?),
            false => ScoreValue::Mate(self.any()?),
        };
        let bound = self.choose(&[Bound::Exact, Bound::Lower, Bound::Upper])?;
        Ok(Score { value, bound })
    }

    fn wdl(&mut self) -> Result<WinDrawLoss> {
        Ok(WinDrawLoss { win: self.any()?, draw: self.any()?, loss: self.any()? })
    }

    pub fn info(&mut self) -> Result<Info> {
        Ok(Info {
            depth: self.any()?,
            seldepth: self.any()?,
            multipv: self.any()?,
            score: self.maybe(Source::score)?,
            wdl: self.maybe(Source::wdl)?,
            nodes: self.any()?,
            nps: self.any()?,
            hashfull: self.any()?,
            tbhits: self.any()?,
            time: self.any()?,
            currmove: self.maybe(Source::word)?,
            currmovenumber: self.any()?,
            pv: self.words()?,
            string: self.maybe(Source::phrase)?,
        })
    }
}
