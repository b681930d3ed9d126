//! The laboratory: what is done with measurements after `cargo bench` has shown that they can be made.
//!
//! - [`questions`] adds to the questions of `cargo bench` those that only the laboratory measures.
//! - [`record`] keeps runs under `results/`; [`report`] renders everything that shows them; [`compare`] compares two.
//! - [`gates`] are the ratios that must hold; [`self_check`] checks whether the instrument can be trusted on this machine.
//! - [`counts`] counts instructions.
//!
//! It is a package of its own so that `cargo bench` does not compile it.
#![forbid(unsafe_code)]

pub mod compare;
pub mod counts;
pub mod gates;
pub mod questions;
pub mod record;
pub mod report;
pub mod self_check;
