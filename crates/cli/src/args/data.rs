//! The arguments of the commands that read positions.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;

use clap::ValueEnum;
use setwise_games::{Castling, Detail, Reader, Selection};
use setwise_positions::Rules;

use super::{Backend, HeatOptions, NamedText};
use crate::formats::{ColumnCompression, Format, MOVES};
use crate::limits;
use crate::rows::{Form, RowFormat};

const POSITIONS_EXAMPLES: &str = "\
Each row is `fen,<features>`: the first four fields of the line, then one value per feature. Sets are hexadecimal with
a1 = bit 0, numbers are decimal. With --totals, the column `sum` is the decimal sum if the feature is a number, and is empty if
the feature is a set. With --heat, each row is `feature,square,boards,share`: the number of boards on which the feature contains
the square, and the share of these boards among all positions. `all` then stands for every feature that is a set.

Input: .csv files have a header and a column `fen`; .parquet and .arrow files have columns of sets, or a column `fen`; other files
have lines of FEN or EPD, and blank lines and lines that begin with # are skipped. .pgn files have games, with a position for the
start and one after each move; rows then begin with `fen,game,ply`, or with `fen,file,game,ply` if there are several
files. Text may be compressed with zstd or gzip. Packed
formats need --from. Boards of bulletformat do not say whose turn it was: their features are named own_ and their_, and rows begin
with `board`, which contains only the placement.

With --out, rows also have the columns `score` and `result` if the input has them; an unknown value is empty or null. .parquet
and .arrow files have the columns of the positions, then a column for each feature. With --as squares, a
feature that is a set is written as the squares of the set, a1 first: as names joined by spaces in CSV (`b1 g1`), and as lists of
8-bit numbers from 0 (a1) to 63 (h8) in .parquet and .arrow files. With --format json, each row is a JSON object, in which
a set is a string of hexadecimal digits or, with --as squares, an array of square names.

Examples:
  setwise positions white_knights black_king_escapes games.fen
  setwise positions --totals all book.fen.zst 'games/*.fen.gz'
  setwise positions white_forks --where white_forks_safe --limit 100 games.fen --out forks.csv
  setwise positions --expr 'hits=knight_attacks(own_knights) & their_queens' --where hits games.fen
  setwise positions white_forks_safe --plies 20.. games.pgn.zst
  setwise positions --as squares white_knight_moves games.fen
  setwise positions --as squares --format json white_knight_moves games.fen
  setwise positions --heat --draw white_knights black_king games.fen
  setwise positions --skip-bad --threads 1 white_forks - < mixed.epd";

/// Computes features of the positions in files and prints them as CSV
#[derive(clap::Args)]
#[command(after_help = POSITIONS_EXAMPLES)]
pub(crate) struct Positions {
    /// Features (`all` for every feature), followed by files; - is standard input. A file may be a pattern such as 'games/*.fen'
    #[arg(value_name = "FEATURE... FILE", required_unless_present = "list")]
    pub(crate) names: Vec<String>,
    /// Adds a column with the values of an expression; may be repeated. Features may then be left out
    #[arg(long = "expr", value_name = "NAME=EXPR")]
    pub(crate) expressions: Vec<NamedText>,
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
    /// Writes to a file instead of standard output: .csv or .jsonl (may be followed by .zst or .gz), .parquet or .arrow. The file appears only when it is
    /// complete
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Format of the output file, whatever its extension
    #[arg(long, value_name = "FORMAT", requires = "out", value_parser = Format::output_parser())]
    pub(crate) to: Option<Format>,
    /// Writes only the values of features, without the positions
    #[arg(long)]
    pub(crate) no_positions: bool,
    /// How sets are written: as sets of 64 bits, or as lists of squares
    #[arg(long = "as", value_name = "FORM", default_value = "sets", conflicts_with_all = ["totals", "heat"])]
    pub(crate) form: Form,
    /// Format of the rows: comma-separated values, or a JSON object on each line [default: json for .jsonl and .ndjson
    /// files, otherwise csv]
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["totals", "heat", "to"])]
    pub(crate) format: Option<RowFormat>,
    #[command(flatten)]
    pub(crate) columnar: Columnar,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

const FIND_EXAMPLES: &str = "\
An expression combines features, sets of pieces and patterns: docs/expressions.md in the repository describes the language. A set
is true if it is not empty.

Examples:
  setwise find 'own_royal_forks & own_forks_safe' games.fen
  setwise find --count 'white_to_move and count(black_knight_moves) < 3' 'games/*.fen.zst'
  setwise find --draw --limit 3 'knight_attacks(own_knights) & their_queens' games.fen
  setwise find 'checkmate and score != 0' train.bin --from marlinformat
  setwise find --sql own_forks_safe games.parquet";

/// Prints the positions for which an expression is true, as FEN
#[derive(clap::Args)]
#[command(after_help = FIND_EXAMPLES)]
pub(crate) struct Find {
    /// The expression, in quotes
    #[arg(value_name = "EXPR")]
    pub(crate) expression: String,
    /// Files; - is standard input. A file may be a pattern such as 'games/*.fen'
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<String>,
    /// Prints only the number of positions
    #[arg(long)]
    pub(crate) count: bool,
    /// Draws each position; if the expression is a set, its squares are marked
    #[arg(long, conflicts_with = "count")]
    pub(crate) draw: bool,
    /// Prints an SQL query for setwise-engine that finds the same positions. Reads only the names of the columns
    #[arg(long, conflicts_with = "draw")]
    pub(crate) sql: bool,
    #[command(flatten)]
    pub(crate) backend: Backend,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

const CONVERT_EXAMPLES: &str = "\
The formats follow from the extensions: .parquet, .arrow, .fen, .epd and .csv. The last three may be followed by .zst or .gz. Packed
formats are named by --from and --to. A .csv file has a header and a column `fen`; it also gets the columns score and result if the
input has them. From a .csv file, only the column of FENs is read. EPD has the first four fields of the line and the operations,
FEN has six fields. A missing field becomes -, and missing counters become 0 1. In EPD, the counters are the operations hmvc and
fmvn. All other operations are kept only from EPD to EPD.

All formats except bulletformat keep castling rights, the en passant square and the counters. Bulletformat also does not say whose
turn it was. Its boards are converted to fen, epd, csv, marlinformat or viriformat only with --white-to-move, which treats White as
the side to move on every board.

Lines of text have no score and no result, and games have no score. Packed formats store both. --score N gives the score of
positions that have none, and --result says what becomes of positions whose result is unknown. Games may be converted without
--score; their positions then get the score 0, and a message says so.

With --games, the output has a row for each game of .pgn files instead of a row for each position: the number of the game, its tags
Event, Site, Date, Round, White, Black, Result, FEN and Variant, the tags that --tags names, and its moves. The moves are written
as in UCI: as a list in .parquet and .arrow files, and separated by spaces in .csv files.

The output appears only when it is complete. docs/files.md in the repository is the guide.

Examples:
  setwise convert games.fen games.csv.zst
  setwise convert 'suites/*.epd' forks.epd --where white_forks_safe
  setwise convert games.pgn.zst games.parquet
  setwise convert games.pgn.zst games.parquet --games --tags WhiteElo,BlackElo
  setwise convert puzzles.csv --column FEN - --to epd
  setwise convert games.fen train.bin --to marlinformat --score 0 --result draw
  setwise convert games.pgn train.bin --to marlinformat --score 0 --result unknown
  setwise convert train.bin games.parquet --from marlinformat";

/// Converts files of positions to another format
#[derive(clap::Args)]
#[command(after_help = CONVERT_EXAMPLES)]
pub(crate) struct Convert {
    /// Input files or patterns, followed by the output file; - is standard input or standard output
    #[arg(value_name = "IN... OUT", required = true)]
    pub(crate) files: Vec<String>,
    /// Format of the output file, whatever its extension
    #[arg(long, value_name = "FORMAT", value_parser = Format::output_parser())]
    pub(crate) to: Option<Format>,
    /// Writes a row for each game of .pgn files, with its tags and its moves, as .csv, .parquet or .arrow
    #[arg(long)]
    pub(crate) games: bool,
    #[command(flatten)]
    pub(crate) unknown: UnknownLabels,
    #[command(flatten)]
    pub(crate) backend: Backend,
    #[command(flatten)]
    pub(crate) columnar: Columnar,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Options for writing positions without a score or a result in packed formats, which must store both.
#[derive(clap::Args, Clone, Copy, Default)]
pub(crate) struct UnknownLabels {
    /// In packed formats, the score in centipawns for positions without a score: good for White if positive, or good for
    /// the side to move if the input does not say whose turn it was
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) score: Option<i16>,
    /// In packed formats, how positions whose result is unknown are written: `draw` stores a draw, and `unknown` leaves
    /// them out and reports their number
    #[arg(long)]
    pub(crate) result: Option<UnknownResult>,
}

/// How positions whose result is unknown are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnknownResult {
    #[value(help = "stores a draw")]
    Draw,
    #[value(help = "leaves them out")]
    Unknown,
}

/// Options for writing .parquet and .arrow files.
#[derive(clap::Args, Default)]
pub(crate) struct Columnar {
    /// In .parquet and .arrow files, writes sets as signed 64-bit integers with the same bits, because Spark reads
    /// unsigned integers as decimals
    #[arg(long)]
    pub(crate) signed: bool,
    /// In .parquet and .arrow files, the number of rows in a row group [default: 131072, or 16384 games]. The rows of a
    /// group are kept in memory until they are written
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
/// Features and expressions are also written as columns: sets as UInt64 and truth values as Boolean. Numbers of features
/// are written as UInt8, but legal_move_count as UInt16. Numbers of expressions are written as Int64.
/// `setwise positions --list` prints all features.
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
    pub(crate) column: Option<String>,
    /// Column that contains the moves of a game in .csv, .parquet and .arrow files, as a text or a list of texts, in
    /// standard algebraic notation or as in UCI. Each row is then a game with several positions. `--column moves` is
    /// short for `--moves-column moves`
    #[arg(long, value_name = "NAME", conflicts_with = "column")]
    moves_column: Option<String>,
    /// If rows are games, the column with the FENs of the positions from which the games start. The default is `fen`,
    /// in lower or upper case, if the file has this column. A game without a FEN starts from the start position
    #[arg(long, value_name = "NAME")]
    pub(crate) start_column: Option<String>,
    /// Keeps only positions for which this expression is true, or is a set that is not empty, such as
    /// `own_royal_forks & own_forks_safe`. If --where is given several times, all must hold, each
    /// somewhere on the board; `&` asks for common squares
    #[arg(long = "where", value_name = "EXPR")]
    pub(crate) conditions: Vec<String>,
    /// Reads named expressions from a file, each as `let NAME = EXPR`, for use in other expressions
    #[arg(long, value_name = "FILE")]
    pub(crate) definitions: Option<PathBuf>,
    /// Stops after N positions. With --where, counts only the positions that are kept
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    #[command(flatten)]
    pub(crate) plies: Plies,
    /// Treats White as the side to move on boards that do not store the side to move (bulletformat): own pieces are
    /// white
    #[arg(long)]
    pub(crate) white_to_move: bool,
    /// Skips lines, records and rows that are not positions, games that cannot be read, and positions whose counters or
    /// other labels do not fit the output, and reports their number
    #[arg(long, visible_alias = "skip-bad-games")]
    pub(crate) skip_bad: bool,
    /// With --skip-bad, writes a list of what is skipped: one per line, with its place and the reason; - is standard
    /// output. The file appears only when it is complete
    #[arg(long, value_name = "FILE", requires = "skip_bad")]
    pub(crate) skipped: Option<PathBuf>,
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
    /// default is the number of cores. With any number of threads, reading pauses while about 64 MiB of results are being
    /// made or wait to be written
    #[arg(long, value_name = "N", value_parser = number_up_to::<1024>)]
    threads: Option<NonZeroUsize>,
}

/// Options that select positions of games.
#[derive(clap::Args)]
pub(crate) struct Plies {
    /// Of each game in .pgn files, keeps only the positions after A to B moves by either side, such as 10..40, 10.. or
    /// ..40; both ends are included, and 0 is the start
    #[arg(long = "plies", value_name = "A..B", value_parser = range)]
    range: Option<(usize, usize)>,
    /// Of each game in .pgn files, keeps only every Nth position, beginning with the start
    #[arg(long, value_name = "N")]
    every: Option<NonZeroUsize>,
    /// Of each game in .pgn files, keeps only the last position, or the last one that --plies and --every keep
    #[arg(long)]
    last: bool,
    /// Also accepts games without a result after their moves, such as those of books of openings. The result of such a game
    /// is that of its tag Result, or unknown
    #[arg(long)]
    unfinished: bool,
    /// Plays the games of .pgn and .uci files and of tables as Chess960. Without this option, a game is Chess960 if its tag
    /// Variant or its FEN says so
    #[arg(long)]
    chess960: bool,
    /// Also writes these tags of games in .pgn files, each as a column. A tag that no game has is an error
    #[arg(long, value_name = "TAG,...", value_delimiter = ',')]
    pub(crate) tags: Vec<String>,
    /// Also writes the moves of games in .pgn files, in the column `move` as in the file and in the column `uci` as in UCI
    #[arg(long)]
    moves: bool,
    /// Also writes the clocks in comments of .pgn files, such as [%clk 0:03:00], in milliseconds, in the column `clock_ms`
    #[arg(long)]
    clocks: bool,
    /// Also writes the evaluations in comments of .pgn files, such as [%eval 0.17], in centipawns, in the column `eval_cp`;
    /// a mate by White in n moves is 100000 - n, and a mate by Black is n - 100000
    #[arg(long)]
    evals: bool,
}

impl Plies {
    /// Returns the columns to write in addition to the positions.
    pub(crate) fn details(&self) -> Vec<Detail> {
        let mut details = Vec::new();
        if self.moves {
            details.extend([Detail::Move, Detail::Uci]);
        }
        details.extend(self.clocks.then_some(Detail::Clock));
        details.extend(self.evals.then_some(Detail::Eval));
        details.extend(self.tags.iter().cloned().map(Detail::Tag));
        details
    }

    /// Returns whether any of these options was given.
    pub(crate) fn is_given(&self) -> bool {
        let selects = self.range.is_some() || self.every.is_some() || self.last;
        selects || self.is_for_text() || !self.details().is_empty()
    }

    /// Returns whether an option that says how to read games as text was given.
    pub(crate) fn is_for_text(&self) -> bool {
        self.unfinished || self.chess960
    }

    /// Returns whether an option that has no meaning for whole games was given.
    pub(crate) fn is_for_positions(&self) -> bool {
        self.selection() != Selection::default() || self.moves || self.clocks || self.evals
    }

    /// Returns a reader of games as text that stores these details.
    pub(crate) fn reader(&self, details: &[Detail]) -> Reader {
        let castling = if self.chess960 { Castling::Chess960 } else { Castling::Standard };
        let reader = Reader::new(self.selection()).with_unfinished(self.unfinished).with_castling(castling);
        reader.with_details(details)
    }

    pub(crate) fn selection(&self) -> Selection {
        let all = Selection::default();
        Selection { every: self.every.unwrap_or(all.every), plies: self.range.unwrap_or(all.plies), last: self.last }
    }
}

/// Parses a range of plies. A missing end has no limit.
fn range(text: &str) -> Result<(usize, usize), String> {
    let end = |text: &str, missing: usize| if text.is_empty() { Some(missing) } else { text.parse().ok() };
    let ends = text.split_once("..").and_then(|(first, last)| Some((end(first, 0)?, end(last, usize::MAX)?)));
    let range = ends.filter(|(first, last)| first <= last && text.len() > "..".len());
    range.ok_or_else(|| "expected two numbers of plies, such as 10..40, 10.. or ..40".to_string())
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

    /// Returns the name of the column of moves, or `None` if rows are positions.
    pub(crate) fn moves_column(&self) -> Option<&str> {
        self.moves_column.as_deref().or(self.column.as_deref().filter(|name| name.eq_ignore_ascii_case(MOVES)))
    }
}

fn number_up_to<const MOST: usize>(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MOST);
    number.ok_or_else(|| format!("expected a number from 1 to {MOST}"))
}
