//! Errors: one line each, and whose fault.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;

/// What was asked cannot be: exit code 2. Any other error is of the data: exit code 1.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// An error of usage with this message.
pub(crate) fn usage(message: impl ToString) -> anyhow::Error {
    Usage(message.to_string()).into()
}

/// Whether nobody reads the output any more.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe))
}

/// Help and version to standard output; what is wrong with the arguments in one line.
pub(crate) fn of_arguments(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let first: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let _ = if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        io::stderr().write_all(text.as_bytes())
    } else {
        writeln!(io::stderr(), "{} (see --help)", first.join(" "))
    };
    ExitCode::from(2)
}
