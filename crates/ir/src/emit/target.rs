//! What to emit: the language and the functions of a file.

use std::fmt;
use std::str::FromStr;

use super::set::InstructionSet;
use crate::{Kind, Program};

/// The language of an emitted file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Language {
    /// Rust since 1.89, without the standard library.
    #[default]
    Rust,
    /// C11 and C++17. Functions with registers need GCC or Clang.
    C,
}

/// What to emit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    pub(super) language: Language,
    pub(super) sets: Vec<InstructionSet>,
    pub(super) dispatch: bool,
    pub(super) one_board: bool,
    pub(super) command: Option<String>,
    pub(super) proven: Vec<String>,
}

impl Target {
    /// Returns a file with a function for each of these instruction sets.
    #[must_use]
    pub fn new(language: Language, sets: &[InstructionSet]) -> Self {
        Self { language, sets: sets.to_vec(), dispatch: false, one_board: false, command: None, proven: Vec::new() }
    }

    /// Returns a file with functions for all instruction sets, and one that calls the best of them that the processor has.
    ///
    /// AVX-512 VPOPCNTDQ is left out for programs that count nothing.
    #[must_use]
    pub fn all(language: Language) -> Self {
        Self { dispatch: true, ..Self::new(language, &InstructionSet::ALL) }
    }

    /// Returns a file with functions of one board, for a program with one input and one result: `NAME_setwise` for any set of
    /// squares, and `NAME` for a single square, from a table.
    #[must_use]
    pub fn one_board(language: Language) -> Self {
        Self { one_board: true, ..Self::new(language, &[InstructionSet::Scalar]) }
    }

    /// Names the command that writes the file, for the header.
    #[must_use]
    pub fn by_command(self, command: &str) -> Self {
        Self { command: Some(command.into()), ..self }
    }

    /// Adds lines to the header that say what was proven. Without such lines, the header claims nothing. A caller that
    /// has proven the lowered programs, with the feature `proof`, can say so here.
    #[must_use]
    pub fn with_proofs(self, proven: &[String]) -> Self {
        Self { proven: proven.to_vec(), ..self }
    }

    /// Returns the instruction sets of the functions for a program.
    #[must_use]
    pub fn sets(&self, program: &Program) -> Vec<InstructionSet> {
        let counts = program.count(Kind::Popcount) > 0;
        let left_out = |set: InstructionSet| self.dispatch && set == InstructionSet::Avx512Vpopcnt && !counts;
        InstructionSet::ALL.into_iter().filter(|set| self.sets.contains(set) && !left_out(*set)).collect()
    }
}

/// Parses `rust` or `c`.
impl FromStr for Language {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "rust" => Ok(Self::Rust),
            "c" => Ok(Self::C),
            _ => Err(format!("unknown language '{name}'; languages are rust and c")),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rust => "rust",
            Self::C => "c",
        })
    }
}
