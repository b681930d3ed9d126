//! The question about reading FEN lines from memory into columns. The contestants are the reader of `setwise-positions`
//! with each strategy that this CPU supports, the reader of `cozy-chess`, a plain loop, and a copy of the bytes.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use anyhow::{Result, anyhow};
use cozy_chess::Board;
use setwise_positions::{Columns, ReadStrategy, Reader, Rules};
use setwise_testkit::positions::Position;

use super::parts::without_columns;
use crate::{Contestant, Question, QuestionDef, Setup};
use setwise_rounds::{Answer, Role};

pub(super) const ALL: &[QuestionDef] = &[QuestionDef::new("reading", reading)];

/// The wrapping sum of each column: pawns, knights, bishops, rooks, queens, kings, white, black. The sums change if two
/// columns are swapped, or if a set is in the wrong column.
pub type Sums = [u64; 8];

/// Creates the question from up to 2,048 lines of real positions. Lines that `cozy-chess` rejects are omitted for all
/// contestants.
fn reading(setup: Setup<'_>) -> Result<Option<Question>> {
    let kept: Vec<&str> = setup.real.text.lines().filter(|line| line.parse::<Board>().is_ok()).take(2048).collect();
    if kept.is_empty() {
        return Ok(None);
    }
    let text: Rc<str> = (kept.join("\n") + "\n").into();
    let answer = Rc::new(Answer { totals: expected(&kept)?.to_vec(), ..Answer::default() });
    let bytes = text.len() as u64;
    let copied = Rc::new(Answer { totals: vec![bytes, 0, 0, 0, 0, 0, 0, 0], ..Answer::default() });
    let by_name = |strategy| {
        contestant(&format!("setwise-positions, {strategy}"), Role::Backend, &answer, &text, by_setwise(strategy))
    };
    let best = by_setwise(Reader::new(setwise::auto(), Rules::Chess).strategy());
    let mut contestants = vec![contestant("setwise-positions", Role::Backend, &answer, &text, best)];
    contestants.extend(ReadStrategy::ready().map(by_name));
    contestants.extend([
        contestant("cozy-chess", Role::Rival, &answer, &text, by_cozy),
        contestant("plain loop", Role::Rival, &answer, &text, by_plain_loop),
        contestant("copy of the bytes", Role::UpperBound, &copied, &text, copy),
    ]);
    let reason = "text in memory to sets of pieces, one core; the sum of each column is asked for, so that they are made; \
                  cozy-chess builds and validates a whole board, the plain loop validates nothing";
    Ok(Some(without_columns("FEN lines to columns", reason, "cozy-chess", kept.len(), &answer, contestants)))
}

/// Returns the correct sums. They are computed with the test kit's reader, which works by coordinates.
fn expected(lines: &[&str]) -> Result<Sums> {
    let mut sums = Sums::default();
    for line in lines {
        let Position { pieces, sides } = Position::from_fen(line).map_err(|error| anyhow!("{line}: {error}"))?;
        add(&mut sums, pieces.into_iter().chain(sides));
    }
    Ok(sums)
}

fn add(sums: &mut Sums, words: impl IntoIterator<Item = u64>) {
    for (sum, word) in sums.iter_mut().zip(words) {
        *sum = sum.wrapping_add(word);
    }
}

/// Returns a contestant that calls `read` in each pass, with the positions and with memory that is reused.
pub fn contestant<T: Default + 'static, P: ?Sized + 'static>(
    name: &str,
    role: Role,
    answer: &Rc<Answer>,
    positions: &Rc<P>,
    read: impl Fn(&P, &mut T) -> Sums + 'static,
) -> Contestant {
    let (positions, space) = (Rc::clone(positions), RefCell::new(T::default()));
    Contestant::new(name, role, answer, move |workspace| {
        workspace.totals.copy_from_slice(&read(&positions, &mut space.borrow_mut()));
    })
}

/// Returns a function that reads with the reader of `setwise-positions`. The reader uses `strategy`, which this CPU
/// must support.
fn by_setwise(strategy: ReadStrategy) -> impl Fn(&str, &mut (Option<Reader>, Columns)) -> Sums {
    move |text, (reader, columns)| {
        columns.clear();
        let new = || Reader::with_strategy(strategy, setwise::auto(), Rules::Chess).expect("the strategy is ready");
        let reader = reader.get_or_insert_with(new);
        reader.append(text.as_bytes(), 1, columns, |_| ());
        sums(columns)
    }
}

fn by_cozy(text: &str, boards: &mut Vec<Board>) -> Sums {
    boards.clear();
    boards.extend(text.lines().filter_map(|line| line.parse::<Board>().ok()));
    let mut sums = Sums::default();
    for board in boards {
        let kinds = cozy_chess::Piece::ALL.map(|piece| board.pieces(piece).0);
        let sides = cozy_chess::Color::ALL.map(|side| board.colors(side).0);
        add(&mut sums, kinds.into_iter().chain(sides));
    }
    sums
}

/// Reads each placement letter by letter into eight words, as a chess program would. Does not validate the placement.
fn by_plain_loop(text: &str, columns: &mut [Vec<u64>; 8]) -> Sums {
    columns.iter_mut().for_each(Vec::clear);
    for line in text.lines() {
        let (mut words, mut rank, mut file) = ([0_u64; 8], 7_u32, 0_u32);
        for letter in line.bytes() {
            let kind = match letter | 0x20 {
                b'p' => 0,
                b'n' => 1,
                b'b' => 2,
                b'r' => 3,
                b'q' => 4,
                b'k' => 5,
                _ => match letter {
                    b'1'..=b'8' => {
                        file += u32::from(letter - b'0');
                        continue;
                    }
                    b'/' => {
                        (rank, file) = (rank.wrapping_sub(1), 0);
                        continue;
                    }
                    _ => break,
                },
            };
            let square = 1_u64.wrapping_shl(8 * rank + file);
            words[kind] |= square;
            words[if letter.is_ascii_uppercase() { 6 } else { 7 }] |= square;
            file += 1;
        }
        columns.iter_mut().zip(words).for_each(|(column, word)| column.push(word));
    }
    columns.each_ref().map(|column| sum(column))
}

/// Copies the positions, which is the upper bound of all readers. In place of the sums, returns the number of bytes and
/// seven zeros.
pub fn copy<P: AsRef<[u8]> + ?Sized>(positions: &P, space: &mut Vec<u8>) -> Sums {
    space.clear();
    space.extend_from_slice(black_box(positions.as_ref()));
    [space.len() as u64, 0, 0, 0, 0, 0, 0, 0]
}

/// Returns the sum of each column.
#[must_use]
pub fn sums(Columns { pawns, knights, bishops, rooks, queens, kings, white, black, .. }: &Columns) -> Sums {
    [pawns, knights, bishops, rooks, queens, kings, white, black].map(|column| sum(column))
}

/// Returns the wrapping sum of a column.
#[must_use]
pub fn sum(column: &[u64]) -> u64 {
    column.iter().fold(0, |sum, word| sum.wrapping_add(*word))
}
