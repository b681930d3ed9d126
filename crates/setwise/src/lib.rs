//! Set-wise knight and king patterns on bitboards, for one board or a billion.
//!
//! A bitboard is a set of squares in 64 bits, a1 = bit 0, h8 = bit 63. Set-wise means for all pieces of a set at once.
//!
//! ```text
//! knights           attacks
//! . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .      one shift and one mask move a whole set;
//! . . . . . . . .   . . . . . . . .      eight of them, shared cleverly, are the
//! . . . . . . . .   . . . . . . . .      attacks of all knights on the board,
//! . . . . . . . .   . . . . . . . .      and an AVX2 register holds four boards
//! . . . . . . . .   X . X . . X . X
//! . . . . . . . .   . . . X X . . .
//! . X . . . . X .   . . . . . . . .
//! ```
//!
//! # One position
//!
//! ```
//! use setwise::{Square, knight_attacks, knight_attacks_setwise};
//!
//! let from_one_square = knight_attacks(Square::B1); // a table: for one square nothing beats it
//! let of_all_knights = knight_attacks_setwise(Square::B1.bitboard() | Square::G1.bitboard());
//! assert!(from_one_square.is_subset(of_all_knights));
//! ```
//!
//! Inside one board SIMD loses on latency: these functions are plain words and never go through dispatch.
//!
//! # Columns of positions
//!
//! ```
//! use setwise::patterns::KnightAttacks;
//!
//! let knights: Vec<u64> = vec![0x42; 1000]; // one word a board
//! let mut attacks = vec![0; 1000];
//! let backend = setwise::auto(); // ask once, pass it on
//! backend.map(KnightAttacks, [&knights], [&mut attacks]);
//! assert_eq!(attacks[0], 0x00A5_1800);
//! ```
//!
//! [`patterns`] has knights, forks, kings, king safety, pawn races, paths and distances, and all squares that a side attacks.
//! The [`guide`] explains which call to take. Where you need a number and not the set, `counts` writes one byte a board and
//! `total` returns one sum for each result; neither stores a set.
//!
//! ```
//! use setwise::patterns::KnightMoves;
//!
//! let (knights, own) = (vec![0x42_u64; 1000], vec![0xFFFF_u64; 1000]);
//! let mut mobility = vec![0_u8; 1000];
//! setwise::auto().counts(KnightMoves, [&knights, &own], [&mut mobility]);
//! let [moves] = setwise::auto().total(KnightMoves, [&knights, &own]);
//! assert_eq!((mobility[0], moves), (4, 4000));
//! ```
//!
//! # Your own pattern, on every backend
//!
//! [`kernel!`] writes a pattern as a function of sets. Everything it computes is fused into one pass over the columns. In
//! main memory that pays most, because the speed of memory bounds every single pattern.
//!
//! ```
//! setwise::kernel! {
//!     /// Knight captures, and the squares defended by the king as well.
//!     fn CapturesAndDefended(spread, knights, king, them) -> [captures, defended] {
//!         let attacks = spread.knight(knights);
//!         let captures = attacks & them;
//!         let defended = attacks & spread.king(king);
//!     }
//! }
//!
//! let (knights, king, them) = ([1_u64 << 18], [1_u64 << 4], [1_u64 << 35]);
//! let (mut captures, mut defended) = ([0], [0]);
//! setwise::auto().map(CapturesAndDefended, [&knights, &king, &them], [&mut captures, &mut defended]);
//! assert_eq!(captures, them);
//! assert_eq!(defended, [1 << 3 | 1 << 12]);
//! ```
//!
//! # Choosing a backend
//!
//! A strategy is an instruction set, a number of boards side by side, and a formula. All strategies give identical bits.
//!
//! | you write | you get |
//! |---|---|
//! | nothing | [`auto()`] is the best of the default features that this CPU can run |
//! | `default-features = false, features = ["avx2"]` | [`auto()`] is `avx2-prefix` where the CPU has it, otherwise the floor `scalar-prefix`; nothing else is compiled |
//! | `backend::Avx2Prefix::detect()` (on x86-64, with the feature) | that backend or `None`, whatever features other crates enable |
//! | `"avx2-prefix".parse::<BackendId>()?.detect()?` | that backend by name, or an error that says why it cannot run |
//! | `BackendId::from_env()` (feature `std`) | the backend that [`BACKEND_VARIABLE`] names; for programs, the library never reads it |
//! | `RUSTFLAGS='--cfg setwise_backend="scalar-prefix"'` | [`auto()`] fixed for the final binary, see [`FIXED_BACKEND`] |
//!
//! | feature | backends | default |
//! |---|---|---|
//! | (always) | `scalar-prefix` | yes |
//! | `avx512` | `avx512-vpopcnt-prefix`, `avx512-prefix` | yes |
//! | `avx2` | `avx2-prefix` | yes |
//! | `neon` | `neon-prefix` | yes |
//! | `simd128` | `simd128-prefix` | yes |
//! | `sse2` | `sse2-prefix` | yes |
//! | `popcnt` | (none) the instruction for [`auto_for_counting`] | yes |
//! | `portable` | `portable-prefix` | yes |
//! | `scalar-shift` | `scalar-shift` | no |
//! | `scalar-lookup` | `scalar-lookup` | no |
//! | `rayon` | (none) `par_map`, `par_counts` and `par_total` on several threads | no |
//! | `std` | (none) `BackendId::from_env` | no |
//!
//! Features are additive: crates of one program may ask for different ones. Detection is cached, needs no standard library,
//! and asks by name for every extension that the code uses. A static `-C target-cpu` never takes away a wider path at run
//! time. A batch shorter than a register runs on `scalar-prefix`.
//!
//! # Single squares, and counting
//!
//! Where each element is one square and not a set, [`Backends::knight_attacks_from`] and [`Backends::king_attacks_from`] take
//! a column of [`Square`]s. [`auto_for_counting`] counts the members of a word, of each word of a column, and of all words
//! together. Both take the way that was measured to be fastest for the CPU and, when counting, for the length.
//!
//! # Your own work on every backend
//!
//! Whatever is generic over lanes and spread is a [`backend::Job`], and [`Backends::run`] runs it on the backend that was
//! chosen. [`backend`] has the backends by type and what they are made of.
//!
//! # Limits
//!
//! Knights and kings are not blocked, so their attacks are those of an empty board; pins and checks play no part. A set-wise
//! result does not say which piece attacks what.
#![no_std]
#![forbid(unsafe_code)]

#[doc = include_str!("guide.md")]
pub mod guide {}

mod backends;
mod counting;
mod one;
#[cfg(feature = "rayon")]
mod parallel;
mod registry;
mod select;

pub use counting::{Counting, auto_for_counting};
pub use one::{king_attacks, king_attacks_setwise, knight_attacks, knight_attacks_setwise};
pub use registry::{BackendId, Backends, FIXED_BACKEND, NotReady, UnknownName};
pub use select::{BACKEND_VARIABLE, auto};
pub use setwise_board::{Bitboard, Color, File, Rank, Square, bitboard, masks};
pub use setwise_core::{Kernel, Lanes, Spread, kernel, one_board, patterns, popcount};
/// The proofs and registers of the instruction sets that this build contains.
#[cfg(any(
    feature = "popcnt",
    feature = "sse2",
    feature = "avx2",
    feature = "avx512",
    feature = "neon",
    feature = "simd128"
))]
pub use setwise_simd as simd;

/// Backends by type and what they are made of: instruction set, lanes and spread; jobs that run on any of them.
pub mod backend {
    pub use setwise_core::{
        Backend, Chunk, Counts, EightShifts, FromSquares, Isa, Job, Lookup, Map, Prefix, Runner, Scalar, SpreadBits,
        Table, Total, Words, king_attacks_from, king_directions, knight_attacks_from, knight_directions,
        vulnerable_lines_of_each,
    };

    #[allow(unused_imports, reason = "a build may contain no backend but the floor")]
    pub use crate::registry::backend_types::*;
}

/// Steps, sets as iterators, and the errors of parsing names of squares.
pub mod board {
    pub use setwise_board::{ParseColorError, ParseFileError, ParseRankError, ParseSquareError, Squares, Step};
}

/// Const tables: attacks and degrees, lines, distances, pawn races; a1 = index 0.
pub mod tables {
    pub use setwise_board::{
        CAUGHT_AREA, CAUGHT_BY_KNIGHT, KING_ATTACKS, KING_DEGREES, KNIGHT_ATTACKS, KNIGHT_DEGREES, KNIGHT_DISTANCES,
        LINES_THROUGH,
    };
}
