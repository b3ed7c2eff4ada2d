//! What a pattern does: its worth, goals, moves, extension and verdict.

use super::{Resolved, Resolver};
use crate::pattern::{Area, Pattern, Template, Verdict};
use crate::syntax::Node;

impl Resolver<'_> {
    pub(super) fn action(&mut self, pattern: &mut Pattern, field: &Node) -> Resolved<()> {
        let items = field.items();
        let rest = items.get(1..).unwrap_or(&[]);
        match (field.head(), rest) {
            (Some("score"), [_, ..]) => self.score(pattern, rest)?,
            (Some("goal"), [pieces, area]) => {
                let goal = (self.pieces(pieces)?, self.fixed(area)?);
                pattern.goals.push(goal);
            }
            (Some("candidate"), [_, _, _]) => {
                let template = self.template(rest)?;
                pattern.candidates.push(template);
            }
            (Some("order"), [bonus, template @ ..]) if template.len() == 3 => {
                let bonus = self.number(bonus, -30_000, 30_000)?;
                let template = self.template(template)?;
                pattern.ordering.push((bonus, template));
            }
            (Some("extend"), [plies]) => pattern.extension = self.number(plies, 0, 2)?,
            (Some("verdict"), [verdict]) => {
                pattern.verdict = Some(match verdict.as_word() {
                    Some("win") => Verdict::Win,
                    Some("draw") => Verdict::Draw,
                    Some("loss") => Verdict::Loss,
                    _ => return self.fail(verdict, "no verdict", "win, draw or loss"),
                });
            }
            (Some("goal"), _) => {
                return self.fail(field, "goal needs other parts", "(goal us.rook them.palace)");
            }
            (Some("candidate"), _) => {
                return self.fail(
                    field,
                    "candidate needs other parts",
                    "(candidate us.rook board them.palace)",
                );
            }
            (Some("order"), _) => {
                return self.fail(
                    field,
                    "order needs other parts",
                    "(order 200 us.rook board them.palace)",
                );
            }
            _ => return self.unknown_field(field),
        }
        Ok(())
    }

    /// `(early 90) (late 40) (per H)`
    fn score(&mut self, pattern: &mut Pattern, parts: &[&Node]) -> Resolved<()> {
        for part in parts {
            let items = part.items();
            match (part.head(), items.get(1..).unwrap_or(&[])) {
                (Some("early"), [number]) => {
                    pattern.weight.early = self.number(number, -2000, 2000)?;
                }
                (Some("late"), [number]) => {
                    pattern.weight.late = self.number(number, -2000, 2000)?;
                }
                (Some("per"), [name]) => pattern.weight.per = Some(self.bound(name)?),
                _ => {
                    return self.fail(
                        part,
                        "not a part of a score",
                        "(early 90), (late 40) or (per H)",
                    );
                }
            }
        }
        Ok(())
    }

    /// Pieces, from where, to where.
    fn template(&mut self, parts: &[&Node]) -> Resolved<Template> {
        Ok(Template {
            pieces: self.pieces(parts[0])?,
            from: self.fixed(parts[1])?,
            to: self.fixed(parts[2])?,
        })
    }

    /// An area that no bound piece tells.
    fn fixed(&mut self, node: &Node) -> Resolved<u128> {
        match self.area(node)? {
            Area::Fixed(points) => Ok(points),
            _ => {
                self.fail(node, "an action cannot follow a bound piece", "an area of fixed points")
            }
        }
    }
}
