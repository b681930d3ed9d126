//! The questions of `cargo bench`: their boards, their contestants, and the machine.
//!
//! - [`questions`] lists what is measured. A [`Recipe`](workload::Recipe) is a workload as data: a name, the reason why it is
//!   measured, boards, and the answer.
//! - A [`Contestant`] is one way to compute the answer: a backend of the registry, a rival, or the upper bound, which only
//!   copies. Its answer is checked first; a contestant with a wrong answer is not timed.
//! - `setwise_rounds` measures the contestants of a question in interleaved rounds and makes a table of the results. [`rounds`]
//!   chooses the number of rounds.
//!
//! METHODOLOGY.md describes how the numbers are made and what they do not say.
#![forbid(unsafe_code)]

pub mod contestants;
pub mod latency;
pub mod machine;
pub mod positions;
pub mod questions;
pub mod ranking;
pub mod rounds;
pub mod rows;
pub mod setup;
pub mod utilisation;
pub mod workload;

/// A question whose passes may read single squares.
pub type Question = setwise_rounds::Question<setwise::Square>;

/// One way to compute the answer to such a question.
pub type Contestant = setwise_rounds::Contestant<setwise::Square>;

/// The columns of such a question.
pub type Workspace = setwise_rounds::Workspace<setwise::Square>;
