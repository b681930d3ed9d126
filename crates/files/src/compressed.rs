//! Reads text that may be compressed. Compressed text is recognised by its first bytes.

use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};

use flate2::bufread::GzDecoder;

/// The largest window of zstd that is read: the base-2 logarithm of its number of bytes. `zstd --long=31` writes such
/// windows. On systems with 32 bits, the library allows at most 2^30 bytes.
const LARGEST_WINDOW: u32 = if cfg!(target_pointer_width = "64") { 31 } else { 30 };

/// Returns a reader of the text in `source`. The text may be compressed with zstd or gzip. Other content is read
/// unchanged.
///
/// Compressed text is recognised by its first bytes, not by the name of the file. Do not use this function for formats
/// without a header, such as packed positions: such a file may begin with the same bytes as a compressed file.
///
/// A file may consist of several compressed parts, which are read one after another. As in the program `gzip`, zeros
/// between or after the parts of a gzip file are skipped. Text compressed with zstd needs memory for its window, which is
/// up to 2 GiB large if it was compressed with `zstd --long=31`.
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
/// Returns the I/O error if the first bytes cannot be read, or if the decoder for zstd cannot be created. Reading returns
/// an error if the compressed data are damaged or incomplete, or if there is too little memory for the window.
pub fn decompressed<R: Read + 'static>(mut source: R) -> io::Result<Box<dyn Read>> {
    let mut start = Vec::new();
    source.by_ref().take(4).read_to_end(&mut start)?;
    let magic = start[..].try_into().unwrap_or_default();
    let whole = Cursor::new(start).chain(source);
    Ok(if is_zstd(magic) {
        let mut decoder = zstd::Decoder::new(whole)?;
        decoder.window_log_max(LARGEST_WINDOW)?;
        Box::new(Zstd(decoder))
    } else if is_gzip(magic) {
        Box::new(Gzip::Between(BufReader::new(whole)))
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

/// The first bytes of each member of a gzip file (RFC 1952, section 2.3.1): two magic bytes, and the number of the only
/// defined compression method.
const GZIP: [u8; 3] = [0x1F, 0x8B, 8];

/// Returns whether a file that begins with these bytes is compressed with gzip.
fn is_gzip(start: [u8; 4]) -> bool {
    start.starts_with(&GZIP)
}

/// Decompresses zstd. The error for a window that is too large names the option of `zstd` that makes such windows.
struct Zstd<R: BufRead>(zstd::Decoder<'static, R>);

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| {
            // Only the text of the error shows that the window is too large.
            if !error.to_string().contains("memory") {
                return error;
            }
            let advice = "compress it again without zstd --long, or with a smaller window";
            io::Error::new(error.kind(), format!("the window of the compressed text is too large: {error}; {advice}"))
        })
    }
}

/// Decompresses a gzip file. Such a file may have several members, for example if it was joined from several files, and
/// may be padded with zeros, for example to a whole block of a tape or of an encrypted disk.
enum Gzip<R> {
    /// Before the first member or after a member.
    Between(R),
    Member(Box<GzDecoder<R>>),
    /// The state while one of the other two replaces the other.
    Changing,
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self {
                Self::Member(member) => {
                    let bytes = member.read(buffer)?;
                    if bytes > 0 || buffer.is_empty() {
                        return Ok(bytes);
                    }
                }
                Self::Between(source) => {
                    if !has_another_member(source)? {
                        return Ok(0);
                    }
                }
                Self::Changing => return Ok(0),
            }
            *self = match std::mem::replace(self, Self::Changing) {
                Self::Between(source) => Self::Member(Box::new(GzDecoder::new(source))),
                Self::Member(member) => Self::Between(member.into_inner()),
                Self::Changing => Self::Changing,
            };
        }
    }
}

/// Skips zeros. Returns whether another member follows. Other bytes are an error.
fn has_another_member(source: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let part = source.fill_buf()?;
        let zeros = part.iter().take_while(|byte| **byte == 0).count();
        let (is_end, is_zeros) = (part.is_empty(), zeros == part.len());
        let is_member = part.get(zeros) == Some(&GZIP[0]);
        source.consume(zeros);
        if is_end || is_member {
            return Ok(is_member);
        }
        if !is_zeros {
            return Err(io::Error::new(ErrorKind::InvalidData, "unexpected data after the last gzip member"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    fn gzip(text: &str) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    fn read(bytes: &[u8]) -> io::Result<String> {
        let mut text = String::new();
        decompressed(Cursor::new(bytes.to_vec()))?.read_to_string(&mut text).map(|_| text)
    }

    #[test]
    fn members_of_gzip_may_be_joined_and_filled_up_with_zeros() {
        let (one, two) = (gzip("one\n"), gzip("two\n"));
        for zeros in [0, 1, 3, 512, 100_000] {
            let zeros = vec![0; zeros];
            assert_eq!(read(&[&one[..], &zeros].concat()).unwrap(), "one\n");
            assert_eq!(read(&[&one[..], &zeros, &two, &zeros].concat()).unwrap(), "one\ntwo\n");
        }
    }

    #[test]
    fn damaged_and_incomplete_members_of_gzip_are_errors() {
        let (one, two) = (gzip("one\n"), gzip("two\n"));
        for end in 3..one.len() {
            assert!(read(&one[..end]).is_err(), "{end} bytes");
        }
        for end in 1..two.len() {
            assert!(read(&[&one[..], &[0; 10], &two[..end]].concat()).is_err(), "{end} bytes of the second member");
        }
        let mut damaged = one.clone();
        damaged[one.len() - 8] ^= 1; // the checksum
        assert!(read(&damaged).is_err());
        let error = read(&[&one[..], b"\0text"].concat()).unwrap_err().to_string();
        assert_eq!(error, "unexpected data after the last gzip member");
    }

    /// Returns a frame of zstd with one uncompressed block and with a window of 2^`window` bytes.
    fn frame(window: u8, text: &[u8]) -> Vec<u8> {
        let block = 1 | u32::try_from(text.len()).unwrap() << 3;
        [&[0x28, 0xB5, 0x2F, 0xFD, 0, (window - 10) << 3], &block.to_le_bytes()[..3], text].concat()
    }

    #[test]
    fn windows_of_zstd_may_be_large_up_to_a_limit() {
        for window in [10, 27, 28] {
            assert_eq!(read(&frame(window, b"one\n")).unwrap(), "one\n", "{window}");
        }
        let error = read(&frame(34, b"one\n")).unwrap_err().to_string();
        assert!(error.contains("--long") && error.contains("too large"), "{error}");
        let whole = frame(27, b"one\n");
        assert!((5..whole.len()).all(|end| read(&whole[..end]).is_err()), "incomplete");
    }
}
