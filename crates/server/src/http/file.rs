//! Bodies that are files, as they are.

use std::sync::Arc;

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::header;
use tokio::time::timeout;

use crate::app::App;
use crate::error::{ApiError, Code};

/// The largest file that is opened.
pub const MOST_BYTES: usize = 2 << 20;

/// The bytes of a file.
pub struct File(pub Bytes);

impl FromRequest<Arc<App>> for File {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<File, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        // Not a type that a form of another page could send.
        if kind != Some("application/octet-stream") {
            return Err(ApiError::bad("expected content-type: application/octet-stream"));
        }
        let read = timeout(app.config.patience, to_bytes(request.into_body(), MOST_BYTES)).await;
        match read {
            Ok(Ok(bytes)) => Ok(File(bytes)),
            Ok(Err(_)) => {
                let message = format!("a file has at most {MOST_BYTES} bytes");
                Err(ApiError::new(Code::TooLarge, message))
            }
            Err(_) => Err(ApiError::bad("the body did not come in time")),
        }
    }
}
