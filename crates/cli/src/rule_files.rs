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

/// A rule file with the line before it that tells editors its schema. Its name is its path in the directory,
/// with `/` between the parts.
pub(crate) fn with_schema(file: SourceFile) -> SourceFile {
    let Some(sort) = FileSort::of(&file.text) else {
        return file;
    };
    let up = "../".repeat(file.name.matches('/').count());
    let (key, text) = (sort.key(), &file.text);
    let line = format!("# yaml-language-server: $schema={up}{SCHEMAS}/{key}.json");
    SourceFile {
        text: format!("{line}\n{text}"),
        name: file.name,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_leads_from_the_file_to_its_schema() {
        let line = |name: &str, text: &str| {
            let file = with_schema(SourceFile {
                name: name.to_owned(),
                text: text.to_owned(),
            });
            assert!(file.text.ends_with(text));
            file.text[..file.text.len() - text.len()].to_owned()
        };
        assert_eq!(
            line("a/b/x.yaml", "technique: x\n"),
            "# yaml-language-server: $schema=../../schemas/technique.json\n"
        );
        assert_eq!(
            line("x.yaml", "system: x\n"),
            "# yaml-language-server: $schema=schemas/system.json\n"
        );
        assert_eq!(line("x.yaml", "title: x\n"), "");
    }
}
