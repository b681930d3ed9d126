//! Code that is written once and runs on any backend.
//!
//! Each backend is a type, but a program may choose its backend at run time. The program therefore passes its code as a
//! value, a [`Job`], whose method [`run`](Job::run) is generic over lanes and spread. A job is like a closure with type
//! parameters. A [`Runner`] is anything that runs jobs: a [`Strategy`], or an enum of strategies whose `run` is a
//! `match`. Code that accepts both kinds of runner is generic over [`Runner`].

use crate::batch::{copied, copied_mut, counts_on, heat_on, map_on, total_on};
use crate::{Kernel, Lanes, ResultKind, Spread, Strategy};

/// Code that any backend can run. A job is a value whose method [`run`](Self::run) is generic over lanes and spread.
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; pub mod backend { pub use setwise_core::*; } }
/// use setwise::{Lanes, Spread, backend::{Job, Prefix, Runner, Strategy, Words}};
///
/// /// Reports how many boards the backend computes at once.
/// struct BoardsAtOnce;
///
/// impl Job for BoardsAtOnce {
///     type Out = usize;
///
///     fn run<V: Lanes, S: Spread<V>>(self, _: Strategy<V, S>) -> usize {
///         V::COUNT
///     }
/// }
///
/// let portable = Strategy::<Words<8>, Prefix>::detect().unwrap();
/// assert_eq!(portable.run(BoardsAtOnce), 8);
/// ```
///
/// A backend that is chosen at run time also runs jobs: `setwise::auto().run(BoardsAtOnce)`.
pub trait Job {
    /// The type that [`run`](Self::run) returns.
    type Out;

    /// Runs the job on `backend`. Mark the implementation `#[inline(always)]` if the cost of a call matters.
    #[track_caller]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) -> Self::Out;
}

/// A backend, which runs jobs and kernels. It is either a type ([`Strategy`]) or a value chosen at run time
/// (`setwise::Backend`).
///
/// `setwise::Backend` also has `map`, `counts`, `total` and `heat` as inherent methods. To call these methods on a
/// [`Strategy`], import this trait.
pub trait Runner: Copy {
    /// Runs a job on the backend.
    #[track_caller]
    fn run<J: Job>(self, job: J) -> J::Out;

    /// Runs a job that processes columns of `boards` boards. If the batch does not fill a register, a backend chosen at
    /// run time may pass the job to a backend with shorter registers. The default implementation calls
    /// [`run`](Self::run).
    ///
    /// [`map`](Self::map), [`counts`](Self::counts) and [`total`](Self::total) use this method. [`heat`](Self::heat)
    /// does not, because with every backend it processes such a short batch one board at a time.
    #[inline(always)]
    #[track_caller]
    fn run_batch<J: Job>(self, boards: usize, job: J) -> J::Out {
        let _ = boards;
        self.run(job)
    }

    /// Runs `kernel` on every board of the input columns and writes the results to the output columns.
    ///
    /// A column is a slice with one word per board, a1 = bit 0. Board `i` of each output is computed from board `i` of
    /// the inputs. Columns may have any length and any alignment. All backends return identical bits.
    /// The module `setwise::columns` casts a column of bitboards to a column of words.
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length. Nothing is written in that case.
    #[inline(always)]
    #[track_caller]
    fn map<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN], output: [&mut [u64]; OUT])
    where
        K: Kernel<IN, OUT>,
    {
        self.run_batch(boards_of(&input), Map { kernel, input, output });
    }

    /// Runs `kernel` on every board and writes the number of squares in each result set, one byte per board.
    ///
    /// The sets themselves are not stored. If you need only the number of squares (mobility), this method reads and
    /// writes less memory than [`map`](Self::map) followed by a count. If a result is a number or a flag, use `map`.
    /// `counts` accepts only sets, so it does not compile for the number that `KnightMoveCount` returns:
    ///
    /// ```compile_fail,E0080
    /// # mod setwise { pub use {setwise_board::*, setwise_core::*}; pub mod backend { pub use setwise_core::*; } }
    /// use setwise::{backend::{Prefix, Runner, Strategy, Words}, patterns::KnightMoveCount};
    ///
    /// let backend = Strategy::<Words<8>, Prefix>::detect().unwrap();
    /// backend.counts(KnightMoveCount, [&[0x42], &[0]], [&mut [0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length. Nothing is written in that case.
    #[inline(always)]
    #[track_caller]
    fn counts<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN], output: [&mut [u8]; OUT])
    where
        K: Kernel<IN, OUT>,
    {
        const { ResultKind::check_counts(&K::KINDS) };
        self.run_batch(boards_of(&input), Counts { kernel, input, output });
    }

    /// Runs `kernel` on every board and returns the sum of each result over the whole batch. For sets, the sum is the
    /// total number of squares. For flags, the sum is the number of boards on which the flag is 1.
    ///
    /// The results are not stored. A sum wraps around at 2^64.
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    fn total<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN]) -> [u64; OUT]
    where
        K: Kernel<IN, OUT>,
    {
        self.run_batch(boards_of(&input), Total { kernel, input })
    }

    /// Runs `kernel` on every board and returns a heat map of each result. A heat map has, for each square, the number
    /// of boards whose result contains the square. Index 0 is a1, index 63 is h8.
    ///
    /// ```
    /// # mod setwise { pub use {setwise_board::*, setwise_core::*}; pub mod backend { pub use setwise_core::*; } }
    /// use setwise::{Square::{B1, D2, F3, G1}, backend::{Prefix, Runner, Strategy, Words}, patterns::KnightAttacks};
    ///
    /// let backend = Strategy::<Words<8>, Prefix>::detect().unwrap();
    /// let knights = [B1, G1, D2].map(|square| square.bitboard().0);
    /// let [attacked] = backend.heat(KnightAttacks, [&knights]);
    /// assert_eq!(attacked[F3.index()], 2); // from g1 and from d2
    /// assert_eq!(attacked.iter().sum::<u64>(), 3 + 3 + 6);
    /// ```
    ///
    /// The sets themselves are not stored. The heat map is exact for columns of any length. `heat` accepts only sets,
    /// so it does not compile for the number that `KnightMoveCount` returns:
    ///
    /// ```compile_fail,E0080
    /// # mod setwise { pub use {setwise_board::*, setwise_core::*}; pub mod backend { pub use setwise_core::*; } }
    /// use setwise::{backend::{Prefix, Runner, Strategy, Words}, patterns::KnightMoveCount};
    ///
    /// let backend = Strategy::<Words<8>, Prefix>::detect().unwrap();
    /// let [heat] = backend.heat(KnightMoveCount, [&[0x42], &[0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    fn heat<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN]) -> [[u64; 64]; OUT]
    where
        K: Kernel<IN, OUT>,
    {
        const { ResultKind::check_heat(&K::KINDS) };
        self.run(Heat { kernel, input })
    }
}

/// Returns the number of boards in the first column. The jobs check that all columns have the same length.
#[inline(always)]
fn boards_of<const IN: usize>(input: &[&[u64]; IN]) -> usize {
    input.first().map_or(0, |column| column.len())
}

impl<V: Lanes, S: Spread<V>> Runner for Strategy<V, S> {
    #[inline(always)]
    fn run<J: Job>(self, job: J) -> J::Out {
        job.run(self)
    }
}

/// The job that [`Runner::map`] runs.
#[derive(Debug)]
pub struct Map<'a, K, const IN: usize, const OUT: usize> {
    /// The kernel to run.
    pub kernel: K,
    /// The input columns, one word per board.
    pub input: [&'a [u64]; IN],
    /// The output columns, one word per board.
    pub output: [&'a mut [u64]; OUT],
}

/// The job that [`Runner::counts`] runs. It does not compile if a result is a number or a flag.
#[derive(Debug)]
pub struct Counts<'a, K, const IN: usize, const OUT: usize> {
    /// The kernel to run.
    pub kernel: K,
    /// The input columns, one word per board.
    pub input: [&'a [u64]; IN],
    /// The output columns, one byte per board.
    pub output: [&'a mut [u8]; OUT],
}

/// The job that [`Runner::total`] runs.
#[derive(Debug)]
pub struct Total<'a, K, const IN: usize, const OUT: usize> {
    /// The kernel to run.
    pub kernel: K,
    /// The input columns, one word per board.
    pub input: [&'a [u64]; IN],
}

/// The job that [`Runner::heat`] runs. It does not compile if a result is a number or a flag.
#[derive(Debug)]
pub struct Heat<'a, K, const IN: usize, const OUT: usize> {
    /// The kernel to run.
    pub kernel: K,
    /// The input columns, one word per board.
    pub input: [&'a [u64]; IN],
}

// Each `run` passes copies of its arrays of slices. If the function that contains the loop of a backend is not inlined,
// it receives its arguments in memory. Only the copies then need to be in memory. Without the copies, the caller's
// arrays would have to be in memory for every arm of the `match` over backends. The compiler would write these arrays
// one word at a time and read them two words at a time. A CPU cannot forward two narrow stores to one wide load, so
// each load would wait many times longer than it takes to compute a few boards. If the loop is inlined, the compiler
// removes the copies.

impl<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Job for Map<'_, K, IN, OUT> {
    type Out = ();

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        let Self { kernel, input, output } = self;
        map_on(backend, kernel, copied(input), copied_mut(output));
    }
}

impl<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Job for Counts<'_, K, IN, OUT> {
    type Out = ();

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        const { ResultKind::check_counts(&K::KINDS) };
        let Self { kernel, input, output } = self;
        counts_on(backend, kernel, copied(input), copied_mut(output));
    }
}

impl<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Job for Total<'_, K, IN, OUT> {
    type Out = [u64; OUT];

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) -> [u64; OUT] {
        let Self { kernel, input } = self;
        total_on(backend, kernel, copied(input))
    }
}

impl<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Job for Heat<'_, K, IN, OUT> {
    type Out = [[u64; 64]; OUT];

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) -> [[u64; 64]; OUT] {
        const { ResultKind::check_heat(&K::KINDS) };
        let Self { kernel, input } = self;
        heat_on(backend, kernel, copied(input))
    }
}
