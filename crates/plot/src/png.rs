//! Pictures in pixels.

use std::fmt;
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

/// The most pixels of a picture: as many as fit 256 MiB.
const MOST: u64 = 64 * 1024 * 1024;
/// The fonts that texts are drawn with, wherever the program runs.
const FONTS: [&[u8]; 2] = [
    include_bytes!("../fonts/DejaVuSansCondensed.ttf"),
    include_bytes!("../fonts/DejaVuSansCondensed-Bold.ttf"),
];
const FAMILY: &str = "DejaVu Sans";

static DATABASE: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family(FAMILY);
    Arc::new(fonts)
});

/// Why there is no picture in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PngError {
    /// The picture would have no pixels, or too many.
    Size,
    /// The text is no picture that can be drawn.
    Svg(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size => f.write_str("the picture would be too large; take a smaller width"),
            Self::Svg(why) => write!(f, "the picture cannot be drawn: {why}"),
        }
    }
}

impl std::error::Error for PngError {}

/// An SVG of this crate as a PNG, so many pixels wide. Its letters are those of Latin, Greek and Cyrillic scripts;
/// others are drawn as empty boxes. Of a picture for both grounds it is the light one.
///
/// # Errors
///
/// When the width is 0, or the picture would have more than 67 million pixels.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let options = Options {
        font_family: FAMILY.to_owned(),
        fontdb: Arc::clone(&DATABASE),
        ..Options::default()
    };
    let drawn = |error: &dyn fmt::Display| PngError::Svg(error.to_string());
    let tree = Tree::from_str(svg, &options).map_err(|error| drawn(&error))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil().max(1.0) as u32;
    if width == 0 || u64::from(width) * u64::from(height) > MOST {
        return Err(PngError::Size);
    }
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size)?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    pixels.encode_png().map_err(|error| drawn(&error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Group, Histogram, Theme};

    fn svg(name: &str, theme: Theme) -> String {
        let group = Group {
            name: name.to_owned(),
            values: vec![1.0, 2.0, 2.0],
        };
        let histogram = Histogram {
            title: "T".to_owned(),
            axis: "x".to_owned(),
            names: Vec::new(),
            groups: vec![group],
        };
        histogram.svg(theme)
    }

    #[test]
    fn letters_are_drawn() {
        let of = |name: &str| png(&svg(name, Theme::Light), 400).unwrap();
        let empty = of("");
        let all: Vec<Vec<u8>> = ["A", "Ä", "ж", "Ω", "\u{2265}"].map(of).into();
        for (at, one) in all.iter().enumerate() {
            assert!(*one != empty && all[..at].iter().all(|other| other != one));
        }
        // What the fonts do not have is drawn, too.
        assert_ne!(of("\u{6570}"), empty);
    }

    #[test]
    fn a_picture_for_both_grounds_is_light() {
        let of = |theme| png(&svg("a", theme), 300).unwrap();
        assert_eq!(of(Theme::Auto), of(Theme::Light));
        assert_ne!(of(Theme::Dark), of(Theme::Light));
    }

    #[test]
    fn no_picture_is_too_large_or_none() {
        let picture = svg("a", Theme::Light);
        for width in [0, 100_000] {
            assert_eq!(png(&picture, width), Err(PngError::Size));
        }
        assert!(matches!(png("<svg", 100), Err(PngError::Svg(_))));
    }
}
