//! Chains as text: Eureka notation.

use std::fmt;

use undoku_grid::CellSet;

use super::chain::{Chain, Link, Shape};

/// Cells of a row as `r1c23`, of a column as `r12c3`, others one by one.
pub(super) fn compact(cells: CellSet) -> String {
    let Some(first) = cells.first() else {
        return String::new();
    };
    let numbers = |of: fn(undoku_grid::Cell) -> undoku_grid::Unit| -> String {
        cells.iter().map(|cell| of(cell).number().to_string()).collect()
    };
    let (row, column) = (first.row(), first.column());
    if cells.is_subset(row.cells()) {
        format!("r{}c{}", row.number(), numbers(undoku_grid::Cell::column))
    } else if cells.is_subset(column.cells()) {
        format!("r{}c{}", numbers(undoku_grid::Cell::row), column.number())
    } else {
        let each: Vec<String> = cells.iter().map(|cell| cell.to_string()).collect();
        each.join(",")
    }
}

/// Eureka notation: `r1c2(4)=r1c7(4)-r3c8(4=5)-…`; two digits of a cell or an almost locked set share brackets,
/// and the link that closes a loop stands at the end.
impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, pair) in self.nodes.chunks_exact(2).enumerate() {
            if i > 0 {
                f.write_str("-")?;
            }
            let (a, b) = (pair[0], pair[1]);
            match self.links.get(2 * i) {
                Some(Link::Through(cells)) => {
                    write!(f, "{}({}={})", compact(*cells), a.digit, b.digit)?;
                }
                _ if a.cells == b.cells && a.digit != b.digit => {
                    write!(f, "{}({}={})", compact(a.cells), a.digit, b.digit)?;
                }
                _ => {
                    write!(f, "{}({})=", compact(a.cells), a.digit)?;
                    write!(f, "{}({})", compact(b.cells), b.digit)?;
                }
            }
        }
        f.write_str(if self.shape == Shape::Loop { "-" } else { "" })
    }
}
