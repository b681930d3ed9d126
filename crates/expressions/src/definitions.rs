//! Named expressions: those of a file, and a library of motifs, such as `safe_royal_fork` and `knight_outpost`.
//!
//! ```text
//! # Knights that the opponent's pawns can never chase away.
//! let my_name = own_knights & rank(5)
//! ```

use crate::check::Checker;
use crate::error::shortened;
use crate::names::Definition;
use crate::parser::parse;
use crate::term::Terms;
use crate::{ExpressionError, Names};

/// The definitions of the motifs. A comment before each definition says what it means, and shows a position where it
/// holds (`# yes:`) and a position where it does not (`# no:`).
pub const MOTIFS: &str = include_str!("motifs.setwise");

/// The error for a file of definitions: the line of the wrong definition, and what is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionError {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for DefinitionError {}

impl Names {
    /// Adds the definitions of a file. A definition is `let NAME = EXPRESSION`, and ends before the next line that begins
    /// with `let`. It may use earlier definitions. Text from `#` to the end of a line is a comment.
    ///
    /// ```
    /// use setwise_expressions::{Expression, Names};
    ///
    /// let names = Names::default().with_definitions("let heavy = own_rooks | own_queens").unwrap();
    /// assert!(Expression::parse("count(heavy) >= 3", &names).is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error for the first definition that is wrong.
    pub fn with_definitions(mut self, text: &str) -> Result<Self, DefinitionError> {
        let (mut lines, first) = (Vec::new(), self.definitions().len());
        let mut unreadable = None;
        for (line, definition) in definitions(text)? {
            match self.read_definition(&definition) {
                Ok(definition) => self = self.with_definition(definition),
                Err(message) => {
                    unreadable = Some(DefinitionError { line, message });
                    break;
                }
            }
            lines.push(line);
        }
        // All definitions are checked at once, because checking one takes the meanings of all earlier ones.
        let mut checker = Checker::without_definitions(&self);
        for (n, definition) in self.definitions().iter().enumerate() {
            let wrong = |error: ExpressionError| DefinitionError {
                line: lines[n - first],
                message: in_definition(&definition.name, &error),
            };
            checker.define(definition).map_err(wrong)?;
        }
        unreadable.map_or(Ok(self), Err)
    }

    /// Adds the motifs of [`MOTIFS`]. Their names can be used for positions in both layouts.
    ///
    /// ```
    /// use setwise_expressions::{Expression, Names};
    ///
    /// let names = Names::default().with_motifs().unwrap();
    /// assert!(Expression::parse_condition("knight_outpost and not bad_bishop", &names).is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a column or a definition already has the name of a motif.
    pub fn with_motifs(self) -> Result<Self, DefinitionError> {
        self.with_definitions(MOTIFS)
    }

    /// Parses the text of a definition without `let`. Its types are not checked.
    fn read_definition(&self, definition: &str) -> Result<Definition, String> {
        let (name, text) = definition.split_once('=').ok_or("expected let NAME = EXPRESSION")?;
        let name = name.trim();
        let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        if !is_name || ["and", "or", "not", "let"].contains(&name) {
            let shown = shortened(name);
            return Err(format!("'{shown}' cannot be a name; names have lower-case letters, digits and _"));
        }
        let is_known = self.definitions().iter().any(|known| known.name == name);
        // A name that this layout does not allow has a meaning in the other layout.
        if is_known || self.meaning(name, &mut Terms::default()).map_or(true, |meaning| meaning.is_some()) {
            return Err(format!("{} already has a meaning", shortened(name)));
        }
        if self.is_function(name) {
            return Err(format!("{} is already a function", shortened(name)));
        }
        let text = text.trim().to_string();
        let nodes = parse(&text).map_err(|error| in_definition(name, &error))?;
        Ok(Definition { name: name.to_string(), text, nodes })
    }
}

fn in_definition(name: &str, error: &ExpressionError) -> String {
    format!("{}: {error}", shortened(name))
}

/// Returns the text of each definition without `let`, and the number of its first line.
fn definitions(text: &str) -> Result<Vec<(usize, String)>, DefinitionError> {
    let mut found: Vec<(usize, String)> = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let begins = line.trim_start().strip_prefix("let").filter(|rest| rest.starts_with(char::is_whitespace));
        match (begins, found.last_mut()) {
            (Some(rest), _) => found.push((n + 1, rest.to_string())),
            (None, _) if line.trim().is_empty() => {}
            (None, Some((_, text))) => {
                text.push(' ');
                text.push_str(line.trim());
            }
            (None, None) => {
                return Err(DefinitionError { line: n + 1, message: "expected let NAME = EXPRESSION".to_string() });
            }
        }
    }
    Ok(found)
}
