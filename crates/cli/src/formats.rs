//! The formats of files and their compressions. An option or the extension of a file determines the format. The
//! extension also determines the compression of outputs and of packed inputs. Compressed input text is recognised by
//! its first bytes.

use std::fmt;
use std::path::Path;

use anyhow::Result;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use setwise_positions::{LABELS, RIGHTS};

use crate::failure::usage;

/// The name that stands for standard input or standard output.
pub(crate) const STDIN: &str = "-";

/// The name of the column of the moves of games.
pub(crate) const MOVES: &str = "moves";

/// Whether the program lacks columnar formats. They are optional, because their libraries take a long time to compile.
pub(crate) const WITHOUT_COLUMNS: bool = cfg!(not(feature = "parquet"));

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A FEN in each line
    Fen,
    /// An EPD in each line
    Epd,
    /// Comma-separated values, with a FEN in the column `fen` or in the column that --column names
    Csv,
    /// Columns of sets, in row groups (needs the feature `parquet`)
    #[value(hide = WITHOUT_COLUMNS)]
    Parquet,
    /// Columns of sets: an Arrow IPC file, also called Feather version 2 (needs the feature `parquet`)
    #[value(hide = WITHOUT_COLUMNS)]
    Arrow,
    /// Boards of 32 bytes, with the colour of each piece
    Marlinformat,
    /// Boards of 32 bytes, as seen from the side to move, which is not stored
    Bulletformat,
    /// Games: a starting board and the moves. Positions are written as games without moves
    Viriformat,
    /// Games as text: moves in standard or long algebraic notation or in UCI. Cannot be written
    Pgn,
    /// One game per line: moves as in UCI, such as `e2e4 e7e5`, or `position fen FEN moves ...`. Cannot be written
    Uci,
}

/// The compression of a whole file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compression {
    Plain,
    Zstd,
    Gzip,
}

/// The compression of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColumnCompression {
    Zstd,
    None,
}

impl Compression {
    /// Returns the compression that the extension of a file name implies.
    pub(crate) fn of(name: &Path) -> Self {
        extension(name).1
    }
}

/// The labels that are contained in the first four fields of a FEN.
pub(crate) static FEN_LABELS: &[&str] = &RIGHTS;

/// The labels that rows and lines of text have in addition to a FEN, if the source has them.
pub(crate) const SCORES: [&str; 2] = ["score", "result"];

/// Extensions of packed formats. Several formats share an extension, so the extension does not determine the format.
const PACKED: [&str; 8] = ["bin", "binpack", "bullet", "bulletformat", "marlin", "marlinformat", "vf", "viriformat"];

impl Format {
    /// Returns the format of an input file. A file without a known extension is read as lines of FEN or EPD.
    pub(crate) fn of_input(name: &str, from: Option<Self>) -> Result<Self> {
        if let Some(format) = from {
            return Ok(format);
        }
        let (extension, _) = extension(Path::new(name));
        if PACKED.contains(&extension.as_str()) {
            return Err(usage(format!(
                "{name}: packed formats are not guessed from .{extension}; name the format with --from marlinformat, \
                 bulletformat or viriformat"
            )));
        }
        Ok(Self::of_extension(&extension).unwrap_or(Self::Fen))
    }

    /// Returns the parser of the option that names the format of an output file.
    pub(crate) fn output_parser() -> impl TypedValueParser<Value = Self> {
        let of_name = |name: String| Self::from_str(&name, false).expect("the name of a format");
        PossibleValuesParser::new(Self::written()).map(of_name)
    }

    /// Returns the formats that can be written.
    fn written() -> impl Iterator<Item = PossibleValue> {
        let formats = Self::value_variants().iter().filter(|format| !format.has_games());
        formats.filter_map(Self::to_possible_value)
    }

    /// Returns the format and the compression of an output file. The name `-` is standard output.
    pub(crate) fn of_output(name: &Path, to: Option<Self>) -> Result<(Self, Compression)> {
        let (extension, compression) = extension(name);
        let format = to.or_else(|| Self::of_extension(&extension));
        let unknown = || {
            let values = Self::written().filter(|value| !value.is_hide_set());
            let names: Vec<String> = values.map(|value| value.get_name().to_string()).collect();
            usage(format!("{}: the format is not known; name it with --to: {}", name.display(), names.join(", ")))
        };
        let format = format.ok_or_else(unknown)?;
        if format.has_games() {
            return Err(usage(format!(
                "{}: games are read from {format}, and cannot be written as {format}",
                name.display()
            )));
        }
        if format.is_columnar() && compression != Compression::Plain {
            return Err(usage(format!(
                "{}: {format} files are not compressed as a whole; --compression is for their columns",
                name.display()
            )));
        }
        Ok((format, compression))
    }

    fn of_extension(extension: &str) -> Option<Self> {
        Some(match extension {
            "fen" => Self::Fen,
            "epd" => Self::Epd,
            "csv" => Self::Csv,
            "pgn" => Self::Pgn,
            "uci" => Self::Uci,
            "parquet" | "pq" => Self::Parquet,
            "arrow" | "feather" | "ipc" => Self::Arrow,
            _ => return None,
        })
    }

    /// Returns whether the format consists of lines with a position each.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, Self::Fen | Self::Epd | Self::Csv)
    }

    /// Returns whether the format consists of columns of sets.
    pub(crate) fn is_columnar(self) -> bool {
        matches!(self, Self::Parquet | Self::Arrow)
    }

    /// Returns whether the format consists of games as text.
    pub(crate) fn has_games(self) -> bool {
        matches!(self, Self::Pgn | Self::Uci)
    }

    /// Returns the text between the name of a file and the reason for an error, such as `:12:5: `. `number` is the number
    /// of a line, record or game, and `column` the column of the line if it is known, counted from 1. The reason for an
    /// error in columnar files and in games as text begins with the place.
    pub(crate) fn place(self, number: usize, column: Option<usize>) -> String {
        match self {
            Self::Fen | Self::Epd | Self::Csv => match column {
                Some(column) => format!(":{number}:{column}: "),
                None => format!(":{number}: "),
            },
            Self::Parquet | Self::Arrow => ": ".to_string(),
            Self::Marlinformat | Self::Bulletformat => format!(": record {number}: "),
            Self::Viriformat => format!(": game {number}: "),
            Self::Pgn | Self::Uci => ":".to_string(),
        }
    }

    /// Returns the names of the labels that can be written in this format.
    pub(crate) fn holds(self) -> &'static [&'static str] {
        match self {
            Self::Parquet | Self::Arrow => &LABELS,
            Self::Csv => &LABELS[..6],
            other => other.labels(),
        }
    }

    /// Returns the names of the labels that every file of this format has. The list is empty for columnar formats,
    /// because their files differ in labels.
    pub(crate) fn labels(self) -> &'static [&'static str] {
        match self {
            Self::Fen | Self::Epd | Self::Csv => &LABELS[2..6],
            Self::Pgn | Self::Uci => &LABELS[1..6],
            Self::Parquet | Self::Arrow => &[],
            Self::Marlinformat | Self::Viriformat => &LABELS,
            Self::Bulletformat => &["score", "result", "extra"],
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value().expect("every format has a name");
        f.pad(value.get_name())
    }
}

#[cfg(feature = "parquet")]
impl From<Format> for setwise_arrow::Format {
    /// Any format other than Arrow is treated as Parquet.
    fn from(format: Format) -> Self {
        if format == Format::Arrow { Self::Arrow } else { Self::Parquet }
    }
}

/// Returns the compression of a file with rows of JSON, or `None` if its extension is that of another format. The name
/// `-` is standard output.
pub(crate) fn json_compression(name: &Path) -> Option<Compression> {
    let (extension, compression) = extension(name);
    (name == Path::new(STDIN) || ["jsonl", "ndjson"].contains(&extension.as_str())).then_some(compression)
}

/// Returns the extension that names the format, in lower case, and the compression. For `a.csv.zst`, the extension is
/// `csv`.
fn extension(name: &Path) -> (String, Compression) {
    let last = |path: &Path| path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let inner = || last(Path::new(name.file_stem().unwrap_or_default()));
    match last(name).as_str() {
        "zst" => (inner(), Compression::Zstd),
        "gz" => (inner(), Compression::Gzip),
        other => (other.to_string(), Compression::Plain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_say_the_format_and_the_compression() {
        for (name, format, compression) in [
            ("a.fen", Format::Fen, Compression::Plain),
            ("a.b/c.EPD", Format::Epd, Compression::Plain),
            ("a.csv.zst", Format::Csv, Compression::Zstd),
            ("../a.fen.GZ", Format::Fen, Compression::Gzip),
            ("a.pq", Format::Parquet, Compression::Plain),
            ("a.feather", Format::Arrow, Compression::Plain),
            ("a.ipc", Format::Arrow, Compression::Plain),
        ] {
            assert_eq!(Format::of_output(Path::new(name), None).unwrap(), (format, compression), "{name}");
            assert_eq!(Format::of_input(name, None).unwrap(), format, "{name}");
        }
        assert_eq!(Format::of_input("a.PGN.zst", None).unwrap(), Format::Pgn);
        assert!(Format::of_output(Path::new("a.pgn"), None).is_err());
        for name in ["-", "a", "a.txt", "a.zst", "csv", "a.fen.bz2"] {
            assert!(Format::of_output(Path::new(name), None).is_err(), "{name}");
            assert_eq!(Format::of_input(name, None).unwrap(), Format::Fen, "{name}");
            assert_eq!(Format::of_input(name, Some(Format::Csv)).unwrap(), Format::Csv, "{name}");
        }
        for (name, to) in [("a.pq.zst", None), ("a.arrow.gz", None), ("a.zst", Some(Format::Parquet))] {
            let error = Format::of_output(Path::new(name), to).unwrap_err().to_string();
            assert!(error.contains("not compressed as a whole"), "{error}");
        }
        for name in ["a.bin", "a.binpack", "a.bin.zst"] {
            assert!(Format::of_input(name, None).unwrap_err().to_string().contains("--from"), "{name}");
            assert!(Format::of_output(Path::new(name), None).is_err(), "{name}");
        }
    }
}
