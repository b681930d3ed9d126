//! Notes which tags games have, to find misspelt names of tags.

use std::collections::BTreeSet;
use std::fmt;

use setwise_patterns::nearest;

use crate::tags::{RESULT, denotes};

/// Which of the wanted tags have occurred, and which other tags the games have. Only the names are noted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TagsSeen {
    /// The wanted tags that no game has had so far.
    missing: Vec<String>,
    /// Other tags that the games have. They are noted only while a tag is missing.
    others: BTreeSet<Vec<u8>>,
    has_games: bool,
}

/// The largest number of other tags that are noted, and the largest number of bytes of such a name.
const MOST_OTHERS: usize = 256;
const LONGEST_NAME: usize = 64;

impl TagsSeen {
    /// Returns a value for which no tag in `wanted` has occurred. The tag `Result` is never missing, because the result
    /// after the moves takes its place.
    pub(crate) fn new(mut wanted: Vec<String>) -> Self {
        wanted.retain(|tag| tag != RESULT);
        Self { missing: wanted, ..Self::default() }
    }

    /// Returns whether a wanted tag has not occurred yet, so that the tags of the next game must be noted.
    pub(crate) fn is_open(&self) -> bool {
        !self.missing.is_empty()
    }

    /// Notes the tags of a game.
    #[cold]
    pub(crate) fn note(&mut self, names: &[&[u8]]) {
        self.has_games = true;
        self.missing.retain(|wanted| !names.iter().any(|name| denotes(name, wanted)));
        for name in names {
            if self.others.len() < MOST_OTHERS && name.len() <= LONGEST_NAME && !self.others.contains(*name) {
                self.others.insert(name.to_vec());
            }
        }
    }

    /// Adds what another reader with the same wanted tags has noted about other games.
    pub fn merge(&mut self, other: &Self) {
        self.missing.retain(|wanted| other.missing.contains(wanted));
        self.others.extend(other.others.iter().take(MOST_OTHERS).cloned());
        self.has_games |= other.has_games;
    }

    /// Checks that each wanted tag has occurred. If there are no games, no tag is missing.
    ///
    /// # Errors
    ///
    /// Returns the error for the first wanted tag that no game has.
    pub fn check(&self) -> Result<(), MissingTag> {
        match self.missing.first().filter(|_| self.has_games) {
            None => Ok(()),
            Some(name) => {
                let others: Vec<_> = self.others.iter().map(|name| String::from_utf8_lossy(name)).collect();
                let same = others.iter().find(|other| other.eq_ignore_ascii_case(name));
                let near = match same {
                    Some(same) => vec![same.to_string()],
                    None => nearest(name, others.iter().map(|other| &**other)).into_iter().map(String::from).collect(),
                };
                Err(MissingTag { name: name.clone(), near })
            }
        }
    }
}

/// The error for a tag that no game has, such as a misspelt name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingTag {
    name: String,
    near: Vec<String>,
}

impl fmt::Display for MissingTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no game has the tag '{}'", self.name)?;
        if self.near.is_empty() { Ok(()) } else { write!(f, "; did you mean {}?", self.near.join(" or ")) }
    }
}

impl std::error::Error for MissingTag {}
