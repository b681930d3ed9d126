//! Reads a text back into a program: finds the parameters, the steps and the results, and reads their expressions.

use std::collections::HashMap;

use super::bits::Tracked;
use super::expression::{Reader, Value};
use super::idioms::{Idiom, LOW, idioms};
use super::language::Script;
use super::tokens::{Token, tokens};
use super::{frame, meaning};
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
    let meanings = meaning::of(script);
    let mut tokens = tokens(text, meanings.comment)?;
    let is_python = script.name().0 != "sql" && meanings.comment == "#";
    if !is_python {
        tokens.retain(|token| *token != Token::Newline);
    }
    let mut reader = Reader {
        tokens: &tokens,
        meanings: &meanings,
        tape: Tracked::new(like.inputs().len(), u64::MAX),
        names: HashMap::new(),
        result_names: Vec::new(),
    };
    reader.bind_inputs(script, like);
    reader.head(script, like)?;
    let results = if script.name().0 == "sql" { reader.queries(script)? } else { reader.statements(is_python)? };
    let is_end = |token: &Token| matches!(token, Token::Newline | Token::Symbol(")" | "}" | ";" | "$$"));
    // In C, a loop over columns follows, which calls the function that was read.
    let is_of_c = script.name().0 == "c";
    if let Some(other) = reader.tokens.iter().find(|token| !is_of_c && !is_end(token)) {
        return Err(format!("{other:?} follows the results"));
    }
    // Results without names are in the order of the program.
    let names: Vec<String> = like.results().map(|(name, _)| script.column(name)).collect();
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
    fn bind_inputs(&mut self, script: Script, like: &Program) {
        let texts = frame::inputs(like, script).given;
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
    fn head(&mut self, script: Script, like: &Program) -> Result<(), String> {
        let is_of_c = script.name().0 == "c";
        let name = if is_of_c { format!("{}_register", like.name()) } else { like.name().to_string() };
        while self.next_word()? != name {}
        if script.is_view() {
            // SQLite first drops an existing view with this name.
            while self.skip(";") {
                while self.next_word()? != like.name() {}
            }
            return if self.skip_word("as") { Ok(()) } else { Err("the view has no query".into()) };
        }
        self.expect("(")?;
        if matches!(script, Script::Sve | Script::Rvv) {
            // The type and the name of `lanes`.
            self.word()?;
            self.word()?;
            self.expect(",")?;
        }
        let mut parameters = vec![Vec::new()];
        while !self.skip(")") {
            match self.next()? {
                Token::Symbol(",") => parameters.push(Vec::new()),
                token => {
                    let token = token.clone();
                    parameters.last_mut().expect("there is always a last parameter").push(token);
                }
            }
        }
        let is_output = |words: &[Token]| match script {
            Script::Postgres => matches!(words.first(), Some(Token::Word(word)) if word == "out"),
            _ if is_of_c || script == Script::Cuda => {
                words.contains(&Token::Symbol("*")) && words.first() != Some(&Token::Word("const".into()))
            }
            _ => false,
        };
        let mut found: Vec<String> = Vec::new();
        for words in parameters.iter().filter(|words| !is_output(words)) {
            let mut in_words =
                words.iter().filter_map(|token| if let Token::Word(word) = token { Some(word) } else { None });
            let name = if is_of_c || script == Script::Cuda { in_words.next_back() } else { in_words.next() };
            found.push(name.ok_or("a parameter has no name")?.clone());
        }
        let expected: Vec<String> = match script {
            Script::Halves => frame::inputs(like, script).given,
            _ => like.inputs().iter().map(|name| script.column(name)).collect(),
        };
        if found != expected {
            return Err(format!("the parameters are {}, expected {}", found.join(", "), expected.join(", ")));
        }
        self.skip_to_body(script)
    }

    /// Skips tokens up to a word, and returns it.
    fn next_word(&mut self) -> Result<String, String> {
        loop {
            if let Token::Word(word) = self.next()? {
                return Ok(word.clone());
            }
        }
    }

    fn skip_to_body(&mut self, script: Script) -> Result<(), String> {
        let start = match script {
            Script::Postgres => "$$",
            Script::NumPy | Script::Jax | Script::Torch => ":",
            Script::DuckDb | Script::BigQuery => {
                if !self.skip_word("as") {
                    return Err("the macro has no body".into());
                }
                self.expect("(")?;
                if let [_, Token::Word(word), ..] = self.tokens
                    && matches!(&word[..], "with" | "select")
                {
                    self.skip("(");
                }
                return Ok(());
            }
            _ => "{",
        };
        while !self.skip(start) {
            self.next()?;
        }
        Ok(())
    }

    /// Reads the queries of the steps, then the query of the results, or expressions without a query. Each query reads
    /// from the one before it, and the first one of a view reads from the table.
    fn queries(&mut self, script: Script) -> Result<Vec<ValueId>, String> {
        let mut from = script.is_view().then(|| "boards".to_string());
        if self.skip_word("with") {
            loop {
                let step = self.word()?;
                if !self.skip_word("as") {
                    return Err("a step has no query".into());
                }
                self.skip_word("materialized");
                self.expect("(")?;
                self.columns(from.as_deref())?;
                self.expect(")")?;
                from = Some(step);
                if !self.skip(",") {
                    break;
                }
            }
        }
        if matches!(self.tokens.first(), Some(Token::Word(word)) if word == "select") {
            let results = self.columns(from.as_deref())?;
            if script == Script::Sqlite {
                self.names_are_unique()?;
            }
            return Ok(results);
        }
        if from.is_some() { Err("there is no query of the results".into()) } else { self.results() }
    }

    /// Reads a query, and gives its columns their names. Returns the values of the columns.
    fn columns(&mut self, from: Option<&str>) -> Result<Vec<ValueId>, String> {
        if !self.skip_word("select") {
            return Err("expected a query".into());
        }
        if let ([Token::Word(word), Token::Symbol("*"), ..], Some(from)) = (self.tokens, from)
            && word.strip_suffix('.') == Some(from)
        {
            self.word()?;
        }
        if self.skip("*") {
            self.expect(",")?;
        }
        self.result_names.clear();
        let results = self.results()?;
        let found = if self.skip_word("from") { Some(self.word()?) } else { None };
        if found.as_deref() == from { Ok(results) } else { Err(format!("a query reads from {found:?}, not {from:?}")) }
    }

    /// Reads the query of SQLite that makes each result ambiguous if the table has a column with its name:
    /// `, (select null as moves) as names where moves is null`.
    fn names_are_unique(&mut self) -> Result<(), String> {
        self.expect(",")?;
        self.expect("(")?;
        let results = self.result_names.clone();
        for (n, name) in results.iter().enumerate() {
            [if n == 0 { "select" } else { "," }, "null", "as", name]
                .into_iter()
                .try_for_each(|next| self.skip_next(next))?;
        }
        [")", "as"].into_iter().try_for_each(|next| self.skip_next(next))?;
        self.word()?;
        for (n, name) in results.iter().enumerate() {
            [if n == 0 { "where" } else { "and" }, name, "is", "null"]
                .into_iter()
                .try_for_each(|next| self.skip_next(next))?;
        }
        Ok(())
    }

    /// Skips a symbol or a word, which must be there.
    fn skip_next(&mut self, next: &str) -> Result<(), String> {
        if next.starts_with(char::is_alphabetic) { self.expect_word(next) } else { self.expect(next) }
    }

    /// Reads expressions separated by commas. Brackets and constructors around several expressions are left out.
    fn results(&mut self) -> Result<Vec<ValueId>, String> {
        let mut results = Vec::new();
        loop {
            if let [Token::Quoted(name), Token::Symbol(":"), ..] = self.tokens {
                self.result_names.push(name.clone());
                self.tokens = &self.tokens[2..];
            }
            let is_constructor = ["vec2u", "array", "struct"].into_iter().any(|word| self.skip_word(word));
            let closing = if is_constructor {
                self.expect("(")?;
                Some(")")
            } else {
                [("[", "]"), ("{", "}")].into_iter().find_map(|(open, close)| self.skip(open).then_some(close))
            };
            if let Some(closing) = closing {
                results.extend(self.results()?);
                self.expect(closing)?;
            } else {
                let value = self.any_value()?;
                results.push(self.as_word(value)?);
                if self.skip_word("as") {
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
    fn statements(&mut self, is_python: bool) -> Result<Vec<ValueId>, String> {
        let mut stored = Vec::new();
        loop {
            while let Some(Token::Newline | Token::Symbol(";")) = self.tokens.first() {
                self.tokens = &self.tokens[1..];
            }
            if self.skip_word("return") {
                return self.results();
            }
            if !is_python && self.skip("}") {
                return Ok(stored);
            }
            // A statement that marks a parameter as unused, such as `(void)white_pinned;`.
            if !is_python && self.skip("(") {
                self.expect_word("void")?;
                self.expect(")")?;
                self.word()?;
                self.expect(";")?;
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
        let idioms = idioms(&mut self.tape, self.meanings.bits == 32);
        let mut replaced = Replaced {
            read: &self.tape,
            idioms,
            tape: Tracked::new(like.inputs().len(), u64::MAX),
            values: HashMap::new(),
        };
        let results = results.iter().map(|result| replaced.value(*result)).collect();
        let names = like.results().map(|(name, _)| name.to_string()).collect();
        Program::of_tape(like.name().into(), like.inputs().to_vec(), names, replaced.tape.into_tape(), results)
    }
}

/// The operations that were read, with idioms replaced.
struct Replaced<'a> {
    read: &'a Tracked,
    idioms: HashMap<ValueId, Idiom>,
    tape: Tracked,
    values: HashMap<ValueId, ValueId>,
}

impl Replaced<'_> {
    /// Returns the new value of an operation that was read. Its operands are recorded first, because an idiom may need
    /// values that were read after its last operation.
    fn value(&mut self, value: ValueId) -> ValueId {
        if let Some(known) = self.values.get(&value) {
            return *known;
        }
        let new = match (self.read.operations()[value.index()], self.idioms.get(&value).copied()) {
            (Operation::Input(n), _) => ValueId::new(n),
            (_, Some(idiom)) => {
                for operand in idiom.operands() {
                    self.value(operand);
                }
                idiom.record(&mut self.tape, |operand| self.values[&operand])
            }
            (operation, None) => {
                let operation = operation.with_operands(|operand| self.value(operand));
                self.tape.record(operation)
            }
        };
        self.values.insert(value, new);
        new
    }
}
