//! Connections: how many, for how long, and how they end.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use crate::settings::Limits;

/// The most bytes of a request's head.
const HEAD: usize = 64 << 10;
/// How long answers may still take once the server is told to stop.
const GRACE: Duration = Duration::from_secs(2);
/// How long to wait when no connection can be taken, because the system has too many open files for example.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves connections until told to stop.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    until: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    let service = TowerToHyperService::new(router);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_buf_size(HEAD);
    tokio::pin!(until);
    loop {
        let next = async {
            // It is never closed.
            let place = Arc::clone(&places).acquire_owned().await.ok();
            (place, listener.accept().await)
        };
        let (place, stream) = tokio::select! {
            (place, Ok((stream, _))) = next => (place, stream),
            () = &mut until => break,
            else => {
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        // Without it answers are as right, and some are later.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_read_timeout(Some(limits.idle_time));
        stream.set_write_timeout(Some(limits.idle_time));
        let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), service.clone());
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // That a client has gone, or has sent what is no request, is its own affair.
            let _ = connection.await;
            drop(place);
        });
    }
    // Connections that need longer are cut off with the runtime.
    let _ = tokio::time::timeout(GRACE, graceful.shutdown()).await;
}
