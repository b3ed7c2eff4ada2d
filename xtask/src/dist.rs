//! `cargo xtask dist`: shell completions and man pages, made by the binary itself.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::MetadataCommand;

use crate::process::{cargo, command, output, root, run as run_command};

/// Each shell and the name its completion file is installed under.
const SHELLS: &[(&str, &str)] = &[
    ("bash", "chuhe.bash"),
    ("zsh", "_chuhe"),
    ("fish", "chuhe.fish"),
    ("elvish", "chuhe.elv"),
    ("powershell", "_chuhe.ps1"),
];

/// Write the release binary, shell completions and man pages to target/dist
#[derive(clap::Args)]
pub struct Arguments {}

/// Runs the task.
///
/// # Errors
/// If the build fails or a file cannot be written.
pub fn run(_: &Arguments) -> Result<()> {
    let chuhe = release_binary()?;
    let folder = target_folder()?.join("dist");
    let (completions, man) = (folder.join("completions"), folder.join("man"));
    for part in [&completions, &man] {
        fs::create_dir_all(part).with_context(|| format!("cannot make {}", part.display()))?;
    }
    for (shell, file) in SHELLS {
        let script = output(command(&chuhe).args(["completions", shell]))?;
        write(&completions.join(file), script.as_bytes())?;
    }
    run_command(command(&chuhe).arg("man").arg(&man))?;
    let copy = folder.join(binary_name());
    fs::copy(&chuhe, &copy).with_context(|| format!("cannot write {}", copy.display()))?;
    println!("written to {}", folder.display());
    Ok(())
}

/// Builds `chuhe` in the release profile and says where it lies.
///
/// # Errors
/// If the build fails.
pub fn release_binary() -> Result<PathBuf> {
    run_command(&mut cargo(&["build", "--release", "--package", "chuhe"]))?;
    Ok(target_folder()?.join("release").join(binary_name()))
}

/// Where cargo puts what it builds.
///
/// # Errors
/// If the workspace cannot be read.
pub fn target_folder() -> Result<PathBuf> {
    let metadata = MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .context("cannot read the workspace with `cargo metadata`")?;
    Ok(metadata.target_directory.into_std_path_buf())
}

fn write(path: &Path, content: &[u8]) -> Result<()> {
    fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// The file name of the product.
pub fn binary_name() -> String {
    format!("chuhe{}", std::env::consts::EXE_SUFFIX)
}
