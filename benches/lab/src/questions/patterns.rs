//! Questions about patterns that `cargo bench` does not measure, on real boards.

use setwise::Color;
use setwise::patterns::{ForksSetwiseSafe, KnightMoveCount, KnightMoves, VulnerableLines};
use setwise_benches::QuestionDef;
use setwise_benches::contestants::{Map, Total};
use setwise_benches::questions::patterns::{MOVES, moves, of_pattern};
use setwise_benches::workload::{Boards, Recipe};
use setwise_testkit::oracle;

pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("mobility-total", |setup| {
        of_pattern("knight mobility as one total", &MOVES, setup, Total, KnightMoves, moves)
    }),
    QuestionDef::new("mobility-of-each", |setup| {
        let of_each = |[knights, own]: [u64; 2]| [oracle::knight_move_count(knights, own)];
        of_pattern("knight moves of each knight", &OF_EACH, setup, Map, KnightMoveCount, of_each)
    }),
    QuestionDef::new("safe-forks", |setup| {
        let forks = |input: [u64; 5]| [oracle::forks_setwise_safe(input, Color::Black)];
        of_pattern("safe forks", &SAFE_FORKS, setup, Map, ForksSetwiseSafe { side: Color::White }, forks)
    }),
    QuestionDef::new("vulnerable-lines", |setup| {
        let lines = |[king, taboo]: [u64; 2]| [oracle::vulnerable_lines(king, taboo)];
        of_pattern("lines on which kings are vulnerable", &LINES, setup, Map, VulnerableLines, lines)
    }),
];

const OF_EACH: Recipe<'_, 2> = Recipe {
    name: "real boards",
    reason: "each knight counted for itself: eight directions, each masked and counted, against one count of their union",
    boards: MOVES.boards,
    expected: 0xE425_CD63_685C_2308,
};

const SAFE_FORKS: Recipe<'_, 5> = Recipe {
    name: "real boards",
    reason: "five inputs, one result: forks that a knight reaches and neither pawn nor knight forbids",
    boards: Boards::Real(|view| [view.targets(), view.own, view.knights, view.their_pawns, view.their_knights]),
    expected: 0xE8BC_E58E_8953_D2C1,
};

const LINES: Recipe<'_, 2> = Recipe {
    name: "real boards",
    reason: "real kings with their real taboo; four comparisons a board, several boards at once",
    boards: Boards::Real(|view| [view.king, view.taboo()]),
    expected: 0x1C42_5692_61F3_F8C6,
};
