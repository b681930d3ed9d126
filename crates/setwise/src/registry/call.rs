//! How the registry calls a backend: a choice inline, a specimen out of line, so that a laboratory with all specimens
//! measures the same `auto` that a user gets without them.
//!
//! A call that is not inlined, a specimen's or that of a choice which the compiler thinks too large, takes its columns through
//! memory. If those were the very arrays that all use, they would live in memory everywhere, written in words and read in pairs
//! of words, which stalls a CPU for many times what a few boards take. So everybody gets copies, and who is inlined
//! has none.

use setwise_core::{Backend, Kernel, Lanes, Spread};

/// What `auto` may take.
pub(super) struct Choice;

/// What is there to compare with.
pub(super) struct Specimen;

macro_rules! calls {
    ($($method:ident: $output:ty;)+) => {
        impl Choice {$(
            #[inline(always)]
            #[track_caller]
            pub(super) fn $method<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
                backend: Backend<V, S>,
                kernel: K,
                input: [&[u64]; IN],
                output: [&mut [$output]; OUT],
            ) {
                backend.$method(kernel, input.map(|column| column), output.map(|column| &mut *column));
            }
        )+}

        #[allow(dead_code, reason = "a build may contain no specimen")]
        impl Specimen {$(
            #[inline(always)]
            #[track_caller]
            pub(super) fn $method<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
                backend: Backend<V, S>,
                kernel: K,
                input: [&[u64]; IN],
                output: [&mut [$output]; OUT],
            ) {
                #[inline(never)]
                #[track_caller]
                fn out_of_line<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
                    backend: Backend<V, S>,
                    kernel: K,
                    input: [&[u64]; IN],
                    output: [&mut [$output]; OUT],
                ) {
                    backend.$method(kernel, input, output);
                }
                out_of_line(backend, kernel, input.map(|column| column), output.map(|column| &mut *column));
            }
        )+}
    };
}

calls! {
    map: u64;
    counts: u8;
}

impl Choice {
    #[inline(always)]
    #[track_caller]
    pub(super) fn total<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
        backend: Backend<V, S>,
        kernel: K,
        input: [&[u64]; IN],
    ) -> [u64; OUT] {
        backend.total(kernel, input.map(|column| column))
    }
}

#[allow(dead_code, reason = "a build may contain no specimen")]
impl Specimen {
    #[inline(always)]
    #[track_caller]
    pub(super) fn total<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
        backend: Backend<V, S>,
        kernel: K,
        input: [&[u64]; IN],
    ) -> [u64; OUT] {
        #[inline(never)]
        #[track_caller]
        fn out_of_line<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
            backend: Backend<V, S>,
            kernel: K,
            input: [&[u64]; IN],
        ) -> [u64; OUT] {
            backend.total(kernel, input)
        }
        out_of_line(backend, kernel, input.map(|column| column))
    }
}
