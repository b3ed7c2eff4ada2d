//! The listening socket: a free port, a bounded number of connections, patience
//! with slow clients, and an orderly end.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use crate::config::{PORTS, Port};

/// The largest head of a request.
const MOST_HEAD: usize = 32 << 10;
/// How long connections may take to finish when the server goes down.
const LAST_WORDS: Duration = Duration::from_secs(3);
/// What a client hears when there is no room.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n\
content-length: 72\r\nconnection: close\r\n\r\n\
{\"error\":{\"code\":\"busy\",\"message\":\"too many connections: try again soon\"}}";

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

/// Serves connections until told to close, then lets them finish.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    most: usize,
    patience: Duration,
    mut closing: watch::Receiver<bool>,
) {
    let places = Arc::new(Semaphore::new(most));
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = closed(&mut closing) => break,
        };
        while connections.try_join_next().is_some() {}
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                // Out of file handles, mostly: wait until some are free again.
                tracing::warn!("cannot accept a connection: {error}");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        match Arc::clone(&places).try_acquire_owned() {
            Ok(place) => {
                let (router, closing) = (router.clone(), closing.clone());
                connections.spawn(async move {
                    connection(stream, router, patience, closing).await;
                    drop(place);
                });
            }
            Err(_) => refuse(stream),
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

/// Says that there is no room, without waiting for a client that does not listen.
fn refuse(stream: TcpStream) {
    if let Ok(mut stream) = stream.into_std()
        && stream.set_nonblocking(true).is_ok()
    {
        let _ = io::Write::write(&mut stream, FULL);
        let _ = stream.shutdown(std::net::Shutdown::Write);
    }
}

async fn connection(
    stream: TcpStream,
    router: Router,
    patience: Duration,
    mut closing: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(MOST_HEAD)
        .half_close(false);
    let serving = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
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
