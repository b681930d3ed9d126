//! Bitboards, squares, one-step moves and leaper tables: the ground floor of setwise.
//!
//! A [`Bitboard`] is a set of squares in 64 bits. Square a1 is bit 0, b1 is bit 1, h8 is bit 63: the bit number is
//! `file + 8 * rank`. The field calls this the little-endian rank-file mapping. A picture shows rank 8 on top:
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
//! So a move of a whole set by one direction, a [`Step`], is one shift and, where files change, one mask that removes
//! what wrapped around the edge.
//!
//! # The mirrored mapping of some texts
//!
//! Not every text counts like this. One engine's wiki page on knight moves puts h1 on bit 0 and a1 on bit 7: files run
//! backwards, and what is "east" here is `>> 1` there. Its formulas mask *before* they shift, such as `(knights & NOT_AB) << 10`. Read with
//! our bit order as they stand, they are wrong on 32 squares, all on files a, b, g and h: a knight on a1 gets g1 and h2.
//! Read with h1 = bit 0 (sets and masks), or with the masks moved *behind* the shift, they are right on all 64. The test
//! kit keeps that list as a counter-example; [`Bitboard::mirror_horizontal`] converts a board from one mapping to the other.
//!
//! # Parts
//!
//! - [`Bitboard`], [`Square`], [`File`], [`Rank`], [`Color`], and [`bitboard!`], which reads a picture of a board;
//! - [`masks`]: every mask that a formula uses, by name;
//! - [`Step`]: the eight one-step moves and the eight knight steps, masked after or before the shift;
//! - the generated tables [`KNIGHT_ATTACKS`], [`KING_ATTACKS`], [`LINES_THROUGH`], [`KNIGHT_DEGREES`], [`KING_DEGREES`],
//!   [`KNIGHT_DISTANCES`], [`CAUGHT_AREA`], [`CAUGHT_BY_KNIGHT`], each proved in another way at compile time.
#![no_std]
#![forbid(unsafe_code)]

mod bitboard;
mod color;
mod coordinates;
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
pub use generated::{
    CAUGHT_AREA, CAUGHT_BY_KNIGHT, KING_ATTACKS, KING_DEGREES, KNIGHT_ATTACKS, KNIGHT_DEGREES, KNIGHT_DISTANCES,
    LINES_THROUGH,
};
pub use square::{ParseSquareError, Square};
pub use step::Step;
