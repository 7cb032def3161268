//! Pictures of ratings, as texts in SVG.
//!
//! A picture stands by itself: no script, no font to load, nothing to fetch. It has a title and a description for
//! those who hear it, colours that differ in lightness as well, and a dark form where the reader prefers one. Its
//! texts can be read at 400 pixels of width. All texts are escaped, so that they can come from anywhere.

mod axis;
mod scatter;
mod svg;

pub use axis::Axis;
pub use scatter::Scatter;
