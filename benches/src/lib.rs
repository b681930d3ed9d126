//! The measurements of `cargo bench` and of the laboratory: questions, their boards, their contestants, and the timing.
//!
//! - [`questions`] lists what is measured. A [`Recipe`](workload::Recipe) is a workload as data: a name, the reason why it is
//!   measured, boards, and the answer.
//! - A [`Contestant`](question::Contestant) is one way to compute the answer: a backend of the registry, a rival, or the upper
//!   bound, which only copies. Its answer is checked first; a contestant with a wrong answer is not timed.
//! - `cargo bench` has criterion time the rows one after the other and ends with [`Ranking`](ranking::Ranking)s.
//! - The laboratory measures in interleaved [`rounds`] and judges ratios; [`gates`] are the ratios that must hold.
//!
//! METHODOLOGY.md describes how the numbers are made and what they do not say.
#![forbid(unsafe_code)]

pub mod answer;
pub mod ask;
pub mod compare;
pub mod contestants;
pub mod counts;
pub mod gates;
pub mod latency;
pub mod machine;
pub mod positions;
pub mod question;
pub mod questions;
pub mod ranking;
pub mod ratio;
pub mod record;
pub mod report;
pub mod rounds;
pub mod self_check;
pub mod timing;
pub mod utilisation;
pub mod workload;
pub mod workspace;
