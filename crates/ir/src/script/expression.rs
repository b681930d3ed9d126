//! Reads expressions into operations, by the meaning of each word in the language.
//!
//! ```text
//! expression   chain, or chain == chain ? expression : expression, or case chain = chain when true then .. when false .. end
//! chain        operand, or operand & operand & ..., with one operator only, so that no precedence is needed
//! operand      number, name, function(..), ~operand, -number, (expression), each with ::type or .astype(..) after it
//! ```

use std::collections::HashMap;

use super::definition::{Meanings, Means};
use super::tokens::Token;
use crate::tape::Tape;
use crate::{Operation, ValueId};

/// The value of an expression.
#[derive(Debug, Clone, Copy)]
pub(super) enum Value {
    Word(ValueId),
    /// An input that may have another type than words. Only a conversion makes it a word.
    Any(ValueId),
    /// A word shifted to the right by this number of places, with copies of the sign above it. Only a mask without these
    /// copies makes it a word.
    Signed(ValueId, u32),
    /// A population count, in a type of few bits.
    Count(ValueId),
    /// All ones if a comparison is true, otherwise 0.
    Test(ValueId),
}

/// The size after the type `bit` of PostgreSQL.
const BIT_64: [Token; 3] = [Token::Symbol("("), Token::Number(64, ""), Token::Symbol(")")];

/// Returns a value after a conversion to the type of words.
fn converted(value: Value) -> Value {
    if let Value::Count(word) | Value::Any(word) = value { Value::Word(word) } else { value }
}

/// Reads tokens from the front.
pub(super) struct Reader<'a> {
    pub(super) tokens: &'a [Token],
    pub(super) meanings: &'a Meanings,
    pub(super) tape: Tape,
    pub(super) names: HashMap<String, Value>,
    /// The names of the results that were read last.
    pub(super) result_names: Vec<String>,
}

type Read<T> = Result<T, String>;

impl Reader<'_> {
    /// Returns the next token, and moves on.
    pub(super) fn next(&mut self) -> Read<&Token> {
        let (first, rest) = self.tokens.split_first().ok_or("the text is cut off")?;
        self.tokens = rest;
        Ok(first)
    }

    /// Skips a symbol or a word, and returns whether it was there.
    pub(super) fn skip(&mut self, next: &str) -> bool {
        let is_there = self.is_next(next);
        if is_there {
            self.tokens = &self.tokens[1..];
        }
        is_there
    }

    /// Returns whether a symbol or a word comes next.
    pub(super) fn is_next(&self, next: &str) -> bool {
        match self.tokens.first() {
            Some(Token::Symbol(found)) => *found == next,
            Some(Token::Word(found)) => found == next,
            _ => false,
        }
    }

    /// Skips symbols and words, which must be there.
    pub(super) fn expect(&mut self, all: &[&str]) -> Read<()> {
        for next in all {
            if !self.skip(next) {
                return Err(format!("expected '{next}', found {:?}", self.tokens.first()));
            }
        }
        Ok(())
    }

    pub(super) fn word(&mut self) -> Read<String> {
        match self.next()? {
            Token::Word(word) => Ok(word.clone()),
            other => Err(format!("expected a name, found {other:?}")),
        }
    }

    /// Reads an expression whose value is a word.
    pub(super) fn expression(&mut self) -> Read<ValueId> {
        let value = self.any_value()?;
        self.as_word(value)
    }

    pub(super) fn as_word(&mut self, value: Value) -> Read<ValueId> {
        match value {
            Value::Word(word) => Ok(word),
            Value::Any(_) => Err("an input is not converted to a word".into()),
            Value::Signed(..) => Err("a shift to the right copies the sign, and no mask follows".into()),
            Value::Count(count) if !self.meanings.count_is_narrow => Ok(count),
            Value::Count(_) => Err("a population count is not converted to a word".into()),
            Value::Test(_) => Err("a comparison is not a word".into()),
        }
    }

    /// Reads an expression, which may be a comparison.
    pub(super) fn any_value(&mut self) -> Read<Value> {
        if self.skip("case") {
            if self.skip("typeof") {
                return self.integer();
            }
            let test = self.any_value()?;
            let mut words = Vec::new();
            for answer in ["true", "false"] {
                self.expect(&["when", answer, "then"])?;
                words.push(self.expression()?);
            }
            self.expect(&["end"])?;
            return self.choice(test, words[0], words[1]);
        }
        let left = self.chain()?;
        if !self.skip(self.meanings.equal) {
            return Ok(left);
        }
        let right = self.chain()?;
        let (left, right) = (self.as_word(left)?, self.as_word(right)?);
        if self.meanings.bits == 32 && self.tape.word(right) != Some(0) {
            return Err("a half is compared with a number other than 0, and could have another sign".into());
        }
        let test = Value::Test(self.equal(left, right));
        if !self.skip("?") {
            return Ok(test);
        }
        let yes = self.expression()?;
        self.expect(&[":"])?;
        let no = self.expression()?;
        self.choice(test, yes, no)
    }

    /// Reads the rest of `case typeof(name) when 'integer' then name end`, which is null if the input is not an integer.
    fn integer(&mut self) -> Read<Value> {
        self.expect(&["("])?;
        let name = self.word()?;
        self.expect(&[")", "when"])?;
        if *self.next()? != Token::Quoted("integer".into()) {
            return Err("a type is not that of integers".into());
        }
        self.expect(&["then", &name, "end"])?;
        self.names.get(&name).copied().map(converted).ok_or_else(|| format!("unknown name '{name}'"))
    }

    /// Compares two words. If words are halves of boards, the union of two halves is compared with 0 like the board that
    /// consists of them, because the recorded program compares boards.
    fn equal(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let mut boards = a;
        if let Operation::Or(low, high) = self.tape.operations()[a.index()]
            && (self.meanings.bits, self.tape.word(b)) == (32, Some(0))
        {
            let high = self.tape.record(Operation::Up(high, 32));
            boards = self.tape.record(Operation::Or(low, high));
        }
        self.tape.record(Operation::Equal(boards, b))
    }

    /// Returns one of two words.
    fn choice(&mut self, test: Value, yes: ValueId, no: ValueId) -> Read<Value> {
        let Value::Test(test) = test else { return Err("a condition is not a comparison".into()) };
        let not = self.tape.record(Operation::Not(test));
        let (yes, no) = (self.tape.record(Operation::And(yes, test)), self.tape.record(Operation::And(no, not)));
        Ok(Value::Word(self.tape.record(Operation::Or(yes, no))))
    }

    fn chain(&mut self) -> Read<Value> {
        let mut left = self.operand()?;
        let mut first = None;
        while let Some((symbol, means)) = self.operator() {
            if *first.get_or_insert(symbol) != symbol {
                return Err(format!("'{symbol}' follows another operator without parentheses"));
            }
            self.tokens = &self.tokens[1..];
            let right = self.operand()?;
            left = self.binary(means, left, right)?;
        }
        Ok(left)
    }

    /// Returns the next operator without moving on.
    fn operator(&self) -> Option<(&'static str, Means)> {
        let Some(Token::Symbol(symbol)) = self.tokens.first() else { return None };
        let is_prefix = |means: Means| matches!(means, Means::Not | Means::Same);
        self.meanings.operators.iter().copied().find(|(known, means)| known == symbol && !is_prefix(*means))
    }

    fn operand(&mut self) -> Read<Value> {
        let value = if self.skip("(") {
            let value = self.any_value()?;
            self.expect(&[")"])?;
            value
        } else if self.skip("-") {
            let number = self.number()?.wrapping_neg();
            Value::Word(self.tape.constant(number))
        } else if self.meanings.operators.contains(&("~", Means::Not)) && self.skip("~") {
            let operand = self.operand()?;
            let operand = self.as_word(operand)?;
            Value::Word(self.not(operand))
        } else if self.meanings.operators.contains(&("*", Means::Same)) && self.skip("*") {
            // A pointer to a word.
            let pointer = self.name_or_number()?;
            let Value::Any(word) = pointer else { return Err("only an input is a pointer".into()) };
            Value::Word(word)
        } else {
            self.name_or_number()?
        };
        self.converted(value)
    }

    fn name_or_number(&mut self) -> Read<Value> {
        if let Some(Token::Number(..)) = self.tokens.first() {
            let number = self.number()?;
            return Ok(Value::Word(self.tape.constant(number)));
        }
        let word = self.word()?;
        if word == "bigint"
            && let Some(Token::Quoted(text)) = self.tokens.first()
        {
            let number: i64 = text.parse().map_err(|_| format!("'{text}' is not a number of type bigint"))?;
            self.tokens = &self.tokens[1..];
            return Ok(Value::Word(self.tape.constant(number.cast_unsigned())));
        }
        if self.skip("(") {
            let means = self.meanings.functions.iter().find(|(name, _)| *name == word);
            let (_, means) = *means.ok_or_else(|| format!("unknown function '{word}'"))?;
            if means == Means::Modulo {
                if *self.next()? != Token::Number(64, "") {
                    return Err("an input is not taken modulo 2^64".into());
                }
                self.expect(&[","])?;
            }
            let arguments = self.arguments()?;
            return self.call(&word, means, &arguments);
        }
        self.names.get(&word).copied().ok_or_else(|| format!("unknown name '{word}'"))
    }

    /// Reads a number, which must have the suffix of the language.
    fn number(&mut self) -> Read<u64> {
        let suffix = self.meanings.suffix;
        match self.next()? {
            Token::Number(number, found) if suffix.is_empty() || *found == suffix => Ok(*number),
            other => Err(format!("expected a number with the suffix '{suffix}', found {other:?}")),
        }
    }

    /// Reads arguments until the closing parenthesis. The argument `dtype=`, and the argument `lanes`,
    /// which says how many lanes a register has, are skipped.
    fn arguments(&mut self) -> Read<Vec<Value>> {
        let mut arguments = Vec::new();
        loop {
            if let [Token::Word(_), Token::Symbol("="), Token::Word(kind), ..] = self.tokens
                && kind == self.meanings.cast
            {
                self.tokens = &self.tokens[3..];
            } else if !self.skip("lanes") {
                arguments.push(self.any_value()?);
            }
            if !self.skip(",") {
                self.expect(&[")"])?;
                return Ok(arguments);
            }
        }
    }

    /// Reads conversions of a value to a type that contains it.
    fn converted(&mut self, mut value: Value) -> Read<Value> {
        loop {
            if self.skip("::") {
                let kind = self.word()?;
                let is_bits = kind == "bit" && self.tokens.starts_with(&BIT_64);
                if kind != self.meanings.cast || (kind == "bit" && !is_bits) {
                    return Err(format!("unknown type '{kind}'"));
                }
                if is_bits {
                    self.tokens = &self.tokens[BIT_64.len()..];
                }
            } else if self.skip(".") {
                let method = self.word()?;
                self.expect(&["("])?;
                let kind = self.word()?;
                self.expect(&[")"])?;
                if method != "astype" || kind != self.meanings.cast {
                    return Err(format!("unknown method '{method}({kind})'"));
                }
            } else {
                return Ok(value);
            }
            value = converted(value);
        }
    }

    fn call(&mut self, name: &str, means: Means, arguments: &[Value]) -> Read<Value> {
        match (means, arguments) {
            (Means::Same | Means::Modulo, [value]) => Ok(converted(*value)),
            (Means::If, [test, yes, no]) | (Means::Select, [no, yes, test]) => {
                let (yes, no) = (self.as_word(*yes)?, self.as_word(*no)?);
                self.choice(*test, yes, no)
            }
            (Means::Equal | Means::EqualMask, [a, b]) => {
                let (a, b) = (self.as_word(*a)?, self.as_word(*b)?);
                let equal = self.tape.record(Operation::Equal(a, b));
                Ok(if means == Means::Equal { Value::Test(equal) } else { Value::Word(equal) })
            }
            (Means::Not, [value]) => {
                let value = self.as_word(*value)?;
                Ok(Value::Word(self.not(value)))
            }
            (Means::Count, [value]) => {
                let value = self.as_word(*value)?;
                Ok(Value::Count(self.tape.record(Operation::Popcount(value))))
            }
            (_, [a, b]) => self.binary(means, *a, *b),
            _ => Err(format!("'{name}' has {} arguments", arguments.len())),
        }
    }

    fn not(&mut self, value: ValueId) -> ValueId {
        let not = self.tape.record(Operation::Not(value));
        self.cut(not)
    }

    /// Removes the bits above a word, if a value can have any.
    fn cut(&mut self, value: ValueId) -> ValueId {
        let word = u64::MAX >> (64 - self.meanings.bits);
        if self.tape.possible(value) & !word == 0 { value } else { self.tape.masked(value, word) }
    }

    fn binary(&mut self, means: Means, a: Value, b: Value) -> Read<Value> {
        if let (Means::And, Value::Signed(word, places), Value::Word(mask)) = (means, a, b) {
            return self.without_sign(word, places, mask);
        }
        // A union with 0 refuses inputs of some types, but does not convert an input.
        if let (Means::Or, Value::Any(_), Value::Word(zero)) = (means, a, b)
            && self.tape.word(zero) == Some(0)
        {
            return Ok(a);
        }
        let (a, b) = (self.as_word(a)?, self.as_word(b)?);
        let operation = match means {
            Means::And => Operation::And(a, b),
            Means::Or => Operation::Or(a, b),
            Means::Xor => Operation::Xor(a, b),
            Means::Sum => return self.sum(a, b),
            Means::Up | Means::Down => return self.shift(means, a, b),
            other => return Err(format!("{other:?} does not have two operands")),
        };
        Ok(Value::Word(self.tape.record(operation)))
    }

    /// Intersects a word that was shifted to the right with a mask, which must not contain copies of the sign.
    fn without_sign(&mut self, word: ValueId, places: u32, mask: ValueId) -> Read<Value> {
        let kept = u64::MAX >> places;
        let mask = self.tape.word(mask).filter(|mask| mask & !kept == 0);
        let mask = mask.ok_or("a mask contains copies of the sign")?;
        let down = self.tape.record(Operation::Down(word, places));
        Ok(Value::Word(if mask == kept { down } else { self.tape.masked(down, mask) }))
    }

    fn sum(&mut self, a: ValueId, b: ValueId) -> Read<Value> {
        let most = self.tape.possible(a).checked_add(self.tape.possible(b));
        if let Some(limit) = self.meanings.most_sum
            && most.is_none_or(|most| most > limit)
        {
            return Err("a sum could be too large".into());
        }
        let sum = self.tape.record(Operation::Add(a, b));
        Ok(Value::Word(self.cut(sum)))
    }

    fn shift(&mut self, means: Means, a: ValueId, places: ValueId) -> Read<Value> {
        let places = self.tape.word(places).filter(|places| *places < u64::from(self.meanings.bits));
        let places = places.ok_or("a shift is not by a constant number of places")? as u32;
        let possible = self.tape.possible(a);
        if means == Means::Down {
            let is_signed = self.meanings.right_is_signed && possible >> 63 == 1;
            if is_signed && places > 0 {
                return Ok(Value::Signed(a, places));
            }
            return Ok(Value::Word(self.tape.record(Operation::Down(a, places))));
        }
        if self.meanings.left_is_checked && possible & !(u64::MAX >> places) != 0 {
            return Err(format!("a shift to the left by {places} could lose a bit"));
        }
        let up = self.tape.record(Operation::Up(a, places));
        Ok(Value::Word(self.cut(up)))
    }
}
