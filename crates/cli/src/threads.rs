//! Starts threads only if there is memory for them, because an allocation that fails later aborts the program.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// The number of bytes in flight at which reading pauses. The help of `--threads` and the README state it.
pub(crate) const IN_FLIGHT: usize = 64 << 20;

/// The number of bytes that the output will need, in addition to what is in flight.
static FOR_OUTPUT: AtomicUsize = AtomicUsize::new(0);

/// Keeps memory free for the output: from now on, a thread starts only if this number of bytes remains as well.
#[allow(dead_code, reason = "only programs with the feature `parquet` call it")]
pub(crate) fn keep_for_output(bytes: usize) {
    FOR_OUTPUT.fetch_add(bytes, Ordering::Relaxed);
}

/// Starts a thread, if there is memory for one more, and returns whether it runs.
#[allow(dead_code, reason = "only programs with the feature `parquet` call it")]
pub(crate) fn start(work: impl FnOnce() + Send + 'static) -> bool {
    let (ready, is_ready) = sync_channel(1);
    let run = move || {
        set_up_heap(&ready);
        work();
    };
    memory_for_a_thread() && thread::Builder::new().spawn(run).is_ok() && is_ready.recv().is_ok()
}

/// Returns whether there is memory for one more thread, for everything in flight and for the output. The memory is reserved only
/// for a moment and is never touched, so the check costs only address space.
pub(crate) fn memory_for_a_thread() -> bool {
    const STACK: usize = 2 << 20;
    // The address space that the GNU C library reserves for a thread that allocates.
    const HEAP: usize = 64 << 20;
    // The columns of positions and the values of features that a thread holds.
    const SCRATCH: usize = 8 << 20;
    let mut memory = Vec::<u8>::new();
    let needed = STACK + HEAP + SCRATCH + IN_FLIGHT + FOR_OUTPUT.load(Ordering::Relaxed);
    let reserved = memory.try_reserve_exact(needed).is_ok();
    // Keeps the compiler from removing an allocation that nothing uses.
    black_box(&memory);
    reserved
}

/// Makes the first allocation of a thread, so that the allocator sets up the thread's heap, and then sends to `ready`.
/// Until then, the check for the next thread would count this memory as free.
pub(crate) fn set_up_heap(ready: &SyncSender<()>) {
    black_box(vec![0_u8]);
    let _ = ready.send(());
}
