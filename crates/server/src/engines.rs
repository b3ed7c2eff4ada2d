//! Foreign engines: what the server's file of engines says.
//!
//! A browser only ever names one of them; programs, arguments and options stand here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::engine::{EngineConfig, ProtocolName, can_analyse};
use play::GameKind;
use serde::Deserialize;

/// What marks the name of a foreign engine where profiles are named.
pub const PREFIX: &str = "engine:";
/// Engines that search at the same time, unless the file says otherwise; and the most.
const USUAL: usize = 4;
const MOST_AT_ONCE: usize = 64;
const MOST_ENGINES: usize = 50;
const LONGEST_NAME: usize = 40;

/// The engines there are.
#[derive(Clone, PartialEq, Debug)]
pub struct Engines {
    /// So many search at the same time.
    pub at_once: usize,
    /// In the order of the file.
    pub list: Vec<ForeignEngine>,
}

/// A foreign engine; all of them play xiangqi.
#[derive(Clone, PartialEq, Debug)]
pub struct ForeignEngine {
    /// How it is started.
    pub config: EngineConfig,
    /// What people are told about it.
    pub about: String,
}

/// Why a file of engines was refused.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {why}")]
pub struct EnginesError {
    path: String,
    why: String,
}

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default = "usual")]
    at_once: usize,
    #[serde(default)]
    engine: Vec<Entry>,
}

/// An engine of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    cmd: String,
    #[serde(default)]
    args: Vec<String>,
    dir: Option<PathBuf>,
    #[serde(default)]
    proto: ProtocolName,
    #[serde(default)]
    about: String,
    #[serde(default)]
    options: BTreeMap<String, Value>,
    start_timeout: Option<f64>,
    hang_timeout: Option<f64>,
}

/// The value of an option.
#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Switch(bool),
    Number(i64),
    Text(String),
}

const fn usual() -> usize {
    USUAL
}

impl Default for Engines {
    fn default() -> Engines {
        Engines { at_once: USUAL, list: Vec::new() }
    }
}

impl Engines {
    /// Reads a file; one that is not there names none.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(path: &Path) -> Result<Engines, EnginesError> {
        let wrong = |why: String| EnginesError { path: path.display().to_string(), why };
        match std::fs::read_to_string(path) {
            Ok(text) => Engines::parse(&text).map_err(wrong),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Engines::default()),
            Err(error) => Err(wrong(error.to_string())),
        }
    }

    /// Reads the text of one.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(text: &str) -> Result<Engines, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        if !(1..=MOST_AT_ONCE).contains(&file.at_once) {
            return Err(format!("at_once is {}: expected 1 to {MOST_AT_ONCE}", file.at_once));
        }
        if file.engine.len() > MOST_ENGINES {
            return Err(format!("more than {MOST_ENGINES} engines"));
        }
        let mut list: Vec<ForeignEngine> = Vec::new();
        for entry in file.engine {
            let engine = entry.engine()?;
            if list.iter().any(|known| known.config.name == engine.config.name) {
                return Err(format!("two engines are called '{}'", engine.config.name));
            }
            list.push(engine);
        }
        Ok(Engines { at_once: file.at_once, list })
    }

    /// The engine of a profile's name, such as `engine:Name`.
    pub fn find(&self, profile: &str, kind: GameKind) -> Option<&ForeignEngine> {
        let name = profile.strip_prefix(PREFIX)?;
        let found = self.list.iter().find(|engine| engine.config.name == name);
        found.filter(|_| kind == GameKind::Xiangqi)
    }
}

impl ForeignEngine {
    /// How it is named where profiles are.
    pub fn profile(&self) -> String {
        format!("{PREFIX}{}", self.config.name)
    }
}

impl Entry {
    fn engine(self) -> Result<ForeignEngine, String> {
        let name = self.name;
        if name.trim() != name || name.is_empty() || name.chars().count() > LONGEST_NAME {
            return Err(format!(
                "the name '{name}': expected 1 to {LONGEST_NAME} characters without blanks around"
            ));
        }
        let wrong = |what: &str| format!("engine '{name}': {what}");
        if self.cmd.is_empty() {
            return Err(wrong("cmd is empty: expected a program"));
        }
        if !can_analyse(self.proto) {
            return Err(wrong("proto: expected auto, uci, uci-0-9, uci-1-10 or ucci"));
        }
        let usual = EngineConfig::default();
        let seconds = |wanted: Option<f64>, usual: Duration| match wanted {
            None => Ok(usual),
            Some(time) if (0.1..=600.0).contains(&time) => Ok(Duration::from_secs_f64(time)),
            Some(time) => Err(wrong(&format!("a time of {time} s: expected 0.1 to 600"))),
        };
        let config = EngineConfig {
            start_timeout: seconds(self.start_timeout, usual.start_timeout)?,
            hang_timeout: seconds(self.hang_timeout, usual.hang_timeout)?,
            command: self.cmd,
            args: self.args,
            dir: self.dir,
            protocol: self.proto,
            options: self.options.into_iter().map(|(name, value)| (name, value.text())).collect(),
            name,
            ..usual
        };
        Ok(ForeignEngine { config, about: self.about })
    }
}

impl Value {
    fn text(self) -> String {
        match self {
            Value::Switch(on) => on.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Text(text) => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_names_engines_with_their_options() {
        let text = "at_once = 2\n[[engine]]\nname = \"Fish\"\ncmd = \"fairy-stockfish\"\n\
                    proto = \"uci\"\nabout = \"strong\"\n[engine.options]\nHash = 64\n\
                    \"Use NNUE\" = false\nEvalFile = \"a.nnue\"\n";
        let engines = Engines::parse(text).unwrap();
        let engine = engines.find("engine:Fish", GameKind::Xiangqi).unwrap();
        assert_eq!((engines.at_once, engine.profile().as_str()), (2, "engine:Fish"));
        let options: Vec<String> =
            engine.config.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(options, ["EvalFile=a.nnue", "Hash=64", "Use NNUE=false"]);
        assert!(engines.find("engine:Fish", GameKind::Banqi).is_none());
        assert!(engines.find("Fish", GameKind::Xiangqi).is_none());
        assert_eq!(Engines::parse(""), Ok(Engines::default()));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let one = |rest: &str| format!("[[engine]]\nname = \"A\"\ncmd = \"a\"\n{rest}");
        let cases = [
            (one("colour = 1"), "unknown field `colour`"),
            (one("proto = \"xboard\""), "engine 'A': proto: expected auto"),
            (one("proto = \"speech\""), "speech"),
            (one("hang_timeout = -1.0"), "a time of -1 s"),
            (one("") + &one(""), "two engines are called 'A'"),
            ("at_once = 0".to_owned(), "at_once is 0: expected 1 to"),
            ("[[engine]]\nname = \"\"\ncmd = \"a\"".to_owned(), "the name ''"),
            ("[[engine]]\nname = \"B\"\ncmd = \"\"".to_owned(), "cmd is empty"),
            ("[[engine]]\nname = \"B\"".to_owned(), "missing field `cmd`"),
        ];
        for (text, words) in cases {
            let error = Engines::parse(&text).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
        let missing = Engines::read(Path::new("/no/such/file.toml")).unwrap();
        assert!(missing.list.is_empty());
    }
}
