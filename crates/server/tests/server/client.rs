//! A small client: one HTTP/1.1 connection kept open, and WebSockets. It says
//! exactly what it is told to, right or wrong.
#![allow(dead_code)]

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

/// Nothing takes longer unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client of a server.
pub struct Client {
    pub address: SocketAddr,
    pub cookie: Option<String>,
    connection: Option<TcpStream>,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error} in {} {}", self.status, self.text()))
    }

    /// The code of an error.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    /// The JSON of an answer that must be a good one.
    pub fn good(&self) -> Value {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.text());
        self.json()
    }

    /// Asserts that it is an error of a status and code.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) {
        assert_eq!((self.status, self.code().as_str()), (status, code), "{}", self.text());
    }
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        Client { address, cookie: None, connection: None }
    }

    /// Opens the page, as a browser does, and keeps the cookie.
    pub fn with_cookie(address: SocketAddr) -> Client {
        let mut client = Client::new(address);
        let page = client.get("/");
        let cookie = page.headers.get("set-cookie").expect("a page gives a cookie");
        client.cookie = cookie.split(';').next().map(str::to_owned);
        client
    }

    pub fn get(&mut self, path: &str) -> Answer {
        self.request("GET", path, &[], None)
    }

    pub fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, body)
    }

    pub fn put(&mut self, path: &str, body: &Value) -> Answer {
        self.send("PUT", path, body)
    }

    pub fn delete(&mut self, path: &str) -> Answer {
        self.send("DELETE", path, &json!({}))
    }

    pub fn send(&mut self, method: &str, path: &str, body: &Value) -> Answer {
        let headers = [("content-type", "application/json")];
        self.request(method, path, &headers, Some(body.to_string().as_bytes()))
    }

    /// Sends a request with headers of its own; `host` among them replaces ours.
    pub fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Answer {
        let head = self.head(method, path, headers, body.map(<[u8]>::len));
        let bytes = [head.as_bytes(), body.unwrap_or_default()].concat();
        // A connection may have been closed since: once more on a new one.
        let kept = self.connection.take();
        let answer = kept.and_then(|mut stream| {
            let answer = exchange(&mut stream, &bytes).ok();
            self.connection = answer.as_ref().map(|_| stream);
            answer
        });
        let answer = answer.unwrap_or_else(|| {
            let mut stream = self.connect();
            let answer = exchange(&mut stream, &bytes)
                .unwrap_or_else(|error| panic!("{method} {path}: {error}"));
            self.connection = Some(stream);
            answer
        });
        if answer.headers.get("connection").is_some_and(|value| value == "close") {
            self.connection = None;
        }
        answer
    }

    fn head(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        length: Option<usize>,
    ) -> String {
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head.push_str(&format!("host: {}\r\n", self.address));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if let Some(cookie) = &self.cookie {
            head.push_str(&format!("cookie: {cookie}\r\n"));
        }
        if let Some(length) = length {
            head.push_str(&format!("content-length: {length}\r\n"));
        }
        head + "\r\n"
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_write_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_nodelay(true).expect("no delay");
        stream
    }

    /// Opens the socket of a tab.
    pub fn live(&self) -> Live {
        self.try_live(&[]).expect("the server takes sockets")
    }

    /// Opens a socket with headers of its own; the status if it is refused.
    pub fn try_live(&self, headers: &[(&str, &str)]) -> Result<Live, u16> {
        let mut request =
            format!("ws://{}/api/live", self.address).into_client_request().expect("an address");
        for (name, value) in headers {
            let name: tungstenite::http::HeaderName = name.parse().expect("a header name");
            request.headers_mut().insert(name, value.parse().expect("a header value"));
        }
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
        }
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(Live { socket, last_game: Value::Null }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("no socket: {error}"),
        }
    }
}

/// Sends bytes and reads one answer.
pub fn exchange(stream: &mut TcpStream, bytes: &[u8]) -> io::Result<Answer> {
    stream.write_all(bytes)?;
    read_answer(stream)
}

pub fn read_answer(stream: &mut impl Read) -> io::Result<Answer> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end + 4;
        }
        read_more(stream, &mut bytes)?;
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).unwrap_or_default();
    let headers: HashMap<String, String> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length: usize =
        headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = bytes.split_off(end);
    while body.len() < length {
        read_more(stream, &mut body)?;
    }
    // Any other client takes no more than was announced; here more is a fault.
    if body.len() > length {
        let extra = String::from_utf8_lossy(&body[length..]).into_owned();
        return Err(io::Error::other(format!("bytes after the answer's end: {extra:?}")));
    }
    let status = status.parse().map_err(|_| io::Error::other(format!("no answer: {head}")))?;
    Ok(Answer { status, headers, body })
}

fn read_more(stream: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<()> {
    let mut buffer = [0; 16 << 10];
    match stream.read(&mut buffer)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        count => {
            bytes.extend_from_slice(&buffer[..count]);
            Ok(())
        }
    }
}

/// The socket of a tab.
pub struct Live {
    pub socket: WebSocket<TcpStream>,
    last_game: Value,
}

impl Live {
    pub fn send(&mut self, message: &Value) {
        self.say(&message.to_string());
    }

    pub fn say(&mut self, text: &str) {
        self.socket.send(Message::text(text)).expect("the socket is open");
    }

    /// The next message; `None` when the server closed the socket.
    pub fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    return Some(serde_json::from_str(&text).expect("messages are JSON"));
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a type for which `wanted` is true.
    #[track_caller]
    pub fn until(&mut self, kind: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().unwrap_or_else(|| panic!("closed before {kind}"));
            if message["type"] == kind && wanted(&message) {
                return message;
            }
        }
    }

    /// Watches a game and returns its state.
    #[track_caller]
    pub fn watch(&mut self, id: &Value) -> Value {
        self.send(&json!({"type": "watch", "id": id}));
        self.last_game = Value::Null;
        self.game(|game| game["id"] == *id)
    }

    /// The game once `wanted` is true of it, the state seen last included.
    #[track_caller]
    pub fn game(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if self.last_game.is_null() || !wanted(&self.last_game) {
            self.last_game = self.until("game", |message| wanted(&message["game"]))["game"].clone();
        }
        self.last_game.clone()
    }
}

/// A person.
pub fn human() -> Value {
    json!({"kind": "human"})
}

/// An engine of a level.
pub fn engine(level: u8) -> Value {
    json!({"kind": "engine", "profile": "chuhe", "level": level})
}
