//! The question that compares one thread with two threads. The columns stay in the caches, so the threads do not compete
//! for memory bandwidth. The calling thread is outside rayon's pool, as in most programs. The second thread belongs to
//! the pool.

use std::rc::Rc;

use anyhow::{Result, ensure};
use rayon::ThreadPoolBuilder;
use setwise::Color;
use setwise::patterns::AttackedSquares;
use setwise_benches::questions::parts::question;
use setwise_benches::questions::patterns::ATTACKED;
use setwise_benches::workload::{Length, Recipe};
use setwise_benches::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role, columns, columns_mut};
use setwise_testkit::oracle;

pub(super) const ALL: &[QuestionDef] = &[QuestionDef::new("threads-attacked-squares", attacked_squares)];

/// Creates the question that compares `map` on one thread with `par_map` on two threads. Limits rayon's pool to two
/// threads, so that a pass uses the calling thread and one thread of the pool.
fn attacked_squares(setup: Setup<'_>) -> Result<Option<Question>> {
    // Only the first call of this function creates the pool. In later calls the pool already exists, so `build_global`
    // fails and changes nothing.
    let _ = ThreadPoolBuilder::new().num_threads(2).build_global();
    let threads = rayon::current_num_threads();
    ensure!(threads == 2, "rayon's pool has {threads} threads, expected 2");
    let recipe = Recipe {
        name: "one thread and two",
        reason: "columns in the caches, `auto`; the calling thread and one of the pool",
        ..ATTACKED
    };
    let mut workload = recipe.make(setup, Length::InCache, |input| [oracle::attacked_squares(input, Color::White)])?;
    workload.boards = 1 << 16;
    let answer = Rc::new(Answer::sets(&workload.results));
    let (auto, kernel) = (setwise::auto(), AttackedSquares { side: Color::White });
    let one = move |Workspace { input, sets, .. }: &mut Workspace| auto.map(kernel, columns(input), columns_mut(sets));
    let two = move |Workspace { input, sets, .. }: &mut Workspace| {
        auto.par_map(kernel, columns(input), columns_mut(sets));
    };
    let contestants = vec![
        Contestant::new("one thread", Role::Backend, &answer, one),
        Contestant::new("two threads", Role::Backend, &answer, two),
    ];
    let mut question = question("all squares a side attacks", &recipe, &workload, &answer, contestants);
    question.reference = "one thread";
    Ok(Some(question))
}
