//! From texts to drawings.

use super::words::{WAYS, letters, names};
use super::write::source;
use super::{Drawing, From, Move, Part, Shown, Texts};
use crate::pattern::{Area, Condition, Count, Item, Pattern, Subject, Template, Verdict, Words};
use crate::resolve::PartReader;
use crate::syntax::{Form, Node, parse};

/// The drawing of a text of one pattern; `None` if it has another number of patterns, or
/// an error.
pub fn draw(text: &str) -> Option<Drawing> {
    let (nodes, found) = parse(text);
    let mut lists = nodes.iter().enumerate().filter(|(_, node)| !node.is_comment());
    let ((place, node), None) = (lists.next()?, lists.next()) else { return None };
    if !found.is_empty() || node.head() != Some("pattern") {
        return None;
    }
    let key = node.items().get(1)?.as_word()?.to_owned();
    let Form::List(children) = &node.form else { return None };
    let mut reader = PartReader::new();
    // What is said about a bound piece stands behind its binding, wherever its field is.
    let mut conditions: Vec<Vec<Part>> = Vec::new();
    for field in children {
        conditions.push(match field.head() {
            Some("when") => conditions_of(&mut reader, field)?,
            Some("picture") => vec![board_of(&mut reader, field)?],
            _ => Vec::new(),
        });
    }
    let mut parts = Vec::new();
    let mut before_key = 2;
    for (field, conditions) in children.iter().zip(conditions) {
        match field.head() {
            _ if field.is_comment() => parts.push(kept(Shown::Comment, field)),
            // The word `pattern` and the name.
            _ if before_key > 0 => before_key -= 1,
            Some("when" | "picture") => parts.extend(conditions),
            _ => parts.push(field_of(&mut reader, field)?),
        }
    }
    let [before, after] = [&nodes[..place], &nodes[place + 1..]].map(comments);
    Some(Drawing { key, colours: reader.has_colours(), parts, before, after })
}

fn comments(nodes: &[Node]) -> Vec<String> {
    let text = |node: &Node| match &node.form {
        Form::Comment(text) => Some(text.clone()),
        _ => None,
    };
    nodes.iter().filter_map(text).collect()
}

fn kept(shown: Shown, node: &Node) -> Part {
    Part { shown, source: Some(source(node)) }
}

fn conditions_of(reader: &mut PartReader, field: &Node) -> Option<Vec<Part>> {
    let Form::List(children) = &field.form else { return None };
    let mut parts = Vec::new();
    let inside = children.iter().skip_while(|node| node.as_word() != Some("when")).skip(1);
    for node in inside {
        let shown = match node.is_comment() {
            true => Shown::Condition,
            false => {
                let condition = reader.condition(node)?;
                shown_of(reader, condition)
            }
        };
        parts.push(kept(shown, node));
    }
    Some(parts)
}

fn board_of(reader: &mut PartReader, field: &Node) -> Option<Part> {
    reader.field(field)?;
    let items = field.items();
    let rows = items[1..].iter().filter_map(|row| row.as_text());
    Some(kept(Shown::Board { rows: rows.map(str::to_owned).collect() }, field))
}

/// What a picture shows of a condition.
fn shown_of(reader: &PartReader, condition: Condition) -> Shown {
    match condition {
        Condition::At(set, Area::Fixed(points), Count { least, most }) => Shown::Place {
            pieces: letters(set),
            points: names(points),
            least,
            most: (most < u8::MAX).then_some(most),
            name: None,
        },
        Condition::Let(variable, set, Area::Fixed(points)) => Shown::Place {
            pieces: letters(set),
            points: names(points),
            least: 1,
            most: None,
            name: Some(reader.name(variable)),
        },
        Condition::Line(from, ways, items) => {
            let Some(from) = from_of(reader, from) else { return Shown::Condition };
            let ways = WAYS.iter().filter(|(_, way)| ways.0 & way.0 != 0);
            Shown::Line {
                from,
                ways: ways.map(|(name, _)| (*name).to_owned()).collect(),
                items: items.into_iter().map(|item| item_of(reader, item)).collect(),
            }
        }
        _ => Shown::Condition,
    }
}

fn from_of(reader: &PartReader, from: Subject) -> Option<From> {
    Some(match from {
        Subject::Pieces(set, Area::Fixed(points)) => {
            From::Pieces { pieces: letters(set), points: names(points) }
        }
        Subject::Points(Area::Fixed(points)) => From::Points { points: names(points) },
        Subject::Variable(variable) => From::Name { name: reader.name(variable) },
        _ => return None,
    })
}

fn item_of(reader: &PartReader, item: Item) -> String {
    match item {
        Item::Pieces(set) => letters(set),
        Item::Variable(variable) => format!("@{}", reader.name(variable)),
        Item::Empty => ".".to_owned(),
        Item::Empties => "*".to_owned(),
        Item::Anything => "?".to_owned(),
    }
}

/// A field that is no condition.
fn field_of(reader: &mut PartReader, field: &Node) -> Option<Part> {
    let pattern = reader.field(field)?;
    let shown = match field.head()? {
        "name" => Shown::Name(texts(pattern.name)),
        "plan" => Shown::Plan(texts(pattern.plan)),
        "tags" => Shown::Tags { words: pattern.tags },
        "mirror" => Shown::Mirror { on: pattern.mirror },
        "score" => Shown::Score {
            early: pattern.weight.early,
            late: pattern.weight.late,
            per: pattern.weight.per.map(|variable| reader.name(variable)),
        },
        "example" => Shown::Example { fens: pattern.examples },
        "near-miss" => Shown::NearMiss { fens: pattern.near_misses },
        _ => action_of(&pattern)?,
    };
    Some(kept(shown, field))
}

fn texts(words: Words) -> Texts {
    Texts { en: words.en, hant: words.hant, hans: words.hans }
}

fn action_of(pattern: &Pattern) -> Option<Shown> {
    if let Some((set, points)) = pattern.goals.first() {
        return Some(Shown::Goal { pieces: letters(*set), points: names(*points) });
    }
    if let Some(of) = pattern.candidates.first() {
        return Some(Shown::Candidate(move_of(of)));
    }
    if let Some((bonus, of)) = pattern.ordering.first() {
        return Some(Shown::Order { bonus: *bonus, of: move_of(of) });
    }
    if let Some(verdict) = pattern.verdict {
        let verdict = match verdict {
            Verdict::Win => "win",
            Verdict::Draw => "draw",
            Verdict::Loss => "loss",
        };
        return Some(Shown::Verdict { verdict: verdict.to_owned() });
    }
    Some(Shown::Extend { plies: pattern.extension })
}

fn move_of(of: &Template) -> Move {
    Move { pieces: letters(of.pieces), from: names(of.from), to: names(of.to) }
}

/// The patterns of a text each for itself, with the comments before it; what could not be
/// read is the last.
pub fn split(text: &str) -> Vec<&str> {
    let (nodes, found) = parse(text);
    let ends = nodes.iter().filter(|node| !node.is_comment()).map(|node| node.span.end);
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for end in ends {
        parts.push((parts.last().map_or(0, |last| last.1), end));
    }
    let from = parts.last().map_or(0, |last| last.1);
    match parts.last_mut() {
        // Comments at the end belong to what they stand behind.
        Some(last) if found.is_empty() => last.1 = text.len(),
        _ if !text[from..].trim().is_empty() => parts.push((from, text.len())),
        _ => {}
    }
    parts.into_iter().map(|(from, to)| text[from..to].trim()).collect()
}
