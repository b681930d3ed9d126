//! Tests of the patterns, in one program, because each further program would be compiled and linked separately. The
//! conformance tests in `tests/backends` cover every operation of lanes that the patterns use.

mod identities;
mod patterns;
mod planted;
mod reference;
mod spec_king_safety;
mod spec_paths;
mod spec_pawns;
mod spec_steps;
