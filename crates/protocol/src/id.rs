//! Who an engine says it is.

use std::fmt;

use crate::words::{OneLine, Words};

/// Which fact an `id` line tells. UCI knows the first two, UCCI all four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IdField {
    /// The program and its version.
    Name,
    /// Who wrote it.
    Author,
    /// The copyright line.
    Copyright,
    /// The licensed user.
    User,
}

impl IdField {
    /// All fields.
    pub const ALL: [IdField; 4] =
        [IdField::Name, IdField::Author, IdField::Copyright, IdField::User];

    /// The word of the protocol.
    pub fn word(self) -> &'static str {
        match self {
            IdField::Name => "name",
            IdField::Author => "author",
            IdField::Copyright => "copyright",
            IdField::User => "user",
        }
    }
}

/// One `id` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Id {
    /// Which fact.
    pub field: IdField,
    /// The fact.
    pub text: String,
}

impl Id {
    /// Reads what follows `id`; `None` for a field nobody defined.
    pub(crate) fn read(words: &mut Words<'_>) -> Option<Self> {
        let word = words.next()?;
        let field = IdField::ALL.into_iter().find(|field| field.word() == word.text)?;
        Some(Id { field, text: words.rest().to_string() })
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "id {}", self.field.word())?;
        if self.text.is_empty() { Ok(()) } else { write!(f, " {}", OneLine(&self.text)) }
    }
}
