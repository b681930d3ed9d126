//! The arguments of the commands that read positions.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use clap::ValueEnum;
use setwise_positions::Rules;

use super::Backend;
use crate::formats::{ColumnCompression, Format, STDIN};
use crate::layout::Named;
use crate::limits;
use crate::rows::Form;

const POSITIONS_EXAMPLES: &str = "\
Each row is `fen,<features>`: the first four fields of the line, then one value per feature. Sets are hexadecimal with
a1 = bit 0, numbers are decimal. With --totals, the column `sum` is the decimal sum if the feature is a number, and is empty if
the feature is a set. With --heat, each row is `feature,square,boards,share`: the number of boards on which the feature contains
the square, and the share of these boards among all positions. `all` then stands for every feature that is a set.

Input: .csv files have a header and a column `fen`; .parquet and .arrow files have columns of sets, or a column `fen`; other files
have lines of FEN or EPD, and blank lines and lines that begin with # are skipped. Text may be compressed with zstd or gzip. Packed
formats need --from. Boards of bulletformat do not say whose turn it was: their features are named own_ and their_, and rows begin
with `board`, which contains only the placement.

With --out, .parquet and .arrow files have the columns of the positions, then a column for each feature. With --as squares, a
feature that is a set is written as the squares of the set, a1 first: as names joined by spaces in CSV (`b1 g1`), and as lists of
8-bit numbers from 0 (a1) to 63 (h8) in .parquet and .arrow files.

Examples:
  setwise positions white_knights black_king_escapes games.fen
  setwise positions --totals all book.fen.zst 'games/*.fen.gz'
  setwise positions white_forks --where white_forks_safe --limit 100 games.fen --out forks.csv
  setwise positions --as squares white_knight_moves games.fen
  setwise positions --heat --draw white_knights black_king games.fen
  setwise positions --skip-bad --threads 1 white_forks - < mixed.epd";

/// Computes features of the positions in files and prints them as CSV
#[derive(clap::Args)]
#[command(after_help = POSITIONS_EXAMPLES)]
pub(crate) struct Positions {
    /// Features (`all` for every feature), followed by files; - is standard input. A file may be a pattern such as 'games/*.fen'
    #[arg(value_name = "FEATURE... FILE", required_unless_present = "list")]
    pub(crate) names: Vec<String>,
    /// Prints every feature with its definition
    #[arg(long, exclusive = true)]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) backend: Backend,
    /// Prints sums over all positions, one row per feature
    #[arg(long, conflicts_with = "heat")]
    pub(crate) totals: bool,
    #[command(flatten)]
    pub(crate) heat: HeatOptions,
    /// Writes to a file instead of standard output: .csv, .csv.zst, .csv.gz, .parquet or .arrow. The file appears only when it is
    /// complete
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Format of the output file, whatever its extension
    #[arg(long, value_name = "FORMAT", requires = "out")]
    pub(crate) to: Option<Format>,
    /// Writes only the values of features, without the positions
    #[arg(long)]
    pub(crate) no_positions: bool,
    /// How sets are written: as sets of 64 bits, or as lists of squares
    #[arg(long = "as", value_name = "FORM", default_value = "sets", conflicts_with_all = ["totals", "heat"])]
    pub(crate) form: Form,
    #[command(flatten)]
    pub(crate) columnar: Columnar,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

const CONVERT_EXAMPLES: &str = "\
The formats follow from the extensions: .parquet, .arrow, .fen, .epd and .csv. The last three may be followed by .zst or .gz. Packed
formats are named by --from and --to. A .csv file has a header and a column `fen`; its other columns are not written. EPD has the
first four fields of the line and the operations, FEN has six fields. A missing field becomes -, and missing counters become 0 1.

All formats keep castling rights, the en passant square and the counters, with two exceptions: epd has no counters, and bulletformat
has none of the three. Bulletformat also does not say whose turn it was. Its boards are converted to fen, epd, csv, marlinformat or
viriformat only with --white-to-move, which treats White as the side to move. Text has no score and no result: a position that is
converted from text to a packed format has the score 0 and the result of a draw.

The output appears only when it is complete. docs/files.md in the repository is the guide.

Examples:
  setwise convert games.fen games.csv.zst
  setwise convert 'suites/*.epd' forks.epd --where white_forks_safe
  setwise convert puzzles.csv --column FEN - --to epd
  setwise convert games.fen train.bin --to marlinformat
  setwise convert train.bin games.parquet --from marlinformat";

/// Converts files of positions to another format
#[derive(clap::Args)]
#[command(after_help = CONVERT_EXAMPLES)]
pub(crate) struct Convert {
    /// Input files or patterns, followed by the output file; - is standard input or standard output
    #[arg(value_name = "IN... OUT", required = true)]
    pub(crate) files: Vec<String>,
    /// Format of the output file, whatever its extension
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<Format>,
    #[command(flatten)]
    pub(crate) backend: Backend,
    #[command(flatten)]
    pub(crate) columnar: Columnar,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Options for writing .parquet and .arrow files.
#[derive(clap::Args)]
pub(crate) struct Columnar {
    /// In .parquet and .arrow files, writes sets as signed 64-bit integers with the same bits, because Spark reads
    /// unsigned integers as decimals
    #[arg(long)]
    pub(crate) signed: bool,
    /// In .parquet and .arrow files, the number of rows in a row group [default: 131072]. The rows of a group are kept
    /// in memory until they are written
    #[arg(long, value_name = "N", value_parser = number_up_to::<{ 1 << 24 }>)]
    pub(crate) row_group: Option<NonZeroUsize>,
    /// In .parquet and .arrow files, the compression of columns [default: zstd]
    #[arg(long, value_name = "METHOD")]
    pub(crate) compression: Option<ColumnCompression>,
}

impl Columnar {
    /// Returns whether any of these options was given.
    pub(crate) fn is_given(&self) -> bool {
        self.signed || self.row_group.is_some() || self.compression.is_some()
    }
}

/// Prints the columns of positions in .parquet and .arrow files (needs the feature `parquet`)
///
/// Features are also written as columns: sets as UInt64, numbers as UInt8. `setwise positions --list` prints all
/// features.
#[derive(clap::Args)]
pub(crate) struct Schema {
    /// Format of the list
    #[arg(long, default_value = "text")]
    pub(crate) format: SchemaFormat,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum SchemaFormat {
    Text,
    Json,
}

/// Options that select positions and say how to read them.
#[derive(clap::Args)]
pub(crate) struct Reading {
    /// Format of the input files, whatever their extensions
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<Format>,
    /// Column of the FENs in .csv, .parquet and .arrow files. The default is `fen`, in lower or upper case; .parquet
    /// and .arrow files with columns of sets need no such column
    #[arg(long, value_name = "NAME")]
    column: Option<String>,
    /// Keeps only positions for which this feature is not empty and not 0. If --where is given several times, all must
    /// hold, each somewhere on the board: not necessarily on the same square
    #[arg(long = "where", value_name = "FEATURE")]
    pub(crate) conditions: Vec<Named>,
    /// Stops after N positions. With --where, counts only the positions that are kept
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// Treats White as the side to move on boards that do not store the side to move (bulletformat): own pieces are
    /// white
    #[arg(long)]
    pub(crate) white_to_move: bool,
    /// Skips lines, records and rows that are not positions, or whose counters or other labels do not fit the output,
    /// and reports their number
    #[arg(long)]
    pub(crate) skip_bad: bool,
    /// Also accepts positions in which a side has no king or more than one
    #[arg(long)]
    any_kings: bool,
    /// Also accepts pawns on ranks 1 and 8, and any number of kings
    #[arg(long)]
    any_pieces: bool,
    /// Refuses positions with a castling right whose king or rook is not on its first rank, or with an en passant square
    /// that no pawn can have just passed; in text, both fields must be present
    #[arg(long)]
    pub(crate) strict_rights: bool,
    /// Maximum number of threads for each task: to compute features, to decode row groups and to encode columns; the
    /// default is the number of cores. With any number of threads, reading pauses while 64 MiB of input and results are
    /// being processed or wait to be written
    #[arg(long, value_name = "N", value_parser = number_up_to::<1024>)]
    threads: Option<NonZeroUsize>,
}

impl Reading {
    /// Returns the rules that decide which positions are accepted.
    pub(crate) fn rules(&self) -> Rules {
        match (self.any_pieces, self.any_kings) {
            (true, _) => Rules::AnyPieces,
            (false, true) => Rules::AnyKings,
            (false, false) => Rules::Chess,
        }
    }

    /// Returns the maximum number of threads, reduced if the limits of the process require it.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        limits::threads(self.threads.or(available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN))
    }

    /// Returns the name of the column of FENs, or `None` if the option was not given.
    pub(crate) fn column(&self) -> Option<&str> {
        self.column.as_deref()
    }
}

/// Options for heat maps.
#[derive(clap::Args, Clone)]
pub(crate) struct HeatOptions {
    /// Prints heat maps: for each feature and each square, the number of boards on which the feature contains the
    /// square; 64 rows per feature, a1 first
    #[arg(id = "heat", long = "heat")]
    pub(crate) wanted: bool,
    /// With --heat, prints a table of percentages for each feature instead of rows
    #[arg(long, requires = "heat")]
    pub(crate) draw: bool,
    /// With --heat, also writes an SVG picture with a board for each feature; if FILE is -, writes only the picture, to standard
    /// output
    #[arg(long, value_name = "FILE", requires = "heat")]
    pub(crate) svg: Option<PathBuf>,
}

impl HeatOptions {
    /// Returns the file for the picture, or `None` if no picture is wanted or the picture goes to standard output.
    pub(crate) fn picture(&self) -> Option<&Path> {
        self.svg.as_deref().filter(|file| *file != Path::new(STDIN))
    }
}

fn number_up_to<const MOST: usize>(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MOST);
    number.ok_or_else(|| format!("expected a number from 1 to {MOST}"))
}
