//! Questions that compare an expression, which is text at run time, with a kernel for the same formula, which the
//! compiler knows.

use std::cell::RefCell;
use std::rc::Rc;

use anyhow::Result;
use setwise::patterns::PawnAttacks;
use setwise::{Backend, BackendId, Color, kernel};
use setwise_expressions::{Evaluator, Expression, Names};
use setwise_positions::{Columns, Reader, Rules};
use setwise_testkit::oracle::{king_attacks, knight_attacks, moved};

use setwise_benches::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role, columns_mut};

pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("expression-5", |setup| question(&FIVE, IN_CACHE, setup)),
    QuestionDef::new("expression-20", |setup| question(&TWENTY, IN_CACHE, setup)),
    QuestionDef::new("expression-60", |setup| question(&SIXTY, IN_CACHE, setup)),
    QuestionDef::new("expression-memory", |setup| {
        // Eight columns of positions are read, and one column is written.
        question(&FIVE, (4 * setup.cache / (9 * 8)).next_multiple_of(IN_CACHE), setup)
    }),
];

/// The number of positions whose columns fit into a second-level cache.
const IN_CACHE: usize = 2048;

/// A formula in three forms. The inputs are six kinds of pieces, the pieces of White and the pieces of Black.
struct Formula {
    operations: usize,
    text: &'static str,
    compiled: fn(Backend, [&[u64]; 8], &mut [u64]),
    oracle: fn([u64; 8]) -> u64,
}

const FIVE: Formula = Formula {
    operations: 5,
    text: "((white & knights) | (black & bishops)) ^ queens - kings",
    compiled: |backend, input, output| backend.map(OfFive, input, [output]),
    oracle: |[_, knights, bishops, _, queens, kings, white, black]| {
        ((white & knights) | (black & bishops)) ^ (queens & !kings)
    },
};

const TWENTY: Formula = Formula {
    operations: 20,
    text: "knight_attacks(white & knights) & black & queens",
    compiled: |backend, input, output| backend.map(OfTwenty, input, [output]),
    oracle: |[_, knights, _, _, queens, _, white, black]| knight_attacks(white & knights) & black & queens,
};

const SIXTY: Formula = Formula {
    operations: 60,
    text: "(knight_attacks(white & knights) | king_attacks(white & kings) | white_pawn_attacks(white & pawns)) \
           & (knight_attacks(black & knights) | king_attacks(black & kings)) - occupied",
    compiled: |backend, input, output| backend.map(OfSixty, input, [output]),
    oracle: |[pawns, knights, _, _, _, kings, white, black]| {
        let pawn_attacks = moved(white & pawns, |file, rank| (file + 1, rank + 1))
            | moved(white & pawns, |file, rank| (file - 1, rank + 1));
        let by_white = knight_attacks(white & knights) | king_attacks(white & kings) | pawn_attacks;
        by_white & (knight_attacks(black & knights) | king_attacks(black & kings)) & !(white | black)
    },
};

kernel! {
    /// The formula [`FIVE`].
    fn OfFive(_spread, _pawns, knights, bishops, _rooks, queens, kings, white, black) -> [result] {
        let result = ((white & knights) | (black & bishops)) ^ (queens & !kings);
    }
}

kernel! {
    /// The formula [`TWENTY`].
    fn OfTwenty(spread, _pawns, knights, _bishops, _rooks, queens, _kings, white, black) -> [result] {
        let result = spread.knight(white & knights) & black & queens;
    }
}

kernel! {
    /// The formula [`SIXTY`].
    fn OfSixty(spread, pawns, knights, _bishops, _rooks, _queens, kings, white, black) -> [result] {
        let [pawn_attacks] = PawnAttacks { side: Color::White }.eval(spread, [white & pawns]);
        let by_white = spread.knight(white & knights) | spread.king(white & kings) | pawn_attacks;
        let by_black = spread.knight(black & knights) | spread.king(black & kings);
        let result = by_white & by_black & !(white | black);
    }
}

/// Creates the question about a formula, with `boards` real positions, which are repeated if there are fewer.
fn question(formula: &'static Formula, boards: usize, setup: Setup<'_>) -> Result<Option<Question>> {
    let mut columns = Columns::default();
    Reader::new(setwise::auto(), Rules::AnyKings).append(setup.real.text.as_bytes(), 1, &mut columns, |_| ());
    let rows: Vec<_> = (0..columns.len()).filter_map(|n| columns.get(n)).collect();
    if rows.is_empty() {
        return Ok(None);
    }
    let positions: Rc<Columns> = Rc::new(rows.iter().copied().cycle().take(boards).collect());
    let right: Vec<u64> = rows
        .iter()
        .map(|row| {
            let ([pawns, knights, bishops, rooks, queens, kings], [white, black]) =
                (row.placement.kinds, row.placement.sides);
            (formula.oracle)([pawns, knights, bishops, rooks, queens, kings, white, black])
        })
        .collect();
    let answer = Rc::new(Answer { sets: vec![right.into_iter().cycle().take(boards).collect()], ..Answer::default() });

    let expression = Rc::new(Expression::parse(formula.text, &Names::default())?);
    let mut contestants = Vec::new();
    for backend in BackendId::ready().filter(|backend| setup.only.is_none_or(|only| only == backend.id().name())) {
        let name = backend.id().name();
        let (of, evaluator) = (Rc::clone(&positions), RefCell::new(Evaluator::new(backend, &[&expression])));
        contestants.push(Contestant::new(name, Role::Backend, &answer, move |workspace| {
            let [results] = columns_mut(&mut workspace.sets);
            evaluator.borrow_mut().evaluate(&*of, &[], &mut [results]);
        }));
        let (of, compiled) = (Rc::clone(&positions), formula.compiled);
        contestants.push(Contestant::new(&format!("{name} compiled"), Role::Rival, &answer, move |workspace| {
            let Columns { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = &*of;
            let input = [pawns, knights, bishops, rooks, queens, kings, white, black].map(Vec::as_slice);
            let [results] = columns_mut(&mut workspace.sets);
            compiled(backend, input, results);
        }));
    }
    Ok(Some(Question {
        title: format!("an expression of {} operations, {boards} positions", formula.operations),
        reason: format!(
            "columns of positions to a column of results; the expression `{}` is parsed at run time, and the rows named \
             compiled run a kernel of the same formula",
            formula.text
        ),
        reference: "scalar-prefix",
        point: None,
        boards,
        workspace: Workspace::new(boards, &[], &[], &answer),
        contestants,
    }))
}
