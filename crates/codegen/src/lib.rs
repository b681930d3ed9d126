//! Writes source text from (file, rank) deltas: the const tables of setwise, and a self-contained module for any leaper.
//!
//! # Tables
//!
//! No table is computed by bit tricks. A leaper is a list of deltas, a square is a pair of coordinates, and an attack set
//! contains the squares that the deltas reach on an 8 by 8 board:
//!
//! ```text
//! for each square (file, rank), a1 first, h8 last
//!     for each delta (df, dr)
//!         if (file + df, rank + dr) is on the board: set bit (file + df) + 8 * (rank + dr)
//! ```
//!
//! [`files`] returns the name and the text of every file in [`FOLDERS`]. The command `cargo xtask gen-tables` writes these
//! files; `cargo xtask gen-tables --check` and a test compare them. The proof in `crates/board/src/proof.rs` checks the tables
//! by other means and rejects a wrong table at compile time.
//!
//! # Self-contained modules
//!
//! [`module`](fn@module) writes one file for any [`Leaper`], in Rust or C, without dependencies. It contains the table, set-wise
//! attacks by two formulas, fills, forks, and tests that compare them with a walk by coordinates. The formulas are derived from
//! the deltas and their operations are counted. The cheaper one is the module's `..._setwise`. The table shows the number of
//! operations (shifts, masks and unions; moving four ranks up and down at once is one rotation):
//!
//! | leaper | steps | by shifts | factored |
//! |---|---|---|---|
//! | wazir | 1,0 | 9 | 9 |
//! | ferz | 1,1 | 11 | 8 |
//! | king | 1,0;1,1 | 21 | 10 |
//! | dabbaba | 2,0 | 9 | 9 |
//! | knight | 2,1 | 23 | 17 |
//! | alfil | 2,2 | 11 | 8 |
//! | alibaba | 2,0;2,2 | 21 | 10 |
//! | squirrel | 2,0;2,1;2,2 | 45 | 20 |
//! | threeleaper | 3,0 | 9 | 9 |
//! | camel | 3,1 | 23 | 17 |
//! | zebra | 3,2 | 23 | 17 |
//! | tripper | 3,3 | 11 | 8 |
//! | gnu | 3,1;2,1 | 47 | 27 |
//! | bison | 3,1;3,2 | 47 | 27 |
//! | buffalo | 2,1;3,1;3,2 | 71 | 29 |
//! | fourleaper | 4,0 | 9 | 7 |
//! | giraffe | 4,1 | 23 | 15 |
//! | stag | 4,2 | 23 | 15 |
//! | antelope | 4,3 | 23 | 15 |
//! | root50leaper | 5,5;7,1 | 35 | 26 |
#![forbid(unsafe_code)]

mod describe;
mod formula;
mod leaper;
mod module;
mod pawn_race;
mod render;
mod tables;

pub use describe::{BUILT_IN, LeaperError};
pub use formula::Operations;
pub use leaper::{KING, KNIGHT, Leaper};
pub use module::{Language, module};
pub use tables::files;

/// The command that rewrites all generated files. Each file names it, and a failed check prints it.
pub const COMMAND: &str = "cargo xtask gen-tables";

/// One generated file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// The folder, relative to the workspace root; one of [`FOLDERS`].
    pub folder: &'static str,
    /// The name in the folder, such as `knight_attacks.rs`.
    pub name: String,
    /// The whole text, ending with a line feed.
    pub text: String,
}

/// The folders that contain only generated files: the tables, and the modules of leapers that tests and benches use.
pub const FOLDERS: [&str; 2] = ["crates/board/src/generated", "crates/testkit/src/leapers"];
