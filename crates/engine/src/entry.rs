//! Rating what a reader of puzzles hands out.

use undoku_grid::format::{Entry, Place};

use crate::rater::Rater;
use crate::report::{InputPlace, Report, ReportError};

impl Rater {
    /// The report on an entry of an input: a rating, or why there is no puzzle. `file` names the input in places.
    pub fn rate_entry(&mut self, entry: Entry, file: Option<&str>) -> Report {
        let place = |place: Place| {
            Some(InputPlace {
                file: file.map(str::to_owned),
                line: place.line,
                column: place.column,
            })
        };
        let mut report = match entry.puzzle {
            Ok(puzzle) => self.rate(&puzzle),
            Err(error) => {
                let error = ReportError {
                    code: error.code().to_owned(),
                    message: error.message(),
                    place: place(error.place),
                };
                Report::unreadable(self.system.clone(), entry.text, error)
            }
        };
        report.label = entry.label;
        if let Some(error) = &mut report.error
            && error.place.is_none()
        {
            error.place = place(entry.place);
        }
        report
    }
}
