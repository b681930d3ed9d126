//! What `cargo bench` and the laboratory measure: questions, their boards, their contestants, and how they are timed.
//!
//! - [`questions`]: what is asked. A [`Recipe`](workload::Recipe) is a workload as data: a name, the reason why it is measured,
//!   boards, and the answer.
//! - A [`Contestant`](question::Contestant) is one way to compute the answer: a backend of the registry, a rival, or the
//!   roof, which only copies. Before it is measured it must give the answer: a wrong answer gets no number.
//! - `cargo bench` lets criterion time the rows one after the other and ends with [`Ranking`](ranking::Ranking)s.
//! - The laboratory takes interleaved [`rounds`] and judges ratios; [`gates`] are those that must hold.
//!
//! How numbers are made, and what they do not say, is METHODOLOGY.md.
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
