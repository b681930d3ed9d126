//! Input files, plain or compressed.

mod bar;
mod csv;
mod names;
mod source;

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

use anyhow::{Context, Result};
use flate2::read::MultiGzDecoder;
use indicatif::ProgressBar;

use crate::formats::Compression;

pub(crate) use bar::{bar, message};
pub(crate) use names::{ColumnarPlan, Input, Inputs, check, is_file_or_pattern, refuse_output, refuse_same_outputs};
pub(crate) use source::{Data, Piece, Source};

/// The name that stands for standard input.
pub(crate) const STDIN: &str = "-";

/// Returns whether a file that begins with these bytes is compressed with zstd. It begins with a frame, or with a skippable
/// frame, which parallel compressors write (RFC 8878, sections 3.1.1 and 3.1.2).
fn is_zstd(start: [u8; 4]) -> bool {
    let number = u32::from_le_bytes(start);
    number == 0xFD2F_B528 || number & !0xF == 0x184D_2A50
}

/// Returns whether a file that begins with these bytes is compressed with gzip (RFC 1952, section 2.3.1): its two magic bytes,
/// and the only method of compression that there is.
fn is_gzip(start: [u8; 4]) -> bool {
    start.starts_with(&[0x1F, 0x8B, 8])
}

/// Opens a file, or standard input, and decompresses it if it is compressed. Reading advances the progress bar.
pub(crate) fn open(name: &str, bar: &ProgressBar) -> Result<Box<dyn Read>> {
    let mut source = open_as_it_is(name)?;
    let mut start = Vec::new();
    source.by_ref().take(4).read_to_end(&mut start).context(name.to_string())?;
    let magic = start[..].try_into().unwrap_or_default();
    let whole = bar.wrap_read(Cursor::new(start).chain(source));
    Ok(if is_zstd(magic) {
        Box::new(zstd::Decoder::new(whole).context(name.to_string())?)
    } else if is_gzip(magic) {
        // Compressors that work in parallel, and people who join files, write several members.
        Box::new(MultiGzDecoder::new(whole))
    } else {
        Box::new(whole)
    })
}

/// Opens a file, or standard input, without decompressing it.
fn open_as_it_is(name: &str) -> Result<Box<dyn Read>> {
    Ok(if name == STDIN { Box::new(io::stdin().lock()) } else { Box::new(File::open(name).context(name.to_string())?) })
}

/// Opens a file of packed positions. It is decompressed only if its name says that it is compressed: such files have no header,
/// so the first bytes of one could be those of a compressed file.
fn open_packed(name: &str, bar: &ProgressBar) -> Result<Box<dyn Read>> {
    if Compression::of(Path::new(name)) == Compression::Plain {
        Ok(Box::new(bar.wrap_read(open_as_it_is(name)?)))
    } else {
        open(name, bar)
    }
}
