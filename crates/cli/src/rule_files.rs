//! Rule files that the command writes, and the schemas beside them.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use undoku::rules::{FileSort, SourceFile};

use crate::output::Output;

/// The folder of the schemas in a directory of rules. Rules are not looked for in files like these.
const SCHEMAS: &str = "schemas";

/// The schemas of all sorts of rule files, by their paths in a directory of rules.
pub(crate) fn schemas() -> Vec<SourceFile> {
    let file = |sort: FileSort| SourceFile {
        name: format!("{SCHEMAS}/{}.json", sort.key()),
        text: format!("{:#}\n", sort.schema()),
    };
    FileSort::ALL.map(file).into()
}

/// Writes a file, and makes the directories that it stands in.
///
/// # Errors
///
/// When it cannot be written; a file that was there is then as it was.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut output = Output::open(Some(path))?;
    output.write_all(text.as_bytes())?;
    output.finish()
}
