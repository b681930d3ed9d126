//! The question about the number of legal moves of positions in memory. The contestants are the feature
//! `legal_move_count` on each backend, and the move generator of `cozy-chess`, which counts one position after another.

use std::cell::RefCell;
use std::rc::Rc;

use anyhow::{Context, Result};
use cozy_chess::Board;
use setwise::{Backend, BackendId};
use setwise_positions::features::Evaluator;
use setwise_positions::{Columns, ColumnsRef, Reader, Rights, Rules};
use setwise_testkit::oracle::{self, BothSides};

use setwise_benches::questions::parts::without_columns;
use setwise_benches::{Contestant, Question, QuestionDef, Setup};
use setwise_rounds::{Answer, Role};

pub(super) const ALL: &[QuestionDef] = &[QuestionDef::new("legal-moves", legal_moves)];

/// The number of positions. Their columns fit into a second-level cache.
const BOARDS: usize = 2048;

const FEATURE: &str = "legal_move_count";

/// Creates the question from real positions. Lines that `cozy-chess` rejects are omitted for all contestants. If there are
/// fewer than [`BOARDS`] positions, they are repeated.
fn legal_moves(setup: Setup<'_>) -> Result<Option<Question>> {
    let lines: Vec<&str> = setup.real.text.lines().filter(|line| line.parse::<Board>().is_ok()).collect();
    if lines.is_empty() {
        return Ok(None);
    }
    let kept: Vec<&str> = lines.iter().copied().cycle().take(BOARDS).collect();
    let (mut columns, mut rights) = (Columns::default(), Rights::default());
    let text = kept.join("\n");
    Reader::new(setwise::auto(), Rules::Chess).append_with_rights(
        text.as_bytes(),
        1,
        &mut columns,
        &mut rights,
        |_| (),
    );
    let positions = Rc::new((columns, rights));
    let boards: Rc<[Board]> = kept.iter().filter_map(|line| line.parse().ok()).collect();
    let answer = Rc::new(Answer { totals: vec![expected(&lines, kept.len())?], ..Answer::default() });
    let backends = BackendId::ready().filter(|backend| setup.only.is_none_or(|only| only == backend.id().name()));
    let of_backend = |backend: Backend| {
        let (positions, evaluator) = (Rc::clone(&positions), RefCell::new(evaluator(backend)));
        Contestant::new(backend.id().name(), Role::Backend, &answer, move |workspace| {
            let (columns, rights) = &*positions;
            let sums = evaluator.borrow_mut().sums(ColumnsRef::from(columns).with_rights(rights));
            workspace.totals.copy_from_slice(&sums);
        })
    };
    let mut contestants: Vec<Contestant> = backends.map(of_backend).collect();
    contestants.push(Contestant::new(COZY, Role::Rival, &answer, move |workspace| {
        workspace.totals[0] = boards.iter().map(by_cozy).sum();
    }));
    let reason = "castling, en passant and promotions included; the feature reads columns, cozy-chess generates the moves of \
                  its own boards one after another and counts them without playing them";
    let title = "numbers of legal moves, real positions";
    Ok(Some(without_columns(title, reason, COZY, kept.len(), &answer, contestants)))
}

/// The name of the contestant that generates moves.
const COZY: &str = "cozy-chess";

fn evaluator(backend: Backend) -> Evaluator {
    Evaluator::new(backend, &[FEATURE.parse().expect("a feature")])
}

/// Returns the number of legal moves of a position.
fn by_cozy(board: &Board) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += moves.len() as u64;
        false
    });
    count
}

/// Returns the correct sum over `count` positions, which are taken from `lines`, repeated if necessary.
fn expected(lines: &[&str], count: usize) -> Result<u64> {
    let moves = |line: &&str| {
        let sides = BothSides::from_fen(line, None).with_context(|| line.to_string())?;
        oracle::feature(FEATURE, &sides).context(FEATURE)
    };
    let moves = lines.iter().take(count).map(moves).collect::<Result<Vec<u64>>>()?;
    Ok(moves.iter().cycle().take(count).sum())
}
