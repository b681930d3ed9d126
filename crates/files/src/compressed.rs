//! Reads text that may be compressed. Compressed text is recognised by its first bytes.

use std::io::{self, Cursor, Read};

use flate2::read::MultiGzDecoder;

/// Returns a reader of the text in `source`. The text may be compressed with zstd or gzip. Other content is read
/// unchanged.
///
/// Compressed text is recognised by its first bytes, not by the name of the file. Do not use this function for formats
/// without a header, such as packed positions: such a file may begin with the same bytes as a compressed file.
///
/// ```
/// use std::io::Read;
///
/// let mut text = String::new();
/// setwise_files::decompressed(&b"8/8 w"[..])?.read_to_string(&mut text)?;
/// assert_eq!(text, "8/8 w");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Returns the I/O error if the first bytes cannot be read, or if the decoder for zstd cannot be created.
pub fn decompressed<R: Read + 'static>(mut source: R) -> io::Result<Box<dyn Read>> {
    let mut start = Vec::new();
    source.by_ref().take(4).read_to_end(&mut start)?;
    let magic = start[..].try_into().unwrap_or_default();
    let whole = Cursor::new(start).chain(source);
    Ok(if is_zstd(magic) {
        Box::new(zstd::Decoder::new(whole)?)
    } else if is_gzip(magic) {
        // A gzip file may have several members, for example if it was joined from several files. This decoder reads all
        // members.
        Box::new(MultiGzDecoder::new(whole))
    } else {
        Box::new(whole)
    })
}

/// Returns whether a file that begins with these bytes is compressed with zstd. A compressed file begins with a
/// Zstandard frame or with a skippable frame (RFC 8878, sections 3.1.1 and 3.1.2). Some parallel compressors write
/// skippable frames.
fn is_zstd(start: [u8; 4]) -> bool {
    let number = u32::from_le_bytes(start);
    number == 0xFD2F_B528 || number & !0xF == 0x184D_2A50
}

/// Returns whether a file that begins with these bytes is compressed with gzip (RFC 1952, section 2.3.1). A compressed
/// file begins with two magic bytes. The third byte is the number of the only defined compression method.
fn is_gzip(start: [u8; 4]) -> bool {
    start.starts_with(&[0x1F, 0x8B, 8])
}
