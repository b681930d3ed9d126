//! Questions about batches of 1 to 16 boards. For such a batch, the call of a backend may take longer than computing
//! the boards.
//!
//! The contestants are the automatic choice, as a user calls it, and each backend of the library as a type, as in a
//! program that is compiled for a single backend. Gates compare the automatic choice with the fastest backend that is
//! called through its type. `setwise bench` measures the same kinds of calls, apart from `total`.

use std::hint::black_box;
use std::marker::PhantomData;
use std::rc::Rc;

use anyhow::Result;
use setwise::backend::{Job, Runner, Strategy};
use setwise::patterns::{Forks, KnightAttacks, KnightMoves};
use setwise::{Backend, Kernel, Lanes, Spread};
use setwise_benches::contestants::{Counts, Map, Results, Total};
use setwise_benches::questions::attacks::KNIGHTS;
use setwise_benches::questions::parts::question;
use setwise_benches::questions::patterns::{FORKS, MOVES, moves};
use setwise_benches::workload::{Length, Recipe};
use setwise_benches::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Point, Role, columns, columns_mut};
use setwise_specimens::AnyBackend;
use setwise_testkit::oracle;

/// Expands to the definitions of four questions for each number of boards.
macro_rules! questions {
    ($($boards:literal)+) => {
        &[$(
            QuestionDef::new(concat!("short-", $boards, "-knights"), |setup| knights($boards, setup)),
            QuestionDef::new(concat!("short-", $boards, "-forks"), |setup| forks($boards, setup)),
            QuestionDef::new(concat!("short-", $boards, "-mobility"), |setup| mobility(Counts, $boards, setup)),
            QuestionDef::new(concat!("short-", $boards, "-total"), |setup| mobility(Total, $boards, setup)),
        )+]
    };
}

/// The questions. Some of the numbers of boards fill registers of two, four or eight boards. The others leave a tail or
/// do not fill a register.
pub(crate) const ALL: &[QuestionDef] = questions!(1 2 3 4 5 7 8 9 12 16);

fn knights(boards: usize, setup: Setup<'_>) -> Result<Option<Question>> {
    let attacks = |[knights]: [u64; 1]| [oracle::knight_attacks(knights)];
    short("knight attacks", &KNIGHTS[0], boards, setup, Map, KnightAttacks, attacks)
}

fn forks(boards: usize, setup: Setup<'_>) -> Result<Option<Question>> {
    let forks = |[targets]: [u64; 1]| [oracle::fork_squares(targets, 2)];
    short("fork squares", &FORKS, boards, setup, Map, Forks::<2>, forks)
}

fn mobility(results: impl Batches<2, 1>, boards: usize, setup: Setup<'_>) -> Result<Option<Question>> {
    short("knight mobility", &MOVES, boards, setup, results, KnightMoves, moves)
}

/// The form of the results, and the pass that computes them batch by batch.
trait Batches<const IN: usize, const OUT: usize>: Results<IN, OUT> {
    const NAME: &'static str;

    /// Computes the columns of a workspace in batches of `boards` boards.
    fn pass<K: Kernel<IN, OUT>>(runner: impl Runner, kernel: K, boards: usize, workspace: &mut Workspace);
}

impl Batches<1, 1> for Map {
    const NAME: &'static str = "sets";

    #[inline(always)]
    fn pass<K: Kernel<1, 1>>(runner: impl Runner, kernel: K, boards: usize, workspace: &mut Workspace) {
        let ([input], [output]) = (columns(&workspace.input), columns_mut(&mut workspace.sets));
        for (input, output) in input.chunks(boards).zip(output.chunks_mut(boards)) {
            runner.map(kernel, [black_box(input)], [black_box(output)]);
        }
    }
}

impl Batches<2, 1> for Counts {
    const NAME: &'static str = "counts";

    #[inline(always)]
    fn pass<K: Kernel<2, 1>>(runner: impl Runner, kernel: K, boards: usize, workspace: &mut Workspace) {
        let [a, b]: [&[u64]; 2] = columns(&workspace.input);
        let counts = workspace.counts[0].as_mut_slice().chunks_mut(boards);
        for ((a, b), counts) in a.chunks(boards).zip(b.chunks(boards)).zip(counts) {
            runner.counts(kernel, [black_box(a), black_box(b)], [black_box(counts)]);
        }
    }
}

impl Batches<2, 1> for Total {
    const NAME: &'static str = "totals";

    #[inline(always)]
    fn pass<K: Kernel<2, 1>>(runner: impl Runner, kernel: K, boards: usize, workspace: &mut Workspace) {
        let [a, b]: [&[u64]; 2] = columns(&workspace.input);
        let batches = a.chunks(boards).zip(b.chunks(boards));
        let total = |(a, b)| runner.total(kernel, [black_box(a), black_box(b)])[0];
        workspace.totals[0] = batches.map(total).sum();
    }
}

fn short<O: Batches<IN, OUT>, K: Kernel<IN, OUT> + 'static, const IN: usize, const OUT: usize>(
    title: &str,
    recipe: &Recipe<'_, IN>,
    boards: usize,
    setup: Setup<'_>,
    _: O,
    kernel: K,
    oracle: impl Fn([u64; IN]) -> [u64; OUT],
) -> Result<Option<Question>> {
    let workload = recipe.make(setup, Length::InCache, oracle)?;
    let answer = Rc::new(O::answer(&workload));
    let mut contestants = Vec::new();
    for (entry, backend) in AnyBackend::ready().filter(|(entry, _)| !entry.is_specimen) {
        let by_type = Contestant::new(entry.name, Role::Backend, &answer, move |workspace| {
            backend.run(ByType::<O, K, IN, OUT> { kernel, boards, workspace, results: PhantomData });
        });
        contestants.push(by_type);
    }
    let auto: Backend = setwise::auto();
    contestants.push(Contestant::new(&format!("auto: {}", auto.id()), Role::Backend, &answer, move |workspace| {
        O::pass(auto, kernel, boards, workspace);
    }));
    let name = format!("{}, {boards} boards per call", O::NAME);
    let recipe = Recipe { name: &name, reason: "real boards; the time per board includes the call", ..*recipe };
    let mut question = question(title, &recipe, &workload, &answer, contestants);
    question.point = Some(Point { axis: "boards per call".to_string(), value: boards as f64 });
    Ok(Some(question))
}

/// The job that runs a pass on a backend whose type is known.
struct ByType<'a, O, K, const IN: usize, const OUT: usize> {
    kernel: K,
    boards: usize,
    workspace: &'a mut Workspace,
    results: PhantomData<O>,
}

impl<O: Batches<IN, OUT>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Job for ByType<'_, O, K, IN, OUT> {
    type Out = ();

    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        O::pass(backend, self.kernel, self.boards, self.workspace);
    }
}
