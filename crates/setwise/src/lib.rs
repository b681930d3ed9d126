//! Set-wise knight and king patterns on bitboards, for one board or a billion.
//!
//! A bitboard is a set of squares in 64 bits, a1 = bit 0, h8 = bit 63. A set-wise operation works on all pieces of a
//! set at once.
//!
//! ```text
//! knights           attacks
//! . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .      one shift and one mask move all squares of a
//! . . . . . . . .   . . . . . . . .      set; the union of eight such moves is the set
//! . . . . . . . .   . . . . . . . .      of squares that the knights attack;
//! . . . . . . . .   . . . . . . . .      an AVX2 register holds four boards
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
//! let from_one_square = knight_attacks(Square::B1); // one table lookup, the fastest for one square
//! let of_all_knights = knight_attacks_setwise(Square::B1.bitboard() | Square::G1.bitboard());
//! assert!(from_one_square.is_subset(of_all_knights));
//! ```
//!
//! For a single board, SIMD has a longer latency than plain 64-bit words. The functions for one position therefore use
//! plain words, without a dispatch.
//!
//! # Columns of positions
//!
//! ```
//! use setwise::patterns::KnightAttacks;
//!
//! let knights: Vec<u64> = vec![0x42; 1000]; // one word per board
//! let mut attacks = vec![0; 1000];
//! let backend = setwise::auto(); // choose once, pass it on
//! backend.map(KnightAttacks, [&knights], [&mut attacks]);
//! assert_eq!(attacks[0], 0x00A5_1800);
//! ```
//!
//! A column of [`Bitboard`]s becomes a column of words without a copy: see [`columns`].
//!
//! [`patterns`] covers knights, forks, kings, king safety, pawn races and endings, paths, distances, and all squares
//! that a side attacks. The [`guide`] explains which function to use. If you need the number of squares and not the
//! set, `counts` writes one byte per board and `total` returns one sum for each result. Neither stores a set.
//!
//! A square that two knights can reach is one square but two moves. [`patterns::KnightMoveCount`] counts the moves. The
//! result of this kernel, and of a few others, is a number instead of a set. `map` writes such a number and `total`
//! sums it. A call of `counts` or `heat` with one of these kernels does not compile.
//!
//! ```
//! use setwise::patterns::{KnightMoveCount, KnightMoves};
//!
//! let knights = vec![0x22_u64; 1000]; // b1 and f1, which both reach d2
//! let backend = setwise::auto();
//! let mut squares = vec![0_u8; 1000];
//! backend.counts(KnightMoves, [&knights, &knights], [&mut squares]); // no own pieces except the knights
//! let [all_squares] = backend.total(KnightMoves, [&knights, &knights]);
//! assert_eq!((squares[0], all_squares), (6, 6000));
//!
//! let mut moves = vec![0_u64; 1000];
//! backend.map(KnightMoveCount, [&knights, &knights], [&mut moves]);
//! let [all_moves] = backend.total(KnightMoveCount, [&knights, &knights]);
//! assert_eq!((moves[0], all_moves), (7, 7000));
//! ```
//!
//! [`heat`](Backend::heat) returns, for each square, the number of boards whose result contains the square.
//!
//! # Your own pattern, on every backend
//!
//! [`kernel!`] defines a pattern as a function of sets. Everything that the pattern computes is fused into one pass
//! over the columns. One pass helps most when the columns are in main memory, where memory bandwidth limits the speed
//! of every pattern.
//!
//! ```
//! setwise::kernel! {
//!     /// Knight captures, and the squares that the knights and the king both defend.
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
//! A result can also be a number or a flag: see [`kernel!`]. [`Lanes`] has the operations on sets, and [`masks`] has
//! named constant sets.
//!
//! # Choosing a backend
//!
//! A backend combines an instruction set, a number of boards side by side, and a formula. All backends return identical
//! results.
//!
//! | you write | you get |
//! |---|---|
//! | nothing | [`auto()`] is the best backend of the default features that this CPU can run |
//! | `default-features = false, features = ["avx2"]` | [`auto()`] is `avx2-prefix` if the CPU has AVX2, otherwise the baseline `scalar-prefix`; no other backend is compiled |
//! | `backend::Avx2Prefix::detect()` (on x86-64, with the feature) | that backend or `None`; the features that other crates enable do not change the choice |
//! | `"avx2-prefix".parse::<BackendId>()?.detect()?` | that backend by name, or an error with the reason why it cannot run |
//! | `BackendId::from_env()` (feature `std`) | the backend that the environment variable [`BACKEND_VARIABLE`] names; [`auto()`] never reads this variable |
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
//! | `popcnt` | (none) the instruction used by [`auto_for_counting`] | yes |
//! | `portable` | `portable-prefix` | yes |
//! | `scalar-shift` | `scalar-shift` | no |
//! | `scalar-lookup` | `scalar-lookup` | no |
//! | `rayon` | (none) `par_map`, `par_counts`, `par_total` and `par_heat` on several threads | no |
//! | `std` | (none) `BackendId::from_env` | no |
//!
//! Features are additive: the crates of one program may enable different features. Detection is cached, works without
//! the standard library, and checks each CPU extension that the code uses. A build for an older CPU model
//! (`-C target-cpu`) still detects newer instruction sets, and uses their backends on CPUs that have them. A batch that
//! does not fill a register is computed one board at a time, with two exceptions on x86-64 for `map`, `counts` and
//! `total`. AVX-512 backends compute four to seven boards with AVX2, if the build contains the AVX2 backend. With the
//! default features, all backends compute two and three boards with SSE2.
//!
//! # Single squares, and counting
//!
//! If each element is one square and not a set, use [`Backend::knight_attacks_from`] and
//! [`Backend::king_attacks_from`], which take a column of [`Square`]s. [`Backend::sets_from`] does the same for any
//! [`SquareTable`], such as that of another leaper. [`auto_for_counting`] counts the set bits of one word, of each word
//! of a column, or of all words together, by the method that is fastest for the CPU and the length.
//!
//! # Lists of squares
//!
//! [`Backend::list_members`] turns a column of sets into lists of squares. [`Backend::list_knight_moves`],
//! [`Backend::list_king_moves`] and [`Backend::list_pairs`] list which piece attacks which square, and
//! [`Backend::list_pair_kinds`] lists the pairs of sixteen kinds of pieces and targets in one pass. [`one_board_pairs`]
//! iterates over the pairs of one board.
//!
//! # Your own job on every backend
//!
//! Code that is generic over lanes and spread can be written as a [`backend::Job`], and [`Backend::run`] runs it on the
//! chosen backend. The module [`backend`] contains the strategies, which are backends named by types, and the parts of
//! strategies. Code that takes either a [`Backend`] or a strategy is generic over [`backend::Runner`], which has the
//! same methods `map`, `counts`, `total` and `heat`.
//!
//! # Limits
//!
//! Knights and kings cannot be blocked, so their attacks are those on an empty board. Pins and checks are not
//! considered. A set-wise result does not say which piece attacks which square: [`Backend::list_pairs`] lists the pairs.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

/// A guide in three chapters: what set-wise means, which function to call, and how to write your own pattern.
///
/// The book in `docs/` contains these chapters, and other chapters about the formulas, the program and the
/// measurements.
pub mod guide {
    #[doc = include_str!("guide/set_wise.md")]
    ///
    /// # Items
    ///
    /// [`Bitboard`](crate::Bitboard), [`Step`](crate::board::Step),
    /// [`knight_attacks_setwise`](crate::knight_attacks_setwise),
    /// [`KnightMoveCount`](crate::patterns::KnightMoveCount), [`KnightDirections`](crate::patterns::KnightDirections).
    pub mod set_wise {}

    #[doc = include_str!("guide/calls.md")]
    ///
    /// # Items
    ///
    /// [`knight_attacks`](crate::knight_attacks), [`king_attacks`](crate::king_attacks),
    /// [`knight_attacks_setwise`](crate::knight_attacks_setwise), [`one_board`](crate::one_board),
    /// [`auto`](crate::auto), [`map`](crate::Backend::map), [`counts`](crate::Backend::counts),
    /// [`total`](crate::Backend::total), [`heat`](crate::Backend::heat), [`BackendId`](crate::BackendId),
    /// [`BackendUnavailable`](crate::BackendUnavailable), [`Runner`](crate::backend::Runner). The [page of the
    /// crate](crate#choosing-a-backend) lists the features.
    pub mod calls {}

    #[doc = include_str!("guide/kernels.md")]
    ///
    /// # Items
    ///
    /// [`kernel!`](crate::kernel!), [`Kernel`](crate::Kernel), [`Lanes`](crate::Lanes), [`Spread`](crate::Spread),
    /// [`equal`](crate::Lanes::equal), [`empty_lanes`](crate::Lanes::empty_lanes),
    /// [`leaper`](crate::patterns::leaper).
    pub mod kernels {}
}

mod backends;
mod counting;
mod lists;
mod one;
#[cfg(feature = "rayon")]
mod parallel;
mod registry;
mod select;

pub use counting::{Counting, auto_for_counting};
pub use one::{king_attacks, king_attacks_setwise, knight_attacks, knight_attacks_setwise, one_board_pairs};
pub use registry::{Backend, BackendId, BackendUnavailable, FIXED_BACKEND, ParseBackendIdError};
pub use select::{BACKEND_VARIABLE, auto};
pub use setwise_board::{Bitboard, Color, File, Rank, Square, bitboard, masks};
/// Methods of counting bits, from which [`auto_for_counting`] chooses, and adders of sets for your own kernels.
///
pub use setwise_core::popcount;
pub use setwise_core::{
    Kernel, Lanes, ListError, Offset, PairKinds, Pairs, ResultKind, Spread, SquareTable, kernel, one_board, patterns,
};

/// Casts a column of [`Bitboard`]s to a column of words, or back, without a copy.
///
/// Batches take words. A [`Bitboard`] has the same bytes as its word (`repr(transparent)`), so these functions compile
/// to no instructions.
///
/// ```
/// use setwise::columns::{words, words_mut};
/// use setwise::{Bitboard, Square::{B1, G1}, knight_attacks_setwise, patterns::KnightAttacks};
///
/// let knights = vec![Bitboard::from_squares(&[B1, G1]); 100];
/// let mut attacks = vec![Bitboard::EMPTY; 100];
/// setwise::auto().map(KnightAttacks, [words(&knights)], [words_mut(&mut attacks)]);
/// assert_eq!(attacks[99], knight_attacks_setwise(knights[99]));
/// ```
pub mod columns {
    pub use setwise_simd::columns::{bitboards, bitboards_mut, words, words_mut};
}

/// Backends named by types, their parts (instruction set, lanes and spread), and jobs that run on any backend.
///
/// A backend named by a type is a [`Strategy`](backend::Strategy). The type aliases, such as
/// [`ScalarPrefix`](backend::ScalarPrefix), name the strategies that this build contains. A [`Backend`] is one of these
/// strategies, chosen at run time. [`Backend`] and all strategies implement the trait [`Runner`](backend::Runner). To
/// call `map`, `counts`, `total` or `heat` on a strategy, import `Runner`:
///
/// ```
/// use setwise::backend::{Runner, ScalarPrefix};
/// use setwise::patterns::KnightMoves;
///
/// /// Runs on any backend.
/// fn mobility(backend: impl Runner, knights: &[u64], own: &[u64]) -> u64 {
///     let [squares] = backend.total(KnightMoves, [knights, own]);
///     squares
/// }
///
/// let (knights, own) = ([0x42], [0xFFFF]);
/// assert_eq!(mobility(setwise::auto(), &knights, &own), 4);
/// let scalar = ScalarPrefix::detect().expect("every CPU can run it");
/// assert_eq!(mobility(scalar, &knights, &own), 4);
/// ```
pub mod backend {
    #[doc(hidden)]
    pub use setwise_core::{
        AreaTables, BlockOrder, add_to_fields, add_to_squares, each_register, map_past_caches, no_revectorize,
        union_of_entries, with_empty_entry,
    };
    pub use setwise_core::{
        Chunk, Counts, EightShifts, FromSquares, Heat, Isa, Job, ListMembers, Lookup, Map, Prefix, Runner, Scalar,
        Strategy, Total, Words, king_directions, knight_directions, knight_directions_onto, list_members, sets_from,
        vulnerable_lines_of_each,
    };

    #[allow(unused_imports, reason = "a build may contain no backend apart from the baseline")]
    pub use crate::registry::backend_types::*;
}

/// Steps, iterators over sets, and the errors returned when a name (of a square, for example) cannot be parsed.
pub mod board {
    pub use setwise_board::{ParseColorError, ParseFileError, ParseRankError, ParseSquareError, Squares, Step};
}

/// The instruction sets that this build contains: proofs that the CPU supports them, and register types. Also contains
/// [`decode`](simd::decode) for code that reads files.
pub mod simd {
    pub use setwise_simd::*;

    /// Hides the casts of `setwise_simd`. This crate exports them as [`crate::columns`].
    ///
    /// ```compile_fail,E0603
    /// use setwise::simd::columns::words;
    /// ```
    #[allow(hidden_glob_reexports, reason = "`columns` has one path, `setwise::columns`")]
    mod columns {}
}

/// Static tables, readable in `const` code: attacks and degrees, lines, distances, pawn races; a1 = index 0.
pub mod tables {
    pub use setwise_board::{
        CAUGHT_AREA, CAUGHT_BY_KNIGHT, KING_ATTACKS, KING_DEGREES, KNIGHT_ATTACKS, KNIGHT_DEGREES, KNIGHT_DISTANCES,
        LINES_THROUGH,
    };
}

/// Runs the code of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
