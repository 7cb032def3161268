//! The server as those who start it see it.

use std::fmt;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use undoku::PluginError;

use crate::api;
use crate::app::App;
use crate::connection;
use crate::settings::{Limits, Settings};

/// How long work that is under way may go on when the server has stopped.
const LAST_WORK: Duration = Duration::from_millis(200);

/// A server that has its address and waits to be run.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    limits: Limits,
}

/// Why a server cannot start.
#[derive(Debug)]
pub enum StartError {
    /// The address cannot be had, or the system has no threads.
    Io(io::Error),
    /// Plugins that are linked into the program cannot be used together.
    Plugin(PluginError),
}

impl Server {
    /// Compiles the built-in rules and takes the address.
    ///
    /// # Errors
    ///
    /// When the address cannot be had, or plugins cannot be used together.
    pub fn bind(settings: &Settings) -> Result<Self, StartError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(settings.limits.workers.clamp(1, 4))
            // Both workshops, and whatever outlives its request.
            .max_blocking_threads(settings.limits.workers * 2 + 4)
            .enable_all()
            .build()
            .map_err(StartError::Io)?;
        let listener = runtime
            .block_on(TcpListener::bind(settings.address))
            .map_err(StartError::Io)?;
        let address = listener.local_addr().map_err(StartError::Io)?;
        let app = App::new(settings).map_err(StartError::Plugin)?;
        Ok(Self {
            runtime,
            listener,
            address,
            router: api::router(Arc::new(app)),
            limits: settings.limits,
        })
    }

    /// The address, with the port that was found where any would do.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the future is ready, then lets answers that are under way be finished, for two seconds at the
    /// most.
    pub fn run(self, until: impl Future<Output = ()>) {
        let served = connection::serve(self.listener, self.router, self.limits, until);
        self.runtime.block_on(served);
        self.runtime.shutdown_timeout(LAST_WORK);
    }

    /// Takes over how the process is asked to end: by Ctrl-C, and where there are such signals by that for ending.
    /// From now on they do nothing but make the future ready.
    ///
    /// # Errors
    ///
    /// When the system does not let it.
    pub fn interrupted(&self) -> io::Result<impl Future<Output = ()> + use<>> {
        let _inside = self.runtime.enter();
        interrupts()
    }
}

#[cfg(unix)]
fn interrupts() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut end = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => (),
            _ = end.recv() => (),
        }
    })
}

#[cfg(windows)]
fn interrupts() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}

#[cfg(not(any(unix, windows)))]
fn interrupts() -> io::Result<impl Future<Output = ()>> {
    Ok(std::future::pending())
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Plugin(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StartError {}
