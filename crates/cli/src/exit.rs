//! How the command ends.

use std::process::ExitCode;

/// How the command ends, from best to worst: where several things went wrong, the worst decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// All went well.
    Fine,
    /// Some puzzles have no rating; all others were rated.
    Unrated,
    /// Something is wrong with the rules, or other than it was.
    Findings,
    /// The command was used wrongly, or a file cannot be read or written.
    Usage,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Findings => 1,
            Exit::Usage => 2,
            Exit::Unrated => 3,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_decides() {
        assert_eq!(Exit::Unrated.max(Exit::Usage), Exit::Usage);
        assert_eq!(Exit::Fine.max(Exit::Unrated), Exit::Unrated);
        assert_eq!(Exit::Findings.max(Exit::Unrated), Exit::Findings);
    }
}
