//! Which programs a worker starts for others.
//!
//! A run that comes from another machine names its engines; how they are started is for
//! this machine alone to say. A broker can so never have a program of its choice run, nor
//! an engine's options set that could name files.

use std::sync::Arc;

use super::config::EngineConfig;
use crate::run::fingerprint;

/// The engines that runs from elsewhere may use, each under its name.
#[derive(Clone, Debug, Default)]
pub struct AllowedEngines(Arc<[EngineConfig]>);

impl AllowedEngines {
    /// These and no others.
    pub fn new(engines: Vec<EngineConfig>) -> AllowedEngines {
        AllowedEngines(engines.into())
    }

    /// How an engine that a run names is started here, with the same options; its time
    /// control is the run's.
    ///
    /// # Errors
    /// If it is not allowed, or not with these options.
    pub fn find(&self, wanted: &EngineConfig) -> Result<EngineConfig, String> {
        let name: String = wanted.name.chars().take(60).collect();
        let own = self.0.iter().find(|own| own.name == wanted.name).ok_or_else(|| {
            format!(
                "engine {name} is not allowed here: begin the worker with \
                 --allow-engine name={name},cmd=…"
            )
        })?;
        if own.options != wanted.options {
            let list = |config: &EngineConfig| match config.options.len() {
                0 => "no options".to_owned(),
                _ => config
                    .options
                    .iter()
                    .map(|(name, value)| format!("option.{name}={value}"))
                    .collect::<Vec<_>>()
                    .join(","),
            };
            let (own, wanted) = (list(own), list(wanted));
            return Err(format!("engine {name} is allowed here with {own}, the run has {wanted}"));
        }
        Ok(EngineConfig { tc: wanted.tc, restart: wanted.restart, ..own.clone() })
    }
}

impl EngineConfig {
    /// What other machines are told of it: nothing of how it is started.
    #[must_use]
    pub fn for_others(&self) -> EngineConfig {
        EngineConfig {
            command: String::new(),
            args: Vec::new(),
            dir: None,
            env: Vec::new(),
            transcript: false,
            ..self.clone()
        }
    }

    /// What stands for its program: its name and the program's SHA-256.
    ///
    /// # Errors
    /// If the program cannot be found or read.
    pub fn program_print(&self) -> Result<String, String> {
        let file = self.program_file();
        let hash = file.as_deref().and_then(fingerprint::of_file).ok_or_else(|| {
            format!("engine {}: its program {} cannot be read", self.name, self.command)
        })?;
        Ok(format!("{} {hash}", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(text: &str) -> EngineConfig {
        text.parse().unwrap()
    }

    #[test]
    fn a_run_says_which_engine_and_the_worker_says_how() {
        let own = config("name=a,cmd=/here/a,args=-x,proto=uci,option.Hash=1");
        let allowed = AllowedEngines::new(vec![own.clone()]);
        let wanted = config("name=a,cmd=/bin/sh,args=-c evil,option.Hash=1,tc=nodes=50");
        let found = allowed.find(&wanted).unwrap();
        assert_eq!((found.command.as_str(), &found.args), ("/here/a", &own.args));
        assert_eq!(found.tc, wanted.tc);
        let cases = [
            ("name=b,cmd=/here/a,option.Hash=1", "--allow-engine name=b"),
            ("name=a,cmd=/here/a", "the run has no options"),
            ("name=a,cmd=/here/a,option.Log=/etc/x", "the run has option.Log=/etc/x"),
        ];
        for (text, words) in cases {
            let error = allowed.find(&config(text)).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
        assert!(AllowedEngines::default().find(&wanted).is_err());
    }

    #[test]
    fn others_are_told_nothing_of_the_start() {
        let text = config("name=a,cmd=/here/a,args=-x,dir=/tmp,env.A=b,option.Hash=1");
        let told = serde_json::to_string(&text.for_others()).unwrap();
        for word in ["/here", "-x", "/tmp", "env"] {
            assert!(!told.contains(word), "{told}");
        }
        assert!(told.contains("Hash"), "{told}");
    }
}
