//! Which operators bind tighter than which.

use std::sync::LazyLock;

use pest::pratt_parser::{Assoc, Op, PrattParser};

use super::grammar::Rule;
use crate::syntax::BinaryOp;

/// The operators, loosest first.
pub(super) static PRECEDENCE: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let left = |rule| Op::infix(rule, Assoc::Left);
    PrattParser::new()
        .op(left(Rule::op_or))
        .op(left(Rule::op_and))
        .op(Op::prefix(Rule::op_not))
        .op(left(Rule::op_equal)
            | left(Rule::op_not_equal)
            | left(Rule::op_less)
            | left(Rule::op_at_most)
            | left(Rule::op_greater)
            | left(Rule::op_at_least)
            | left(Rule::op_in)
            | left(Rule::op_not_in))
        .op(left(Rule::op_after))
        .op(left(Rule::op_range))
        .op(left(Rule::op_union))
        .op(left(Rule::op_difference))
        .op(left(Rule::op_intersection))
        .op(left(Rule::op_add) | left(Rule::op_subtract))
        .op(left(Rule::op_multiply) | left(Rule::op_divide))
        .op(Op::prefix(Rule::op_negate))
        .op(Op::postfix(Rule::field) | Op::postfix(Rule::index))
});

/// The operator between two values that a rule stands for.
pub(super) fn binary(rule: Rule) -> Option<BinaryOp> {
    Some(match rule {
        Rule::op_or => BinaryOp::Or,
        Rule::op_and => BinaryOp::And,
        Rule::op_equal => BinaryOp::Equal,
        Rule::op_not_equal => BinaryOp::NotEqual,
        Rule::op_less => BinaryOp::Less,
        Rule::op_at_most => BinaryOp::AtMost,
        Rule::op_greater => BinaryOp::Greater,
        Rule::op_at_least => BinaryOp::AtLeast,
        Rule::op_in => BinaryOp::In,
        Rule::op_not_in => BinaryOp::NotIn,
        Rule::op_after => BinaryOp::After,
        Rule::op_range => BinaryOp::Range,
        Rule::op_union => BinaryOp::Union,
        Rule::op_difference => BinaryOp::Difference,
        Rule::op_intersection => BinaryOp::Intersection,
        Rule::op_add => BinaryOp::Add,
        Rule::op_subtract => BinaryOp::Subtract,
        Rule::op_multiply => BinaryOp::Multiply,
        Rule::op_divide => BinaryOp::Divide,
        _ => return None,
    })
}

/// Whether an operator compares, and so cannot follow another one that does.
pub(super) fn is_comparison(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::op_equal
            | Rule::op_not_equal
            | Rule::op_less
            | Rule::op_at_most
            | Rule::op_greater
            | Rule::op_at_least
            | Rule::op_in
            | Rule::op_not_in
    )
}
