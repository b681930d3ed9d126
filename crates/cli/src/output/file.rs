//! Where results go: standard output, or a file that is written whole or not at all.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use flate2::write::GzEncoder;
use setwise_files::WholeFile;

use super::stdout;
use crate::formats::Compression;
use crate::input::STDIN;
use crate::usage::usage;

/// An output that may be compressed.
pub(crate) struct Output {
    /// The file, or `None` for standard output.
    name: Option<PathBuf>,
    target: Target,
}

/// The way of the bytes.
enum Target {
    Stdout(BufWriter<StdoutLock<'static>>),
    Plain(WholeFile),
    Zstd(zstd::Encoder<'static, WholeFile>),
    Gzip(GzEncoder<WholeFile>),
}

impl Output {
    /// Returns standard output, if no file is named or its name is `-`, and otherwise the file, which is created.
    pub(crate) fn new(name: Option<&Path>, compression: Compression) -> Result<Self> {
        let Some(name) = name.filter(|name| *name != Path::new(STDIN)) else {
            return Ok(Self { name: None, target: Target::Stdout(BufWriter::new(stdout()?.lock())) });
        };
        let create = || -> io::Result<Target> {
            let file = WholeFile::create(name)?;
            Ok(match compression {
                Compression::Plain => Target::Plain(file),
                Compression::Zstd => Target::Zstd(zstd::Encoder::new(file, zstd::DEFAULT_COMPRESSION_LEVEL)?),
                Compression::Gzip => Target::Gzip(GzEncoder::new(file, flate2::Compression::default())),
            })
        };
        let target = create().map_err(|error| cannot_write(name, &error))?;
        Ok(Self { name: Some(name.to_path_buf()), target })
    }

    /// Writes bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let result = match &mut self.target {
            Target::Stdout(out) => out.write_all(bytes),
            Target::Plain(file) => file.write_all(bytes),
            Target::Zstd(encoder) => encoder.write_all(bytes),
            Target::Gzip(encoder) => encoder.write_all(bytes),
        };
        named(self.name.as_deref(), result)
    }

    /// Writes what is buffered. A file gets its name.
    pub(crate) fn finish(self) -> Result<()> {
        let result = match self.target {
            Target::Stdout(mut out) => out.flush(),
            Target::Plain(file) => file.finish(),
            Target::Zstd(encoder) => encoder.finish().and_then(WholeFile::finish),
            Target::Gzip(encoder) => encoder.finish().and_then(WholeFile::finish),
        };
        named(self.name.as_deref(), result)
    }

    /// Ends after an error in the data: standard output gets the results before it, a file is not written.
    pub(crate) fn give_up(self) -> Result<()> {
        if self.name.is_none() { self.finish() } else { Ok(()) }
    }
}

/// Adds the name of the file to an error. An error without a name is one of standard output.
fn named(name: Option<&Path>, result: io::Result<()>) -> Result<()> {
    result.map_err(|error| match name {
        Some(name) => cannot_write(name, &error),
        None => error.into(),
    })
}

/// Returns the error for a file that cannot be written.
pub(crate) fn cannot_write(name: &Path, error: &dyn std::fmt::Display) -> anyhow::Error {
    usage(format!("cannot write {}: {error}", name.display()))
}
