//! Patterns as pure functions of sets, to be run by any backend.

use setwise_board::Bitboard;

use crate::{Lanes, Prefix, Scalar, Spread, Words};

/// A pure function from `IN` sets to `OUT` sets a board, on every board of a register at once. Write one with
/// [`kernel!`](crate::kernel!).
///
/// Boards do not see each other. A result may also be any other 64-bit word a board.
pub trait Kernel<const IN: usize, const OUT: usize>: Copy {
    /// The results for the boards of one register. Must be `#[inline(always)]`.
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; IN]) -> [V; OUT];
}

/// Runs a kernel on one board: no batch, no dispatch, the shortest chain.
///
/// ```
/// use setwise_core::{kernel, one_board};
/// use setwise_board::{Bitboard, Square::{A1, B3, C2}};
///
/// kernel! {
///     /// Knight moves: attacks without the own pieces.
///     fn KnightMoves(spread, knights, own) -> [moves] {
///         let moves = spread.knight(knights) & !own;
///     }
/// }
/// let [moves] = one_board(KnightMoves, [A1.into(), Bitboard::from_squares(&[A1, B3])]);
/// assert_eq!(moves, C2.into());
/// ```
#[inline(always)]
pub fn one_board<K, const IN: usize, const OUT: usize>(kernel: K, input: [Bitboard; IN]) -> [Bitboard; OUT]
where
    K: Kernel<IN, OUT>,
{
    kernel.eval(Prefix, input.map(|set| Words::<1>::load(Scalar, &[set.0]))).map(|result| Bitboard(result.boards()[0]))
}

/// Writes a [`Kernel`]: a function of sets that every backend runs, with every inlining attribute in place.
///
/// ```
/// setwise_core::kernel! {
///     /// Quiet knight moves and knight captures.
///     pub fn QuietAndCaptures(spread, knights, own, them) -> [quiet, captures] {
///         let attacks = spread.knight(knights);
///         let quiet = attacks & !(own | them);
///         let captures = attacks & them;
///     }
/// }
/// ```
///
/// - The name is a zero-sized type; pass it to `map`.
/// - The first argument is the [`Spread`]; `spread.knight(set)` and `spread.king(set)` give attacks. Name it `_spread`
///   where it is not used.
/// - The other arguments are the input sets, in the order of the columns. They are [`Lanes`]: set operators between them
///   (`|=` and the like too) and with `u64` masks (the set on the left: `set & MASK`), `up`, `down`, `north`, `south`,
///   `east`, `west`. Nothing branches by board, since the code runs on many at once: `equal` and `empty_lanes` give masks to
///   choose by, and a loop may run while some board is left (`!rest.is_empty()`).
/// - The names in brackets are the results; the body binds each of them.
///
/// A helper function called from the body must be generic over `V: Lanes` and `#[inline(always)]`. Without the attribute
/// the answers stay right and every operation becomes a call.
#[macro_export]
macro_rules! kernel {
    ($(#[$meta:meta])* $visibility:vis fn $name:ident($spread:pat_param $(, $input:ident)+ $(,)?) -> [$($output:ident),+ $(,)?] { $($body:tt)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
        $visibility struct $name;

        impl $crate::Kernel<{ [$(stringify!($input)),+].len() }, { [$(stringify!($output)),+].len() }> for $name {
            #[inline(always)]
            fn eval<S: $crate::Spread<V>, V: $crate::Lanes>(
                self,
                $spread: S,
                [$($input),+]: [V; [$(stringify!($input)),+].len()],
            ) -> [V; [$(stringify!($output)),+].len()] {
                $($body)*
                [$($output),+]
            }
        }
    };
}
