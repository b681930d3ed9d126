//! Batches on several threads (feature `rayon`).
//!
//! Each thread takes a chunk of the columns, and takes the next chunk when it has finished the previous one. The calling
//! thread takes chunks as well, so it does not have to wait for the threads of the pool to wake up.
//!
//! The calling thread begins at the front and the threads of the pool at the back. If the next batch uses the same
//! columns, most boards are then still in the cache of the core that processes them.
//!
//! Each chunk is one ordinary batch. Boards are independent of each other, so the results and their order are the same
//! as with one thread. Columns in main memory gain less than columns in cache, because one core already uses much of
//! the memory bandwidth.

extern crate std;

mod chunks;

use core::iter;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use setwise_core::{Kernel, ResultKind, common_length};

use self::chunks::{Chunks, ColumnChunk};
use crate::Backend;

/// The minimum number of bytes per thread if the calling thread is outside the pool. The pool's threads may be asleep,
/// and waking up a thread can take as long as running a simple kernel on this many bytes.
const WORTH_WAKING: usize = 1 << 20;

/// The minimum number of bytes per thread inside the pool, where the threads are usually awake.
const WORTH_SHARING: usize = 128 << 10;

/// While a calling thread outside the pool waits for the other threads, it yields at most this many times before it
/// sleeps. Most threads finish during the yields, and waking up from sleep would take longer.
const YIELDS: usize = 64;

impl Backend {
    /// Writes the same results as [`map`](Self::map), computed on this thread and on rayon's pool.
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length. In that case, nothing is written.
    #[track_caller]
    pub fn par_map<K, const IN: usize, const OUT: usize>(
        self,
        kernel: K,
        input: [&[u64]; IN],
        output: [&mut [u64]; OUT],
    ) where
        K: Kernel<IN, OUT> + Send + Sync,
    {
        let boards = common_length(&input, &output);
        in_chunks(boards, input, output, |chunks| {
            for (input, output) in chunks {
                self.map(kernel, input, output);
            }
        });
    }

    /// Writes the same numbers as [`counts`](Self::counts), computed on this thread and on rayon's pool.
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length. In that case, nothing is written.
    #[track_caller]
    pub fn par_counts<K, const IN: usize, const OUT: usize>(
        self,
        kernel: K,
        input: [&[u64]; IN],
        output: [&mut [u8]; OUT],
    ) where
        K: Kernel<IN, OUT> + Send + Sync,
    {
        const { ResultKind::check_counts(&K::KINDS) };
        let boards = common_length(&input, &output);
        in_chunks(boards, input, output, |chunks| {
            for (input, output) in chunks {
                self.counts(kernel, input, output);
            }
        });
    }

    /// Returns the same sums as [`total`](Self::total), computed on this thread and on rayon's pool.
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length.
    #[must_use]
    #[track_caller]
    pub fn par_total<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN]) -> [u64; OUT]
    where
        K: Kernel<IN, OUT> + Send + Sync,
    {
        let boards = common_length::<u64, IN, 0>(&input, &[]);
        added(boards, input, |chunk| self.total(kernel, chunk).map(|sum| [sum])).map(|[sum]| sum)
    }

    /// Returns the same numbers as [`heat`](Self::heat), computed on this thread and on rayon's pool.
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length.
    #[must_use]
    #[track_caller]
    pub fn par_heat<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN]) -> [[u64; 64]; OUT]
    where
        K: Kernel<IN, OUT> + Send + Sync,
    {
        const { ResultKind::check_heat(&K::KINDS) };
        let boards = common_length::<u64, IN, 0>(&input, &[]);
        added(boards, input, |chunk| self.heat(kernel, chunk))
    }
}

/// Calls `of_chunk` on every chunk and adds up the returned arrays, element by element. Each column has `boards`
/// boards.
fn added<const IN: usize, const N: usize, const OUT: usize>(
    boards: usize,
    input: [&[u64]; IN],
    of_chunk: impl Fn([&[u64]; IN]) -> [[u64; N]; OUT] + Sync,
) -> [[u64; N]; OUT] {
    let add = |sums: &mut [[u64; N]; OUT], more: &[[u64; N]; OUT]| {
        for (sum, more) in sums.as_flattened_mut().iter_mut().zip(more.as_flattened()) {
            *sum += more;
        }
    };
    let of_all = Mutex::new([[0; N]; OUT]);
    in_chunks::<u64, IN, 0>(boards, input, [], |chunks| {
        let mut of_thread = [[0; N]; OUT];
        for (input, []) in chunks {
            add(&mut of_thread, &of_chunk(input));
        }
        add(&mut lock(&of_all), &of_thread);
    });
    *lock(&of_all)
}

/// Calls `work` once on each thread. [`threads_for`] determines the number of threads. Each call receives an iterator
/// over the chunks that its thread takes. Each column has `boards` boards.
fn in_chunks<T: Send, const IN: usize, const OUT: usize>(
    boards: usize,
    input: [&[u64]; IN],
    output: [&mut [T]; OUT],
    work: impl Fn(&mut dyn Iterator<Item = ColumnChunk<'_, T, IN, OUT>>) + Sync,
) {
    match threads_for(boards * Chunks::<T, IN, OUT>::BYTES_OF_BOARD) {
        1 => work(&mut iter::once((input, output))),
        threads => share(threads, Chunks::new(threads, boards, input, output), work),
    }
}

/// Returns the number of threads for columns of `bytes` bytes.
fn threads_for(bytes: usize) -> usize {
    let worth_a_thread = if rayon::current_thread_index().is_some() { WORTH_SHARING } else { WORTH_WAKING };
    match bytes / worth_a_thread {
        // Returns early, because `current_num_threads` would start the pool.
        0 | 1 => 1,
        most => most.min(rayon::current_num_threads()),
    }
}

/// Calls `work` on this thread and on `threads - 1` threads of the pool. Each call receives an iterator over the items
/// that its thread takes.
fn share<I: DoubleEndedIterator<Item: Send> + Send>(
    threads: usize,
    items: I,
    work: impl Fn(&mut dyn Iterator<Item = I::Item>) + Sync,
) {
    let (items, work, others) = (&Mutex::new(items), &work, &AtomicUsize::new(threads - 1));
    rayon::in_place_scope(|scope| {
        for _ in 1..threads {
            scope.spawn(move |_| {
                work(&mut iter::from_fn(|| lock(items).next_back()));
                others.fetch_sub(1, Ordering::Relaxed);
            });
        }
        work(&mut iter::from_fn(|| lock(items).next()));
        if rayon::current_thread_index().is_none() {
            for _ in 0..YIELDS {
                if others.load(Ordering::Relaxed) == 0 {
                    break;
                }
                thread::yield_now();
            }
        }
    });
}

/// Locks a mutex and ignores poisoning, because a panic in a kernel cannot leave the value half-modified.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::sync::Barrier;
    use std::vec::Vec;

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "a pool of three threads cannot be built")]
    fn columns_that_are_not_worth_a_second_thread_stay_on_this_one() {
        assert_eq!([0, WORTH_SHARING, 2 * WORTH_WAKING - 1].map(threads_for), [1; 3]);
        let inside = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        assert_eq!(
            inside.install(|| [2 * WORTH_SHARING - 1, 2 * WORTH_SHARING, 9 * WORTH_SHARING].map(threads_for)),
            [1, 2, 3]
        );
    }

    /// Checks that both threads work at once: each of them waits until the other has received an item.
    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "there is one thread")]
    fn the_calling_thread_and_one_of_the_pool_work_at_the_same_time() {
        let (caller, both, seen) = (thread::current().id(), Barrier::new(2), Mutex::new(Vec::new()));
        share(2, 0..100, |items| {
            let first = items.next().unwrap();
            both.wait();
            assert_eq!(
                first,
                if thread::current().id() == caller { 0 } else { 99 },
                "the calling thread begins at the front"
            );
            lock(&seen).extend(iter::once(first).chain(items).map(|item| (item, thread::current().id())));
        });
        let mut seen = seen.into_inner().unwrap();
        let threads: HashSet<_> = seen.iter().map(|&(_, thread)| thread).collect();
        assert!(threads.len() == 2 && threads.contains(&caller));
        seen.sort_unstable_by_key(|&(item, _)| item);
        assert!(seen.iter().map(|&(item, _)| item).eq(0..100));
    }
}
