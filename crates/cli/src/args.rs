//! The command line.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use setwise::{BackendId, Backends, Color, Square};
use setwise_codegen::{Language, Leaper};

use crate::parse;

const EXAMPLES: &str = "\
Examples:
  setwise positions white_knight_moves white_forks_safe games.fen > features.csv
  zstdcat book.fen.zst | setwise positions --totals all -
  setwise positions --list
  echo 0x42 | setwise sets knight_attacks popcount
  setwise show white_king_escapes 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  setwise distance knight a1 h8
  setwise path a1 h8 --blocked b2,c3
  setwise backends";

/// Knight and king patterns of chess positions, millions at a time.
#[derive(Parser)]
#[command(name = "setwise", version, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Positions(Positions),
    Sets(Sets),
    Show(Show),
    Distance(Distance),
    Caught(Caught),
    Path(Path),
    Backends(ListBackends),
    /// Writes source text to take home
    #[command(subcommand)]
    Gen(Gen),
    /// Writes the completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

const POSITIONS_EXAMPLES: &str = "\
Rows are `fen,<features>`: the line's first four fields, then a value a feature; sets in hexadecimal with a1 = bit 0, numbers
in decimal. Lines are FEN or EPD; blank lines and lines that begin with # are passed over; files may be compressed by zstd.
With --totals, `sum` is the decimal sum of a number's values and empty for sets.

Examples:
  setwise positions white_knights black_king_escapes games.fen
  setwise positions --totals all book.fen.zst
  setwise positions --skip-bad --threads 1 white_forks - < mixed.epd";

/// Computes features of the positions of files, as CSV
#[derive(clap::Args)]
#[command(after_help = POSITIONS_EXAMPLES)]
pub(crate) struct Positions {
    /// Features (`all` for all of them), then files; - is standard input
    #[arg(value_name = "FEATURE... FILE", required_unless_present = "list")]
    pub(crate) names: Vec<String>,
    /// Prints every feature with its definition
    #[arg(long, exclusive = true)]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) backend: Backend,
    /// Passes over lines that are no positions, and counts them
    #[arg(long)]
    pub(crate) skip_bad: bool,
    /// Also accepts positions in which a side has no king or several
    #[arg(long)]
    pub(crate) any_kings: bool,
    /// Also accepts pawns on ranks 1 and 8, and any number of kings
    #[arg(long)]
    pub(crate) any_pieces: bool,
    /// Prints sums over all positions, one row a feature
    #[arg(long)]
    pub(crate) totals: bool,
    /// The most threads that compute; as many as the machine has cores where this is not given. Whatever their number, reading
    /// pauses while 64 MiB of text and rows are in work or wait to be written
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Which backend computes.
#[derive(clap::Args)]
pub(crate) struct Backend {
    /// The backend that computes: a name from `setwise backends`; the variable SETWISE_BACKEND names one as well
    #[arg(long = "backend", value_name = "NAME", value_parser = ready_backend)]
    named: Option<Ready>,
}

/// A backend that this machine can run.
#[derive(Clone)]
struct Ready(Backends);

fn ready_backend(name: &str) -> Result<Ready, String> {
    let id: BackendId = name.parse().map_err(|error: setwise::UnknownName| error.to_string())?;
    id.detect().map(Ready).map_err(|error| error.to_string())
}

impl Backend {
    /// The one that is named, else the one of the environment, else the best.
    pub(crate) fn get(&self) -> anyhow::Result<Backends> {
        if let Some(Ready(backend)) = self.named {
            return Ok(backend);
        }
        let failure = |error: &dyn std::fmt::Display| {
            let value = std::env::var_os(setwise::BACKEND_VARIABLE).unwrap_or_default();
            crate::usage::usage(format!("{}={}: {error}", setwise::BACKEND_VARIABLE, value.display()))
        };
        match BackendId::from_env().map_err(|error| failure(&error))? {
            Some(id) => id.detect().map_err(|error| failure(&error)),
            None => Ok(setwise::auto()),
        }
    }
}

/// Computes patterns of sets of squares, one a line in hexadecimal, as CSV
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  echo 0x42 | setwise sets popcount knight_attacks\n  setwise sets king_fill2 sets.txt\n\n0x before the digits may be left out, except where they could be squares: 0xb1."
)]
pub(crate) struct Sets {
    /// Features, then a file; - or none is standard input
    #[arg(value_name = "FEATURE... FILE", required = true)]
    pub(crate) names: Vec<String>,
    #[command(flatten)]
    pub(crate) backend: Backend,
}

const SHOW_EXAMPLES: &str = "\
Examples:
  setwise show black_forks 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --svg forks.svg
  setwise show knight_attacks b1,g1
  setwise show rotate180 0x00000000000000FF

A set in hexadecimal begins with 0x; names of squares are in lower or upper case.";

/// Draws a feature of one position, or a pattern of some squares
#[derive(clap::Args)]
#[command(after_help = SHOW_EXAMPLES)]
pub(crate) struct Show {
    /// A feature of `positions` or of `sets`
    pub(crate) feature: String,
    /// A position as FEN for the former; squares (`b1,g1`) or a set in hexadecimal (`0x42`) for the latter
    #[arg(value_name = "FEN|SQUARES", required = true)]
    pub(crate) board: Vec<String>,
    /// Also writes a picture; - writes it to standard output, and nothing else
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Also accepts pawns on ranks 1 and 8; any number of kings is always accepted here
    #[arg(long)]
    pub(crate) any_pieces: bool,
    #[command(flatten)]
    pub(crate) backend: Backend,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Piece {
    Knight,
    King,
}

/// Prints the least number of moves from one square to the other
#[derive(clap::Args)]
pub(crate) struct Distance {
    /// Whose moves
    pub(crate) piece: Piece,
    /// A square, such as a1
    #[arg(value_parser = square)]
    pub(crate) from: Square,
    /// A square, such as h8
    #[arg(value_parser = square)]
    pub(crate) to: Square,
}

/// Draws where a king catches a lone passed pawn of the other side
#[derive(clap::Args)]
pub(crate) struct Caught {
    /// The colour of the king
    #[arg(value_parser = color)]
    pub(crate) color: Color,
    /// Its square
    #[arg(value_parser = square)]
    pub(crate) king: Square,
    /// Who is to move
    #[arg(value_parser = color)]
    pub(crate) to_move: Color,
}

/// Draws all squares of all shortest king paths
#[derive(clap::Args)]
#[command(after_help = "Example:\n  setwise path a1 h8 --blocked b2,c3,d4")]
pub(crate) struct Path {
    /// The start
    #[arg(value_parser = square)]
    pub(crate) from: Square,
    /// The end
    #[arg(value_parser = square)]
    pub(crate) to: Square,
    /// Squares that no path crosses, such as b2,c3
    #[arg(long, value_name = "SQUARES", default_value = "")]
    pub(crate) blocked: String,
}

const GEN_EXAMPLES: &str = "\
Examples:
  setwise gen leaper camel=3,1 --out camel.rs
  setwise gen leaper 'gnu=3,1;2,1' --lang c --out gnu.h
  setwise gen leaper zebra > zebra.rs";

#[derive(Subcommand)]
pub(crate) enum Gen {
    Leaper(GenLeaper),
}

/// Writes a module for a leaper: table, set-wise attacks, fill, forks, and tests; it needs nothing else
#[derive(clap::Args)]
#[command(after_help = GEN_EXAMPLES)]
pub(crate) struct GenLeaper {
    /// name=steps such as camel=3,1 or gnu=3,1;2,1, or a name such as zebra
    pub(crate) leaper: Leaper,
    /// Where to write it; - is standard output; a file that is there is replaced
    #[arg(long, default_value = "-")]
    pub(crate) out: PathBuf,
    /// rust or c
    #[arg(long, default_value_t)]
    pub(crate) lang: Language,
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    const MOST: usize = 1024;
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MOST);
    number.ok_or_else(|| format!("threads are 1 to {MOST}"))
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Format {
    Table,
    Csv,
}

/// Lists the backends: what they need, whether this machine runs them, and which one `auto` takes
#[derive(clap::Args)]
pub(crate) struct ListBackends {
    /// How
    #[arg(long, default_value = "table")]
    pub(crate) format: Format,
}

fn square(name: &str) -> Result<Square, String> {
    parse::square(name).ok_or_else(|| "squares are a1 to h8".to_string())
}

fn color(name: &str) -> Result<Color, String> {
    match name {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err("colours are white and black".to_string()),
    }
}
