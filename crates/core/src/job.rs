//! Work that any backend can do, written once.
//!
//! A backend is a type, and the backend that a program uses is known only at run time. A [`Job`] is the work as a
//! value: its [`run`](Job::run) is generic over lanes and spread, like a closure with type parameters. A [`Runner`] is
//! anything that runs jobs: a [`Strategy`] by its type, or an enum of backends with a single `match`. Code that takes any
//! backend is generic over [`Runner`].
//!
//! ```
//! use setwise_core::{Strategy, Job, Lanes, Prefix, Runner, Spread, Words};
//!
//! /// Reports how many boards the backend computes at once.
//! struct BoardsAtOnce;
//!
//! impl Job for BoardsAtOnce {
//!     type Out = usize;
//!
//!     fn run<V: Lanes, S: Spread<V>>(self, _: Strategy<V, S>) -> usize {
//!         V::COUNT
//!     }
//! }
//!
//! let portable = Strategy::<Words<8>, Prefix>::detect().unwrap();
//! assert_eq!(portable.run(BoardsAtOnce), 8);
//! ```

use crate::{Kernel, Lanes, Spread, Strategy};

/// Work that can run on any one backend.
pub trait Job {
    /// What the work returns.
    type Out;

    /// Does the work on `backend`. Mark it `#[inline(always)]` where a call would matter.
    #[track_caller]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) -> Self::Out;
}

/// A type that runs jobs: a backend by type, or one that was chosen at run time.
pub trait Runner: Copy {
    /// Runs a job on the backend.
    #[track_caller]
    fn run<J: Job>(self, job: J) -> J::Out;

    /// Runs a job over columns of `boards` boards. A backend that was chosen at run time may leave a batch that does
    /// not fill one of its registers to a backend with shorter registers. By default, this is [`run`](Self::run).
    /// [`map`](Self::map), [`counts`](Self::counts) and [`total`](Self::total) use it. [`heat`](Self::heat) does not,
    /// because every backend adds a few boards one by one.
    #[inline(always)]
    #[track_caller]
    fn run_batch<J: Job>(self, boards: usize, job: J) -> J::Out {
        let _ = boards;
        self.run(job)
    }

    /// Runs `kernel` on every board, as [`Strategy::map`] does.
    #[inline(always)]
    #[track_caller]
    fn map<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN], output: [&mut [u64]; OUT])
    where
        K: Kernel<IN, OUT>,
    {
        self.run_batch(boards_of(&input), Map { kernel, input, output });
    }

    /// Counts the members of every result, as [`Strategy::counts`] does.
    #[inline(always)]
    #[track_caller]
    fn counts<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN], output: [&mut [u8]; OUT])
    where
        K: Kernel<IN, OUT>,
    {
        self.run_batch(boards_of(&input), Counts { kernel, input, output });
    }

    /// Returns the sum of each result over all boards, as [`Strategy::total`] does.
    #[inline(always)]
    #[track_caller]
    fn total<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN]) -> [u64; OUT]
    where
        K: Kernel<IN, OUT>,
    {
        self.run_batch(boards_of(&input), Total { kernel, input })
    }

    /// Returns, for each result and each square, the number of boards on which the result has the square, as
    /// [`Strategy::heat`] does.
    #[inline(always)]
    #[track_caller]
    fn heat<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN]) -> [[u64; 64]; OUT]
    where
        K: Kernel<IN, OUT>,
    {
        self.run(Heat { kernel, input })
    }
}

/// Returns the number of boards in the first column. The jobs check that all columns have the same number.
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

/// The job of [`Strategy::map`].
#[derive(Debug)]
pub struct Map<'a, K, const IN: usize, const OUT: usize> {
    /// The kernel to run.
    pub kernel: K,
    /// The input columns, one word per board.
    pub input: [&'a [u64]; IN],
    /// The output columns, one word per board.
    pub output: [&'a mut [u64]; OUT],
}

/// The job of [`Strategy::counts`].
#[derive(Debug)]
pub struct Counts<'a, K, const IN: usize, const OUT: usize> {
    /// The kernel to run.
    pub kernel: K,
    /// The input columns, one word per board.
    pub input: [&'a [u64]; IN],
    /// The output columns, one byte per board.
    pub output: [&'a mut [u8]; OUT],
}

/// The job of [`Strategy::total`].
#[derive(Debug)]
pub struct Total<'a, K, const IN: usize, const OUT: usize> {
    /// The kernel to run.
    pub kernel: K,
    /// The input columns, one word per board.
    pub input: [&'a [u64]; IN],
}

/// The job of [`Strategy::heat`].
#[derive(Debug)]
pub struct Heat<'a, K, const IN: usize, const OUT: usize> {
    /// The kernel to run.
    pub kernel: K,
    /// The input columns, one word per board.
    pub input: [&'a [u64]; IN],
}

// Each `run` passes copies of its arrays of columns. A backend that is not inlined receives them through memory.
// Without the copy, the caller's arrays would have to live in memory for every arm of the `match`; they would be
// written one word at a time and read two at a time. Such loads cannot be store-forwarded, and the stall costs many
// times as much as computing a few boards. Inlining removes the copy.

impl<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Job for Map<'_, K, IN, OUT> {
    type Out = ();

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        let Self { kernel, input, output } = self;
        backend.map(kernel, input.map(|column| column), output.map(|column| &mut *column));
    }
}

impl<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Job for Counts<'_, K, IN, OUT> {
    type Out = ();

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        let Self { kernel, input, output } = self;
        backend.counts(kernel, input.map(|column| column), output.map(|column| &mut *column));
    }
}

impl<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Job for Total<'_, K, IN, OUT> {
    type Out = [u64; OUT];

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) -> [u64; OUT] {
        let Self { kernel, input } = self;
        backend.total(kernel, input.map(|column| column))
    }
}

impl<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Job for Heat<'_, K, IN, OUT> {
    type Out = [[u64; 64]; OUT];

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) -> [[u64; 64]; OUT] {
        let Self { kernel, input } = self;
        backend.heat(kernel, input.map(|column| column))
    }
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use super::*;
    use crate::patterns::KnightAttacks;
    use crate::{Prefix, Scalar, Words};

    /// A backend that records the length of each batch that it could leave to another backend.
    #[derive(Clone, Copy)]
    struct Recording<'a>(&'a Cell<Option<usize>>);

    impl Runner for Recording<'_> {
        fn run<J: Job>(self, job: J) -> J::Out {
            job.run(Strategy::<Words<1>, Prefix>::new(Scalar))
        }

        fn run_batch<J: Job>(self, boards: usize, job: J) -> J::Out {
            self.0.set(Some(boards));
            self.run(job)
        }
    }

    #[test]
    fn a_backend_may_choose_another_one_for_each_batch() {
        let (boards, recorded) = ([1, 2, 3], Cell::new(None));
        let runner = Recording(&recorded);
        runner.map(KnightAttacks, [&boards], [&mut [0; 3]]);
        assert_eq!(recorded.take(), Some(3));
        runner.counts(KnightAttacks, [&boards[1..]], [&mut [0; 2]]);
        assert_eq!(recorded.take(), Some(2));
        assert_eq!(runner.total(KnightAttacks, [&boards[2..]]), [2 + 3]);
        assert_eq!(recorded.take(), Some(1));
    }
}
