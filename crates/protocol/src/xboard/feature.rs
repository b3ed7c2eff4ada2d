//! What an engine can do, told by its `feature` lines.

use std::fmt;

use super::Command;
use crate::words::{OneLine, Word, Words};
use crate::{Notes, OptionKind, OptionSpec};

/// One `name=value` of a `feature` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// The feature.
    pub name: String,
    /// What is said about it.
    pub value: FeatureValue,
}

/// The value of a feature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FeatureValue {
    /// A number; 0 and 1 mean no and yes.
    Number(i64),
    /// A text, quoted or (by some engines) not.
    Text(String),
}

impl Feature {
    /// Reads the pairs that stand at the end of a line.
    pub(crate) fn read_all(words: &mut Words<'_>, notes: &mut Notes) -> Vec<Self> {
        let line = words.line();
        let mut rest = words.rest();
        let mut features = Vec::new();
        while !rest.is_empty() {
            let end = rest.find(|letter: char| letter == '=' || letter.is_ascii_whitespace());
            let (text, after) = rest.split_at(end.unwrap_or(rest.len()));
            let name = Word { text, offset: line.len() - rest.len() };
            rest = match after.strip_prefix('=') {
                Some(after) if !text.is_empty() => {
                    let (value, left) = read_value(name, after, words, notes);
                    features.push(Feature { name: text.to_string(), value });
                    left
                }
                orphan => {
                    notes.add(|| words.unknown(name, "name=value"));
                    orphan.unwrap_or(after)
                }
            };
            rest = rest.trim_ascii_start();
        }
        features
    }
}

/// Reads the value of a feature and returns what stands behind it.
fn read_value<'a>(
    name: Word<'_>,
    text: &'a str,
    words: &Words<'_>,
    notes: &mut Notes,
) -> (FeatureValue, &'a str) {
    let quote = text.chars().next().filter(|letter| matches!(letter, '"' | '\''));
    let Some(quote) = quote else {
        let end = text.find(|letter: char| letter.is_ascii_whitespace()).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        return match word.parse() {
            Ok(number) => (FeatureValue::Number(number), rest),
            Err(_) => (FeatureValue::Text(word.to_string()), rest),
        };
    };
    let inner = &text[1..];
    let (value, rest) = inner.split_once(quote).unwrap_or_else(|| {
        notes.add(|| words.missing(name, "a text with a closing quote"));
        (inner, "")
    });
    (FeatureValue::Text(value.to_string()), rest)
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", OneLine(&self.name))?;
        match &self.value {
            FeatureValue::Number(number) => write!(f, "{number}"),
            FeatureValue::Text(text) if !text.contains('"') => write!(f, "\"{}\"", OneLine(text)),
            FeatureValue::Text(text) => write!(f, "'{}'", OneLine(&text.replace('\'', "`"))),
        }
    }
}

/// What an engine can do: the protocol's defaults until its `feature` lines say
/// otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    /// It answers `ping`.
    pub ping: bool,
    /// It understands `setboard`.
    pub setboard: bool,
    /// It understands `playother`.
    pub playother: bool,
    /// It wants `usermove` before a move.
    pub usermove: bool,
    /// It listens to `time` and `otim`.
    pub time: bool,
    /// It understands `draw`.
    pub draw: bool,
    /// It wants to be interrupted by SIGINT.
    pub sigint: bool,
    /// It may be killed by SIGTERM.
    pub sigterm: bool,
    /// It plays several games in one run.
    pub reuse: bool,
    /// It understands `analyze`.
    pub analyze: bool,
    /// It wants to be told the colour to play.
    pub colors: bool,
    /// It understands `memory`.
    pub memory: bool,
    /// It understands `cores`.
    pub smp: bool,
    /// Its name.
    pub myname: Option<String>,
    /// The games it plays.
    pub variants: Vec<String>,
    /// Its options.
    pub options: Vec<OptionSpec>,
    /// `done=0`: wait, more will follow; `done=1`: that is all.
    pub done: Option<bool>,
}

impl Default for Features {
    fn default() -> Self {
        Features {
            ping: false,
            setboard: false,
            playother: false,
            usermove: false,
            time: true,
            draw: true,
            sigint: true,
            sigterm: true,
            reuse: true,
            analyze: true,
            colors: true,
            memory: false,
            smp: false,
            myname: None,
            variants: vec!["normal".to_string()],
            options: Vec::new(),
            done: None,
        }
    }
}

impl Features {
    /// Notes a feature and returns the answer to send: `accepted` for those listed
    /// here, `rejected` for all others. Among the rejected is `san`, so moves
    /// stay coordinates.
    ///
    /// ```
    /// use protocol::xboard::{Features, Reply};
    ///
    /// let mut features = Features::default();
    /// let Ok(Reply::Features(told)) = "feature usermove=1 san=1".parse() else { unreachable!() };
    /// let answers: Vec<_> = told.iter().map(|f| features.apply(f).to_string()).collect();
    /// assert_eq!(answers, ["accepted usermove", "rejected san"]);
    /// assert_eq!(features.move_command("h2e2").to_string(), "usermove h2e2");
    /// ```
    pub fn apply(&mut self, feature: &Feature) -> Command {
        let known = match &feature.value {
            FeatureValue::Number(number) => self.apply_number(&feature.name, *number),
            FeatureValue::Text(text) => self.apply_text(&feature.name, text),
        };
        let name = feature.name.clone();
        if known { Command::Accepted(name) } else { Command::Rejected(name) }
    }

    fn apply_number(&mut self, name: &str, number: i64) -> bool {
        let flag = match name {
            "ping" => &mut self.ping,
            "setboard" => &mut self.setboard,
            "playother" => &mut self.playother,
            "usermove" => &mut self.usermove,
            "time" => &mut self.time,
            "draw" => &mut self.draw,
            "sigint" => &mut self.sigint,
            "sigterm" => &mut self.sigterm,
            "reuse" => &mut self.reuse,
            "analyze" => &mut self.analyze,
            "colors" => &mut self.colors,
            "memory" => &mut self.memory,
            "smp" => &mut self.smp,
            "done" => self.done.insert(false),
            _ => return false,
        };
        *flag = number != 0;
        true
    }

    fn apply_text(&mut self, name: &str, text: &str) -> bool {
        match name {
            "myname" => self.myname = Some(text.to_string()),
            "variants" => self.variants = text.split(',').map(|v| v.trim().to_string()).collect(),
            "option" => match option_from_feature(text) {
                Some(option) => self.options.push(option),
                None => return false,
            },
            _ => return false,
        }
        true
    }

    /// Whether it says it plays a game.
    pub fn plays(&self, variant: &str) -> bool {
        self.variants.iter().any(|name| name == variant)
    }

    /// The command that tells it a move.
    pub fn move_command(&self, text: &str) -> Command {
        let text = text.to_string();
        if self.usermove { Command::UserMove(text) } else { Command::BareMove(text) }
    }
}

/// Reads the text of an `option` feature, such as `MultiPV -spin 1 1 256`; `None`
/// if it names no kind.
///
/// ```
/// use protocol::{OptionKind, xboard::option_from_feature};
///
/// let option = option_from_feature("Random amplitude -spin 20 0 100").unwrap();
/// assert_eq!(option.name, "Random amplitude");
/// assert_eq!(
///     option.kind,
///     OptionKind::Spin { default: Some(20), min: Some(0), max: Some(100) }
/// );
/// ```
pub fn option_from_feature(text: &str) -> Option<OptionSpec> {
    // A name may hold a dash, so try each until one begins a known kind.
    text.match_indices(" -").find_map(|(end, dash)| {
        let rest = &text[end + dash.len()..];
        let (kind, value) = rest.split_once(' ').unwrap_or((rest, ""));
        let kind = read_kind(kind, value.trim_ascii())?;
        Some(OptionSpec { name: text[..end].trim_ascii().to_string(), kind })
    })
}

fn read_kind(kind: &str, value: &str) -> Option<OptionKind> {
    let mut numbers = value.split_ascii_whitespace().map(|word| word.parse().ok());
    let mut number = || numbers.next().flatten();
    Some(match kind {
        "check" => OptionKind::Check { default: number().map(|value: i64| value != 0) },
        "spin" | "slider" => OptionKind::Spin { default: number(), min: number(), max: number() },
        "combo" => read_combo(value),
        "string" | "file" | "path" => OptionKind::Text { default: Some(value.to_string()) },
        "button" | "save" | "reset" => OptionKind::Button,
        _ => return None,
    })
}

/// Choices are separated by `///`; a star marks the default, else it is the first.
fn read_combo(value: &str) -> OptionKind {
    let marked: Vec<&str> = value.split("///").map(str::trim_ascii).collect();
    let default = marked.iter().find_map(|choice| choice.strip_prefix('*'));
    let default = default.or(marked.first().copied()).map(str::to_string);
    let bare = |choice: &&str| choice.strip_prefix('*').unwrap_or(choice).to_string();
    OptionKind::Combo { default, choices: marked.iter().map(bare).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<Feature>, Notes) {
        let mut notes = Notes::new();
        (Feature::read_all(&mut Words::new(text).unwrap(), &mut notes), notes)
    }

    #[test]
    fn features_of_real_engines() {
        let mut features = Features::default();
        let (told, notes) = read(
            "setboard=1 usermove=1 time=1 memory=1 smp=1 colors=0 draw=0 name=0 sigint=0 ping=1 \
             myname=Fairy-Stockfish variants=\"chess,xiangqi\" done=0",
        );
        assert!(notes.is_empty());
        let refused: Vec<_> = told
            .iter()
            .map(|feature| features.apply(feature))
            .filter(|answer| matches!(answer, Command::Rejected(_)))
            .collect();
        assert_eq!(refused, [Command::Rejected("name".into())]);
        assert_eq!(features.myname.as_deref(), Some("Fairy-Stockfish"));
        assert_eq!((features.done, features.draw, features.analyze), (Some(false), false, true));
        assert!(features.plays("xiangqi") && !features.plays("normal"));
        let (told, _) = read(r#"option="Send 'piece' descriptions -check 1" done=1"#);
        told.iter().for_each(|feature| drop(features.apply(feature)));
        assert_eq!(features.done, Some(true));
        assert_eq!(features.options[0].name, "Send 'piece' descriptions");
    }

    #[test]
    fn damaged_lines_keep_what_they_can() {
        let (told, notes) = read("ping=1 junk =3 myname=\"open");
        assert_eq!(told.len(), 3 - 1);
        assert_eq!(told[1].value, FeatureValue::Text("open".into()));
        let notes: Vec<_> = notes.iter().map(ToString::to_string).collect();
        assert_eq!(notes[0], "column 8: unknown word `junk`; expected name=value");
        assert_eq!(
            notes.last().unwrap(),
            "column 23: `myname` must be followed by a text with a closing quote"
        );
    }

    #[test]
    fn options() {
        let check = |text: &str, name: &str, kind: OptionKind| {
            assert_eq!(option_from_feature(text), Some(OptionSpec { name: name.into(), kind }));
        };
        check("Ponder -check 0", "Ponder", OptionKind::Check { default: Some(false) });
        check("Clear Hash -button", "Clear Hash", OptionKind::Button);
        check("Book -file ", "Book", OptionKind::Text { default: Some(String::new()) });
        let choices = vec!["Clueless".to_string(), "Static".into(), "Normal".into()];
        check(
            "Level -combo Clueless /// Static /// *Normal",
            "Level",
            OptionKind::Combo { default: Some("Normal".into()), choices },
        );
        let (min, max) = (Some(i64::from(i32::MIN)), Some(i64::from(i32::MAX)));
        check(
            "a -b verbose -spin 0 -2147483648 2147483647",
            "a -b verbose",
            OptionKind::Spin { default: Some(0), min, max },
        );
        assert_eq!(option_from_feature("nothing of the kind"), None);
    }
}
