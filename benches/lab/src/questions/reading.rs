//! Questions about reading positions that are in memory into columns, on one core: games as text, and packed boards.

use std::fmt::Write as _;
use std::rc::Rc;

use anyhow::Result;
use bulletformat::ChessBoard;
use cozy_chess::util::parse_san_move;
use cozy_chess::{Board, Color, Piece};
use setwise_games::{GameChunk, GameChunks, Plies, Reader as GameReader, Selection};
use setwise_positions::packed::{
    Labels, RECORD, Relative, RelativeLabels, UnpackStrategy, bulletformat as relative, marlinformat,
};
use setwise_positions::{Columns, Rules};
use setwise_testkit::games::master_games;

use setwise_benches::questions::parts::without_columns;
use setwise_benches::questions::reading::{Sums, contestant, copy, sum, sums};
use setwise_benches::workload::BOARDS_IN_CACHE;
use setwise_benches::{Question, QuestionDef, Setup};
use setwise_rounds::{Answer, Role};

pub(super) const ALL: &[QuestionDef] = &[QuestionDef::new("packed", packed), QuestionDef::new("games", games)];

/// Creates the question about boards that are packed in two formats, marlinformat and bulletformat. The correct sums
/// are the sums of the columns from which both formats are written.
fn packed(setup: Setup<'_>) -> Result<Option<Question>> {
    let Some(columns) = setup.real.columns(BOARDS_IN_CACHE) else { return Ok(None) };
    let mut labels = Labels::unknown(columns.len());
    labels.result.fill(1);
    let boards = Relative::from_absolute(&columns);
    let mut absolute = Vec::new();
    marlinformat::write(&columns, &labels, &mut absolute)?;
    let absolute: Rc<[u8]> = absolute.into();
    let answer = |sums: Sums| Rc::new(Answer { totals: sums.to_vec(), ..Answer::default() });
    let of_white = answer(sums(&columns));
    let of_own = answer(relative_sums(&boards));
    let mut flipped = Vec::new();
    relative::write(&boards, &RelativeLabels::from_absolute(&columns, &labels), &mut flipped)?;
    let of_crate: Rc<[ChessBoard]> = flipped.as_chunks().0.iter().map(chess_board).collect();
    let flipped: Rc<[u8]> = flipped.into();
    let copied = answer([absolute.len() as u64, 0, 0, 0, 0, 0, 0, 0]);
    let best = UnpackStrategy::ready().next().unwrap_or(UnpackStrategy::Portable);
    let mut contestants = vec![contestant("setwise-positions", Role::Backend, &of_white, &absolute, by_setwise(best))];
    for strategy in UnpackStrategy::ready() {
        let name = format!("setwise-positions, {strategy}");
        contestants.push(contestant(&name, Role::Backend, &of_white, &absolute, by_setwise(strategy)));
    }
    contestants.extend([
        contestant("setwise-positions, bulletformat", Role::Backend, &of_own, &flipped, by_setwise_relative),
        contestant("bulletformat", Role::Rival, &of_own, &of_crate, by_bulletformat),
        contestant("copy of the bytes", Role::UpperBound, &copied, &absolute, copy),
    ]);
    let reason = "32-byte boards in memory to sets of pieces, one core; the sum of each column is asked for, so that they are made; \
                  marlinformat where no other format is named; the crate bulletformat returns one piece at a time";
    let title = "packed boards to columns";
    Ok(Some(without_columns(title, reason, "bulletformat", BOARDS_IN_CACHE, &copied, contestants)))
}

/// Returns a function that unpacks boards with `strategy`, which this CPU must support.
fn by_setwise(strategy: UnpackStrategy) -> impl Fn(&[u8], &mut (Option<marlinformat::Reader>, Columns)) -> Sums {
    move |bytes, (reader, columns)| {
        columns.clear();
        let new = || {
            marlinformat::Reader::with_strategy(strategy, setwise::auto(), Rules::Chess).expect("the strategy is ready")
        };
        reader.get_or_insert_with(new).append(bytes, 1, columns, None, |_| ());
        sums(columns)
    }
}

fn by_setwise_relative(bytes: &[u8], (reader, boards): &mut (Option<relative::Reader>, Relative)) -> Sums {
    boards.clear();
    let reader = reader.get_or_insert_with(|| relative::Reader::new(setwise::auto(), Rules::Chess));
    reader.append(bytes, 1, boards, None, |_| ());
    relative_sums(boards)
}

fn by_bulletformat(boards: &[ChessBoard], columns: &mut [Vec<u64>; 8]) -> Sums {
    columns.iter_mut().for_each(Vec::clear);
    for board in boards {
        let mut words = [0; 8];
        for (piece, square) in *board {
            words[usize::from(piece & 7)] |= 1 << square;
            words[6 + usize::from(piece >> 3)] |= 1 << square;
        }
        columns.iter_mut().zip(words).for_each(|(column, word)| column.push(word));
    }
    columns.each_ref().map(|column| sum(column))
}

/// Returns a record as the crate `bulletformat` represents it.
fn chess_board(record: &[u8; RECORD]) -> ChessBoard {
    let (occ, rest) = record.split_first_chunk().expect("eight bytes");
    let (pcs, rest) = rest.split_first_chunk().expect("16 bytes");
    let &[score_0, score_1, result, ksq, opp_ksq, ref extra @ ..] = rest else { panic!("eight bytes") };
    ChessBoard {
        occ: u64::from_le_bytes(*occ),
        pcs: *pcs,
        score: i16::from_le_bytes([score_0, score_1]),
        result,
        ksq,
        opp_ksq,
        extra: extra.try_into().expect("three bytes"),
    }
}

fn relative_sums(Relative { pawns, knights, bishops, rooks, queens, kings, own, their }: &Relative) -> Sums {
    [pawns, knights, bishops, rooks, queens, kings, own, their].map(|column| sum(column))
}

/// The name of the contestant with which the others are compared.
const COZY: &str = "cozy-chess, moves as text";

/// Creates the question from the master games of the test kit, each from the start position.
fn games(_: Setup<'_>) -> Result<Option<Question>> {
    let games: Rc<[Vec<String>]> = master_games().into();
    let positions = games.iter().map(|game| game.len() + 1).sum();
    let pgn: Rc<[u8]> = pgn_of(&games).into_bytes().into();
    let answer = Rc::new(Answer { totals: by_cozy(&games, &mut ()).to_vec(), ..Answer::default() });
    let copied = Rc::new(Answer { totals: vec![pgn.len() as u64, 0, 0, 0, 0, 0, 0, 0], ..Answer::default() });
    let contestants = vec![
        contestant("setwise-games", Role::Backend, &answer, &pgn, read_games),
        contestant(COZY, Role::Rival, &answer, &games, by_cozy),
        contestant("copy of the bytes", Role::UpperBound, &copied, &pgn, copy),
    ];
    let reason = "PGN in memory to a position after every move, one core; the sum of each column is asked for, so that they are \
                  made; setwise cuts the games apart, reads the text and checks that each move is legal; cozy-chess gets moves one \
                  by one and adds up the sets of its boards";
    Ok(Some(without_columns("games to columns", reason, COZY, positions, &answer, contestants)))
}

/// Returns the games as PGN, with tags and numbers of moves, in lines of about 80 columns.
fn pgn_of(games: &[Vec<String>]) -> String {
    let mut text = String::new();
    for game in games {
        text += "[Event \"a game\"]\n[Site \"a place\"]\n[Result \"*\"]\n\n";
        let mut columns = 0;
        for (ply, word) in game.iter().enumerate() {
            let start = text.len();
            if ply % 2 == 0 {
                let _ = write!(text, "{}. ", ply / 2 + 1);
            }
            text += word;
            columns += text.len() - start;
            text.push(if columns > 76 { '\n' } else { ' ' });
            columns = if columns > 76 { 0 } else { columns + 1 };
        }
        text += "*\n\n";
    }
    text
}

fn read_games(mut text: &[u8], (chunk, plies): &mut (GameChunk, Plies)) -> Sums {
    plies.clear();
    let (mut chunks, mut reader) = (GameChunks::default(), GameReader::new(Selection::default()));
    while chunks.read_from(&mut text, chunk).expect("a text in memory") {
        reader.append(chunk, plies, |_| ());
    }
    sums(&plies.columns)
}

fn by_cozy(games: &[Vec<String>], (): &mut ()) -> Sums {
    let mut sums = Sums::default();
    for game in games {
        let mut board = Board::default();
        add(&mut sums, &board);
        for word in game {
            let Ok(step) = parse_san_move(&board, word) else { break };
            board.play_unchecked(step);
            add(&mut sums, &board);
        }
    }
    sums
}

fn add(sums: &mut Sums, board: &Board) {
    let words =
        Piece::ALL.map(|piece| board.pieces(piece).0).into_iter().chain(Color::ALL.map(|side| board.colors(side).0));
    sums.iter_mut().zip(words).for_each(|(sum, word)| *sum = sum.wrapping_add(word));
}
