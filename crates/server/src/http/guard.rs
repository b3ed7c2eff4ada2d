//! What every request passes: the host, the origin, the token, the session, its
//! share of connections, the rate; and the headers every answer has.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::OwnedSemaphorePermit;

use super::entrance;
use super::session::Caller;
use super::unread::Seen;
use crate::app::App;
use crate::error::{ApiError, Code};
use crate::places::{Busy, Place};

/// Scripts and styles only from files of ours; nobody may frame the page.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; \
    script-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

/// Lets a request pass if it may.
pub async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    app.requests.fetch_add(1, Ordering::Relaxed);
    let seen = Seen::watch(&mut request);
    let mut response = match admit(&app, &mut request).await {
        Ok(busy) => {
            let response = next.run(request).await;
            if response.status() == StatusCode::SWITCHING_PROTOCOLS {
                busy.iter().for_each(|(busy, _)| busy.becomes_socket());
            }
            drop(busy);
            response
        }
        Err(refusal) => *refusal,
    };
    if is_refusal(response.status()) || !seen.to_the_end() {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    secure(response.headers_mut());
    response
}

/// Answers that say "not you" or "not now": the client's place goes to others.
fn is_refusal(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::FORBIDDEN
            | StatusCode::REQUEST_TIMEOUT
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::TOO_MANY_REQUESTS
            | StatusCode::SERVICE_UNAVAILABLE
    )
}

/// What a request holds while it is worked on.
type Held = Option<(Busy, Option<OwnedSemaphorePermit>)>;

async fn admit(app: &App, request: &mut Request) -> Result<Held, Box<Response>> {
    let refuse = |error: ApiError| Box::new(error.into_response());
    check(app, request).map_err(refuse)?;
    if let Some(answer) = entrance::answer(app, request) {
        return Err(Box::new(answer));
    }
    let caller = request.extensions().get::<Caller>().cloned();
    let session = caller.as_ref().and_then(|caller| caller.session);
    let place = request.extensions_mut().remove::<Arc<Place>>();
    let busy = place.map(|place| place.request(session)).transpose().map_err(refuse)?;
    let turn = match caller.filter(|_| is_api(request)) {
        Some(caller) => app.sessions.turn(&caller).await,
        None => None,
    };
    Ok(busy.map(|busy| (busy, turn)))
}

fn is_api(request: &Request) -> bool {
    request.uri().path().starts_with("/api/")
}

fn check(app: &App, request: &mut Request) -> Result<(), ApiError> {
    let host = host(request)?.to_owned();
    if !app.hosts.allows_host(&host) {
        let shown: String = host.chars().take(80).collect();
        return Err(forbidden(format!("this server does not answer to the name '{shown}'")));
    }
    let headers = request.headers();
    let is_api = is_api(request);
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
        // Pages without a session ask for the token ([`entrance`]); other files
        // hold no secrets.
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
