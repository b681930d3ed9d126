//! Descriptions of leapers: `camel=3,1`, `gnu=3,1;2,1`, or the name of a built-in leaper.

use std::str::FromStr;

use crate::{Program, Symbol, jumps};

/// A piece that moves by fixed jumps, given by its name and its steps.
///
/// ```
/// use setwise_ir::Leaper;
///
/// let camel: Leaper = "camel=3,1".parse().unwrap();
/// assert_eq!(camel.attacks().run(&[1]), [1 << 11 | 1 << 25]); // from a1: d2 and b4
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaper {
    name: String,
    steps: Vec<(u8, u8)>,
}

/// The name and the steps of each built-in leaper. The names come from fairy chess.
///
/// A step consists of two distances. A leaper moves by one of them along files and by the other along ranks, in either
/// order and in any direction.
pub const BUILT_IN: [(&str, &str); 20] = [
    ("wazir", "1,0"),
    ("ferz", "1,1"),
    ("king", "1,0;1,1"),
    ("dabbaba", "2,0"),
    ("knight", "2,1"),
    ("alfil", "2,2"),
    ("alibaba", "2,0;2,2"),
    ("squirrel", "2,0;2,1;2,2"),
    ("threeleaper", "3,0"),
    ("camel", "3,1"),
    ("zebra", "3,2"),
    ("tripper", "3,3"),
    ("gnu", "3,1;2,1"),
    ("bison", "3,1;3,2"),
    ("buffalo", "2,1;3,1;3,2"),
    ("fourleaper", "4,0"),
    ("giraffe", "4,1"),
    ("stag", "4,2"),
    ("antelope", "4,3"),
    ("root50leaper", "5,5;7,1"),
];

/// The longest distance that a step on a board of eight files and ranks can have.
const LONGEST: u8 = 7;

impl Leaper {
    /// Returns the leapers of [`BUILT_IN`].
    pub fn built_in() -> impl Iterator<Item = Self> {
        BUILT_IN.iter().map(|(name, steps)| of_steps(name, steps).expect("a test reads every one"))
    }

    /// Returns a description of this leaper, such as `camel=3,1`. Parsing the description yields an equal leaper.
    #[must_use]
    pub fn description(&self) -> String {
        let steps: Vec<String> = self.steps.iter().map(|(long, short)| format!("{long},{short}")).collect();
        format!("{}={}", self.name, steps.join(";"))
    }

    /// Returns the name, an identifier in snake case, such as `camel`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the steps, each with the longer distance first.
    #[must_use]
    pub fn steps(&self) -> &[(u8, u8)] {
        &self.steps
    }

    /// Returns a program, such as `camel_attacks`, that computes the squares attacked by a set of these leapers, including
    /// squares with own pieces.
    #[must_use]
    pub fn attacks(&self) -> Program {
        self.record("attacks", "attacks", jumps::attacks)
    }

    /// Returns a program, such as `camel_attacks_at_least_two`, that computes the squares attacked by at least two of
    /// these leapers. These squares are also the fork squares of the set: a leaper on such a square attacks at least two
    /// squares of the set.
    #[must_use]
    pub fn attacks_at_least_two(&self) -> Program {
        self.record("attacks_at_least_two", "squares", jumps::at_least_two)
    }

    fn record(&self, suffix: &str, result: &str, of: fn(&[(u8, u8)], Symbol) -> Symbol) -> Program {
        let name = format!("{}_{suffix}", self.name);
        let program = Program::record_function(&name, &["leapers"], &[result], &|sets| vec![of(&self.steps, sets[0])]);
        program.expect("the operations do not depend on the set")
    }
}

/// Parses `name=steps`, or the name of a built-in leaper.
impl FromStr for Leaper {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some((name, steps)) = text.split_once('=') {
            return of_steps(name, steps);
        }
        let Some((name, steps)) = BUILT_IN.iter().find(|(name, _)| *name == text) else {
            let names = BUILT_IN.map(|(name, _)| name).join(", ");
            let expected = "expected name=steps such as camel=3,1 or gnu=3,1;2,1, or one of";
            return Err(format!("unknown leaper '{text}', {expected} {names}"));
        };
        of_steps(name, steps)
    }
}

fn of_steps(name: &str, steps: &str) -> Result<Leaper, String> {
    if !is_identifier(name) {
        return Err(invalid_name(name));
    }
    let mut known = Vec::new();
    for step in steps.split(';') {
        let (a, b) = distances(step)?;
        let ordered = (a.max(b), a.min(b));
        if known.contains(&ordered) {
            return Err(format!("the step {step} is listed twice"));
        }
        known.push(ordered);
    }
    Ok(Leaper { name: name.to_string(), steps: known })
}

/// Parses the two distances of a step.
fn distances(step: &str) -> Result<(u8, u8), String> {
    let number = |text: &str| text.trim().parse::<u8>().ok();
    let distances = step.split_once(',').and_then(|(a, b)| number(a).zip(number(b)));
    match distances {
        None => Err(format!("invalid step '{step}', expected two numbers from 0 to {LONGEST}, such as 3,1")),
        Some((0, 0)) => Err("the step 0,0 leads nowhere".into()),
        Some((a, b)) if a.max(b) > LONGEST => {
            Err(format!("the step {step} leaves the board from every square, expected distances of at most {LONGEST}"))
        }
        Some(distances) => Ok(distances),
    }
}

/// Returns whether a name consists of lower-case letters, digits and single underscores, starts with a letter, and does
/// not end with an underscore. Such a name remains an identifier in Rust and C if a prefix or a suffix is added to it.
pub(crate) fn is_identifier(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && !name.ends_with('_')
        && !name.contains("__")
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Returns the error message for a name that is no identifier.
pub(crate) fn invalid_name(name: &str) -> String {
    format!("invalid name '{name}', expected lower-case letters, digits and single _, starting with a letter")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_leapers_are_read_by_name_and_by_description() {
        assert_eq!(Leaper::built_in().count(), BUILT_IN.len());
        for leaper in Leaper::built_in() {
            assert_eq!(leaper.description().parse(), Ok(leaper.clone()));
            assert_eq!(leaper.name.parse(), Ok(leaper));
        }
    }

    #[test]
    fn steps_are_read_either_way_round() {
        let steps = |text: &str| text.parse::<Leaper>().unwrap().steps;
        assert_eq!(steps("x=1,3"), [(3, 1)]);
        assert_eq!(steps("x= 3, 1"), [(3, 1)]);
        assert_eq!(steps("gnu=3,1;1,2"), [(3, 1), (2, 1)]);
    }

    #[test]
    fn each_mistake_has_its_message() {
        for (text, part) in [
            ("", "unknown leaper ''"),
            ("unicorn", "unknown leaper 'unicorn'"),
            ("=3,1", "invalid name ''"),
            ("Camel=3,1", "invalid name 'Camel'"),
            ("3camel=3,1", "invalid name '3camel'"),
            ("a-b=3,1", "invalid name 'a-b'"),
            ("a_=3,1", "invalid name 'a_'"),
            ("a__b=3,1", "invalid name 'a__b'"),
            ("camel=", "invalid step ''"),
            ("camel=3", "invalid step '3'"),
            ("camel=3,1,2", "invalid step '3,1,2'"),
            ("camel=3,x", "invalid step '3,x'"),
            ("camel=-3,1", "invalid step '-3,1'"),
            ("camel=3,1;", "invalid step ''"),
            ("camel=300,1", "invalid step '300,1'"),
            ("camel=0,0", "leads nowhere"),
            ("camel=8,1", "the step 8,1 leaves the board"),
            ("camel=3,1;1,3", "the step 1,3 is listed twice"),
            ("camel=3,1;3,1", "the step 3,1 is listed twice"),
        ] {
            let error = text.parse::<Leaper>().unwrap_err();
            assert!(error.contains(part) && !error.contains('\n'), "{text}: {error}");
        }
    }
}
