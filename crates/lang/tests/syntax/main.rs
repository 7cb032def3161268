//! The reader of patterns, formulas and templates: trees, precedence, messages and bounds.

#![expect(clippy::expect_used, reason = "a failed expectation is a failed test")]

mod bounds;
mod faults;
mod precedence;
mod print;
mod random;
mod trees;

use undoku_lang::syntax::{Expr, Pattern, Template};
use undoku_lang::{Fragment, FragmentId, Problem, parse_formula, parse_pattern, parse_template};

fn fragment(text: &str) -> Fragment {
    Fragment {
        id: FragmentId(7),
        text: text.to_owned(),
    }
}

fn pattern(text: &str) -> Result<Pattern, Vec<Problem>> {
    parse_pattern(&fragment(text))
}

fn formula(text: &str) -> Result<Expr, Vec<Problem>> {
    parse_formula(&fragment(text))
}

fn template(text: &str) -> Result<Template, Vec<Problem>> {
    parse_template(&fragment(text))
}
