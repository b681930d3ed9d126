//! Writes the const tables of setwise as source text, from (file, rank) deltas.
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
//! [`files`] returns the name and the text of every file in [`FOLDER`]. The command `cargo xtask gen-tables` writes these
//! files; `cargo xtask gen-tables --check` and a test compare them. The proof in `crates/board/src/proof.rs` checks the tables
//! by other means and rejects a wrong table at compile time.
#![forbid(unsafe_code)]

mod leaper;
mod pawn_race;
mod render;
mod tables;

pub use leaper::{KING, KNIGHT, Leaper};
pub use tables::files;

/// The command that rewrites all generated files. Each file names it, and a failed check prints it.
pub const COMMAND: &str = "cargo xtask gen-tables";

/// One generated file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// The name in [`FOLDER`], such as `knight_attacks.rs`.
    pub name: String,
    /// The whole text, ending with a line feed.
    pub text: String,
}

/// The folder that contains only generated files, relative to the workspace root.
pub const FOLDER: &str = "crates/board/src/generated";
