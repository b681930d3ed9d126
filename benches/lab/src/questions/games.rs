//! The question about reading games from memory. The contestants are the reader of `setwise-games` on PGN, and
//! `cozy-chess` with the same moves as text.

use std::fmt::Write as _;
use std::rc::Rc;

use anyhow::Result;
use cozy_chess::util::parse_san_move;
use cozy_chess::{Board, Color, Piece};
use setwise_games::{GameChunk, GameChunks, Plies, Reader, Selection};
use setwise_testkit::games::{Game, master_games};

use setwise_benches::questions::parts::without_columns;
use setwise_benches::questions::reading::{Sums, contestant, copy, sums};
use setwise_benches::{Question, QuestionDef, Setup};
use setwise_rounds::{Answer, Role};

pub(super) const ALL: &[QuestionDef] = &[QuestionDef::new("games", games)];

/// The name of the contestant with which the others are compared.
const COZY: &str = "cozy-chess, moves as text";

/// Creates the question from the master games of the test kit, each from the start position.
fn games(_: Setup<'_>) -> Result<Option<Question>> {
    let games: Rc<[Game]> = master_games().into();
    let positions = games.iter().map(|game| game.moves.len() + 1).sum();
    let pgn: Rc<[u8]> = text(&games).into_bytes().into();
    let answer = Rc::new(Answer { totals: by_cozy(&games, &mut ()).to_vec(), ..Answer::default() });
    let copied = Rc::new(Answer { totals: vec![pgn.len() as u64, 0, 0, 0, 0, 0, 0, 0], ..Answer::default() });
    let contestants = vec![
        contestant("setwise-games", Role::Backend, &answer, &pgn, read),
        contestant(COZY, Role::Rival, &answer, &games, by_cozy),
        contestant("copy of the bytes", Role::UpperBound, &copied, &pgn, copy),
    ];
    let reason = "PGN in memory to a position after every move, one core; the sum of each column is asked for, so that they are \
                  made; setwise cuts the games apart, reads the text and checks that each move is legal; cozy-chess gets moves one \
                  by one and adds up the sets of its boards";
    Ok(Some(without_columns("games to columns", reason, COZY, positions, &answer, contestants)))
}

/// Returns the games as PGN, with tags and numbers of moves, in lines of about 80 columns.
fn text(games: &[Game]) -> String {
    let mut text = String::new();
    for game in games {
        text += "[Event \"a game\"]\n[Site \"a place\"]\n[Result \"*\"]\n\n";
        let mut columns = 0;
        for (ply, word) in game.moves.iter().enumerate() {
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

fn read(mut text: &[u8], (chunk, plies): &mut (GameChunk, Plies)) -> Sums {
    plies.clear();
    let (mut chunks, mut reader) = (GameChunks::default(), Reader::new(Selection::default()));
    while chunks.read_from(&mut text, chunk).expect("a text in memory") {
        reader.append(chunk, plies, |_| ());
    }
    sums(&plies.columns)
}

fn by_cozy(games: &[Game], (): &mut ()) -> Sums {
    let mut sums = Sums::default();
    for game in games {
        let mut board = Board::default();
        add(&mut sums, &board);
        for word in &game.moves {
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
