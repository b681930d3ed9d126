//! Errors: one line each, and whose fault.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::args::Args;
use crate::output::stdout;

/// Whether nobody reads the output any more.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe))
}

/// The message; where nothing but the output can have failed, it says so.
pub(crate) fn in_one_line(error: &anyhow::Error) -> String {
    let of_output = error.chain().count() == 1 && error.is::<io::Error>();
    let message = if of_output { format!("standard output: {error}") } else { format!("{error:#}") };
    // What was given may stand in it, with line ends and all.
    message.chars().map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() }).collect()
}

/// Help and version to standard output; what is wrong with the arguments in one line.
pub(crate) fn of_arguments(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match stdout().and_then(|_| error.print()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                let _ = writeln!(io::stderr(), "{}", in_one_line(&error.into()));
                ExitCode::FAILURE
            }
            _ => ExitCode::SUCCESS,
        };
    }
    let text = error.render().to_string();
    let first: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let _ = if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        io::stderr().write_all(text.as_bytes())
    } else {
        writeln!(io::stderr(), "{}{} (see --help)", first.join(" "), valid_commands(error))
    };
    ExitCode::from(2)
}

/// The commands there are, where another was asked for.
fn valid_commands(error: &clap::Error) -> String {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return String::new();
    }
    let mut command = Args::command();
    for argument in std::env::args_os().skip(1) {
        match command.find_subcommand(&argument) {
            Some(inner) => command = inner.clone(),
            None => break,
        }
    }
    let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    format!("; commands are {}", names.join(", "))
}
