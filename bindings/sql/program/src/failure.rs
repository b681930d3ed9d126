//! Formats errors as single lines, and determines exit codes.

use std::io;
use std::process::ExitCode;

use datafusion::common::DataFusionError;
use setwise_patterns::UnknownName;

/// An error that determines how the program ends.
#[derive(Debug)]
pub(crate) enum Failure {
    /// There is no scheduler, the scheduler cannot be used, or its cluster cannot finish a query.
    Unavailable(String),
    /// Standard output cannot be written.
    Output(io::Error),
}

/// The prefix of the message with which a scheduler ends a query that cannot continue.
pub(crate) const CANNOT_FINISH: &str = "the cluster cannot finish the query: ";
/// The reason with which a scheduler ends a query after the loss of an executor. The client may then start the query
/// again.
pub(crate) const EXECUTOR_LOST: &str = "an executor was lost";

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unavailable(reason) => f.write_str(reason),
            Self::Output(error) => write!(f, "cannot write standard output: {error}"),
        }
    }
}

impl std::error::Error for Failure {}

/// Returns the exit code of an error, and prints the error. It is not a failure if the reader of the output closes the pipe
/// early.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    let code = match error.downcast_ref() {
        Some(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Some(Failure::Unavailable(_)) => 3,
        _ => 1,
    };
    eprintln!("setwise-engine: {}", line(error));
    ExitCode::from(code)
}

/// Formats the error as a single line.
pub(crate) fn line(error: &anyhow::Error) -> String {
    let text = match error.downcast_ref::<DataFusionError>() {
        Some(error) => error.find_root().strip_backtrace(),
        None => format!("{error:#}"),
    };
    shortened(&text)
}

/// Prefixes that name a part of DataFusion, Ballista or gRPC. They are removed from messages, because they do not help
/// users.
const NOISE: &[&str] = &[
    "Error during planning: ",
    "Execution error: ",
    "External error: ",
    "Schema error: ",
    "SQL error: ",
    "Arrow error: ",
    "Parquet error: ",
    "Object Store error: ",
    "This feature is not implemented: ",
    "DataFusion error: ",
    "DataFusionError: ",
    "Grpc error: ",
    "General error: ",
    "Invalid or Unsupported Configuration: ",
    "datafusion.public.",
];

/// Returns the text as one line, without the prefixes in [`NOISE`] and without DataFusion's list of candidate
/// functions.
fn shortened(text: &str) -> String {
    let mut text = status(text).unwrap_or_else(|| text.to_string());
    // Ballista prints the errors of tasks in the format of Rust's `Debug`, and DataFusion prints the errors of its
    // parser in this format, too.
    for opening in ["DataFusionError(", "ParserError("] {
        if let (true, Some((_, reason))) = (text.contains(opening), text.rsplit_once("(\"")) {
            text = reason.split("\")").next().unwrap_or(reason).to_string();
        }
    }
    for noise in NOISE {
        text = text.replace(noise, "");
    }
    if let Some((_, reason)) = text.split_once("user-defined coercion failed with: ") {
        text = reason.split(". No function matches").next().unwrap_or(reason).to_string();
    }
    if let Some(unknown) = unknown_function(&text) {
        return unknown.to_string();
    }
    let lines = text.lines().map(|line| line.trim().trim_end_matches('.')).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("; ")
}

/// If `text` is DataFusion's error for an unknown function, returns the message that all interfaces of setwise use for
/// unknown names. DataFusion's own message always suggests a function, even one with a very different name.
fn unknown_function(text: &str) -> Option<UnknownName> {
    let (name, rest) = text.strip_prefix("Invalid function '")?.split_once('\'')?;
    let suggested = rest.split('\'').nth(1).map(str::to_string);
    let scalars = setwise_datafusion::scalar_functions().into_iter().map(|function| function.name().to_string());
    let aggregates = setwise_datafusion::aggregate_functions().into_iter().map(|function| function.name().to_string());
    let mut names: Vec<String> = scalars.chain(aggregates).collect();
    names.extend(suggested.filter(|suggested| !names.contains(suggested)));
    Some(UnknownName::new("function", name, &names))
}

/// Returns the message of a gRPC status that is printed in the format of Rust's `Debug`, or `None` if the text contains
/// no such status.
fn status(text: &str) -> Option<String> {
    let (_, message) = text.split_once("Status { code: ")?.1.split_once("message: \"")?;
    let (message, _) = message.split_once("\", metadata:").or_else(|| message.split_once("\", source:"))?;
    Some(message.replace("\\n", "\n").replace("\\\"", "\"").replace("\\'", "'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_line_without_the_names_of_parts() {
        for (text, expected) in [
            (
                "Error during planning: Execution error: Function 'f' user-defined coercion failed with: Error during planning: f: a is Utf8. No function matches the given name\n\tCandidate functions:\n\tf(UserDefined)",
                "f: a is Utf8",
            ),
            (
                "Status { code: InvalidArgument, message: \"Could not parse: \\\"x\\\"\", metadata: MetadataMap {} }",
                "Could not parse: \"x\"",
            ),
            (
                "Job 1 failed: DataFusionError(Shared(External(DataFusionError(Execution(\"'bad' is not a position (row 1)\")))))",
                "'bad' is not a position (row 1)",
            ),
            ("Invalid function 'zzz'.\nDid you mean 'abs'?", "'zzz' is not a function; `setwise list` shows all names"),
            ("External error: one\n  two.\n", "one; two"),
            ("Arrow error: Divide by zero error", "Divide by zero error"),
        ] {
            assert_eq!(shortened(text), expected);
        }
    }
}
