//! The binary as a server: it prints its address, ends when asked to, and a kill
//! loses nothing that was answered.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

struct Running {
    child: Child,
    address: String,
}

impl Running {
    fn start(folder: &Path, more: &[&str]) -> Running {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .args(["serve", "--port", "0", "--no-open", "--pace", "0", "--data-dir"])
            .arg(folder)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        out.read_line(&mut line).expect("its first line");
        let address = line.split("http://").nth(1).expect("an address").trim();
        let address = address.split('/').next().expect("a host").to_owned();
        Running { child, address }
    }

    /// The status and body of an answer.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let status = answer.split(' ').nth(1).and_then(|text| text.parse().ok());
        let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
        (status.expect("a status"), body.unwrap_or_default())
    }

    fn json(&self, method: &str, path: &str, body: &str) -> serde_json::Value {
        let (status, body) = self.ask(method, path, body);
        assert!(status < 300, "{method} {path}: {status} {body}");
        serde_json::from_str(&body).expect("JSON")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const TWO_HUMANS: &str = r#"{"game":"xiangqi","first":{"kind":"human"},"second":{"kind":"human"}}"#;

#[test]
fn a_killed_server_loses_no_ply_it_has_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start(folder.path(), &[]);
    let game = server.json("POST", "/api/games", TWO_HUMANS);
    let path = format!("/api/games/{}", game["id"].as_str().expect("an id"));
    for (revision, ply) in ["h2e2", "h9g7", "h0g2"].iter().enumerate() {
        let body = format!(r#"{{"ply":"{ply}","revision":{revision}}}"#);
        server.json("POST", &format!("{path}/play"), &body);
    }
    // On this system a kill cannot be caught.
    drop(server);
    let server = Running::start(folder.path(), &[]);
    let again = server.json("GET", &path, "");
    assert_eq!(again["plies"].as_array().map(Vec::len), Some(3));
    assert_eq!(again["revision"], 3);
    let body = r#"{"ply":"i9h9","revision":3}"#;
    server.json("POST", &format!("{path}/play"), body);
}

#[cfg(unix)]
#[test]
fn a_termination_signal_ends_it_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Running::start(folder.path(), &[]);
    server.json("POST", "/api/games", TWO_HUMANS);
    let id = server.child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status().expect("kill");
    assert!(sent.success());
    let ended = server.child.wait().expect("it ends");
    assert!(ended.success(), "{ended}");
    assert!(!folder.path().join("library.sqlite-wal").exists(), "everything is in the file");
}

/// Runs the binary to its end on a folder.
fn second(folder: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["serve", "--no-open", "--data-dir"])
        .arg(folder)
        .args(more)
        .env_remove("CHUHE_TOKEN")
        .output()
        .expect("the binary starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_second_one_joins_the_first_or_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Running::start(folder.path(), &[]);
    let (code, told, _) = second(folder.path(), &[]);
    assert_eq!(code, Some(0));
    assert!(told.contains(&first.address), "{told}");
    let (code, _, error) = second(folder.path(), &["--port", "0"]);
    assert_eq!(code, Some(2));
    assert!(error.contains(&first.address) && error.contains("in use"), "{error}");
    // A kill leaves nothing behind that would keep others out.
    drop(first);
    Running::start(folder.path(), &[]);
}

#[cfg(unix)]
#[test]
fn a_library_that_cannot_be_written_is_told_at_once() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::os::unix::process::CommandExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    drop(Running::start(folder.path(), &[]));
    let protect = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("its mode");
    };
    for entry in std::fs::read_dir(folder.path()).expect("files") {
        protect(&entry.expect("a file").path(), 0o444);
    }
    protect(folder.path(), 0o555);
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(["serve", "--no-open", "--port", "0", "--data-dir"]).arg(folder.path());
    if std::fs::metadata(folder.path()).expect("the folder").uid() == 0 {
        // Nothing is protected from root.
        command.uid(65_534).gid(65_534);
    }
    let output = command.output();
    protect(folder.path(), 0o755);
    // The binary may lie where only root comes.
    let Ok(output) = output else { return };
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("library.sqlite cannot be written"), "{error}");
}

#[test]
fn wrong_options_are_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let fails = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .args(["serve", "--no-open", "--port", "0", "--data-dir"])
            .arg(folder.path())
            .args(arguments)
            .output()
            .expect("the binary starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(fails(&["--listen", "0.0.0.0"]).contains("token"));
    assert!(fails(&["--listen", "0.0.0.0", "--token", "short"]).contains("at least 12"));
    assert!(fails(&["--host", "chess.home"]).contains("'chess.home'"));
    assert!(fails(&["--token", ""]).contains("has 0 characters"));
    std::fs::write(folder.path().join("library.sqlite"), "no database, but some bytes of it")
        .expect("a file");
    let message = fails(&[]);
    assert!(message.contains("library.sqlite") && message.contains("damaged"), "{message}");
}
