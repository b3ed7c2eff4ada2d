//! Requests and messages that are nearly right, or not at all.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use game::Rng;

/// How long an answer is waited for: many of these get none.
const PATIENCE: Duration = Duration::from_millis(300);

const REQUESTS: [(&str, &str, &str); 36] = [
    ("GET", "/", ""),
    ("GET", "/api/about", ""),
    ("GET", "/api/games?limit=5&state=running", ""),
    ("GET", "/api/games/ID", ""),
    ("GET", "/api/games/ID/export?format=pgn", ""),
    (
        "POST",
        "/api/games",
        r#"{"game":"banqi","first":{"kind":"human"},"second":{"kind":"human"},"seed":"5"}"#,
    ),
    (
        "POST",
        "/api/position",
        r#"{"game":"xiangqi","start":"3k5/9/9/9/9/9/9/9/4A4/R3K4 w","plies":["a0a9","d9d8"]}"#,
    ),
    (
        "POST",
        "/api/position",
        r#"{"game":"banqi","plies":["a1=R",{"ply":"b1b1","reveal":"k"}],"rules":"tcga"}"#,
    ),
    ("POST", "/api/paste", r#"{"game":"xiangqi","text":"1. C2=5 H8+7 {x} (1. C8=5) 炮二平五"}"#),
    ("POST", "/api/evaluate", r#"{"game":"banqi","fen":"KA6/8/8/h6h r"}"#),
    ("POST", "/api/flips", r#"{"fen":"8/8/8/KX5r r p1"}"#),
    ("PUT", "/api/settings", r#"{"language":"en","threads":1,"hash_mb":16}"#),
    (
        "POST",
        "/api/studies",
        r#"{"game":"xiangqi","title":"t","tree":{"version":1,"game":"xiangqi","root":{"children":[]}}}"#,
    ),
    ("DELETE", "/api/studies/ID", "{}"),
    ("POST", "/api/open?game=xiangqi&name=a.pgn", GAME),
    ("POST", "/api/library/imports?name=a.pgn&game=xiangqi", GAME),
    (
        "POST",
        "/api/library/imports?name=a.xqf",
        "XQ\n\0\0\0\0\0aaaaaaaa\u{2}\u{1}aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ),
    ("POST", "/api/library/imports?name=a.zip", "PK\u{3}\u{4}aaaaaaaaaaaaaaaaaaaaaaaaPK\u{5}\u{6}"),
    ("POST", "/api/library/imports?name=a.tsv.gz", "\u{1f}\u{8b}\u{8}aaaaaaaaa"),
    ("GET", "/api/library/imports", ""),
    ("POST", "/api/library/imports/1/stop", "{}"),
    (
        "POST",
        "/api/library/lists",
        r#"{"filter":{"player":"林","position":"e2=C","min_plies":3},"order":"date"}"#,
    ),
    (
        "POST",
        "/api/library/lists",
        r#"{"filter":{"pattern_text":"(pattern a (when (let X us.rook) (attacks X them.any)))"}}"#,
    ),
    ("GET", "/api/library/lists/1?from=0&count=60", ""),
    ("GET", "/api/library/names?of=player&text=a", ""),
    ("PUT", "/api/library/games/1", r#"{"headers":{"Red":"a"}}"#),
    ("POST", "/api/library/tag", r#"{"ids":[1,2],"tag":"t","on":true}"#),
    ("POST", "/api/library/remove", r#"{"ids":[1]}"#),
    ("POST", "/api/library/export", r#"{"ids":[1,2],"format":"pgn","notation":"iccs"}"#),
    ("POST", "/api/library/explore", r#"{"line":{"game":"xiangqi","plies":["h2e2"]},"filter":{}}"#),
    (
        "POST",
        "/api/patterns/check",
        r#"{"text":"(pattern a (when (at us.rook e9)) (plan (en \"x\")))"}"#,
    ),
    (
        "POST",
        "/api/patterns/write",
        r#"{"drawing":{"key":"a","parts":[{"kind":"place","pieces":"Rn","points":["e9","e8"],"least":1,"most":null,"name":null},{"kind":"line","from":{"kind":"points","points":["e9"]},"ways":["down"],"items":["k","*","."]},{"kind":"condition","source":"(to-move us)"}]}}"#,
    ),
    (
        "POST",
        "/api/patterns/matches",
        r#"{"text":"(pattern a (when (line them.king every-way them.king * us.any)))","fen":"4k4/9/9/9/9/9/4C4/9/9/3K5 w"}"#,
    ),
    (
        "POST",
        "/api/patterns/cost",
        r#"{"text":"(pattern a (when (at us.rook them.palace >= 2)))"}"#,
    ),
    ("POST", "/api/patterns/sets", r#"{"title":"t","text":"(pattern a (when (at us.rook e9)))"}"#),
    ("PUT", "/api/patterns/sets/ID", r#"{"title":"t","text":"","revision":0}"#),
];

const GAME: &str = "[Red \"a\"]\n\n1. h2e2 h9g7 (1... b9c7 {x}) 2. h0g2 1-0\n";

const SPECIAL: &[u8] = b"\r\n\0\xff{}[]\":,/%.=&?-+e9";

const MESSAGES: [&str; 8] = [
    r#"{"type":"ping"}"#,
    r#"{"type":"watch","id":"ID"}"#,
    r#"{"type":"unwatch","id":"ID"}"#,
    r#"{"type":"analyse","key":1,"game":"xiangqi","plies":["h2e2"],"lines":2}"#,
    r#"{"type":"analyse","key":2,"game":"banqi","start":"8/8/8/KX5r r p1","lines":5}"#,
    r#"{"type":"review","key":3,"game":"xiangqi","plies":["h2e2","h9g7"],"budget_ms":20}"#,
    r#"{"type":"review","key":3,"id":"ID"}"#,
    r#"{"type":"stop","key":1}"#,
];

/// Sends a request that was changed at random and returns what came back.
/// `id` is a name of the right form, `cookie` a session's.
pub fn http(address: SocketAddr, dice: &mut Rng, id: &str, cookie: Option<&str>) -> Vec<u8> {
    let (method, path, body) = REQUESTS[dice.below(REQUESTS.len())];
    let path = path.replace("ID", id);
    let length = match dice.below(8) {
        0 => body.len() + dice.below(50),
        1 => body.len() / 2,
        _ => body.len(),
    };
    // Files come as they are.
    let is_file = ["/api/library/imports?", "/api/open?"].iter().any(|one| path.starts_with(one));
    let kind = if is_file { "application/octet-stream" } else { "application/json" };
    let mut bytes = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: {kind}\r\n\
         content-length: {length}\r\nconnection: close\r\n{}\r\n{body}",
        cookie_line(cookie)
    )
    .into_bytes();
    for _ in 0..dice.below(6) {
        damage(&mut bytes, dice);
    }
    talk(address, &bytes)
}

/// Opens a socket and says things that were changed at random, in frames that
/// may be wrong too.
pub fn socket(address: SocketAddr, dice: &mut Rng, id: &str, cookie: Option<&str>) -> Vec<u8> {
    let mut bytes = format!(
        "GET /api/live HTTP/1.1\r\nhost: {address}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n{}\r\n",
        cookie_line(cookie)
    )
    .into_bytes();
    if dice.below(10) == 0 {
        damage(&mut bytes, dice);
    }
    for _ in 0..1 + dice.below(6) {
        let mut text = MESSAGES[dice.below(MESSAGES.len())].replace("ID", id).into_bytes();
        for _ in 0..dice.below(4) {
            damage(&mut text, dice);
        }
        bytes.extend(frame(&text, dice));
    }
    talk(address, &bytes)
}

fn cookie_line(cookie: Option<&str>) -> String {
    cookie.map_or(String::new(), |cookie| format!("cookie: {cookie}\r\n"))
}

/// A masked frame, mostly a right one.
fn frame(text: &[u8], dice: &mut Rng) -> Vec<u8> {
    let head = match dice.below(12) {
        0 => dice.next_u64() as u8,
        1 => 0x01,
        _ => 0x81,
    };
    let mut bytes = vec![head];
    match text.len() {
        length if length < 126 => bytes.push(0x80 | length as u8),
        length => {
            bytes.push(0x80 | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
    }
    let mask = (dice.next_u64() as u32).to_be_bytes();
    bytes.extend(mask);
    bytes.extend(text.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    if dice.below(12) == 0 {
        damage(&mut bytes, dice);
    }
    bytes
}

fn damage(bytes: &mut Vec<u8>, dice: &mut Rng) {
    if bytes.is_empty() {
        return;
    }
    let at = dice.below(bytes.len());
    match dice.below(7) {
        0 => bytes[at] = dice.next_u64() as u8,
        1 => bytes[at] ^= 1 << dice.below(8),
        2 => bytes.truncate(at),
        3 => {
            bytes.remove(at);
        }
        4 => bytes.insert(at, SPECIAL[dice.below(SPECIAL.len())]),
        5 => {
            let piece = bytes[at..bytes.len().min(at + 1 + dice.below(40))].to_vec();
            let times = 1 + dice.below(30);
            let copies = piece.repeat(times);
            bytes.splice(at..at, copies);
        }
        _ => {
            let number = (dice.next_u64() >> dice.below(64)).to_string();
            bytes.splice(at..at, number.into_bytes());
        }
    }
}

fn talk(address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let Ok(mut stream) = TcpStream::connect(address) else { return Vec::new() };
    let _ = stream.set_read_timeout(Some(PATIENCE));
    let _ = stream.set_write_timeout(Some(PATIENCE));
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut answer = Vec::new();
    let mut buffer = [0; 4096];
    while answer.len() < 1 << 20 {
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(count) => answer.extend_from_slice(&buffer[..count]),
        }
    }
    answer
}
