//! Programs the tests start, and how to get them.

use std::process::Stdio;

use anyhow::{Result, bail};

use crate::process::{command, find_program, root, run, works};

/// A program that tests start.
struct Need {
    program: &'static str,
    /// The Debian package that brings it.
    package: &'static str,
    what_for: &'static str,
    /// The folder whose tests start it. Without the folder there is no need.
    used_by: &'static str,
}

const NEEDS: &[Need] = &[
    Need {
        program: "fairy-stockfish",
        package: "fairy-stockfish",
        what_for: "a UCI and UCCI opponent",
        used_by: "crates/arena",
    },
    Need {
        program: "sjaakii",
        package: "sjaakii",
        what_for: "an xboard opponent",
        used_by: "crates/arena",
    },
    Need {
        program: "hoixiangqi",
        package: "hoichess",
        what_for: "an xboard opponent",
        used_by: "crates/arena",
    },
    Need {
        program: "nats-server",
        package: "nats-server",
        what_for: "the broker of jobs on many machines",
        used_by: "crates/jobs",
    },
    Need {
        program: "chromium",
        package: "chromium",
        what_for: "the browser that the web page is tested in",
        used_by: "crates/server",
    },
    Need {
        program: "npm",
        package: "npm",
        what_for: "fetching the checkers of the web page",
        used_by: "web",
    },
];

/// Makes sure that every needed program is there, installing what is missing
/// when that is possible.
///
/// # Errors
/// Says exactly what to install.
pub fn install() -> Result<()> {
    let missing = missing();
    if missing.is_empty() {
        println!("every program the tests start is there");
        return Ok(());
    }
    let packages: Vec<_> = missing.iter().map(|need| need.package).collect();
    if !apt_install(&packages) {
        bail!("{}", instruction(&missing));
    }
    match self::missing().as_slice() {
        [] => Ok(()),
        still => bail!("installed, but still not found: {}", instruction(still)),
    }
}

/// Prints what is missing, for a run that shall not install anything. Returns
/// whether everything is there.
pub fn report() -> bool {
    let missing = missing();
    if !missing.is_empty() {
        println!("tests that start these programs will be skipped: {}", instruction(&missing));
    }
    missing.is_empty()
}

fn missing() -> Vec<&'static Need> {
    NEEDS
        .iter()
        .filter(|need| root().join(need.used_by).is_dir())
        .filter(|need| find_program(need.program).is_none())
        .collect()
}

fn apt_install(packages: &[&str]) -> bool {
    let is_root = command("id")
        .arg("-u")
        .stderr(Stdio::null())
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if !is_root || !works(command("apt-get").arg("--version")) {
        return false;
    }
    println!("installing {}", packages.join(" "));
    let install = || {
        let mut apt = command("apt-get");
        apt.env("DEBIAN_FRONTEND", "noninteractive");
        run(apt.args(["install", "--yes", "--no-install-recommends"]).args(packages)).is_ok()
    };
    // Package lists may be absent or old: fetch them only if the first try fails.
    install() || (run(command("apt-get").arg("update")).is_ok() && install())
}

fn instruction(missing: &[&Need]) -> String {
    let mut text = String::new();
    for need in missing {
        text += &format!("\n  {} ({}, for {})", need.program, need.what_for, need.used_by);
    }
    let mut packages: Vec<_> = missing.iter().map(|need| need.package).collect();
    packages.dedup();
    text + &format!("\nto get them: sudo apt-get install {}", packages.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_instruction_names_program_reason_and_package() {
        let text = instruction(&[&NEEDS[0], &NEEDS[2]]);
        for part in ["fairy-stockfish (a UCI", "hoixiangqi (an xboard", "crates/arena"] {
            assert!(text.contains(part), "{text}");
        }
        assert!(text.ends_with("sudo apt-get install fairy-stockfish hoichess"), "{text}");
    }

    #[test]
    fn nothing_is_needed_for_a_folder_that_does_not_exist() {
        for need in missing() {
            assert!(root().join(need.used_by).is_dir(), "{}", need.program);
        }
    }
}
