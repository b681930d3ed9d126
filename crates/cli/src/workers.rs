//! Processes chunks of input on several threads and returns the results in order.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Result, anyhow};

/// The maximum number of chunks in flight per thread: one that the thread processes, and one that waits before or after
/// processing.
const DEPTH: usize = 2;

/// The number of bytes that the results in flight take at most, if no result is larger than those before it. The help of
/// `--threads` and docs/files.md state this number.
const IN_FLIGHT: usize = 64 << 20;

/// Processes every chunk that `next` returns, on up to `threads` threads, and passes the results to `take` in the order
/// of the chunks.
///
/// A new thread is started when more chunks are in flight than there are threads, so a short input uses only one
/// thread. If the system refuses to start a thread, the work continues on the threads that are running. If no thread is
/// running, or if `threads` is 1, the calling thread does the work.
///
/// A chunk is in flight from the time when `next` returns it until `take` has taken its result. `weight` returns the bytes
/// of a result. Reading pauses while [`DEPTH`] chunks per thread are in flight, or while the chunks in flight would take
/// [`IN_FLIGHT`] bytes if each of their results were as large as the largest so far. Two chunks are always allowed, and
/// only two before the first result.
///
/// If `take` returns an error, the work ends at once. If `next` returns an error, the work ends after `take` has taken
/// the results of earlier chunks.
pub(crate) fn in_order<P: Send, R: Send, W: FnMut(P) -> R>(
    threads: NonZeroUsize,
    mut next: impl FnMut() -> Result<Option<P>>,
    worker: impl Fn() -> W + Sync,
    weight: impl Fn(&R) -> usize,
    mut take: impl FnMut(R) -> Result<()>,
) -> Result<()> {
    let (deal, dealt) = channel();
    let (dealt, worker) = (&Mutex::new(dealt), &worker);
    // The threads end when `deal` is dropped.
    thread::scope(move |scope| {
        let start = || thread::Builder::new().spawn_scoped(scope, || work_on(dealt, worker)).is_ok();
        let mut flight = VecDeque::new();
        let (mut started, mut most) = (0, if threads.get() == 1 { 0 } else { threads.get() });
        let (mut more, mut ended) = (true, Ok(()));
        let mut heaviest = None;
        loop {
            let of_weight = heaviest.map_or(2, |heaviest: usize| IN_FLIGHT / heaviest.max(1));
            while more && flight.len() < of_weight.min(DEPTH * most).max(2) {
                let chunk = match next() {
                    Ok(Some(chunk)) => chunk,
                    other => {
                        (more, ended) = (false, other.map(|_| ()));
                        break;
                    }
                };
                if started <= flight.len() && started < most {
                    if start() { started += 1 } else { most = started }
                }
                if most == 0 {
                    return alone(chunk, next, worker(), take);
                }
                let (reply, result) = sync_channel(1);
                deal.send((chunk, reply)).map_err(|_| anyhow!("the threads have ended"))?;
                flight.push_back(result);
            }
            let Some(result) = flight.pop_front() else { return ended };
            let result = result.recv().map_err(|_| anyhow!("a thread has ended"))?;
            heaviest = heaviest.max(Some(weight(&result)));
            take(result)?;
        }
    })
}

/// Processes chunks until all have been dealt, or until the caller no longer takes results.
fn work_on<P, R, W: FnMut(P) -> R>(dealt: &Mutex<Receiver<(P, SyncSender<R>)>>, worker: &impl Fn() -> W) {
    let mut work = worker();
    loop {
        let Ok((chunk, reply)) = dealt.lock().unwrap_or_else(PoisonError::into_inner).recv() else { return };
        if reply.send(work(chunk)).is_err() {
            return;
        }
    }
}

/// Processes `first` and all chunks that `next` returns on the calling thread.
fn alone<P, R>(
    first: P,
    mut next: impl FnMut() -> Result<Option<P>>,
    mut work: impl FnMut(P) -> R,
    mut take: impl FnMut(R) -> Result<()>,
) -> Result<()> {
    let mut chunk = Some(first);
    while let Some(this) = chunk {
        take(work(this))?;
        chunk = next()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread::ThreadId;

    /// What the tests observe during a run.
    #[derive(Default)]
    struct Seen {
        results: Vec<usize>,
        /// The maximum number of chunks in flight at once, in the first and in the second half of the run.
        most_in_flight: [usize; 2],
        /// The threads that processed chunks.
        threads: HashSet<ThreadId>,
        /// The number of workers that were created.
        workers: usize,
    }

    /// Processes `chunks` chunks, whose results have a given weight, on up to `threads` threads.
    fn run(chunks: usize, weight: usize, threads: usize) -> Seen {
        let mut seen = Seen::default();
        let in_flight = AtomicUsize::new(0);
        let mut left = 0..chunks;
        let next = || {
            let chunk = left.next();
            if let Some(chunk) = chunk {
                let most = &mut seen.most_in_flight[usize::from(chunk >= chunks / 2)];
                *most = (*most).max(1 + in_flight.fetch_add(1, Ordering::Relaxed));
            }
            Ok(chunk)
        };
        let take = |(chunk, thread)| {
            in_flight.fetch_sub(1, Ordering::Relaxed);
            seen.results.push(chunk);
            seen.threads.insert(thread);
            Ok(())
        };
        let workers = AtomicUsize::new(0);
        let worker = || {
            workers.fetch_add(1, Ordering::Relaxed);
            |chunk| (chunk, thread::current().id())
        };
        in_order(NonZeroUsize::new(threads).unwrap(), next, worker, |_| weight, take).unwrap();
        seen.workers = workers.into_inner();
        seen
    }

    #[test]
    fn more_than_a_thousand_results_keep_the_order_of_their_chunks() {
        for threads in [1, 2, 128] {
            let seen = run(1200, 1, threads);
            assert!(seen.results.iter().copied().eq(0..1200), "{threads} threads");
        }
    }

    /// Checks that the maximum number of chunks in flight equals the bound. It cannot be lower, because chunks are
    /// dealt until the bound is reached, before any result is awaited.
    #[test]
    fn the_chunks_in_flight_are_bounded() {
        for (threads, weight, most) in [
            (1, 1, 1),
            (2, 1, 4),
            (128, 0, 256),
            (128, IN_FLIGHT / 8, 8),
            (2, IN_FLIGHT / 8, 4),
            // Even one result exceeds the bound. Two chunks are allowed nevertheless, so that one is processed while the
            // other is written.
            (128, 3 * IN_FLIGHT, 2),
        ] {
            let seen = run(1000, weight, threads);
            assert_eq!(seen.most_in_flight, [most; 2], "{threads} threads, results of {weight} bytes");
            assert_eq!(seen.results.len(), 1000);
        }
    }

    #[test]
    fn no_more_threads_start_than_chunks_are_in_flight() {
        let alone = run(1200, 1, 1);
        assert_eq!((alone.threads, alone.workers), (HashSet::from([thread::current().id()]), 1));
        assert_eq!(run(0, 1, 128).workers, 0);
        assert_eq!(run(1, 1, 128).workers, 1);
        assert!(run(1000, IN_FLIGHT, 128).workers <= 2);
        assert!(run(1000, 1, 3).workers <= 3);
    }

    #[test]
    fn an_error_ends_it_after_what_came_before() {
        for threads in [1, 2, 128].map(|threads| NonZeroUsize::new(threads).unwrap()) {
            let mut chunks = 0..100;
            let mut taken = Vec::new();
            let next = || chunks.next().map(Some).ok_or_else(|| anyhow!("no chunk 100"));
            let error = in_order(
                threads,
                next,
                || |chunk| chunk,
                |_| 1,
                |chunk| {
                    taken.push(chunk);
                    Ok(())
                },
            );
            assert_eq!(error.unwrap_err().to_string(), "no chunk 100");
            assert!(taken.iter().copied().eq(0..100), "{threads} threads");

            let take = |chunk| if chunk == 70 { Err(anyhow!("no space for 70")) } else { Ok(()) };
            let mut chunks = 0..;
            let error = in_order(threads, || Ok(chunks.next()), || |chunk| chunk, |_| 1, take);
            assert_eq!(error.unwrap_err().to_string(), "no space for 70");
        }
    }

    /// Checks that a panic of a worker reaches the caller, instead of letting the caller wait forever for the missing
    /// result.
    #[test]
    fn a_panic_of_a_worker_is_one_of_the_caller() {
        for threads in [1, 2, 128].map(|threads| NonZeroUsize::new(threads).unwrap()) {
            let mut chunks = 0..100;
            let worker = || |chunk| assert_ne!(chunk, 50, "a panic that belongs to this test");
            let run = || in_order(threads, || Ok(chunks.next()), worker, |()| 1, |()| Ok(()));
            assert!(catch_unwind(AssertUnwindSafe(run)).is_err(), "{threads} threads");
        }
    }
}
