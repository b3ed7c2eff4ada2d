//! JSON bodies, not too large and not too slow.

use std::sync::Arc;

use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::app::App;
use crate::error::{ApiError, Code};

/// The largest body of a request.
pub const MOST_BYTES: usize = 256 << 10;
/// The largest body that is a tree of variations.
pub const MOST_TREE_BYTES: usize = 2 << 20;

/// A body of JSON.
pub struct Body<T>(pub T);

/// A body of JSON that may hold a tree of variations.
pub struct LargeBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Body<T>, ApiError> {
        read(request, app, MOST_BYTES).await.map(Body)
    }
}

impl<T: DeserializeOwned> FromRequest<Arc<App>> for LargeBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<LargeBody<T>, ApiError> {
        read(request, app, MOST_TREE_BYTES).await.map(LargeBody)
    }
}

async fn read<T: DeserializeOwned>(
    request: Request,
    app: &Arc<App>,
    most: usize,
) -> Result<T, ApiError> {
    let headers = request.headers();
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err(ApiError::bad("expected content-type: application/json"));
    }
    let length = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if length.and_then(|length| length.parse::<u64>().ok()) > Some(most as u64) {
        return Err(too_large(most));
    }
    let read = timeout(app.config.patience, to_bytes(request.into_body(), most)).await;
    let bytes = match read {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return Err(too_large(most)),
        Err(_) => return Err(ApiError::bad("the body did not come in time")),
    };
    // No body is an empty object: many requests have nothing to say.
    let text: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
    let value = serde_json::from_slice(text);
    value.map_err(|error| ApiError::bad(format!("body: {error}")))
}

fn too_large(most: usize) -> ApiError {
    ApiError::new(Code::TooLarge, format!("a body has at most {most} bytes"))
}
