//! Reads a text back into a program: finds the parameters, the steps and the results, and reads their expressions.

use std::collections::HashMap;

use super::definition::{Definition, Form};
use super::expression::{Reader, Value};
use super::frame;
use super::idioms::{LOW, idioms};
use super::list::Script;
use super::tokens::{Token, tokens};
use crate::tape::Tape;
use crate::{Operation, Program, ValueId};

/// Reads a text that [`write`](super::write) has written for a program with the inputs and results of `like`. Returns
/// the program that the text computes.
///
/// Every operator and function is read with the meaning that it has in the language. The operations of `like` are not
/// used.
///
/// # Errors
///
/// Returns an error if the text has other parameters or another number of results, if it contains something that no
/// written text contains, or if a shift or a sum could overflow where the language raises an error.
pub fn read(text: &str, script: Script, like: &Program) -> Result<Program, String> {
    let language = script.definition();
    let meanings = &language.meanings;
    let mut tokens = tokens(text, language.comment)?;
    if meanings.form != Form::Lines {
        tokens.retain(|token| *token != Token::Newline);
    }
    let mut reader = Reader {
        tokens: &tokens,
        meanings,
        tape: Tape::with_bits(like.inputs().len(), u64::MAX),
        names: HashMap::new(),
        result_names: Vec::new(),
    };
    reader.bind_inputs(language, like);
    reader.head(language, like)?;
    let results = match meanings.form {
        Form::View { is_guarded } => reader.queries(Some("boards"), is_guarded)?,
        Form::Query(_) => reader.queries(None, false)?,
        _ => reader.statements()?,
    };
    let is_end = |token: &Token| matches!(token, Token::Newline | Token::Symbol(")" | "}" | ";" | "$$"));
    // A loop over columns, which calls the function that was read, may follow.
    let is_followed = matches!(meanings.form, Form::Register { .. });
    if let Some(other) = reader.tokens.iter().find(|token| !is_followed && !is_end(token)) {
        return Err(format!("{other:?} follows the results"));
    }
    // Results without names are in the order of the program.
    let names: Vec<String> = like.results().map(|(name, _)| language.column(name)).collect();
    if !reader.result_names.is_empty() && reader.result_names != names {
        return Err(format!("the results are {}, expected {}", reader.result_names.join(", "), names.join(", ")));
    }
    let halves = if meanings.bits == 32 { 2 } else { 1 };
    if results.len() != halves * like.results().len() {
        return Err(format!("the text has {} results", results.len()));
    }
    let results: Vec<ValueId> = results.chunks(halves).map(|halves| reader.joined(halves)).collect();
    Ok(reader.into_program(like, &results))
}

impl Reader<'_> {
    /// Gives the inputs their names. If words have 32 bits, each input is two words, which are its halves.
    fn bind_inputs(&mut self, language: &Definition, like: &Program) {
        let texts = frame::inputs(like, language);
        let halves = texts.len() / like.inputs().len();
        for (n, name) in texts.into_iter().enumerate() {
            let input = ValueId::new(n / halves);
            let value = match (halves, n % 2) {
                (1, _) => input,
                (_, 0) => self.tape.masked(input, LOW),
                _ => self.tape.record(Operation::Down(input, 32)),
            };
            self.names.insert(name, if self.meanings.any_input { Value::Any(value) } else { Value::Word(value) });
        }
    }

    /// Skips everything before the body. If the text has parameters, they must be the inputs in their order.
    fn head(&mut self, language: &Definition, like: &Program) -> Result<(), String> {
        let form = self.meanings.form;
        let suffix = if matches!(form, Form::Register { .. }) { "_register" } else { "" };
        let name = format!("{}{suffix}", like.name());
        while self.next_word()? != name {}
        if language.is_view() {
            // SQLite first drops an existing view with this name.
            while self.skip(";") {
                while self.next_word()? != name {}
            }
            return self.expect(&["as"]);
        }
        self.expect(&["("])?;
        if form == (Form::Register { has_lanes: true }) {
            // The type and the name of `lanes`.
            self.word()?;
            self.word()?;
            self.expect(&[","])?;
        }
        let found = self.parameters()?;
        let names = like.inputs().iter().map(|name| language.column(name));
        let expected: Vec<String> =
            names.flat_map(|name| language.parameters.iter().map(move |part| format!("{name}{part}"))).collect();
        if found != expected {
            return Err(format!("the parameters are {}, expected {}", found.join(", "), expected.join(", ")));
        }
        self.skip_to_body()
    }

    /// Reads parameters. Returns the names of those that are inputs.
    fn parameters(&mut self) -> Result<Vec<String>, String> {
        let end = self.tokens.iter().position(|token| *token == Token::Symbol(")")).ok_or("the text is cut off")?;
        let (parameters, rest) = self.tokens.split_at(end);
        self.tokens = &rest[1..];
        let word = |text: &str| Token::Word(text.into());
        let has_types_first = matches!(self.meanings.form, Form::Pointers | Form::Register { .. });
        let is_output = |tokens: &[Token]| match self.meanings.form {
            Form::Query(_) => tokens.first() == Some(&word("out")),
            _ => has_types_first && tokens.contains(&Token::Symbol("*")) && tokens.first() != Some(&word("const")),
        };
        let name = |tokens: &[Token]| {
            let is_name = |token: &&Token| matches!(token, Token::Word(_));
            let name = if has_types_first { tokens.iter().rfind(is_name) } else { tokens.iter().find(is_name) };
            if let Some(Token::Word(name)) = name { Ok(name.clone()) } else { Err("a parameter has no name".into()) }
        };
        let parameters = parameters.split(|token| *token == Token::Symbol(","));
        parameters.filter(|tokens| !is_output(tokens)).map(name).collect()
    }

    /// Skips tokens up to a word, and returns it.
    fn next_word(&mut self) -> Result<String, String> {
        loop {
            if let Token::Word(word) = self.next()? {
                return Ok(word.clone());
            }
        }
    }

    fn skip_to_body(&mut self) -> Result<(), String> {
        let start = match self.meanings.form {
            Form::Query("as") => {
                self.expect(&["as", "("])?;
                if let [_, Token::Word(word), ..] = self.tokens
                    && matches!(&word[..], "with" | "select")
                {
                    self.skip("(");
                }
                return Ok(());
            }
            Form::Query(start) => start,
            Form::Lines => ":",
            _ => "{",
        };
        while !self.skip(start) {
            self.next()?;
        }
        Ok(())
    }

    /// Reads the queries of the steps, then the query of the results, or expressions without a query. Each query reads
    /// from the one before it, and the first one from `table`, if there is one.
    fn queries(&mut self, table: Option<&str>, is_guarded: bool) -> Result<Vec<ValueId>, String> {
        let mut from = table.map(String::from);
        if self.skip("with") {
            loop {
                let step = self.word()?;
                self.expect(&["as"])?;
                self.skip("materialized");
                self.expect(&["("])?;
                self.columns(from.as_deref())?;
                self.expect(&[")"])?;
                from = Some(step);
                if !self.skip(",") {
                    break;
                }
            }
        }
        if self.is_next("select") {
            let results = self.columns(from.as_deref())?;
            if is_guarded {
                self.names_are_unique()?;
            }
            return Ok(results);
        }
        if from.is_some() { Err("there is no query of the results".into()) } else { self.results() }
    }

    /// Reads a query, and gives its columns their names. Returns the values of the columns.
    fn columns(&mut self, from: Option<&str>) -> Result<Vec<ValueId>, String> {
        self.expect(&["select"])?;
        if let ([Token::Word(word), Token::Symbol("*"), ..], Some(from)) = (self.tokens, from)
            && word.strip_suffix('.') == Some(from)
        {
            self.word()?;
        }
        if self.skip("*") {
            self.expect(&[","])?;
        }
        self.result_names.clear();
        let results = self.results()?;
        let found = if self.skip("from") { Some(self.word()?) } else { None };
        if found.as_deref() == from { Ok(results) } else { Err(format!("a query reads from {found:?}, not {from:?}")) }
    }

    /// Reads the query that makes each result ambiguous if the table has a column with its name:
    /// `, (select null as moves) as names where moves is null`.
    fn names_are_unique(&mut self) -> Result<(), String> {
        self.expect(&[",", "("])?;
        let results = self.result_names.clone();
        for (n, name) in results.iter().enumerate() {
            self.expect(&[if n == 0 { "select" } else { "," }, "null", "as", name])?;
        }
        self.expect(&[")", "as"])?;
        self.word()?;
        for (n, name) in results.iter().enumerate() {
            self.expect(&[if n == 0 { "where" } else { "and" }, name, "is", "null"])?;
        }
        Ok(())
    }

    /// Reads expressions separated by commas. Brackets and constructors around several expressions are left out.
    fn results(&mut self) -> Result<Vec<ValueId>, String> {
        let mut results = Vec::new();
        loop {
            if let [Token::Quoted(name), Token::Symbol(":"), ..] = self.tokens {
                self.result_names.push(name.clone());
                self.tokens = &self.tokens[2..];
            }
            let is_constructor = ["vec2u", "array", "struct"].into_iter().any(|word| self.skip(word));
            let closing = if is_constructor {
                self.expect(&["("])?;
                Some(")")
            } else {
                [("[", "]"), ("{", "}")].into_iter().find_map(|(open, close)| self.skip(open).then_some(close))
            };
            if let Some(closing) = closing {
                results.extend(self.results()?);
                self.expect(&[closing])?;
            } else {
                let value = self.any_value()?;
                results.push(self.as_word(value)?);
                if self.skip("as") {
                    let name = self.word()?;
                    self.result_names.push(name.clone());
                    self.names.insert(name, value);
                }
            }
            if !self.skip(",") {
                return Ok(results);
            }
        }
    }

    /// Reads statements until the results are returned or all stored.
    fn statements(&mut self) -> Result<Vec<ValueId>, String> {
        let is_python = self.meanings.form == Form::Lines;
        let mut stored = Vec::new();
        loop {
            while let Some(Token::Newline | Token::Symbol(";")) = self.tokens.first() {
                self.tokens = &self.tokens[1..];
            }
            if self.skip("return") {
                return self.results();
            }
            if !is_python && self.skip("}") {
                return Ok(stored);
            }
            // A statement that marks a parameter as unused, such as `(void)white_pinned;`.
            if !is_python && self.skip("(") {
                self.expect(&["void", ")"])?;
                self.word()?;
                self.expect(&[";"])?;
                continue;
            }
            let (mut name, mut is_store) = (None, false);
            while !self.skip("=") {
                match self.next()? {
                    Token::Word(word) => name = Some(word.clone()),
                    Token::Symbol("*") => is_store = true,
                    other => return Err(format!("expected a statement, found {other:?}")),
                }
            }
            let value = self.any_value()?;
            match (is_store, value, name) {
                (true, Value::Word(word), Some(name)) => {
                    self.result_names.push(name);
                    stored.push(word);
                }
                (false, value, Some(name)) => drop(self.names.insert(name, value)),
                _ => return Err("a statement has no name".into()),
            }
        }
    }

    /// Joins the halves of a result.
    fn joined(&mut self, halves: &[ValueId]) -> ValueId {
        match *halves {
            [low, high] => {
                let high = self.tape.record(Operation::Up(high, 32));
                self.tape.record(Operation::Or(low, high))
            }
            _ => halves[0],
        }
    }

    /// Returns the program of all operations. Sequences that stand for one operation become this operation.
    fn into_program(mut self, like: &Program, results: &[ValueId]) -> Program {
        let replacements = idioms(&mut self.tape, self.meanings.bits == 32);
        let tape = Tape::with_bits(like.inputs().len(), u64::MAX);
        let mut replaced = Replaced { read: &self.tape, replacements, tape, values: HashMap::new() };
        let results = results.iter().map(|result| replaced.value(*result)).collect();
        let names = like.results().map(|(name, _)| name.to_string()).collect();
        Program::of_tape(like.name().into(), like.inputs().to_vec(), names, replaced.tape, results)
    }
}

/// The operations that were read, with idioms replaced.
struct Replaced<'a> {
    read: &'a Tape,
    replacements: HashMap<ValueId, ValueId>,
    tape: Tape,
    values: HashMap<ValueId, ValueId>,
}

impl Replaced<'_> {
    /// Returns the new value of an operation that was read. Its operands are recorded first, because an idiom may need
    /// values that were read after its last operation.
    fn value(&mut self, value: ValueId) -> ValueId {
        if let Some(known) = self.values.get(&value) {
            return *known;
        }
        let replacement = self.replacements.get(&value).unwrap_or(&value);
        let new = match self.read.operations()[replacement.index()] {
            Operation::Input(n) => ValueId::new(n),
            operation => {
                let operation = operation.with_operands(|operand| self.value(operand));
                self.tape.record(operation)
            }
        };
        self.values.insert(value, new);
        new
    }
}
