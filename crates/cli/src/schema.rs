//! `undoku schema`: what editors know rule files by.

use std::io::{self, Write};

use undoku::rules::{FileSort, rule_file_schema};

use crate::args::{SchemaArgs, SchemaSort};
use crate::console;
use crate::exit::Exit;

/// Writes a schema to standard output.
pub(crate) fn run(args: &SchemaArgs) -> Exit {
    let schema = match args.sort {
        None => rule_file_schema(),
        Some(SchemaSort::Technique) => FileSort::Technique.schema(),
        Some(SchemaSort::System) => FileSort::System.schema(),
        Some(SchemaSort::Library) => FileSort::Library.schema(),
    };
    match writeln!(io::stdout(), "{schema:#}") {
        Ok(()) => Exit::Fine,
        Err(error) => console::not_written("the schema", &error),
    }
}
