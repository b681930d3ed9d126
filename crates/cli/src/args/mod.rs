//! The arguments of the program and of each command.

mod board;
mod data;
mod generate;

use std::path::{self, PathBuf};
use std::str::FromStr;

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use setwise::BackendId;

use crate::formats::{STDIN, WITHOUT_COLUMNS};

pub(crate) use board::{Caught, Degree, Distance, Explain, Moves, MovesFormat, Path, Piece, Prove, Show};
pub(crate) use data::{
    Columnar, Convert, Find, Positions, Reading, Schema, SchemaFormat, UnknownLabels, UnknownResult,
};
pub(crate) use generate::{Gen, GenKernel, GenLeaper, Isa};

const EXAMPLES: &str = "\
Examples:
  setwise positions white_knight_moves white_forks_safe games.fen > features.csv
  zstdcat book.fen.zst | setwise positions --totals all -
  setwise find 'own_royal_forks & own_forks_safe' games.fen
  setwise list fork
  setwise positions --heat white_knights games.fen --svg knights.svg
  setwise convert 'games/*.fen.gz' all.epd.zst --where white_forks_safe
  echo 0x42 | setwise sets knight_attacks popcount
  setwise show white_king_escapes 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  setwise explain forks a8,e8
  setwise prove 'king_attacks(a) & b' = 'a & king_attacks(b)'
  setwise distance knight a1 h8
  setwise degree knight b1
  setwise moves knight b1,g1 --own a3,e2
  setwise caught black g5 white --piece knight
  setwise path a1 h8 --blocked b2,c3
  setwise backends
  setwise bench";

/// Computes knight and king patterns of chess positions, millions at a time.
#[derive(Parser)]
#[command(name = "setwise", version, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Positions(Positions),
    Find(Find),
    Convert(Convert),
    List(List),
    #[command(hide = WITHOUT_COLUMNS)]
    Schema(Schema),
    Sets(Sets),
    Show(Show),
    Explain(Explain),
    Prove(Prove),
    Distance(Distance),
    Degree(Degree),
    Moves(Moves),
    Caught(Caught),
    Path(Path),
    Backends(ListBackends),
    Bench(Bench),
    /// Writes source code to copy into another project
    #[command(subcommand)]
    Gen(Gen),
    /// Writes the completion script for a shell
    Completions {
        /// The shell to complete commands in
        shell: Shell,
    },
}

/// An expression with a name, as given on the command line, such as `hits=knight_attacks(own_knights) & their_queens`.
#[derive(Debug, Clone)]
pub(crate) struct NamedText {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl FromStr for NamedText {
    type Err = String;

    fn from_str(argument: &str) -> Result<Self, String> {
        let expected = "expected NAME=EXPRESSION, such as 'hits=knight_attacks(own_knights) & their_queens'";
        let (name, text) = argument.split_once('=').ok_or(expected)?;
        let name = name.trim();
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            return Err(format!("'{name}' is not a name of letters, digits and _; {expected}"));
        }
        Ok(Self { name: name.to_string(), text: text.trim().to_string() })
    }
}

/// The option that chooses a backend.
#[derive(clap::Args)]
pub(crate) struct Backend {
    /// Backend to use, by its name in `setwise backends`; without this option, the environment variable SETWISE_BACKEND
    /// may name one
    #[arg(long = "backend", value_name = "NAME", value_parser = ready_backend)]
    named: Option<setwise::Backend>,
}

fn ready_backend(name: &str) -> Result<setwise::Backend, String> {
    let id: BackendId = name.parse().map_err(|error: setwise::ParseBackendIdError| error.to_string())?;
    id.detect().map_err(|error| error.to_string())
}

impl Backend {
    /// Returns the backend that the option names. Without the option, returns the backend that the environment variable
    /// names. If the variable is not set either, returns the best backend for this CPU.
    pub(crate) fn get(&self) -> anyhow::Result<setwise::Backend> {
        if let Some(backend) = self.named {
            return Ok(backend);
        }
        let failure = |error: &dyn std::fmt::Display| {
            let value = std::env::var_os(setwise::BACKEND_VARIABLE).unwrap_or_default();
            crate::failure::usage(format!("{}={}: {error}", setwise::BACKEND_VARIABLE, value.display()))
        };
        match BackendId::from_env().map_err(|error| failure(&error))? {
            Some(id) => id.detect().map_err(|error| failure(&error)),
            None => Ok(setwise::auto()),
        }
    }
}

/// Lists all patterns and features: inputs, results and their kinds, definition, and where each can be used
#[derive(clap::Args)]
pub(crate) struct List {
    /// Lists only names that contain this text
    pub(crate) word: Option<String>,
    /// Prints the list as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Lists the number of operations and the depth of each pattern whose inputs are all sets, for each formula for the
    /// attacks of knights and kings. Depth is the length of the longest chain of operations in which each needs the
    /// result of the one before. A step to the east or west counts as two operations, a shift and a mask
    #[arg(long, conflicts_with = "json")]
    pub(crate) operations: bool,
}

/// Reads sets of squares from the comma-separated columns of each line, and prints patterns of these sets as CSV
#[derive(clap::Args)]
#[command(
    after_help = "A line has a column for each input, in the order of `setwise list`: sets are hexadecimal, numbers are decimal, flags are 0 or 1, and squares are names such as e4 or numbers from 0 to 63. Several patterns read the same columns: a pattern with n inputs reads the first n.\n\nExamples:\n  echo 0x2,0x800 | setwise sets knight_moves\n  echo 0x42 | setwise sets popcount knight_attacks\n  setwise sets king_fill2 sets.txt\n  setwise sets --heat --draw knight_attacks sets.txt\n\nThe prefix 0x is optional unless the digits could also be names of squares, as in 0xb1."
)]
pub(crate) struct Sets {
    /// Patterns from `setwise list`, followed by one file; without a file, or with -, standard input is read
    #[arg(value_name = "PATTERN... FILE", required = true)]
    pub(crate) names: Vec<String>,
    #[command(flatten)]
    pub(crate) heat: HeatOptions,
    #[command(flatten)]
    pub(crate) backend: Backend,
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
    /// With --heat, also writes an SVG picture with a board for each feature; if FILE is -, writes only the picture, to
    /// standard output
    #[arg(long, value_name = "FILE", requires = "heat")]
    pub(crate) svg: Option<PathBuf>,
}

impl HeatOptions {
    /// Returns the file for the picture, or `None` if no picture is wanted or the picture goes to standard output.
    pub(crate) fn picture(&self) -> Option<&path::Path> {
        self.svg.as_deref().filter(|file| *file != path::Path::new(STDIN))
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ListFormat {
    Table,
    Csv,
}

/// Lists the backends: what each needs, whether this machine supports it, and which one `auto` chooses
#[derive(clap::Args)]
pub(crate) struct ListBackends {
    /// Format of the list
    #[arg(long, default_value = "table")]
    pub(crate) format: ListFormat,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum BenchFormat {
    Table,
    Json,
}

const BENCH_EXAMPLES: &str = "\
The backends run in interleaved rounds, so that a change in the machine's speed affects all of them alike. Stop other programs
before measuring.

Examples:
  setwise bench
  setwise bench --positions games.fen --format json > bench.json";

/// Measures the backends on this machine in about ten seconds and shows which one to use
#[derive(clap::Args)]
#[command(after_help = BENCH_EXAMPLES)]
pub(crate) struct Bench {
    /// File of FEN or EPD lines to use instead of the embedded positions; - is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) positions: Option<String>,
    /// Format of the output
    #[arg(long, default_value = "table")]
    pub(crate) format: BenchFormat,
}
