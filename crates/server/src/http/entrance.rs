//! The token: it may come with the address of a page, and a browser that comes
//! without it is shown a page that asks for it.

use axum::extract::{Query, Request};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::session::Caller;
use crate::app::App;
use crate::error::{ApiError, Code};

/// The page, in all languages at once: nothing is known yet of who reads it. It
/// needs no script and none of the page's other files but its own sheet.
const PAGE: &str = include_str!("../../../../web/token.html");
/// Where the page says that a token was wrong.
const WRONG: &str = "data-wrong hidden";

#[derive(Deserialize)]
struct Asked {
    token: Option<String>,
}

/// The answer to a request for a page that has to do with the token; `None` if
/// the request may go on.
pub fn answer(app: &App, request: &Request) -> Option<Response> {
    let path = request.uri().path();
    if !app.sessions.needs_token() || !is_page(path) {
        return None;
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let asked = Query::<Asked>::try_from_uri(request.uri()).ok();
    let token = asked.and_then(|Query(asked)| asked.token).filter(|_| reads);
    if let Some(token) = token {
        return Some(match app.sessions.check_token(token.trim()) {
            Ok(()) => enter(app, path),
            Err(error) => refuse(request, error, true),
        });
    }
    if request.extensions().get::<Caller>().is_some() {
        return None;
    }
    let message = "this server needs its token: open the address it printed when it started";
    Some(refuse(request, ApiError::new(Code::Forbidden, message), false))
}

/// Neither a request to the interface nor a file: a dot in the last part is one.
fn is_page(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    !path.starts_with("/api/") && path != "/api" && !name.contains('.')
}

/// The token leaves the address bar, the cookie stays.
fn enter(app: &App, path: &str) -> Response {
    let cookie = app.sessions.new_cookie();
    let path = format!("/{}", path.trim_start_matches('/'));
    ([(header::SET_COOKIE, cookie)], Redirect::to(&path)).into_response()
}

/// Browsers get a page to read, programs an error.
fn refuse(request: &Request, error: ApiError, wrong: bool) -> Response {
    let accepts = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    if !accepts.is_some_and(|kinds| kinds.contains("text/html")) {
        return error.into_response();
    }
    let status = error.into_response().status();
    let page = if wrong { PAGE.replace(WRONG, "data-wrong") } else { PAGE.to_owned() };
    let mut response = (status, Html(page)).into_response();
    let vary = HeaderValue::from_static("accept");
    response.headers_mut().insert(header::VARY, vary);
    debug_assert_ne!(status, StatusCode::OK);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_the_interface_are_no_pages() {
        for page in ["/", "/games", "/play/abc", "/no/such"] {
            assert!(is_page(page), "{page}");
        }
        for other in ["/api", "/api/games", "/app.js", "/styles/token.css"] {
            assert!(!is_page(other), "{other}");
        }
    }

    #[test]
    fn the_page_speaks_every_language_and_needs_no_script() {
        for language in ["en", "zh-Hant", "zh-Hans"] {
            let mark = format!("lang=\"{language}\"");
            assert!(PAGE.matches(&mark).count() >= 3, "{language}: question, fault, button");
        }
        assert!(PAGE.contains(WRONG) && !PAGE.contains("<script"));
        assert!(PAGE.contains("name=\"token\""));
    }
}
