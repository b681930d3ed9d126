//! Questions that compare several forms of one function of single squares. Some forms read a table and others compute a
//! formula, with or without branches.

use std::rc::Rc;

use anyhow::Result;
use setwise::patterns::{caught_area, knight_degree, knight_distance, knight_distance_of_sets, vulnerable_lines};
use setwise::tables::KNIGHT_DEGREES;
use setwise::{Bitboard, Color, Square, knight_attacks};
use setwise_specimens::patterns::{
    caught_area_by_wedges, knight_distance_by_ceilings, knight_distance_by_floors, vulnerable_lines_branchy,
};
use setwise_testkit::oracle;
use setwise_testkit::view::View;

use crate::workload::{BOARDS_IN_CACHE, column};
use crate::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role};

/// One question per function.
pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("vulnerable-lines-squares", lines),
    QuestionDef::new("knight-distance", knight_distances),
    QuestionDef::new("knight-degree", degrees),
    QuestionDef::new("pawn-race", pawn_races),
];

/// Creates the question about the lines that contain all flight squares of a king. The lines are computed from the
/// king's square and its taboo set.
fn lines(setup: Setup<'_>) -> Result<Option<Question>> {
    let views = View::of_all(&setup.real.positions).filter(|view| view.king != 0);
    let taboo = column(views.map(|view| view.taboo()));
    let kings = kings(setup);
    if kings.is_empty() {
        return Ok(None);
    }
    let right = |n: usize| vulnerable_lines_branchy(kings[n], Bitboard(taboo[n]));
    let answer = Rc::new(Answer { counts: vec![(0..BOARDS_IN_CACHE).map(right).collect()], ..Answer::default() });
    let contestants = vec![
        each_king("branchy", &answer, vulnerable_lines_branchy),
        each_king("branchless", &answer, vulnerable_lines),
    ];
    Ok(Some(Question {
        title: "lines on which kings are vulnerable, single squares".to_string(),
        reason: "the king as a square; the four lines of one board are compared with or without branches".to_string(),
        point: None,
        reference: "branchless",
        boards: BOARDS_IN_CACHE,
        workspace: Workspace::new(BOARDS_IN_CACHE, &[taboo], &kings, &answer),
        contestants,
    }))
}

fn each_king(name: &str, answer: &Rc<Answer>, lines: impl Fn(Square, Bitboard) -> u8 + 'static) -> Contestant {
    Contestant::new(name, Role::Backend, answer, move |workspace| {
        let Workspace { input, squares, counts, .. } = workspace;
        let boards = squares.as_slice().iter().zip(input[0].as_slice());
        for ((&king, &taboo), answer) in boards.zip(counts[0].as_mut_slice()) {
            *answer = lines(king, Bitboard(taboo));
        }
    })
}

/// Creates the question about the knight distance from each king square of a column to the next king square.
fn knight_distances(setup: Setup<'_>) -> Result<Option<Question>> {
    let kings = kings(setup);
    let right =
        |pair: [Square; 2]| knight_distance_of_sets(pair[0].into(), pair[1].into()).map_or(64, |moves| moves as u8);
    let answer = Rc::new(Answer { counts: vec![pairs(&kings).map(right).collect()], ..Answer::default() });
    let contestants = vec![
        each_pair("table", &answer, knight_distance),
        each_pair("formula by ceilings", &answer, knight_distance_by_ceilings),
        each_pair("formula by floors", &answer, knight_distance_by_floors),
        each_pair("fill", &answer, |a, b| knight_distance_of_sets(a.into(), b.into()).unwrap_or(64)),
    ];
    Ok(of_squares("knight distance of two squares", "table", &kings, &answer, contestants))
}

/// Creates the question about the number of squares that a knight attacks: counted, read from a table, or computed by a
/// formula. The knight stands on the squares of real kings.
fn degrees(setup: Setup<'_>) -> Result<Option<Question>> {
    let kings = kings(setup);
    let right = |square: &Square| oracle::knight_attacks(square.bitboard().0).count_ones() as u8;
    let answer = Rc::new(Answer { counts: vec![kings.iter().map(right).collect()], ..Answer::default() });
    let contestants = vec![
        each_pair("table of counts", &answer, |square, _| u32::from(KNIGHT_DEGREES[square.index()])),
        each_pair("distance to the edge", &answer, |square, _| knight_degree(square)),
        each_pair("count of the attacks", &answer, |square, _| knight_attacks(square).count()),
    ];
    Ok(of_squares("knight moves of a square", "table of counts", &kings, &answer, contestants))
}

/// Creates the question about the pawns that each king catches. It compares a table of 256 sets with 16 wedges.
fn pawn_races(setup: Setup<'_>) -> Result<Option<Question>> {
    let kings = kings(setup);
    let right = |king: &Square| caught_area(Color::Black, Color::White, *king).0;
    let answer = Rc::new(Answer { sets: vec![kings.iter().map(right).collect()], ..Answer::default() });
    let each_king = |name: &str, area: fn(Color, Color, Square) -> Bitboard| {
        Contestant::new(name, Role::Backend, &answer, move |workspace| {
            for (&king, answer) in workspace.squares.as_slice().iter().zip(workspace.sets[0].as_mut_slice()) {
                *answer = area(Color::Black, Color::White, king).0;
            }
        })
    };
    let contestants = vec![each_king("table", caught_area), each_king("wedges", caught_area_by_wedges)];
    Ok(of_squares("pawns that a king catches", "table", &kings, &answer, contestants))
}

/// Returns the squares of the kings of real positions, repeated to fill a column. Sides without a king are skipped. If
/// a side has several kings, only the king on the lowest square is used.
fn kings(setup: Setup<'_>) -> Vec<Square> {
    let king = |view: View| Bitboard(view.king).into_iter().next();
    column(View::of_all(&setup.real.positions).filter_map(king))
}

/// Pairs each square with the next one in the column, and the last with the first.
fn pairs(squares: &[Square]) -> impl Iterator<Item = [Square; 2]> {
    squares.iter().zip(squares.iter().cycle().skip(1)).map(|(&a, &b)| [a, b])
}

fn each_pair(name: &str, answer: &Rc<Answer>, form: impl Fn(Square, Square) -> u32 + 'static) -> Contestant {
    Contestant::new(name, Role::Backend, answer, move |workspace| {
        let Workspace { squares, counts, .. } = workspace;
        for ([a, b], answer) in pairs(squares.as_slice()).zip(counts[0].as_mut_slice()) {
            *answer = form(a, b) as u8;
        }
    })
}

fn of_squares(
    title: &str,
    reference: &'static str,
    squares: &[Square],
    answer: &Rc<Answer>,
    contestants: Vec<Contestant>,
) -> Option<Question> {
    (!squares.is_empty()).then(|| Question {
        title: title.to_string(),
        reason: "the king squares of real positions, in order; forms of one function".to_string(),
        point: None,
        reference,
        boards: squares.len(),
        workspace: Workspace::new(squares.len(), &[], squares, answer),
        contestants,
    })
}
