//! Tests of the program. All of them are in one program, because linking takes longer than running them.

mod cluster;
mod gate;
mod output;
mod sql;
mod start;
