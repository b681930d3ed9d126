//! Parses the text of an expression into a list of nodes.
//!
//! ```text
//! count(a & b) >= 2        0  a
//!                          1  b
//!                          2  0 & 1
//!                          3  count(2)
//!                          4  2
//!                          5  3 >= 4
//! ```
//!
//! Every node comes after its operands, so later passes are loops over the list, without recursion. Only the parser
//! calls itself, for brackets and for operators before an operand. Their depth is bounded.

use std::ops::Range;

use winnow::Parser;
use winnow::combinator::{Infix, Prefix, cut_err, delimited, expression, fail, opt};
use winnow::error::{ContextError, ErrMode};
use winnow::stream::{LocatingSlice, Location, Stateful};
use winnow::token::{any, literal, take_while};

use crate::ExpressionError;

/// The greatest number of bytes of an expression.
const LONGEST: usize = 1 << 16;

/// The greatest number of nested brackets, together with the operators before an operand.
const DEEPEST: usize = 40;

/// The index of a node in its list.
pub(crate) type NodeId = usize;

/// A part of an expression.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    /// The bytes of the text that the node was parsed from, with the brackets around it.
    pub(crate) span: Range<usize>,
}

#[derive(Debug, Clone)]
pub(crate) enum NodeKind {
    /// A name at this place of the text.
    Name(Range<usize>),
    /// A decimal number.
    Number(Range<usize>),
    /// A set of squares by their names, or a hexadecimal set.
    Set(Range<usize>),
    /// A function, whose name is at this place of the text, and its arguments.
    Call(Range<usize>, Vec<NodeId>),
    Prefix(PrefixOperator, NodeId),
    Infix(InfixOperator, NodeId, NodeId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PrefixOperator {
    Not,
    Complement,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InfixOperator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Union,
    SymmetricDifference,
    Intersection,
    Difference,
}

type Input<'i> = Stateful<LocatingSlice<&'i str>, State>;

/// The result of a parser. An error has the message as its context.
type Parsed<T> = Result<T, Failure>;

type Failure = ErrMode<ContextError<&'static str>>;

/// What has been parsed so far.
#[derive(Debug, Default)]
struct State {
    nodes: Vec<Node>,
    /// The number of open brackets.
    depth: usize,
    /// The places of the operators before an operand whose operand has not been parsed completely.
    prefixes: Vec<usize>,
}

/// Returns the nodes of an expression. The last node is the whole expression.
pub(crate) fn parse(text: &str) -> Result<Vec<Node>, ExpressionError> {
    let error = |span, message: &str| Err(ExpressionError::new(text, span, message));
    if text.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        return error(end..end, &format!("the expression is longer than {LONGEST} bytes"));
    }
    let mut input = Stateful { input: LocatingSlice::new(text), state: State::default() };
    let parsed = space(&mut input).and_then(|()| operation(&mut input));
    let at = input.current_token_start();
    let rest = &text[at..];
    let next = at..at + rest.chars().next().map_or(0, char::len_utf8);
    match parsed {
        Ok(_) if rest.is_empty() => Ok(input.state.nodes),
        Ok(_) => error(next, "expected an operator or the end of the expression"),
        Err(ErrMode::Backtrack(context) | ErrMode::Cut(context)) => {
            error(next, context.context().next().copied().unwrap_or(OPERAND))
        }
        Err(ErrMode::Incomplete(_)) => error(next, OPERAND),
    }
}

const OPERAND: &str = "expected a name, a number, a set or a bracket";

/// Parses operands and operators.
fn operation(input: &mut Input<'_>) -> Parsed<NodeId> {
    expression(operand).prefix(prefix_operator).infix(infix_operator).parse_next(input)
}

fn prefix_operator<'i>(input: &mut Input<'i>) -> Parsed<Prefix<Input<'i>, NodeId, Failure>> {
    let start = input.current_token_start();
    let operator = if opt(literal("!")).parse_next(input)?.is_some() {
        Prefix(18, |input: &mut Input<'i>, operand| push_prefix(input, PrefixOperator::Complement, operand))
    } else if is_word(input, "not") {
        literal("not").parse_next(input)?;
        Prefix(6, |input: &mut Input<'i>, operand| push_prefix(input, PrefixOperator::Not, operand))
    } else {
        return fail(input);
    };
    space(input)?;
    input.state.prefixes.push(start);
    check_depth(input)?;
    Ok(operator)
}

/// Returns whether the input continues with a word that ends there.
fn is_word(input: &Input<'_>, word: &str) -> bool {
    let rest: &str = input.input.as_ref();
    rest.strip_prefix(word).is_some_and(|rest| !rest.starts_with(is_part_of_name))
}

/// Operators of other languages, and what to write instead.
const OF_OTHER_LANGUAGES: [(&str, &str); 4] = [
    ("==", "write = instead of =="),
    ("<>", "write != instead of <>"),
    ("&&", "write `and` instead of &&, or & for squares in both sets"),
    ("||", "write `or` instead of ||, or | for squares in either set"),
];

/// Defines the parser of operators between two operands. The first text that fits is the operator, so `<=` comes before
/// `<`.
macro_rules! infix_operators {
    ($($text:literal $associativity:ident $power:literal $operator:ident;)+) => {
        fn infix_operator<'i>(
            input: &mut Input<'i>,
        ) -> Parsed<Infix<Input<'i>, NodeId, Failure>> {
            for (operator, hint) in OF_OTHER_LANGUAGES {
                if is_operator(input, operator) {
                    return cut_err(fail.context(hint)).parse_next(input);
                }
            }
            $(if is_operator(input, $text) {
                literal($text).parse_next(input)?;
                space(input)?;
                return Ok(Infix::$associativity($power, |input: &mut Input<'i>, left, right| {
                    let span = input.state.nodes[left].span.start..input.state.nodes[right].span.end;
                    Ok(push(input, NodeKind::Infix(InfixOperator::$operator, left, right), span))
                }));
            })+
            fail(input)
        }
    };
}

infix_operators! {
    "or" Left 2 Or;
    "and" Left 4 And;
    "=" Neither 8 Equal;
    "!=" Neither 8 NotEqual;
    "<=" Neither 8 LessOrEqual;
    "<" Neither 8 Less;
    ">=" Neither 8 GreaterOrEqual;
    ">" Neither 8 Greater;
    "|" Left 10 Union;
    "^" Left 12 SymmetricDifference;
    "&" Left 14 Intersection;
    "-" Left 16 Difference;
}

fn is_operator(input: &Input<'_>, operator: &str) -> bool {
    let is_alphabetic = operator.starts_with(is_part_of_name);
    if is_alphabetic { is_word(input, operator) } else { input.input.as_ref().starts_with(operator) }
}

fn operand(input: &mut Input<'_>) -> Parsed<NodeId> {
    let start = input.current_token_start();
    match input.input.as_ref().chars().next() {
        Some('(') => return in_brackets(input),
        Some('{') => {
            literal("{").parse_next(input)?;
            take_while(0.., |c: char| is_part_of_name(c) || c.is_whitespace() || c == ',').parse_next(input)?;
            cut_err(literal("}").context("expected names of squares, separated by commas, and }")).parse_next(input)?;
            return end(input, NodeKind::Set, start);
        }
        Some('-') => {
            literal("-").parse_next(input)?;
            take_while(1.., |c: char| c.is_ascii_digit()).parse_next(input)?;
            return end(input, NodeKind::Number, start);
        }
        Some(c) if c.is_ascii_digit() => {
            let digits = take_while(1.., is_part_of_name).parse_next(input)?;
            let is_hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
            let kind = if is_hexadecimal { NodeKind::Set } else { NodeKind::Number };
            return end(input, kind, start);
        }
        _ => {}
    }
    if ["or", "and", "not"].iter().any(|word| is_word(input, word)) {
        return fail(input);
    }
    (any.verify(|c: &char| is_part_of_name(*c)), take_while(0.., |c| is_part_of_name(c) || c == '.'))
        .parse_next(input)?;
    let name = start..input.current_token_start();
    space(input)?;
    if opt(literal("(")).parse_next(input)?.is_none() {
        return Ok(push(input, NodeKind::Name(name.clone()), name));
    }
    let arguments = arguments(input)?;
    end(input, |_| NodeKind::Call(name, arguments), start)
}

/// Parses the arguments of a function after the opening bracket.
fn arguments(input: &mut Input<'_>) -> Parsed<Vec<NodeId>> {
    input.state.depth += 1;
    check_depth(input)?;
    space(input)?;
    let mut arguments = Vec::new();
    while arguments.is_empty() || opt((literal(","), space)).parse_next(input)?.is_some() {
        arguments.push(cut_err(operation).parse_next(input)?);
    }
    input.state.depth -= 1;
    cut_err(literal(")").context("expected an operator, a comma or )")).parse_next(input)?;
    Ok(arguments)
}

fn in_brackets(input: &mut Input<'_>) -> Parsed<NodeId> {
    let start = input.current_token_start();
    literal("(").parse_next(input)?;
    input.state.depth += 1;
    check_depth(input)?;
    let inner = delimited(space, cut_err(operation), cut_err(literal(")").context("expected an operator or )")))
        .parse_next(input)?;
    input.state.depth -= 1;
    // The brackets belong to the node, so that messages show them.
    let end = input.current_token_start();
    input.state.nodes[inner].span = start..end;
    space(input)?;
    Ok(inner)
}

/// Fails if the parser has called itself too often.
fn check_depth(input: &mut Input<'_>) -> Parsed<()> {
    if input.state.depth + input.state.prefixes.len() > DEEPEST {
        return cut_err(fail.context("too many nested brackets and operators: at most 40 are allowed"))
            .parse_next(input);
    }
    Ok(())
}

/// Appends the node that began at `start` and ends here, and skips the spaces after it.
fn end(input: &mut Input<'_>, kind: impl FnOnce(Range<usize>) -> NodeKind, start: usize) -> Parsed<NodeId> {
    let span = start..input.current_token_start();
    space(input)?;
    Ok(push(input, kind(span.clone()), span))
}

fn push_prefix(input: &mut Input<'_>, operator: PrefixOperator, operand: NodeId) -> Parsed<NodeId> {
    let end = input.state.nodes[operand].span.end;
    let span = input.state.prefixes.pop().unwrap_or(end)..end;
    Ok(push(input, NodeKind::Prefix(operator, operand), span))
}

fn push(input: &mut Input<'_>, kind: NodeKind, span: Range<usize>) -> NodeId {
    input.state.nodes.push(Node { kind, span });
    input.state.nodes.len() - 1
}

fn space(input: &mut Input<'_>) -> Parsed<()> {
    take_while(0.., char::is_whitespace).void().parse_next(input)
}

fn is_part_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
