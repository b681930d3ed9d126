//! The program `lab`, which `cargo lab` runs.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    setwise_lab::main()
}
