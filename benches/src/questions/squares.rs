//! Questions about single squares. One compares methods of computing attacks from a column of squares. The others compare
//! several forms of one function: some forms read a table and others compute a formula, with or without branches.

use std::hint::black_box;
use std::rc::Rc;

use anyhow::{Result, ensure};
use setwise::patterns::{caught_area, knight_degree, knight_distance, knight_distance_of_sets, vulnerable_lines};
use setwise::tables::KNIGHT_DEGREES;
use setwise::{Bitboard, Color, Square, SquareTable, knight_attacks};
use setwise_specimens::patterns::{
    caught_area_by_wedges, knight_distance_by_ceilings, knight_distance_by_floors, vulnerable_lines_branchy,
};
use setwise_specimens::squares::{bit_methods, table_methods};
use setwise_testkit::oracle;
use setwise_testkit::view::View;

use crate::workload::{BOARDS_IN_CACHE, checksum, column};
use crate::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role};

/// The question about attacks.
pub(super) const ATTACKS: &[QuestionDef] = &[QuestionDef::new("knight-squares", attacks_from)];

/// One question per function.
pub(super) const FORMS: &[QuestionDef] = &[
    QuestionDef::new("vulnerable-lines-squares", lines),
    QuestionDef::new("knight-distance", knight_distances),
    QuestionDef::new("knight-degree", degrees),
    QuestionDef::new("pawn-race", pawn_races),
];

/// Creates the question about one knight an element. Returns `None` if no position has a knight.
fn attacks_from(setup: Setup<'_>) -> Result<Option<Question>> {
    let sets = View::of_all(&setup.real.positions).map(|view| Bitboard(view.knights));
    let squares: Vec<Square> = column(sets.flatten());
    if squares.is_empty() {
        return Ok(None);
    }
    let results: Vec<[u64; 1]> = squares.iter().map(|square| [oracle::knight_attacks(square.bitboard().0)]).collect();
    let title = "knight attacks, single squares";
    let (found, expected) = (checksum(&results), 0x5E91_8E09_093D_03F6);
    ensure!(
        !setup.real.embedded || found == expected,
        "{title}: the checksum of the oracle's answers is {found:#018x}, expected {expected:#018x}"
    );
    let answer = Rc::new(Answer::sets(&results));
    let auto = setwise::auto();
    let by_auto = move |squares: &[Square], attacks: &mut [u64]| auto.knight_attacks_from(squares, attacks);
    let mut contestants = vec![by_column(&format!("auto: {}", auto.id()), &answer, by_auto)];
    for method in table_methods() {
        contestants.extend(method.sets_from.map(|sets_from| {
            by_column(method.name, &answer, move |squares, attacks| sets_from(&SquareTable::KNIGHT, squares, attacks))
        }));
    }
    for method in bit_methods() {
        contestants.extend(method.knights_and_kings.map(|[knights, _]| by_column(method.name, &answer, knights)));
    }
    // The tables are passed as function items, not as function pointers, so that they are inlined.
    contestants.extend([
        attacks_of("plain loop over the table", &answer, |square| knight_attacks(square).0),
        attacks_of("cozy-chess table", &answer, |square| {
            cozy_chess::get_knight_moves(cozy_chess::Square::index(square.index())).0
        }),
        attacks_of("one-at-a-time table", &answer, |square| black_box(knight_attacks(black_box(square)).0)),
    ]);
    Ok(Some(Question {
        title: title.to_string(),
        reason: "one knight an element: their squares in real positions, in order".to_string(),
        point: None,
        reference: "table",
        boards: BOARDS_IN_CACHE,
        workspace: Workspace::new(BOARDS_IN_CACHE, &[], &squares, &answer),
        contestants,
    }))
}

fn by_column(name: &str, answer: &Rc<Answer>, column: impl Fn(&[Square], &mut [u64]) + 'static) -> Contestant {
    Contestant::new(name, Role::Backend, answer, move |workspace| {
        column(workspace.squares.as_slice(), workspace.sets[0].as_mut_slice());
    })
}

/// Returns a contestant that is a plain loop over squares, as a user would write it.
fn attacks_of(name: &str, answer: &Rc<Answer>, attacks: impl Fn(Square) -> u64 + 'static) -> Contestant {
    Contestant::new(name, Role::Rival, answer, move |workspace| {
        for (&square, answer) in workspace.squares.as_slice().iter().zip(workspace.sets[0].as_mut_slice()) {
            *answer = attacks(square);
        }
    })
}

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
