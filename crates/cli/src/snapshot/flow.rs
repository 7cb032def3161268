//! Mappings in one line, `{name: value, …}`: what the lines of a baseline hold.

use serde_json::Value as Json;

/// A value in such a mapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// Without quotes: a number, a word, a hash.
    Word(String),
    /// In double quotes, unescaped here.
    Text(String),
    /// In brackets, with them.
    List(String),
}

/// The names and values of a mapping; or what is wrong with the text.
pub(super) fn mapping(text: &str) -> Result<Vec<(&str, Flow)>, String> {
    let inner = text.trim().strip_prefix('{');
    let Some(mut rest) = inner.and_then(|text| text.strip_suffix('}')) else {
        return Err(format!(
            "`{{name: value, …}}` is expected and not `{}`",
            shortened(text)
        ));
    };
    let mut all = Vec::new();
    rest = rest.trim();
    while !rest.is_empty() {
        let Some((name, after)) = rest.split_once(':') else {
            return Err(format!(
                "a `:` is expected behind the name `{}`",
                shortened(rest)
            ));
        };
        let name = name.trim();
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        if name.is_empty() || !name.chars().all(is_name) {
            return Err(format!("`{}` is no name", shortened(name)));
        }
        let (value, after) = value(after.trim_start())?;
        all.push((name, value));
        rest = after.trim_start();
        match rest.strip_prefix(',') {
            Some(more) => rest = more.trim_start(),
            None if rest.is_empty() => {}
            None => {
                return Err(format!("a comma is expected before `{}`", shortened(rest)));
            }
        }
    }
    Ok(all)
}

/// The words of a list in brackets; or what is wrong with the text.
pub(super) fn words(text: &str) -> Result<Vec<String>, String> {
    let inner = text.trim().strip_prefix('[');
    let Some(inner) = inner.and_then(|text| text.strip_suffix(']')) else {
        return Err(format!(
            "`[name, …]` is expected and not `{}`",
            shortened(text)
        ));
    };
    let words = inner.split(',').map(str::trim);
    Ok(words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect())
}

/// The text that stands in double quotes, and nothing else; or what is wrong with it.
pub(super) fn quoted(text: &str) -> Result<String, String> {
    match value(text.trim())? {
        (Flow::Text(text), rest) if rest.trim().is_empty() => Ok(text),
        _ => Err(format!(
            "a text in double quotes is expected and not `{}`",
            shortened(text)
        )),
    }
}

/// A text in double quotes, as YAML and JSON both read it.
pub(super) fn quote(text: &str) -> String {
    Json::from(text).to_string()
}

/// The value that a text starts with, and what comes behind it.
fn value(text: &str) -> Result<(Flow, &str), String> {
    if text.starts_with('"') {
        let mut strings = serde_json::Deserializer::from_str(text).into_iter::<String>();
        return match strings.next() {
            Some(Ok(string)) => Ok((Flow::Text(string), &text[strings.byte_offset()..])),
            _ => Err(format!(
                "the quotes of `{}` do not end well",
                shortened(text)
            )),
        };
    }
    let is_list = text.starts_with('[');
    let end = if is_list {
        text.find(']').map(|at| at + 1)
    } else {
        Some(text.find(',').unwrap_or(text.len()))
    };
    let Some(end) = end else {
        return Err(format!("`{}` has no `]`", shortened(text)));
    };
    let (word, rest) = text.split_at(end);
    let word = word.trim();
    if word.is_empty() {
        return Err("a value is missing".to_owned());
    }
    let flow = if is_list { Flow::List } else { Flow::Word };
    Ok((flow(word.to_owned()), rest))
}

/// The start of a text, as a message shows it.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let text = crate::console::printable(text.trim());
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mappings_are_read_back() {
        let word = |text: &str| Flow::Word(text.to_owned());
        let tricky = "a \"b\", {c}: [d] \\ é";
        let text = format!("{{a: 1.5, b.c: {}, d: [1, 2], e: x0f}}", quote(tricky));
        let all = mapping(&text).unwrap();
        let expected = [
            ("a", word("1.5")),
            ("b.c", Flow::Text(tricky.to_owned())),
            ("d", Flow::List("[1, 2]".to_owned())),
            ("e", word("x0f")),
        ];
        assert_eq!(all, expected);
        assert_eq!(mapping("{}").unwrap(), []);
        assert_eq!(words("[a, b]").unwrap(), ["a", "b"]);
        assert_eq!(quoted(&quote(tricky)).unwrap(), tricky);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, said) in [
            ("a: 1", "is expected"),
            ("{a}", "a `:` is expected"),
            ("{: 1}", "is no name"),
            ("{a b: 1}", "`a b` is no name"),
            ("{a: }", "a value is missing"),
            ("{a: \"x}", "do not end well"),
            ("{a: \"x\" b: 2}", "a comma is expected before `b: 2`"),
            ("{a: [1, 2}", "has no `]`"),
        ] {
            let message = mapping(text).unwrap_err();
            assert!(message.contains(said), "{text}: {message}");
        }
        assert!(quoted("a").is_err() && quoted("\"a\" b").is_err() && words("a").is_err());
    }
}
