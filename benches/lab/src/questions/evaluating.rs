//! Questions about evaluating positions: a file of positions to totals of features, numbers of legal moves, and an
//! expression.

use std::cell::RefCell;
use std::fs::File;
use std::io::Write;
use std::rc::Rc;

use anyhow::{Context, Error, Result};
use cozy_chess::Board;
use setwise::{Backend, Color, kernel};
use setwise_expressions as expressions;
use setwise_positions::features::{Evaluator, Feature, Totals};
use setwise_positions::{Columns, ColumnsRef, LineChunks, Reader, Rights, Rules};
use setwise_testkit::oracle::{self, BothSides, knight_attacks};
use tempfile::NamedTempFile;

use setwise_benches::questions::parts::without_columns;
use setwise_benches::workload::BOARDS_IN_CACHE;
use setwise_benches::{Contestant, Question, QuestionDef, Setup};
use setwise_rounds::{Answer, Role, columns_mut};

pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("features", features),
    QuestionDef::new("legal-moves", legal_moves),
    QuestionDef::new("expression-20", expression),
];

/// The number of lines in the file. They fill several chunks of text, so the time for opening the file hardly matters.
const LINES: usize = 20_000;

/// Five features of different kinds: knights, a king, forks, safety and a pawn race.
const FIVE: [&str; 5] =
    ["white_knight_moves", "black_king_escapes", "white_forks_safe", "black_hanging", "white_uncatchable_passers"];

/// Creates the question about reading a file of positions and adding up features of the positions, on one core. `setwise
/// positions --totals` computes the same totals. The contestants read a temporary file, which is in the page cache.
fn features(setup: Setup<'_>) -> Result<Option<Question>> {
    let lines: Vec<&str> = setup.real.lines().collect();
    let mut file = NamedTempFile::new()?;
    for line in lines.iter().cycle().take(LINES) {
        writeln!(file, "{line}")?;
    }
    let file = Rc::new(file);
    let sides: Vec<[BothSides; 2]> = lines.iter().take(LINES).map(|line| both(line)).collect::<Result<_>>()?;
    let five: Vec<Feature> = FIVE.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    // The features of the side to move are left out, because they also need castling rights and en passant squares.
    let all: Vec<Feature> = Feature::all().filter(|feature| feature.side().is_some()).collect();
    let mut contestants = Vec::new();
    for (name, features) in [("reader alone", Vec::new()), ("5 features", five), ("all features", all)] {
        let file = Rc::clone(&file);
        let answer = Rc::new(Answer { totals: vec![expected(&sides, &features)?], ..Answer::default() });
        contestants.push(Contestant::new(name, Role::Backend, &answer, move |workspace| {
            workspace.totals[0] = computed(&file, &features).unwrap_or_default();
        }));
    }
    let reason = format!(
        "end to end, one core: read, made columns, evaluated in blocks, added up to all totals; with `auto` and the best reader; \
         the 5 features are {}",
        FIVE.join(", ")
    );
    let nothing = Answer { totals: vec![0], ..Answer::default() };
    let title = "a file of FEN lines to sums of features";
    Ok(Some(without_columns(title, reason, "reader alone", LINES, &nothing, contestants)))
}

/// Returns a position as seen by White and by Black.
fn both(line: &str) -> Result<[BothSides; 2]> {
    let [white, black] = Color::ALL.map(|side| BothSides::from_fen(line, Some(side)).map_err(Error::msg));
    Ok([white?, black?])
}

/// Computes the correct answer for [`LINES`] positions with the coordinate oracle. The positions are repeated if there
/// are fewer.
fn expected(positions: &[[BothSides; 2]], features: &[Feature]) -> Result<u64> {
    let mut totals = vec![Totals::default(); features.len()];
    for (totals, feature) in totals.iter_mut().zip(features) {
        let side = feature.side().map_or(0, Color::index);
        let values: Option<Vec<u64>> =
            positions.iter().map(|sides| oracle::feature(feature.name(), &sides[side])).collect();
        let values = values.with_context(|| format!("no definition of {feature}"))?;
        for &value in values.iter().cycle().take(LINES) {
            totals.sum_popcount += u64::from(value.count_ones());
            totals.boards_nonempty += u64::from(value != 0);
            totals.xor_of_values ^= value;
            totals.wrapping_sum = totals.wrapping_sum.wrapping_add(value);
        }
    }
    Ok(in_one_word(&totals, LINES as u64))
}

/// Reads a file and computes all totals of the features. Returns the totals and the number of positions, combined in
/// one word.
fn computed(file: &NamedTempFile, features: &[Feature]) -> Result<u64> {
    let mut text = LineChunks::new(File::open(file.path())?);
    let (mut buffer, mut columns, mut positions) = (Vec::new(), Columns::default(), 0);
    let mut reader = Reader::new(setwise::auto(), Rules::AnyKings);
    let mut evaluator = Evaluator::new(setwise::auto(), features);
    let mut totals = vec![Totals::default(); features.len()];
    while text.read(&mut buffer)? {
        columns.clear();
        reader.append(&buffer, 1, &mut columns, |_| ());
        positions += columns.len() as u64;
        if !features.is_empty() {
            let more = evaluator.totals(&columns);
            totals.iter_mut().zip(&more).for_each(|(totals, more)| totals.merge(more));
        }
    }
    Ok(in_one_word(&totals, positions))
}

/// Combines totals and the number of positions in one word. Uses only the four totals that `expected` computes with a
/// plain loop.
fn in_one_word(totals: &[Totals], positions: u64) -> u64 {
    let words =
        totals.iter().flat_map(|sums| [sums.sum_popcount, sums.boards_nonempty, sums.xor_of_values, sums.wrapping_sum]);
    words.fold(positions, |word, sum| word.rotate_left(1) ^ sum)
}

const FEATURE: &str = "legal_move_count";

/// Creates the question about the number of legal moves. The contestants are the feature `legal_move_count` on each
/// backend, and the move generator of `cozy-chess`, which counts one position after another. Lines that `cozy-chess`
/// rejects are omitted for all contestants. If there are fewer than [`BOARDS_IN_CACHE`] positions, they are repeated.
fn legal_moves(setup: Setup<'_>) -> Result<Option<Question>> {
    let lines: Vec<&str> = setup.real.text.lines().filter(|line| line.parse::<Board>().is_ok()).collect();
    if lines.is_empty() {
        return Ok(None);
    }
    let kept: Vec<&str> = lines.iter().copied().cycle().take(BOARDS_IN_CACHE).collect();
    let (mut columns, mut rights) = (Columns::default(), Rights::default());
    let text = kept.join("\n");
    let mut reader = Reader::new(setwise::auto(), Rules::Chess);
    reader.append_with(text.as_bytes(), 1, &mut columns, Some(&mut rights), |_| ());
    let positions = Rc::new((columns, rights));
    let boards: Rc<[Board]> = kept.iter().filter_map(|line| line.parse().ok()).collect();
    let answer = Rc::new(Answer { totals: vec![expected_moves(&lines)?], ..Answer::default() });
    let feature: Feature = FEATURE.parse()?;
    let of_backend = |backend: Backend| {
        let (positions, evaluator) = (Rc::clone(&positions), RefCell::new(Evaluator::new(backend, &[feature])));
        Contestant::new(backend.id().name(), Role::Backend, &answer, move |workspace| {
            let (columns, rights) = &*positions;
            let sums = evaluator.borrow_mut().sums(ColumnsRef::from(columns).with_rights(rights));
            workspace.totals.copy_from_slice(&sums);
        })
    };
    let mut contestants: Vec<Contestant> = setup.backends().map(of_backend).collect();
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

/// Returns the number of legal moves of a position.
fn by_cozy(board: &Board) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += moves.len() as u64;
        false
    });
    count
}

/// Returns the correct sum over [`BOARDS_IN_CACHE`] positions, which are taken from `lines`, repeated if necessary.
fn expected_moves(lines: &[&str]) -> Result<u64> {
    let moves = |line: &&str| {
        let sides = BothSides::from_fen(line, None).map_err(Error::msg)?;
        oracle::feature(FEATURE, &sides).context(FEATURE)
    };
    let moves = lines.iter().take(BOARDS_IN_CACHE).map(moves).collect::<Result<Vec<u64>>>()?;
    Ok(moves.iter().cycle().take(BOARDS_IN_CACHE).sum())
}

/// A formula of 20 operations.
const FORMULA: &str = "knight_attacks(white & knights) & black & queens";

kernel! {
    /// The formula [`FORMULA`].
    fn Compiled(spread, knights, queens, white, black) -> [result] {
        let result = spread.knight(white & knights) & black & queens;
    }
}

/// Creates the question that compares an expression, which is text at run time, with a kernel for the same formula, which
/// the compiler knows.
fn expression(setup: Setup<'_>) -> Result<Option<Question>> {
    let Some(positions) = setup.real.columns(BOARDS_IN_CACHE).map(Rc::new) else { return Ok(None) };
    let Columns { knights, queens, white, black, .. } = &*positions;
    let right = |n: usize| knight_attacks(white[n] & knights[n]) & black[n] & queens[n];
    let answer = Rc::new(Answer { sets: vec![(0..BOARDS_IN_CACHE).map(right).collect()], ..Answer::default() });
    let parsed = expressions::Expression::parse(FORMULA, &expressions::Names::default())?;
    let mut contestants = Vec::new();
    for backend in setup.backends() {
        let name = backend.id().name();
        let (of, evaluator) = (Rc::clone(&positions), RefCell::new(expressions::Evaluator::new(backend, &[&parsed])));
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
    let title = format!("an expression of 20 operations, {BOARDS_IN_CACHE} positions");
    let reason = format!(
        "columns of positions to a column of results; the expression `{FORMULA}` is parsed at run time, and the rows named \
         compiled run a kernel of the same formula"
    );
    Ok(Some(without_columns(&title, reason, "scalar-prefix", BOARDS_IN_CACHE, &answer, contestants)))
}
