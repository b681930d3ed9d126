//! Looks up names that users type, and suggests similar names if a name is unknown.

use std::fmt;

/// The maximum number of names that a message suggests.
const MOST: usize = 3;

/// The minimum similarity of a suggested name, from 0 to 1.
const SIMILAR: f64 = 0.75;

/// Returns the names that the user probably meant by `name`, at most three. If some of `names` are `name` preceded by
/// one more word, such as `white_passers` for `passers`, returns only those. Otherwise returns the most similar names,
/// the most similar first.
///
/// ```
/// use setwise_patterns::{Pattern, nearest};
///
/// let nearest_pattern = |name| nearest(name, Pattern::ALL.iter().map(|pattern| pattern.name()));
/// assert_eq!(nearest_pattern("knigt_move")[0], "knight_moves");
/// assert_eq!(nearest_pattern("passers"), ["white_passers", "black_passers"]);
/// assert!(nearest_pattern("xyz").is_empty());
/// ```
#[must_use]
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let names: Vec<&str> = names.into_iter().collect();
    let with_first_word = |other: &&str| other.split_once('_').is_some_and(|(_, rest)| rest == name);
    let longer: Vec<&str> = names.iter().copied().filter(with_first_word).take(MOST).collect();
    if !longer.is_empty() {
        return longer;
    }
    let mut similar: Vec<(f64, &str)> = names.iter().map(|other| (strsim::jaro_winkler(name, other), *other)).collect();
    similar.retain(|(similarity, _)| *similarity >= SIMILAR);
    similar.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    similar.into_iter().take(MOST).map(|(_, name)| name).collect()
}

/// Returns the item that is displayed as `name`, or `None` if there is no such item.
pub(crate) fn find<T: Copy + fmt::Display>(items: &[T], name: &str) -> Option<T> {
    items.iter().copied().find(|item| item.to_string() == name)
}

/// The error for an unknown name, such as the misspelt name of a pattern. The message contains the kind of the name,
/// the name, the nearest known names, and the command that lists all names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    kind: String,
    name: String,
    nearest: Vec<String>,
}

impl UnknownName {
    /// Returns the error for a name that none of `items` has. `kind` is the kind of the items, such as `pattern`.
    #[must_use]
    pub fn new<T: fmt::Display>(kind: &str, name: &str, items: &[T]) -> Self {
        let names: Vec<String> = items.iter().map(ToString::to_string).collect();
        let nearest = nearest(name, names.iter().map(String::as_str)).into_iter().map(String::from).collect();
        Self { kind: kind.into(), name: name.into(), nearest }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a {}; ", self.name, self.kind)?;
        if !self.nearest.is_empty() {
            write!(f, "did you mean {}? ", self.nearest.join(" or "))?;
        }
        f.write_str("`setwise list` shows all names")
    }
}

impl std::error::Error for UnknownName {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_the_nearest_names_and_the_command_that_lists_all() {
        let message = |name: &str| UnknownName::new("pattern", name, &["knight_moves", "king_moves"]).to_string();
        assert_eq!(
            message("knight_mvoes"),
            "'knight_mvoes' is not a pattern; did you mean knight_moves or king_moves? `setwise list` shows all names"
        );
        assert_eq!(message("z"), "'z' is not a pattern; `setwise list` shows all names");
    }
}
