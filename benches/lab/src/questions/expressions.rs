//! The question that compares an expression, which is text at run time, with a kernel for the same formula, which the
//! compiler knows.

use std::cell::RefCell;
use std::rc::Rc;

use anyhow::Result;
use setwise::{BackendId, kernel};
use setwise_expressions::{Evaluator, Expression, Names};
use setwise_positions::{Columns, Reader, Rules};
use setwise_testkit::oracle::knight_attacks;

use setwise_benches::questions::parts::without_columns;
use setwise_benches::{Contestant, Question, QuestionDef, Setup};
use setwise_rounds::{Answer, Role, columns_mut};

pub(super) const ALL: &[QuestionDef] = &[QuestionDef::new("expression-20", question)];

/// The number of positions, whose columns fit into a second-level cache.
const POSITIONS: usize = 2048;

/// A formula of 20 operations.
const FORMULA: &str = "knight_attacks(white & knights) & black & queens";

kernel! {
    /// The formula [`FORMULA`].
    fn Compiled(spread, knights, queens, white, black) -> [result] {
        let result = spread.knight(white & knights) & black & queens;
    }
}

/// Creates the question from real positions, which are repeated if there are fewer than [`POSITIONS`].
fn question(setup: Setup<'_>) -> Result<Option<Question>> {
    let mut columns = Columns::default();
    Reader::new(setwise::auto(), Rules::AnyKings).append(setup.real.text.as_bytes(), 1, &mut columns, |_| ());
    let rows: Vec<_> = (0..columns.len()).filter_map(|n| columns.get(n)).collect();
    if rows.is_empty() {
        return Ok(None);
    }
    let positions: Rc<Columns> = Rc::new(rows.into_iter().cycle().take(POSITIONS).collect());
    let Columns { knights, queens, white, black, .. } = &*positions;
    let right = |n: usize| knight_attacks(white[n] & knights[n]) & black[n] & queens[n];
    let answer = Rc::new(Answer { sets: vec![(0..POSITIONS).map(right).collect()], ..Answer::default() });
    let expression = Expression::parse(FORMULA, &Names::default())?;
    let mut contestants = Vec::new();
    for backend in BackendId::ready().filter(|backend| setup.only.is_none_or(|only| only == backend.id().name())) {
        let name = backend.id().name();
        let (of, evaluator) = (Rc::clone(&positions), RefCell::new(Evaluator::new(backend, &[&expression])));
        contestants.push(Contestant::new(name, Role::Backend, &answer, move |workspace| {
            let [results] = columns_mut(&mut workspace.sets);
            evaluator.borrow_mut().evaluate(&*of, &[], &mut [results]);
        }));
        let of = Rc::clone(&positions);
        contestants.push(Contestant::new(&format!("{name} compiled"), Role::Rival, &answer, move |workspace| {
            let Columns { knights, queens, white, black, .. } = &*of;
            let input = [knights, queens, white, black].map(Vec::as_slice);
            backend.map(Compiled, input, columns_mut(&mut workspace.sets));
        }));
    }
    let title = format!("an expression of 20 operations, {POSITIONS} positions");
    let reason = format!(
        "columns of positions to a column of results; the expression `{FORMULA}` is parsed at run time, and the rows named \
         compiled run a kernel of the same formula"
    );
    Ok(Some(without_columns(&title, reason, "scalar-prefix", POSITIONS, &answer, contestants)))
}
