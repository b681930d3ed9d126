//! Reads games of chess as text into columns of positions.
//!
//! The games may be PGN with moves in standard algebraic notation, long algebraic notation or UCI. They may also be
//! rows of a table ([`GameChunk::push_row`]) or lines of UCI ([`GameChunk::push_uci`]). Only the main line is played:
//! variations, comments and annotations are skipped. A position is stored for the start of the game and after each ply,
//! in the [`Columns`](setwise_positions::Columns) that the readers of FEN also fill.
//!
//! ```
//! use setwise_games::{GameChunk, GameChunks, Plies, Reader, Selection};
//!
//! let mut text = &b"[Event \"a short game\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"[..];
//! let (mut chunks, mut chunk) = (GameChunks::default(), GameChunk::default());
//! let (mut reader, mut plies) = (Reader::new(Selection::default()), Plies::default());
//! while chunks.read_from(&mut text, &mut chunk)? {
//!     reader.append(&chunk, &mut plies, |bad| panic!("{}: {bad}", bad.place()));
//! }
//! assert_eq!(plies.len(), 5);
//! assert_eq!(plies.columns.queens[4], 1 << 3 | 1 << 31); // d1 and h4
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Why this is fast
//!
//! A list of legal moves is never made. The pieces that can reach the target square of a move are one intersection,
//! `knights & attacks(target)`, and usually one piece remains ([`find_move`]). One test of the king's square after the
//! move then shows that the move is legal. Comments are skipped by searching for their end with SIMD instructions.
//!
//! # Bounds
//!
//! [`GameChunks`] cuts a text into chunks of whole games, which can be read on several threads. The memory for a chunk
//! is bounded for every text: long comments are shortened, variations need only a counter, and a game longer than
//! [`LONGEST_GAME`] is an error. A game with an error is skipped as a whole and reported as a [`BadGame`].
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod attacks;
mod bytes;
mod chunks;
mod details;
mod error;
mod legality;
mod notation;
mod pgn;
mod plies;
mod rows;
mod san;
mod scan;
mod state;
mod tags;
mod tags_seen;
mod tokens;

pub use bytes::Outcome;
pub use chunks::{GameChunk, GameChunks, LONGEST_COMMENT, LONGEST_GAME};
pub use details::{Detail, DetailColumn, decode};
pub use error::{BadGame, Fault};
pub use pgn::Reader;
pub use plies::{Plies, Selection};
pub use san::{Castling, MoveError, find_move};
pub use tags_seen::{MissingTag, TagsSeen};

/// Runs the code of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
