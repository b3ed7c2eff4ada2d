//! Finding the examples of a text, and a place to run them in.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A command line and where it stands.
pub struct Example {
    page: String,
    line: String,
}

/// The examples of a help text: lines indented by two blanks or after `For bash:`.
pub fn of_help(page: &str, text: &str) -> Vec<Example> {
    let mut found = Vec::new();
    for line in joined(text.lines()) {
        let command = line.strip_prefix("  ").or_else(|| line.strip_prefix("For bash: "));
        let command = command.filter(|command| is_command(command));
        found.extend(command.map(|line| Example { page: page.to_owned(), line: line.to_owned() }));
    }
    found
}

/// The examples of a page: in code blocks, and inline if something follows the name
/// of the command.
pub fn of_page(page: &str, text: &str) -> Vec<Example> {
    let blocks = text.split("```").collect::<Vec<_>>();
    let mut found = Vec::new();
    for (number, part) in blocks.iter().enumerate() {
        let lines = if number % 2 == 1 { joined(part.lines()) } else { inline(part) };
        for line in lines {
            let line = line.strip_prefix("$ ").unwrap_or(&line).to_owned();
            let is_name_only = number % 2 == 0 && line.split(' ').count() < 3;
            if is_command(&line) && !is_name_only {
                found.push(Example { page: page.to_owned(), line });
            }
        }
    }
    found
}

fn inline(text: &str) -> Vec<String> {
    let flat = text.replace('\n', " ");
    flat.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Lines that end with a backslash go on in the next.
fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in lines {
        let text = line.strip_suffix('\\').unwrap_or(line);
        match out.last_mut().filter(|_| goes_on) {
            Some(last) => last.push_str(text.trim_start()),
            None => out.push(text.to_owned()),
        }
        goes_on = line.ends_with('\\');
    }
    out
}

fn is_command(line: &str) -> bool {
    let begins = line.starts_with("chuhe ") || line.starts_with("printf ");
    begins && line.contains("chuhe") && !line.split_whitespace().any(is_placeholder)
}

fn is_placeholder(word: &str) -> bool {
    let capitals = word.chars().all(|c| c.is_ascii_uppercase());
    word.contains('…') || word.contains("...") || (capitals && word != "PROVED")
}

/// A folder with everything the examples name.
pub struct Place {
    folder: TempDir,
}

impl Place {
    pub fn new() -> Place {
        let place = Place { folder: tempfile::tempdir().unwrap() };
        let root = place.folder.path();
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        symlink(project.join("testdata").canonicalize().unwrap(), root.join("testdata")).unwrap();
        for folder in ["bin", ".local/share/bash-completion/completions"] {
            std::fs::create_dir_all(root.join(folder)).unwrap();
        }
        symlink(env!("CARGO_BIN_EXE_chuhe"), root.join("bin/chuhe")).unwrap();
        for name in ["new", "old"] {
            let path = root.join("bin").join(name);
            std::fs::write(&path, "#!/bin/sh\nexec chuhe uci\n").unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        let write = |name: &str, text: &str| std::fs::write(root.join(name), text).unwrap();
        let game = "[Game \"Chinese Chess\"]\n\n1. 炮二平五 馬8進7 2. 馬二進三 *\n";
        write("game.pgn", game);
        let won = "[Game \"Chinese Chess\"]\n\n1. 炮二平五 馬8進7 2. 馬八進七 1-0\n";
        write("games.pgn", &format!("{game}\n{won}"));
        let lost = "1. h2e2 h9g7 2. b2d2 0-1";
        let ending = "[FEN \"4k4/9/9/9/9/9/9/9/RR7/3K5 w\"]\n\n1. a1a9 e9e8 1-0";
        write("masters.pgn", &format!("1. h2e2 h9g7 2. h0g2 1-0\n\n{lost}\n\n{ending}\n"));
        let mate = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - bm b0b9; dm 1; id \"a\"; c3 \"PROVED\";\n";
        write("mates.epd", mate);
        write("perft.epd", &format!("{} ;D1 44 ;D2 1920\n", xiangqi_start()));
        for (name, first, second) in [("a-b", "a", "b"), ("b-c", "b", "c")] {
            let command = format!(
                "chuhe match --engine builtin=random,name={first} --engine \
                 builtin=random,name={second} --games 8 --max-plies 60 --out runs/{name}"
            );
            place.shell(&command).unwrap();
        }
        place
    }

    /// The names of all commands; the empty one is `chuhe` itself.
    pub fn commands(&self) -> Vec<Vec<String>> {
        let text = self.help(&[]);
        let list = text.lines().skip_while(|line| *line != "Commands:").skip(1);
        let names = list.take_while(|line| !line.is_empty());
        let names = names.filter_map(|line| line.split_whitespace().next());
        let names = names.filter(|name| *name != "help").map(|name| vec![name.to_owned()]);
        std::iter::once(Vec::new()).chain(names).collect()
    }

    /// What `--help` prints.
    pub fn help(&self, command: &[String]) -> String {
        let output = self.command(&format!("chuhe {} --help", command.join(" "))).output().unwrap();
        assert!(output.status.success(), "{command:?} --help");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs an example; the fault in words if it fails.
    pub fn run(&self, example: &Example) -> Result<(), String> {
        let line = shortened(&example.line);
        if !self.has_engines(&line) {
            return Ok(());
        }
        let serves = line.starts_with("chuhe serve") && !line.contains("--help");
        let ran = if serves { self.serve(&line) } else { self.shell(&line) };
        ran.map_err(|what| format!("{}: {}\n    {what}", example.page, example.line))
    }

    /// Foreign engines that not every machine has.
    fn has_engines(&self, line: &str) -> bool {
        let is_there = |name: &str| {
            let path = Path::new("/usr/games").join(name);
            !line.contains(name) || path.exists() || Path::new("/usr/bin").join(name).exists()
        };
        ["fairy-stockfish", "sjaakii"].into_iter().all(is_there)
    }

    fn command(&self, line: &str) -> Command {
        let root = self.folder.path();
        let path =
            format!("{}:{}", root.join("bin").display(), std::env::var("PATH").unwrap_or_default());
        let mut command = Command::new("sh");
        command.args(["-c", line]).current_dir(root).stdin(Stdio::null());
        command.env("HOME", root).env("PATH", path).env_remove("XDG_DATA_HOME");
        command
    }

    fn shell(&self, line: &str) -> Result<(), String> {
        let output = self.command(line).output().unwrap();
        let words = String::from_utf8_lossy(&output.stderr);
        if output.status.success() { Ok(()) } else { Err(format!("{}: {words}", output.status)) }
    }

    /// A server goes on for ever: it works when it has told its address.
    fn serve(&self, line: &str) -> Result<(), String> {
        let mut command = self.command(&format!("exec {line} --data-dir library"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let _ = child.kill();
        let output = child.wait_with_output().unwrap();
        let words = String::from_utf8_lossy(&output.stderr);
        if said.contains("http://") { Ok(()) } else { Err(format!("{said}{words}")) }
    }
}

fn xiangqi_start() -> &'static str {
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
}

/// The same command with less to do: two games of a few plies, a shallow tree, a port
/// that is free.
fn shortened(line: &str) -> String {
    let line = line.split("  #").next().unwrap_or(line).trim_end();
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let shorter: &[(&str, &str)] = &[
        ("--games", "2"),
        ("-rounds", "1"),
        ("--port", "0"),
        ("--depth", "2"),
        ("--movetime", "300"),
    ];
    for (option, value) in shorter {
        if let Some(place) = words.iter().position(|word| word == option) {
            words[place + 1] = (*value).to_owned();
        }
    }
    let has = |words: &[String], option: &str| words.iter().any(|word| word == option);
    if line.starts_with("chuhe match") && !has(&words, "--resume") {
        // Scores are measured in games that came to an end of their own.
        match words.iter().position(|word| word == "nodes=20000") {
            Some(place) => words[place] = "depth=1".to_owned(),
            None => words.extend(["--max-plies".to_owned(), "4".to_owned()]),
        }
        if !has(&words, "--out") {
            let number = line
                .bytes()
                .fold(0u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
            words.extend(["--out".to_owned(), format!("run-{number}")]);
        }
    }
    let counts = line.starts_with("chuhe bench") || line.starts_with("chuhe perft");
    if counts && !has(&words, "--depth") {
        words.extend(["--depth".to_owned(), "2".to_owned()]);
    }
    words.join(" ")
}
