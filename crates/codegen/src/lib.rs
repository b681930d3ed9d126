//! Derives the const tables of setwise from (file, rank) deltas and writes them as Rust source text.
//!
//! Nothing here knows a bit trick. A leaper is a list of deltas, a square is a pair of coordinates, and an attack set is
//! what the deltas reach on an 8 by 8 board:
//!
//! ```text
//! for each square (file, rank), a1 first, h8 last
//!     for each delta (df, dr)
//!         if (file + df, rank + dr) is on the board: set bit (file + df) + 8 * (rank + dr)
//! ```
//!
//! [`files`] is the whole product: the name and the text of every file in `crates/board/src/generated`. The command
//! `cargo xtask gen-tables` writes them; `cargo xtask gen-tables --check` and a test compare them. The tables are proved
//! once more, by other means, in `crates/board/src/proof.rs`, so a mistake made here does not compile there.
#![forbid(unsafe_code)]

mod leaper;
mod pawn_race;
mod render;
mod tables;

pub use leaper::{KING, KNIGHT, Leaper};
pub use tables::files;

/// The command that rewrites every generated file. Each file names it, and a failed check prints it.
pub const COMMAND: &str = "cargo xtask gen-tables";

/// One generated file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Name inside `crates/board/src/generated`, such as `knight_attacks.rs`.
    pub name: &'static str,
    /// The whole text, ending with a line feed.
    pub text: String,
}
