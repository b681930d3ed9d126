//! Errors of usage, which end the program with exit code 2.

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
