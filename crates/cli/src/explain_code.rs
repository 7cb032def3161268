//! `undoku explain-code`: what a code means.

use std::io::{self, Write};

use anstyle::Style;
use undoku::lang::{Code, nearest};
use undoku::rules::codes;

use crate::args::ExplainCodeArgs;
use crate::console;
use crate::exit::Exit;

const HEADING: Style = Style::new().bold();
const EXAMPLE: Style = Style::new().dimmed();

/// Shows the pages of codes, or lists all of them.
pub(crate) fn run(args: &ExplainCodeArgs) -> Exit {
    let mut pages = Vec::new();
    let mut unknown = false;
    for text in &args.codes {
        match find(text) {
            Some(page) => pages.push(page),
            None => {
                console::error(not_found(text));
                unknown = true;
            }
        }
    }
    if unknown {
        return Exit::Usage;
    }
    let written = if args.codes.is_empty() {
        list()
    } else {
        show(&pages)
    };
    match written {
        Ok(()) => Exit::Fine,
        Err(error) => console::not_written("the page", &error),
    }
}

/// The code that a text names: `U0301`, `u301`, `301`.
fn number(text: &str) -> Option<Code> {
    let digits = text.trim();
    let digits = digits.strip_prefix(['U', 'u']).unwrap_or(digits);
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| digits.parse().ok().map(Code))?
}

fn find(text: &str) -> Option<&'static str> {
    codes::page(number(text)?)
}

fn not_found(text: &str) -> String {
    let known: Vec<String> = codes::all().map(|(code, _)| code.to_string()).collect();
    let given = match number(text) {
        Some(code) => code.to_string(),
        None => text.trim().to_uppercase(),
    };
    let shown = console::printable(text);
    match nearest(&given, known.iter().map(String::as_str)) {
        Some(near) => format!("there is no code `{shown}`: did you mean `{near}`?"),
        None => {
            format!("there is no code `{shown}`; `undoku explain-code` without one lists all")
        }
    }
}

fn list() -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    for (code, meaning) in codes::all() {
        writeln!(out, "{HEADING}{code}{HEADING:#}  {meaning}")?;
    }
    out.flush()
}

fn show(pages: &[&str]) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    for (at, page) in pages.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        let mut in_example = false;
        for line in page.lines() {
            if line.starts_with("```") {
                in_example = !in_example;
            } else if in_example && line.is_empty() {
                writeln!(out)?;
            } else if in_example {
                writeln!(out, "    {EXAMPLE}{line}{EXAMPLE:#}")?;
            } else if let Some(heading) = line.strip_prefix("# ") {
                writeln!(out, "{HEADING}{heading}{HEADING:#}")?;
            } else {
                writeln!(out, "{}", without_links(line))?;
            }
        }
    }
    out.flush()
}

/// A line of Markdown in which links are replaced by their texts, as their targets are files of the documents.
fn without_links(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, text, after)) = next_link(rest) {
        out.push_str(before);
        out.push_str(text);
        rest = after;
    }
    out + rest
}

/// What stands before the first link, its text, and what stands behind it.
fn next_link(line: &str) -> Option<(&str, &str, &str)> {
    let (head, tail) = line.split_once("](")?;
    let (before, text) = head.rsplit_once('[')?;
    let (_, after) = tail.split_once(')')?;
    Some((before, text, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_may_be_written_shortly() {
        for text in ["U0301", "u0301", "U301", "301", " 0301 "] {
            assert_eq!(number(text), Some(Code(301)), "{text}");
        }
        for text in ["", "U", "E0301", "U-301", "+301", "99999", "U03O1"] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn links_become_their_texts() {
        assert_eq!(
            without_links("see [the language](../language.md#x) or [a](b)."),
            "see the language or a."
        );
        assert_eq!(
            without_links("`[low, high]` (both)"),
            "`[low, high]` (both)"
        );
    }

    #[test]
    fn pages_have_no_link_that_is_broken_over_lines() {
        for (code, _) in codes::all() {
            for line in codes::page(code).unwrap_or_default().lines() {
                let shown = without_links(line);
                assert!(!shown.contains(".md"), "{code}: {shown}");
            }
        }
    }
}
