//! A nats-server of a test's own.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server with its files, on a port of its own; it ends with the test.
pub struct Server {
    program: PathBuf,
    folder: tempfile::TempDir,
    port: u16,
    extra: Vec<String>,
    child: Option<Child>,
}

impl Server {
    /// Starts one; `None` if nats-server is not installed.
    pub fn start(extra: &[&str]) -> Option<Server> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let program = std::env::split_paths(&path)
            .chain([PathBuf::from("/usr/sbin")])
            .map(|folder| folder.join("nats-server"))
            .find(|file| file.is_file());
        let Some(program) = program else {
            println!("skipped: nats-server is not installed");
            return None;
        };
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let extra = extra.iter().map(|word| (*word).to_owned()).collect();
        let folder = tempfile::tempdir().unwrap();
        let mut server = Server { program, folder, port, extra, child: None };
        server.start_again();
        Some(server)
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Starts it with the files it had.
    pub fn start_again(&mut self) {
        let mut command = Command::new(&self.program);
        command.args(["-js", "-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"]);
        command.arg(self.folder.path()).args(&self.extra);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        self.child = Some(command.spawn().unwrap());
        let address = format!("127.0.0.1:{}", self.port);
        while std::net::TcpStream::connect(&address).is_err() {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills it at once.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// What it takes of memory, in megabytes.
    #[allow(dead_code)]
    pub fn megabytes(&self) -> f64 {
        let id = self.child.as_ref().map_or(0, Child::id);
        resident(id)
    }

    /// The folder of its files.
    #[allow(dead_code)]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// What a process takes of memory, in megabytes.
pub fn resident(process: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    let number = line.split_whitespace().nth(1).and_then(|word| word.parse::<f64>().ok());
    number.unwrap_or(0.0) / 1024.0
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
