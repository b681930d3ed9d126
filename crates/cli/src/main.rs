//! The program `setwise`: computes features of positions as columns, draws patterns, and lists backends.
//!
//! Data goes to standard output, messages go to standard error. Exit code 0 means success. Exit code 1 means an error
//! in the data. The message then begins with the place of the error, for example as `FILE:LINE:COLUMN: reason`. Exit code 2
//! means an error in the usage, or an output that cannot be written.

#![deny(unsafe_code)]

mod args;
mod backends;
mod bad;
mod batch;
mod bench;
mod board;
mod chunk;
mod columnar;
mod convert;
mod decode;
mod explain;
mod expressions;
mod failure;
mod find;
mod formats;
mod game_rows;
mod games;
mod generate;
mod heat;
mod input;
mod languages;
mod layout;
mod limits;
mod lines;
mod list;
mod moves;
mod output;
mod parse;
mod pattern;
mod positions;
mod prove;
mod rows;
mod schema;
mod sets;
mod show;
mod squares;
mod standard_output;
mod svg;
mod tables;
mod workers;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser};

use args::{Args, Command};
use standard_output::stdout;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return failure::of_arguments(&error),
    };
    match run(args.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::of_command(&error),
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Positions(args) => positions::run(&args),
        Command::Find(args) => find::run(args),
        Command::Convert(args) => convert::run(&args),
        Command::List(args) => list::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Sets(args) => sets::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Prove(args) => prove::run(&args),
        Command::Distance(args) => squares::distance(&args),
        Command::Degree(args) => squares::degree(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Caught(args) => squares::caught(&args),
        Command::Path(args) => squares::path(&args),
        Command::Backends(args) => backends::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Gen(args) => generate::run(&args),
        Command::Completions { shell } => {
            // The generator panics if it cannot write, so it writes to memory first.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "setwise", &mut script);
            Ok(stdout()?.write_all(&script)?)
        }
    }
}
