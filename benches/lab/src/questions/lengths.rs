//! Questions about knight attacks in batches of various lengths. The default workload is 2,048 real boards in cache.

use std::hint::black_box;
use std::rc::Rc;

use anyhow::Result;
use setwise::backend::{Job, Runner, Strategy, Words};
use setwise::patterns::KnightAttacks;
use setwise::{Kernel, Lanes, Spread};
use setwise_testkit::oracle;

use setwise_benches::contestants::{Map, Results, all_contestants};
use setwise_benches::questions::attacks::{KNIGHTS, united_entries};
use setwise_benches::questions::parts::question;
use setwise_benches::workload::{BOARDS_IN_CACHE, Length, Recipe, Workload};
use setwise_benches::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Point, Role, columns, columns_mut};

pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("length-1", |setup| batches(Some(1), setup)),
    QuestionDef::new("length-4", |setup| batches(Some(4), setup)),
    QuestionDef::new("length-8", |setup| batches(Some(8), setup)),
    QuestionDef::new("length-64", |setup| batches(Some(64), setup)),
    QuestionDef::new("length-512", |setup| batches(Some(512), setup)),
    QuestionDef::new("length-2048", |setup| batches(Some(2048), setup)),
    QuestionDef::new("length-65536", |setup| batches(Some(1 << 16), setup)),
    QuestionDef::new("length-1m", |setup| batches(Some(1 << 20), setup)),
    QuestionDef::new("length-memory", |setup| batches(None, setup)),
];

/// Creates the question about batches of `boards` boards. A column contains at least [`BOARDS_IN_CACHE`] boards, so it
/// holds several short batches. If `boards` is `None`, the question is about one batch with more boards than fit in the
/// caches.
fn batches(boards: Option<usize>, setup: Setup<'_>) -> Result<Option<Question>> {
    let length = if boards.is_some() { Length::InCache } else { Length::PastCaches { bytes_per_board: 16 } };
    let mut workload = KNIGHTS[0].make(setup, length, |[set]| [oracle::knight_attacks(set)])?;
    let boards = boards.unwrap_or(workload.boards);
    workload.boards = boards.max(BOARDS_IN_CACHE);
    let mut contestants = all_contestants::<false, _, _, _, _>(Batches(boards), KnightAttacks, &workload, setup.only);
    let answer = Rc::new(Answer::sets(&workload.results));
    let auto = setwise::auto();
    let by_auto = move |boards: &[u64], answers: &mut [u64]| auto.map(KnightAttacks, [boards], [answers]);
    contestants.push(in_batches(&format!("auto: {}", auto.id()), Role::Backend, boards, &answer, by_auto));
    contestants.push(in_batches("cozy-chess tables", Role::Rival, boards, &answer, |boards, answers| {
        united_entries(boards, answers, cozy_chess::get_knight_moves);
    }));
    // The C library's copy may store past the caches. Its answer is the input.
    let input = Rc::new(Answer::sets(&workload.input));
    contestants.push(in_batches("copy, memcpy", Role::UpperBound, boards, &input, |boards, answers| {
        answers.copy_from_slice(boards);
    }));
    let name = format!("batches of {boards}");
    let recipe = Recipe {
        name: &name,
        reason: "real boards; time a board, the call shared by the boards of a batch",
        ..KNIGHTS[0]
    };
    let mut question = question("knight attacks", &recipe, &workload, &answer, contestants);
    question.point = Some(Point { axis: "boards a batch".to_string(), value: boards as f64 });
    Ok(Some(question))
}

fn in_batches(
    name: &str,
    role: Role,
    boards: usize,
    answer: &Rc<Answer>,
    map: impl Fn(&[u64], &mut [u64]) + 'static,
) -> Contestant {
    Contestant::new(name, role, answer, move |workspace| {
        let Workspace { input, sets, .. } = workspace;
        for (boards, answers) in input[0].as_slice().chunks(boards).zip(sets[0].as_mut_slice().chunks_mut(boards)) {
            map(black_box(boards), black_box(answers));
        }
    })
}

/// The result sets, computed by a call of `map` for each batch of this number of boards.
#[derive(Debug, Clone, Copy)]
struct Batches(usize);

impl Results<1, 1> for Batches {
    const COUNTS: bool = false;

    fn answer(workload: &Workload<1, 1>) -> Answer {
        Map::answer(workload)
    }

    fn job<K: Kernel<1, 1>>(self, kernel: K, workspace: &mut Workspace) -> impl Job<Out = ()> {
        let ([input], [output]) = (columns(&workspace.input), columns_mut(&mut workspace.sets));
        MapBatches { boards: self.0, kernel, input, output }
    }

    fn one_at_a_time<S: Spread<Words<1>>, K: Kernel<1, 1>>(kernel: K, workspace: &mut Workspace) {
        Map::one_at_a_time::<S, K>(kernel, workspace);
    }
}

/// The job that calls `map` for each batch.
struct MapBatches<'a, K> {
    boards: usize,
    kernel: K,
    input: &'a [u64],
    output: &'a mut [u64],
}

impl<K: Kernel<1, 1>> Job for MapBatches<'_, K> {
    type Out = ();

    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        for (boards, answers) in self.input.chunks(self.boards).zip(self.output.chunks_mut(self.boards)) {
            backend.map(self.kernel, [black_box(boards)], [black_box(answers)]);
        }
    }
}
