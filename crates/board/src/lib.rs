//! Bitboards, squares, steps and leaper tables: the base crate of setwise.
//!
//! A [`Bitboard`] is a set of squares in 64 bits. Square a1 is bit 0, b1 is bit 1, h8 is bit 63. With files and ranks
//! counted from 0, the number of a square's bit is `file + 8 * rank`. This is the little-endian rank-file mapping.
//! Pictures show rank 8 at the top:
//!
//! ```text
//! 8  56 57 58 59 60 61 62 63        north
//! 7  48 49 50 51 52 53 54 55          ^
//! 6  40 41 42 43 44 45 46 47          |  << 8
//! 5  32 33 34 35 36 37 38 39  west <--+--> east << 1
//! 4  24 25 26 27 28 29 30 31          |
//! 3  16 17 18 19 20 21 22 23          v
//! 2   8  9 10 11 12 13 14 15        south
//! 1   0  1  2  3  4  5  6  7
//!     a  b  c  d  e  f  g  h
//! ```
//!
//! A [`Step`] moves a whole set in one direction. A step takes one shift. If the file changes, it also takes one mask,
//! which removes the bits that wrapped around the edge.
//!
//! # The mirrored mapping in some sources
//!
//! Some sources use another mapping. One engine's wiki page on knight moves maps h1 to bit 0 and a1 to bit 7. On that
//! page files run backwards, so the step that is "east" in this crate is `>> 1`. The formulas of the page mask *before*
//! they shift, for example `(knights & NOT_AB) << 10`. With the bit order of this crate, the formulas are wrong for
//! knights on the 32 squares of files a, b, g and h. For example, they return g1 and h2 as squares that a knight on
//! a1 attacks. The formulas are correct for all 64 squares if h1 is bit 0 in both sets and masks, or if the masks are
//! applied *after* the shift. The test kit keeps these formulas as a counter-example. [`Bitboard::mirror_horizontal`]
//! converts a board from one mapping to the other.
//!
//! # Contents
//!
//! - [`Bitboard`], [`Square`], [`File`], [`Rank`], [`Color`], and [`bitboard!`], which reads a picture of a board;
//! - [`masks`]: named constants for the masks that formulas use;
//! - [`Step`]: the eight king steps and the eight knight steps, masked after or before the shift;
//! - the generated tables [`KNIGHT_ATTACKS`], [`KING_ATTACKS`], [`LINES_THROUGH`], [`KNIGHT_DEGREES`],
//!   [`KING_DEGREES`], [`KNIGHT_DISTANCES`], [`CAUGHT_AREA`], [`CAUGHT_BY_KNIGHT`]. At compile time, each table is
//!   checked by a second method.
//!
//! Programs usually depend on the crate `setwise`, which re-exports these types and tables. The examples on these
//! pages therefore import from `setwise`.
// The examples cannot import the crate `setwise`, because it depends on this crate. A hidden line of each example
// defines the name `setwise` instead.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod bitboard;
mod color;
mod coordinates;
mod excerpt;
mod generated;
pub mod masks;
mod picture;
mod proof;
mod square;
mod step;
mod symmetry;

pub use bitboard::{Bitboard, Squares};
pub use color::{Color, ParseColorError};
pub use coordinates::{File, ParseFileError, ParseRankError, Rank};
#[doc(hidden)]
pub use excerpt::Excerpt;
pub use generated::{
    CAUGHT_AREA, CAUGHT_BY_KNIGHT, KING_ATTACKS, KING_DEGREES, KNIGHT_ATTACKS, KNIGHT_DEGREES, KNIGHT_DISTANCES,
    LINES_THROUGH,
};
pub use square::{ParseSquareError, Square};
pub use step::Step;

/// Runs the code of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
