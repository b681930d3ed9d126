//! Tests of the public API, in one program, because each additional program would have to be compiled and linked
//! separately.

mod batch;
mod by_number;
mod conformance;
mod identities;
mod leapers;
mod parallel;
mod patterns;
mod planted;
mod reference;
mod selection;
mod spec_king_safety;
mod spec_paths;
mod spec_pawns;
mod spec_popcount;
mod spec_steps;
mod squares;
