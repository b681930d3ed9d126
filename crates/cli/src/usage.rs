//! Usage errors, which end the program with exit code 2.

/// An error in the arguments: exit code 2. Any other error is in the data: exit code 1.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Returns a usage error with this message.
pub(crate) fn usage(message: impl ToString) -> anyhow::Error {
    Usage(message.to_string()).into()
}
