//! A pattern read part by part, as drawings need it.

use super::{Resolver, empty};
use crate::diagnostic::{Diagnostic, Span};
use crate::pattern::{Condition, Pattern, Variable};
use crate::syntax::Node;

/// What is remembered from part to part.
#[derive(Default)]
pub(crate) struct PartReader {
    found: Vec<Diagnostic>,
    variables: Vec<String>,
    relative: Option<Span>,
    absolute: Option<Span>,
}

impl PartReader {
    pub fn new() -> PartReader {
        PartReader::default()
    }

    /// A condition; `None` if it has an error.
    pub fn condition(&mut self, node: &Node) -> Option<Condition> {
        self.read(|resolver| resolver.condition(node).ok())
    }

    /// What a field says, all else as it usually is; `None` if it has an error.
    pub fn field(&mut self, node: &Node) -> Option<Pattern> {
        self.read(|resolver| {
            let mut pattern = empty("", node.span);
            pattern.name = Default::default();
            resolver.field(&mut pattern, node).ok()?;
            Some(pattern)
        })
    }

    /// What a bound piece is called.
    pub fn name(&self, variable: Variable) -> String {
        self.variables.get(usize::from(variable)).cloned().unwrap_or_default()
    }

    /// Whether words spoke of red and black.
    pub fn has_colours(&self) -> bool {
        self.absolute.is_some()
    }

    fn read<T>(&mut self, work: impl FnOnce(&mut Resolver<'_>) -> Option<T>) -> Option<T> {
        let mut resolver = Resolver::new(&mut self.found);
        resolver.variables = std::mem::take(&mut self.variables);
        (resolver.relative, resolver.absolute) = (self.relative, self.absolute);
        let value = work(&mut resolver);
        self.variables = std::mem::take(&mut resolver.variables);
        (self.relative, self.absolute) = (resolver.relative, resolver.absolute);
        let sound = self.found.iter().all(|one| !one.is_error());
        value.filter(|_| sound)
    }
}
