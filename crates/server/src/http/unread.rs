//! Whether a request's body was read to its end. If it was not, the connection
//! cannot go on, and the client had better know: what it still sends would be
//! taken for the next request.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use hyper::body::{Frame, SizeHint};

/// What is known of a body: whether its end was seen.
#[derive(Clone)]
pub struct Seen(Arc<AtomicBool>);

impl Seen {
    /// Watches the body of a request.
    pub fn watch(request: &mut Request) -> Seen {
        let body = std::mem::take(request.body_mut());
        let seen = Seen(Arc::new(AtomicBool::new(body.is_end_stream())));
        *request.body_mut() = Body::new(Watched { body, seen: seen.clone() });
        seen
    }

    /// Whether the body was read to its end.
    pub fn to_the_end(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

struct Watched {
    body: Body,
    seen: Seen,
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.seen.0.store(true, Ordering::Relaxed);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
