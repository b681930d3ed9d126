//! Recording and proofs of the catalogue's patterns, for every formula for attacks.

mod compiled;
mod counts;
mod faults;
mod leapers;
mod loops;
mod lowered;
mod odd;
mod page;
mod proofs;
mod races;
mod recording;
mod specifications;
mod specimens;
mod spreads;
mod steps;
mod tours;
