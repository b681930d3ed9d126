//! Patterns as pure functions of sets, which any backend can run.

use setwise_board::Bitboard;

use crate::{Lanes, Prefix, Scalar, Spread, Words};

/// A pure function from `IN` sets to `OUT` results per board, computed on every board of a register at once. Use
/// [`kernel!`](crate::kernel!) to write one.
///
/// The results of a board do not depend on other boards. Each result is one 64-bit word per board.
/// [`KINDS`](Self::KINDS) says whether the word is a set, a number or a flag.
///
/// A kernel with a parameter is a type with a field or a const generic. The macro cannot define such a type, so
/// implement the trait directly:
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
/// use setwise::{Kernel, Lanes, Spread, Square::{A1, H8}, one_board};
///
/// /// The squares within some number of king steps, including the start.
/// #[derive(Clone, Copy)]
/// struct Within {
///     steps: usize,
/// }
///
/// impl Kernel<1, 1> for Within {
///     #[inline(always)]
///     fn eval<S: Spread<V>, V: Lanes>(self, spread: S, [mut squares]: [V; 1]) -> [V; 1] {
///         for _ in 0..self.steps {
///             squares |= spread.king(squares);
///         }
///         [squares]
///     }
/// }
/// let [reached] = one_board(Within { steps: 6 }, [A1.into()]);
/// assert_eq!((reached.count(), reached.contains(H8)), (49, false));
/// ```
pub trait Kernel<const IN: usize, const OUT: usize>: Copy {
    /// The kind of each result. By default, every result is a set of squares.
    const KINDS: [ResultKind; OUT] = [ResultKind::Set; OUT];

    /// Returns the results for the boards of one register. Implementations must mark this method `#[inline(always)]`.
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; IN]) -> [V; OUT];
}

/// The kind of a result of a [`Kernel`]. The kind is known at compile time, so an operation that accepts only sets,
/// such as `counts`, does not compile for a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultKind {
    /// A set of squares: a1 is bit 0, h8 is bit 63.
    Set,
    /// A number.
    Number {
        /// The largest possible value of the number.
        max: u64,
    },
    /// The value `none` if there is no number, otherwise a number less than `none`.
    NumberOrNone {
        /// The value that means "no number".
        none: u64,
    },
    /// 1 if the board has some property, otherwise 0.
    Flag,
}

impl ResultKind {
    /// Returns whether the result is a set of squares.
    #[must_use]
    pub const fn is_set(self) -> bool {
        matches!(self, Self::Set)
    }

    /// Stops compilation unless all results of the kernel are sets. The job [`Counts`](crate::Counts) calls this
    /// function. Every method `counts` also calls it, so that the compiler reports the line that calls the method.
    #[doc(hidden)]
    #[track_caller]
    pub const fn check_counts(kinds: &[Self]) {
        assert!(
            Self::all_sets(kinds),
            "`counts` is for sets, and a result of this kernel is a number or a flag: use `map` to write it, or `total` to add it up"
        );
    }

    /// Stops compilation unless all results of the kernel are sets. The job [`Heat`](crate::Heat) and every method
    /// `heat` call this function.
    #[doc(hidden)]
    #[track_caller]
    pub const fn check_heat(kinds: &[Self]) {
        assert!(
            Self::all_sets(kinds),
            "`heat` is for sets, and a result of this kernel is a number or a flag: use `total` to add it up"
        );
    }

    /// Returns whether all results are sets of squares.
    const fn all_sets(mut kinds: &[Self]) -> bool {
        while let [first, rest @ ..] = kinds {
            if !first.is_set() {
                return false;
            }
            kinds = rest;
        }
        true
    }
}

/// Runs a kernel on one board with the spread [`Prefix`], without a batch or dispatch.
///
/// Each result is a [`Bitboard`]. If the result is a number or a flag ([`ResultKind`]), `result.0` is its value.
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
/// use setwise::{Bitboard, Square::{A1, B3, C2}, kernel, one_board};
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

/// Defines a [`Kernel`]: a function of sets that every backend can run. The macro adds the inlining attribute.
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
/// setwise::kernel! {
///     /// Quiet knight moves and knight captures.
///     pub fn QuietAndCaptures(spread, knights, own, them) -> [quiet, captures] {
///         let attacks = spread.knight(knights);
///         let quiet = attacks & !(own | them);
///         let captures = attacks & them;
///     }
/// }
/// ```
///
/// - The name becomes a zero-sized type. Pass it to `map`, `counts`, `total`, `heat` or
///   [`one_board`](crate::one_board).
/// - The first argument is the [`Spread`]; `spread.knight(set)` and `spread.king(set)` return attacks. Name it
///   `_spread` if it is not used.
/// - The other arguments are the input sets, in the order of the columns. The type of each set implements [`Lanes`].
///   `&`, `|` and `^` work between two sets, and between a set and a `u64` mask on the right (`set & MASK`). `&=`, `|=`
///   and `^=` work between two sets only. A set has the methods of [`Lanes`], for example `north`, `shl`, `popcount`,
///   `equal`.
/// - The code runs on several boards at once, so it cannot branch on the content of a single board. To choose between
///   values, use the masks that `equal` and `empty_lanes` return. A loop may run while any board still has work
///   (`!rest.is_empty()`). If all boards are empty, operations that only save time may be skipped
///   (`set.may_skip()`).
/// - The names in brackets are the results. The body must bind each of these names with `let`. It must not end in an
///   expression.
/// - Two types are in scope in the body: `V`, the type of a set, and `S`, the type of the spread. Use them in
///   annotations, such as `[V; 4]` below. They hide any other types named `V` or `S`.
/// - A result is a set of squares, unless another [kind](ResultKind) follows its name. `: number(MAX)` is a number from
///   0 to `MAX`. `: number_or_none(NONE)` is a number less than `NONE`, or `NONE` if there is no number. `: flag` is 1
///   or 0. `map` writes numbers and flags unchanged, and `total` adds them up. Declare the kind of every number and
///   flag, because a result without a kind is treated as a set of squares.
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
/// use setwise::{Kernel, ResultKind};
///
/// setwise::kernel! {
///     /// The number of squares that the knights attack, and whether they attack the king.
///     pub fn Mobility(spread, knights, king) -> [squares: number(64), check: flag] {
///         let attacks = spread.knight(knights);
///         let squares = attacks.popcount();
///         let check = !(attacks & king).empty_lanes() & 1;
///     }
/// }
/// assert_eq!(Mobility::KINDS, [ResultKind::Number { max: 64 }, ResultKind::Flag]);
/// ```
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; pub mod backend { pub use setwise_core::*; } }
/// use setwise::{Bitboard, Square::{A1, B3, C2}, backend::knight_directions, one_board, popcount::digits_of_8};
///
/// setwise::kernel! {
///     /// The squares from which a knight attacks an odd number of targets.
///     pub fn OddForks(_spread, targets) -> [forks] {
///         let digits: [V; 4] = digits_of_8(knight_directions(targets));
///         let [forks, ..] = digits;
///     }
/// }
/// let targets = Bitboard::from_squares(&[B3, C2]);
/// assert!(!one_board(OddForks, [targets])[0].contains(A1)); // two targets
/// assert!(one_board(OddForks, [B3.into()])[0].contains(A1));
/// ```
///
/// A helper function called from the body must be generic over `V: Lanes` and marked `#[inline(always)]`. Without the
/// attribute the results stay correct, but every operation becomes a call.
#[macro_export]
macro_rules! kernel {
    ($(#[$meta:meta])* $visibility:vis fn $name:ident($spread:pat_param $(, $input:ident)+ $(,)?) -> [$($output:ident $(: $kind:ident $(($max:expr))?)?),+ $(,)?] { $($body:tt)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
        $visibility struct $name;

        impl $crate::Kernel<{ $crate::__count!($($input)+) }, { $crate::__count!($($output)+) }> for $name {
            const KINDS: [$crate::ResultKind; $crate::__count!($($output)+)] =
                [$($crate::__kind!($($kind $(($max))?)?)),+];

            #[inline(always)]
            fn eval<S: $crate::Spread<V>, V: $crate::Lanes>(
                self,
                $spread: S,
                [$($input),+]: [V; $crate::__count!($($input)+)],
            ) -> [V; $crate::__count!($($output)+)] {
                $($body)*
                [$($output),+]
            }
        }
    };
    ($($other:tt)*) => {
        ::core::compile_error! { "expected one kernel: `fn Name(spread, input, ...) -> [result, ...] { ... }`, with at least one input and one result, and without types apart from the kinds of results" }
    };
}

/// Expands to the kind of a result of [`kernel!`]. The macro receives the tokens after the colon, if any.
#[doc(hidden)]
#[macro_export]
macro_rules! __kind {
    () => { $crate::ResultKind::Set };
    (set) => { $crate::ResultKind::Set };
    (flag) => { $crate::ResultKind::Flag };
    (number ($max:expr)) => { $crate::ResultKind::Number { max: $max } };
    (number) => { ::core::compile_error!("a number needs its largest value: write `number(MAX)`") };
    (number_or_none ($none:expr)) => { $crate::ResultKind::NumberOrNone { none: $none } };
    (number_or_none) => {
        ::core::compile_error!("a number that may be missing needs the value that stands for none: write `number_or_none(NONE)`")
    };
    ($($other:tt)*) => {
        ::core::compile_error!(concat!("unknown kind `", stringify!($($other)*), "`, expected `set`, `number(MAX)`, `number_or_none(NONE)` or `flag`"))
    };
}

/// Expands to the number of names. For up to eight names the expansion is a literal, so that the documentation of a
/// kernel shows `Kernel<2, 1>` instead of an expression.
#[doc(hidden)]
#[macro_export]
macro_rules! __count {
    ($a:ident) => { 1 };
    ($a:ident $b:ident) => { 2 };
    ($a:ident $b:ident $c:ident) => { 3 };
    ($a:ident $b:ident $c:ident $d:ident) => { 4 };
    ($a:ident $b:ident $c:ident $d:ident $e:ident) => { 5 };
    ($a:ident $b:ident $c:ident $d:ident $e:ident $f:ident) => { 6 };
    ($a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident) => { 7 };
    ($a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => { 8 };
    ($($name:ident)+) => { [$(stringify!($name)),+].len() };
}
