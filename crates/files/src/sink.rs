//! Writes to standard output or to a file.

use std::io::{self, Stdout, Write};
use std::path::Path;

use crate::WholeFile;

/// The destination of a program's results: standard output, or a file that appears under its name when it is complete.
#[derive(Debug)]
pub enum Sink {
    /// Standard output.
    Stdout(Stdout),
    /// A file.
    File(WholeFile),
}

impl Sink {
    /// Returns standard output if the name is `-`. Otherwise returns an output that writes to the file with
    /// this name. A new file has the name only after it is finished.
    ///
    /// # Errors
    ///
    /// Returns the I/O error of [`WholeFile::create`].
    pub fn create(name: &Path) -> io::Result<Self> {
        if name == Path::new("-") { Ok(Self::Stdout(io::stdout())) } else { WholeFile::create(name).map(Self::File) }
    }

    /// Writes the buffered data, and makes a file appear under its name.
    ///
    /// # Errors
    ///
    /// Returns the I/O error.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush(),
            Self::File(file) => file.finish(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}
