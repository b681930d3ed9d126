//! The patterns that C programs use most, as functions with an argument for each column.
//!
//! These are the attacks of each kind of piece, from which other sets are made; the moves of knights and kings, the fill
//! and the forks, which are the main subject of this library; and the number of legal moves, whose eleven inputs are
//! easily confused in an array. The attacks of queens are those of rooks and bishops united. An array of pointers has no
//! types, whereas the compiler finds a wrong argument of these functions. Every other pattern is called by its constant,
//! through the functions in `any.rs`.

use std::ffi::c_int;

use setwise_patterns::kernels::*;

use crate::backend;
use crate::error::status;
use crate::form;

macro_rules! named {
    ($($function:ident($($input:ident),+) -> $output:ident = $kernel:expr;)+) => {
        $(
            #[doc = concat!("Implements `", stringify!($function), "` of `setwise.h`.")]
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $function($($input: *const u64,)+ $output: *mut u64, length: usize) -> c_int {
                let (inputs, outputs) = ([$($input.cast()),+], [$output]);
                // SAFETY: the arrays have a pointer for each column. By the section "Columns" of `setwise.h`, every column
                // has `length` elements, and the elements of inputs are initialised. No other thread writes the inputs or
                // uses the output.
                status(|| unsafe {
                    form::map::<_, { [$(stringify!($input)),+].len() }, 1>(
                        $kernel, backend::auto(), inputs.as_ptr(), outputs.as_ptr(), length,
                    )
                })
            }
        )+
    };
}

named! {
    setwise_knight_attacks(knights) -> attacks = KnightAttacks;
    setwise_knight_moves(knights, own) -> moves = KnightMoves;
    setwise_knight_fill(knights, n) -> reached = KnightFillBy;
    setwise_king_attacks(kings) -> attacks = KingAttacks;
    setwise_king_moves(kings, own) -> moves = KingMoves;
    setwise_rook_attacks(rooks, occupied) -> attacks = RookAttacks;
    setwise_bishop_attacks(bishops, occupied) -> attacks = BishopAttacks;
    setwise_white_pawn_attacks(pawns) -> attacks = PawnAttacks { side: White };
    setwise_black_pawn_attacks(pawns) -> attacks = PawnAttacks { side: Black };
    setwise_forks(targets) -> forks = Forks::<2>;
    setwise_royal_forks(their_king, their_queens) -> forks = RoyalForks;
    setwise_legal_move_count(
        pawns, knights, bishops, rooks, queens, kings, white, black, castling, en_passant, black_to_move
    ) -> moves = LegalMoveCount;
}
