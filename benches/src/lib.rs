//! The questions of `cargo bench`, some questions of the laboratory, their boards and contestants, and the description
//! of the machine.
//!
//! - [`questions`] lists the questions to measure. A [`Recipe`](workload::Recipe) describes a workload: its name, the
//!   reason why it is measured, its boards, and a checksum of the correct results.
//! - A [`Contestant`] is one way to compute the answer: a backend or another method of the library, a rival, or a copy.
//!   The speed of a copy is an upper bound for the speed of other contestants. The answer of a contestant is checked
//!   first. A contestant with a wrong answer is not timed.
//! - `setwise_rounds` measures the contestants of a question in interleaved rounds and makes a table of the results.
//!   [`rounds`] chooses the number of rounds.
//!
//! METHODOLOGY.md describes how the numbers are measured and what they do not show.
#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr, reason = "the macros panic if the output cannot be written")]

pub mod contestants;
pub mod machine;
mod microarchitecture;
pub mod positions;
pub mod questions;
pub mod rounds;
mod rows;
pub mod workload;

use std::process::ExitCode;

use anyhow::Result;

use machine::last_level_cache;
use positions::RealPositions;
use setwise::{Backend, BackendId};
use setwise_files::ending::end;

/// The baseline: the backend that is always compiled. Other backends are compared with it.
pub const BASELINE: &str = "scalar-prefix";

/// A question whose contestants may read a column of single squares.
pub type Question = setwise_rounds::Question<setwise::Square>;

/// One way to compute the answer to a [`Question`].
pub type Contestant = setwise_rounds::Contestant<setwise::Square>;

/// The columns of a [`Question`], which may include a column of single squares.
pub type Workspace = setwise_rounds::Workspace<setwise::Square>;

/// Returns the exit code of a program that checked answers: success if every answer was correct. If `all_right` is an
/// error, prints it.
#[must_use]
pub fn exit_code(all_right: Result<bool>) -> ExitCode {
    match all_right {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => end(&*error),
    }
}

/// The inputs from which a run creates its questions.
#[derive(Debug, Clone, Copy)]
pub struct Setup<'a> {
    /// The source of real boards.
    pub real: &'a RealPositions,
    /// If set, questions about kernels leave out all backends except this one and the baseline `scalar-prefix`.
    pub only: Option<&'static str>,
    /// The size of the last-level cache in bytes. The columns of questions in main memory exceed this size.
    pub cache: usize,
}

impl<'a> Setup<'a> {
    /// Returns the backends of the library that are ready here. If one backend was requested, returns only this backend.
    pub fn backends(self) -> impl Iterator<Item = Backend> {
        BackendId::ready().filter(move |backend| self.only.is_none_or(|only| only == backend.id().name()))
    }

    /// Returns the inputs for these positions, this machine and all backends.
    #[must_use]
    pub fn all(real: &'a RealPositions) -> Self {
        Self { real, only: None, cache: last_level_cache() }
    }
}

/// The id of a question and the function that creates the question. Creating a question can take seconds, so its id is
/// available without creating it.
#[derive(Debug, Clone, Copy)]
pub struct QuestionDef {
    /// The id of the question: one or several words joined by hyphens, the same in every run.
    pub id: &'static str,
    make: fn(Setup<'_>) -> Result<Option<Question>>,
}

impl QuestionDef {
    /// Returns the definition of the question that has this id and that `make` creates.
    #[must_use]
    pub const fn new(id: &'static str, make: fn(Setup<'_>) -> Result<Option<Question>>) -> Self {
        Self { id, make }
    }

    /// Creates the question. Returns `None` if the real positions do not contain suitable boards.
    ///
    /// # Errors
    ///
    /// Returns an error if the answers of the oracle do not have the expected checksum, or if the question cannot be
    /// prepared, for example because a file cannot be written.
    pub fn make(self, setup: Setup<'_>) -> Result<Option<Question>> {
        (self.make)(setup)
    }
}
