//! Patterns as pure functions of sets, which any backend can run.

use setwise_board::Bitboard;

use crate::{Lanes, Prefix, Scalar, Spread, Words};

/// A pure function from `IN` sets to `OUT` sets per board, computed on every board of a register at once. Use
/// [`kernel!`](crate::kernel!) to write one.
///
/// Boards do not affect each other. A result may also be any other 64-bit word per board.
pub trait Kernel<const IN: usize, const OUT: usize>: Copy {
    /// Returns the results for the boards of one register. Must be `#[inline(always)]`.
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; IN]) -> [V; OUT];
}

/// Runs a kernel on one board, without a batch and without dispatch, with [`Prefix`] as the spread.
///
/// ```
/// use setwise_core::{kernel, one_board};
/// use setwise_board::{Bitboard, Square::{A1, B3, C2}};
///
/// kernel! {
///     /// Knight moves: attacks on squares without own pieces.
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

/// Defines a [`Kernel`]: a function of sets that every backend can run. It has the inlining attributes in place.
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
/// - The name becomes a zero-sized type; pass it to `map`.
/// - The first argument is the [`Spread`]; `spread.knight(set)` and `spread.king(set)` return attacks. Name it
///   `_spread` if it is not used.
/// - The other arguments are the input sets, in the order of the columns. They are [`Lanes`]. `&`, `|` and `^` work
///   between two sets, and between a set and a `u64` mask on the right (`set & MASK`). `&=`, `|=` and `^=` work between
///   two sets only. The methods are those of [`Lanes`], for example `north`, `up`, `popcount`, `equal`.
/// - The code runs on several boards at once, so it cannot branch on a single board. Use the masks that `equal` and
///   `empty_lanes` return to choose between values. A loop may run while any board still has work (`!rest.is_empty()`).
/// - The names in brackets are the results; the body must bind each of them.
///
/// A helper function called from the body must be generic over `V: Lanes` and `#[inline(always)]`. Without the
/// attribute the results stay right, but every operation becomes a call.
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
