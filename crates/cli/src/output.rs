//! The destination of results: standard output, or a file that is written whole or not at all.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use flate2::write::GzEncoder;
use setwise_files::{Sink, write_whole};

use crate::batch::Batch;
use crate::failure::{Usage, usage};
use crate::formats::{Compression, STDIN};
use crate::standard_output::stdout;
use crate::tables::{TableWriter, ValueColumn};

/// Standard output or an output file.
pub(crate) struct Output {
    /// The file, or `None` for standard output.
    name: Option<PathBuf>,
    target: Target,
}

/// What writes the results: bytes with a compression, or columns.
enum Target {
    Plain(BufWriter<Sink>),
    Zstd(zstd::Encoder<'static, Sink>),
    Gzip(GzEncoder<Sink>),
    Columns(Box<dyn TableWriter>),
}

impl Output {
    /// Returns an output for bytes, which are compressed. It is standard output if no file is named or the name is `-`.
    /// Otherwise creates the file.
    pub(crate) fn new(name: Option<&Path>, compression: Compression) -> Result<Self> {
        Self::with(name, |sink| match compression {
            Compression::Plain => Ok(Target::Plain(BufWriter::new(sink))),
            Compression::Zstd => zstd_encoder(sink).map(Target::Zstd),
            Compression::Gzip => Ok(Target::Gzip(GzEncoder::new(sink, flate2::Compression::default()))),
        })
    }

    /// Returns an output for columns, written by the writer that `create` creates.
    pub(crate) fn columns(
        name: Option<&Path>,
        create: impl FnOnce(Sink) -> Result<Box<dyn TableWriter>>,
    ) -> Result<Self> {
        Self::with(name, |sink| create(sink).map(Target::Columns))
    }

    fn with(name: Option<&Path>, target: impl FnOnce(Sink) -> Result<Target>) -> Result<Self> {
        let name = name.filter(|name| *name != Path::new(STDIN)).map(Path::to_path_buf);
        let sink = match &name {
            None => Sink::Stdout(stdout()?),
            Some(name) => Sink::create(name).map_err(|error| cannot_write(name, &error))?,
        };
        Ok(Self { target: named(name.as_deref(), target(sink))?, name })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let result = match &mut self.target {
            Target::Plain(file) => file.write_all(bytes),
            Target::Zstd(encoder) => encoder.write_all(bytes),
            Target::Gzip(encoder) => encoder.write_all(bytes),
            Target::Columns(_) => Ok(()),
        };
        named(self.name.as_deref(), result.map_err(Into::into))
    }

    /// Writes the positions of a batch and the values of the features to a columnar file.
    pub(crate) fn write_table(&mut self, batch: Batch, values: Vec<ValueColumn>) -> Result<()> {
        match &mut self.target {
            Target::Columns(writer) => named(self.name.as_deref(), writer.write(batch, values)),
            Target::Plain(_) | Target::Zstd(_) | Target::Gzip(_) => Ok(()),
        }
    }

    /// Writes the remaining buffered output. An output file is then complete, and appears under its name.
    pub(crate) fn finish(self) -> Result<()> {
        let sink = match self.target {
            Target::Plain(file) => file.into_inner().map_err(|error| error.into_error().into()),
            Target::Zstd(encoder) => encoder.finish().map_err(Into::into),
            Target::Gzip(encoder) => encoder.finish().map_err(Into::into),
            Target::Columns(writer) => writer.finish(),
        };
        named(self.name.as_deref(), sink.and_then(|sink| Ok(sink.finish()?)))
    }

    /// Ends the output after an error in the data. Uncompressed text on standard output ends with the last line before
    /// the error. An output file does not appear.
    pub(crate) fn give_up(self) -> Result<()> {
        match self.target {
            Target::Plain(_) if self.name.is_none() => self.finish(),
            _ => Ok(()),
        }
    }
}

/// Returns an encoder that adds a checksum, so that readers detect damaged data.
fn zstd_encoder(sink: Sink) -> Result<zstd::Encoder<'static, Sink>> {
    let mut encoder = zstd::Encoder::new(sink, zstd::DEFAULT_COMPRESSION_LEVEL)?;
    encoder.include_checksum(true)?;
    Ok(encoder)
}

/// Adds the name of the output file to an error. Errors of standard output, which has no `name`, and usage errors are
/// returned unchanged.
fn named<T>(name: Option<&Path>, result: Result<T>) -> Result<T> {
    result.map_err(|error| match name {
        Some(name) if !error.is::<Usage>() => cannot_write(name, &error),
        _ => error,
    })
}

/// Writes a text to a file, whole or not at all, or to standard output if the name is `-`.
pub(crate) fn write_text(name: &Path, text: &str) -> Result<()> {
    if name == Path::new(STDIN) {
        return Ok(stdout()?.write_all(text.as_bytes())?);
    }
    write_whole(name, text).map_err(|error| cannot_write(name, &error))
}

/// Returns the error for a file that cannot be written.
fn cannot_write(name: &Path, error: &dyn std::fmt::Display) -> anyhow::Error {
    usage(format!("cannot write {}: {error}", name.display()))
}
