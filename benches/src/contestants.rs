//! The contestants of a question about a kernel: every ready backend, loops that are rivals, and copies as upper
//! bounds.

use std::hint::black_box;
use std::rc::Rc;

use setwise::backend::{self, EightShifts, Isa, Job, Prefix, Runner, Scalar, Strategy, Words};
use setwise::{Kernel, Lanes, Spread};
use setwise_specimens::{AnyBackend, Entry};

use crate::rows::{Rows, ready};
use crate::workload::Workload;
use crate::{BASELINE, Contestant, Workspace};
use setwise_rounds::{Answer, Role, columns, columns_mut};

/// The form in which a question needs the results of a kernel: the sets or their counts.
pub trait Results<const IN: usize, const OUT: usize>: Copy + 'static {
    /// Whether the squares in the result sets are counted. If so, an instruction for population counts can make a
    /// backend faster.
    const COUNTS: bool;

    /// Returns the correct answer for a workload.
    fn answer(workload: &Workload<IN, OUT>) -> Answer;

    /// Returns one pass over the columns of a workspace, as a job for any backend.
    fn job<K: Kernel<IN, OUT>>(self, kernel: K, workspace: &mut Workspace) -> impl Job<Out = ()>;

    /// Runs one pass that evaluates strictly one board at a time.
    fn one_at_a_time<S: Spread<Words<1>>, K: Kernel<IN, OUT>>(kernel: K, workspace: &mut Workspace);
}

/// The result sets, computed by `map`.
#[derive(Debug, Clone, Copy)]
pub struct Map;

/// The population counts of the result sets, one byte each, computed by `counts`.
#[derive(Debug, Clone, Copy)]
pub struct Counts;

impl<const IN: usize, const OUT: usize> Results<IN, OUT> for Map {
    const COUNTS: bool = false;

    fn answer(workload: &Workload<IN, OUT>) -> Answer {
        Answer::sets(&workload.results)
    }

    fn job<K: Kernel<IN, OUT>>(self, kernel: K, workspace: &mut Workspace) -> impl Job<Out = ()> {
        let Workspace { input, sets, .. } = workspace;
        backend::Map::<K, IN, OUT> { kernel, input: columns(input), output: columns_mut(sets) }
    }

    fn one_at_a_time<S: Spread<Words<1>>, K: Kernel<IN, OUT>>(kernel: K, workspace: &mut Workspace) {
        let mut output: [&mut [u64]; OUT] = columns_mut(&mut workspace.sets);
        each_board::<S, K, IN, OUT>(kernel, &columns(&workspace.input), |n, results| {
            for (column, result) in output.iter_mut().zip(results) {
                column[n] = result;
            }
        });
    }
}

impl<const IN: usize, const OUT: usize> Results<IN, OUT> for Counts {
    const COUNTS: bool = true;

    fn answer(workload: &Workload<IN, OUT>) -> Answer {
        Answer::counts(&workload.results)
    }

    fn job<K: Kernel<IN, OUT>>(self, kernel: K, workspace: &mut Workspace) -> impl Job<Out = ()> {
        let Workspace { input, counts, .. } = workspace;
        backend::Counts::<K, IN, OUT> { kernel, input: columns(input), output: columns_mut(counts) }
    }

    fn one_at_a_time<S: Spread<Words<1>>, K: Kernel<IN, OUT>>(kernel: K, workspace: &mut Workspace) {
        let mut output: [&mut [u8]; OUT] = columns_mut(&mut workspace.counts);
        each_board::<S, K, IN, OUT>(kernel, &columns(&workspace.input), |n, results| {
            for (column, result) in output.iter_mut().zip(results) {
                column[n] = result.count_ones() as u8;
            }
        });
    }
}

/// Evaluates a kernel on strictly one board at a time, and passes each result to `keep`. `black_box` prevents the
/// compiler from vectorising the loop over boards.
#[inline(always)]
fn each_board<S: Spread<Words<1>>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    kernel: K,
    input: &[&[u64]; IN],
    mut keep: impl FnMut(usize, [u64; OUT]),
) {
    for n in 0..input[0].len() {
        let mut sets = [Words::load(Scalar, &[0]); IN];
        for (set, column) in sets.iter_mut().zip(input) {
            *set = Words::load(Scalar, &[black_box(column[n])]);
        }
        let results = kernel.eval(S::default(), sets);
        keep(n, results.map(|result| black_box(result.boards()[0])));
    }
}

/// Builds all contestants for a kernel:
///
/// - each backend of the library that this CPU supports;
/// - the plain loop, compiled for each instruction set;
/// - a copy that uses the widest registers;
/// - a loop that evaluates strictly one board at a time.
///
/// Backends that run the same code share a row. If `only` names a backend, all other backends except the baseline
/// `scalar-prefix` are left out.
///
/// If `SPECIMENS` is true, the specimens are included as backends, and there are more rivals and copies. If `SPECIMENS`
/// is false, specimens are not compiled, which halves the compile time of a question.
pub fn all_contestants<const SPECIMENS: bool, O: Results<IN, OUT>, K, const IN: usize, const OUT: usize>(
    results: O,
    kernel: K,
    workload: &Workload<IN, OUT>,
    only: Option<&'static str>,
) -> Vec<Contestant>
where
    K: Kernel<IN, OUT> + 'static,
{
    let mut all = Contestants::<SPECIMENS, O, K, IN, OUT> {
        kernel,
        answer: Rc::new(O::answer(workload)),
        copied: Rc::new(O::answer(&CopyKernel::answered(workload))),
        only,
        seen: Vec::new(),
        rows: Rows::new(kernel, workload),
        results,
    };
    for (entry, backend) in ready() {
        match backend {
            AnyBackend::Library(backend) => backend.run(AddBackend { all: &mut all, entry }),
            AnyBackend::Specimen(backend) if SPECIMENS => backend.run(AddBackend { all: &mut all, entry }),
            AnyBackend::Specimen(_) => {}
        }
    }
    let Contestants { answer, mut rows, .. } = all;
    rows.contestants.push(Contestant::new("one-at-a-time scalar-prefix", Role::Rival, &answer, move |workspace| {
        O::one_at_a_time::<Prefix, K>(kernel, workspace);
    }));
    if SPECIMENS && rows.kernel_uses_a_formula() {
        rows.contestants.push(Contestant::new("one-at-a-time scalar-shift", Role::Rival, &answer, move |workspace| {
            O::one_at_a_time::<EightShifts, K>(kernel, workspace);
        }));
    }
    rows.contestants
}

struct Contestants<const SPECIMENS: bool, O, K, const IN: usize, const OUT: usize> {
    kernel: K,
    answer: Rc<Answer>,
    /// The correct answer of the copies.
    copied: Rc<Answer>,
    only: Option<&'static str>,
    /// The instruction sets whose rivals and copies have already been considered. They are not considered again, so
    /// that no row is added twice.
    seen: Vec<&'static str>,
    rows: Rows,
    results: O,
}

/// The job that adds a backend. For the first vector backend of an instruction set, it also adds the rivals and the
/// copy for that instruction set, as far as the question includes them.
struct AddBackend<'a, const SPECIMENS: bool, O, K, const IN: usize, const OUT: usize> {
    all: &'a mut Contestants<SPECIMENS, O, K, IN, OUT>,
    entry: Entry,
}

impl<const SPECIMENS: bool, O: Results<IN, OUT>, K: Kernel<IN, OUT> + 'static, const IN: usize, const OUT: usize> Job
    for AddBackend<'_, SPECIMENS, O, K, IN, OUT>
{
    type Out = ();

    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        let Self { all: Contestants { kernel, answer, copied, only, seen, rows, results }, entry } = self;
        let (kernel, results) = (*kernel, *results);
        if only.is_none_or(|only| only == entry.name || entry.name == BASELINE) {
            rows.add::<V, S>(contestant(entry.name, Role::Backend, answer, backend, results, kernel));
        }
        let set = V::Isa::NAME;
        let only_counts = entry.needs.contains("vpopcnt") && !O::COUNTS;
        if V::COUNT == 1 || only_counts || seen.contains(&set) {
            return;
        }
        seen.push(set);
        if !entry.needs.is_empty() {
            // If `needs` is empty, the whole program is compiled for this instruction set, so `scalar-prefix` is
            // already the plain loop compiled for it.
            let plain = Strategy::<Words<1, V::Isa>, Prefix>::new(backend.isa());
            let name = format!("autovectorised {set}");
            let plain = contestant(&name, Role::Rival, answer, plain, results, kernel);
            rows.add::<Words<1, V::Isa>, Prefix>(plain);
            if SPECIMENS {
                let words = Strategy::<Words<8, V::Isa>, Prefix>::new(backend.isa());
                let name = format!("autovectorised {set}, 8 words");
                let words = contestant(&name, Role::Rival, answer, words, results, kernel);
                rows.add::<Words<8, V::Isa>, Prefix>(words);
            }
        }
        // Every question includes the widest copy as its upper bound. Only questions with specimens include narrower
        // copies.
        if SPECIMENS || seen.len() == 1 {
            let name = format!("copy, {set}");
            rows.contestants.push(contestant(&name, Role::UpperBound, copied, backend, results, CopyKernel));
        }
    }
}

/// Creates a contestant from a backend and a kernel. This is a separate function, so that questions with and without
/// specimens share the compiled code.
fn contestant<O: Results<IN, OUT>, K, V: Lanes, S: Spread<V>, const IN: usize, const OUT: usize>(
    name: &str,
    role: Role,
    answer: &Rc<Answer>,
    backend: Strategy<V, S>,
    results: O,
    kernel: K,
) -> Contestant
where
    K: Kernel<IN, OUT> + 'static,
{
    Contestant::new(name, role, answer, move |workspace| backend.run(results.job(kernel, workspace)))
}

/// Loads every input, combines the inputs by exclusive or, flips some bits and stores every result. On the same
/// backend, no kernel with the same number of inputs and results is expected to be faster.
#[derive(Debug, Clone, Copy)]
pub struct CopyKernel;

impl CopyKernel {
    /// Returns the bits that the copy changes in result `k`. If it changed none, the compiler could replace the loop
    /// with `memcpy`.
    const fn changed_bits(k: usize) -> u64 {
        0x5555_5555_5555_5555 << k
    }

    /// Returns the workload with the copy's output as its results.
    #[must_use]
    pub fn answered<const IN: usize, const OUT: usize>(workload: &Workload<IN, OUT>) -> Workload<IN, OUT> {
        let copy = |board: &[u64; IN]| {
            let mixed = board.iter().fold(0, |mixed, set| mixed ^ set);
            std::array::from_fn(|k| mixed ^ Self::changed_bits(k))
        };
        let input = workload.input.clone();
        Workload { boards: workload.boards, results: input.iter().map(copy).collect(), input }
    }
}

impl<const IN: usize, const OUT: usize> Kernel<IN, OUT> for CopyKernel {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, input: [V; IN]) -> [V; OUT] {
        let mut mixed = input[0];
        for set in &input[1..] {
            mixed ^= *set;
        }
        let mut output = [mixed; OUT];
        for (k, result) in output.iter_mut().enumerate() {
            *result = mixed ^ Self::changed_bits(k);
        }
        output
    }
}
