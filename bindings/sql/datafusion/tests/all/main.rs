//! Tests of the SQL functions and tables. All of them are in one program, because linking takes longer than running them.

mod aggregates;
mod expressions;
mod features;
mod games;
mod lists;
mod sets;
mod sql;
mod tables;
mod text;
