//! The files of the web page, part of the binary. Each is compressed once and
//! sent with a tag, so that a browser asks for it again only to hear that it has
//! not changed. Most of them are sent together ([`super::bundle`]).

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::Response;
use flate2::{Compression, write::GzEncoder};
use rust_embed::Embed;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::bundle;
use super::session::Caller;
use crate::app::App;
use crate::error::{ApiError, Code};

/// The folder `web`. Debug builds read it from the disk, so that a reload shows
/// a change.
#[derive(Embed)]
#[folder = "../../web"]
#[exclude = "tests/*"]
#[exclude = "tools/*"]
#[exclude = "node_modules/*"]
#[exclude = "*.md"]
#[exclude = "tsconfig.json"]
#[exclude = "package*.json"]
struct Web;

/// The table of the page's paths; it stands there and nowhere else.
const ROUTES: &str = "router.js";

/// The page as it is sent, which is not a file.
const BUNDLED_PAGE: &str = "bundle/index.html";

/// What compressing is worth for.
const COMPRESSED: [&str; 8] = ["html", "js", "css", "svg", "json", "txt", "map", "webmanifest"];

/// A file ready to be sent.
#[derive(Clone)]
struct Ready {
    tag: String,
    plain: Arc<[u8]>,
    gzip: Option<Arc<[u8]>>,
}

static READY: Mutex<Option<HashMap<String, Ready>>> = Mutex::new(None);

/// How a page is wanted.
#[derive(Deserialize)]
pub struct Asked {
    /// The page with its single files, for those who work on it.
    plain: Option<String>,
}

/// Sends a file or a page.
///
/// # Errors
/// If there is no such file.
pub async fn serve(
    State(app): State<Arc<App>>,
    uri: Uri,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    caller: Option<axum::Extension<Caller>>,
) -> Result<Response, ApiError> {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || path == "api" {
        return Err(ApiError::not_found("resource"));
    }
    if has_extension(path) {
        return send_file(path, &headers).ok_or_else(|| ApiError::not_found("file"));
    }
    let first = path.split('/').next().unwrap_or_default();
    let status = if is_page(first) { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let Some(caller) = caller else {
        let message = "this server needs its token: open the address it printed when it started";
        return Err(ApiError::new(Code::Forbidden, message));
    };
    let page = if asked.plain.is_some() { "index.html" } else { BUNDLED_PAGE };
    let mut page = send_file(page, &headers).ok_or_else(|| ApiError::not_found("page"))?;
    if page.status() == StatusCode::OK {
        *page.status_mut() = status;
    }
    if caller.session.is_none()
        && let Ok(cookie) = HeaderValue::from_str(&app.sessions.new_cookie())
    {
        page.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(page)
}

/// Whether the page draws paths that begin so by itself.
fn is_page(first: &str) -> bool {
    let Some(file) = Web::get(ROUTES) else { return false };
    let table = String::from_utf8_lossy(&file.data);
    beginnings(&table).any(|page| page == first)
}

/// The first part of every path in the table of routes: lines such as
/// `{ path: '/play/:id', name: …`.
fn beginnings(table: &str) -> impl Iterator<Item = &str> {
    let paths = table.lines().filter_map(|line| line.trim().strip_prefix("{ path: '/"));
    paths.filter_map(|path| path.split(['/', '\'']).next())
}

/// A dot in the last part of the path.
fn has_extension(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

fn send_file(path: &str, headers: &HeaderMap) -> Option<Response> {
    // Names of our own files have no such parts; nothing else is looked up.
    if path.contains("..") || path.contains('\\') || path.contains("//") || path.contains('%') {
        return None;
    }
    let ready = ready(path)?;
    let mut response = Response::builder()
        .header(header::ETAG, &ready.tag)
        .header(header::CACHE_CONTROL, "no-cache")
        .header(header::VARY, "accept-encoding");
    let asked = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let known = asked(header::IF_NONE_MATCH).split(',').any(|tag| tag.trim() == ready.tag);
    if known {
        return response.status(StatusCode::NOT_MODIFIED).body(Body::empty()).ok();
    }
    response = response.header(header::CONTENT_TYPE, content_type(path));
    let accepts_gzip = asked(header::ACCEPT_ENCODING)
        .split(',')
        .any(|coding| coding.trim().split(';').next() == Some("gzip"));
    let body = match ready.gzip.filter(|_| accepts_gzip) {
        Some(gzip) => {
            response = response.header(header::CONTENT_ENCODING, "gzip");
            gzip
        }
        None => ready.plain,
    };
    response.body(Body::from(body.to_vec())).ok()
}

/// The file compressed and tagged, made the first time it is asked for. Debug
/// builds look whether it has changed since.
fn ready(path: &str) -> Option<Ready> {
    let known = || cache().get_or_insert_with(HashMap::new).get(path).cloned();
    if let Some(ready) = known().filter(|_| !cfg!(debug_assertions)) {
        return Some(ready);
    }
    let data = content(path)?;
    let hash = Sha256::digest(&data);
    let tag: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    if let Some(ready) = known().filter(|ready| ready.tag == tag) {
        return Some(ready);
    }
    let gzip = COMPRESSED.contains(&extension(path)).then(|| compress(&data)).flatten();
    let ready = Ready { tag, plain: data.into(), gzip };
    cache().get_or_insert_with(HashMap::new).insert(path.to_owned(), ready.clone());
    Some(ready)
}

fn cache() -> MutexGuard<'static, Option<HashMap<String, Ready>>> {
    READY.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// A file of the folder, or one that is put together from them.
fn content(path: &str) -> Option<Vec<u8>> {
    let read = |path: &str| {
        let file = Web::get(path)?;
        String::from_utf8(file.data.into_owned()).ok()
    };
    if path == BUNDLED_PAGE {
        return Some(bundle::index(&read("index.html")?).into_bytes());
    }
    let Some(name) = path.strip_prefix("bundle/") else {
        return Some(Web::get(path)?.data.into_owned());
    };
    let names: Vec<String> = Web::iter().map(|name| name.into_owned()).collect();
    match bundle::file(name, &names, &read) {
        Ok(text) => text.map(String::into_bytes),
        Err(error) => {
            tracing::error!("web: {error}");
            None
        }
    }
}

fn compress(data: &[u8]) -> Option<Arc<[u8]>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).ok()?;
    let bytes = encoder.finish().ok()?;
    (bytes.len() < data.len()).then(|| bytes.into())
}

fn extension(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, extension)| extension)
}

fn content_type(path: &str) -> &'static str {
    match extension(path) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wav" => "audio/wav",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_knows_the_pages_of_the_table() {
        for page in ["", "play", "games", "library", "analyse", "arena", "help"] {
            assert!(is_page(page), "{page}");
        }
        for other in ["nowhere", "*", "app.js", "play'"] {
            assert!(!is_page(other), "{other}");
        }
    }
}
