//! Texts as numbers.

/// The texts that a rule set knows, each with a number; kinds come first, in ladder order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    known: Vec<String>,
}

impl Texts {
    /// Knows these texts, numbered from 0 in this order.
    pub fn new<T: Into<String>>(known: impl IntoIterator<Item = T>) -> Self {
        let mut texts = Self::default();
        for text in known {
            texts.intern(&text.into());
        }
        texts
    }

    /// The number of a text, a new one if it was not known.
    pub fn intern(&mut self, text: &str) -> i64 {
        match self.number(text) {
            Some(number) => number,
            None => {
                self.known.push(text.to_owned());
                self.known.len() as i64 - 1
            }
        }
    }

    /// How many texts are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no text is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The number of a known text.
    #[must_use]
    pub fn number(&self, text: &str) -> Option<i64> {
        self.known
            .iter()
            .position(|t| t == text)
            .map(|at| at as i64)
    }

    /// The text of a number; `None` for -1, which stands for no text.
    #[must_use]
    pub fn text(&self, number: i64) -> Option<&str> {
        usize::try_from(number)
            .ok()
            .and_then(|at| self.known.get(at))
            .map(String::as_str)
    }
}
