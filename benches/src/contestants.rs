//! Contestants: every ready backend, the rivals that are always there, and the roof.

use std::hint::black_box;
use std::marker::PhantomData;
use std::rc::Rc;

use setwise::{Backend, BackendId, EightShifts, Isa, Kernel, Lanes, Prefix, Scalar, Spread, Visitor, Words};

use crate::answer::Answer;
use crate::question::{Contestant, Role};
use crate::workload::Workload;
use crate::workspace::{Workspace, columns, columns_mut};

/// What a backend does with the results of a kernel.
pub trait Operation: Copy + 'static {
    /// Whether members are counted, so that an instruction for counting makes a difference.
    const COUNTS: bool;

    /// The right answer for a workload.
    fn answer<const IN: usize, const OUT: usize>(workload: &Workload<IN, OUT>) -> Answer;

    /// One pass of a backend over the columns of a workspace.
    fn pass<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
        backend: Backend<V, S>,
        kernel: K,
        workspace: &mut Workspace,
    );

    /// One board after the other, kept from being taken several at once.
    fn one_at_a_time<S: Spread<Words<1>>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
        kernel: K,
        workspace: &mut Workspace,
    );
}

/// The results themselves: `map`.
#[derive(Debug, Clone, Copy)]
pub struct Map;

/// The numbers of their members, a byte each: `counts`.
#[derive(Debug, Clone, Copy)]
pub struct Counts;

/// Their sums over all boards: `total`.
#[derive(Debug, Clone, Copy)]
pub struct Total;

impl Operation for Map {
    const COUNTS: bool = false;

    fn answer<const IN: usize, const OUT: usize>(workload: &Workload<IN, OUT>) -> Answer {
        Answer::sets(&workload.results)
    }

    fn pass<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
        backend: Backend<V, S>,
        kernel: K,
        workspace: &mut Workspace,
    ) {
        backend.map(kernel, columns(&workspace.input), columns_mut(&mut workspace.sets));
    }

    fn one_at_a_time<S: Spread<Words<1>>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
        kernel: K,
        workspace: &mut Workspace,
    ) {
        let mut output: [&mut [u64]; OUT] = columns_mut(&mut workspace.sets);
        each_board::<S, K, IN, OUT>(kernel, &columns(&workspace.input), |n, results| {
            for (column, result) in output.iter_mut().zip(results) {
                column[n] = result;
            }
        });
    }
}

impl Operation for Counts {
    const COUNTS: bool = true;

    fn answer<const IN: usize, const OUT: usize>(workload: &Workload<IN, OUT>) -> Answer {
        Answer::counts(&workload.results)
    }

    fn pass<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
        backend: Backend<V, S>,
        kernel: K,
        workspace: &mut Workspace,
    ) {
        backend.counts(kernel, columns(&workspace.input), columns_mut(&mut workspace.counts));
    }

    fn one_at_a_time<S: Spread<Words<1>>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
        kernel: K,
        workspace: &mut Workspace,
    ) {
        let mut output: [&mut [u8]; OUT] = columns_mut(&mut workspace.counts);
        each_board::<S, K, IN, OUT>(kernel, &columns(&workspace.input), |n, results| {
            for (column, result) in output.iter_mut().zip(results) {
                column[n] = result.count_ones() as u8;
            }
        });
    }
}

impl Operation for Total {
    const COUNTS: bool = true;

    fn answer<const IN: usize, const OUT: usize>(workload: &Workload<IN, OUT>) -> Answer {
        Answer::totals(&workload.results, workload.boards)
    }

    fn pass<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
        backend: Backend<V, S>,
        kernel: K,
        workspace: &mut Workspace,
    ) {
        let totals: [u64; OUT] = backend.total(kernel, columns::<_, IN>(&workspace.input));
        workspace.totals.copy_from_slice(&totals);
    }

    fn one_at_a_time<S: Spread<Words<1>>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
        kernel: K,
        workspace: &mut Workspace,
    ) {
        let mut totals = [0; OUT];
        each_board::<S, K, IN, OUT>(kernel, &columns(&workspace.input), |_, results| {
            for (total, result) in totals.iter_mut().zip(results) {
                *total += u64::from(result.count_ones());
            }
        });
        workspace.totals.copy_from_slice(&totals);
    }
}

/// What "scalar" means: `black_box` keeps the compiler from taking several boards at once.
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

/// Everybody for a kernel: every backend that this CPU can run, what the compiler makes of the plain loop behind each
/// instruction set's door, the copies, and strictly one board at a time.
///
/// With `only`, that backend and the floor alone among the backends. With `specimens`, those too where none was asked for, and
/// more rivals and copies.
pub fn everybody<O: Operation, K, const IN: usize, const OUT: usize>(
    _: O,
    kernel: K,
    workload: &Workload<IN, OUT>,
    only: Option<BackendId>,
    specimens: bool,
) -> Vec<Contestant>
where
    K: Kernel<IN, OUT> + 'static,
{
    let mut all = Everybody::<O, K, IN, OUT> {
        kernel,
        answer: Rc::new(O::answer(workload)),
        copied: Rc::new(O::answer(&CopyRoof::answered(workload))),
        only,
        specimens,
        seen: Vec::new(),
        contestants: Vec::new(),
        operation: PhantomData,
    };
    setwise::visit_ready(&mut all);
    let Everybody { answer, mut contestants, .. } = all;
    contestants.push(Contestant::new("one-at-a-time scalar-prefix", Role::Rival, &answer, move |workspace| {
        O::one_at_a_time::<Prefix, K, IN, OUT>(kernel, workspace);
    }));
    if specimens {
        contestants.push(Contestant::new("one-at-a-time scalar-shift", Role::Rival, &answer, move |workspace| {
            O::one_at_a_time::<EightShifts, K, IN, OUT>(kernel, workspace);
        }));
    }
    contestants
}

/// Collects contestants from the registry.
struct Everybody<O, K, const IN: usize, const OUT: usize> {
    kernel: K,
    answer: Rc<Answer>,
    /// What the copies should give.
    copied: Rc<Answer>,
    only: Option<BackendId>,
    specimens: bool,
    /// The instruction sets seen so far; each brings its rivals and its roof once.
    seen: Vec<&'static str>,
    contestants: Vec<Contestant>,
    operation: PhantomData<O>,
}

impl<O: Operation, K, const IN: usize, const OUT: usize> Visitor for Everybody<O, K, IN, OUT>
where
    K: Kernel<IN, OUT> + 'static,
{
    fn visit<V: Lanes, S: Spread<V>>(&mut self, id: BackendId, backend: Backend<V, S>) {
        let wanted = match self.only {
            Some(only) => only == id || id == BackendId::ScalarPrefix,
            None => self.specimens || id.role() == setwise::Role::Choice,
        };
        if wanted {
            self.push(id.name(), Role::Backend, backend);
        }
        let set = V::Isa::NAME;
        let only_counts = id.needs().contains("vpopcnt") && !O::COUNTS;
        if V::COUNT == 1 || only_counts || self.seen.contains(&set) {
            return;
        }
        self.seen.push(set);
        if !id.needs().is_empty() {
            // For what the whole program is compiled with, the plain loop is in the registry: scalar-prefix.
            let isa = backend.isa();
            self.push(&format!("autovectorised {set}"), Role::Rival, Backend::<Words<1, V::Isa>, Prefix>::new(isa));
            if self.specimens {
                let words = Backend::<Words<8, V::Isa>, Prefix>::new(isa);
                self.push(&format!("autovectorised {set}, 8 words"), Role::Rival, words);
            }
        }
        // The widest copy is every question's roof, the narrower ones are shown once.
        if self.specimens || self.seen.len() == 1 {
            let pass = move |workspace: &mut Workspace| O::pass::<V, S, _, IN, OUT>(backend, CopyRoof, workspace);
            self.contestants.push(Contestant::new(&format!("copy, {set}"), Role::Roof, &self.copied, pass));
        }
    }
}

impl<O: Operation, K: Kernel<IN, OUT> + 'static, const IN: usize, const OUT: usize> Everybody<O, K, IN, OUT> {
    fn push<V: Lanes, S: Spread<V>>(&mut self, name: &str, role: Role, backend: Backend<V, S>) {
        let kernel = self.kernel;
        let pass = move |workspace: &mut Workspace| O::pass::<V, S, K, IN, OUT>(backend, kernel, workspace);
        self.contestants.push(Contestant::new(name, role, &self.answer, pass));
    }
}

/// Load every input, change some bits, store every result: what any kernel of this shape must pay.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CopyRoof;

impl CopyRoof {
    /// The bits that the copy changes, so that nobody can replace it by a move of memory; others for each result.
    const fn changed_bits(k: usize) -> u64 {
        0x5555_5555_5555_5555 << k
    }

    /// The workload with what the copy makes of it for results.
    pub(crate) fn answered<const IN: usize, const OUT: usize>(workload: &Workload<IN, OUT>) -> Workload<IN, OUT> {
        let copy = |board: &[u64; IN]| {
            let mixed = board.iter().fold(0, |mixed, set| mixed ^ set);
            std::array::from_fn(|k| mixed ^ Self::changed_bits(k))
        };
        let input = workload.input.clone();
        Workload { boards: workload.boards, results: input.iter().map(copy).collect(), input }
    }
}

impl<const IN: usize, const OUT: usize> Kernel<IN, OUT> for CopyRoof {
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

#[cfg(test)]
mod tests {
    use crate::positions::RealPositions;
    use crate::questions::{self, Ask};

    /// All questions are made and every contestant of each answers right, once.
    #[test]
    fn everybody_answers_right_and_has_a_name_of_its_own() {
        let mut ids = Vec::new();
        let real = RealPositions::embedded();
        for make in questions::all() {
            let mut question = make(Ask { cache: 1 << 16, ..Ask::all(&real) }).unwrap().unwrap();
            ids.push(question.id.clone());
            let mut names: Vec<String> = question.contestants.iter().map(|one| one.name.clone()).collect();
            // The longest columns only repeat what shorter ones ask, and a test run is not optimised.
            let asked = if question.boards > 1 << 17 { &[] } else { &names[..] };
            for (n, name) in asked.iter().enumerate() {
                question.check(n).unwrap_or_else(|fault| panic!("{}: {name}: {fault}", question.title));
            }
            assert!(names.iter().any(|name| name == question.reference), "{}: no reference", question.title);
            names.sort_unstable();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count, "{}: two rows of one name", question.title);
        }
        assert_eq!(ids[0], "knights-real", "real boards come first");
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "two questions of one id");
    }
}
