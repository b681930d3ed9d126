//! Tests of the language and of the evaluator. All of them are in one program, because linking takes longer than running
//! them.

mod expression;
mod functions;
mod generator;
mod motifs;
mod precedence;
mod property;
mod rows;
mod wrong;
mod wrong_definitions;
