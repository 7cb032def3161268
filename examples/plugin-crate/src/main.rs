//! The command `undoku` with the plugin in it.

use std::process::ExitCode;

// A crate that nothing names is not linked, and brings nothing along.
use undoku_guardians as _;

fn main() -> ExitCode {
    undoku_cli::main()
}
