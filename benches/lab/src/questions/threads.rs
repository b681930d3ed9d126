//! Questions that compare one thread with two threads. The columns stay in the caches, so the threads do not compete
//! for memory bandwidth. The calling thread is outside rayon's pool, as in most programs. The second thread belongs to
//! the pool.

use std::rc::Rc;

use anyhow::{Result, ensure};
use rayon::ThreadPoolBuilder;
use setwise::patterns::{AttackedSquares, KnightAttacks};
use setwise::{Color, Kernel};
use setwise_benches::questions::attacks::KNIGHTS;
use setwise_benches::questions::parts::question;
use setwise_benches::questions::patterns::ATTACKED;
use setwise_benches::workload::{Length, Recipe, Workload};
use setwise_benches::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role, columns, columns_mut};
use setwise_testkit::oracle;

use super::heat::heat_of;

/// The questions are about attacked squares (a kernel of many operations), knight attacks (a kernel of few operations),
/// and heat maps of knight attacks.
pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("threads-attacked-squares", attacked_squares),
    QuestionDef::new("threads-knights", knights),
    QuestionDef::new("threads-heat", heat),
];

/// The number of boards for a kernel with one input. A column takes 2 MiB. A heat map of a shorter column would be
/// computed on one thread.
const BOARDS: usize = 1 << 18;

/// The number of boards for a kernel with many inputs. All its columns together take about as much memory as the
/// columns of a kernel with one input.
const BOARDS_OF_MANY: usize = 1 << 16;

fn attacked_squares(setup: Setup<'_>) -> Result<Option<Question>> {
    let kernel = AttackedSquares { side: Color::White };
    let workload = ATTACKED.make(setup, Length::InCache, |input| [oracle::attacked_squares(input, Color::White)])?;
    mapped("all squares a side attacks", &ATTACKED, Workload { boards: BOARDS_OF_MANY, ..workload }, kernel)
}

fn knights(setup: Setup<'_>) -> Result<Option<Question>> {
    let workload = KNIGHTS[0].make(setup, Length::InCache, |[set]| [oracle::knight_attacks(set)])?;
    mapped("knight attacks", &KNIGHTS[0], Workload { boards: BOARDS, ..workload }, KnightAttacks)
}

/// Creates the question that compares `map` on one thread with `par_map` on two threads.
fn mapped<K, const IN: usize>(
    title: &str,
    recipe: &Recipe<'_, IN>,
    workload: Workload<IN, 1>,
    kernel: K,
) -> Result<Option<Question>>
where
    K: Kernel<IN, 1> + Send + Sync + 'static,
{
    let auto = setwise::auto();
    let one = move |Workspace { input, sets, .. }: &mut Workspace| auto.map(kernel, columns(input), columns_mut(sets));
    let two = move |Workspace { input, sets, .. }: &mut Workspace| {
        auto.par_map(kernel, columns(input), columns_mut(sets));
    };
    one_and_two(title, recipe, &workload, Answer::sets(&workload.results), one, two)
}

/// Creates the question that compares `heat` on one thread with `par_heat` on two threads.
fn heat(setup: Setup<'_>) -> Result<Option<Question>> {
    let recipe = &KNIGHTS[0];
    let mut workload = recipe.make(setup, Length::InCache, |[set]| [oracle::knight_attacks(set)])?;
    workload.boards = BOARDS;
    let auto = setwise::auto();
    let answer = Answer { totals: heat_of(&workload), ..Answer::default() };
    let one = move |Workspace { input, totals, .. }: &mut Workspace| {
        totals.copy_from_slice(&auto.heat(KnightAttacks, columns::<_, 1>(input))[0]);
    };
    let two = move |Workspace { input, totals, .. }: &mut Workspace| {
        totals.copy_from_slice(&auto.par_heat(KnightAttacks, columns::<_, 1>(input))[0]);
    };
    one_and_two("heat map of knight attacks", recipe, &workload, answer, one, two)
}

/// Creates a question from a pass on one thread and a pass on two threads. Limits rayon's pool to two threads, so that
/// a pass uses the calling thread and one thread of the pool.
fn one_and_two<const IN: usize>(
    title: &str,
    recipe: &Recipe<'_, IN>,
    workload: &Workload<IN, 1>,
    answer: Answer,
    one: impl Fn(&mut Workspace) + 'static,
    two: impl Fn(&mut Workspace) + 'static,
) -> Result<Option<Question>> {
    // Only the first call of this function creates the pool. In later calls the pool already exists, so `build_global`
    // fails and changes nothing.
    let _ = ThreadPoolBuilder::new().num_threads(2).build_global();
    let threads = rayon::current_num_threads();
    ensure!(threads == 2, "rayon's pool has {threads} threads, expected 2");
    let (answer, reference) = (Rc::new(answer), "one thread");
    let one = Contestant::new(reference, Role::Backend, &answer, one);
    let two = Contestant::new("two threads", Role::Backend, &answer, two);
    let question = question(title, recipe, workload, &answer, vec![one, two]);
    let reason = "columns in the caches, `auto`; the calling thread and one of the pool".to_string();
    Ok(Some(Question {
        title: question.title.replace("real boards", "one thread and two"),
        reason,
        reference,
        ..question
    }))
}
