//! Where an engine's program is.

use std::path::{Path, PathBuf};

use super::config::EngineConfig;

impl EngineConfig {
    /// The program to start, see [`EngineConfig::command`].
    pub fn program_path(&self) -> PathBuf {
        let path = Path::new(&self.command);
        if !self.command.contains('/') || path.is_absolute() {
            return path.to_owned();
        }
        // A child is started inside `dir`, from where a relative path would mean
        // something else.
        let beside = self.dir.as_deref().map(|dir| dir.join(path));
        let here = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        match beside {
            Some(beside) if !here.exists() => std::path::absolute(&beside).unwrap_or(beside),
            _ => here,
        }
    }

    /// The file that is started; `None` for built-in players and for what is not
    /// in the search path.
    pub fn program_file(&self) -> Option<PathBuf> {
        if self.builtin.is_some() {
            None
        } else if self.command.contains('/') {
            Some(self.program_path())
        } else {
            in_search_path(&self.command)
        }
    }

    /// Names the program by its whole path if it is where Debian keeps games, outside
    /// the search path of some users.
    pub fn look_among_games(&mut self) {
        let name = &self.command;
        if self.builtin.is_some() || name.contains('/') || in_search_path(name).is_some() {
            return;
        }
        let path = Path::new("/usr/games").join(name);
        if path.is_file() {
            self.command = path.display().to_string();
        }
    }
}

fn in_search_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ProtocolName;

    #[test]
    fn a_relative_program_is_found_here_or_in_its_directory() {
        let mut config = EngineConfig::program("a", "src/lib.rs", ProtocolName::Uci);
        config.dir = Some("src".into());
        assert!(config.program_path().ends_with("src/lib.rs"));
        assert!(config.program_path().is_absolute());
        config.command = "./lib.rs".into();
        assert!(config.program_path().exists(), "{:?}", config.program_path());
        config.command = "fairy-stockfish".into();
        assert_eq!(config.program_path(), Path::new("fairy-stockfish"));
    }

    #[test]
    fn a_program_of_the_search_path_has_its_file() {
        let file =
            |command: &str| EngineConfig::program("a", command, ProtocolName::Uci).program_file();
        assert!(file("sh").is_some_and(|path| path.is_absolute() && path.is_file()));
        assert_eq!(file("no-such-program-anywhere"), None);
        assert!(file("./src/lib.rs").is_some_and(|path| path.is_file()));
        assert_eq!(EngineConfig::builtin("random").program_file(), None);
    }
}
