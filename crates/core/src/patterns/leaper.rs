//! The attacks of any leaper, as a kernel that every backend can run. A leaper is defined by a type that lists its
//! steps.
//!
//! ```text
//! camel C on c3, steps (3, 1)
//! . . . . . . . .
//! . . . . . . . .
//! . x . x . . . .      1. move the set by one file east and west, and by three files east and west
//! . . . . . . . .      2. from the squares one file away, move three ranks up and down
//! . . . . . x . .      3. from the squares three files away, move one rank up and down
//! . . C . . . . .
//! . . . . . x . .
//! . . . . . . . .
//! ```
//!
//! The steps are constants, so the compiler removes the branches for unused distances and computes each shift by files
//! only once. The compiled code is the same as for a formula written by hand for this leaper.
//!
//! Source: Chess Programming Wiki, Knight Pattern. The page's forms that share shifts between directions are applied to
//! other steps here.

use core::fmt;
use core::marker::PhantomData;

use setwise_board::masks::{FILES_BUT_LAST, FILES_FROM};

use crate::{Kernel, Lanes, Spread};

/// A piece with fixed jumps.
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
/// use setwise::{Square::{A1, B5, E2}, one_board, patterns::leaper::{Leaper, LeaperAttacks}};
///
/// /// Four squares along one axis, one along the other.
/// #[derive(Clone, Copy)]
/// struct Giraffe;
///
/// impl Leaper for Giraffe {
///     const STEPS: &'static [(u8, u8)] = &[(4, 1)];
/// }
/// let [attacks] = one_board(LeaperAttacks::<Giraffe>::new(), [A1.into()]);
/// assert_eq!(attacks, B5.bitboard() | E2.bitboard());
/// ```
///
/// A step of 0,0, a step of more than 7 and a duplicate step do not compile:
///
/// ```compile_fail,E0080
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
/// # use setwise::{one_board, patterns::leaper::{Leaper, LeaperAttacks}};
/// #[derive(Clone, Copy)]
/// struct Twice;
/// impl Leaper for Twice {
///     const STEPS: &'static [(u8, u8)] = &[(3, 1), (1, 3)];
/// }
/// one_board(LeaperAttacks::<Twice>::new(), [setwise::Bitboard::EMPTY]);
/// ```
pub trait Leaper: Copy + 'static {
    /// The steps, each as a pair of distances from 0 to 7. For the pair `(a, b)`, the leaper moves by `a` files and `b`
    /// ranks, or by `b` files and `a` ranks, in every direction.
    const STEPS: &'static [(u8, u8)];
}

/// The squares that a set of leapers attacks, including squares with own pieces.
pub struct LeaperAttacks<L>(PhantomData<fn() -> L>);

impl<L: Leaper> Kernel<1, 1> for LeaperAttacks<L> {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [leapers]: [V; 1]) -> [V; 1] {
        [leaper_attacks::<L, V>(leapers)]
    }
}

/// Returns the squares that a set of leapers attacks, for use in your own kernels.
#[inline(always)]
pub fn leaper_attacks<L: Leaper, V: Lanes>(leapers: V) -> V {
    let () = Checked::<L>::STEPS;
    let on_own_rank = beside(leapers, const { files_at::<L>(0) });
    let mut attacks = on_own_rank;
    macro_rules! ranks {
        ($($ranks:literal $places:literal),+) => {$(
            if const { files_at::<L>($ranks) } != 0 {
                // If the row has the same files as that of the leaper's own rank, it is not computed again. The compiler
                // would reorder one of the two computations, and would then no longer see that they are equal.
                let row = if const { files_at::<L>($ranks) == files_at::<L>(0) } {
                    on_own_rank
                } else {
                    beside(leapers, const { files_at::<L>($ranks) })
                };
                let (up, down) = (row.shl::<$places>(), row.shr::<$places>());
                // If `attacks` is still empty, a union of three sets saves nothing. For four ranks, the union of `up`
                // and `down` is a rotation, so it is computed first.
                attacks = if $ranks == 4 || const { is_first::<L>($ranks) } {
                    attacks | (up | down)
                } else {
                    attacks.union_3(up, down)
                };
            }
        )+};
    }
    ranks!(1 8, 2 16, 3 24, 4 32, 5 40, 6 48, 7 56);
    attacks
}

/// Moves the set east and west by each distance in `distances`, and returns the union. Bit n of `distances` stands for
/// n files.
#[inline(always)]
fn beside<V: Lanes>(set: V, distances: u8) -> V {
    let mut row = set.nothing();
    macro_rules! files {
        ($($files:literal),+) => {$(
            if distances >> $files & 1 == 1 {
                row |= east::<$files, V>(set) | west::<$files, V>(set);
            }
        )+};
    }
    files!(2, 3, 4, 5, 6, 7);
    // The jumps to other ranks may use the unions above, too. The set itself is therefore added after them.
    match distances & 0b11 {
        0b00 => row,
        0b01 => row | set,
        0b10 => row | (set.east() | set.west()),
        _ => row.union_3(set, set.east()) | set.west(),
    }
}

/// Returns whether every jump of the leaper is by at least `ranks` ranks.
const fn is_first<L: Leaper>(ranks: u8) -> bool {
    let mut fewer = 0;
    while fewer < ranks {
        if files_at::<L>(fewer) != 0 {
            return false;
        }
        fewer += 1;
    }
    true
}

/// Moves the set by `FILES` files toward file h.
#[inline(always)]
fn east<const FILES: u32, V: Lanes>(set: V) -> V {
    match FILES {
        1 => set.east(),
        2 => set.two_east(),
        _ => set.shl::<FILES>() & FILES_FROM[FILES as usize],
    }
}

/// Moves the set by `FILES` files toward file a.
#[inline(always)]
fn west<const FILES: u32, V: Lanes>(set: V) -> V {
    match FILES {
        1 => set.west(),
        2 => set.two_west(),
        _ => set.shr::<FILES>() & FILES_BUT_LAST[FILES as usize],
    }
}

/// Returns the numbers of files by which the leaper moves in its jumps of `ranks` ranks. Bit n of the returned byte
/// stands for n files.
pub(crate) const fn files_at<L: Leaper>(ranks: u8) -> u8 {
    let (mut files, mut i) = (0_u8, 0);
    while i < L::STEPS.len() {
        let (a, b) = L::STEPS[i];
        if a == ranks {
            files |= 1_u8.unbounded_shl(b as u32);
        }
        if b == ranks {
            files |= 1_u8.unbounded_shl(a as u32);
        }
        i += 1;
    }
    files
}

/// The check of a leaper's steps. It is a constant of the leaper, so the compiler reports a wrong step once.
pub(crate) struct Checked<L>(PhantomData<L>);

impl<L: Leaper> Checked<L> {
    /// Fails to compile if a step is impossible or is listed twice.
    pub(crate) const STEPS: () = {
        let mut i = 0;
        while i < L::STEPS.len() {
            let (a, b) = L::STEPS[i];
            assert!(a != 0 || b != 0, "a step of 0,0 does not move");
            assert!(a < 8 && b < 8, "a step of more than 7 leaves the board from every square");
            let mut earlier = 0;
            while earlier < i {
                let (c, d) = L::STEPS[earlier];
                assert!(!(a == c && b == d || a == d && b == c), "a step is listed twice");
                earlier += 1;
            }
            i += 1;
        }
    };
}

impl<L: Leaper> LeaperAttacks<L> {
    /// Creates the kernel for this leaper.
    #[must_use]
    pub const fn new() -> Self {
        let () = Checked::<L>::STEPS;
        Self(PhantomData)
    }
}

impl<L: Leaper> Default for LeaperAttacks<L> {
    fn default() -> Self {
        Self::new()
    }
}

impl<L> Clone for LeaperAttacks<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for LeaperAttacks<L> {}

impl<L: Leaper> fmt::Debug for LeaperAttacks<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LeaperAttacks").field(&L::STEPS).finish()
    }
}

macro_rules! leapers {
    ($($(#[$meta:meta])+ $name:ident = $steps:expr;)+) => {
        $(
            $(#[$meta])+
            #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
            pub struct $name;

            impl Leaper for $name {
                const STEPS: &'static [(u8, u8)] = &$steps;
            }
        )+
    };
}

leapers! {
    /// One square along one axis.
    Wazir = [(1, 0)];
    /// One square along both axes.
    Ferz = [(1, 1)];
    /// The king as a leaper. [`KingAttacks`](crate::patterns::KingAttacks) computes the same set with the spread of the
    /// backend.
    King = [(1, 0), (1, 1)];
    /// Two squares along one axis.
    Dabbaba = [(2, 0)];
    /// The knight as a leaper. [`KnightAttacks`](crate::patterns::KnightAttacks) computes the same set with the spread
    /// of the backend.
    Knight = [(2, 1)];
    /// Two squares along both axes.
    Alfil = [(2, 2)];
    /// Dabbaba and alfil.
    Alibaba = [(2, 0), (2, 2)];
    /// Dabbaba, knight and alfil.
    Squirrel = [(2, 0), (2, 1), (2, 2)];
    /// Three squares along one axis.
    Threeleaper = [(3, 0)];
    /// Three squares along one axis, one along the other.
    Camel = [(3, 1)];
    /// Three squares along one axis, two along the other.
    Zebra = [(3, 2)];
    /// Three squares along both axes.
    Tripper = [(3, 3)];
    /// Camel and knight.
    Gnu = [(3, 1), (2, 1)];
    /// Camel and zebra.
    Bison = [(3, 1), (3, 2)];
    /// Knight, camel and zebra.
    Buffalo = [(2, 1), (3, 1), (3, 2)];
    /// Four squares along one axis.
    Fourleaper = [(4, 0)];
    /// Four squares along one axis, one along the other.
    Giraffe = [(4, 1)];
    /// Four squares along one axis, two along the other.
    Stag = [(4, 2)];
    /// Four squares along one axis, three along the other.
    Antelope = [(4, 3)];
    /// Jumps of length √50: five squares along both axes, or seven along one axis and one along the other.
    Root50Leaper = [(5, 5), (7, 1)];
}
