//! The one-line text of an engine: `name=A,cmd=…,proto=uci,option.Hash=64`.

use std::fmt::{self, Write};
use std::str::FromStr;
use std::time::Duration;

use super::config::{EngineConfig, EngineConfigError, read_seconds};

type Result<T> = std::result::Result<T, EngineConfigError>;

impl FromStr for EngineConfig {
    type Err = EngineConfigError;

    /// Reads fields `key=value` with commas between them.
    ///
    /// | key | value |
    /// |---|---|
    /// | `name` | what records call it; the program's name if absent |
    /// | `cmd` | the program |
    /// | `args` | its arguments, split at blanks |
    /// | `arg` | one argument as it stands; may be repeated |
    /// | `dir`, `env.NAME` | its working directory, its environment |
    /// | `proto` | `auto`, `uci`, `uci-0-9`, `uci-1-10`, `ucci`, `xboard`, `mgtp`, `banqi-uci` |
    /// | `option.NAME` | an option by the engine's own name |
    /// | `tc` | its own time control; also `st=`, `movetime=`, `nodes=`, `depth=` |
    /// | `restart` | `on`: a new process for every game |
    /// | `stop` | xboard engines: `now` (`?`) or `analyze`, see [`StopWay`](super::StopWay) |
    /// | `start_timeout`, `hang_timeout`, `search_timeout` | seconds |
    /// | `transcript` | `on`: every line is logged |
    /// | `builtin` | a built-in player instead of `cmd` |
    ///
    /// A backslash takes the special meaning from the next character, and so do
    /// double quotes from commas, so a comma inside a value is `\,` or `"a,b"`.
    ///
    /// ```
    /// use arena::engine::EngineConfig;
    /// let text = r#"name=A,cmd=./a,args=-x 3,option.Book="b,c.bin",tc=10+0.1,restart=on"#;
    /// let config: EngineConfig = text.parse().unwrap();
    /// assert_eq!(config.args, ["-x", "3"]);
    /// assert_eq!(config.options, [("Book".to_string(), "b,c.bin".to_string())]);
    /// assert_eq!(config.to_string().parse(), Ok(config));
    /// ```
    fn from_str(text: &str) -> Result<EngineConfig> {
        read_fields(split_fields(text)?)
    }
}

impl EngineConfig {
    /// Reads an engine's text, completed by what holds for each engine unless it has
    /// its own.
    ///
    /// ```
    /// use arena::engine::EngineConfig;
    /// let each = "tc=10+0.1,option.Hash=64,proto=ucci";
    /// let config = EngineConfig::read_with("cmd=a,nodes=500,proto=uci", each).unwrap();
    /// assert_eq!(config.to_string(), "name=a,cmd=a,proto=uci,option.Hash=64,tc=nodes=500");
    /// ```
    ///
    /// # Errors
    /// If one of the texts cannot be read, or both together make no engine.
    pub fn read_with(text: &str, each: &str) -> Result<EngineConfig> {
        let mut fields = split_fields(text)?;
        let own: Vec<String> = fields.iter().map(|(key, _)| meaning(key).to_owned()).collect();
        let shared = split_fields(each)?.into_iter();
        fields.extend(shared.filter(|(key, _)| !own.iter().any(|own| own == meaning(key))));
        read_fields(fields)
    }
}

/// What a key sets. A time control has several spellings.
fn meaning(key: &str) -> &str {
    match key {
        "st" | "movetime" | "nodes" | "depth" => "tc",
        key => key,
    }
}

fn read_fields(fields: Vec<(String, String)>) -> Result<EngineConfig> {
    let mut config = EngineConfig::default();
    let mut seen = Vec::new();
    for (key, value) in fields {
        if key != "arg" && seen.contains(&key) {
            return Err(EngineConfigError::Twice(key));
        }
        set(&mut config, &key, value)?;
        seen.push(key);
    }
    finish(config)
}

fn finish(mut config: EngineConfig) -> Result<EngineConfig> {
    match (&config.builtin, config.command.is_empty()) {
        (None, true) => return Err(EngineConfigError::NoCommand),
        (Some(_), false) => return Err(EngineConfigError::TwoCommands),
        _ => {}
    }
    if config.name.is_empty() {
        let program = config.builtin.as_deref().unwrap_or(&config.command);
        config.name = program.rsplit('/').next().unwrap_or(program).to_owned();
    }
    Ok(config)
}

fn set(config: &mut EngineConfig, key: &str, value: String) -> Result<()> {
    match key {
        "name" => config.name = value,
        "builtin" => config.builtin = Some(value),
        "cmd" => config.command = value,
        "arg" => config.args.push(value),
        "args" => config.args.extend(value.split_whitespace().map(str::to_owned)),
        "dir" => config.dir = Some(value.into()),
        "proto" => config.protocol = value.parse()?,
        "restart" => config.restart = read_switch("restart", &value)?,
        "transcript" => config.transcript = read_switch("transcript", &value)?,
        "stop" => config.stop = value.parse()?,
        "start_timeout" => config.start_timeout = read_time("start_timeout", &value)?,
        "hang_timeout" => config.hang_timeout = read_time("hang_timeout", &value)?,
        "search_timeout" => config.search_timeout = read_time("search_timeout", &value)?,
        "tc" => config.tc = Some(value.parse()?),
        "st" | "movetime" | "nodes" | "depth" => {
            config.tc = Some(format!("{key}={value}").parse()?);
        }
        _ => set_named(config, key, value)?,
    }
    Ok(())
}

fn set_named(config: &mut EngineConfig, key: &str, value: String) -> Result<()> {
    let (list, name) = match key.split_once('.') {
        Some(("option", name)) => (&mut config.options, name),
        Some(("env", name)) => (&mut config.env, name),
        _ => return Err(EngineConfigError::Key(key.to_owned())),
    };
    if name.is_empty() {
        return Err(EngineConfigError::Key(key.to_owned()));
    }
    list.push((name.to_owned(), value));
    Ok(())
}

fn read_switch(key: &'static str, value: &str) -> Result<bool> {
    match value {
        "on" | "true" | "yes" | "1" => Ok(true),
        "off" | "false" | "no" | "0" => Ok(false),
        _ => Err(EngineConfigError::Value { key, value: value.to_owned(), expected: "on or off" }),
    }
}

fn read_time(key: &'static str, value: &str) -> Result<Duration> {
    value.parse().ok().and_then(read_seconds).ok_or_else(|| EngineConfigError::Value {
        key,
        value: value.to_owned(),
        expected: "seconds, such as 2 or 0.5",
    })
}

/// A field half read.
#[derive(Default)]
struct Field {
    key: Option<String>,
    text: String,
    touched: bool,
}

impl Field {
    fn finish(self, fields: &mut Vec<(String, String)>) -> Result<()> {
        match self.key {
            Some(key) => fields.push((key.trim().to_owned(), self.text)),
            None if !self.touched || self.text.trim().is_empty() => {}
            None => return Err(EngineConfigError::NoValue(self.text)),
        }
        Ok(())
    }
}

/// Splits at commas and at the first `=` of each field, as far as neither quotes
/// nor a backslash forbid it.
fn split_fields(text: &str) -> Result<Vec<(String, String)>> {
    let mut fields = Vec::new();
    let mut field = Field::default();
    let mut quoted = false;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        field.touched = true;
        match letter {
            '\\' => {
                let next =
                    letters.next().ok_or(EngineConfigError::Unfinished("a lone backslash"))?;
                field.text.push(next);
            }
            '"' => quoted = !quoted,
            ',' if !quoted => std::mem::take(&mut field).finish(&mut fields)?,
            '=' if !quoted && field.key.is_none() => {
                field.key = Some(std::mem::take(&mut field.text));
            }
            _ => field.text.push(letter),
        }
    }
    if quoted {
        return Err(EngineConfigError::Unfinished("an open quote"));
    }
    field.finish(&mut fields)?;
    Ok(fields)
}

impl fmt::Display for EngineConfig {
    /// Prints what differs from the usual settings, in a form that reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = EngineConfig::default();
        write_field(f, "name", &self.name)?;
        if let Some(builtin) = &self.builtin {
            write_rest(f, "builtin", builtin)?;
        }
        if !self.command.is_empty() {
            write_rest(f, "cmd", &self.command)?;
        }
        self.args.iter().try_for_each(|arg| write_rest(f, "arg", arg))?;
        if let Some(dir) = &self.dir {
            write_rest(f, "dir", &dir.to_string_lossy())?;
        }
        for (name, value) in &self.env {
            write_rest(f, &format!("env.{name}"), value)?;
        }
        if self.protocol != usual.protocol {
            write_rest(f, "proto", self.protocol.name())?;
        }
        for (name, value) in &self.options {
            write_rest(f, &format!("option.{name}"), value)?;
        }
        self.write_settings(f, &usual)
    }
}

impl EngineConfig {
    fn write_settings(&self, f: &mut fmt::Formatter<'_>, usual: &EngineConfig) -> fmt::Result {
        if let Some(tc) = self.tc {
            write_rest(f, "tc", &tc.to_string())?;
        }
        if self.restart {
            write_rest(f, "restart", "on")?;
        }
        if self.stop != usual.stop {
            write_rest(f, "stop", &self.stop.to_string())?;
        }
        let times = [
            ("start_timeout", self.start_timeout, usual.start_timeout),
            ("hang_timeout", self.hang_timeout, usual.hang_timeout),
            ("search_timeout", self.search_timeout, usual.search_timeout),
        ];
        for (key, time, usual) in times {
            if time != usual {
                write_rest(f, key, &time.as_secs_f64().to_string())?;
            }
        }
        if self.transcript { write_rest(f, "transcript", "on") } else { Ok(()) }
    }
}

fn write_rest(f: &mut fmt::Formatter<'_>, key: &str, value: &str) -> fmt::Result {
    f.write_str(",")?;
    write_field(f, key, value)
}

fn write_field(f: &mut fmt::Formatter<'_>, key: &str, value: &str) -> fmt::Result {
    write_escaped(f, key, "\\\",=")?;
    f.write_str("=")?;
    write_escaped(f, value, "\\\",")
}

fn write_escaped(f: &mut fmt::Formatter<'_>, text: &str, special: &str) -> fmt::Result {
    for letter in text.chars() {
        if special.contains(letter) {
            f.write_char('\\')?;
        }
        f.write_char(letter)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{ProtocolName, StopWay};
    use game::Rng;

    fn read(text: &str) -> EngineConfig {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn every_key_is_read() {
        let config = read(
            "name=A B,cmd=/bin/x,args=-a  b,arg=c d,dir=/opt/x,env.X=Y=Z,proto=uci-1-10,\
             option.Skill Level=3,restart=on,tc=10+0.1,stop=analyze,start_timeout=2.5,\
             hang_timeout=0.25,search_timeout=9,transcript=yes",
        );
        let expected = EngineConfig {
            name: "A B".into(),
            builtin: None,
            command: "/bin/x".into(),
            args: vec!["-a".into(), "b".into(), "c d".into()],
            dir: Some("/opt/x".into()),
            env: vec![("X".into(), "Y=Z".into())],
            protocol: ProtocolName::UciFromOne,
            options: vec![("Skill Level".into(), "3".into())],
            restart: true,
            tc: Some("10+0.1".parse().unwrap()),
            stop: StopWay::Analyze,
            start_timeout: Duration::from_millis(2500),
            hang_timeout: Duration::from_millis(250),
            search_timeout: Duration::from_secs(9),
            transcript: true,
        };
        assert_eq!(config, expected);
        assert_eq!(read(&config.to_string()), config);
    }

    #[test]
    fn short_forms() {
        assert_eq!(read("cmd=/usr/games/sjaakii").name, "sjaakii");
        assert_eq!(read("builtin=greedy"), EngineConfig::builtin("greedy"));
        assert_eq!(read("cmd=x,st=0.1").tc, Some("movetime=100".parse().unwrap()));
        assert_eq!(read("cmd=x,tc=movetime=50").tc, Some("movetime=50".parse().unwrap()));
        assert_eq!(read("cmd=x,nodes=50, proto=ucci,").protocol, ProtocolName::Ucci);
        assert_eq!(read(r#"cmd="a,b\"c",name=q\,r"#).command, "a,b\"c");
    }

    #[test]
    fn faults_say_what_is_wrong() {
        let cases = [
            ("", "no cmd= and no builtin="),
            ("name=A", "no cmd= and no builtin="),
            ("cmd=x,builtin=random", "exclude each other"),
            ("cmd=x,colour=red", "unknown key 'colour'; known keys: name, cmd, arg"),
            ("cmd=x,option.=3", "unknown key 'option.'"),
            ("cmd=x,proto=usi", "no protocol is called 'usi'"),
            ("cmd=x,restart=perhaps", "restart='perhaps': expected on or off"),
            ("cmd=x,hang_timeout=-1", "hang_timeout='-1': expected seconds"),
            ("cmd=x,hang_timeout=nan", "hang_timeout='nan': expected seconds"),
            ("cmd=x,tc=fast", "'fast' is not a time control"),
            ("cmd=x,stop=never", "expected auto, now or analyze"),
            ("cmd=x,name=a,name=b", "'name' is given twice"),
            ("cmd=x,nonsense", "'nonsense' is not key=value; known keys"),
            ("cmd=\"x", "an open quote at the end"),
            ("cmd=x\\", "a lone backslash at the end"),
        ];
        for (text, message) in cases {
            let error = text.parse::<EngineConfig>().unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn whatever_the_values_hold_reads_back() {
        const LETTERS: [char; 12] = ['a', 'B', '1', ',', '"', '\\', '=', ' ', '.', '/', '炮', '\''];
        let mut rng = Rng::new(5);
        let mut word = |least: usize| -> String {
            let length = least + rng.below(6);
            (0..length).map(|_| LETTERS[rng.below(LETTERS.len())]).collect()
        };
        for _ in 0..2000 {
            let option = format!("o{}o", word(0));
            let config = EngineConfig {
                name: word(1),
                command: word(1),
                args: vec![word(0), word(2)],
                dir: Some(word(1).into()),
                env: vec![(format!("e{}e", word(0)), word(0))],
                options: vec![(option, word(0))],
                ..EngineConfig::default()
            };
            assert_eq!(read(&config.to_string()), config, "{config}");
            let file = toml::to_string(&config).unwrap();
            assert_eq!(toml::from_str::<EngineConfig>(&file).unwrap(), config, "{file}");
        }
    }

    #[test]
    fn own_fields_come_before_those_of_each() {
        let read = |text, each| EngineConfig::read_with(text, each).unwrap().to_string();
        assert_eq!(read("cmd=a", "tc=1+0.01,arg=x"), "name=a,cmd=a,arg=x,tc=1+0.01");
        assert_eq!(read("cmd=a,arg=own", "arg=x,arg=y"), "name=a,cmd=a,arg=own");
        assert_eq!(read("cmd=a,depth=3", "st=1"), "name=a,cmd=a,tc=depth=3");
        // A comma in quotes or behind a backslash is part of a value in both texts.
        let quoted = read(r#"cmd=a,option.Book="b,tc=9""#, r"option.Path=c\,tc=8,tc=depth=1");
        assert_eq!(quoted, r"name=a,cmd=a,option.Book=b\,tc=9,option.Path=c\,tc=8,tc=depth=1");
        assert_eq!(read(r"cmd=a,\tc=depth=2", "tc=depth=9"), "name=a,cmd=a,tc=depth=2");
        let error = EngineConfig::read_with("cmd=a", "speed=3").unwrap_err().to_string();
        assert!(error.contains("unknown key 'speed'"), "{error}");
    }

    #[test]
    fn files_hold_the_same() {
        let config = read("name=A,cmd=x,arg=1,option.Hash=64,env.Q=r,tc=nodes=50,hang_timeout=0.2");
        let file = toml::to_string(&config).unwrap();
        assert_eq!(toml::from_str::<EngineConfig>(&file).unwrap(), config, "{file}");
        assert_eq!(
            toml::from_str::<EngineConfig>("name = 'A'\ncmd = 'x'").unwrap(),
            read("name=A,cmd=x")
        );
    }
}
