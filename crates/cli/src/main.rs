//! The command `undoku`.

use std::process::ExitCode;

fn main() -> ExitCode {
    undoku_cli::main()
}
