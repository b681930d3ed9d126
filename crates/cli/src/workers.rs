//! Pieces of text through several threads, and out again in order.

use std::num::NonZeroUsize;
use std::sync::mpsc::sync_channel;
use std::thread;

use anyhow::{Result, anyhow};

/// Pieces that wait for a thread, or for being taken from it.
const DEPTH: usize = 2;

/// Works on every piece that `next` gives, on so many threads, and shows the results to `take` in the order of the pieces.
///
/// Pieces are dealt in turn, and taken in turn, so order costs nothing. With one thread everything happens on the caller's.
/// Each thread makes itself a worker. An error of `take` ends it all; one of `next` does so when what came before is taken.
pub(crate) fn in_order<P: Send, R: Send, W: FnMut(P) -> R>(
    threads: NonZeroUsize,
    mut next: impl FnMut() -> Result<Option<P>>,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(R) -> Result<()>,
) -> Result<()> {
    if threads.get() == 1 {
        let mut work = worker();
        while let Some(piece) = next()? {
            take(work(piece))?;
        }
        return Ok(());
    }
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.get())
            .map(|_| {
                let (give, pieces) = sync_channel::<P>(DEPTH);
                let (done, results) = sync_channel::<R>(DEPTH);
                let worker = &worker;
                scope.spawn(move || {
                    let mut work = worker();
                    // Ends when nothing is dealt any more, or nobody takes.
                    while let Ok(piece) = pieces.recv() {
                        if done.send(work(piece)).is_err() {
                            break;
                        }
                    }
                });
                (give, results)
            })
            .collect();
        let (mut dealt, mut taken) = (0, 0);
        let mut ended = Ok(());
        let mut more = true;
        loop {
            while more && dealt - taken < DEPTH * workers.len() {
                match next() {
                    Ok(Some(piece)) => {
                        workers[dealt % workers.len()].0.send(piece).map_err(|_| anyhow!("a thread has ended"))?;
                        dealt += 1;
                    }
                    Ok(None) => more = false,
                    Err(error) => (more, ended) = (false, Err(error)),
                }
            }
            if taken == dealt {
                return ended;
            }
            take(workers[taken % workers.len()].1.recv().map_err(|_| anyhow!("a thread has ended"))?)?;
            taken += 1;
        }
    })
}
