//! Expressions with names in arguments, such as `hits=knight_attacks(own_knights) & their_queens`.

use std::str::FromStr;

/// An expression with a name, as given on the command line.
#[derive(Debug, Clone)]
pub(crate) struct NamedText {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl FromStr for NamedText {
    type Err = String;

    fn from_str(argument: &str) -> Result<Self, String> {
        let expected = "expected NAME=EXPRESSION, such as 'hits=knight_attacks(own_knights) & their_queens'";
        let (name, text) = argument.split_once('=').ok_or(expected)?;
        let name = name.trim();
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            return Err(format!("'{name}' is not a name of letters, digits and _; {expected}"));
        }
        Ok(Self { name: name.to_string(), text: text.trim().to_string() })
    }
}
