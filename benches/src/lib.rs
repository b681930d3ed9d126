//! What `cargo bench` measures: questions, their workloads, their contestants, and the ranking of the answers.
//!
//! - A workload is data, a [`Recipe`](workload::Recipe): a name, the reason why it is measured, boards, and the answer.
//! - A [`Contestant`](contestant::Contestant) is one way to compute the answer: a backend of the registry, a rival, or the
//!   roof, which only copies. Before it is measured it must give the answer: a wrong answer gets no number.
//! - A [`Ranking`](ranking::Ranking) is what is printed at the end, and kept.
//!
//! The clock is in the bench target, `benches/ranking/main.rs`. How numbers are made, and what they do not say, is
//! METHODOLOGY.md.
#![forbid(unsafe_code)]

pub mod columns;
pub mod contestant;
pub mod latency;
pub mod machine;
pub mod positions;
pub mod ranking;
pub mod workload;
