//! Set-wise knight and king patterns on bitboards, for one board or a billion.
//!
//! A bitboard is a set of squares in 64 bits, a1 = bit 0, h8 = bit 63. Set-wise means: for all pieces of a set at once.
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
//! The [`guide`] is a short book about all of this. [`patterns`] has knights, forks, kings, king safety, pawn races, paths and distances, all squares that a side attacks;
//! [`inventory`] says where each item of the field's documents is. Where a number is wanted and not the set, `counts` writes one byte a board and
//! `total` returns one sum a result; neither stores a set.
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
//! [`kernel!`] writes a pattern as a function of sets. All that it computes is fused into one pass over the columns, and
//! past the caches that is what pays: memory speed bounds every single pattern.
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
//! A strategy is an instruction set, a number of boards side by side, and a formula. All give identical bits.
//!
//! | you write | you get |
//! |---|---|
//! | nothing | [`auto()`] is the best of the default features that this CPU can run |
//! | `default-features = false, features = ["avx2"]` | [`auto()`] is `avx2-prefix` where the CPU has it, else the floor `scalar-prefix`; nothing else is compiled |
//! | `Avx2Prefix::detect()` (on x86-64, with the feature) | that backend or `None`, whatever other crates switch on |
//! | `"avx2-prefix".parse::<BackendId>()?.detect()?` | that backend by name, or an error that says why not |
//! | `BackendId::from_env()` (feature `std`) | what [`BACKEND_VARIABLE`] names; for programs, the library never asks |
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
//! | `popcnt` | (none of its own) the instruction for [`auto_for_counting`] | yes |
//! | `portable` | `portable-prefix` | yes |
//! | `scalar-shift` | `scalar-shift` | no |
//! | `scalar-lookup` | `scalar-lookup` | no |
//! | `specimens` | all other strategies, to compare with; [`auto()`] never takes them | no |
//! | `rayon` | (no backend) `par_map`, `par_counts` and `par_total` over several threads | no |
//! | `std` | (no backend) `BackendId::from_env` | no |
//!
//! Detection is cached, needs no standard library, and asks for every extension that the code uses, by name. A static
//! `-C target-cpu` never takes away a wider path at run time. A batch shorter than a register runs on `scalar-prefix`.
//!
//! # Counting members
//!
//! [`auto_for_counting`] counts the members of a word, of each word of a column, and of all together, by the way that this CPU
//! and the length of the column call for. [`popcount`] has every method by itself.
//!
//! # Single squares
//!
//! Where each element is one square, not a set, [`auto_for_squares`] answers for a column of [`Square`]s.
//!
//! A feature only compiles something in; it never replaces or forbids, so crates of one program may ask for different ones.
//!
//! # Limits
//!
//! Knights and kings are not blocked, so their attacks are those of an empty board; legality (pins, checks) plays no part. A
//! set-wise result does not tell which piece attacks what.
#![no_std]
#![forbid(unsafe_code)]

#[doc = include_str!("guide.md")]
pub mod guide {}
#[doc = include_str!("inventory.md")]
pub mod inventory {}
mod one;
#[cfg(feature = "rayon")]
mod parallel;
mod register;
mod registry;
mod select;

pub use one::{king_attacks, king_attacks_setwise, knight_attacks, knight_attacks_setwise};
pub use registry::*;
pub use select::{BACKEND_VARIABLE, FIXED_BACKEND, Named, NotReady, Role, UnknownName, auto, auto_for_squares};
pub use setwise_board::{
    Bitboard, CAUGHT_AREA, CAUGHT_BY_KNIGHT, Color, File, KING_ATTACKS, KING_DEGREES, KNIGHT_ATTACKS, KNIGHT_DEGREES,
    KNIGHT_DISTANCES, LINES_THROUGH, ParseColorError, ParseFileError, ParseRankError, ParseSquareError, Rank, Square,
    Squares, Step, bitboard, masks,
};
pub use setwise_core::{
    Backend, BitAndPrefix, Body, Chunk, EightShifts, EightShiftsMaskedBefore, Gather, Isa, Kernel, Lanes, Lookup,
    Prefix, PrefixSerial, Scalar, Single, Spread, SquareBackend, Table, Words, kernel, king_directions,
    knight_directions, one_board, patterns, popcount, vulnerable_lines_of_each,
};
/// The proofs and registers of the instruction sets that this build compiled.
#[cfg(any(
    feature = "popcnt",
    feature = "sse2",
    feature = "avx2",
    feature = "avx512",
    feature = "neon",
    feature = "simd128",
    feature = "specimens"
))]
pub use setwise_simd as simd;
