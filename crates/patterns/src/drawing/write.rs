//! From drawings to texts.

use std::fmt::Write as _;

use super::words::{BOARD, WAYS, area_words, piece_words, pieces, points, turned_word, way_words};
use super::{Drawing, From, Move, Part, Shown, Texts};
use crate::format::{format, quoted};
use crate::pattern::{Directions, PieceSet};
use crate::syntax::{Form, Node, parse};

/// What cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DrawingError {
    /// The name is none.
    #[error("'{0}' is no name: expected letters, digits and hyphens")]
    Key(String),
    /// A part has a value that means nothing.
    #[error("part {0}: '{1}' means nothing there")]
    Value(usize, String),
    /// A part's own text is not one thing in brackets, or a comment.
    #[error("part {0}: its text is not one list in brackets")]
    Source(usize),
}

/// Writes a drawing in the canonical form. Parts that are not complete yet are left out.
///
/// # Errors
/// Names the part that cannot be written.
pub fn write(drawing: &Drawing) -> Result<String, DrawingError> {
    let blank = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | ';');
    if drawing.key.is_empty() || drawing.key.contains(blank) {
        return Err(DrawingError::Key(drawing.key.clone()));
    }
    let mut writer = Writer { colours: drawing.colours, number: 0, text: String::new() };
    writer.comments(&drawing.before);
    let _ = writeln!(writer.text, "(pattern {}", drawing.key);
    let mut inside = false;
    for (number, part) in drawing.parts.iter().enumerate() {
        writer.number = number;
        let Some(text) = writer.part(part)? else { continue };
        let wanted = part.shown.is_condition();
        if wanted != inside {
            writer.text.push_str(if wanted { "(when " } else { ")" });
            inside = wanted;
        }
        writer.text.push_str(&text);
        writer.text.push('\n');
    }
    writer.text.push_str(if inside { "))\n" } else { ")\n" });
    writer.comments(&drawing.after);
    Ok(format(&parse(&writer.text).0))
}

struct Writer {
    colours: bool,
    number: usize,
    text: String,
}

impl Writer {
    fn comments(&mut self, comments: &[String]) {
        for line in comments.iter().flat_map(|comment| comment.lines()) {
            let _ = writeln!(self.text, "; {line}");
        }
    }

    fn wrong<T>(&self, value: impl Into<String>) -> Result<T, DrawingError> {
        let value: String = value.into();
        Err(DrawingError::Value(self.number, value.chars().take(40).collect()))
    }

    /// The text of a part; none if it is not complete yet.
    fn part(&self, part: &Part) -> Result<Option<String>, DrawingError> {
        if let Some(source) = &part.source {
            return self.own_text(part, source).map(Some);
        }
        match &part.shown {
            Shown::Place { pieces, points, least, most, name } => {
                let (set, area) = (self.pieces(pieces)?, self.points(points)?);
                if set == PieceSet::default() || area == 0 {
                    return Ok(None);
                }
                self.place(set, area, (*least, *most), name.as_deref()).map(Some)
            }
            Shown::Line { from, ways, items } => self.line(from, ways, items),
            Shown::Board { rows } => {
                let rows: Vec<String> = rows.iter().map(|row| quoted(row)).collect();
                Ok(Some(format!("(picture {})", rows.join(" "))))
            }
            other => self.action(other),
        }
    }

    /// A part as somebody wrote it, with the words of the drawing's view.
    fn own_text(&self, part: &Part, source: &str) -> Result<String, DrawingError> {
        let (mut nodes, found) = parse(source);
        let [node] = &mut nodes[..] else { return Err(DrawingError::Source(self.number)) };
        let fits = match &node.form {
            Form::List(_) => true,
            Form::Comment(_) => matches!(part.shown, Shown::Condition | Shown::Comment),
            _ => false,
        };
        if !found.is_empty() || !fits {
            return Err(DrawingError::Source(self.number));
        }
        if !matches!(part.shown, Shown::Name(_) | Shown::Plan(_) | Shown::Tags { .. }) {
            turn(node, self.colours);
        }
        Ok(format(&nodes))
    }

    fn place(
        &self,
        set: PieceSet,
        area: u128,
        count: (u8, Option<u8>),
        name: Option<&str>,
    ) -> Result<String, DrawingError> {
        let what = piece_words(set, self.colours);
        let where_ = area_words(area, self.colours);
        if let Some(name) = name {
            let name = self.name(name)?;
            let area = if area == BOARD { String::new() } else { format!(" {where_}") };
            return Ok(format!("(let {name} {what}{area})"));
        }
        if set == PieceSet::ALL && count == (0, Some(0)) {
            return Ok(format!("(empty {where_})"));
        }
        let whole = area == BOARD && count != (1, None);
        let one = |amount: String| match whole {
            true => format!("(count {what}{amount})"),
            false => format!("(at {what} {where_}{amount})"),
        };
        Ok(match count {
            (1, None) => one(String::new()),
            (least, None) => one(format!(" >= {least}")),
            (0, Some(most)) => one(format!(" <= {most}")),
            (least, Some(most)) if least == most => one(format!(" = {least}")),
            (least, Some(most)) => one(format!(" >= {least}")) + &one(format!(" <= {most}")),
        })
    }

    fn line(
        &self,
        from: &From,
        ways: &[String],
        items: &[String],
    ) -> Result<Option<String>, DrawingError> {
        let mut all = Directions::default();
        for way in ways {
            match WAYS.iter().find(|(name, _)| name == way) {
                Some((_, one)) => all.0 |= one.0,
                None => return self.wrong(way),
            }
        }
        let Some(from) = self.from(from)? else { return Ok(None) };
        if all.0 == 0 || items.is_empty() {
            return Ok(None);
        }
        let items: Vec<String> =
            items.iter().map(|item| self.item(item)).collect::<Result<_, _>>()?;
        let ways = way_words(all, self.colours);
        Ok(Some(format!("(line {from} {ways} {})", items.join(" "))))
    }

    fn from(&self, from: &From) -> Result<Option<String>, DrawingError> {
        Ok(match from {
            From::Name { name } => Some(self.name(name)?.to_owned()),
            From::Points { points } => {
                let area = self.points(points)?;
                (area != 0).then(|| area_words(area, self.colours))
            }
            From::Pieces { pieces, points } => {
                let (set, area) = (self.pieces(pieces)?, self.points(points)?);
                let what = piece_words(set, self.colours);
                match area {
                    _ if set == PieceSet::default() => None,
                    0 => None,
                    BOARD => Some(what),
                    area => Some(format!("(in {what} {})", area_words(area, self.colours))),
                }
            }
        })
    }

    fn item(&self, item: &str) -> Result<String, DrawingError> {
        if matches!(item, "." | "*" | "?") {
            return Ok(item.to_owned());
        }
        if let Some(name) = item.strip_prefix('@') {
            return self.name(name).map(str::to_owned);
        }
        match self.pieces(item)? {
            PieceSet::ALL => Ok("ANY".to_owned()),
            PieceSet(0) => self.wrong(item),
            set => Ok(piece_words(set, self.colours)),
        }
    }

    fn action(&self, shown: &Shown) -> Result<Option<String>, DrawingError> {
        Ok(match shown {
            Shown::Name(texts) => texts_of("name", texts),
            Shown::Plan(texts) => texts_of("plan", texts),
            Shown::Tags { words } => {
                for word in words {
                    self.name(word)?;
                }
                (!words.is_empty()).then(|| format!("(tags {})", words.join(" ")))
            }
            Shown::Mirror { on } => Some(format!("(mirror {})", if *on { "yes" } else { "no" })),
            Shown::Score { early, late, per } => {
                let number = |name: &str, value: i32| match value {
                    0 => String::new(),
                    value => format!(" ({name} {value})"),
                };
                let per = match per {
                    Some(name) => format!(" (per {})", self.name(name)?),
                    None => String::new(),
                };
                let parts = number("early", *early) + &number("late", *late) + &per;
                (!parts.is_empty()).then(|| format!("(score{parts})"))
            }
            Shown::Goal { pieces, points } => {
                let (set, area) = (self.pieces(pieces)?, self.points(points)?);
                (set.0 != 0 && area != 0).then(|| {
                    let what = piece_words(set, self.colours);
                    format!("(goal {what} {})", area_words(area, self.colours))
                })
            }
            Shown::Candidate(of) => self.template(of)?.map(|text| format!("(candidate {text})")),
            Shown::Order { bonus, of } => {
                self.template(of)?.map(|text| format!("(order {bonus} {text})"))
            }
            Shown::Extend { plies } => (*plies != 0).then(|| format!("(extend {plies})")),
            Shown::Verdict { verdict } => match &**verdict {
                "" => None,
                word => Some(format!("(verdict {})", self.name(word)?)),
            },
            Shown::Example { fens } => positions("example", fens),
            Shown::NearMiss { fens } => positions("near-miss", fens),
            _ => None,
        })
    }

    fn template(&self, of: &Move) -> Result<Option<String>, DrawingError> {
        let set = self.pieces(&of.pieces)?;
        let [from, to] = [self.points(&of.from)?, self.points(&of.to)?];
        Ok((set.0 != 0 && from != 0 && to != 0).then(|| {
            let [from, to] = [from, to].map(|area| area_words(area, self.colours));
            format!("{} {from} {to}", piece_words(set, self.colours))
        }))
    }

    fn pieces(&self, letters: &str) -> Result<PieceSet, DrawingError> {
        pieces(letters).map_or_else(|| self.wrong(letters), Ok)
    }

    fn points(&self, names: &[String]) -> Result<u128, DrawingError> {
        points(names).map_or_else(|| self.wrong(names.join(" ")), Ok)
    }

    /// A single word; what it means is asked when the text is read.
    fn name<'a>(&self, word: &'a str) -> Result<&'a str, DrawingError> {
        let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        if word.is_empty() || !word.chars().all(fits) { self.wrong(word) } else { Ok(word) }
    }
}

fn texts_of(field: &str, texts: &Texts) -> Option<String> {
    let one = |language: &str, text: &str| match text.trim() {
        "" => String::new(),
        text => format!(" ({language} {})", quoted(text)),
    };
    let all = one("en", &texts.en) + &one("hant", &texts.hant) + &one("hans", &texts.hans);
    (!all.is_empty()).then(|| format!("({field}{all})"))
}

fn positions(field: &str, fens: &[String]) -> Option<String> {
    let fens: Vec<String> = fens.iter().map(|fen| quoted(fen)).collect();
    (!fens.is_empty()).then(|| format!("({field} {})", fens.join(" ")))
}

/// Puts the words of a view in the place of those of the other.
fn turn(node: &mut Node, colours: bool) {
    match &mut node.form {
        Form::List(nodes) => nodes.iter_mut().for_each(|node| turn(node, colours)),
        Form::Word(word) => {
            if let Some(other) = turned_word(word, colours) {
                // A set of pieces may be a list by now.
                let node_of = parse(&other).0.into_iter().next();
                node.form = node_of.map_or(Form::Word(other), |node| node.form);
            }
        }
        Form::Text(_) | Form::Comment(_) => {}
    }
}

/// A part's own text, as a drawing keeps it.
pub(super) fn source(node: &Node) -> String {
    format(std::slice::from_ref(node)).trim_end().to_owned()
}
