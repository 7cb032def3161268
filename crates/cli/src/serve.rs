//! `undoku serve`: the page and the HTTP API under it.

use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};

use undoku_web::{Server, Settings, StartError};

use crate::args::ServeArgs;
use crate::console;
use crate::exit::Exit;

/// Serves until Ctrl-C.
pub(crate) fn run(args: &ServeArgs) -> Exit {
    serve(args).unwrap_or_else(|exit| exit)
}

fn serve(args: &ServeArgs) -> Result<Exit, Exit> {
    let settings = settings(args)?;
    let server = Server::bind(&settings).map_err(|error| {
        console::error(unstarted(&error, settings.address));
        match error {
            StartError::Io(_) => Exit::Usage,
            StartError::Plugin(_) => Exit::Findings,
        }
    })?;
    let address = server.address();
    if !address.ip().is_loopback() {
        console::warning(format_args!(
            "whoever can reach {address} can make this machine work; leave --host out to serve this machine alone"
        ));
    }
    // Before anyone knows that it runs, so that nobody can end it otherwise.
    let interrupted = server.interrupted().map_err(|error| {
        console::error(format_args!("Ctrl-C cannot be waited for: {error}"));
        Exit::Usage
    })?;
    // Whoever started this in a script waits for this line. If nobody reads it, the page is served all the same.
    let mut out = io::stdout();
    let _ = writeln!(out, "Undoku is at http://{address}/ (Ctrl-C ends it)");
    let _ = out.flush();
    server.run(interrupted);
    Ok(Exit::Fine)
}

fn settings(args: &ServeArgs) -> Result<Settings, Exit> {
    let bare = args.host.trim_start_matches('[').trim_end_matches(']');
    let number: Option<IpAddr> = bare.parse().ok();
    let address = match number {
        Some(ip) => SocketAddr::new(ip, args.port),
        None => resolve(&args.host, args.port).ok_or_else(|| {
            console::error(format_args!(
                "--host {}: no such address; give the number of one, such as 127.0.0.1",
                console::printable(&args.host)
            ));
            Exit::Usage
        })?,
    };
    Ok(Settings {
        address,
        name: number.is_none().then(|| args.host.clone()),
        ..Settings::default()
    })
}

/// The first address of a name, by preference one in four numbers.
fn resolve(name: &str, port: u16) -> Option<SocketAddr> {
    let all: Vec<SocketAddr> = (name, port).to_socket_addrs().ok()?.collect();
    let four = all.iter().find(|address| address.is_ipv4());
    four.or(all.first()).copied()
}

/// Why the server did not start, and what to do.
fn unstarted(error: &StartError, address: SocketAddr) -> String {
    let StartError::Io(cause) = error else {
        return error.to_string();
    };
    let advice = match cause.kind() {
        ErrorKind::AddrInUse => {
            return format!(
                "port {} is in use at {}; end the program that uses it, or take another one with --port",
                address.port(),
                address.ip()
            );
        }
        ErrorKind::AddrNotAvailable => "; --host has to be an address of this machine",
        ErrorKind::PermissionDenied => "; take a port from 1024 on with --port",
        _ => "",
    };
    format!("cannot listen at {address}: {cause}{advice}")
}
