//! The arguments of `undoku serve`.

use clap::Args;

const SERVE_EXAMPLES: &str = "\
Examples:
  undoku serve
  undoku serve --port 9000
  undoku serve --port 0          let the system pick a port
  undoku serve --host 0.0.0.0    let other machines ask, too

The page and everything it needs are part of the program: no file is read, and nothing is fetched from elsewhere. \
Under it is an HTTP API, which /api/openapi.json describes.

Exit codes:
  0  stopped with Ctrl-C
  1  the rules cannot be used
  2  wrong usage, or the address cannot be had";

/// The arguments of `undoku serve`.
#[derive(Debug, Args)]
#[command(after_help = SERVE_EXAMPLES)]
pub(crate) struct ServeArgs {
    /// The port; with 0 the system picks one
    #[arg(short, long, value_name = "N", default_value_t = 7729)]
    pub(crate) port: u16,
    /// The address to listen at: a number, or a name of this machine
    ///
    /// Only this machine can reach 127.0.0.1. With another address whoever can reach it can make this machine work.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub(crate) host: String,
}
