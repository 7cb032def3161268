//! Pictures of ratings, as texts in SVG, and with the feature `png` in pixels.
//!
//! A picture stands by itself: no script, no font to load, nothing to fetch. It has a title and a description for
//! those who hear it, colours that differ in lightness as well, and a dark form where the reader prefers one. Its
//! texts can be read at 400 pixels of width. All texts are escaped, so that they can come from anywhere.
//!
//! [`Polar`], [`Trajectory`], [`Board`] and [`Headline`] are plain numbers and texts; [`Pictures`] makes them of a
//! report, by what the system's file says of them. [`Histogram`] and [`Scatter`] are about many puzzles.

mod axis;
mod board;
mod headline;
mod histogram;
mod picture;
mod pictures;
#[cfg(feature = "png")]
mod png;
mod polar;
mod scatter;
mod svg;
mod theme;
mod trajectory;

pub use axis::Axis;
pub use board::{Board, BoardCell};
pub use headline::Headline;
pub use histogram::{Group, Histogram};
pub use pictures::{Pictures, View};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use polar::{Band, Point, Polar, Spike};
pub use scatter::Scatter;
pub use theme::Theme;
pub use trajectory::Trajectory;
