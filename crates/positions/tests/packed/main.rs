//! Compares the readers and writers of packed positions with loops over squares, with the crates that define the formats, and on
//! wrong records of every kind.
//!
//! The positions are those of the embedded games, or of a file of FEN lines that the environment variable `SETWISE_POSITIONS`
//! names, such as in `SETWISE_POSITIONS=positions.fen cargo test --release -p setwise-positions --test packed`.

mod games;
mod oracle;
mod real;
mod wrong;
