//! What rules of the grammar are called in messages.

use super::grammar::Rule;

/// Something that could have stood at a place, in the order it is mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Expected {
    In,
    At,
    From,
    Then,
    Else,
    Equals,
    Colon,
    Comma,
    CloseParen,
    CloseBracket,
    CloseBrace,
    Name,
    Expression,
    Operator,
    Statement,
    End,
}

impl Expected {
    /// What a rule's absence means to a reader.
    pub(super) fn of(rule: Rule) -> Self {
        match rule {
            Rule::keyword_in => Self::In,
            Rule::keyword_at => Self::At,
            Rule::keyword_from => Self::From,
            Rule::keyword_then => Self::Then,
            Rule::keyword_else => Self::Else,
            Rule::equals => Self::Equals,
            Rule::colon => Self::Colon,
            Rule::comma => Self::Comma,
            Rule::close_paren => Self::CloseParen,
            Rule::close_bracket => Self::CloseBracket,
            Rule::close_brace => Self::CloseBrace,
            Rule::name => Self::Name,
            Rule::EOI => Self::End,
            Rule::statements
            | Rule::statement
            | Rule::for_statement
            | Rule::let_statement
            | Rule::where_statement
            | Rule::check_statement
            | Rule::place_statement
            | Rule::eliminate_statement
            | Rule::conclude_statement
            | Rule::keyword_for
            | Rule::keyword_let
            | Rule::keyword_where
            | Rule::keyword_check
            | Rule::keyword_place
            | Rule::keyword_eliminate
            | Rule::keyword_conclude => Self::Statement,
            Rule::op_or
            | Rule::op_and
            | Rule::op_not_in
            | Rule::op_in
            | Rule::op_after
            | Rule::op_range
            | Rule::op_equal
            | Rule::op_not_equal
            | Rule::op_at_most
            | Rule::op_at_least
            | Rule::op_less
            | Rule::op_greater
            | Rule::op_union
            | Rule::op_difference
            | Rule::op_intersection
            | Rule::op_add
            | Rule::op_subtract
            | Rule::op_multiply
            | Rule::op_divide
            | Rule::link
            | Rule::infix
            | Rule::postfix
            | Rule::field
            | Rule::index
            | Rule::dot => Self::Operator,
            _ => Self::Expression,
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Self::In => "`in`",
            Self::At => "`at`",
            Self::From => "`from`",
            Self::Then => "`then`",
            Self::Else => "`else`",
            Self::Equals => "`=`",
            Self::Colon => "`:`",
            Self::Comma => "`,`",
            Self::CloseParen => "`)`",
            Self::CloseBracket => "`]`",
            Self::CloseBrace => "`}`",
            Self::Name => "a name",
            Self::Expression => "an expression",
            Self::Operator => "an operator",
            Self::Statement => "the next statement",
            Self::End => "the end",
        }
    }
}

/// "a, b or c".
pub(super) fn in_words(expected: &[Expected]) -> String {
    match expected {
        [] => "something else".into(),
        [one] => one.words().into(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(|what| what.words()).collect();
            format!("{} or {}", first.join(", "), last.words())
        }
    }
}
