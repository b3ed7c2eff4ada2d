//! What the code of some crates deliberately does without: a clock, files, printing.
//!
//! Dependencies are checked by `layers`; the standard library is always there, so its
//! uses are looked for in the text.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::process::root;

/// Texts that must not stand in the code of some crates.
struct Absent {
    what: &'static str,
    texts: &'static [&'static str],
    crates: &'static [&'static str],
}

/// Everything below the engines' boundary.
const THINKING: &[&str] = &[
    "game",
    "xiangqi",
    "banqi",
    "search",
    "network",
    "patterns",
    "xiangqi-engine",
    "banqi-engine",
    "protocol",
];

const ABSENT: &[Absent] = &[
    Absent {
        what: "a clock: time comes in as a value",
        texts: &["Instant::now", "SystemTime", ".elapsed().as_secs"],
        crates: &["game", "xiangqi", "banqi", "search", "patterns", "protocol", "records"],
    },
    Absent {
        what: "a clock but the host's",
        texts: &["Instant", "SystemTime"],
        crates: &["xiangqi-engine", "banqi-engine"],
    },
    Absent {
        what: "files and the environment",
        texts: &["std::fs", "std::env", "File::open"],
        crates: THINKING,
    },
    Absent {
        what: "printing: whoever calls decides what is shown",
        texts: &["println!", "print!(", "dbg!"],
        crates: &[
            "game",
            "xiangqi",
            "banqi",
            "search",
            "patterns",
            "xiangqi-engine",
            "banqi-engine",
            "protocol",
            "records",
            "play",
        ],
    },
    Absent {
        what: "threads",
        texts: &["std::thread"],
        crates: &["game", "xiangqi", "banqi", "search", "protocol", "records"],
    },
];

/// Looks through the sources.
///
/// # Errors
/// Names every place.
pub fn check() -> Result<()> {
    let mut faults = Vec::new();
    let mut files = 0;
    for rule in ABSENT {
        for name in rule.crates {
            for path in sources(&root().join("crates").join(name).join("src"))? {
                let text = std::fs::read_to_string(&path)
                    .with_context(|| format!("cannot read {}", path.display()))?;
                files += 1;
                faults.extend(find(rule, &text).into_iter().map(|(line, text)| {
                    let place = path.strip_prefix(root()).unwrap_or(&path).display();
                    format!("{place}:{line}: {text} ({name} does without {})", rule.what)
                }));
            }
        }
    }
    if !faults.is_empty() {
        bail!("code that has no place there:\n  {}", faults.join("\n  "));
    }
    println!("{files} looks into sources: nothing that has no place there");
    Ok(())
}

/// The lines of the code proper that hold a text of the rule.
fn find(rule: &Absent, source: &str) -> Vec<(usize, String)> {
    let code = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let wrong = |line: &str| {
        let line = line.trim_start();
        !line.starts_with("//") && rule.texts.iter().any(|text| line.contains(text))
    };
    (1..)
        .zip(code.lines())
        .filter(|(_, line)| wrong(line))
        .map(|(n, l)| (n, l.trim().to_owned()))
        .collect()
}

/// Every Rust file below a folder, without files of tests.
fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let list =
        std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    for entry in list {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else if name.ends_with(".rs") && !name.contains("test") {
            found.push(path);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_searched_and_comments_and_tests_are_not() {
        let rule = &ABSENT[0];
        let source = "// Instant::now is not used\nlet begin = Instant::now();\n\n\
            #[cfg(test)]\nmod tests {\n    let begin = Instant::now();\n}\n";
        assert_eq!(find(rule, source), [(2, "let begin = Instant::now();".to_owned())]);
    }

    #[test]
    fn the_tree_keeps_to_it() {
        check().unwrap();
    }
}
