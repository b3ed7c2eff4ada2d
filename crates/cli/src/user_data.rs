//! The user's data folder.

use std::path::PathBuf;

use anyhow::{Result, bail};

/// Where programs keep their users' data on this system; `option` is what names another
/// place.
pub fn data_folder(option: &str) -> Result<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let home = || variable("HOME").map(PathBuf::from);
    let found = if cfg!(windows) {
        variable("APPDATA").map(|folder| PathBuf::from(folder).join("Chuhe"))
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support/Chuhe"))
    } else {
        let data = variable("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        data.or_else(|| home().map(|home| home.join(".local/share"))).map(|data| data.join("chuhe"))
    };
    match found {
        Some(folder) => Ok(folder),
        None => bail!("no home folder is known: name one with {option}"),
    }
}
