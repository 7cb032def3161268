//! The default system's assertion counts, scores, pacing classes and tiers.

/// Assertions of a naked single, by the number of open cells in its tightest unit, its own included.
pub(crate) const NAKED_ASSERTIONS: [u8; 10] = [2, 2, 4, 6, 9, 12, 15, 18, 20, 22];

/// Assertions of a hidden single in a box.
pub(crate) fn box_assertions(peer_eliminations: u32, reasons: u32) -> u8 {
    let raw = 8.0 + 0.40 * f64::from(peer_eliminations) + 0.30 * f64::from(reasons);
    raw.round().clamp(10.0, 24.0) as u8
}

/// Assertions of a hidden single in a row or column.
pub(crate) fn line_assertions(peer_eliminations: u32, reasons: u32) -> u8 {
    let raw = 12.0 + 0.45 * f64::from(peer_eliminations) + 0.35 * f64::from(reasons);
    raw.round().clamp(15.0, 32.0) as u8
}

/// Scores by assertion count.
pub(crate) const NAKED_SCORES: [f64; 23] = {
    let mut scores = [0.0; 23];
    let mut a = 0;
    while a < scores.len() {
        scores[a] = 1.00 + a as f64 / 22.0 * 0.75;
        a += 1;
    }
    scores
};

pub(crate) const BOX_SCORES: [f64; 25] = {
    let mut scores = [0.0; 25];
    let mut a = 0;
    while a < scores.len() {
        scores[a] = 1.40 + a as f64 / 24.0 * 0.45;
        a += 1;
    }
    scores
};

pub(crate) const LINE_SCORES: [f64; 33] = {
    let mut scores = [0.0; 33];
    let mut a = 0;
    while a < scores.len() {
        scores[a] = 1.75 + a as f64 / 32.0 * 0.50;
        a += 1;
    }
    scores
};

/// The pacing class of a path with steps.
pub(crate) fn pacing(suddenness: f64, slope: f64) -> &'static str {
    if suddenness >= 1.20 {
        "Volatile"
    } else if slope > 0.030 {
        "Escalating"
    } else if slope < -0.030 {
        "Front-Loaded"
    } else {
        "Balanced"
    }
}

/// A granular tier: what it is called, where its score band ends, and its profile.
pub(crate) struct Tier {
    pub(crate) rating: &'static str,
    pub(crate) name: &'static str,
    /// Score totals from the tier before up to, but without, this one belong here.
    below: f64,
    blanks: [u32; 2],
    clues: [u32; 2],
    peak_assertions: [u32; 2],
}

#[rustfmt::skip]
pub(crate) const TIERS: [Tier; 8] = [
    Tier { rating: "Easy", name: "Easy (Tier 1 - Casual)", below: 44.0, blanks: [40, 42], clues: [39, 41], peak_assertions: [4, 8] },
    Tier { rating: "Easy", name: "Easy (Tier 2 - Novice)", below: 50.0, blanks: [42, 45], clues: [36, 39], peak_assertions: [8, 12] },
    Tier { rating: "Medium", name: "Medium (Tier 1 - Moderate)", below: 56.0, blanks: [47, 49], clues: [32, 34], peak_assertions: [10, 14] },
    Tier { rating: "Medium", name: "Medium (Tier 2 - Intermediate)", below: 62.0, blanks: [49, 52], clues: [29, 32], peak_assertions: [12, 16] },
    Tier { rating: "Hard", name: "Hard (Tier 1 - Advanced)", below: 68.0, blanks: [53, 55], clues: [26, 28], peak_assertions: [14, 18] },
    Tier { rating: "Hard", name: "Hard (Tier 2 - Master)", below: 74.0, blanks: [55, 57], clues: [24, 26], peak_assertions: [16, 20] },
    Tier { rating: "Expert", name: "Expert (Tier 1 - Grandmaster)", below: 80.0, blanks: [58, 60], clues: [21, 23], peak_assertions: [18, 22] },
    Tier { rating: "Expert", name: "Expert (Tier 2 - Extreme)", below: f64::INFINITY, blanks: [60, 64], clues: [17, 21], peak_assertions: [20, u32::MAX] },
];

/// The tier of a score total.
pub(crate) fn tier(score_total: f64) -> &'static Tier {
    let index = TIERS.iter().take_while(|t| score_total >= t.below).count();
    &TIERS[index.min(TIERS.len() - 1)]
}

/// How a puzzle lies to its tier's profile: `below`, `inside` or `above`, each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TierProfile {
    pub(crate) blanks: &'static str,
    pub(crate) clues: &'static str,
    pub(crate) peak_assertions: &'static str,
}

impl Tier {
    pub(crate) fn profile(&self, blanks: u32, clues: u32, peak_assertions: u32) -> TierProfile {
        TierProfile {
            blanks: against(blanks, self.blanks),
            clues: against(clues, self.clues),
            peak_assertions: against(peak_assertions, self.peak_assertions),
        }
    }
}

fn against(value: u32, [least, most]: [u32; 2]) -> &'static str {
    if value < least {
        "below"
    } else if value > most {
        "above"
    } else {
        "inside"
    }
}
