//! The tests of the program `setwise` from outside, in one program: each further one would be compiled and linked separately.

mod accepted;
mod columnar;
mod common;
mod damaged;
mod documents;
mod explain;
mod foreign;
mod formats;
mod generate;
mod heat;
mod limited;
mod listed;
mod no_columnar;
mod odd_files;
mod packed;
mod program;
mod selection;
mod squares;
mod terminal;
