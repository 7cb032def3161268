//! Ratings as JSON lines.

use std::io;

use super::{Layout, Row};

/// One JSON object a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JsonLines;

impl Layout for JsonLines {
    fn header(&self, _: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    fn rows(&self, rows: &[Row], out: &mut Vec<u8>) -> io::Result<()> {
        for row in rows {
            serde_json::to_writer(&mut *out, &row.report)?;
            out.push(b'\n');
        }
        Ok(())
    }
}
