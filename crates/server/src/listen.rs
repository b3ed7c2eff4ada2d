//! The listening socket: a free port, a bounded number of connections, patience
//! with slow clients, and an orderly end.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use crate::config::{PORTS, Port};
use crate::error::{ApiError, Code};
use crate::places::{Place, Places};
use crate::wire::Wire;

/// The largest head of a request.
const MOST_HEAD: usize = 32 << 10;
/// How long connections may take to finish when the server goes down.
const LAST_WORDS: Duration = Duration::from_secs(3);
/// Clients that are being told that there is no room, and for how long at most.
const REFUSING: usize = 32;
const REFUSAL: Duration = Duration::from_secs(2);

/// Binds the first free port that fits.
///
/// # Errors
/// If none is free, with the last reason.
pub async fn bind(listen: IpAddr, port: Port) -> io::Result<TcpListener> {
    let candidates = match port {
        Port::Any => 0..=0,
        Port::Exactly(port) => port..=port,
        Port::From(first) => first..=first.saturating_add(PORTS),
    };
    let mut last = io::Error::other("no port to try");
    for port in candidates {
        match TcpListener::bind(SocketAddr::new(listen, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// Serves connections until told to close, then lets them finish. A client has
/// `patience` to send a request's head, and to read an answer.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    places: Arc<Places>,
    patience: Duration,
    mut closing: watch::Receiver<bool>,
) {
    let refusing = Arc::new(Semaphore::new(REFUSING));
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = closed(&mut closing) => break,
        };
        while connections.try_join_next().is_some() {}
        let (stream, address) = match accepted {
            Ok((stream, from)) => (Arc::new(stream), from.ip().to_canonical()),
            Err(error) => {
                // Out of file handles, mostly: wait until some are free again.
                tracing::warn!("cannot accept a connection: {error}");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let other_end = Arc::downgrade(&stream);
        let close = move || other_end.upgrade().iter().for_each(|stream| hang_up(stream));
        match places.enter(address, close) {
            Some(place) => {
                let wire = Wire::new(stream, patience, Arc::new(place));
                connections.spawn(connection(wire, router.clone(), patience, closing.clone()));
            }
            None => {
                if let Ok(permit) = Arc::clone(&refusing).try_acquire_owned() {
                    connections.spawn(async move {
                        let _ = tokio::time::timeout(REFUSAL, refuse(&stream)).await;
                        drop(permit);
                    });
                }
            }
        }
    }
    drop(listener);
    let _ = tokio::time::timeout(LAST_WORDS, async {
        while connections.join_next().await.is_some() {}
    })
    .await;
}

/// Waits until the server goes down.
pub async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Ends a connection from outside: whoever reads or writes it hears of it.
fn hang_up(stream: &TcpStream) {
    let _ = SockRef::from(stream).shutdown(std::net::Shutdown::Both);
}

/// What a client hears when there is no room.
fn full() -> String {
    let error = ApiError::new(Code::Busy, "too many connections: try again soon");
    let body = serde_json::json!({"error": error.json()}).to_string();
    format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}

/// Says that there is no room. What the client sends meanwhile is read: a closed
/// connection with unread bytes is reset, and the answer lost.
async fn refuse(stream: &TcpStream) -> io::Result<()> {
    stream.writable().await?;
    stream.try_write(full().as_bytes())?;
    SockRef::from(stream).shutdown(std::net::Shutdown::Write)?;
    let mut unread = [0; 4 << 10];
    loop {
        stream.readable().await?;
        match stream.try_read(&mut unread) {
            Ok(0) => return Ok(()),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
}

async fn connection(
    wire: Wire,
    router: Router,
    patience: Duration,
    mut closing: watch::Receiver<bool>,
) {
    let _ = wire.stream().set_nodelay(true);
    let place: Arc<Place> = Arc::clone(wire.place());
    let answer = TowerToHyperService::new(router);
    // The guard finds the connection's place with the request.
    let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(Arc::clone(&place));
        answer.call(request)
    });
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(MOST_HEAD)
        .half_close(false);
    let serving = builder.serve_connection(TokioIo::new(wire), service).with_upgrades();
    let mut serving = std::pin::pin!(serving);
    let ended = tokio::select! {
        ended = serving.as_mut() => ended,
        () = closed(&mut closing) => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!("connection: {error}");
    }
}
