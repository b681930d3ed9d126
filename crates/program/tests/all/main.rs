//! Recording and proofs of the library's kernels, for every formula for attacks.

mod compiled;
mod counts;
mod faults;
mod loops;
mod lowered;
mod odd;
mod page;
mod proofs;
mod recording;
mod specifications;
mod specimens;
mod spreads;
mod steps;
mod tours;
