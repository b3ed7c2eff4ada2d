//! The checkers of the web page: its types, and the file with which the browser
//! tests look for barriers. Neither is needed to build or to run Chuhe, so they
//! are fetched into the target folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::dist::target_folder;
use crate::process::{command, find_program, root, run};

/// Tells the browser tests where axe-core lies.
pub const AXE: &str = "CHUHE_AXE";

/// Packages and their exact versions, so that every run checks the same.
const PACKAGES: &[(&str, &str)] = &[("typescript", "7.0.2"), ("axe-core", "4.14.0")];

/// Checks the types of the scripts in `web/` and says where axe-core lies; nothing
/// if it is not there and nothing may be installed.
///
/// # Errors
/// If a type is wrong, or what to install.
pub fn check(skip_install: bool) -> Result<Option<PathBuf>> {
    let folder = target_folder()?.join("web-tools");
    if !is_complete(&folder) {
        if skip_install {
            println!("the web page's types are not checked: {} has no checkers", folder.display());
            return Ok(None);
        }
        install(&folder)?;
    }
    types(&folder)?;
    Ok(Some(folder.join("node_modules/axe-core/axe.min.js")))
}

fn is_complete(folder: &Path) -> bool {
    PACKAGES.iter().all(|(name, version)| installed(folder, name).as_deref() == Some(*version))
}

/// The version of an installed package.
fn installed(folder: &Path, package: &str) -> Option<String> {
    let file = folder.join("node_modules").join(package).join("package.json");
    let content: serde_json::Value = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
    content["version"].as_str().map(str::to_owned)
}

fn install(folder: &Path) -> Result<()> {
    if find_program("npm").is_none() {
        bail!("npm is missing, which fetches the web page's checkers: sudo apt-get install npm");
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let wanted = PACKAGES.iter().map(|(name, version)| format!("{name}@{version}"));
    let mut npm = command("npm");
    npm.args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix"]).arg(folder);
    run(npm.args(wanted))?;
    if !is_complete(folder) {
        bail!("npm has run, but {} still lacks a package", folder.display());
    }
    Ok(())
}

/// The tests of the page's functions that need no browser, by Node's own runner.
pub fn tests() -> Command {
    let mut node = command("node");
    node.args(["--test", "--test-reporter=tap", "web/tests"]).current_dir(root());
    node
}

fn types(folder: &Path) -> Result<()> {
    run(command(folder.join("node_modules/.bin/tsc")).arg("--project").arg(root().join("web")))?;
    println!("the types of web/ are right");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_versions_are_complete() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(!is_complete(folder.path()));
        let write = |name: &str, version: &str| {
            let package = folder.path().join("node_modules").join(name);
            fs::create_dir_all(&package).expect("a folder");
            let content = format!("{{\"version\":\"{version}\"}}");
            fs::write(package.join("package.json"), content).expect("a file");
        };
        PACKAGES.iter().for_each(|(name, version)| write(name, version));
        assert!(is_complete(folder.path()));
        write(PACKAGES[0].0, "0.0.1");
        assert!(!is_complete(folder.path()));
    }
}
