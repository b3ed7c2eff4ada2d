//! What every request passes: the host, the origin, the session, the rate; and
//! the headers every answer has.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::error::{ApiError, Code};

/// Scripts and styles only from files of ours; nobody may frame the page.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; \
    script-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

/// Lets a request pass if it may.
pub async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    app.requests.fetch_add(1, Ordering::Relaxed);
    let mut response = match check(&app, &mut request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    secure(response.headers_mut());
    response
}

fn check(app: &App, request: &mut Request) -> Result<(), ApiError> {
    let host = host(request)?.to_owned();
    if !app.hosts.allows_host(&host) {
        let shown: String = host.chars().take(80).collect();
        return Err(forbidden(format!("this server does not answer to the name '{shown}'")));
    }
    let headers = request.headers();
    let is_api = request.uri().path().starts_with("/api/");
    let writes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let upgrades = headers.contains_key(header::UPGRADE);
    if writes || upgrades {
        check_origin(app, headers, &host)?;
    }
    let caller = app.sessions.caller(headers);
    match caller {
        Some(caller) => {
            if is_api {
                app.sessions.admit(&caller)?;
            }
            request.extensions_mut().insert(caller);
            Ok(())
        }
        None if is_api => Err(forbidden("open the page with its token first".to_owned())),
        // Pages without a session ask for the token; other files hold no secrets.
        None => Ok(()),
    }
}

fn host(request: &Request) -> Result<&str, ApiError> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    match (host, hosts.next()) {
        (Some(host), None) => Ok(host),
        _ => Err(ApiError::bad("expected exactly one Host header")),
    }
}

/// A browser says where a request comes from; a client that is none need not.
fn check_origin(app: &App, headers: &HeaderMap, host: &str) -> Result<(), ApiError> {
    let site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return Err(forbidden("requests from other sites are refused".to_owned()));
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    if origin.to_str().is_ok_and(|origin| app.hosts.allows_origin(origin, host)) {
        return Ok(());
    }
    Err(forbidden("requests from pages of another origin are refused".to_owned()))
}

fn forbidden(message: String) -> ApiError {
    ApiError::new(Code::Forbidden, message)
}

fn secure(headers: &mut HeaderMap) {
    let fixed = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Answers about games are nobody else's business; files say otherwise.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}
