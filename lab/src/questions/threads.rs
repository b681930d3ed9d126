//! One thread against two, for columns that stay in the caches: there the threads share no memory bandwidth.

use std::rc::Rc;

use anyhow::{Context, Result};
use rayon::ThreadPoolBuilder;
use setwise::patterns::{AttackedSquares, KnightAttacks};
use setwise::{Color, Kernel};
use setwise_benches::answer::Answer;
use setwise_benches::ask::{Ask, Maker};
use setwise_benches::question::{Contestant, Question, Role};
use setwise_benches::questions::attacks::KNIGHTS;
use setwise_benches::questions::parts::question;
use setwise_benches::questions::patterns::ATTACKED;
use setwise_benches::workload::{Length, Recipe, Workload};
use setwise_benches::workspace::{Workspace, columns, columns_mut};
use setwise_testkit::oracle;

/// A kernel of many operations, one of few, and heat maps of the latter.
pub(super) const ALL: &[Maker] = &[
    Maker::new("threads-attacked-squares", attacked_squares),
    Maker::new("threads-knights", knights),
    Maker::new("threads-heat", heat),
];

/// The number of boards: columns of 2 MiB, many times as long as a piece.
const BOARDS: usize = 1 << 18;

fn attacked_squares(ask: Ask<'_>) -> Result<Option<Question>> {
    let kernel = AttackedSquares { side: Color::White };
    let workload = ATTACKED.make(ask, Length::InCache, |input| [oracle::attacked_squares(input, Color::White)])?;
    mapped("all squares a side attacks", &ATTACKED, workload, kernel)
}

fn knights(ask: Ask<'_>) -> Result<Option<Question>> {
    let workload = KNIGHTS[0].make(ask, Length::InCache, |[set]| [oracle::knight_attacks(set)])?;
    mapped("knight attacks", &KNIGHTS[0], workload, KnightAttacks)
}

/// Makes the question about `map` and `par_map`.
fn mapped<K, const IN: usize>(
    title: &str,
    recipe: &Recipe<'_, IN>,
    mut workload: Workload<IN, 1>,
    kernel: K,
) -> Result<Option<Question>>
where
    K: Kernel<IN, 1> + Send + Sync + 'static,
{
    workload.boards = BOARDS;
    let answer = Answer::sets(&workload.results);
    let (auto, shared) = (setwise::auto(), Rc::new(answer.clone()));
    let two = two_threads(&shared, move |Workspace { input, sets, .. }| {
        auto.par_map(kernel, columns(input), columns_mut(sets));
    })?;
    let one = Contestant::new(ONE, Role::Backend, &shared, move |Workspace { input, sets, .. }| {
        auto.map(kernel, columns(input), columns_mut(sets));
    });
    Ok(Some(finished(question(title, recipe, &workload, &answer, vec![one, two]))))
}

/// Makes the question about `heat` and `par_heat`.
fn heat(ask: Ask<'_>) -> Result<Option<Question>> {
    let recipe = &KNIGHTS[0];
    let mut workload = recipe.make(ask, Length::InCache, |[set]| [oracle::knight_attacks(set)])?;
    workload.boards = BOARDS;
    let auto = setwise::auto();
    let period = BOARDS / workload.input.len();
    let on_square = |square: usize| workload.results.iter().filter(|[attacks]| attacks >> square & 1 == 1).count();
    let answer =
        Answer { totals: (0..64).map(|square| (period * on_square(square)) as u64).collect(), ..Answer::default() };
    let shared = Rc::new(answer.clone());
    let two = two_threads(&shared, move |Workspace { input, totals, .. }| {
        totals.copy_from_slice(&auto.par_heat(KnightAttacks, columns::<_, 1>(input))[0]);
    })?;
    let one = Contestant::new(ONE, Role::Backend, &shared, move |Workspace { input, totals, .. }| {
        totals.copy_from_slice(&auto.heat(KnightAttacks, columns::<_, 1>(input))[0]);
    });
    Ok(Some(finished(question("heat map of knight attacks", recipe, &workload, &answer, vec![one, two]))))
}

const ONE: &str = "one thread";

/// Returns the contestant that runs on a pool of two threads.
fn two_threads(answer: &Rc<Answer>, pass: impl Fn(&mut Workspace) + Send + Sync + 'static) -> Result<Contestant> {
    let pool = ThreadPoolBuilder::new().num_threads(2).build().context("cannot start two threads")?;
    Ok(Contestant::new("two threads", Role::Backend, answer, move |workspace| pool.install(|| pass(workspace))))
}

fn finished(question: Question) -> Question {
    Question {
        title: question.title.replace("real boards", "one thread and two"),
        reason: format!("{BOARDS} boards in the caches, `auto`; the pool is entered once a pass"),
        reference: ONE,
        ..question
    }
}
